/*
 * put_bandwidth.c - direct puts from node to node, 4 KiB to 64 MiB, and memcpy of the
 * same size in turns with them: both read the same source and write to a buffer of
 * their own.  Prints "put_NKiB bytes/s memcpy's bytes/s", of the shortest times.
 */
#include "pair.h"

#define MOST_BYTES (64u << 20)
#define TRIES 15 /* unless argument 1 says other */
#define TOUCHED_BYTES (64u << 20) /* in one try */

static struct {
	volatile uint64_t counter;
} box __attribute__((aligned(64)));
static MUHWI_Descriptor_t descriptor __attribute__((aligned(64)));

static double seconds_since(uint64_t start)
{
	return (double)(GetTimeBase() - start) / CORE_HZ;
}

/* Node 0 times from its first put to when node 1, having counted the last one, comes
 * to the barrier. */
static double put_many(uint64_t bytes, unsigned n, int me)
{
	box.counter = bytes * n;
	pair_barrier();
	uint64_t start = GetTimeBase();

	if (me == 0)
		for (unsigned i = 0; i < n; i++)
			pair_inject(&descriptor);
	else
		while (box.counter != 0)
			;
	pair_barrier();
	return seconds_since(start);
}

static double copy_many(char *to, const char *from, uint64_t bytes, unsigned n)
{
	uint64_t start = GetTimeBase();

	for (unsigned i = 0; i < n; i++) {
		memcpy(to, from, bytes);
		__asm__ volatile("" : : "r"(to) : "memory");
	}
	return seconds_since(start);
}

int main(int argc, char **argv)
{
	int me = pair_me();
	char *source = malloc(MOST_BYTES), *target = malloc(MOST_BYTES);

	int tries = argc > 1 ? atoi(argv[1]) : TRIES;

	check(!source || !target, "memory");
	check(tries < 1, "argument: [TRIES]");
	memset(source, 1 + me, MOST_BYTES);
	memset(target, 3, MOST_BYTES);
	put_init((volatile uint64_t *)target, &box.counter);
	for (uint64_t bytes = 4096; bytes <= MOST_BYTES; bytes *= 2) {
		unsigned n = (unsigned)(TOUCHED_BYTES / bytes);
		double put = 1e9, copy = 1e9;

		n = n > 512 ? 512 : n;
		pair_put(&descriptor, source, bytes, 1);
		for (int i = 0; i < tries; i++) {
			double p = put_many(bytes, n, me), c = 1e9;

			if (me == 0)
				c = copy_many(target, source, bytes, n);
			put = p < put ? p : put;
			copy = c < copy ? c : copy;
		}
		/* Node 0's bytes, and none behind them. */
		check(me == 1 && (target[0] != 1 || memcmp(target, target + 1, bytes - 1) ||
				  (bytes < MOST_BYTES && target[bytes] != 3)), "payload");
		if (me == 0)
			printf("put_%lluKiB %.4g %.4g\n", (unsigned long long)bytes >> 10,
			       (double)bytes * n / put, (double)bytes * n / copy);
	}
	return 0;
}
