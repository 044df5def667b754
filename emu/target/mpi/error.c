/*
 * error.c - what is wrong is said, and ends the job, as with MPI_ERRORS_ARE_FATAL, the
 * standard's default; errors of files need not (io/file_error.c).
 */
#include "bgqmpi.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *bgqmpi_class_text(int class)
{
	static const char *const text[] = {
		[MPI_SUCCESS] = "No error",
		[MPI_ERR_BUFFER] = "Invalid buffer pointer",
		[MPI_ERR_COUNT] = "Invalid count argument",
		[MPI_ERR_TYPE] = "Invalid datatype argument",
		[MPI_ERR_TAG] = "Invalid tag argument",
		[MPI_ERR_COMM] = "Invalid communicator",
		[MPI_ERR_RANK] = "Invalid rank",
		[MPI_ERR_ROOT] = "Invalid root",
		[MPI_ERR_GROUP] = "Invalid group",
		[MPI_ERR_OP] = "Invalid operation",
		[MPI_ERR_TOPOLOGY] = "Invalid topology",
		[MPI_ERR_DIMS] = "Invalid dimension argument",
		[MPI_ERR_ARG] = "Invalid argument",
		[MPI_ERR_UNKNOWN] = "Unknown error",
		[MPI_ERR_TRUNCATE] = "Message truncated",
		[MPI_ERR_OTHER] = "Other error",
		[MPI_ERR_INTERN] = "Internal error",
		[MPI_ERR_IN_STATUS] = "Error code in status",
		[MPI_ERR_PENDING] = "Pending request",
		[MPI_ERR_REQUEST] = "Invalid request",
		[MPI_ERR_ACCESS] = "Permission denied",
		[MPI_ERR_AMODE] = "Invalid access mode of a file",
		[MPI_ERR_BAD_FILE] = "Invalid file name",
		[MPI_ERR_CONVERSION] = "Error of a user-defined data conversion",
		[MPI_ERR_DUP_DATAREP] = "Data representation is defined already",
		[MPI_ERR_FILE_EXISTS] = "File exists",
		[MPI_ERR_FILE_IN_USE] = "File is in use",
		[MPI_ERR_FILE] = "Invalid file handle",
		[MPI_ERR_IO] = "I/O error",
		[MPI_ERR_NOT_SAME] = "Arguments differ between ranks",
		[MPI_ERR_NO_SPACE] = "No space left",
		[MPI_ERR_NO_SUCH_FILE] = "File does not exist",
		[MPI_ERR_QUOTA] = "Quota exceeded",
		[MPI_ERR_READ_ONLY] = "File or file system is read-only",
		[MPI_ERR_UNSUPPORTED_DATAREP] = "Unsupported data representation",
		[MPI_ERR_UNSUPPORTED_OPERATION] = "Unsupported operation",
	};

	return class >= 0 && (size_t)class < sizeof text / sizeof *text ? text[class] : NULL;
}

void bgqmpi_fail(const char *call, int code, const char *format, ...)
{
	const char *what = bgqmpi_error_text(code);
	char text[512];
	va_list list;

	fflush(stdout);
	va_start(list, format);
	vsnprintf(text, sizeof text, format, list);
	va_end(list);
	/* One write, or lines of several ranks mix. */
	fprintf(stderr, "rank %d: %s: %s: %s\n", bgqmpi_world.rank, call,
		what ? what : "Unknown error", text);
	bgqmpi_abort(1);
}

void bgqmpi_check_comm(const char *call, MPI_Comm comm)
{
	bgqmpi_check_running(call);
	if (!comm)
		bgqmpi_fail(call, MPI_ERR_COMM, "MPI_COMM_NULL");
}

void bgqmpi_check_type(const char *call, int count, MPI_Datatype type)
{
	if (count < 0)
		bgqmpi_fail(call, MPI_ERR_COUNT, "%d", count);
	if (!type)
		bgqmpi_fail(call, MPI_ERR_TYPE, "MPI_DATATYPE_NULL");
	if (!type->committed)
		bgqmpi_fail(call, MPI_ERR_TYPE, "not committed");
}

void bgqmpi_check_root(const char *call, int root, MPI_Comm comm)
{
	bgqmpi_check_comm(call, comm);
	if (root < 0 || root >= comm->size)
		bgqmpi_fail(call, MPI_ERR_ROOT, "%d, of %d ranks", root, comm->size);
}

void *bgqmpi_alloc(const char *call, size_t bytes)
{
	void *p = malloc(bytes ? bytes : 1);

	if (!p)
		bgqmpi_fail(call, MPI_ERR_OTHER, "no memory for %zu bytes", bytes);
	return p;
}

/* A list has room for the next power of two. */
void *bgqmpi_list_more(const char *call, void *list, int n, size_t each)
{
	size_t bytes = (n ? 2 * (size_t)n : 1) * each;

	if (n & (n - 1))
		return list;
	list = realloc(list, bytes);
	if (!list)
		bgqmpi_fail(call, MPI_ERR_OTHER, "no memory for %zu bytes", bytes);
	return list;
}
