/*
 * attribute.c - what the world's predefined attributes say.
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
	case MPI_LASTUSEDCODE: *(const int **)value = bgqmpi_last_used_code(); break;
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
