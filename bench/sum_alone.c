/*
 * sum_alone.c - what copies and arithmetic of long allreduces cost on the host, and nothing
 * else: up a binomial tree, as class routes are on a machine of 2 nodes in each dimension,
 * a node's doubles and the sums of those below it become its sum, some packets at a time;
 * the root's is copied to each node.  For bench/collective.sh.
 * Usage: sum_alone NODES BYTES ROUNDS, NODES a power of two up to 2^11; prints ns for a
 * node and packet, least of all rounds.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "coll/alu.h"

#define PACKET 512
#define RUN (32 * PACKET)

static double now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* The sum of node and of those below it, whose numbers add one of the lowest bits; it is in
 * sum, or, if there is none, in its own memory. */
static const void *sum_of(unsigned char *const mine[], size_t node, unsigned bits, size_t at,
			  size_t bytes, unsigned char (*sum)[RUN])
{
	const void *in[COLL_INPUTS] = { mine[node] + at };
	unsigned count = 1;

	for (unsigned b = 0; b < bits; b++)
		in[count++] = sum_of(mine, node | (size_t)1 << b, b, at, bytes, sum + 1 + b);
	if (count == 1)
		return in[0];
	coll_combine(COLL_FP_ADD, 8, count, in, sum, bytes);
	return sum;
}

static void allreduce(unsigned char *const mine[], unsigned char *const to[], size_t nodes,
		      size_t bytes)
{
	/* Node's sum, and those of the ones below it: bits of them, and theirs. */
	static unsigned char sum[COLL_INPUTS * COLL_INPUTS][RUN] __attribute__((aligned(64)));

	for (size_t at = 0; at < bytes; at += RUN) {
		size_t n = bytes - at < RUN ? bytes - at : RUN;
		const void *all = sum_of(mine, 0, (unsigned)__builtin_ctzll(nodes), at, n, sum);

		for (size_t i = 0; i < nodes; i++)
			memcpy(to[i] + at, all, n);
	}
}

int main(int argc, char **argv)
{
	size_t nodes = argc == 4 ? strtoull(argv[1], NULL, 0) : 0;
	size_t bytes = argc == 4 ? strtoull(argv[2], NULL, 0) : 0;

	if (!nodes || nodes & (nodes - 1) || nodes >> 11 > 1)
		return 2;
	unsigned char **mine = calloc(nodes, sizeof *mine), **sum = calloc(nodes, sizeof *sum);
	double best = 1e300;

	for (size_t i = 0; mine && sum && i < nodes; i++) {
		mine[i] = aligned_alloc(4096, bytes);
		sum[i] = aligned_alloc(4096, bytes);
		if (!mine[i] || !sum[i])
			return 1;
		for (size_t k = 0; k < bytes / sizeof(double); k++)
			((double *)mine[i])[k] = (double)i + 1;
		memset(sum[i], 0, bytes);
	}
	for (int r = 0; r < atoi(argv[3]); r++) {
		double t = now_ns();

		allreduce(mine, sum, nodes, bytes);
		t = now_ns() - t;
		best = t < best ? t : best;
	}
	printf("%.1f\n", best / (double)nodes / ((double)bytes / PACKET));
	return ((double *)sum[nodes - 1])[0] != (double)nodes * ((double)nodes + 1) / 2;
}
