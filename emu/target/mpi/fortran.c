/* fortran.c - see fortran.h. */
#include "fortran.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Common blocks of mpif.h. */
int bgqmpi_bottom_[1], bgqmpi_in_place_[1], bgqmpi_status_ignore_[STATUS_INTEGERS],
	bgqmpi_statuses_ignore_[STATUS_INTEGERS];

/* Handles of one kind: the first ones are there from the start, those below the hint are taken. */
struct table {
	const char *kind;
	void **entry;
	int first, count; /* of all that there are */
	int hint;
};

static void *comms[] = { NULL, &bgqmpi_world, &bgqmpi_self };
static void *types[] = { NULL, &bgqmpi_char, &bgqmpi_int, &bgqmpi_schar, &bgqmpi_short,
	&bgqmpi_long, &bgqmpi_float, &bgqmpi_double, &bgqmpi_floatcomplex, &bgqmpi_doublecomplex,
	&bgqmpi_byte, &bgqmpi_2int, &bgqmpi_lb, &bgqmpi_ub, &bgqmpi_longdouble, &bgqmpi_packed,
	&bgqmpi_2float, &bgqmpi_2double, &bgqmpi_real16, &bgqmpi_complex32, &bgqmpi_integer16,
	&bgqmpi_uchar, &bgqmpi_wchar, &bgqmpi_ushort, &bgqmpi_unsigned, &bgqmpi_ulong,
	&bgqmpi_longlong, &bgqmpi_ulonglong, &bgqmpi_bool, &bgqmpi_float_int, &bgqmpi_double_int,
	&bgqmpi_long_int, &bgqmpi_short_int, &bgqmpi_longdouble_int };
static void *ops[] = { NULL, &bgqmpi_max, &bgqmpi_min, &bgqmpi_sum, &bgqmpi_prod, &bgqmpi_land,
	&bgqmpi_band, &bgqmpi_lor, &bgqmpi_bor, &bgqmpi_lxor, &bgqmpi_bxor, &bgqmpi_minloc,
	&bgqmpi_maxloc };
static void *groups[] = { NULL, &bgqmpi_empty };
static void *requests[] = { NULL };
static void *infos[] = { NULL };
static void *files[] = { NULL };

#define TABLE(kind, array) { kind, array, sizeof array / sizeof *array, \
	sizeof array / sizeof *array, sizeof array / sizeof *array }
static struct table comm_table = TABLE("communicator", comms);
static struct table type_table = TABLE("datatype", types);
static struct table op_table = TABLE("operation", ops);
static struct table group_table = TABLE("group", groups);
static struct table request_table = TABLE("request", requests);
static struct table info_table = TABLE("hints", infos);
static struct table file_table = TABLE("file", files);

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
	int i = t->hint;

	while (i < t->count && t->entry[i])
		i++;
	if (i == t->count)
		table_grow(t);
	t->entry[i] = what;
	t->hint = i + 1;
	return i;
}

static void entry_end(struct table *t, int *handle)
{
	if (*handle >= t->first && *handle < t->count) {
		t->entry[*handle] = NULL;
		if (*handle < t->hint)
			t->hint = *handle;
	}
	*handle = 0;
}

/* The number that it has, or a new one. */
static int entry_given(struct table *t, void *what)
{
	for (int i = 1; what && i < t->count; i++)
		if (t->entry[i] == what)
			return i;
	return entry_new(t, what);
}

#define HANDLES(Handle, name) \
	Handle bgqmpi_fortran_##name(int handle) \
	{ \
		return entry_of(&name##_table, handle); \
	} \
	int bgqmpi_fortran_##name##_new(Handle h) \
	{ \
		return entry_new(&name##_table, h); \
	} \
	void bgqmpi_fortran_##name##_end(int *handle) \
	{ \
		entry_end(&name##_table, handle); \
	}

HANDLES(MPI_Comm, comm)
HANDLES(MPI_Datatype, type)
HANDLES(MPI_Op, op)
HANDLES(MPI_Group, group)
HANDLES(MPI_Request, request)
HANDLES(MPI_Info, info)
HANDLES(MPI_File, file)

void bgqmpi_fortran_request_set(int *handle, MPI_Request r)
{
	if (!r)
		entry_end(&request_table, handle);
}

void bgqmpi_fortran_text_put(const char *text, char *to, size_t room)
{
	size_t bytes = strnlen(text, room);

	memcpy(to, text, bytes);
	memset(to + bytes, ' ', room - bytes);
}

char *bgqmpi_fortran_text(const char *call, const char *text, size_t length)
{
	while (length && *text == ' ')
		text++, length--;
	while (length && text[length - 1] == ' ')
		length--;

	char *copy = bgqmpi_alloc(call, length + 1);

	memcpy(copy, text, length);
	copy[length] = '\0';
	return copy;
}

/* No address of a program is as near to 0 as displacements of MPI_ADDRESS are to MPI_BOTTOM. */
static bool from_bottom(const struct bgqmpi_type *t)
{
	return t && t->blocks && t->block[0].at == (int)t->block[0].at;
}

void *bgqmpi_fortran_buffer(void *buffer, int type)
{
	if (buffer == bgqmpi_bottom_)
		return from_bottom(bgqmpi_fortran_type(type)) ? buffer : MPI_BOTTOM;
	return buffer == bgqmpi_in_place_ ? MPI_IN_PLACE : buffer;
}

int bgqmpi_fortran_integer(const char *call, MPI_Aint value)
{
	if (value != (int)value)
		bgqmpi_fail(call, MPI_ERR_ARG, "%lld does not fit an INTEGER", (long long)value);
	return (int)value;
}

int bgqmpi_fortran_address(const char *call, const void *at)
{
	return bgqmpi_fortran_integer(call, (const char *)at - (const char *)bgqmpi_bottom_);
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
CONVERSIONS(Info, MPI_Info, info)
CONVERSIONS(File, MPI_File, file)
