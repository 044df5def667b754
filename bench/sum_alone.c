/*
 * sum_alone.c - what copies and arithmetic of long allreduces cost on the host, and nothing
 * else: each node's doubles are added to the sum, some packets at a time, and the sum is
 * copied to each node.  For bench/collective.sh.
 * Usage: sum_alone NODES BYTES ROUNDS; prints ns for a node and packet, least of all rounds.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../coll/alu.h"

#define PACKET 512
#define RUN (32 * PACKET)

static double now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void allreduce(unsigned char *const mine[], unsigned char *const sum[], size_t nodes,
		      size_t bytes)
{
	static unsigned char part[2][RUN] __attribute__((aligned(64)));

	for (size_t at = 0; at < bytes; at += RUN) {
		size_t n = bytes - at < RUN ? bytes - at : RUN;
		const void *in[2] = { mine[0] + at, NULL };

		for (size_t i = 1; i < nodes; i++) {
			in[1] = mine[i] + at;
			coll_combine(COLL_FP_ADD, 8, 2, in, part[i & 1], n);
			in[0] = part[i & 1];
		}
		for (size_t i = 0; i < nodes; i++)
			memcpy(sum[i] + at, in[0], n);
	}
}

int main(int argc, char **argv)
{
	if (argc != 4)
		return 2;
	size_t nodes = strtoull(argv[1], NULL, 0), bytes = strtoull(argv[2], NULL, 0);
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
