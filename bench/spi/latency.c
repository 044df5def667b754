/*
 * latency.c - the spread of a message's latency: a direct put of 8 bytes between nodes
 * <0,0,0,0,0> and <0,0,0,0,1>, there and back, each round trip timed by itself.  For
 * --clock=real beside --clock=virtual: what the host adds to the machine's time.
 * Usage: latency [ROUNDS], 10,000 by default.
 *
 * Prints one line: half a round trip in ns, at the median and the percentiles 1, 10, 90
 * and 99.
 */
#include "pair.h"

#define ROUNDS 10000
#define WARM_UP 200
#define NS_PER_CYCLE 0.625

static struct {
	volatile uint64_t counter; /* of the bytes that are still to come */
	volatile uint64_t received;
	uint64_t send;
} box __attribute__((aligned(64)));

static MUHWI_Descriptor_t descriptor __attribute__((aligned(64)));

static void await(void)
{
	while (box.counter != 0)
		;
	box.counter = sizeof box.send;
}

static uint64_t round_trip(int me)
{
	uint64_t start = GetTimeBase();

	if (me == 0)
		pair_inject(&descriptor);
	await();
	if (me != 0)
		pair_inject(&descriptor);
	return GetTimeBase() - start;
}

static int shorter(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

int main(int argc, char **argv)
{
	unsigned rounds = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : ROUNDS;
	uint64_t *cycles = calloc(rounds, sizeof *cycles);
	int me = pair_me();

	check(!rounds || !cycles, "usage: latency [ROUNDS]");
	box.counter = sizeof box.send;
	put_init(&box.received, &box.counter);
	pair_put(&descriptor, &box.send, sizeof box.send, !me);
	pair_barrier();
	for (unsigned i = 0; i < WARM_UP; i++)
		round_trip(me);
	for (unsigned i = 0; i < rounds; i++)
		cycles[i] = round_trip(me);
	if (me != 0)
		return 0;
	qsort(cycles, rounds, sizeof *cycles, shorter);
	static const struct { const char *name; unsigned percent; } shown[] = {
		{ "median", 50 }, { "1%", 1 }, { "10%", 10 }, { "90%", 90 }, { "99%", 99 },
	};

	for (unsigned i = 0; i < sizeof shown / sizeof *shown; i++)
		printf("%s%s %.1f", i ? ", " : "half a round trip, ns: ", shown[i].name,
		       (double)cycles[(uint64_t)rounds * shown[i].percent / 100] / 2 *
			       NS_PER_CYCLE);
	printf("\n");
	return 0;
}
