/*
 * mpi_cores.c - ranks that share cores: each computes, sleeps, waits for messages and ends at times
 * of its own, and so does its second thread, on a hardware thread of its own, which spins
 * meanwhile for what the first one stores.  All that ranks print has times in it.
 * Usage: mpi_cores [SEED]
 */
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <hwi/include/bqc/A2_inlines.h>
#include <spi/include/kernel/location.h>

#define ROUNDS 10

static unsigned state, seen;
static volatile int flag;
static int rank, ranks;

static unsigned next(unsigned below)
{
	state = state * 1664525u + 1013904223u;
	return (state >> 8) % below;
}

static unsigned work(unsigned x, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		x = x * 1664525u + 1013904223u;
		if (x & 64)
			x ^= x >> 7;
	}
	return x;
}

static void *second(void *arg)
{
	(void)arg;
	for (int i = 1; i <= ROUNDS; i++) {
		while (flag < i)
			;
		seen = work(seen, 300 * (unsigned)(rank % 4));
		if ((rank + i) % 7 == 0)
			usleep(4);
	}
	return NULL;
}

static int exchange(int round)
{
	int to = (rank + 1 + round) % ranks, from = (rank - 1 - round + 2 * ranks) % ranks;
	int mine = (int)next(1000), got;

	MPI_Sendrecv(&mine, 1, MPI_INT, to, 0, &got, 1, MPI_INT, from, 0, MPI_COMM_WORLD,
		     MPI_STATUS_IGNORE);
	return got;
}

static void round_of(int round, long long *sum)
{
	seen = work(seen, 200 + next(3000));
	if (next(4) == 0)
		usleep(1 + next(9));
	*sum += exchange(round);
	flag = round + 1;
	if (round % 4 == 3)
		MPI_Allreduce(MPI_IN_PLACE, sum, 1, MPI_LONG_LONG, MPI_SUM, MPI_COMM_WORLD);
	printf("%d %d %llu\n", rank, round, (unsigned long long)GetTimeBase());
}

int main(int argc, char **argv)
{
	pthread_t thread;
	long long sum = 0;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	state = 1 + (unsigned)rank + 1000 * (argc > 1 ? (unsigned)atoi(argv[1]) : 0);
	int two = Kernel_ProcessorCount() > 1 && !pthread_create(&thread, NULL, second, NULL);

	for (int round = 0; round < ROUNDS; round++)
		round_of(round, &sum);
	MPI_Finalize();
	if (rank % 3 == 0)
		seen = work(seen, 1000 * (unsigned)(rank % 16));
	if (two)
		pthread_join(thread, NULL);
	printf("%d ends %llu %lld %u\n", rank, (unsigned long long)GetTimeBase(), sum, seen);
	return 0;
}
