/* fortran_comm.c - communicators and Cartesian topologies, for Fortran: see fortran.h. */
#include "fortran.h"

CALL(comm_rank, const int *comm, int *rank)
{
	*error = MPI_Comm_rank(bgqmpi_fortran_comm(*comm), rank);
}

CALL(comm_size, const int *comm, int *size)
{
	*error = MPI_Comm_size(bgqmpi_fortran_comm(*comm), size);
}

CALL(comm_dup, const int *comm, int *copy)
{
	MPI_Comm c;

	*error = MPI_Comm_dup(bgqmpi_fortran_comm(*comm), &c);
	*copy = bgqmpi_fortran_comm_new(c);
}

CALL(comm_split, const int *comm, const int *color, const int *key, int *part)
{
	MPI_Comm c;

	*error = MPI_Comm_split(bgqmpi_fortran_comm(*comm), *color, *key, &c);
	*part = bgqmpi_fortran_comm_new(c);
}

CALL(comm_free, int *comm)
{
	MPI_Comm c = bgqmpi_fortran_comm(*comm);

	*error = MPI_Comm_free(&c);
	bgqmpi_fortran_comm_end(comm);
}

CALL(comm_create, const int *comm, const int *group, int *made)
{
	MPI_Comm c;

	*error = MPI_Comm_create(bgqmpi_fortran_comm(*comm), bgqmpi_fortran_group(*group), &c);
	*made = bgqmpi_fortran_comm_new(c);
}

CALL(comm_split_type, const int *comm, const int *type, const int *key, const int *info, int *part)
{
	MPI_Comm c;

	*error = MPI_Comm_split_type(bgqmpi_fortran_comm(*comm), *type, *key,
				     bgqmpi_fortran_info(*info), &c);
	*part = bgqmpi_fortran_comm_new(c);
}

CALL(comm_compare, const int *one, const int *other, int *result)
{
	*error = MPI_Comm_compare(bgqmpi_fortran_comm(*one), bgqmpi_fortran_comm(*other), result);
}

CALL(comm_test_inter, const int *comm, int *flag)
{
	*error = MPI_Comm_test_inter(bgqmpi_fortran_comm(*comm), flag);
}

/* ---- Cartesian topologies */

CALL(dims_create, const int *nodes, const int *n, int *dims)
{
	*error = MPI_Dims_create(*nodes, *n, dims);
}

CALL(cart_create, const int *comm, const int *n, int *dims, int *periods, const int *reorder,
	int *made)
{
	MPI_Comm c;

	*error = MPI_Cart_create(bgqmpi_fortran_comm(*comm), *n, dims, periods, *reorder, &c);
	*made = bgqmpi_fortran_comm_new(c);
}

CALL(cart_coords, const int *comm, const int *rank, const int *n, int *coords)
{
	*error = MPI_Cart_coords(bgqmpi_fortran_comm(*comm), *rank, *n, coords);
}

CALL(cart_rank, const int *comm, int *coords, int *rank)
{
	*error = MPI_Cart_rank(bgqmpi_fortran_comm(*comm), coords, rank);
}

CALL(cart_shift, const int *comm, const int *direction, const int *by, int *from, int *to)
{
	*error = MPI_Cart_shift(bgqmpi_fortran_comm(*comm), *direction, *by, from, to);
}

CALL(cart_sub, const int *comm, int *remain, int *made)
{
	MPI_Comm c;

	*error = MPI_Cart_sub(bgqmpi_fortran_comm(*comm), remain, &c);
	*made = bgqmpi_fortran_comm_new(c);
}

CALL(cart_get, const int *comm, const int *most, int *dims, int *periods, int *coords)
{
	*error = MPI_Cart_get(bgqmpi_fortran_comm(*comm), *most, dims, periods, coords);
}

CALL(cartdim_get, const int *comm, int *n)
{
	*error = MPI_Cartdim_get(bgqmpi_fortran_comm(*comm), n);
}

CALL(topo_test, const int *comm, int *kind)
{
	*error = MPI_Topo_test(bgqmpi_fortran_comm(*comm), kind);
}
