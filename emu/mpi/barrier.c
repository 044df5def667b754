/*
 * barrier.c - a barrier by messages: in each step a rank hears, from one that is twice as far
 * away, that as many have come.
 */
#include "internal.h"

void bgqmpi_barrier(MPI_Comm comm)
{
	for (int far = 1; far < comm->size; far *= 2) {
		struct part to = { NULL, 0, MPI_BYTE, (comm->rank + far) % comm->size };
		struct part from = { NULL, 0, MPI_BYTE,
				     (comm->rank - far + comm->size) % comm->size };

		bgqmpi_exchange(comm, to, from);
	}
}

int MPI_Barrier(MPI_Comm comm)
{
	ENTER("MPI_Barrier");
	bgqmpi_check_comm("MPI_Barrier", comm);
	bgqmpi_barrier(comm);
	return MPI_SUCCESS;
}
