/* fortran_calls.c - the job, communicators, messages and types, for Fortran: see fortran.h. */
#include <string.h>

#include "fortran.h"

#define CALL(name, ...) void mpi_##name##_(__VA_ARGS__, int *error); \
	void mpi_##name##_(__VA_ARGS__, int *error)
#define REQUESTS_MAX 1024 /* of one call */

/* ---- the job */

void mpi_init_(int *error);
void mpi_init_(int *error)
{
	*error = MPI_Init(NULL, NULL);
}

void mpi_finalize_(int *error);
void mpi_finalize_(int *error)
{
	*error = MPI_Finalize();
}

CALL(init_thread, const int *wanted, int *provided)
{
	*error = MPI_Init_thread(NULL, NULL, *wanted, provided);
}

CALL(initialized, int *flag)
{
	*error = MPI_Initialized(flag);
}

CALL(finalized, int *flag)
{
	*error = MPI_Finalized(flag);
}

CALL(abort, const int *comm, const int *code)
{
	*error = MPI_Abort(bgqmpi_fortran_comm(*comm), *code);
}

double mpi_wtime_(void);
double mpi_wtime_(void)
{
	return MPI_Wtime();
}

double mpi_wtick_(void);
double mpi_wtick_(void)
{
	return MPI_Wtick();
}

/* Strings of Fortran have their length behind all arguments, and blanks at their end. */
void mpi_get_processor_name_(char *name, int *length, int *error, size_t room);
void mpi_get_processor_name_(char *name, int *length, int *error, size_t room)
{
	char text[MPI_MAX_PROCESSOR_NAME];

	*error = MPI_Get_processor_name(text, length);
	memset(name, ' ', room);
	memcpy(name, text, (size_t)*length < room ? (size_t)*length : room);
}

/* ---- communicators */

CALL(comm_rank, const int *comm, int *rank)
{
	*error = MPI_Comm_rank(bgqmpi_fortran_comm(*comm), rank);
}

CALL(comm_size, const int *comm, int *size)
{
	*error = MPI_Comm_size(bgqmpi_fortran_comm(*comm), size);
}

CALL(comm_dup, const int *comm, int *copy)
{
	MPI_Comm c;

	*error = MPI_Comm_dup(bgqmpi_fortran_comm(*comm), &c);
	*copy = bgqmpi_fortran_comm_new(c);
}

CALL(comm_split, const int *comm, const int *color, const int *key, int *part)
{
	MPI_Comm c;

	*error = MPI_Comm_split(bgqmpi_fortran_comm(*comm), *color, *key, &c);
	*part = bgqmpi_fortran_comm_new(c);
}

CALL(comm_free, int *comm)
{
	MPI_Comm c = bgqmpi_fortran_comm(*comm);

	*error = MPI_Comm_free(&c);
	*comm = 0;
}

CALL(comm_group, const int *comm, int *group)
{
	MPI_Group g;

	*error = MPI_Comm_group(bgqmpi_fortran_comm(*comm), &g);
	*group = bgqmpi_fortran_group_new(g);
}

CALL(group_incl, const int *group, const int *n, int *ranks, int *part)
{
	MPI_Group g;

	*error = MPI_Group_incl(bgqmpi_fortran_group(*group), *n, ranks, &g);
	*part = bgqmpi_fortran_group_new(g);
}

CALL(comm_create, const int *comm, const int *group, int *made)
{
	MPI_Comm c;

	*error = MPI_Comm_create(bgqmpi_fortran_comm(*comm), bgqmpi_fortran_group(*group), &c);
	*made = bgqmpi_fortran_comm_new(c);
}

CALL(dims_create, const int *nodes, const int *n, int *dims)
{
	*error = MPI_Dims_create(*nodes, *n, dims);
}

CALL(cart_create, const int *comm, const int *n, int *dims, int *periods, const int *reorder,
	int *made)
{
	MPI_Comm c;

	*error = MPI_Cart_create(bgqmpi_fortran_comm(*comm), *n, dims, periods, *reorder, &c);
	*made = bgqmpi_fortran_comm_new(c);
}

CALL(cart_coords, const int *comm, const int *rank, const int *n, int *coords)
{
	*error = MPI_Cart_coords(bgqmpi_fortran_comm(*comm), *rank, *n, coords);
}

CALL(cart_rank, const int *comm, int *coords, int *rank)
{
	*error = MPI_Cart_rank(bgqmpi_fortran_comm(*comm), coords, rank);
}

CALL(cart_shift, const int *comm, const int *direction, const int *by, int *from, int *to)
{
	*error = MPI_Cart_shift(bgqmpi_fortran_comm(*comm), *direction, *by, from, to);
}

CALL(cart_sub, const int *comm, int *remain, int *made)
{
	MPI_Comm c;

	*error = MPI_Cart_sub(bgqmpi_fortran_comm(*comm), remain, &c);
	*made = bgqmpi_fortran_comm_new(c);
}

/* ---- messages */

#define MESSAGE void *buffer, const int *n, const int *type, const int *rank, const int *tag, \
	const int *comm
#define MESSAGE_IN_C \
	bgqmpi_fortran_buffer(buffer), *n, bgqmpi_fortran_type(*type), *rank, *tag, \
		bgqmpi_fortran_comm(*comm)

CALL(send, MESSAGE)
{
	*error = MPI_Send(MESSAGE_IN_C);
}

CALL(ssend, MESSAGE)
{
	*error = MPI_Ssend(MESSAGE_IN_C);
}

CALL(recv, MESSAGE, int *status)
{
	MPI_Status room, *s = bgqmpi_fortran_status(status, &room);

	*error = MPI_Recv(MESSAGE_IN_C, s);
	bgqmpi_fortran_status_put(status, s);
}

CALL(isend, MESSAGE, int *request)
{
	MPI_Request r;

	*error = MPI_Isend(MESSAGE_IN_C, &r);
	*request = bgqmpi_fortran_request_new(r);
}

CALL(issend, MESSAGE, int *request)
{
	MPI_Request r;

	*error = MPI_Issend(MESSAGE_IN_C, &r);
	*request = bgqmpi_fortran_request_new(r);
}

CALL(irecv, MESSAGE, int *request)
{
	MPI_Request r;

	*error = MPI_Irecv(MESSAGE_IN_C, &r);
	*request = bgqmpi_fortran_request_new(r);
}

CALL(sendrecv, void *out, const int *nout, const int *tout, const int *to, const int *tag_out,
	void *in, const int *nin, const int *tin, const int *from, const int *tag_in,
	const int *comm, int *status)
{
	MPI_Status room, *s = bgqmpi_fortran_status(status, &room);

	*error = MPI_Sendrecv(bgqmpi_fortran_buffer(out), *nout, bgqmpi_fortran_type(*tout), *to,
			      *tag_out, bgqmpi_fortran_buffer(in), *nin, bgqmpi_fortran_type(*tin),
			      *from, *tag_in, bgqmpi_fortran_comm(*comm), s);
	bgqmpi_fortran_status_put(status, s);
}

CALL(probe, const int *rank, const int *tag, const int *comm, int *status)
{
	MPI_Status room, *s = bgqmpi_fortran_status(status, &room);

	*error = MPI_Probe(*rank, *tag, bgqmpi_fortran_comm(*comm), s);
	bgqmpi_fortran_status_put(status, s);
}

CALL(iprobe, const int *rank, const int *tag, const int *comm, int *flag, int *status)
{
	MPI_Status room, *s = bgqmpi_fortran_status(status, &room);

	*error = MPI_Iprobe(*rank, *tag, bgqmpi_fortran_comm(*comm), flag, s);
	if (*flag)
		bgqmpi_fortran_status_put(status, s);
}

CALL(get_count, const int *status, const int *type, int *n)
{
	MPI_Status s;

	memcpy(&s, status, sizeof s);
	*error = MPI_Get_count(&s, bgqmpi_fortran_type(*type), n);
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
	MPI_Request r[REQUESTS_MAX];
	MPI_Status room, *s = bgqmpi_fortran_status(status, &room);

	if (*n > REQUESTS_MAX)
		MPI_Abort(MPI_COMM_WORLD, 1);
	for (int i = 0; i < *n; i++)
		r[i] = bgqmpi_fortran_request(requests[i]);
	*error = MPI_Waitany(*n, r, index, s);
	if (*index == MPI_UNDEFINED)
		return;
	bgqmpi_fortran_status_put(status, s);
	bgqmpi_fortran_request_set(&requests[*index], r[*index]);
	++*index; /* Fortran counts from 1 */
}

/* ---- types */

CALL(type_contiguous, const int *n, const int *type, int *made)
{
	MPI_Datatype t;

	*error = MPI_Type_contiguous(*n, bgqmpi_fortran_type(*type), &t);
	*made = bgqmpi_fortran_type_new(t);
}

CALL(type_vector, const int *n, const int *length, const int *stride, const int *type, int *made)
{
	MPI_Datatype t;

	*error = MPI_Type_vector(*n, *length, *stride, bgqmpi_fortran_type(*type), &t);
	*made = bgqmpi_fortran_type_new(t);
}

CALL(type_commit, const int *type)
{
	MPI_Datatype t = bgqmpi_fortran_type(*type);

	*error = MPI_Type_commit(&t);
}

CALL(type_free, int *type)
{
	MPI_Datatype t = bgqmpi_fortran_type(*type);

	*error = MPI_Type_free(&t);
	*type = 0;
}

CALL(type_size, const int *type, int *bytes)
{
	*error = MPI_Type_size(bgqmpi_fortran_type(*type), bytes);
}
