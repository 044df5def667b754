/*
 * mpi_messages.c - point to point in the small MPI: all lengths, order, wildcards, unexpected
 * messages, types, requests of all kinds, each rank with its neighbours in rank order.
 */
#include "mpi_test.h"

#define MAX 20000
#define W    MPI_COMM_WORLD

static unsigned char out[MAX], in[MAX + 1];
static int right, left;

static const int lengths[] = { 0, 1, 8, 31, 512, 513, 4096, 4097, MAX };
#define LENGTHS ((int)(sizeof lengths / sizeof *lengths))

/* Every length both ways at once, and to itself. */
static void all_lengths(void)
{
	for (int i = 0; i < LENGTHS; i++) {
		int n = lengths[i], count;
		MPI_Request r[2];
		MPI_Status s;

		mpi_fill(out, mpi_rank, i, n);
		memset(in, 0xee, sizeof in);
		MPI_Sendrecv(out, n, MPI_BYTE, right, i, in, MAX, MPI_BYTE, left, i, W, &s);
		CHECK(mpi_is(in, left, i, n) && in[n] == 0xee);
		MPI_Get_count(&s, MPI_BYTE, &count);
		CHECK(s.MPI_SOURCE == left && s.MPI_TAG == i && count == n);

		memset(in, 0xee, sizeof in);
		MPI_Irecv(in, n, MPI_BYTE, mpi_rank, 7, W, &r[0]);
		MPI_Isend(out, n, MPI_BYTE, mpi_rank, 7, W, &r[1]);
		MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
		CHECK(mpi_is(in, mpi_rank, i, n) && in[n] == 0xee);
		CHECK(r[0] == MPI_REQUEST_NULL && r[1] == MPI_REQUEST_NULL);
	}
}

/* Messages of one sender with one tag arrive in order, whatever their lengths, when all are
 * unexpected; a tag that is asked for first comes first. */
static void order(void)
{
	MPI_Request r[LENGTHS];
	int last = -1, flag;
	MPI_Status s;

	for (int i = 0; i < LENGTHS; i++) {
		unsigned char *p = malloc(MAX);

		mpi_fill(p, mpi_rank, i, lengths[i]);
		MPI_Isend(p, lengths[i], MPI_BYTE, right, 3, W, &r[i]);
	}
	MPI_Send(&mpi_rank, 1, MPI_INT, right, 4, W);
	MPI_Recv(&last, 1, MPI_INT, left, 4, W, MPI_STATUS_IGNORE);
	CHECK(last == left);
	for (int i = 0; i < LENGTHS; i++) {
		int count;

		MPI_Recv(in, MAX, MPI_BYTE, MPI_ANY_SOURCE, MPI_ANY_TAG, W, &s);
		MPI_Get_count(&s, MPI_BYTE, &count);
		CHECK(s.MPI_SOURCE == left && s.MPI_TAG == 3 && count == lengths[i]);
		CHECK(mpi_is(in, left, i, count));
	}
	do
		MPI_Testall(LENGTHS, r, &flag, MPI_STATUSES_IGNORE);
	while (!flag);
	CHECK(r[0] == MPI_REQUEST_NULL);
	MPI_Barrier(W); /* or rank 0 might hear more than its neighbour */
}

/* Rank 0 hears from all others, as they come, with two messages each in order. */
static void any_source(void)
{
	int *heard = calloc((size_t)mpi_size, sizeof *heard), value[2];
	MPI_Status s;

	if (mpi_rank != 0) {
		for (int i = 0; i < 2; i++) {
			value[0] = mpi_rank;
			value[1] = i;
			MPI_Send(value, 2, MPI_INT, 0, 10 + i, W);
		}
	} else {
		for (int i = 0; i < 2 * (mpi_size - 1); i++) {
			MPI_Recv(value, 2, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, W, &s);
			CHECK(s.MPI_SOURCE == value[0] && s.MPI_TAG == 10 + value[1]);
			CHECK(heard[value[0]]++ == value[1]);
		}
		for (int i = 1; i < mpi_size; i++)
			CHECK(heard[i] == 2);
	}
	free(heard);
	MPI_Barrier(W);
}

/* Waitany takes each request once; Test says when; PROC_NULL is done at once. */
static void requests(void)
{
	int values[3] = { -1, -1, -1 }, index, flag, seen = 0, count;
	MPI_Request r[4] = { MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL,
			     MPI_REQUEST_NULL }, one;
	MPI_Status s;

	for (int i = 0; i < 3; i++)
		MPI_Irecv(&values[i], 1, MPI_INT, left, 20 + i, W, &r[i]);
	for (int i = 2; i >= 0; i--) {
		int v = 100 * mpi_rank + i;

		MPI_Send(&v, 1, MPI_INT, right, 20 + i, W);
	}
	for (int i = 0; i < 3; i++) {
		MPI_Waitany(4, r, &index, &s);
		CHECK(s.MPI_TAG == 20 + index && values[index] == 100 * left + index);
		seen |= 1 << index;
	}
	CHECK(seen == 7);
	MPI_Waitany(4, r, &index, &s);
	CHECK(index == MPI_UNDEFINED);
	MPI_Test(&r[3], &flag, &s);
	MPI_Get_count(&s, MPI_INT, &count);
	CHECK(flag && s.MPI_SOURCE == MPI_ANY_SOURCE && s.MPI_TAG == MPI_ANY_TAG && count == 0);

	MPI_Irecv(in, 1, MPI_INT, left, 30, W, &one);
	MPI_Test(&one, &flag, &s);
	CHECK(!flag && one != MPI_REQUEST_NULL);
	MPI_Barrier(W);
	MPI_Isend(&mpi_rank, 1, MPI_INT, right, 30, W, &r[0]);
	MPI_Request_free(&r[0]);
	MPI_Wait(&one, MPI_STATUS_IGNORE);
	CHECK(*(int *)in == left);

	MPI_Recv(in, 4, MPI_BYTE, MPI_PROC_NULL, 1, W, &s);
	MPI_Get_count(&s, MPI_BYTE, &count);
	CHECK(s.MPI_SOURCE == MPI_PROC_NULL && s.MPI_TAG == MPI_ANY_TAG && count == 0);
	MPI_Send(out, 4, MPI_BYTE, MPI_PROC_NULL, 1, W);
}

static void persistent(void)
{
	MPI_Request r[2];
	MPI_Status s[2];

	MPI_Recv_init(in, MAX, MPI_BYTE, left, 40, W, &r[0]);
	MPI_Send_init(out, 6000, MPI_BYTE, right, 40, W, &r[1]);
	MPI_Wait(&r[0], &s[0]); /* not started: nothing to wait for */
	for (int i = 0; i < 5; i++) {
		mpi_fill(out, mpi_rank, i, 6000);
		if (i % 2) {
			MPI_Startall(2, r);
		} else {
			MPI_Start(&r[1]);
			MPI_Start(&r[0]);
		}
		MPI_Waitall(2, r, s);
		CHECK(s[0].MPI_SOURCE == left && mpi_is(in, left, i, 6000));
		CHECK(r[0] != MPI_REQUEST_NULL && r[1] != MPI_REQUEST_NULL);
	}
	MPI_Request_free(&r[0]);
	MPI_Request_free(&r[1]);
	CHECK(r[0] == MPI_REQUEST_NULL);
}

struct mixed {
	char c;
	double d[2];
	int i;
};

static void types_of_fortran(void)
{
	const struct {
		MPI_Datatype type;
		int size;
	} all[] = {
		{ MPI_CHARACTER, 1 }, { MPI_LOGICAL, 4 }, { MPI_INTEGER, 4 },
		{ MPI_INTEGER1, 1 }, { MPI_INTEGER2, 2 }, { MPI_INTEGER4, 4 },
		{ MPI_INTEGER8, 8 }, { MPI_REAL, 4 }, { MPI_REAL4, 4 }, { MPI_REAL8, 8 },
		{ MPI_DOUBLE_PRECISION, 8 }, { MPI_COMPLEX, 8 }, { MPI_COMPLEX8, 8 },
		{ MPI_COMPLEX16, 16 }, { MPI_DOUBLE_COMPLEX, 16 }, { MPI_2INTEGER, 8 },
		{ MPI_OFFSET, 8 },
	};
	int size;

	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		CHECK(MPI_Type_size(all[i].type, &size) == MPI_SUCCESS && size == all[i].size);
}

/* A column of a matrix, scattered pieces, a structure: to the same type and to bytes. */
static void types(void)
{
	enum { N = 40 };
	static double a[N][N], b[N][N];
	MPI_Datatype column, pieces, two, record;
	const int blocks[3] = { 1, 3, 2 }, at[3] = { 5, 0, 10 };
	const int lengths_of[3] = { 1, 2, 1 };
	const MPI_Aint places[3] = { offsetof(struct mixed, c), offsetof(struct mixed, d),
				     offsetof(struct mixed, i) };
	const MPI_Datatype kinds[3] = { MPI_CHAR, MPI_DOUBLE, MPI_INT };
	struct mixed mine[300], theirs[300];
	int size, count, elements, list[20], got[20];
	MPI_Aint extent, lb;
	MPI_Status s;

	MPI_Type_vector(N, 1, N, MPI_DOUBLE, &column);
	MPI_Type_commit(&column);
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			a[i][j] = mpi_rank * 10000 + i * 100 + j;
	MPI_Type_size(column, &size);
	MPI_Type_get_extent(column, &lb, &extent);
	CHECK(size == N * 8 && lb == 0 && extent == ((N - 1) * N + 1) * 8);
	MPI_Sendrecv(&a[0][3], 1, column, right, 1, &b[0][5], 1, column, left, 1, W, &s);
	for (int i = 0; i < N; i++)
		CHECK(b[i][5] == left * 10000 + i * 100 + 3 && b[i][4] == 0);
	MPI_Sendrecv(&a[0][2], 1, column, right, 1, b[7], N, MPI_DOUBLE, left, 1, W, &s);
	for (int i = 0; i < N; i++)
		CHECK(b[7][i] == left * 10000 + i * 100 + 2);
	MPI_Type_free(&column);
	CHECK(column == MPI_DATATYPE_NULL);

	MPI_Type_indexed(3, blocks, at, MPI_INT, &pieces);
	MPI_Type_commit(&pieces);
	for (int i = 0; i < 20; i++)
		list[i] = mpi_rank * 100 + i;
	memset(got, 0, sizeof got);
	MPI_Sendrecv(list, 1, pieces, right, 2, got, 6, MPI_INT, left, 2, W, &s);
	CHECK(got[0] == left * 100 + 5 && got[1] == left * 100 && got[3] == left * 100 + 2 &&
	      got[5] == left * 100 + 11);
	MPI_Sendrecv(list, 4, MPI_INT, right, 2, got, 1, pieces, left, 2, W, &s);
	CHECK(got[5] == left * 100 && got[2] == left * 100 + 3);
	MPI_Get_count(&s, pieces, &count);
	MPI_Get_elements(&s, pieces, &elements);
	CHECK(count == MPI_UNDEFINED && elements == 4);

	MPI_Type_create_struct(3, lengths_of, places, kinds, &record);
	MPI_Type_commit(&record);
	MPI_Type_extent(record, &extent);
	MPI_Type_size(record, &size);
	CHECK(extent == sizeof(struct mixed) && size == 21);
	memset(mine, 0, sizeof mine);
	memset(theirs, 0, sizeof theirs);
	for (int i = 0; i < 300; i++)
		mine[i] = (struct mixed){ (char)i, { mpi_rank, i * 0.5 }, mpi_rank + i };
	MPI_Type_contiguous(2, record, &two);
	MPI_Type_commit(&two);
	MPI_Type_free(&record);
	for (int n = 1; n <= 150; n += 149) { /* short, and longer than what goes unasked */
		MPI_Sendrecv(mine, n, two, right, 3, theirs, 150, two, left, 3, W, &s);
		MPI_Get_count(&s, two, &count);
		MPI_Get_elements(&s, two, &elements);
		CHECK(count == n && elements == 8 * n);
		for (int i = 0; i < 2 * n; i++)
			CHECK(theirs[i].c == (char)i && theirs[i].d[0] == left &&
			      theirs[i].d[1] == i * 0.5 && theirs[i].i == left + i);
	}
	MPI_Type_free(&two);
	MPI_Type_free(&pieces);
}

int main(int argc, char **argv)
{
	double begin;

	mpi_begin(&argc, &argv);
	right = (mpi_rank + 1) % mpi_size;
	left = (mpi_rank + mpi_size - 1) % mpi_size;
	begin = MPI_Wtime();
	all_lengths();
	order();
	any_source();
	requests();
	persistent();
	types();
	types_of_fortran();
	MPI_Barrier(W);
	printf("rank %d: %d to %d, %.3f us\n", mpi_rank, left, right,
	       (MPI_Wtime() - begin) * 1e6);
	CHECK(MPI_Wtick() > 0 && MPI_Wtick() < 1e-9);
	mpi_end();
	return 0;
}
