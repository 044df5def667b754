/*
 * mpi_vary.c - the small MPI: contributions of other lengths from each rank, scans, scattered
 * reductions, probes, sub-grids, and waiting for some of many.
 */
#include "mpi_test.h"

#define W    MPI_COMM_WORLD
#define MAX 64

static int at[MAX], count[MAX], all;

/* Rank r has r % 5 + 1 ints, but none if r % 7 is 3; a gap of one behind each. */
static void lengths(void)
{
	for (int r = 0; r < mpi_size; r++) {
		count[r] = r % 7 == 3 ? 0 : r % 5 + 1;
		at[r] = all;
		all += count[r] + 1;
	}
}

static int value(int from, int to, int i)
{
	return from * 10000 + to * 100 + i;
}

static void is_all_there(const int *got, int to)
{
	for (int r = 0; r < mpi_size; r++) {
		for (int i = 0; i < count[r]; i++)
			CHECK(got[at[r] + i] == value(r, to, i));
		CHECK(got[at[r] + count[r]] == -1);
	}
}

static void gathers(void)
{
	int mine[8], got[MAX * 8], root = mpi_size / 2;

	for (int i = 0; i < 8; i++)
		mine[i] = value(mpi_rank, 0, i);
	memset(got, -1, sizeof got);
	MPI_Gatherv(mine, count[mpi_rank], MPI_INT, got, count, at, MPI_INT, root, W);
	if (mpi_rank == root)
		is_all_there(got, 0);
	memset(mine, -1, sizeof mine);
	MPI_Scatterv(got, count, at, MPI_INT, mine, count[mpi_rank], MPI_INT, root, W);
	for (int i = 0; i < 8; i++)
		CHECK(mine[i] == (i < count[mpi_rank] ? value(mpi_rank, 0, i) : -1));
	memset(got, -1, sizeof got);
	memcpy(got + at[mpi_rank], mine, (size_t)count[mpi_rank] * sizeof *mine);
	MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_INT, got, count, at, MPI_INT, W);
	is_all_there(got, 0);
}

static void all_to_all(void)
{
	int out[MAX * 8], got[MAX * 8], same[MAX], places[MAX];

	for (int r = 0; r < mpi_size; r++) {
		same[r] = count[mpi_rank];
		places[r] = r * 8;
		for (int i = 0; i < 8; i++)
			out[r * 8 + i] = value(mpi_rank, r, i);
	}
	memset(got, -1, sizeof got);
	MPI_Alltoallv(out, same, places, MPI_INT, got, count, at, MPI_INT, W);
	is_all_there(got, mpi_rank);
}

/* Ranks a and b give each other as many: more of them, the further apart they are. */
static void all_to_all_in_place(void)
{
	int values[MAX * 8], counts[MAX], places[MAX];

	for (int r = 0; r < mpi_size; r++) {
		counts[r] = abs(r - mpi_rank) % 8;
		places[r] = r * 8;
		for (int i = 0; i < 8; i++)
			values[r * 8 + i] = value(mpi_rank, r, i);
	}
	MPI_Alltoallv(MPI_IN_PLACE, NULL, NULL, MPI_DATATYPE_NULL, values, counts, places, MPI_INT,
		      W);
	for (int r = 0; r < mpi_size; r++)
		for (int i = 0; i < 8; i++)
			CHECK(values[r * 8 + i] ==
			      (i < counts[r] ? value(r, mpi_rank, i) : value(mpi_rank, r, i)));
}

/* Odd ranks get doubles and even ones bytes, each where it is put, in bytes; then in place. */
static void all_to_all_of_types(void)
{
	signed char out[MAX * 16], got[MAX * 16];
	int counts[MAX], got_counts[MAX], at[MAX], got_at[MAX];
	MPI_Datatype types[MAX], got_types[MAX], *both;

	memset(got, -1, sizeof got);
	for (int r = 0; r < mpi_size; r++) {
		types[r] = r % 2 ? MPI_DOUBLE : MPI_BYTE;
		counts[r] = r % 2 ? 1 : 3;
		got_types[r] = mpi_rank % 2 ? MPI_DOUBLE : MPI_BYTE;
		got_counts[r] = mpi_rank % 2 ? 1 : 3;
		at[r] = 16 * r + 1;
		got_at[r] = 16 * (mpi_size - 1 - r) + 5;
		memset(out + at[r], (mpi_rank * 7 + r * 3) % 100, 8);
	}
	MPI_Alltoallw(out, counts, at, types, got, got_counts, got_at, got_types, W);
	for (int r = 0; r < mpi_size; r++)
		for (int i = 0; i < 8; i++)
			CHECK(got[got_at[r] + i] ==
			      (i < (mpi_rank % 2 ? 8 : 3) ? (r * 7 + mpi_rank * 3) % 100 : -1));
	both = types;
	for (int r = 0; r < mpi_size; r++) {
		both[r] = (r + mpi_rank) % 2 ? MPI_DOUBLE : MPI_BYTE;
		counts[r] = (r + mpi_rank) % 2 ? 1 : 3;
	}
	MPI_Alltoallw(MPI_IN_PLACE, NULL, NULL, NULL, out, counts, at, both, W);
	for (int r = 0; r < mpi_size; r++)
		for (int i = 0; i < 8; i++)
			CHECK(out[at[r] + i] == (i < ((r + mpi_rank) % 2 ? 8 : 3) ?
						 (r * 7 + mpi_rank * 3) % 100 :
						 (mpi_rank * 7 + r * 3) % 100));
}

static void reductions(void)
{
	int in[MAX * 8], got[8] = { 0 }, sum, before = -1, n = 0;

	for (int r = 0; r < mpi_size; r++)
		for (int i = 0; i < count[r]; i++)
			in[n++] = r + i;
	MPI_Reduce_scatter(in, got, count, MPI_INT, MPI_SUM, W);
	for (int i = 0; i < count[mpi_rank]; i++)
		CHECK(got[i] == (mpi_rank + i) * mpi_size);
	MPI_Reduce_scatter_block(in, got, 1, MPI_INT, MPI_MAX, W);
	CHECK(got[0] == in[mpi_rank]);
	MPI_Scan(&mpi_rank, &sum, 1, MPI_INT, MPI_SUM, W);
	CHECK(sum == mpi_rank * (mpi_rank + 1) / 2);
	MPI_Exscan(&mpi_rank, &before, 1, MPI_INT, MPI_SUM, W);
	CHECK(before == (mpi_rank ? mpi_rank * (mpi_rank - 1) / 2 : -1));
}

static void probes(void)
{
	int next = (mpi_rank + 1) % mpi_size, last = (mpi_rank - 1 + mpi_size) % mpi_size;
	static unsigned char out[9000], in[9000];
	MPI_Request r;
	MPI_Status s;
	int flag, n;

	for (int bytes = 0; bytes < (int)sizeof out; bytes = bytes * 7 + 5) {
		mpi_fill(out, mpi_rank, bytes, bytes);
		MPI_Isend(out, bytes, MPI_BYTE, next, 3, W, &r);
		do
			MPI_Iprobe(MPI_ANY_SOURCE, 3, W, &flag, &s);
		while (!flag);
		MPI_Probe(last, MPI_ANY_TAG, W, &s);
		MPI_Get_count(&s, MPI_BYTE, &n);
		CHECK(s.MPI_SOURCE == last && s.MPI_TAG == 3 && n == bytes);
		MPI_Recv(in, n, MPI_BYTE, last, 3, W, &s);
		CHECK(mpi_is(in, last, bytes, bytes));
		MPI_Wait(&r, MPI_STATUS_IGNORE);
	}
	MPI_Barrier(W);
	MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, W, &flag, &s);
	CHECK(!flag);
	n = mpi_rank;
	MPI_Sendrecv_replace(&n, 1, MPI_INT, next, 4, last, 4, W, &s);
	CHECK(n == last && s.MPI_SOURCE == last);
}

static void some(void)
{
	int got[4] = { 0 }, index[4], n = 0, done = 0, flag;
	MPI_Request r[4];

	for (int i = 0; i < 4; i++)
		MPI_Irecv(&got[i], 1, MPI_INT, mpi_rank, i, W, &r[i]);
	for (int i = 3; i >= 0; i--) {
		MPI_Testany(4, r, &n, &flag, MPI_STATUS_IGNORE);
		CHECK(!flag && n == MPI_UNDEFINED);
		MPI_Send(&i, 1, MPI_INT, mpi_rank, i, W);
		MPI_Waitsome(4, r, &n, index, MPI_STATUSES_IGNORE);
		CHECK(n == 1 && index[0] == i && got[i] == i);
		done += n;
	}
	MPI_Testsome(4, r, &n, index, MPI_STATUSES_IGNORE);
	CHECK(done == 4 && n == MPI_UNDEFINED);
	MPI_Testany(4, r, &n, &flag, MPI_STATUS_IGNORE);
	CHECK(flag && n == MPI_UNDEFINED);
}

static void grids(void)
{
	int dims[3] = { 0 }, got[3], periods[3] = { 1, 0, 1 }, coords[3], at_sub[2], sum, n;
	int keep[3] = { 1, 0, 1 }, expected = 0;
	MPI_Comm grid, plane;

	MPI_Dims_create(mpi_size, 3, dims);
	MPI_Cart_create(W, 3, dims, periods, 0, &grid);
	MPI_Cart_get(grid, 3, got, periods, coords);
	CHECK(!memcmp(got, dims, sizeof dims) && periods[0] == 1 && periods[1] == 0);
	MPI_Cart_sub(grid, keep, &plane);
	MPI_Cartdim_get(plane, &n);
	MPI_Cart_get(plane, 2, got, periods, at_sub);
	CHECK(n == 2 && got[0] == dims[0] && got[1] == dims[2]);
	CHECK(at_sub[0] == coords[0] && at_sub[1] == coords[2]);
	MPI_Allreduce(&mpi_rank, &sum, 1, MPI_INT, MPI_SUM, plane);
	for (int x = 0; x < dims[0]; x++)
		for (int z = 0; z < dims[2]; z++)
			expected += (x * dims[1] + coords[1]) * dims[2] + z;
	CHECK(sum == expected);
	MPI_Comm_free(&plane);
	MPI_Comm_free(&grid);
}

int main(int argc, char **argv)
{
	mpi_begin(&argc, &argv);
	CHECK(mpi_size <= MAX);
	lengths();
	gathers();
	all_to_all();
	all_to_all_in_place();
	all_to_all_of_types();
	reductions();
	probes();
	some();
	grids();
	printf("%d: %.0f\n", mpi_rank, MPI_Wtime() * 1.6e9);
	mpi_end();
	return 0;
}
