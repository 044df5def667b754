/*
 * fortran_key.c - attributes of communicators and error handlers, for Fortran: see fortran.h.
 *
 * An attribute of Fortran is a number: of MPI_ADDRESS_KIND by the names of MPI 2, an INTEGER by
 * those of MPI 1.  Those that the standard defines are read as what they say, where C gets a
 * pointer to it.
 */
#include "fortran.h"

typedef void copy_wide(int *comm, int *keyval, MPI_Aint *extra, MPI_Aint *in, MPI_Aint *out,
		       int *flag, int *error);
typedef void copy_int(int *comm, int *keyval, int *extra, int *in, int *out, int *flag, int *error);
typedef void delete_wide(int *comm, int *keyval, MPI_Aint *value, MPI_Aint *extra, int *error);
typedef void delete_int(int *comm, int *keyval, int *value, int *extra, int *error);

/* A key's functions; a key lives as long as the job. */
struct functions {
	void (*copy)(void), (*delete)(void);
	MPI_Aint extra;
	bool wide;
};

static int copy_called(MPI_Comm comm, int keyval, void *extra, void *in, void *out, int *flag)
{
	struct functions *f = extra;
	int number = MPI_Comm_c2f(comm), code = MPI_SUCCESS;
	MPI_Aint value_in = (MPI_Aint)in, value_out = 0, state = f->extra;

	if (f->wide) {
		((copy_wide *)f->copy)(&number, &keyval, &state, &value_in, &value_out, flag,
				       &code);
	} else {
		int short_in = (int)value_in, short_out = 0, short_state = (int)state;

		((copy_int *)f->copy)(&number, &keyval, &short_state, &short_in, &short_out, flag,
				      &code);
		value_out = short_out;
	}
	*(void **)out = (void *)value_out;
	return code;
}

static int delete_called(MPI_Comm comm, int keyval, void *value, void *extra)
{
	struct functions *f = extra;
	int number = MPI_Comm_c2f(comm), code = MPI_SUCCESS;
	MPI_Aint wide_value = (MPI_Aint)value, state = f->extra;
	int short_value = (int)wide_value, short_state = (int)state;

	if (f->wide)
		((delete_wide *)f->delete)(&number, &keyval, &wide_value, &state, &code);
	else
		((delete_int *)f->delete)(&number, &keyval, &short_value, &short_state, &code);
	return code;
}

static int key_new(void (*copy)(void), void (*delete)(void), int *keyval, MPI_Aint extra, bool wide)
{
	struct functions *f = bgqmpi_alloc("MPI_Comm_create_keyval", sizeof *f);

	*f = (struct functions){ copy, delete, extra, wide };
	return MPI_Comm_create_keyval(copy_called, delete_called, keyval, f);
}

/* The standard's own keys are the first numbers. */
static MPI_Aint attribute(int comm, int keyval, int *flag)
{
	void *value = NULL;

	MPI_Comm_get_attr(bgqmpi_fortran_comm(comm), keyval, &value, flag);
	if (!*flag)
		return 0;
	return keyval <= MPI_LASTUSEDCODE ? *(int *)value : (MPI_Aint)value;
}

/* ---- by the names of MPI 2 */

CALL(comm_create_keyval, void (*copy)(void), void (*delete)(void), int *keyval,
	const MPI_Aint *extra)
{
	*error = key_new(copy, delete, keyval, *extra, true);
}

CALL(comm_free_keyval, int *keyval)
{
	*error = MPI_Comm_free_keyval(keyval);
}

CALL(comm_set_attr, const int *comm, const int *keyval, const MPI_Aint *value)
{
	*error = MPI_Comm_set_attr(bgqmpi_fortran_comm(*comm), *keyval, (void *)*value);
}

CALL(comm_get_attr, const int *comm, const int *keyval, MPI_Aint *value, int *flag)
{
	MPI_Aint got = attribute(*comm, *keyval, flag);

	if (*flag)
		*value = got;
	*error = MPI_SUCCESS;
}

CALL(comm_delete_attr, const int *comm, const int *keyval)
{
	*error = MPI_Comm_delete_attr(bgqmpi_fortran_comm(*comm), *keyval);
}

/* ---- by those of MPI 1 */

CALL(keyval_create, void (*copy)(void), void (*delete)(void), int *keyval, const int *extra)
{
	*error = key_new(copy, delete, keyval, *extra, false);
}

CALL(keyval_free, int *keyval)
{
	*error = MPI_Comm_free_keyval(keyval);
}

CALL(attr_put, const int *comm, const int *keyval, const int *value)
{
	*error = MPI_Comm_set_attr(bgqmpi_fortran_comm(*comm), *keyval, (void *)(MPI_Aint)*value);
}

CALL(attr_get, const int *comm, const int *keyval, int *value, int *flag)
{
	MPI_Aint got = attribute(*comm, *keyval, flag);

	if (*flag)
		*value = bgqmpi_fortran_integer("MPI_Attr_get", got);
	*error = MPI_SUCCESS;
}

CALL(attr_delete, const int *comm, const int *keyval)
{
	*error = MPI_Comm_delete_attr(bgqmpi_fortran_comm(*comm), *keyval);
}

/* ---- the standard's functions for keys: nothing is copied, or all is */

CALL(comm_null_copy_fn, const int *comm, const int *keyval, const MPI_Aint *extra,
	const MPI_Aint *in, MPI_Aint *out, int *flag)
{
	(void)comm, (void)keyval, (void)extra, (void)in, (void)out;
	*flag = 0;
	*error = MPI_SUCCESS;
}

CALL(comm_dup_fn, const int *comm, const int *keyval, const MPI_Aint *extra, const MPI_Aint *in,
	MPI_Aint *out, int *flag)
{
	(void)comm, (void)keyval, (void)extra;
	*out = *in;
	*flag = 1;
	*error = MPI_SUCCESS;
}

CALL(comm_null_delete_fn, const int *comm, const int *keyval, const MPI_Aint *value,
	const MPI_Aint *extra)
{
	(void)comm, (void)keyval, (void)value, (void)extra;
	*error = MPI_SUCCESS;
}

CALL(null_copy_fn, const int *comm, const int *keyval, const int *extra, const int *in, int *out,
	int *flag)
{
	(void)comm, (void)keyval, (void)extra, (void)in, (void)out;
	*flag = 0;
	*error = MPI_SUCCESS;
}

CALL(dup_fn, const int *comm, const int *keyval, const int *extra, const int *in, int *out,
	int *flag)
{
	(void)comm, (void)keyval, (void)extra;
	*out = *in;
	*flag = 1;
	*error = MPI_SUCCESS;
}

CALL(null_delete_fn, const int *comm, const int *keyval, const int *value, const int *extra)
{
	(void)comm, (void)keyval, (void)value, (void)extra;
	*error = MPI_SUCCESS;
}

/* ---- error handlers */

CALL(comm_set_errhandler, const int *comm, const int *handler)
{
	*error = MPI_Comm_set_errhandler(bgqmpi_fortran_comm(*comm), *handler);
}

CALL(errhandler_set, const int *comm, const int *handler)
{
	*error = MPI_Comm_set_errhandler(bgqmpi_fortran_comm(*comm), *handler);
}

CALL(comm_get_errhandler, const int *comm, int *handler)
{
	*error = MPI_Comm_get_errhandler(bgqmpi_fortran_comm(*comm), handler);
}

CALL(errhandler_get, const int *comm, int *handler)
{
	*error = MPI_Comm_get_errhandler(bgqmpi_fortran_comm(*comm), handler);
}

CALL(comm_call_errhandler, const int *comm, const int *code)
{
	*error = MPI_Comm_call_errhandler(bgqmpi_fortran_comm(*comm), *code);
}

CALL(comm_create_errhandler, MPI_Comm_errhandler_fn *function, int *handler)
{
	*error = MPI_Comm_create_errhandler(function, handler);
	bgqmpi_handler_of_fortran(*handler);
}

CALL(errhandler_create, MPI_Comm_errhandler_fn *function, int *handler)
{
	*error = MPI_Comm_create_errhandler(function, handler);
	bgqmpi_handler_of_fortran(*handler);
}

CALL(errhandler_free, int *handler)
{
	*error = MPI_Errhandler_free(handler);
}
