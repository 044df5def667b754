/*
 * errhandler.c - error handlers: those that a program makes for communicators and files, and those
 * of communicators, which MPI_Comm_call_errhandler() calls.
 *
 * Never: asked by an error that a call finds in its arguments: that ends the job (error.c), but of
 * files (io/file_error.c).
 */
#include "bgqmpi.h"

#define FIRST 16 /* above the standard's */

/* A handler lives as long as the job: what has it keeps it after MPI_Errhandler_free(). */
struct error_handler {
	bool of_file, fortran;
	void (*function)(void);
};

static struct error_handler *made;
static int handlers;

MPI_Errhandler bgqmpi_handler_new(const char *call, bool of_file, void (*function)(void))
{
	made = bgqmpi_list_more(call, made, handlers, sizeof *made);
	made[handlers] = (struct error_handler){ of_file, false, function };
	return FIRST + handlers++;
}

void bgqmpi_handler_of_fortran(MPI_Errhandler handler)
{
	made[handler - FIRST].fortran = true;
}

bool bgqmpi_handler_is(MPI_Errhandler handler, bool of_file)
{
	if (handler == MPI_ERRORS_ARE_FATAL || handler == MPI_ERRORS_RETURN)
		return true;
	return handler >= FIRST && handler < FIRST + handlers &&
	       made[handler - FIRST].of_file == of_file;
}

void bgqmpi_handler_call(MPI_Errhandler handler, void *object, int code)
{
	const struct error_handler *h = &made[handler - FIRST];

	if (h->fortran) {
		int number = h->of_file ? MPI_File_c2f(*(MPI_File *)object)
					: MPI_Comm_c2f(*(MPI_Comm *)object);

		/* A subroutine of Fortran has no variable arguments. */
		((void (*)(int *, int *))h->function)(&number, &code);
	} else if (h->of_file) {
		((MPI_File_errhandler_fn *)h->function)(object, &code);
	} else {
		((MPI_Comm_errhandler_fn *)h->function)(object, &code);
	}
}

/* ---- Of communicators. */

int MPI_Comm_create_errhandler(MPI_Comm_errhandler_fn *function, MPI_Errhandler *handler)
{
	*handler = bgqmpi_handler_new("MPI_Comm_create_errhandler", false,
				      (void (*)(void))function);
	return MPI_SUCCESS;
}

int MPI_Comm_set_errhandler(MPI_Comm comm, MPI_Errhandler handler)
{
	bgqmpi_check_comm("MPI_Comm_set_errhandler", comm);
	if (!bgqmpi_handler_is(handler, false))
		bgqmpi_fail("MPI_Comm_set_errhandler", MPI_ERR_ARG, "no error handler %d", handler);
	comm->handler = handler;
	return MPI_SUCCESS;
}

int MPI_Comm_get_errhandler(MPI_Comm comm, MPI_Errhandler *handler)
{
	bgqmpi_check_comm("MPI_Comm_get_errhandler", comm);
	*handler = comm->handler;
	return MPI_SUCCESS;
}

int MPI_Comm_call_errhandler(MPI_Comm comm, int code)
{
	bgqmpi_check_comm("MPI_Comm_call_errhandler", comm);
	if (comm->handler == MPI_ERRORS_ARE_FATAL)
		bgqmpi_fail("MPI_Comm_call_errhandler", code, "code %d", code);
	if (comm->handler != MPI_ERRORS_RETURN)
		bgqmpi_handler_call(comm->handler, &comm, code);
	return MPI_SUCCESS;
}

int MPI_Errhandler_free(MPI_Errhandler *handler)
{
	*handler = MPI_ERRHANDLER_NULL;
	return MPI_SUCCESS;
}

/* ---- Names of MPI 1. */

int MPI_Errhandler_create(MPI_Handler_function *function, MPI_Errhandler *handler)
{
	return MPI_Comm_create_errhandler(function, handler);
}

int MPI_Errhandler_set(MPI_Comm comm, MPI_Errhandler handler)
{
	return MPI_Comm_set_errhandler(comm, handler);
}

int MPI_Errhandler_get(MPI_Comm comm, MPI_Errhandler *handler)
{
	return MPI_Comm_get_errhandler(comm, handler);
}
