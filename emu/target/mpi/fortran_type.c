/* fortran_type.c - types, addresses and packing, for Fortran: see fortran.h. */
#include <stdlib.h>

#include "fortran.h"

/* INTEGERs as displacements, to be freed. */
static MPI_Aint *displacements(const char *call, int n, const int *at)
{
	MPI_Aint *a = bgqmpi_alloc(call, (n > 0 ? (size_t)n : 1) * sizeof *a);

	for (int i = 0; i < n; i++)
		a[i] = at[i];
	return a;
}

static int of_structure(int n, const int *lengths, const MPI_Aint *at, const int *types, int *made)
{
	MPI_Datatype t, *old = bgqmpi_alloc("MPI_Type_create_struct",
					    (n > 0 ? (size_t)n : 1) * sizeof *old);

	for (int i = 0; i < n; i++)
		old[i] = bgqmpi_fortran_type(types[i]);

	int code = MPI_Type_create_struct(n, lengths, at, old, &t);

	*made = bgqmpi_fortran_type_new(t);
	free(old);
	return code;
}

CALL(type_contiguous, const int *n, const int *type, int *made)
{
	MPI_Datatype t;

	*error = MPI_Type_contiguous(*n, bgqmpi_fortran_type(*type), &t);
	*made = bgqmpi_fortran_type_new(t);
}

CALL(type_vector, const int *n, const int *length, const int *stride, const int *type, int *made)
{
	MPI_Datatype t;

	*error = MPI_Type_vector(*n, *length, *stride, bgqmpi_fortran_type(*type), &t);
	*made = bgqmpi_fortran_type_new(t);
}

CALL(type_commit, const int *type)
{
	MPI_Datatype t = bgqmpi_fortran_type(*type);

	*error = MPI_Type_commit(&t);
}

CALL(type_free, int *type)
{
	MPI_Datatype t = bgqmpi_fortran_type(*type);

	*error = MPI_Type_free(&t);
	bgqmpi_fortran_type_end(type);
}

CALL(type_size, const int *type, int *bytes)
{
	*error = MPI_Type_size(bgqmpi_fortran_type(*type), bytes);
}

CALL(type_dup, const int *type, int *made)
{
	MPI_Datatype t;

	*error = MPI_Type_dup(bgqmpi_fortran_type(*type), &t);
	*made = bgqmpi_fortran_type_new(t);
}

CALL(type_create_hvector, const int *n, const int *length, const MPI_Aint *stride,
	const int *type, int *made)
{
	MPI_Datatype t;

	*error = MPI_Type_create_hvector(*n, *length, *stride, bgqmpi_fortran_type(*type), &t);
	*made = bgqmpi_fortran_type_new(t);
}

CALL(type_hvector, const int *n, const int *length, const int *stride, const int *type, int *made)
{
	MPI_Datatype t;

	*error = MPI_Type_create_hvector(*n, *length, *stride, bgqmpi_fortran_type(*type), &t);
	*made = bgqmpi_fortran_type_new(t);
}

CALL(type_indexed, const int *n, const int *lengths, const int *at, const int *type, int *made)
{
	MPI_Datatype t;

	*error = MPI_Type_indexed(*n, lengths, at, bgqmpi_fortran_type(*type), &t);
	*made = bgqmpi_fortran_type_new(t);
}

CALL(type_create_indexed_block, const int *n, const int *length, const int *at,
	const int *type, int *made)
{
	MPI_Datatype t;

	*error = MPI_Type_create_indexed_block(*n, *length, at, bgqmpi_fortran_type(*type), &t);
	*made = bgqmpi_fortran_type_new(t);
}

CALL(type_create_hindexed, const int *n, const int *lengths, const MPI_Aint *at,
	const int *type, int *made)
{
	MPI_Datatype t;

	*error = MPI_Type_create_hindexed(*n, lengths, at, bgqmpi_fortran_type(*type), &t);
	*made = bgqmpi_fortran_type_new(t);
}

CALL(type_hindexed, const int *n, const int *lengths, const int *at, const int *type, int *made)
{
	MPI_Aint *a = displacements("MPI_Type_hindexed", *n, at);

	mpi_type_create_hindexed_(n, lengths, a, type, made, error);
	free(a);
}

CALL(type_create_struct, const int *n, const int *lengths, const MPI_Aint *at, const int *types,
	int *made)
{
	*error = of_structure(*n, lengths, at, types, made);
}

CALL(type_struct, const int *n, const int *lengths, const int *at, const int *types, int *made)
{
	MPI_Aint *a = displacements("MPI_Type_struct", *n, at);

	*error = of_structure(*n, lengths, a, types, made);
	free(a);
}

CALL(type_create_subarray, const int *n, const int *sizes, const int *parts, const int *starts,
	const int *order, const int *type, int *made)
{
	MPI_Datatype t;

	*error = MPI_Type_create_subarray(*n, sizes, parts, starts, *order,
					  bgqmpi_fortran_type(*type), &t);
	*made = bgqmpi_fortran_type_new(t);
}

CALL(type_create_darray, const int *size, const int *rank, const int *n, const int *sizes,
	const int *distributions, const int *arguments, const int *ranks, const int *order,
	const int *type, int *made)
{
	MPI_Datatype t;

	*error = MPI_Type_create_darray(*size, *rank, *n, sizes, distributions, arguments, ranks,
					*order, bgqmpi_fortran_type(*type), &t);
	*made = bgqmpi_fortran_type_new(t);
}

CALL(type_create_resized, const int *type, const MPI_Aint *lb, const MPI_Aint *extent, int *made)
{
	MPI_Datatype t;

	*error = MPI_Type_create_resized(bgqmpi_fortran_type(*type), *lb, *extent, &t);
	*made = bgqmpi_fortran_type_new(t);
}

/* ---- how a type was made, its name */

CALL(type_get_envelope, const int *type, int *integers, int *addresses, int *types, int *combiner)
{
	*error = MPI_Type_get_envelope(bgqmpi_fortran_type(*type), integers, addresses, types,
				       combiner);
}

CALL(type_get_contents, const int *type, const int *integers, const int *addresses,
	const int *types, int *integer, MPI_Aint *address, int *old)
{
	MPI_Datatype t = bgqmpi_fortran_type(*type);
	int i, a, n, combiner;

	MPI_Type_get_envelope(t, &i, &a, &n, &combiner);

	MPI_Datatype *of = bgqmpi_alloc("MPI_Type_get_contents", (size_t)n * sizeof *of);

	*error = MPI_Type_get_contents(t, *integers, *addresses, *types < n ? *types : n, integer,
				       address, of);
	for (i = 0; i < n; i++)
		old[i] = bgqmpi_fortran_type_new(of[i]);
	free(of);
}

void mpi_type_set_name_(const int *type, const char *name, int *error, size_t length);
void mpi_type_set_name_(const int *type, const char *name, int *error, size_t length)
{
	char *text = bgqmpi_fortran_text("MPI_Type_set_name", name, length);

	*error = MPI_Type_set_name(bgqmpi_fortran_type(*type), text);
	free(text);
}

void mpi_type_get_name_(const int *type, char *name, int *length, int *error, size_t room);
void mpi_type_get_name_(const int *type, char *name, int *length, int *error, size_t room)
{
	char text[MPI_MAX_OBJECT_NAME];

	*error = MPI_Type_get_name(bgqmpi_fortran_type(*type), text, length);
	bgqmpi_fortran_text_put(text, name, room);
}

CALL(type_match_size, const int *class, const int *size, int *type)
{
	MPI_Datatype t;

	*error = MPI_Type_match_size(*class, *size, &t);
	*type = MPI_Type_c2f(t);
}

/* ---- extents: MPI 1 has INTEGERs for them */

CALL(type_get_extent, const int *type, MPI_Aint *lb, MPI_Aint *extent)
{
	*error = MPI_Type_get_extent(bgqmpi_fortran_type(*type), lb, extent);
}

CALL(type_get_true_extent, const int *type, MPI_Aint *lb, MPI_Aint *extent)
{
	*error = MPI_Type_get_true_extent(bgqmpi_fortran_type(*type), lb, extent);
}

CALL(type_extent, const int *type, int *extent)
{
	MPI_Aint bytes;

	*error = MPI_Type_extent(bgqmpi_fortran_type(*type), &bytes);
	*extent = bgqmpi_fortran_integer("MPI_Type_extent", bytes);
}

CALL(type_lb, const int *type, int *lb)
{
	MPI_Aint at;

	*error = MPI_Type_lb(bgqmpi_fortran_type(*type), &at);
	*lb = bgqmpi_fortran_integer("MPI_Type_lb", at);
}

CALL(type_ub, const int *type, int *ub)
{
	MPI_Aint at;

	*error = MPI_Type_ub(bgqmpi_fortran_type(*type), &at);
	*ub = bgqmpi_fortran_integer("MPI_Type_ub", at);
}

/* ---- addresses */

CALL(address, void *variable, int *address)
{
	*address = bgqmpi_fortran_address("MPI_Address", variable);
	*error = MPI_SUCCESS;
}

CALL(get_address, void *variable, MPI_Aint *address)
{
	*error = MPI_Get_address(variable, address);
}

/* ---- packing */

CALL(pack, void *in, const int *n, const int *type, void *out, const int *room, int *at,
	const int *comm)
{
	*error = MPI_Pack(bgqmpi_fortran_buffer(in, *type), *n, bgqmpi_fortran_type(*type), out,
			  *room, at, bgqmpi_fortran_comm(*comm));
}

CALL(unpack, void *in, const int *bytes, int *at, void *out, const int *n, const int *type,
	const int *comm)
{
	*error = MPI_Unpack(in, *bytes, at, bgqmpi_fortran_buffer(out, *type), *n,
			    bgqmpi_fortran_type(*type), bgqmpi_fortran_comm(*comm));
}

CALL(pack_size, const int *n, const int *type, const int *comm, int *bytes)
{
	*error = MPI_Pack_size(*n, bgqmpi_fortran_type(*type), bgqmpi_fortran_comm(*comm), bytes);
}
