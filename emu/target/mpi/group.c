/*
 * group.c - groups of ranks, and communicators made of them.  A group holds no resource but
 * its memory.
 */
#include "bgqmpi.h"

#include <stdlib.h>
#include <string.h>

struct bgqmpi_group bgqmpi_empty = { .rank = MPI_UNDEFINED };

static MPI_Group group_new(const char *call, int size)
{
	MPI_Group g = bgqmpi_alloc(call, sizeof *g);

	g->world = bgqmpi_alloc(call, (size_t)size * sizeof *g->world);
	g->size = size;
	g->rank = MPI_UNDEFINED;
	return g;
}

void bgqmpi_group_check(const char *call, MPI_Group group)
{
	bgqmpi_check_running(call);
	if (!group)
		bgqmpi_fail(call, MPI_ERR_GROUP, "MPI_GROUP_NULL");
}

static void check_rank(const char *call, MPI_Group group, int rank)
{
	if (rank < 0 || rank >= group->size)
		bgqmpi_fail(call, MPI_ERR_RANK, "%d, of %d ranks", rank, group->size);
}

/* The i-th rank of the group is that of MPI_COMM_WORLD. */
static void member_set(MPI_Group g, int i, int world)
{
	g->world[i] = world;
	if (world == bgqmpi_world.rank)
		g->rank = i;
}

static bool group_has(MPI_Group group, int i, int world)
{
	return i >= 0 && i < group->size && group->world[i] == world;
}

int bgqmpi_group_find(MPI_Group group, int world)
{
	/* Where all ranks are, in their order; and beside the one found last, since a program asks
	 * for ranks one after the other.  A rank is in a group once at most. */
	static int last;
	int near[] = { world, last, last + 1, last - 1 };

	for (int i = 0; i < 4; i++)
		if (group_has(group, near[i], world))
			return last = near[i];
	for (int i = 0; i < group->size; i++)
		if (group->world[i] == world)
			return last = i;
	return MPI_UNDEFINED;
}

MPI_Group bgqmpi_group_of(const char *call, int n, const int world[])
{
	MPI_Group g = n ? group_new(call, n) : MPI_GROUP_EMPTY;

	for (int i = 0; i < n; i++)
		member_set(g, i, world[i]);
	return g;
}

int MPI_Comm_group(MPI_Comm comm, MPI_Group *group)
{
	bgqmpi_check_comm("MPI_Comm_group", comm);
	*group = group_new("MPI_Comm_group", comm->size);
	for (int i = 0; i < comm->size; i++)
		member_set(*group, i, bgqmpi_comm_world(comm, i));
	return MPI_SUCCESS;
}

int MPI_Group_size(MPI_Group group, int *size)
{
	bgqmpi_group_check("MPI_Group_size", group);
	*size = group->size;
	return MPI_SUCCESS;
}

int MPI_Group_rank(MPI_Group group, int *rank)
{
	bgqmpi_group_check("MPI_Group_rank", group);
	*rank = group->rank;
	return MPI_SUCCESS;
}

int MPI_Group_incl(MPI_Group group, int n, const int ranks[], MPI_Group *newgroup)
{
	bgqmpi_group_check("MPI_Group_incl", group);
	*newgroup = n ? group_new("MPI_Group_incl", n) : MPI_GROUP_EMPTY;
	for (int i = 0; i < n; i++) {
		check_rank("MPI_Group_incl", group, ranks[i]);
		member_set(*newgroup, i, group->world[ranks[i]]);
	}
	return MPI_SUCCESS;
}

int MPI_Group_excl(MPI_Group group, int n, const int ranks[], MPI_Group *newgroup)
{
	int left = 0;

	bgqmpi_group_check("MPI_Group_excl", group);
	*newgroup = n < group->size ? group_new("MPI_Group_excl", group->size - n)
				    : MPI_GROUP_EMPTY;
	for (int i = 0; i < n; i++)
		check_rank("MPI_Group_excl", group, ranks[i]);
	for (int i = 0; i < group->size; i++) {
		bool out = false;

		for (int k = 0; k < n; k++)
			out |= ranks[k] == i;
		if (!out && left < (*newgroup)->size)
			member_set(*newgroup, left++, group->world[i]);
	}
	return MPI_SUCCESS;
}

int MPI_Group_translate_ranks(MPI_Group group, int n, const int ranks[], MPI_Group other,
			      int to[])
{
	bgqmpi_group_check("MPI_Group_translate_ranks", group);
	bgqmpi_group_check("MPI_Group_translate_ranks", other);
	for (int i = 0; i < n; i++) {
		int rank = ranks[i];

		to[i] = rank;
		if (rank == MPI_PROC_NULL)
			continue;
		check_rank("MPI_Group_translate_ranks", group, rank);
		to[i] = bgqmpi_group_find(other, group->world[rank]);
	}
	return MPI_SUCCESS;
}

int MPI_Group_free(MPI_Group *group)
{
	bgqmpi_group_check("MPI_Group_free", *group);
	if (*group != MPI_GROUP_EMPTY) {
		free((*group)->world);
		free(*group);
	}
	*group = MPI_GROUP_NULL;
	return MPI_SUCCESS;
}

/* ---- Communicators. */

int MPI_Comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm *newcomm)
{
	ENTER("MPI_Comm_create");
	bgqmpi_check_comm("MPI_Comm_create", comm);
	bgqmpi_group_check("MPI_Comm_create", group);
	/* Ranks may give different groups, which have no member in common. */
	*newcomm = bgqmpi_split(comm, group->rank < 0 ? MPI_UNDEFINED : group->world[0],
				group->rank);
	return MPI_SUCCESS;
}

int MPI_Comm_compare(MPI_Comm one, MPI_Comm other, int *result)
{
	int same = 0, there = 0;

	bgqmpi_check_comm("MPI_Comm_compare", one);
	bgqmpi_check_comm("MPI_Comm_compare", other);
	for (int i = 0; i < one->size; i++)
		for (int k = 0; k < other->size; k++)
			if (bgqmpi_comm_world(one, i) == bgqmpi_comm_world(other, k)) {
				there++;
				same += i == k;
			}
	if (one == other)
		*result = MPI_IDENT;
	else if (one->size != other->size || there < one->size)
		*result = MPI_UNEQUAL;
	else
		*result = same == one->size ? MPI_CONGRUENT : MPI_SIMILAR;
	return MPI_SUCCESS;
}

int MPI_Comm_split_type(MPI_Comm comm, int type, int key, MPI_Info info, MPI_Comm *newcomm)
{
	int node = 0;

	(void)info;
	ENTER("MPI_Comm_split_type");
	bgqmpi_check_comm("MPI_Comm_split_type", comm);
	if (type != MPI_COMM_TYPE_SHARED && type != MPI_UNDEFINED)
		bgqmpi_fail("MPI_Comm_split_type", MPI_ERR_ARG, "type %d", type);
	for (unsigned i = 0; i < 5; i++)
		node = node * (int)bgqmpi_sizes.at[i] + (int)bgqmpi_here.at[i];
	*newcomm = bgqmpi_split(comm, type == MPI_UNDEFINED ? MPI_UNDEFINED : node, key);
	return MPI_SUCCESS;
}
