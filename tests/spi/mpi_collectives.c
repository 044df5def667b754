/*
 * mpi_collectives.c - collectives of the small MPI on the world and on communicators of many
 * shapes, operations of all kinds, Cartesian topologies, and places on the torus.
 */
#include "mpi_test.h"

#include <mpix.h>

#define W    MPI_COMM_WORLD
#define MAX 600

static int rank, size; /* in the communicator under test */

static void broadcast(MPI_Comm c)
{
	static unsigned char buf[MAX * 4];

	for (int root = 0; root < size; root += 1 + size / 5)
		for (int n = 0; n <= (int)sizeof buf; n = n * 11 + 1) {
			memset(buf, 0, sizeof buf);
			if (rank == root)
				mpi_fill(buf, root, n, n);
			MPI_Bcast(buf, n, MPI_BYTE, root, c);
			CHECK(mpi_is(buf, root, n, n));
		}
}

/* 2x2 matrices modulo a prime: associative, not commutative. */
struct matrix {
	long m[4];
};

static void product(void *a, void *b, int *n, MPI_Datatype *type)
{
	struct matrix *x = a, *y = b;

	(void)type;
	for (int i = 0; i < *n; i++) {
		struct matrix z;

		for (int k = 0; k < 4; k++)
			z.m[k] = (x[i].m[k & 2] * y[i].m[k & 1] +
				  x[i].m[(k & 2) + 1] * y[i].m[2 + (k & 1)]) % 10007;
		y[i] = z;
	}
}

static struct matrix matrix_of(int r, int i)
{
	return (struct matrix){ { r + 1, i + 2, 3, r * i + 5 } };
}

static void own_operation(MPI_Comm c)
{
	struct matrix mine[3], got[3], want[3];
	MPI_Datatype type;
	MPI_Op op;
	int one = 1;

	MPI_Type_contiguous(4, MPI_LONG, &type);
	MPI_Type_commit(&type);
	MPI_Op_create(product, 0, &op);
	for (int i = 0; i < 3; i++) {
		mine[i] = matrix_of(rank, i);
		want[i] = matrix_of(size - 1, i);
		for (int r = size - 2; r >= 0; r--) {
			struct matrix m = matrix_of(r, i);

			product(&m, &want[i], &one, &type);
		}
	}
	for (int root = 0; root < size; root += 1 + size / 3) {
		memset(got, 0, sizeof got);
		MPI_Reduce(mine, got, 3, type, op, root, c);
		CHECK(rank != root || memcmp(got, want, sizeof got) == 0);
	}
	MPI_Allreduce(MPI_IN_PLACE, mine, 3, type, op, c);
	CHECK(memcmp(mine, want, sizeof got) == 0);
	MPI_Op_free(&op);
	MPI_Type_free(&type);
	CHECK(op == MPI_OP_NULL);
}

static void reduce(MPI_Comm c)
{
	long sum = (long)size * (size - 1) / 2;
	static double many[MAX], all[MAX];
	double d = rank + 0.5, top;
	struct {
		double value;
		int where;
	} pair = { rank % 7, rank }, best;
	unsigned bits = 1u << rank % 20, any;
	signed char small = (signed char)(rank % 5);
	float f = 2;
	int yes = rank != 0, both;

	for (int i = 0; i < MAX; i++)
		many[i] = rank + i;
	memset(all, 0, sizeof all);
	MPI_Reduce(many, all, MAX, MPI_DOUBLE, MPI_SUM, size - 1, c);
	for (int i = 0; rank == size - 1 && i < MAX; i++)
		CHECK(all[i] == (double)sum + (double)i * size);
	if (rank == size - 1)
		MPI_Reduce(MPI_IN_PLACE, many, MAX, MPI_DOUBLE, MPI_SUM, size - 1, c);
	else
		MPI_Reduce(many, NULL, MAX, MPI_DOUBLE, MPI_SUM, size - 1, c);
	CHECK(rank != size - 1 || memcmp(many, all, sizeof all) == 0);
	MPI_Allreduce(&d, &top, 1, MPI_DOUBLE, MPI_MAX, c);
	CHECK(top == size - 0.5);
	MPI_Allreduce(&pair, &best, 1, MPI_DOUBLE_INT, MPI_MAXLOC, c);
	CHECK(best.value == (size < 7 ? size - 1 : 6) && best.where == (int)best.value);
	MPI_Allreduce(&pair, &best, 1, MPI_DOUBLE_INT, MPI_MINLOC, c);
	CHECK(best.value == 0 && best.where == 0);
	MPI_Allreduce(&bits, &any, 1, MPI_UNSIGNED, MPI_BOR, c);
	CHECK(any == (size < 20 ? (1u << size) - 1 : 0xfffff));
	MPI_Allreduce(&bits, &any, 1, MPI_UNSIGNED, MPI_BAND, c);
	CHECK(any == (size == 1 ? 1 : 0));
	MPI_Allreduce(MPI_IN_PLACE, &small, 1, MPI_SIGNED_CHAR, MPI_MIN, c);
	CHECK(small == 0);
	MPI_Allreduce(&yes, &both, 1, MPI_INT, MPI_LAND, c);
	CHECK(!both);
	MPI_Allreduce(&yes, &both, 1, MPI_INT, MPI_LOR, c);
	CHECK(both == (size > 1));
	MPI_Allreduce(&yes, &both, 1, MPI_INT, MPI_LXOR, c);
	CHECK(both == (size - 1) % 2);
	MPI_Allreduce(MPI_IN_PLACE, &f, 1, MPI_FLOAT, MPI_PROD, c);
	CHECK(size > 100 || f == __builtin_powif(2, size));
}

static void gather(MPI_Comm c, int n)
{
	int *mine = malloc((size_t)n * sizeof *mine);
	int *all = malloc((size_t)(n * size) * sizeof *all);
	int *back = malloc((size_t)(n * size) * sizeof *all);
	int root = size / 2;
	MPI_Datatype every_other;

	for (int i = 0; i < n; i++)
		mine[i] = rank * 10000 + i;
	memset(all, 0, (size_t)(n * size) * sizeof *all);
	MPI_Gather(mine, n, MPI_INT, all, n, MPI_INT, root, c);
	for (int i = 0; rank == root && i < n * size; i++)
		CHECK(all[i] == i / n * 10000 + i % n);
	memset(mine, 0, (size_t)n * sizeof *mine);
	MPI_Scatter(all, n, MPI_INT, rank == root ? MPI_IN_PLACE : mine, n, MPI_INT, root, c);
	for (int i = 0; rank != root && i < n; i++)
		CHECK(mine[i] == rank * 10000 + i);

	for (int i = 0; i < n; i++)
		mine[i] = rank * 10000 + i;
	memset(all, 0, (size_t)(n * size) * sizeof *all);
	MPI_Allgather(mine, n, MPI_INT, all, n, MPI_INT, c);
	for (int i = 0; i < n * size; i++)
		CHECK(all[i] == i / n * 10000 + i % n);
	MPI_Type_vector(n, 1, 2, MPI_INT, &every_other);
	MPI_Type_commit(&every_other);
	if (n > 1) {
		int *wide = calloc((size_t)(2 * n), sizeof *wide);

		for (int i = 0; i < n; i++)
			wide[2 * i] = mine[i];
		memset(back, 0, (size_t)(n * size) * sizeof *back);
		MPI_Allgather(wide, 1, every_other, back, n, MPI_INT, c);
		CHECK(memcmp(all, back, (size_t)(n * size) * sizeof *all) == 0);
		free(wide);
	}
	MPI_Type_free(&every_other);

	for (int i = 0; i < n * size; i++)
		all[i] = rank * 10000 + i;
	MPI_Alltoall(all, n, MPI_INT, back, n, MPI_INT, c);
	for (int i = 0; i < n * size; i++)
		CHECK(back[i] == i / n * 10000 + rank * n + i % n);
	MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, n, MPI_INT, c);
	CHECK(memcmp(all, back, (size_t)(n * size) * sizeof *all) == 0);
	free(mine);
	free(all);
	free(back);
}

static void try_all(MPI_Comm c)
{
	MPI_Comm_rank(c, &rank);
	MPI_Comm_size(c, &size);
	broadcast(c);
	reduce(c);
	own_operation(c);
	gather(c, 1);
	gather(c, size < 6 ? 1100 : 30);
	MPI_Barrier(c);
}

/* Halves, thirds in reverse order, the last rank alone and none for rank 0, a duplicate;
 * messages of two communicators do not meet. */
static void shapes(void)
{
	MPI_Comm c, d;
	int r, global, v;

	MPI_Comm_split(W, mpi_rank % 2, 0, &c);
	MPI_Comm_rank(c, &r);
	CHECK(r == mpi_rank / 2);
	try_all(c);
	MPI_Comm_dup(c, &d);
	if (size > 1) {
		MPI_Request q;
		int a = 1, b = 2, x = 0, y = 0;

		MPI_Isend(&a, 1, MPI_INT, (rank + 1) % size, 0, c, &q);
		MPI_Send(&b, 1, MPI_INT, (rank + 1) % size, 0, d);
		MPI_Recv(&y, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, d, MPI_STATUS_IGNORE);
		MPI_Recv(&x, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, c, MPI_STATUS_IGNORE);
		MPI_Wait(&q, MPI_STATUS_IGNORE);
		CHECK(x == 1 && y == 2);
	}
	MPI_Comm_free(&c);
	CHECK(c == MPI_COMM_NULL);
	try_all(d);
	MPI_Comm_free(&d);

	MPI_Comm_split(W, mpi_rank % 3, -mpi_rank, &c);
	MPI_Comm_rank(c, &r);
	CHECK(MPIX_Comm_rank2global(c, r, &global) == MPI_SUCCESS && global == mpi_rank);
	CHECK(MPIX_Comm_rank2global(c, 0, &global) == MPI_SUCCESS && global >= mpi_rank);
	try_all(c);
	MPI_Comm_free(&c);

	MPI_Comm_split(W, mpi_rank == 0 ? MPI_UNDEFINED : mpi_rank == mpi_size - 1, 0, &c);
	CHECK((c == MPI_COMM_NULL) == (mpi_rank == 0));
	if (c != MPI_COMM_NULL) {
		try_all(c);
		MPI_Comm_free(&c);
	}
	/* Contexts are used again. */
	for (int i = 0; i < 2100 / mpi_size + 20; i++) {
		MPI_Comm_dup(W, &c);
		MPI_Comm_free(&c);
	}
	MPI_Allreduce(&mpi_rank, &v, 1, MPI_INT, MPI_SUM, MPI_COMM_SELF);
	CHECK(v == mpi_rank);
}

static int are(const int *d, int a, int b, int c)
{
	return d[0] == a && d[1] == b && (c == 0 || d[2] == c);
}

static void topology(void)
{
	int dims[3] = { 0, 0, 0 }, periods[3] = { 1, 0, 1 }, at[3], back, from, to, n = mpi_size;
	MPI_Comm cart;

	MPI_Dims_create(n, 3, dims);
	CHECK(dims[0] * dims[1] * dims[2] == n && dims[0] >= dims[1] && dims[1] >= dims[2]);
	MPI_Cart_create(W, 3, dims, periods, 1, &cart);
	MPI_Cart_coords(cart, mpi_rank, 3, at);
	MPI_Cart_rank(cart, at, &back);
	CHECK(back == mpi_rank);
	at[0] += dims[0];
	at[2] -= 2 * dims[2];
	MPI_Cart_rank(cart, at, &back);
	CHECK(back == mpi_rank);
	MPI_Cart_coords(cart, mpi_rank, 3, at);
	for (int d = 0; d < 3; d++) {
		int x[3] = { at[0], at[1], at[2] }, heard = -5;

		MPI_Cart_shift(cart, d, 1, &from, &to);
		x[d]++;
		if (!periods[d] && x[d] == dims[d]) {
			CHECK(to == MPI_PROC_NULL);
		} else {
			MPI_Cart_rank(cart, x, &back);
			CHECK(to == back);
		}
		MPI_Sendrecv(&mpi_rank, 1, MPI_INT, to, 0, &heard, 1, MPI_INT, from, 0, cart,
			     MPI_STATUS_IGNORE);
		CHECK(heard == (from == MPI_PROC_NULL ? -5 : from));
	}
	MPI_Comm_free(&cart);
	if (n > 2) { /* a rank too many */
		dims[0] = n - 1;
		MPI_Cart_create(W, 1, dims, periods, 0, &cart);
		CHECK((cart == MPI_COMM_NULL) == (mpi_rank == n - 1));
		if (cart != MPI_COMM_NULL)
			MPI_Comm_free(&cart);
	}
	memset(dims, 0, sizeof dims);
	MPI_Dims_create(12, 2, dims);
	CHECK(are(dims, 4, 3, 0));
	memset(dims, 0, sizeof dims);
	MPI_Dims_create(36, 3, dims);
	CHECK(are(dims, 4, 3, 3));
	dims[0] = 0, dims[1] = 3, dims[2] = 0;
	MPI_Dims_create(48, 3, dims);
	CHECK(are(dims, 4, 3, 4));
	dims[0] = dims[1] = dims[2] = 0;
	MPI_Dims_create(7, 3, dims);
	CHECK(are(dims, 7, 1, 1));
}

static void places(void)
{
	MPIX_Hardware_t hw;
	int at[6], r, dims, mine[6], length;
	char name[MPI_MAX_PROCESSOR_NAME], text[MPI_MAX_ERROR_STRING];

	CHECK(MPIX_Torus_ndims(&dims) == MPI_SUCCESS && dims == 5);
	CHECK(MPIX_Hardware(&hw) == MPI_SUCCESS);
	CHECK(hw.torus_dimension == 5 && hw.clockMHz == 1600 && hw.memSize == 16384);
	CHECK((int)hw.psize >= mpi_size && hw.coreID < hw.ppn);
	CHECK(MPIX_Rank2torus(mpi_rank, mine) == MPI_SUCCESS);
	for (int d = 0; d < 5; d++)
		CHECK(mine[d] == (int)hw.Coords[d] && mine[d] < (int)hw.Size[d]);
	CHECK(mine[5] == (int)hw.coreID);
	for (int i = 0; i < mpi_size; i++) {
		CHECK(MPIX_Rank2torus(i, at) == MPI_SUCCESS);
		CHECK(MPIX_Torus2rank(at, &r) == MPI_SUCCESS && r == i);
	}
	at[0] = (int)hw.Size[0];
	CHECK(MPIX_Torus2rank(at, &r) == MPI_ERR_RANK);
	CHECK(MPIX_Rank2torus(mpi_size, at) == MPI_ERR_RANK);
	MPI_Get_processor_name(name, &length);
	CHECK((int)strlen(name) == length && strstr(name, "Task ") &&
	      strstr(name, ")  R00-M"));
	MPI_Error_string(MPI_ERR_TRUNCATE, text, &length);
	CHECK((int)strlen(text) == length && length > 5);
	MPI_Query_thread(&length);
	CHECK(length == MPI_THREAD_SINGLE);
}

int main(int argc, char **argv)
{
	mpi_begin(&argc, &argv);
	try_all(W);
	try_all(MPI_COMM_SELF);
	shapes();
	topology();
	places();
	MPI_Barrier(W);
	printf("rank %d of %d: collectives done at %.3f us\n", mpi_rank, mpi_size,
	       MPI_Wtime() * 1e6);
	mpi_end();
	return 0;
}
