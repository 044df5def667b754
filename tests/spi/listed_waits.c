/*
 * listed_waits.c - processes of a node that wait in a progress loop which takes each object out of
 * a list, asks it, and puts it back, as libraries do: between two looks memory differs from what it
 * is at the loop's head.  Now and then one looks at the lists of the others through the addresses
 * that all processes share, and rings them.  All print what they have seen, and when.
 * Pins that this is the same however it is carried out; not how long it takes the host.
 * Usage: listed_waits [SEED [SECONDS]]   SECONDS: the first process sleeps so long before it rings
 */
#include "spi_test.h"

#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <hwi/include/bqc/A2_inlines.h>
#include <spi/include/kernel/memory.h>
#include <spi/include/kernel/process.h>
#include <spi/include/l2/atomic.h>

#define NOINLINE __attribute__((noinline))
#define PROCESSES 64
#define OBJECTS   3
#define PHASES    9
typedef volatile uint64_t word;

struct object {
	struct object *next;
	uint64_t asked;
};

static struct desk {
	struct object *first, *last;
	uint64_t asked; /* in this phase */
	struct object object[OBJECTS];
} desk __attribute__((aligned(128)));

/* Memory of all processes of a node. */
static struct shared {
	word rung, met; /* L2 atomics */
	word phase __attribute__((aligned(128)));
	struct desk *desk[PROCESSES];
} *shared;

static uint32_t rank, t, processes;
static uint64_t seed;
static char said[8192];
static size_t told;

static uint64_t pick(uint64_t below)
{
	seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (seed >> 33) % below;
}

/* ---- the list */

static void put_back(struct object *o)
{
	o->next = NULL;
	if (desk.last)
		desk.last->next = o;
	else
		desk.first = o;
	desk.last = o;
}

static struct object *take(void)
{
	struct object *o = desk.first;

	desk.first = o->next;
	if (!desk.first)
		desk.last = NULL;
	return o;
}

enum { PLAIN, ATOMIC, COUNTS, COUNTS_ALL, LOOKS, WAYS };

static NOINLINE bool is_rung(uint64_t phase, bool atomic)
{
	for (int i = 0; i < 4; i++) {
		uint64_t rung = atomic ? L2_AtomicLoad(&shared->rung) : shared->phase;

		if (rung == phase)
			return true;
	}
	return false;
}

static bool (*volatile ask)(uint64_t phase, bool atomic) = is_rung;

/* One at each neighbour's desk, too. */
static uint64_t look(unsigned way)
{
	const volatile struct desk *other = shared->desk[(t + 1) % processes];

	return way == LOOKS ? other->asked : 0;
}

static NOINLINE bool advance(uint64_t phase, unsigned way, uint64_t *seen)
{
	bool rung = false;

	for (int i = 0; i < OBJECTS && !rung; i++) {
		struct object *o = take();

		rung = ask(phase, way != PLAIN);
		put_back(o);
		o->asked += way == COUNTS_ALL;
	}
	desk.asked += way >= COUNTS;
	*seen |= look(way);
	return rung;
}

static void wait_for(uint64_t phase, unsigned way)
{
	uint64_t seen = 0;

	desk.asked = 0;
	while (!advance(phase, way, &seen))
		;
	told += (size_t)snprintf(said + told, sizeof said - told, " %u %llu %llx", way,
				 (unsigned long long)desk.asked, (unsigned long long)seen);
}

/* ---- the one that rings */

static int place_of(const struct desk *d, const struct object *o)
{
	return o ? (int)(o - d->object) : -1;
}

static void peek(uint32_t other)
{
	const struct desk *d = shared->desk[other];

	told += (size_t)snprintf(said + told, sizeof said - told, " (%u: %d %d %llu)", other,
				 place_of(d, *(struct object *const volatile *)&d->first),
				 place_of(d, *(struct object *const volatile *)&d->last),
				 (unsigned long long)*(const volatile uint64_t *)&d->asked);
}

static void ring(uint64_t phase, uint64_t seconds)
{
	if (seconds)
		sleep((unsigned)seconds);
	else if (pick(2))
		usleep((unsigned)pick(300));
	else
		Delay(pick(60000));
	for (uint64_t looks = pick(3); looks; looks--)
		peek((uint32_t)pick(processes));
	L2_AtomicStore(&shared->rung, phase);
	if (pick(2))
		peek((uint32_t)pick(processes));
	shared->phase = phase;
}

/* ---- */

static void meet(void)
{
	uint64_t last = L2_AtomicLoadIncrement(&shared->met) / processes * processes + processes;

	while (L2_AtomicLoad(&shared->met) < last)
		;
}

static void open_desk(void)
{
	void *pa = (void *)test_physical(&desk), *va;

	for (int i = 0; i < OBJECTS; i++)
		put_back(&desk.object[i]);
	CHECK(Kernel_Physical2GlobalVirtual(pa, &va) == 0);
	shared->desk[t] = va;
	meet();
}

static void share(void)
{
	int fd = shm_open("/listed", O_RDWR | O_CREAT, 0600);

	CHECK(fd >= 0 && ftruncate(fd, sizeof *shared) == 0);
	shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	CHECK(shared != MAP_FAILED);
	CHECK(Kernel_L2AtomicsAllocate((void *)(uintptr_t)shared, sizeof *shared) == 0);
}

int main(int argc, char **argv)
{
	uint64_t seconds = argc > 2 ? strtoul(argv[2], NULL, 0) : 0;

	rank = Kernel_GetRank();
	t = Kernel_MyTcoord();
	processes = Kernel_ProcessCount();
	seed = argc > 1 ? strtoul(argv[1], NULL, 0) : 1;
	share();
	open_desk();
	for (uint64_t phase = 1; phase <= (seconds ? 1 : PHASES); phase++) {
		uint32_t ringer = seconds ? 0 : (uint32_t)pick(processes);
		uint64_t common = seed;

		seed += rank * 977 + phase;
		if (t == ringer)
			ring(phase, seconds);
		else if (!seconds && !pick(6)) /* computes, or sleeps, meanwhile */
			pick(2) ? (void)usleep((unsigned)pick(200)) : Delay(pick(100000));
		else
			wait_for(phase, (unsigned)pick(seconds ? LOOKS : WAYS));
		seed = common;
		meet();
		if (t == 0 && phase % 2)
			test_barrier();
		told += (size_t)snprintf(said + told, sizeof said - told, " at %llu;",
					 (unsigned long long)GetTimeBase());
	}
	printf("rank %u:%s\n", rank, said);
	return 0;
}
