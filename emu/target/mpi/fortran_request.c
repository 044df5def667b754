/* fortran_request.c - waits, tests and the like of requests, for Fortran: see fortran.h. */
#include <stdlib.h>
#include <string.h>

#include "fortran.h"

/* Requests of one call in C's terms; to be given back by requests_put(). */
static MPI_Request *requests_get(const char *call, int n, const int *handle)
{
	MPI_Request *r = bgqmpi_alloc(call, (n > 0 ? (size_t)n : 1) * sizeof *r);

	for (int i = 0; i < n; i++)
		r[i] = bgqmpi_fortran_request(handle[i]);
	return r;
}

static void requests_put(MPI_Request *r, int n, int *handle)
{
	for (int i = 0; i < n; i++)
		bgqmpi_fortran_request_set(&handle[i], r[i]);
	free(r);
}

/* One status for each of count requests. */
static MPI_Status *statuses_get(const char *call, int count, int *statuses)
{
	MPI_Status none, *ignored = bgqmpi_fortran_status(statuses, &none);

	return ignored == MPI_STATUS_IGNORE ? MPI_STATUSES_IGNORE :
		bgqmpi_alloc(call, (count > 0 ? (size_t)count : 1) * sizeof *ignored);
}

static void statuses_put(MPI_Status *s, int count, int *statuses)
{
	if (s == MPI_STATUSES_IGNORE)
		return;
	if (count > 0)
		memcpy(statuses, s, (size_t)count * sizeof *s);
	free(s);
}

/* Fortran counts from 1. */
static void indices_put(int count, int *index)
{
	for (int i = 0; i < count; i++)
		index[i]++;
}

CALL(wait, int *request, int *status)
{
	MPI_Request r = bgqmpi_fortran_request(*request);
	MPI_Status room, *s = bgqmpi_fortran_status(status, &room);

	*error = MPI_Wait(&r, s);
	bgqmpi_fortran_status_put(status, s);
	bgqmpi_fortran_request_set(request, r);
}

CALL(test, int *request, int *flag, int *status)
{
	MPI_Request r = bgqmpi_fortran_request(*request);
	MPI_Status room, *s = bgqmpi_fortran_status(status, &room);

	*error = MPI_Test(&r, flag, s);
	if (*flag)
		bgqmpi_fortran_status_put(status, s);
	bgqmpi_fortran_request_set(request, r);
}

/* Waits for each request in turn; the order does not matter. */
CALL(waitall, const int *n, int *requests, int *statuses)
{
	MPI_Status room, *s = bgqmpi_fortran_status(statuses, &room);

	*error = MPI_SUCCESS;
	for (int i = 0; i < *n; i++) {
		MPI_Request r = bgqmpi_fortran_request(requests[i]);

		*error = MPI_Wait(&r, s);
		bgqmpi_fortran_status_put(statuses + STATUS_INTEGERS * i, s);
		bgqmpi_fortran_request_set(&requests[i], r);
	}
}

CALL(waitany, const int *n, int *requests, int *index, int *status)
{
	MPI_Request *r = requests_get("MPI_Waitany", *n, requests);
	MPI_Status room, *s = bgqmpi_fortran_status(status, &room);

	*error = MPI_Waitany(*n, r, index, s);
	bgqmpi_fortran_status_put(status, s);
	requests_put(r, *n, requests);
	indices_put(*index != MPI_UNDEFINED, index);
}

CALL(testany, const int *n, int *requests, int *index, int *flag, int *status)
{
	MPI_Request *r = requests_get("MPI_Testany", *n, requests);
	MPI_Status room, *s = bgqmpi_fortran_status(status, &room);

	*error = MPI_Testany(*n, r, index, flag, s);
	if (*flag)
		bgqmpi_fortran_status_put(status, s);
	requests_put(r, *n, requests);
	indices_put(*flag && *index != MPI_UNDEFINED, index);
}

CALL(testall, const int *n, int *requests, int *flag, int *statuses)
{
	MPI_Request *r = requests_get("MPI_Testall", *n, requests);
	MPI_Status *s = statuses_get("MPI_Testall", *n, statuses);

	*error = MPI_Testall(*n, r, flag, s);
	statuses_put(s, *flag ? *n : 0, statuses);
	requests_put(r, *n, requests);
}

CALL(waitsome, const int *n, int *requests, int *count, int *indices, int *statuses)
{
	MPI_Request *r = requests_get("MPI_Waitsome", *n, requests);
	MPI_Status *s = statuses_get("MPI_Waitsome", *n, statuses);

	*error = MPI_Waitsome(*n, r, count, indices, s);
	statuses_put(s, *count, statuses);
	requests_put(r, *n, requests);
	indices_put(*count, indices);
}

CALL(testsome, const int *n, int *requests, int *count, int *indices, int *statuses)
{
	MPI_Request *r = requests_get("MPI_Testsome", *n, requests);
	MPI_Status *s = statuses_get("MPI_Testsome", *n, statuses);

	*error = MPI_Testsome(*n, r, count, indices, s);
	statuses_put(s, *count, statuses);
	requests_put(r, *n, requests);
	indices_put(*count, indices);
}

CALL(request_get_status, const int *request, int *flag, int *status)
{
	MPI_Status room, *s = bgqmpi_fortran_status(status, &room);

	*error = MPI_Request_get_status(bgqmpi_fortran_request(*request), flag, s);
	if (*flag)
		bgqmpi_fortran_status_put(status, s);
}

CALL(start, const int *request)
{
	MPI_Request r = bgqmpi_fortran_request(*request);

	*error = MPI_Start(&r);
}

CALL(startall, const int *n, int *requests)
{
	MPI_Request *r = requests_get("MPI_Startall", *n, requests);

	*error = MPI_Startall(*n, r);
	requests_put(r, *n, requests);
}

CALL(cancel, const int *request)
{
	MPI_Request r = bgqmpi_fortran_request(*request);

	*error = MPI_Cancel(&r);
}

CALL(request_free, int *request)
{
	MPI_Request r = bgqmpi_fortran_request(*request);

	*error = MPI_Request_free(&r);
	bgqmpi_fortran_request_end(request);
}
