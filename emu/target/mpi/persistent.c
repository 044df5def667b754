/*
 * persistent.c - requests that are made once and started again and again, in each of the
 * standard's modes.
 */
#include "request.h"

int MPI_Send_init(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
		  MPI_Request *request)
{
	*request = bgqmpi_request_kept(bgqmpi_request_checked(
		"MPI_Send_init", (struct bgqmpi_request){ SENDS(buf), .persistent = true }));
	return MPI_SUCCESS;
}

int MPI_Ssend_init(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
		   MPI_Request *request)
{
	*request = bgqmpi_request_kept(bgqmpi_request_checked(
		"MPI_Ssend_init",
		(struct bgqmpi_request){ SENDS(buf), .persistent = true, .synchronous = true }));
	return MPI_SUCCESS;
}

int MPI_Rsend_init(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
		   MPI_Request *request)
{
	*request = bgqmpi_request_kept(bgqmpi_request_checked(
		"MPI_Rsend_init", (struct bgqmpi_request){ SENDS(buf), .persistent = true }));
	return MPI_SUCCESS;
}

int MPI_Bsend_init(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
		   MPI_Request *request)
{
	*request = bgqmpi_request_kept(bgqmpi_request_checked(
		"MPI_Bsend_init",
		(struct bgqmpi_request){ SENDS(buf), .persistent = true, .buffered = true }));
	return MPI_SUCCESS;
}

int MPI_Recv_init(void *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
		  MPI_Request *request)
{
	*request = bgqmpi_request_kept(bgqmpi_request_checked(
		"MPI_Recv_init", (struct bgqmpi_request){ RECEIVES, .persistent = true }));
	return MPI_SUCCESS;
}

/* The program's data is free again at once. */
static void start_buffered(struct bgqmpi_request *r)
{
	bgqmpi_buffered_send("MPI_Start", r);
	bgqmpi_status_clear(&r->status, MPI_ANY_SOURCE);
	r->state = REQUEST_DONE;
}

int MPI_Start(MPI_Request *request)
{
	if (!*request || !(*request)->persistent || (*request)->state != REQUEST_IDLE)
		bgqmpi_fail("MPI_Start", MPI_ERR_REQUEST, "not a persistent one at rest");
	if ((*request)->buffered)
		start_buffered(*request);
	else
		bgqmpi_request_start(*request);
	return MPI_SUCCESS;
}

int MPI_Startall(int count, MPI_Request *requests)
{
	for (int i = 0; i < count; i++)
		MPI_Start(&requests[i]);
	return MPI_SUCCESS;
}
