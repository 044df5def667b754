/*
 * buffered.c - sends from a buffer of the program (MPI_Buffer_attach): a message is copied
 * there, so that the call ends whether or not it is received, and its place is free again when
 * it has been sent.
 *
 *     buffer  | segment, data | segment, data |   free   | segment, data |   free   |
 *
 * Never: memory besides the program's buffer for a message.
 */
#include "request.h"

#include <limits.h>

#define SEGMENT_ALIGN 16

struct segment {
	struct segment *next; /* in order of addresses */
	size_t bytes;         /* with this header */
	MPI_Request request;
	uint64_t reserved;
};

_Static_assert(sizeof(struct segment) % SEGMENT_ALIGN == 0, "data is aligned");
_Static_assert(sizeof(struct segment) + 2 * SEGMENT_ALIGN <= MPI_BSEND_OVERHEAD,
	       "a buffer of the size that the standard asks for is enough");

static struct {
	char *base;
	size_t bytes;
	struct segment *first;
} buffer;

static char *align_up(char *p)
{
	return p + (-(uintptr_t)p & (SEGMENT_ALIGN - 1));
}

/* Frees the places of messages that have been sent. */
static void reclaim(void)
{
	for (struct segment **at = &buffer.first; *at;) {
		struct segment *s = *at;

		if (s->request->state == REQUEST_DONE) {
			*at = s->next;
			MPI_Request_free(&s->request);
		} else {
			at = &s->next;
		}
	}
}

/* The first gap that is wide enough; NULL: none is. */
static struct segment *segment_find(size_t bytes)
{
	char *gap = align_up(buffer.base), *end = buffer.base + buffer.bytes;
	struct segment **at = &buffer.first, *s;

	for (; *at && (size_t)((char *)*at - gap) < bytes; at = &(*at)->next)
		gap = (char *)*at + (*at)->bytes;
	if (!*at && (gap > end || (size_t)(end - gap) < bytes))
		return NULL;
	s = (struct segment *)(void *)gap;
	*s = (struct segment){ .next = *at, .bytes = bytes };
	*at = s;
	return s;
}

static struct segment *segment_take(const char *call, size_t data)
{
	size_t bytes = (sizeof(struct segment) + data + SEGMENT_ALIGN - 1) &
		       ~(size_t)(SEGMENT_ALIGN - 1);
	struct segment *s;

	if (!buffer.base)
		bgqmpi_fail(call, MPI_ERR_BUFFER, "no buffer is attached");
	reclaim();
	s = segment_find(bytes);
	if (s)
		return s;
	/* Messages that can be sent now make room: MPICH tries that once, too. */
	bgqmpi_progress();
	reclaim();
	s = segment_find(bytes);
	if (!s)
		bgqmpi_fail(call, MPI_ERR_BUFFER,
			    "no room for %zu bytes in the attached buffer of %zu", data,
			    buffer.bytes);
	return s;
}

void bgqmpi_buffered_send(const char *call, const struct bgqmpi_request *r)
{
	size_t bytes = (size_t)r->count * r->type->size;
	struct segment *s;
	char *data;

	if (r->peer == MPI_PROC_NULL)
		return;
	if (bytes > INT_MAX)
		bgqmpi_fail(call, MPI_ERR_COUNT, "%zu bytes", bytes);
	s = segment_take(call, bytes);
	data = (char *)(s + 1);
	bgqmpi_pack(r->type, r->count, r->buf, data);
	s->request = bgqmpi_request_kept((struct bgqmpi_request){ .buf = data,
								  .count = (int)bytes,
								  .type = MPI_BYTE,
								  .peer = r->peer,
								  .tag = r->tag,
								  .comm = r->comm,
								  .context = r->context });
	bgqmpi_request_start(s->request);
}

void bgqmpi_buffered_finish(void)
{
	for (struct segment *s = buffer.first; s; s = s->next)
		bgqmpi_request_finish(s->request);
	reclaim();
}

int MPI_Bsend(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm)
{
	struct bgqmpi_request r = bgqmpi_request_checked("MPI_Bsend",
							 (struct bgqmpi_request){ SENDS(buf) });

	ENTER("MPI_Bsend");
	bgqmpi_buffered_send("MPI_Bsend", &r);
	return MPI_SUCCESS;
}

int MPI_Ibsend(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
	       MPI_Request *request)
{
	struct bgqmpi_request *r = bgqmpi_request_kept(
		bgqmpi_request_checked("MPI_Ibsend", (struct bgqmpi_request){ SENDS(buf) }));

	bgqmpi_buffered_send("MPI_Ibsend", r);
	bgqmpi_status_clear(&r->status, MPI_ANY_SOURCE);
	r->state = REQUEST_DONE;
	*request = r;
	return MPI_SUCCESS;
}

int MPI_Buffer_attach(void *base, int size)
{
	bgqmpi_check_running("MPI_Buffer_attach");
	if (buffer.base)
		bgqmpi_fail("MPI_Buffer_attach", MPI_ERR_BUFFER, "one is attached");
	if (!base || size < 0)
		bgqmpi_fail("MPI_Buffer_attach", MPI_ERR_ARG, "%d bytes at %p", size, base);
	buffer.base = base;
	buffer.bytes = (size_t)size;
	return MPI_SUCCESS;
}

int MPI_Buffer_detach(void *base, int *size)
{
	ENTER("MPI_Buffer_detach");
	bgqmpi_check_running("MPI_Buffer_detach");
	bgqmpi_buffered_finish();
	*(void **)base = buffer.base;
	*size = (int)buffer.bytes;
	buffer.base = NULL;
	buffer.bytes = 0;
	return MPI_SUCCESS;
}
