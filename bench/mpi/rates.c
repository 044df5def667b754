/*
 * rates.c - the patterns of bench/spi/rate_*.c and put_bandwidth.c with MPI between two
 * processes of this host, for comparison.  Prints lines "name rate": messages or bytes
 * a second, the best of many short measurements.
 */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WINDOW  64
#define WINDOWS 100
#define TRIES   200
#define LEAST_BYTES 4096
#define MOST_BYTES  (64u << 20)
#define BULK_TRIES  15
#define BULK_TOUCHED (64u << 20) /* bytes in one try */

static int me;
static MPI_Win win;
static uint64_t value = 1;
static char *source;
static unsigned bulk_bytes, bulk_puts;

/* Each is there before the next one. */
static void put_flush(void)
{
	for (int i = 0; me == 0 && i < WINDOWS * WINDOW; i++) {
		MPI_Put(&value, 8, MPI_BYTE, 1 - me, 0, 8, MPI_BYTE, win);
		MPI_Win_flush(1 - me, win);
	}
}

static void put_window(void)
{
	for (int i = 0; me == 0 && i < WINDOWS; i++) {
		for (int k = 0; k < WINDOW; k++)
			MPI_Put(&value, 8, MPI_BYTE, 1 - me, 0, 8, MPI_BYTE, win);
		MPI_Win_flush(1 - me, win);
	}
}

static void get_flush(void)
{
	for (int i = 0; me == 0 && i < WINDOWS * WINDOW; i++) {
		MPI_Get(&value, 8, MPI_BYTE, 1 - me, 0, 8, MPI_BYTE, win);
		MPI_Win_flush(1 - me, win);
	}
}

static void send_window(void)
{
	static uint64_t word[WINDOW];
	MPI_Request r[WINDOW];

	for (int i = 0; i < WINDOW; i++)
		MPI_Isend(&word[i], 8, MPI_BYTE, 1 - me, 0, MPI_COMM_WORLD, &r[i]);
	MPI_Waitall(WINDOW, r, MPI_STATUSES_IGNORE);
}

static void receive_window(void)
{
	static uint64_t word[WINDOW];
	MPI_Request r[WINDOW];

	for (int i = 0; i < WINDOW; i++)
		MPI_Irecv(&word[i], 8, MPI_BYTE, 1 - me, 0, MPI_COMM_WORLD, &r[i]);
	MPI_Waitall(WINDOW, r, MPI_STATUSES_IGNORE);
}

static void messages(void)
{
	for (int i = 0; i < WINDOWS; i++) {
		if (me)
			receive_window();
		send_window();
		if (!me)
			receive_window();
	}
}

static void put_bulk(void)
{
	int n = (int)bulk_bytes;

	for (unsigned i = 0; me == 0 && i < bulk_puts; i++)
		MPI_Put(source, n, MPI_BYTE, 1, 0, n, MPI_BYTE, win);
	if (me == 0)
		MPI_Win_flush(1, win);
}

static void measure(const char *name, void (*work)(void), int tries, double each)
{
	double best = 0;

	work();
	for (int i = 0; i < tries; i++) {
		MPI_Barrier(MPI_COMM_WORLD);
		double start = MPI_Wtime();

		work();
		double rate = each / (MPI_Wtime() - start);

		best = rate > best ? rate : best;
	}
	if (me == 0)
		printf("%s %.4g\n", name, best);
}

static void measure_bulk(void)
{
	char name[32];

	for (bulk_bytes = LEAST_BYTES; bulk_bytes <= MOST_BYTES; bulk_bytes *= 2) {
		bulk_puts = BULK_TOUCHED / bulk_bytes;
		bulk_puts = bulk_puts > 512 ? 512 : bulk_puts;
		snprintf(name, sizeof name, "put_%uKiB", bulk_bytes >> 10);
		measure(name, put_bulk, BULK_TRIES, (double)bulk_bytes * bulk_puts);
	}
}

int main(int argc, char **argv)
{
	void *base;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &me);
	MPI_Win_allocate(MOST_BYTES, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
	source = malloc(MOST_BYTES);
	if (!source)
		MPI_Abort(MPI_COMM_WORLD, 1);
	memset(source, 1, MOST_BYTES);
	memset(base, 2, MOST_BYTES);
	MPI_Win_lock_all(0, win);
	measure("put_flush", put_flush, TRIES, WINDOWS * WINDOW);
	measure("put_window", put_window, TRIES, WINDOWS * WINDOW);
	measure("get_flush", get_flush, TRIES, WINDOWS * WINDOW);
	measure("isend_irecv", messages, TRIES, 2 * WINDOWS * WINDOW);
	measure_bulk();
	MPI_Win_unlock_all(win);
	MPI_Win_free(&win);
	free(source);
	MPI_Finalize();
	return 0;
}
