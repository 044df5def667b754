/*
 * attribute.c - what the world's predefined attributes say, and error handlers, of which
 * errors here take no notice.
 */
#include "bgqmpi.h"

#include <limits.h>

int MPI_Comm_get_attr(MPI_Comm comm, int keyval, void *value, int *flag)
{
	static int most_tag = INT_MAX, no_process = MPI_PROC_NULL, any_process = MPI_ANY_SOURCE;
	static int one_clock = 1;

	bgqmpi_check_running("MPI_Comm_get_attr");
	if (comm == MPI_COMM_NULL)
		bgqmpi_fail("MPI_Comm_get_attr", MPI_ERR_COMM, "MPI_COMM_NULL");
	*flag = 1;
	switch (keyval) {
	case MPI_TAG_UB: *(int **)value = &most_tag; break;
	case MPI_HOST: *(int **)value = &no_process; break;
	case MPI_IO: *(int **)value = &any_process; break;
	case MPI_WTIME_IS_GLOBAL: *(int **)value = &one_clock; break;
	case MPI_UNIVERSE_SIZE:
	case MPI_APPNUM:
		*flag = 0;
		break;
	default:
		if (!bgqmpi_attribute_get(comm, keyval, value, flag))
			bgqmpi_fail("MPI_Comm_get_attr", MPI_ERR_ARG, "no attribute %d", keyval);
	}
	return MPI_SUCCESS;
}

int MPI_Attr_get(MPI_Comm comm, int keyval, void *value, int *flag)
{
	return MPI_Comm_get_attr(comm, keyval, value, flag);
}

int MPI_Comm_set_errhandler(MPI_Comm comm, MPI_Errhandler handler)
{
	(void)comm;
	if (handler != MPI_ERRORS_ARE_FATAL && handler != MPI_ERRORS_RETURN)
		bgqmpi_fail("MPI_Comm_set_errhandler", MPI_ERR_ARG, "no error handler %d", handler);
	return MPI_SUCCESS;
}

int MPI_Errhandler_set(MPI_Comm comm, MPI_Errhandler handler)
{
	return MPI_Comm_set_errhandler(comm, handler);
}

int MPI_Errhandler_free(MPI_Errhandler *handler)
{
	*handler = MPI_ERRHANDLER_NULL;
	return MPI_SUCCESS;
}
