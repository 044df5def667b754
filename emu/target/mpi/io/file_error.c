/*
 * file_error.c - errors of files: their classes, and handlers, which decide what becomes of
 * them.
 */
#include "file.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of MPI_FILE_NULL, which files inherit. */
static MPI_Errhandler of_null = MPI_ERRORS_RETURN;

MPI_Errhandler bgqmpi_file_default_handler(void)
{
	return of_null;
}

struct fault bgqmpi_file_fault(int code, const char *format, ...)
{
	struct fault f = { .code = code };
	va_list list;

	va_start(list, format);
	vsnprintf(f.text, sizeof f.text, format, list);
	va_end(list);
	return f;
}

static int class_of_errno(int error)
{
	switch (error) {
	case EACCES: case EPERM: return MPI_ERR_ACCESS;
	case EROFS: return MPI_ERR_READ_ONLY;
	case ENOENT: return MPI_ERR_NO_SUCH_FILE;
	case EEXIST: return MPI_ERR_FILE_EXISTS;
	case ENAMETOOLONG: case ENOTDIR: case EISDIR: case ELOOP: return MPI_ERR_BAD_FILE;
	case ENOSPC: return MPI_ERR_NO_SPACE;
	case EDQUOT: return MPI_ERR_QUOTA;
	case ETXTBSY: return MPI_ERR_FILE_IN_USE;
	default: return MPI_ERR_IO;
	}
}

struct fault bgqmpi_file_fault_errno(const char *name)
{
	int error = errno;

	return bgqmpi_file_fault(class_of_errno(error), "%s: %s", name, strerror(error));
}

/* Does what the handler of fh says with a code, whose class and text f has. */
static void handle(MPI_File fh, const char *call, int code, struct fault f)
{
	MPI_Errhandler handler = fh ? fh->handler : of_null;

	if (handler == MPI_ERRORS_ARE_FATAL)
		bgqmpi_fail(call, f.code, "%s", f.text);
	if (handler != MPI_ERRORS_RETURN)
		bgqmpi_handler_call(handler, &fh, code);
}

int bgqmpi_file_raise(MPI_File fh, const char *call, struct fault f)
{
	int code;

	if (f.code == MPI_SUCCESS)
		return f.code;
	code = bgqmpi_error_code(f.code, call, f.text);
	handle(fh, call, code, f);
	return code;
}

bool bgqmpi_file_check(const char *call, MPI_File fh, int *code)
{
	bgqmpi_check_running(call);
	*code = fh ? MPI_SUCCESS :
		bgqmpi_file_raise(NULL, call, bgqmpi_file_fault(MPI_ERR_FILE, "MPI_FILE_NULL"));
	return fh != NULL;
}

struct fault bgqmpi_file_agree(MPI_Comm comm, struct fault f)
{
	int most;

	bgqmpi_allreduce(comm, (struct part){ &f.code, 1, MPI_INT, 0 }, &most, MPI_MAX);
	if (f.code == MPI_SUCCESS && most != MPI_SUCCESS)
		return bgqmpi_file_fault(most, "in another rank");
	return f;
}

/* ---- Handlers. */

int MPI_File_create_errhandler(MPI_File_errhandler_fn *function, MPI_Errhandler *handler)
{
	*handler = bgqmpi_handler_new("MPI_File_create_errhandler", true,
				      (void (*)(void))function);
	return MPI_SUCCESS;
}

int MPI_File_set_errhandler(MPI_File fh, MPI_Errhandler handler)
{
	if (!bgqmpi_handler_is(handler, true))
		return bgqmpi_file_raise(fh, "MPI_File_set_errhandler",
					 bgqmpi_file_fault(MPI_ERR_ARG, "no file handler %d",
							   handler));
	*(fh ? &fh->handler : &of_null) = handler;
	return MPI_SUCCESS;
}

int MPI_File_get_errhandler(MPI_File fh, MPI_Errhandler *handler)
{
	*handler = fh ? fh->handler : of_null;
	return MPI_SUCCESS;
}

int MPI_File_call_errhandler(MPI_File fh, int code)
{
	handle(fh, "MPI_File_call_errhandler", code,
	       bgqmpi_file_fault(code, "%s", fh ? fh->name : "MPI_FILE_NULL"));
	return MPI_SUCCESS;
}
