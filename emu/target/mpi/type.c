/*
 * type.c - derived types: every constructor is a list of old types at displacements in bytes,
 * which becomes a list of blocks of basic types.
 */
#include "bgqmpi.h"

#include <stdlib.h>
#include <string.h>

struct list {
	struct bgqmpi_type *type;
	size_t room;
	bool bounded;
};

ptrdiff_t bgqmpi_type_extent(const struct bgqmpi_type *t)
{
	return t->ub - t->lb;
}

static struct bgqmpi_type *type_new(const char *call, int count)
{
	struct bgqmpi_type *t = bgqmpi_alloc(call, sizeof *t);

	if (count < 0)
		bgqmpi_fail(call, MPI_ERR_COUNT, "%d", count);
	*t = (struct bgqmpi_type){ .align = 1, .uses = 1 };
	return t;
}

static void block_add(const char *call, struct list *l, struct type_block b)
{
	struct bgqmpi_type *t = l->type;
	struct type_block *last = t->blocks ? &t->block[t->blocks - 1] : NULL;

	if (last && last->basic == b.basic && last->at + (ptrdiff_t)last->bytes == b.at) {
		last->bytes += b.bytes;
		return;
	}
	if (t->blocks == l->room) {
		struct type_block *more;

		l->room = l->room ? 2 * l->room : 4;
		more = bgqmpi_alloc(call, l->room * sizeof *more);
		if (t->blocks)
			memcpy(more, t->block, t->blocks * sizeof *more);
		free(t->block);
		t->block = more;
	}
	t->block[t->blocks++] = b;
}

/* Marked bounds count more than those of data.  A mark of one bound says nothing of the other, as
 * in MPICH. */
static void bounds_add(struct list *l, const struct bgqmpi_type *old, ptrdiff_t lb, ptrdiff_t ub)
{
	struct bgqmpi_type *t = l->type;
	bool is_mark = old == MPI_LB || old == MPI_UB;

	if (old->lb_marked && (!t->lb_marked || lb < t->lb))
		t->lb = lb;
	else if (!is_mark && !t->lb_marked && (!l->bounded || lb < t->lb))
		t->lb = lb;
	if (old->ub_marked && (!t->ub_marked || ub > t->ub))
		t->ub = ub;
	else if (!is_mark && !t->ub_marked && (!l->bounded || ub > t->ub))
		t->ub = ub;
	t->lb_marked |= old->lb_marked;
	t->ub_marked |= old->ub_marked;
	l->bounded |= !is_mark;
}

/* n of them side by side, from displacement at on. */
static void old_add(const char *call, struct list *l, ptrdiff_t at, int n, MPI_Datatype old)
{
	ptrdiff_t extent;

	if (!old)
		bgqmpi_fail(call, MPI_ERR_TYPE, "MPI_DATATYPE_NULL");
	if (n < 0)
		bgqmpi_fail(call, MPI_ERR_ARG, "a block of length %d", n);
	if (n == 0)
		return;
	extent = bgqmpi_type_extent(old);
	for (int i = 0; i < n; i++)
		for (size_t b = 0; b < old->blocks; b++)
			block_add(call, l, (struct type_block){
				at + i * extent + old->block[b].at, old->block[b].bytes,
				old->block[b].basic });
	l->type->size += (size_t)n * old->size;
	if (old->align > l->type->align)
		l->type->align = old->align;
	/* A negative extent: the last one is the lowest. */
	ptrdiff_t last = (n - 1) * extent;

	bounds_add(l, old, at + (last < 0 ? last : 0) + old->lb,
		   at + (last > 0 ? last : 0) + old->ub);
}

int MPI_Type_create_struct(int count, const int lengths[], const MPI_Aint at[],
			   const MPI_Datatype types[], MPI_Datatype *type)
{
	struct list l = { .type = type_new("MPI_Type_create_struct", count) };
	struct bgqmpi_type *t = l.type;

	for (int i = 0; i < count; i++)
		old_add("MPI_Type_create_struct", &l, at[i], lengths[i], types[i]);
	if (!t->ub_marked) {
		/* Padding is as a compiler's at the end of a structure. */
		ptrdiff_t align = (ptrdiff_t)t->align, over = (t->ub - t->lb) % align;

		if (over) /* negative if a marked lower bound lies above */
			t->ub += over < 0 ? -over : align - over;
	}
	bgqmpi_recipe(t, MPI_COMBINER_STRUCT, (struct recipe_of){
		{ { 1, &count }, { count, lengths } }, count, at, count, types });
	*type = t;
	return MPI_SUCCESS;
}

int MPI_Type_struct(int count, const int lengths[], const MPI_Aint at[],
		    const MPI_Datatype types[], MPI_Datatype *type)
{
	return MPI_Type_create_struct(count, lengths, at, types, type);
}

int MPI_Type_create_hindexed(int count, const int lengths[], const MPI_Aint at[],
			     MPI_Datatype old, MPI_Datatype *type)
{
	struct list l = { .type = type_new("MPI_Type_create_hindexed", count) };

	for (int i = 0; i < count; i++)
		old_add("MPI_Type_create_hindexed", &l, at[i], lengths[i], old);
	if (!old)
		bgqmpi_fail("MPI_Type_create_hindexed", MPI_ERR_TYPE, "MPI_DATATYPE_NULL");
	bgqmpi_recipe(l.type, MPI_COMBINER_HINDEXED, (struct recipe_of){
		{ { 1, &count }, { count, lengths } }, count, at, 1, &old });
	*type = l.type;
	return MPI_SUCCESS;
}

int MPI_Type_indexed(int count, const int lengths[], const int at[], MPI_Datatype old,
		     MPI_Datatype *type)
{
	struct list l = { .type = type_new("MPI_Type_indexed", count) };

	for (int i = 0; i < count && old; i++)
		old_add("MPI_Type_indexed", &l, at[i] * bgqmpi_type_extent(old), lengths[i], old);
	if (!old)
		bgqmpi_fail("MPI_Type_indexed", MPI_ERR_TYPE, "MPI_DATATYPE_NULL");
	bgqmpi_recipe(l.type, MPI_COMBINER_INDEXED, (struct recipe_of){
		{ { 1, &count }, { count, lengths }, { count, at } }, 0, NULL, 1, &old });
	*type = l.type;
	return MPI_SUCCESS;
}

int MPI_Type_create_hvector(int count, int length, MPI_Aint stride, MPI_Datatype old,
			    MPI_Datatype *type)
{
	struct list l = { .type = type_new("MPI_Type_create_hvector", count) };

	for (int i = 0; i < count; i++)
		old_add("MPI_Type_create_hvector", &l, i * stride, length, old);
	if (!old)
		bgqmpi_fail("MPI_Type_create_hvector", MPI_ERR_TYPE, "MPI_DATATYPE_NULL");
	bgqmpi_recipe(l.type, MPI_COMBINER_HVECTOR, (struct recipe_of){
		{ { 1, &count }, { 1, &length } }, 1, &stride, 1, &old });
	*type = l.type;
	return MPI_SUCCESS;
}

int MPI_Type_vector(int count, int length, int stride, MPI_Datatype old, MPI_Datatype *type)
{
	if (!old)
		bgqmpi_fail("MPI_Type_vector", MPI_ERR_TYPE, "MPI_DATATYPE_NULL");
	MPI_Type_create_hvector(count, length, stride * bgqmpi_type_extent(old), old, type);
	bgqmpi_recipe(*type, MPI_COMBINER_VECTOR, (struct recipe_of){
		{ { 1, &count }, { 1, &length }, { 1, &stride } }, 0, NULL, 1, &old });
	return MPI_SUCCESS;
}

int MPI_Type_contiguous(int count, MPI_Datatype old, MPI_Datatype *type)
{
	MPI_Type_create_hvector(1, count, 0, old, type);
	bgqmpi_recipe(*type, MPI_COMBINER_CONTIGUOUS, (struct recipe_of){
		{ { 1, &count } }, 0, NULL, 1, &old });
	return MPI_SUCCESS;
}

/* ---- Life. */

void bgqmpi_type_keep(struct bgqmpi_type *t)
{
	if (!t->fixed)
		t->uses++;
}

void bgqmpi_type_drop(struct bgqmpi_type *t)
{
	if (t->fixed || --t->uses > 0)
		return;
	bgqmpi_recipe_drop(t->recipe);
	free(t->name);
	free(t->block);
	free(t);
}

int MPI_Type_commit(MPI_Datatype *type)
{
	if (!*type)
		bgqmpi_fail("MPI_Type_commit", MPI_ERR_TYPE, "MPI_DATATYPE_NULL");
	(*type)->committed = true;
	return MPI_SUCCESS;
}

int MPI_Type_free(MPI_Datatype *type)
{
	if (!*type || (*type)->fixed)
		bgqmpi_fail("MPI_Type_free", MPI_ERR_TYPE, "not a derived one");
	bgqmpi_type_drop(*type);
	*type = MPI_DATATYPE_NULL;
	return MPI_SUCCESS;
}

/* ---- Questions. */

int MPI_Type_size(MPI_Datatype type, int *size)
{
	if (!type)
		bgqmpi_fail("MPI_Type_size", MPI_ERR_TYPE, "MPI_DATATYPE_NULL");
	*size = (int)type->size;
	return MPI_SUCCESS;
}

int MPI_Type_get_extent(MPI_Datatype type, MPI_Aint *lb, MPI_Aint *extent)
{
	if (!type)
		bgqmpi_fail("MPI_Type_get_extent", MPI_ERR_TYPE, "MPI_DATATYPE_NULL");
	*lb = type->lb;
	*extent = bgqmpi_type_extent(type);
	return MPI_SUCCESS;
}

int MPI_Type_extent(MPI_Datatype type, MPI_Aint *extent)
{
	MPI_Aint lb;

	return MPI_Type_get_extent(type, &lb, extent);
}

int MPI_Get_address(const void *location, MPI_Aint *address)
{
	*address = (MPI_Aint)location;
	return MPI_SUCCESS;
}

int MPI_Address(const void *location, MPI_Aint *address)
{
	return MPI_Get_address(location, address);
}

int MPI_Get_count(const MPI_Status *status, MPI_Datatype type, int *count)
{
	uint64_t bytes = status->bgqmpi_bytes;

	bgqmpi_check_type("MPI_Get_count", 0, type);
	if (type->size == 0)
		*count = bytes ? MPI_UNDEFINED : 0;
	else
		*count = bytes % type->size ? MPI_UNDEFINED : (int)(bytes / type->size);
	return MPI_SUCCESS;
}

/* Basic elements in the first so many bytes of one element, or -1: it ends within one. */
static int64_t basics(const struct bgqmpi_type *t, uint64_t bytes)
{
	int64_t n = 0;

	for (size_t b = 0; b < t->blocks && bytes; b++) {
		uint64_t here = bytes < t->block[b].bytes ? bytes : t->block[b].bytes;
		uint64_t each = t->block[b].basic->size;

		if (here % each)
			return -1;
		n += (int64_t)(here / each);
		bytes -= here;
	}
	return n;
}

int MPI_Get_elements(const MPI_Status *status, MPI_Datatype type, int *count)
{
	uint64_t bytes = status->bgqmpi_bytes;
	int64_t rest;

	bgqmpi_check_type("MPI_Get_elements", 0, type);
	*count = 0;
	if (type->size == 0)
		return MPI_SUCCESS;
	rest = basics(type, bytes % type->size);
	*count = rest < 0 ? MPI_UNDEFINED :
		(int)((int64_t)(bytes / type->size) * basics(type, type->size) + rest);
	return MPI_SUCCESS;
}
