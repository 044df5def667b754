/*
 * type_array.c - types that are made of the constructors of type.c: blocks of one length,
 * parts of arrays, and types with other bounds.
 */
#include "bgqmpi.h"

#include <stdlib.h>
#include <string.h>

static void check_old(const char *call, MPI_Datatype old)
{
	if (!old)
		bgqmpi_fail(call, MPI_ERR_TYPE, "MPI_DATATYPE_NULL");
}

/* A derived type with the blocks and bounds of old. */
static struct bgqmpi_type *type_copy(const char *call, const struct bgqmpi_type *old)
{
	struct bgqmpi_type *t = bgqmpi_alloc(call, sizeof *t);
	size_t bytes = old->blocks * sizeof *old->block;

	*t = *old;
	t->fixed = false;
	t->uses = 1;
	t->recipe = NULL;
	t->name = NULL;
	t->block = bgqmpi_alloc(call, bytes);
	if (bytes)
		memcpy(t->block, old->block, bytes);
	return t;
}

int MPI_Type_dup(MPI_Datatype old, MPI_Datatype *type)
{
	check_old("MPI_Type_dup", old);
	*type = type_copy("MPI_Type_dup", old);
	bgqmpi_recipe(*type, MPI_COMBINER_DUP, (struct recipe_of){ .types = 1, .type = &old });
	return MPI_SUCCESS;
}

int MPI_Type_create_resized(MPI_Datatype old, MPI_Aint lb, MPI_Aint extent, MPI_Datatype *type)
{
	struct bgqmpi_type *t;
	MPI_Aint bounds[] = { lb, extent };

	check_old("MPI_Type_create_resized", old);
	t = type_copy("MPI_Type_create_resized", old);
	t->lb = lb;
	t->ub = lb + extent;
	t->lb_marked = t->ub_marked = true;
	t->kind = KIND_OTHER;
	t->apply = NULL;
	t->committed = false;
	bgqmpi_recipe(t, MPI_COMBINER_RESIZED, (struct recipe_of){
		.addresses = 2, .address = bounds, .types = 1, .type = &old });
	*type = t;
	return MPI_SUCCESS;
}

int MPI_Type_create_indexed_block(int count, int length, const int at[], MPI_Datatype old,
				  MPI_Datatype *type)
{
	int *lengths = bgqmpi_alloc("MPI_Type_create_indexed_block",
				    (size_t)(count > 0 ? count : 0) * sizeof *lengths);

	for (int i = 0; i < count; i++)
		lengths[i] = length;
	MPI_Type_indexed(count, lengths, at, old, type);
	bgqmpi_recipe(*type, MPI_COMBINER_INDEXED_BLOCK, (struct recipe_of){
		{ { 1, &count }, { 1, &length }, { count, at } }, 0, NULL, 1, &old });
	free(lengths);
	return MPI_SUCCESS;
}

int MPI_Type_hvector(int count, int length, MPI_Aint stride, MPI_Datatype old, MPI_Datatype *type)
{
	return MPI_Type_create_hvector(count, length, stride, old, type);
}

int MPI_Type_hindexed(int count, const int lengths[], const MPI_Aint at[], MPI_Datatype old,
		      MPI_Datatype *type)
{
	return MPI_Type_create_hindexed(count, lengths, at, old, type);
}

static void check_subarray(int dims, const int sizes[], const int parts[], const int starts[],
			   int order)
{
	const char *call = "MPI_Type_create_subarray";

	if (dims <= 0)
		bgqmpi_fail(call, MPI_ERR_DIMS, "%d dimensions", dims);
	if (order != MPI_ORDER_C && order != MPI_ORDER_FORTRAN)
		bgqmpi_fail(call, MPI_ERR_ARG, "order %d", order);
	for (int d = 0; d < dims; d++)
		if (parts[d] < 1 || starts[d] < 0 || parts[d] > sizes[d] - starts[d])
			bgqmpi_fail(call, MPI_ERR_ARG, "dimension %d: %d from %d on, of %d", d,
				    parts[d], starts[d], sizes[d]);
}

int MPI_Type_create_subarray(int dims, const int sizes[], const int parts[], const int starts[],
			     int order, MPI_Datatype old, MPI_Datatype *type)
{
	MPI_Datatype part = old, next;
	MPI_Aint row, first = 0;
	int one = 1;

	check_old("MPI_Type_create_subarray", old);
	check_subarray(dims, sizes, parts, starts, order);
	row = bgqmpi_type_extent(old);
	/* From the dimension whose elements lie side by side outwards. */
	for (int i = 0; i < dims; i++) {
		int d = order == MPI_ORDER_C ? dims - 1 - i : i;

		MPI_Type_create_hvector(parts[d], 1, row, part, &next);
		if (part != old)
			MPI_Type_free(&part);
		part = next;
		first += starts[d] * row;
		row *= sizes[d];
	}
	MPI_Type_create_hindexed(1, &one, &first, part, &next);
	MPI_Type_free(&part);
	MPI_Type_create_resized(next, 0, row, type);
	MPI_Type_free(&next);
	bgqmpi_recipe(*type, MPI_COMBINER_SUBARRAY, (struct recipe_of){
		{ { 1, &dims }, { dims, sizes }, { dims, parts }, { dims, starts },
		  { 1, &order } }, 0, NULL, 1, &old });
	return MPI_SUCCESS;
}

int MPI_Type_lb(MPI_Datatype type, MPI_Aint *lb)
{
	MPI_Aint extent;

	return MPI_Type_get_extent(type, lb, &extent);
}

int MPI_Type_ub(MPI_Datatype type, MPI_Aint *ub)
{
	MPI_Aint lb, extent;

	MPI_Type_get_extent(type, &lb, &extent);
	*ub = lb + extent;
	return MPI_SUCCESS;
}

int MPI_Type_get_true_extent(MPI_Datatype type, MPI_Aint *lb, MPI_Aint *extent)
{
	ptrdiff_t low = 0, high = 0;

	check_old("MPI_Type_get_true_extent", type);
	for (size_t b = 0; b < type->blocks; b++) {
		ptrdiff_t end = type->block[b].at + (ptrdiff_t)type->block[b].bytes;

		if (b == 0 || type->block[b].at < low)
			low = type->block[b].at;
		if (b == 0 || end > high)
			high = end;
	}
	*lb = low;
	*extent = high - low;
	return MPI_SUCCESS;
}
