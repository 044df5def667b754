/*
 * group_sets.c - groups that are made of other groups: by ranges of ranks, and as sets.
 */
#include "bgqmpi.h"

#include <stdlib.h>

/* Writes the ranks of triplets (first, last, stride) to order, one triplet after another, and
 * returns how many; a rank that is not there, or a stride of 0, ends the job. */
static int ranges_expand(const char *call, MPI_Group group, int n, const int ranges[][3],
			 int *order, int room)
{
	int count = 0;

	for (int i = 0; i < n; i++) {
		int first = ranges[i][0], last = ranges[i][1], stride = ranges[i][2];

		if (stride == 0)
			bgqmpi_fail(call, MPI_ERR_ARG, "range %d has a stride of 0", i);
		for (int r = first; stride > 0 ? r <= last : r >= last; r += stride) {
			if (r < 0 || r >= group->size || count == room)
				bgqmpi_fail(call, MPI_ERR_RANK, "%d, of %d ranks", r, group->size);
			order[count++] = r;
		}
	}
	return count;
}

typedef int by_ranks(MPI_Group group, int n, const int ranks[], MPI_Group *newgroup);

static void by_ranges(const char *call, by_ranks *make, MPI_Group group, int n, int ranges[][3],
		      MPI_Group *newgroup)
{
	int *order, count;

	bgqmpi_group_check(call, group);
	order = bgqmpi_alloc(call, (size_t)group->size * sizeof *order);
	count = ranges_expand(call, group, n, (const int(*)[3])ranges, order, group->size);
	make(group, count, order, newgroup);
	free(order);
}

int MPI_Group_range_incl(MPI_Group group, int n, int ranges[][3], MPI_Group *newgroup)
{
	by_ranges("MPI_Group_range_incl", MPI_Group_incl, group, n, ranges, newgroup);
	return MPI_SUCCESS;
}

int MPI_Group_range_excl(MPI_Group group, int n, int ranges[][3], MPI_Group *newgroup)
{
	by_ranges("MPI_Group_range_excl", MPI_Group_excl, group, n, ranges, newgroup);
	return MPI_SUCCESS;
}

/* All of one, if whole, or those that other has or has not; then, if both, what only other
 * has. */
static void combine(const char *call, MPI_Group one, MPI_Group other, bool whole, bool has,
		    bool both, MPI_Group *newgroup)
{
	int n = 0, *world;

	bgqmpi_group_check(call, one);
	bgqmpi_group_check(call, other);
	world = bgqmpi_alloc(call, (size_t)(one->size + other->size) * sizeof *world);
	for (int i = 0; i < one->size; i++)
		if (whole || (bgqmpi_group_find(other, one->world[i]) != MPI_UNDEFINED) == has)
			world[n++] = one->world[i];
	for (int i = 0; both && i < other->size; i++)
		if (bgqmpi_group_find(one, other->world[i]) == MPI_UNDEFINED)
			world[n++] = other->world[i];
	*newgroup = bgqmpi_group_of(call, n, world);
	free(world);
}

int MPI_Group_union(MPI_Group one, MPI_Group other, MPI_Group *newgroup)
{
	combine("MPI_Group_union", one, other, true, false, true, newgroup);
	return MPI_SUCCESS;
}

int MPI_Group_intersection(MPI_Group one, MPI_Group other, MPI_Group *newgroup)
{
	combine("MPI_Group_intersection", one, other, false, true, false, newgroup);
	return MPI_SUCCESS;
}

int MPI_Group_difference(MPI_Group one, MPI_Group other, MPI_Group *newgroup)
{
	combine("MPI_Group_difference", one, other, false, false, false, newgroup);
	return MPI_SUCCESS;
}

int MPI_Group_compare(MPI_Group one, MPI_Group other, int *result)
{
	bool same = true, there = true;

	bgqmpi_group_check("MPI_Group_compare", one);
	bgqmpi_group_check("MPI_Group_compare", other);
	for (int i = 0; i < one->size && one->size == other->size; i++) {
		int at = bgqmpi_group_find(other, one->world[i]);

		there &= at != MPI_UNDEFINED;
		same &= at == i;
	}
	if (one->size != other->size || !there)
		*result = MPI_UNEQUAL;
	else
		*result = same ? MPI_IDENT : MPI_SIMILAR;
	return MPI_SUCCESS;
}
