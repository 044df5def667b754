/*
 * mpi_groups.c - the small MPI: groups and communicators of them, sends that wait for their
 * receive, and a program that stands between its calls and MPI, as profiling libraries do.
 */
#include "mpi_test.h"

#include <mpix.h>
#include <unistd.h>

#define W MPI_COMM_WORLD

static int sends, exchanges;

int MPI_Send(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm)
{
	sends++;
	return PMPI_Send(buf, count, type, dest, tag, comm);
}

int MPI_Sendrecv(const void *out, int outs, MPI_Datatype out_type, int dest, int out_tag,
		 void *in, int ins, MPI_Datatype in_type, int source, int in_tag, MPI_Comm comm,
		 MPI_Status *status)
{
	exchanges++;
	return PMPI_Sendrecv(out, outs, out_type, dest, out_tag, in, ins, in_type, source,
			     in_tag, comm, status);
}

static void profile(void)
{
	int next = (mpi_rank + 1) % mpi_size, last = (mpi_rank + mpi_size - 1) % mpi_size;
	int got = -1;
	MPI_Request r;

	MPI_Irecv(&got, 1, MPI_INT, last, 3, W, &r);
	MPI_Send(&mpi_rank, 1, MPI_INT, next, 3, W);
	MPI_Wait(&r, MPI_STATUS_IGNORE);
	CHECK(got == last && sends == 1);
	MPI_Sendrecv_replace(&got, 1, MPI_INT, next, 4, last, 4, W, MPI_STATUS_IGNORE);
	CHECK(got == (last + mpi_size - 1) % mpi_size);
	CHECK(exchanges == 0); /* MPI's own calls go past the program */
}

static void groups(void)
{
	MPI_Group all, even, odd, none;
	MPI_Comm half, dup, back;
	int ranks[64], to[64], n = 0, size, rank, result;

	for (int i = 0; i < mpi_size; i += 2)
		ranks[n++] = i;
	MPI_Comm_group(W, &all);
	MPI_Group_incl(all, n, ranks, &even);
	MPI_Group_excl(all, n, ranks, &odd);
	MPI_Group_size(even, &size);
	MPI_Group_rank(even, &rank);
	CHECK(size == n && rank == (mpi_rank % 2 ? MPI_UNDEFINED : mpi_rank / 2));
	MPI_Group_size(odd, &size);
	CHECK(size == mpi_size - n);
	MPI_Group_translate_ranks(all, n, ranks, even, to);
	for (int i = 0; i < n; i++)
		CHECK(to[i] == i);
	MPI_Group_translate_ranks(even, n, to, all, to);
	for (int i = 0; i < n; i++)
		CHECK(to[i] == ranks[i]);
	MPI_Group_translate_ranks(all, 1, ranks, odd, to);
	CHECK(to[0] == MPI_UNDEFINED);

	MPI_Comm_create(W, mpi_rank % 2 ? odd : even, &half);
	CHECK(half != MPI_COMM_NULL);
	MPI_Comm_size(half, &size);
	MPI_Comm_rank(half, &rank);
	CHECK(size == (mpi_rank % 2 ? mpi_size - n : n) && rank == mpi_rank / 2);
	MPI_Allreduce(&mpi_rank, &result, 1, MPI_INT, MPI_SUM, half);
	CHECK(result == size * (size - 1) + mpi_rank % 2 * size);
	MPI_Group_incl(all, 0, ranks, &none);
	CHECK(none == MPI_GROUP_EMPTY);
	MPI_Comm_create(W, none, &back);
	CHECK(back == MPI_COMM_NULL);

	MPI_Comm_dup(W, &dup);
	MPI_Comm_split(W, 0, -mpi_rank, &back);
	MPI_Comm_compare(W, W, &result);
	CHECK(result == MPI_IDENT);
	MPI_Comm_compare(W, dup, &result);
	CHECK(result == MPI_CONGRUENT);
	MPI_Comm_compare(W, back, &result);
	CHECK(result == (mpi_size > 1 ? MPI_SIMILAR : MPI_CONGRUENT));
	MPI_Comm_compare(W, half, &result);
	CHECK(result == (mpi_size > 1 ? MPI_UNEQUAL : MPI_CONGRUENT));
	MPI_Comm_free(&half);
	MPI_Comm_free(&dup);
	MPI_Comm_free(&back);
	MPI_Group_free(&even);
	MPI_Group_free(&odd);
	MPI_Group_free(&none);
	MPI_Group_free(&all);
	CHECK(all == MPI_GROUP_NULL && none == MPI_GROUP_NULL);
}

/* Ranks of a node have the same coordinates A to E. */
static void node(void)
{
	int place[64][6], size, n = 0;
	MPI_Comm shared;

	MPIX_Rank2torus(mpi_rank, place[mpi_rank]);
	MPI_Allgather(MPI_IN_PLACE, 0, MPI_INT, place, 6, MPI_INT, W);
	for (int i = 0; i < mpi_size; i++)
		n += memcmp(place[i], place[mpi_rank], 5 * sizeof(int)) == 0;
	MPI_Comm_split_type(W, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &shared);
	MPI_Comm_size(shared, &size);
	CHECK(size == n);
	MPI_Comm_free(&shared);
}

static void synchronous(void)
{
	static const int lengths[] = { 0, 8, 512, 4096, 4097 };
	int peer = mpi_rank ^ 1;
	unsigned char *p;
	MPI_Request r;

	MPI_Alloc_mem(5000, MPI_INFO_NULL, &p);
	for (size_t i = 0; i < sizeof lengths / sizeof *lengths && peer < mpi_size; i++) {
		double start = MPI_Wtime();
		int n = lengths[i], flag;

		if (mpi_rank > peer) {
			usleep(200);
			MPI_Recv(p, n, MPI_BYTE, peer, 5, W, MPI_STATUS_IGNORE);
			CHECK(mpi_is(p, peer, n, n));
			usleep(200);
			MPI_Recv(p, n, MPI_BYTE, peer, 6, W, MPI_STATUS_IGNORE);
			CHECK(mpi_is(p, peer, n + 1, n));
			MPI_Send(p, 0, MPI_BYTE, peer, 7, W);
			continue;
		}
		mpi_fill(p, mpi_rank, n, n);
		MPI_Ssend(p, n, MPI_BYTE, peer, 5, W);
		CHECK(MPI_Wtime() - start > 200e-6);
		mpi_fill(p, mpi_rank, n + 1, n);
		MPI_Issend(p, n, MPI_BYTE, peer, 6, W, &r);
		MPI_Test(&r, &flag, MPI_STATUS_IGNORE);
		CHECK(!flag);
		MPI_Wait(&r, MPI_STATUS_IGNORE);
		CHECK(MPI_Wtime() - start > 400e-6);
		MPI_Recv(p, 0, MPI_BYTE, peer, 7, W, MPI_STATUS_IGNORE);
	}
	MPI_Free_mem(p);
}

/* Ranks by their I/O node, which is one for all; and the torus as a grid. */
static void by_io_node(void)
{
	int rank, size, hops, link, dims[6], wraps[6], coords[6], here[6], most = 0;
	MPI_Comm same, diff, grid;
	MPIX_Hardware_t hw;

	MPIX_Hardware(&hw);
	MPIX_Pset_io_node(&link, &hops);
	CHECK(link == MPIX_IO_link_id() && hops == MPIX_IO_distance() && hops > 0);
	CHECK(MPIX_Pset_same_comm_create(&same) == MPI_SUCCESS);
	MPI_Comm_size(same, &size);
	MPI_Comm_rank(same, &rank);
	CHECK(size == mpi_size);
	/* The nearest is first. */
	if (rank > 0)
		MPI_Recv(&most, 1, MPI_INT, rank - 1, 0, same, MPI_STATUS_IGNORE);
	CHECK(hops >= most);
	if (rank < size - 1)
		MPI_Send(&hops, 1, MPI_INT, rank + 1, 0, same);
	CHECK(MPIX_Pset_diff_comm_create_from_parent(W, &diff) == MPI_SUCCESS);
	MPI_Comm_size(diff, &size);
	CHECK(size == 1);
	if (MPIX_Cart_comm_create(&grid) == MPI_SUCCESS) {
		CHECK((unsigned)mpi_size == hw.psize);
		MPI_Cart_get(grid, 6, dims, wraps, coords);
		MPIX_Rank2torus(mpi_rank, here);
		for (int d = 0; d < 6; d++)
			CHECK(coords[d] == here[d] && here[d] < dims[d]);
		MPI_Comm_free(&grid);
	} else {
		CHECK((unsigned)mpi_size < hw.psize && grid == MPI_COMM_NULL);
	}
	MPI_Comm_free(&same);
	MPI_Comm_free(&diff);
}

/* Ranks of all are found in a time that grows with their number, not with its square. */
static void translations(void)
{
	int ranks[1024], to[1024];
	MPI_Group all, back;
	MPI_Comm reverse;
	double begin;

	MPI_Comm_split(W, 0, mpi_size - mpi_rank, &reverse);
	MPI_Comm_group(W, &all);
	MPI_Comm_group(reverse, &back);
	for (int i = 0; i < mpi_size; i++)
		ranks[i] = i;
	begin = MPI_Wtime();
	MPI_Group_translate_ranks(all, mpi_size, ranks, back, to);
	for (int i = 0; i < mpi_size; i++)
		CHECK(to[i] == mpi_size - 1 - i);
	MPI_Group_translate_ranks(back, mpi_size, ranks, all, to);
	for (int i = 0; i < mpi_size; i++)
		CHECK(to[i] == mpi_size - 1 - i);
	CHECK(MPI_Wtime() - begin < 1e-6 + mpi_size * 0.25e-6);
	MPI_Group_free(&all);
	MPI_Group_free(&back);
	MPI_Comm_free(&reverse);
}

int main(int argc, char **argv)
{
	mpi_begin(&argc, &argv);
	profile();
	groups();
	node();
	synchronous();
	by_io_node();
	translations();
	MPI_Barrier(W);
	printf("%d: %.3f ms\n", mpi_rank, MPI_Wtime() * 1e3);
	mpi_end();
	return 0;
}
