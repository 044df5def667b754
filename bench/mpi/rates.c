/*
 * rates.c - the patterns of bench/spi/rate_*.c with MPI between two processes of this
 * host, for comparison.  Prints the same lines: "put_8B rate", ...
 */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define WINDOW  64
#define WINDOWS 100
#define TRIES   200

static int me;
static MPI_Win win;
static uint64_t value = 1;

/* Each is there before the next one. */
static void put(void)
{
	for (int i = 0; me == 0 && i < WINDOWS * WINDOW; i++) {
		MPI_Put(&value, 8, MPI_BYTE, 1 - me, 0, 8, MPI_BYTE, win);
		MPI_Win_flush(1 - me, win);
	}
}

static void get(void)
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

static void measure(const char *name, void (*work)(void), double each)
{
	double best = 0;

	work();
	for (int i = 0; i < TRIES; i++) {
		MPI_Barrier(MPI_COMM_WORLD);
		double start = MPI_Wtime();

		work();
		double rate = each / (MPI_Wtime() - start);

		best = rate > best ? rate : best;
	}
	if (me == 0)
		printf("%s %.4g\n", name, best);
}

int main(int argc, char **argv)
{
	void *base;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &me);
	MPI_Win_allocate(4096, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
	MPI_Win_lock_all(0, win);
	measure("put_8B", put, 1.0 * WINDOWS * WINDOW);
	measure("get_8B", get, 1.0 * WINDOWS * WINDOW);
	measure("fifo_8B", messages, 2.0 * WINDOWS * WINDOW);
	MPI_Win_unlock_all(win);
	MPI_Win_free(&win);
	MPI_Finalize();
	return 0;
}
