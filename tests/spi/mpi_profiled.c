/*
 * mpi_profiled.c - a halo exchange of few steps, whose parts take readings of the time base around
 * them, less what a reading takes: for test_profile.sh.  Prints "NAME CYCLES" as profiled.c does.
 * Parts are long beside the call of each, which is its caller's.
 */
#include "mpi_test.h"

#include <hwi/include/bqc/A2_inlines.h>

#define SIDE  128
#define FACES 4
#define NOINLINE static __attribute__((noinline))

typedef double plane_t[SIDE + 2][SIDE + 2];

static plane_t plane[2];
static double send[FACES][SIDE], got[FACES][SIDE];
static int neighbour[FACES];

NOINLINE void pack(plane_t a)
{
	for (int i = 1; i <= SIDE; i++) {
		send[0][i - 1] = a[1][i] / a[i][2];
		send[1][i - 1] = a[SIDE][i] / a[i][2];
		send[2][i - 1] = a[i][1];
		send[3][i - 1] = a[i][SIDE];
	}
}

NOINLINE void unpack(plane_t a)
{
	for (int i = 1; i <= SIDE; i++) {
		a[0][i] = got[0][i - 1] * a[i][2] / got[2][i - 1];
		a[SIDE + 1][i] = got[1][i - 1];
		a[i][0] = got[2][i - 1];
		a[i][SIDE + 1] = got[3][i - 1];
	}
}

NOINLINE void exchange(void)
{
	MPI_Request r[2 * FACES];

	for (int f = 0; f < FACES; f++)
		MPI_Irecv(got[f], SIDE, MPI_DOUBLE, neighbour[f], f, MPI_COMM_WORLD, &r[f]);
	for (int f = 0; f < FACES; f++)
		MPI_Isend(send[f], SIDE, MPI_DOUBLE, neighbour[f], f ^ 1, MPI_COMM_WORLD,
			  &r[FACES + f]);
	MPI_Waitall(2 * FACES, r, MPI_STATUSES_IGNORE);
}

NOINLINE void compute(plane_t to, plane_t a)
{
	for (int i = 1; i <= SIDE; i++)
		for (int j = 1; j <= SIDE; j++)
			to[i][j] = 1 + (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]) / 4;
}

NOINLINE double norm(plane_t a)
{
	double sum = 0, all;

	for (int i = 1; i <= SIDE; i++)
		sum += a[i][i] / a[1][i];
	MPI_Allreduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
	return all;
}

static uint64_t spent[6];

#define TIMED(i, call) do {                                                            \
		uint64_t begin_ = GetTimeBase();                                       \
		call;                                                                  \
		spent[i] += GetTimeBase() - begin_;                                    \
	} while (0)

int main(int argc, char **argv)
{
	static const char *const name[] = { "pack", "exchange", "unpack", "compute", "norm" };
	int dims[2] = { 0, 0 }, periods[2] = { 1, 1 };
	MPI_Comm grid;
	double sum = 0;

	mpi_begin(&argc, &argv);
	MPI_Dims_create(mpi_size, 2, dims);
	MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
	for (int d = 0; d < 2; d++)
		MPI_Cart_shift(grid, d, 1, &neighbour[2 * d], &neighbour[2 * d + 1]);
	for (int i = 0; i < SIDE + 2; i++)
		for (int j = 0; j < SIDE + 2; j++)
			plane[0][i][j] = 1 + i + j;
	for (int step = 0; step < atoi(argv[1]); step++) {
		TIMED(0, pack(plane[step & 1]));
		TIMED(1, exchange());
		TIMED(2, unpack(plane[step & 1]));
		TIMED(3, compute(plane[~step & 1], plane[step & 1]));
		TIMED(4, sum += norm(plane[~step & 1]));
		TIMED(5, (void)0);
	}
	for (int i = 0; i < 5; i++)
		printf("%s %lu\n", name[i], (unsigned long)(spent[i] - spent[5]));
	mpi_end();
	printf("main %lu\n", (unsigned long)GetTimeBase());
	return sum == 0;
}
