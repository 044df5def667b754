/*
 * type_darray.c - a rank's part of an array that ranks share, as High Performance Fortran
 * distributes it: each dimension by blocks, by turns of blocks, or not at all.
 */
#include "bgqmpi.h"

#include <stdlib.h>

static const char call[] = "MPI_Type_create_darray";

/* One dimension: its elements, those of a block, and the place of the rank among the ranks. */
struct spread {
	int all, block, place, ranks;
};

static struct spread spread_of(int all, int distribution, int argument, int ranks, int place)
{
	struct spread s = { all, all, place, ranks };
	bool given = argument != MPI_DISTRIBUTE_DFLT_DARG;

	switch (distribution) {
	case MPI_DISTRIBUTE_NONE:
		if (ranks != 1)
			bgqmpi_fail(call, MPI_ERR_ARG, "%d ranks of a dimension that is not "
				    "distributed", ranks);
		break;
	case MPI_DISTRIBUTE_BLOCK:
		s.block = given ? argument : (all + ranks - 1) / ranks;
		if (s.block < 1 || (long)s.block * ranks < all)
			bgqmpi_fail(call, MPI_ERR_ARG, "blocks of %d for %d ranks, of %d elements",
				    s.block, ranks, all);
		break;
	case MPI_DISTRIBUTE_CYCLIC:
		s.block = given ? argument : 1;
		if (s.block < 1)
			bgqmpi_fail(call, MPI_ERR_ARG, "blocks of %d", s.block);
		break;
	default:
		bgqmpi_fail(call, MPI_ERR_ARG, "distribution %d", distribution);
	}
	return s;
}

/* The rank's elements of old, each row bytes behind the one before: its blocks, in turns. */
static MPI_Datatype dimension_make(struct spread s, MPI_Aint row, MPI_Datatype old)
{
	long turn = (long)s.block * s.ranks, first = (long)s.block * s.place;
	int n = first < s.all ? (int)((s.all - first + turn - 1) / turn) : 0, count = 0;
	MPI_Aint *at = bgqmpi_alloc(call, (size_t)n * (size_t)s.block * sizeof *at);
	int *one = bgqmpi_alloc(call, (size_t)n * (size_t)s.block * sizeof *one);
	MPI_Datatype t;

	for (int i = 0; i < n; i++)
		for (long e = first + i * turn; e < first + i * turn + s.block && e < s.all; e++) {
			one[count] = 1;
			at[count++] = e * row;
		}
	MPI_Type_create_hindexed(count, one, at, old, &t);
	free(at);
	free(one);
	return t;
}

static void check(int size, int rank, int dims, const int psizes[], int order)
{
	long ranks = 1;

	if (dims <= 0)
		bgqmpi_fail(call, MPI_ERR_DIMS, "%d dimensions", dims);
	if (order != MPI_ORDER_C && order != MPI_ORDER_FORTRAN)
		bgqmpi_fail(call, MPI_ERR_ARG, "order %d", order);
	for (int d = 0; d < dims; d++) {
		if (psizes[d] < 1)
			bgqmpi_fail(call, MPI_ERR_ARG, "%d ranks in dimension %d", psizes[d], d);
		ranks *= psizes[d];
	}
	if (ranks != size || rank < 0 || rank >= size)
		bgqmpi_fail(call, MPI_ERR_ARG, "rank %d of %d, in a grid of %ld", rank, size,
			    ranks);
}

int MPI_Type_create_darray(int size, int rank, int dims, const int gsizes[], const int distribs[],
			   const int dargs[], const int psizes[], int order, MPI_Datatype old,
			   MPI_Datatype *type)
{
	MPI_Datatype part = old, next;
	MPI_Aint row;
	int *place, of = rank;

	if (!old)
		bgqmpi_fail(call, MPI_ERR_TYPE, "MPI_DATATYPE_NULL");
	check(size, rank, dims, psizes, order);
	place = bgqmpi_alloc(call, (size_t)dims * sizeof *place);
	/* The grid is numbered in the order of C, whatever the array's is. */
	for (int d = dims - 1; d >= 0; d--) {
		place[d] = rank % psizes[d];
		rank /= psizes[d];
	}
	row = bgqmpi_type_extent(old);
	for (int i = 0; i < dims; i++) {
		int d = order == MPI_ORDER_C ? dims - 1 - i : i;

		next = dimension_make(spread_of(gsizes[d], distribs[d], dargs[d], psizes[d],
						place[d]), row, part);
		if (part != old)
			MPI_Type_free(&part);
		part = next;
		row *= gsizes[d];
	}
	free(place);
	MPI_Type_create_resized(part, 0, row, type);
	MPI_Type_free(&part);
	bgqmpi_recipe(*type, MPI_COMBINER_DARRAY, (struct recipe_of){
		{ { 1, &size }, { 1, &of }, { 1, &dims }, { dims, gsizes }, { dims, distribs },
		  { dims, dargs }, { dims, psizes }, { 1, &order } }, 0, NULL, 1, &old });
	return MPI_SUCCESS;
}
