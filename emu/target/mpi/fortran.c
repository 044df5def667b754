/* fortran.c - see fortran.h. */
#include "fortran.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Common blocks of mpif.h. */
int bgqmpi_bottom_[1], bgqmpi_in_place_[1], bgqmpi_status_ignore_[STATUS_INTEGERS],
	bgqmpi_statuses_ignore_[STATUS_INTEGERS];

/* Handles of one kind: the first ones are there from the start. */
struct table {
	const char *kind;
	void **entry;
	int first, count; /* of all that there are */
};

static void *comms[] = { NULL, &bgqmpi_world, &bgqmpi_self };
static void *types[] = { NULL, &bgqmpi_char, &bgqmpi_int, &bgqmpi_schar, &bgqmpi_short,
	&bgqmpi_long, &bgqmpi_float, &bgqmpi_double, &bgqmpi_floatcomplex, &bgqmpi_doublecomplex,
	&bgqmpi_byte, &bgqmpi_2int, &bgqmpi_lb, &bgqmpi_ub, &bgqmpi_longdouble };
static void *ops[] = { NULL, &bgqmpi_max, &bgqmpi_min, &bgqmpi_sum, &bgqmpi_prod, &bgqmpi_land,
	&bgqmpi_band, &bgqmpi_lor, &bgqmpi_bor, &bgqmpi_lxor, &bgqmpi_bxor, &bgqmpi_minloc,
	&bgqmpi_maxloc };
static void *groups[] = { NULL, &bgqmpi_empty };
static void *requests[] = { NULL };

#define TABLE(kind, array) { kind, array, sizeof array / sizeof *array, \
	sizeof array / sizeof *array }
static struct table comm_table = TABLE("communicator", comms);
static struct table type_table = TABLE("datatype", types);
static struct table op_table = TABLE("operation", ops);
static struct table group_table = TABLE("group", groups);
static struct table request_table = TABLE("request", requests);

static void *entry_of(const struct table *t, int handle)
{
	if (handle == 0)
		return NULL;
	if (handle < 0 || handle >= t->count || !t->entry[handle]) {
		fprintf(stderr, "MPI: %d is no %s\n", handle, t->kind);
		MPI_Abort(MPI_COMM_WORLD, 1);
	}
	return t->entry[handle];
}

/* The array that is there from the start is no block of the heap. */
static void table_grow(struct table *t)
{
	int old = t->count;
	void **more = malloc((size_t)(2 * old + 8) * sizeof *more);

	if (!more)
		MPI_Abort(MPI_COMM_WORLD, 1);
	memcpy(more, t->entry, (size_t)old * sizeof *more);
	memset(more + old, 0, (size_t)(old + 8) * sizeof *more);
	if (t->count > t->first)
		free(t->entry);
	t->entry = more;
	t->count = 2 * old + 8;
}

static int entry_new(struct table *t, void *what)
{
	if (!what)
		return 0;
	for (int i = 1; i < t->first; i++)
		if (t->entry[i] == what)
			return i;
	int i = t->first;

	while (i < t->count && t->entry[i])
		i++;
	if (i == t->count)
		table_grow(t);
	t->entry[i] = what;
	return i;
}

/* The number that it has, or a new one. */
static int entry_given(struct table *t, void *what)
{
	for (int i = 1; what && i < t->count; i++)
		if (t->entry[i] == what)
			return i;
	return entry_new(t, what);
}

MPI_Comm bgqmpi_fortran_comm(int handle)
{
	return entry_of(&comm_table, handle);
}

MPI_Datatype bgqmpi_fortran_type(int handle)
{
	return entry_of(&type_table, handle);
}

MPI_Op bgqmpi_fortran_op(int handle)
{
	return entry_of(&op_table, handle);
}

MPI_Group bgqmpi_fortran_group(int handle)
{
	return entry_of(&group_table, handle);
}

MPI_Request bgqmpi_fortran_request(int handle)
{
	return entry_of(&request_table, handle);
}

int bgqmpi_fortran_comm_new(MPI_Comm c)
{
	return entry_new(&comm_table, c);
}

int bgqmpi_fortran_type_new(MPI_Datatype t)
{
	return entry_new(&type_table, t);
}

int bgqmpi_fortran_op_new(MPI_Op o)
{
	return entry_new(&op_table, o);
}

int bgqmpi_fortran_group_new(MPI_Group g)
{
	return entry_new(&group_table, g);
}

int bgqmpi_fortran_request_new(MPI_Request r)
{
	return entry_new(&request_table, r);
}

void bgqmpi_fortran_request_set(int *handle, MPI_Request r)
{
	if (r || *handle <= 0)
		return;
	request_table.entry[*handle] = NULL;
	*handle = 0;
}

void *bgqmpi_fortran_buffer(void *buffer)
{
	return buffer == bgqmpi_bottom_ ? MPI_BOTTOM
	       : buffer == bgqmpi_in_place_ ? MPI_IN_PLACE : buffer;
}

MPI_Status *bgqmpi_fortran_status(int *status, MPI_Status *room)
{
	bool ignored = status == bgqmpi_status_ignore_ || status == bgqmpi_statuses_ignore_;

	return ignored ? MPI_STATUS_IGNORE : room;
}

void bgqmpi_fortran_status_put(int *status, const MPI_Status *from)
{
	if (from != MPI_STATUS_IGNORE)
		memcpy(status, from, sizeof *from);
}

_Static_assert(sizeof(MPI_Status) == STATUS_INTEGERS * sizeof(int), "MPI_STATUS_SIZE");

/* ---- handles of C and numbers of Fortran, for programs in both */

#define CONVERSIONS(Name, Handle, name) \
	MPI_Fint MPI_##Name##_c2f(Handle handle) \
	{ \
		return entry_given(&name##_table, handle); \
	} \
	Handle MPI_##Name##_f2c(MPI_Fint handle) \
	{ \
		return bgqmpi_fortran_##name(handle); \
	}

CONVERSIONS(Comm, MPI_Comm, comm)
CONVERSIONS(Type, MPI_Datatype, type)
CONVERSIONS(Op, MPI_Op, op)
CONVERSIONS(Group, MPI_Group, group)
CONVERSIONS(Request, MPI_Request, request)
