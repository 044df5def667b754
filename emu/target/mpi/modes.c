/*
 * modes.c - sends in ready mode, which here are standard ones, and requests that are taken back.
 */
#include "request.h"

/* MPI_Get_count() is not asked of a request that was cancelled. */
#define CANCELLED UINT64_MAX

int MPI_Rsend(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm)
{
	return MPI_Send(buf, count, type, dest, tag, comm);
}

int MPI_Irsend(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
	       MPI_Request *request)
{
	return MPI_Isend(buf, count, type, dest, tag, comm, request);
}

void bgqmpi_request_cancelled(struct bgqmpi_request *r)
{
	bgqmpi_status_clear(&r->status, MPI_ANY_SOURCE);
	r->status.bgqmpi_bytes = CANCELLED;
	bgqmpi_request_done(r);
}

/* An eager message goes on to its end, which the standard allows.  A send by rendezvous asks its
 * peer to forget it, and ends by that or by a receive. */
int MPI_Cancel(MPI_Request *request)
{
	struct bgqmpi_request *r = *request;

	bgqmpi_check_running("MPI_Cancel");
	if (!r)
		bgqmpi_fail("MPI_Cancel", MPI_ERR_REQUEST, "MPI_REQUEST_NULL");
	if (r->state != REQUEST_BUSY)
		return MPI_SUCCESS;
	if (!r->receive)
		bgqmpi_device_cancel(r);
	else if (bgqmpi_match_cancel(r))
		bgqmpi_request_cancelled(r);
	return MPI_SUCCESS;
}

int MPI_Test_cancelled(const MPI_Status *status, int *flag)
{
	*flag = status->bgqmpi_bytes == CANCELLED;
	return MPI_SUCCESS;
}

int MPI_Request_get_status(MPI_Request request, int *flag, MPI_Status *status)
{
	bgqmpi_check_running("MPI_Request_get_status");
	bgqmpi_progress();
	*flag = !request || request->state != REQUEST_BUSY;
	if (request && request->state == REQUEST_DONE)
		bgqmpi_status_give(&request->status, status);
	else if (*flag)
		bgqmpi_status_empty(status);
	return MPI_SUCCESS;
}
