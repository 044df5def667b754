/*
 * request.c - send and receive, and waiting for either.  A blocking call is a request on the
 * stack.
 */
#include "request.h"

#include <stdlib.h>

static struct bgqmpi_request *spare;

void bgqmpi_queue_add(struct queue *q, struct bgqmpi_request *r)
{
	r->next = NULL;
	*q->end = r;
	q->end = &r->next;
}

struct bgqmpi_request *bgqmpi_queue_take(struct queue *q)
{
	struct bgqmpi_request *r = q->first;

	q->first = r->next;
	if (!q->first)
		q->end = &q->first;
	return r;
}

void bgqmpi_status_clear(MPI_Status *s, int source)
{
	*s = (MPI_Status){ source, MPI_ANY_TAG, MPI_SUCCESS, 0 };
}

void bgqmpi_status_give(const MPI_Status *from, MPI_Status *to)
{
	if (to != MPI_STATUS_IGNORE) {
		to->MPI_SOURCE = from->MPI_SOURCE;
		to->MPI_TAG = from->MPI_TAG;
		to->bgqmpi_bytes = from->bgqmpi_bytes;
	}
}

void bgqmpi_status_empty(MPI_Status *to)
{
	if (to != MPI_STATUS_IGNORE)
		bgqmpi_status_clear(to, MPI_ANY_SOURCE);
}

static void release(struct bgqmpi_request *r)
{
	bgqmpi_type_drop(r->type);
	bgqmpi_comm_drop(r->comm);
	r->next = spare;
	spare = r;
}

void bgqmpi_request_done(struct bgqmpi_request *r)
{
	if (r->packed) {
		if (r->receive)
			bgqmpi_unpack(r->type, r->packed, r->bytes, r->buf);
		free(r->packed);
		r->packed = NULL;
	}
	r->state = REQUEST_DONE;
	if (r->freed)
		release(r);
}

static void start_send(struct bgqmpi_request *r)
{
	r->bytes = (uint64_t)r->count * r->type->size;
	r->data = bgqmpi_type_whole(r->type, r->count, r->buf);
	if (!r->data) {
		r->data = r->packed = bgqmpi_alloc("MPI_Send", r->bytes);
		bgqmpi_pack(r->type, r->count, r->buf, r->packed);
	}
	bgqmpi_status_clear(&r->status, MPI_ANY_SOURCE);
	r->step = r->bytes <= EAGER_BYTES && !r->synchronous ? STEP_EAGER : STEP_ASK;
	bgqmpi_device_inject(r);
}

void bgqmpi_request_start(struct bgqmpi_request *r)
{
	r->state = REQUEST_BUSY;
	if (r->peer == MPI_PROC_NULL) {
		bgqmpi_status_clear(&r->status, MPI_PROC_NULL);
		bgqmpi_request_done(r);
	} else if (r->receive) {
		r->bytes = (uint64_t)r->count * r->type->size;
		bgqmpi_match_post(r);
	} else {
		start_send(r);
	}
}

void bgqmpi_request_finish(struct bgqmpi_request *r)
{
	bgqmpi_call.request = r;
	while (r->state == REQUEST_BUSY)
		bgqmpi_progress();
	bgqmpi_call.request = NULL; /* which may be the caller's variable */
}

struct bgqmpi_request bgqmpi_request_checked(const char *call, struct bgqmpi_request r)
{
	int lowest = r.receive ? MPI_ANY_SOURCE : MPI_PROC_NULL;

	bgqmpi_check_comm(call, r.comm);
	bgqmpi_check_type(call, r.count, r.type);
	if (r.peer < lowest || r.peer >= r.comm->size)
		bgqmpi_fail(call, MPI_ERR_RANK, "%d, of %d ranks", r.peer, r.comm->size);
	if (r.tag < (r.receive ? MPI_ANY_TAG : 0))
		bgqmpi_fail(call, MPI_ERR_TAG, "%d", r.tag);
	r.context = r.comm->context;
	return r;
}

struct bgqmpi_request *bgqmpi_request_kept(struct bgqmpi_request from)
{
	struct bgqmpi_request *r = spare;

	if (r)
		spare = r->next;
	else
		r = bgqmpi_alloc("MPI", sizeof *r);
	*r = from;
	bgqmpi_type_keep(r->type);
	r->comm->uses++;
	return r;
}

int MPI_Send(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm)
{
	struct bgqmpi_request r = bgqmpi_request_checked("MPI_Send",
							 (struct bgqmpi_request){ SENDS(buf) });

	ENTER("MPI_Send");
	bgqmpi_request_start(&r);
	bgqmpi_request_finish(&r);
	return MPI_SUCCESS;
}

int MPI_Ssend(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm)
{
	struct bgqmpi_request r = bgqmpi_request_checked(
		"MPI_Ssend", (struct bgqmpi_request){ SENDS(buf), .synchronous = true });

	ENTER("MPI_Ssend");
	bgqmpi_request_start(&r);
	bgqmpi_request_finish(&r);
	return MPI_SUCCESS;
}

int MPI_Recv(void *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
	     MPI_Status *status)
{
	struct bgqmpi_request r = bgqmpi_request_checked("MPI_Recv",
							 (struct bgqmpi_request){ RECEIVES });

	ENTER("MPI_Recv");
	bgqmpi_request_start(&r);
	bgqmpi_request_finish(&r);
	bgqmpi_status_give(&r.status, status);
	return MPI_SUCCESS;
}

int MPI_Sendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest,
		 int sendtag, void *recvbuf, int recvcount, MPI_Datatype recvtype, int source,
		 int recvtag, MPI_Comm comm, MPI_Status *status)
{
	struct bgqmpi_request to = bgqmpi_request_checked(
		"MPI_Sendrecv", (struct bgqmpi_request){ .buf = (void *)sendbuf,
							 .count = sendcount,
							 .type = sendtype,
							 .peer = dest,
							 .tag = sendtag,
							 .comm = comm });
	struct bgqmpi_request from =
		bgqmpi_request_checked("MPI_Sendrecv", (struct bgqmpi_request){ .receive = true,
										.buf = recvbuf,
										.count = recvcount,
										.type = recvtype,
										.peer = source,
										.tag = recvtag,
										.comm = comm });

	ENTER("MPI_Sendrecv");
	bgqmpi_request_start(&from);
	bgqmpi_request_start(&to);
	bgqmpi_request_finish(&from);
	bgqmpi_request_finish(&to);
	bgqmpi_status_give(&from.status, status);
	return MPI_SUCCESS;
}

int MPI_Sendrecv_replace(void *buf, int count, MPI_Datatype type, int dest, int sendtag,
			 int source, int recvtag, MPI_Comm comm, MPI_Status *status)
{
	char *was;
	void *memory;

	ENTER("MPI_Sendrecv_replace");
	bgqmpi_check_type("MPI_Sendrecv_replace", count, type);
	memory = bgqmpi_elements(count, type, &was);
	bgqmpi_copy(buf, count, type, was, count, type);
	MPI_Sendrecv(was, count, type, dest, sendtag, buf, count, type, source, recvtag, comm,
		     status);
	free(memory);
	return MPI_SUCCESS;
}

int MPI_Iprobe(int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status)
{
	struct bgqmpi_request r = bgqmpi_request_checked("MPI_Iprobe",
							 (struct bgqmpi_request){ .receive = true,
										  .type = MPI_BYTE,
										  .peer = source,
										  .tag = tag,
										  .comm = comm });

	ENTER("MPI_Iprobe");
	bgqmpi_progress();
	bgqmpi_status_clear(&r.status, MPI_PROC_NULL);
	*flag = source == MPI_PROC_NULL || bgqmpi_match_probe(&r, &r.status);
	if (*flag)
		bgqmpi_status_give(&r.status, status);
	return MPI_SUCCESS;
}

int MPI_Probe(int source, int tag, MPI_Comm comm, MPI_Status *status)
{
	struct bgqmpi_request r = bgqmpi_request_checked("MPI_Probe",
							 (struct bgqmpi_request){ .receive = true,
										  .type = MPI_BYTE,
										  .peer = source,
										  .tag = tag,
										  .comm = comm });

	ENTER("MPI_Probe");
	bgqmpi_status_clear(&r.status, MPI_PROC_NULL);
	bgqmpi_call.request = &r;
	while (source != MPI_PROC_NULL && !bgqmpi_match_probe(&r, &r.status))
		bgqmpi_progress();
	bgqmpi_call.request = NULL;
	bgqmpi_status_give(&r.status, status);
	return MPI_SUCCESS;
}

int MPI_Isend(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
	      MPI_Request *request)
{
	*request = bgqmpi_request_kept(
		bgqmpi_request_checked("MPI_Isend", (struct bgqmpi_request){ SENDS(buf) }));
	bgqmpi_request_start(*request);
	return MPI_SUCCESS;
}

int MPI_Issend(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
	       MPI_Request *request)
{
	*request = bgqmpi_request_kept(bgqmpi_request_checked(
		"MPI_Issend", (struct bgqmpi_request){ SENDS(buf), .synchronous = true }));
	bgqmpi_request_start(*request);
	return MPI_SUCCESS;
}

int MPI_Irecv(void *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
	      MPI_Request *request)
{
	*request = bgqmpi_request_kept(
		bgqmpi_request_checked("MPI_Irecv", (struct bgqmpi_request){ RECEIVES }));
	bgqmpi_request_start(*request);
	return MPI_SUCCESS;
}

int MPI_Request_free(MPI_Request *request)
{
	if (!*request)
		bgqmpi_fail("MPI_Request_free", MPI_ERR_REQUEST, "MPI_REQUEST_NULL");
	if ((*request)->state == REQUEST_BUSY)
		(*request)->freed = true; /* when it is done */
	else
		release(*request);
	*request = MPI_REQUEST_NULL;
	return MPI_SUCCESS;
}

/* ---- Waiting. */

static bool is_active(MPI_Request r)
{
	return r && r->state != REQUEST_IDLE;
}

/* Gives the status of a request that is done, or not active. */
static void retire(MPI_Request *request, MPI_Status *status)
{
	MPI_Request r = *request;

	if (!is_active(r)) {
		bgqmpi_status_empty(status);
		return;
	}
	bgqmpi_status_give(&r->status, status);
	if (r->persistent) {
		r->state = REQUEST_IDLE;
	} else {
		release(r);
		*request = MPI_REQUEST_NULL;
	}
}

static MPI_Status *nth(MPI_Status *statuses, int i)
{
	return statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : &statuses[i];
}

static void wait_for(MPI_Request *request, MPI_Status *status)
{
	if (*request)
		bgqmpi_request_finish(*request);
	retire(request, status);
}

int MPI_Wait(MPI_Request *request, MPI_Status *status)
{
	ENTER("MPI_Wait");
	bgqmpi_check_running("MPI_Wait");
	wait_for(request, status);
	return MPI_SUCCESS;
}

int MPI_Waitall(int count, MPI_Request *requests, MPI_Status *statuses)
{
	ENTER("MPI_Waitall");
	bgqmpi_check_running("MPI_Waitall");
	for (int i = 0; i < count; i++)
		wait_for(&requests[i], nth(statuses, i));
	return MPI_SUCCESS;
}

/* Returns which active request is done; count: none yet; MPI_UNDEFINED: none is active. */
static int look(int count, const MPI_Request *requests)
{
	int found = MPI_UNDEFINED;

	for (int i = 0; i < count; i++) {
		if (!is_active(requests[i]))
			continue;
		if (requests[i]->state == REQUEST_DONE)
			return i;
		found = count;
	}
	return found;
}

int MPI_Waitany(int count, MPI_Request *requests, int *index, MPI_Status *status)
{
	MPI_Request none = MPI_REQUEST_NULL;

	ENTER("MPI_Waitany");
	bgqmpi_check_running("MPI_Waitany");
	while ((*index = look(count, requests)) == count && count > 0)
		bgqmpi_progress();
	retire(*index >= 0 && *index < count ? &requests[*index] : &none, status);
	if (count == 0)
		*index = MPI_UNDEFINED;
	return MPI_SUCCESS;
}

int MPI_Testany(int count, MPI_Request *requests, int *index, int *flag, MPI_Status *status)
{
	MPI_Request none = MPI_REQUEST_NULL;

	ENTER("MPI_Testany");
	bgqmpi_check_running("MPI_Testany");
	bgqmpi_progress();
	*index = count > 0 ? look(count, requests) : MPI_UNDEFINED;
	*flag = *index != count || count == 0;
	if (*flag)
		retire(*index >= 0 ? &requests[*index] : &none, status);
	else
		*index = MPI_UNDEFINED;
	return MPI_SUCCESS;
}

/* All that are done. */
static void take_some(int count, MPI_Request *requests, int *taken, int *indices,
		      MPI_Status *statuses)
{
	*taken = 0;
	for (int i = 0; i < count; i++)
		if (is_active(requests[i]) && requests[i]->state == REQUEST_DONE) {
			indices[*taken] = i;
			retire(&requests[i], nth(statuses, (*taken)++));
		}
}

int MPI_Testsome(int count, MPI_Request *requests, int *outcount, int *indices,
		 MPI_Status *statuses)
{
	ENTER("MPI_Testsome");
	bgqmpi_check_running("MPI_Testsome");
	bgqmpi_progress();
	if (look(count, requests) == MPI_UNDEFINED)
		*outcount = MPI_UNDEFINED;
	else
		take_some(count, requests, outcount, indices, statuses);
	return MPI_SUCCESS;
}

int MPI_Waitsome(int count, MPI_Request *requests, int *outcount, int *indices,
		 MPI_Status *statuses)
{
	ENTER("MPI_Waitsome");
	bgqmpi_check_running("MPI_Waitsome");
	while (look(count, requests) == count && count > 0)
		bgqmpi_progress();
	if (look(count, requests) == MPI_UNDEFINED)
		*outcount = MPI_UNDEFINED;
	else
		take_some(count, requests, outcount, indices, statuses);
	return MPI_SUCCESS;
}

static int test_all(int count, MPI_Request *requests, int *flag, MPI_Status *statuses)
{
	bgqmpi_check_running("MPI_Test");
	bgqmpi_progress();
	for (int i = 0; i < count; i++)
		if (requests[i] && requests[i]->state == REQUEST_BUSY) {
			*flag = 0;
			return MPI_SUCCESS;
		}
	*flag = 1;
	for (int i = 0; i < count; i++)
		retire(&requests[i], nth(statuses, i));
	return MPI_SUCCESS;
}

int MPI_Test(MPI_Request *request, int *flag, MPI_Status *status)
{
	ENTER("MPI_Test");
	return test_all(1, request, flag, status);
}

int MPI_Testall(int count, MPI_Request *requests, int *flag, MPI_Status *statuses)
{
	ENTER("MPI_Testall");
	return test_all(count, requests, flag, statuses);
}

/* ---- For collectives. */

static struct bgqmpi_request internal(MPI_Comm comm, struct part p, bool receive)
{
	return (struct bgqmpi_request){ .receive = receive, .buf = (void *)p.buf,
					.count = p.count, .type = p.type, .peer = p.peer,
					.comm = comm,
					.context = comm->context | CONTEXT_COLLECTIVE };
}

void bgqmpi_send(MPI_Comm comm, struct part p)
{
	struct bgqmpi_request r = internal(comm, p, false);

	bgqmpi_request_start(&r);
	bgqmpi_request_finish(&r);
}

void bgqmpi_recv(MPI_Comm comm, struct part p)
{
	struct bgqmpi_request r = internal(comm, p, true);

	bgqmpi_request_start(&r);
	bgqmpi_request_finish(&r);
}

void bgqmpi_exchange(MPI_Comm comm, struct part out, struct part in)
{
	struct bgqmpi_request to = internal(comm, out, false), from = internal(comm, in, true);

	bgqmpi_request_start(&from);
	bgqmpi_request_start(&to);
	bgqmpi_request_finish(&from);
	bgqmpi_request_finish(&to);
}
