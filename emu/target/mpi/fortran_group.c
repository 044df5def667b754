/* fortran_group.c - groups of ranks, for Fortran: see fortran.h. */
#include "fortran.h"

CALL(comm_group, const int *comm, int *group)
{
	MPI_Group g;

	*error = MPI_Comm_group(bgqmpi_fortran_comm(*comm), &g);
	*group = bgqmpi_fortran_group_new(g);
}

CALL(group_size, const int *group, int *size)
{
	*error = MPI_Group_size(bgqmpi_fortran_group(*group), size);
}

CALL(group_rank, const int *group, int *rank)
{
	*error = MPI_Group_rank(bgqmpi_fortran_group(*group), rank);
}

CALL(group_incl, const int *group, const int *n, int *ranks, int *made)
{
	MPI_Group g;

	*error = MPI_Group_incl(bgqmpi_fortran_group(*group), *n, ranks, &g);
	*made = bgqmpi_fortran_group_new(g);
}

CALL(group_excl, const int *group, const int *n, int *ranks, int *made)
{
	MPI_Group g;

	*error = MPI_Group_excl(bgqmpi_fortran_group(*group), *n, ranks, &g);
	*made = bgqmpi_fortran_group_new(g);
}

/* Triplets are columns in Fortran, and rows in C. */
CALL(group_range_incl, const int *group, const int *n, int ranges[][3], int *made)
{
	MPI_Group g;

	*error = MPI_Group_range_incl(bgqmpi_fortran_group(*group), *n, ranges, &g);
	*made = bgqmpi_fortran_group_new(g);
}

CALL(group_range_excl, const int *group, const int *n, int ranges[][3], int *made)
{
	MPI_Group g;

	*error = MPI_Group_range_excl(bgqmpi_fortran_group(*group), *n, ranges, &g);
	*made = bgqmpi_fortran_group_new(g);
}

CALL(group_union, const int *group, const int *other, int *made)
{
	MPI_Group g;

	*error = MPI_Group_union(bgqmpi_fortran_group(*group), bgqmpi_fortran_group(*other), &g);
	*made = bgqmpi_fortran_group_new(g);
}

CALL(group_intersection, const int *group, const int *other, int *made)
{
	MPI_Group g;

	*error = MPI_Group_intersection(bgqmpi_fortran_group(*group), bgqmpi_fortran_group(*other),
					&g);
	*made = bgqmpi_fortran_group_new(g);
}

CALL(group_difference, const int *group, const int *other, int *made)
{
	MPI_Group g;

	*error = MPI_Group_difference(bgqmpi_fortran_group(*group), bgqmpi_fortran_group(*other),
				      &g);
	*made = bgqmpi_fortran_group_new(g);
}

CALL(group_compare, const int *group, const int *other, int *result)
{
	*error = MPI_Group_compare(bgqmpi_fortran_group(*group), bgqmpi_fortran_group(*other),
				   result);
}

CALL(group_translate_ranks, const int *group, const int *n, const int *ranks, const int *other,
	int *to)
{
	*error = MPI_Group_translate_ranks(bgqmpi_fortran_group(*group), *n, ranks,
					   bgqmpi_fortran_group(*other), to);
}

CALL(group_free, int *group)
{
	MPI_Group g = bgqmpi_fortran_group(*group);

	*error = MPI_Group_free(&g);
	bgqmpi_fortran_group_end(group);
}
