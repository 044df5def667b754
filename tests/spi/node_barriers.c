/*
 * node_barriers.c - threads of one process meet a great many times: in L2_Barrier(), at an
 * L2 lock, and in barriers that a plain store releases.  Checks that all were there in
 * each round and prints how many cycles it took, the same for any number of workers.
 * Usage: node_barriers [ROUNDS [THREADS...]]   default: 1000 rounds, 1 2 3 7 15 31 47 63
 */
#include "spi_threads.h"

#include <string.h>

#include <hwi/include/bqc/A2_inlines.h>
#include <spi/include/l2/barrier.h>
#include <spi/include/l2/lock.h>

#define THREADS_MAX 64

static unsigned rounds = 1000, threads;
static struct {
	volatile unsigned round __attribute__((aligned(64)));
} at[THREADS_MAX];
static volatile uint64_t late;

/* ---- ways to meet */

static L2_Barrier_t l2_barrier;

static void l2_meet(unsigned me)
{
	(void)me;
	L2_Barrier(&l2_barrier, (int)threads);
}

/* The last one turns the sense, by a plain store; each waits for its own. */
static volatile uint64_t arrived __attribute__((aligned(64)));
static volatile unsigned sense __attribute__((aligned(64)));
static unsigned mine[THREADS_MAX][16];

static void sense_meet(unsigned me)
{
	unsigned next = mine[me][0] = !mine[me][0];

	if (L2_AtomicLoadIncrement(&arrived) == threads - 1) {
		arrived = 0;
		sense = next;
	} else {
		while (sense != next)
			;
	}
}

/* No atomics at all: thread 0 looks at a flag of each other one and then lets all go. */
static struct {
	volatile unsigned round __attribute__((aligned(64)));
} flag[THREADS_MAX];
static volatile unsigned go __attribute__((aligned(64)));

static void flag_meet(unsigned me)
{
	unsigned round = flag[me].round + 1;

	if (me != 0) {
		flag[me].round = round;
		while (go != round)
			;
		return;
	}
	for (unsigned i = 1; i < threads; i++)
		while (flag[i].round != round)
			;
	flag[0].round = round;
	go = round;
}

/* All take the lock once in a round; whoever is last opens the next. */
static L2_Lock_t lock;
static volatile unsigned holders, served; /* under the lock */
static volatile unsigned opened __attribute__((aligned(64)));

static void lock_meet(unsigned me)
{
	unsigned round = opened;

	(void)me;
	L2_LockAcquire(&lock);
	CHECK(holders++ == 0);
	holders--;
	if (++served == threads) {
		served = 0;
		opened = round + 1;
	}
	L2_LockRelease(&lock);
	while (opened == round)
		;
}

static const struct way {
	const char *name;
	void (*meet)(unsigned me);
} ways[] = {
	{ "L2_Barrier", l2_meet }, { "L2_Lock", lock_meet },
	{ "plain sense", sense_meet }, { "plain flags", flag_meet },
};

static const struct way *way;

/* No thread may be a round behind when another one leaves the barrier. */
static void *take_part(void *arg)
{
	unsigned me = (unsigned)(long)arg;

	for (unsigned r = 1; r <= rounds; r++) {
		at[me].round = r;
		way->meet(me);
		late += at[(me + r) % threads].round < r;
	}
	return NULL;
}

static uint64_t run(void)
{
	pthread_t t[THREADS_MAX];

	memset((void *)at, 0, sizeof at);
	memset((void *)flag, 0, sizeof flag);
	memset(&l2_barrier, 0, sizeof l2_barrier);
	memset(mine, 0, sizeof mine);
	L2_LockInit(&lock);
	sense = 0;
	go = opened = 0;
	uint64_t start_time = GetTimeBase();

	for (unsigned i = 1; i < threads; i++)
		t[i] = start(take_part, i);
	take_part(0);
	for (unsigned i = 1; i < threads; i++)
		CHECK(finish(t[i]) == 0);
	CHECK(late == 0);
	return GetTimeBase() - start_time;
}

int main(int argc, char **argv)
{
	static char *most[] = { "1", "2", "3", "7", "15", "31", "47", "63", NULL };
	char **number = argc > 2 ? argv + 2 : most;

	if (argc > 1)
		rounds = (unsigned)atoi(argv[1]);
	L2_ALLOCATE(l2_barrier);
	L2_ALLOCATE(arrived);
	L2_ALLOCATE(lock);
	for (; *number; number++) {
		threads = (unsigned)atoi(*number);
		CHECK(threads > 0 && threads <= THREADS_MAX);
		for (way = ways; way < ways + sizeof ways / sizeof *ways; way++)
			printf("rank %u: %s, %u threads, %u rounds: %llu cycles\n",
			       Kernel_GetRank(), way->name, threads, rounds,
			       (unsigned long long)run());
	}
	return 0;
}
