/*
 * counted_threads.c - threads of a process that wait in loops and count their rounds, each in
 * functions that the loop calls, in registers or in memory that others look at; more of them than
 * cores, so that some share one.  The first thread rings them, through memory or by a put from
 * another rank, and reads their counts meanwhile.  All print what they have counted, and when.
 * Pins that this is the same however it is carried out; not how long it takes the host.
 * Usage: counted_threads [SEED [SECONDS]]   on two nodes or more; SECONDS: nothing but threads that
 * count in registers, for so long
 */
#include "spi_threads.h"
#include "wait_mail.h"

#include <unistd.h>

#include <hwi/include/bqc/A2_inlines.h>

#define NOINLINE __attribute__((noinline))
#define THREADS 20
#define ROUNDS  4
typedef volatile uint64_t word;

static struct bell {
	word rung __attribute__((aligned(128)));
	word count; /* of a loop that counts here */
	word *put;  /* counts down to 0 where the message unit rings */
	char said[96];
} bell[THREADS];
static word never, last;
static uint64_t seed;

static uint64_t pick(uint64_t below)
{
	seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (seed >> 33) % below;
}

/* ---- what loops call: functions that call others begin with a check */

static NOINLINE uint64_t leaf(struct bell *b)
{
	return b->rung + (*b->put == 0) + never;
}

static uint64_t (*volatile leaf_at)(struct bell *b) = leaf;

static NOINLINE uint64_t device(struct bell *b)
{
	uint64_t r = leaf_at(b);

	return r ? r + leaf_at(b) : 0;
}

static NOINLINE uint64_t devices(struct bell *b)
{
	uint64_t sum = 0;

	for (int i = 0; i < 3; i++)
		sum += device(b);
	return sum;
}

/* ---- loops */

static NOINLINE uint64_t advance(struct bell *b, uint64_t most)
{
	uint64_t events = 0;
	unsigned i;

	for (i = 0; i < most && events == 0; i++) {
		events += device(b);
		events += devices(b);
	}
	return i;
}

static uint64_t without_end(struct bell *b)
{
	return advance(b, UINT64_MAX);
}

static uint64_t hundred(struct bell *b)
{
	uint64_t n = 0, sum = 0;

	while (!leaf(b)) {
		sum += advance(b, 100);
		n++;
	}
	return n * 1000003 + sum;
}

static uint64_t gives_up(struct bell *b)
{
	uint64_t n = advance(b, 6000);

	return n * 1000003 + advance(b, 9000000);
}

static uint64_t down(struct bell *b)
{
	int n = 2000000000, twice = 5;

	while (n-- > 0 && !device(b))
		twice += 2;
	return (uint64_t)n * 31 + (unsigned)twice;
}

static uint64_t in_memory(struct bell *b)
{
	for (b->count = 0; !device(b); b->count++)
		;
	return b->count;
}

static uint64_t on_the_stack(struct bell *b)
{
	volatile uint64_t n = 7;

	while (!device(b))
		n += 3;
	return n;
}

static uint64_t (*const loops[])(struct bell *) = {
	without_end, hundred, gives_up, down, in_memory, on_the_stack,
};
#define LOOPS (sizeof loops / sizeof *loops)

static uint64_t begun;
static unsigned seconds;

static void *wait_in(void *at)
{
	struct bell *b = at;
	uint64_t n = seconds ? b == bell ? down(b) : without_end(b)
			     : loops[(size_t)(b - bell) % LOOPS](b);

	last = (uint64_t)(b - bell);
	snprintf(b->said, sizeof b->said, "thread %d counts %llx until %llu",
		 (int)(b - bell), (unsigned long long)n,
		 (unsigned long long)(GetTimeBase() - begun));
	return NULL;
}

/* ---- the first thread */

static void ring(unsigned i)
{
	if (bell[i].put != &counter[i])
		bell[i].rung = 1;
	else
		mail_put(0, rank ^ 1, i, 8);
}

static void sleep_for(uint64_t cycles)
{
	uint64_t start = GetTimeBase();

	while (GetTimeBase() - start < cycles)
		;
}

static void round_of_bells(void)
{
	static word one = 1;
	pthread_t thread[THREADS];
	unsigned order[THREADS];
	uint64_t counts = 0;

	for (unsigned i = 0; i < THREADS; i++) {
		counter[i] = 8;
		bell[i].rung = 0;
		bell[i].put = i % 3 == 0 ? &counter[i] : &one;
		order[i] = i;
	}
	test_barrier();
	begun = GetTimeBase();
	for (unsigned i = 0; i < THREADS; i++)
		CHECK(pthread_create(&thread[i], NULL, wait_in, &bell[i]) == 0);
	sleep(seconds);
	for (unsigned i = THREADS; i > 0; i--) {
		unsigned k = (unsigned)pick(i), which = order[k];

		order[k] = order[i - 1];
		sleep_for(1 + pick(UINT64_C(1) << (4 + pick(17))));
		for (unsigned c = 0; c < THREADS; c++)
			counts = counts * 31 + bell[c].count;
		ring(which);
	}
	for (unsigned i = 0; i < THREADS; i++)
		CHECK(pthread_join(thread[i], NULL) == 0);
	for (unsigned i = 0; i < THREADS; i++)
		printf("rank %u %s\n", rank, bell[i].said);
	printf("rank %u has seen %llx\n", rank, (unsigned long long)counts);
	test_barrier();
}

int main(int argc, char **argv)
{
	mail_open();
	seed = (argc > 1 ? strtoull(argv[1], NULL, 10) : 1) * 1000003 + rank / 2;
	seconds = argc > 2 ? (unsigned)atoi(argv[2]) : 0;
	test_barrier();
	for (int i = 0; i < (seconds ? 1 : ROUNDS); i++)
		round_of_bells();
	return 0;
}
