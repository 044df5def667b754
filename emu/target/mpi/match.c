/*
 * match.c - which message is for which receive: by communicator, source and tag, in the order
 * in which messages were sent and receives were posted.
 *
 * A rank's packets come in order, and those of one message follow each other: of each source
 * at most one eager message is being assembled.
 */
#include "bgqmpi.h"

#include <stdlib.h>
#include <string.h>

struct message {
	struct message *next;      /* unexpected, in order of arrival */
	struct message *next_part; /* that are being assembled */
	struct envelope e;
	bool asks;                 /* a long message, remote_request of its sender */
	void *remote_request;
	struct bgqmpi_request *request; /* whose data is written to; NULL: its own */
	char *data;
	uint64_t got;
};

static struct message *unexpected, **unexpected_end = &unexpected, *parts;
static struct queue posted = { NULL, &posted.first };

const struct bgqmpi_layout bgqmpi_layout = {
	.unexpected = (void *const *)&unexpected,
	.call_request = offsetof(struct bgqmpi_call, request),
	.receive = offsetof(struct bgqmpi_request, receive),
	.peer = offsetof(struct bgqmpi_request, peer),
	.tag = offsetof(struct bgqmpi_request, tag),
	.comm = offsetof(struct bgqmpi_request, comm),
	.context = offsetof(struct bgqmpi_request, context),
	.world = offsetof(struct bgqmpi_comm, world),
	.next = offsetof(struct message, next),
	.message_context = offsetof(struct message, e.context),
	.source = offsetof(struct message, e.source),
	.message_tag = offsetof(struct message, e.tag),
	.bytes = offsetof(struct message, e.bytes),
};

static bool fits(const struct bgqmpi_request *r, const struct envelope *e)
{
	return r->context == e->context &&
	       (r->peer == MPI_ANY_SOURCE || r->peer == e->source) &&
	       (r->tag == MPI_ANY_TAG || r->tag == e->tag);
}

static struct bgqmpi_request *posted_take(const struct envelope *e)
{
	for (struct bgqmpi_request **at = &posted.first; *at; at = &(*at)->next) {
		struct bgqmpi_request *r = *at;

		if (!fits(r, e))
			continue;
		*at = r->next;
		if (!r->next)
			posted.end = at;
		return r;
	}
	return NULL;
}

bool bgqmpi_match_cancel(struct bgqmpi_request *r)
{
	for (struct bgqmpi_request **at = &posted.first; *at; at = &(*at)->next) {
		if (*at != r)
			continue;
		*at = r->next;
		if (!r->next)
			posted.end = at;
		return true;
	}
	return false;
}

static struct message *unexpected_take(const struct bgqmpi_request *r)
{
	for (struct message **at = &unexpected; *at; at = &(*at)->next) {
		struct message *m = *at;

		if (!fits(r, &m->e))
			continue;
		*at = m->next;
		if (!m->next)
			unexpected_end = at;
		return m;
	}
	return NULL;
}

bool bgqmpi_match_probe(const struct bgqmpi_request *r, MPI_Status *status)
{
	for (const struct message *m = unexpected; m; m = m->next)
		if (fits(r, &m->e)) {
			*status = (MPI_Status){ m->e.source, m->e.tag, MPI_SUCCESS, m->e.bytes };
			return true;
		}
	return false;
}

static struct message *message_new(const struct envelope *e)
{
	struct message *m = bgqmpi_alloc("MPI", sizeof *m);

	*m = (struct message){ .e = *e };
	return m;
}

static void unexpected_add(struct message *m)
{
	*unexpected_end = m;
	unexpected_end = &m->next;
}

/* From now on r has this message, and a place for its bytes. */
static void accept(struct bgqmpi_request *r, const struct envelope *e)
{
	if (e->bytes > r->bytes)
		bgqmpi_fail("MPI_Recv", MPI_ERR_TRUNCATE,
			    "%llu bytes from rank %d with tag %d, for a buffer of %llu",
			    (unsigned long long)e->bytes, e->source, e->tag,
			    (unsigned long long)r->bytes);
	r->bytes = e->bytes;
	r->status = (MPI_Status){ e->source, e->tag, MPI_SUCCESS, e->bytes };
	r->data = bgqmpi_type_whole(r->type, r->count, r->buf);
	if (!r->data)
		r->data = r->packed = bgqmpi_alloc("MPI_Recv", e->bytes);
}

static void answer(struct bgqmpi_request *r, void *remote_request)
{
	r->remote_request = remote_request;
	r->counter = r->bytes;
	r->step = STEP_ANSWER;
	bgqmpi_device_inject(r);
}

/* All of a message in one packet. */
static void short_message(const struct envelope *e, const char *payload)
{
	struct bgqmpi_request *r = posted_take(e);

	if (r) {
		accept(r, e);
		memcpy(r->data, payload, e->bytes);
		bgqmpi_request_done(r);
		return;
	}

	struct message *m = message_new(e);

	m->data = bgqmpi_alloc("MPI", e->bytes);
	memcpy(m->data, payload, e->bytes);
	m->got = e->bytes;
	unexpected_add(m);
}

static struct message *part_begin(const struct envelope *e)
{
	struct message *m = message_new(e);

	m->request = posted_take(e);
	if (m->request) {
		accept(m->request, e);
		m->data = m->request->data;
	} else {
		m->data = bgqmpi_alloc("MPI", e->bytes);
		unexpected_add(m);
	}
	m->next_part = parts;
	parts = m;
	return m;
}

static void part_end(struct message *m)
{
	struct message **at = &parts;

	while (*at != m)
		at = &(*at)->next_part;
	*at = m->next_part;
	if (m->request) {
		bgqmpi_request_done(m->request);
		free(m);
	}
}

void bgqmpi_match_data(const struct envelope *e, const char *payload)
{
	struct message *m = parts;

	if (e->bytes <= INLINE_BYTES) {
		short_message(e, payload);
		return;
	}
	while (m && !(m->e.context == e->context && m->e.source == e->source))
		m = m->next_part;
	if (!m)
		m = part_begin(e);

	uint64_t left = e->bytes - m->got, n = left < INLINE_BYTES ? left : INLINE_BYTES;

	memcpy(m->data + m->got, payload, n);
	m->got += n;
	if (m->got == e->bytes)
		part_end(m);
}

void bgqmpi_match_ask(const struct envelope *e, void *remote_request)
{
	struct bgqmpi_request *r = posted_take(e);

	if (r) {
		accept(r, e);
		answer(r, remote_request);
		return;
	}

	struct message *m = message_new(e);

	m->asks = true;
	m->remote_request = remote_request;
	unexpected_add(m);
}

bool bgqmpi_match_forget(const struct envelope *e, const void *remote_request)
{
	for (struct message **at = &unexpected; *at; at = &(*at)->next) {
		struct message *m = *at;

		if (!m->asks || m->remote_request != remote_request ||
		    m->e.context != e->context || m->e.source != e->source)
			continue;
		*at = m->next;
		if (!m->next)
			unexpected_end = at;
		free(m);
		return true;
	}
	return false;
}

void bgqmpi_match_post(struct bgqmpi_request *r)
{
	struct message *m = unexpected_take(r);

	if (!m) {
		bgqmpi_queue_add(&posted, r);
		return;
	}
	accept(r, &m->e);
	if (m->asks) {
		answer(r, m->remote_request);
		free(m);
		return;
	}
	memcpy(r->data, m->data, m->got);
	free(m->data);
	if (m->got == m->e.bytes) {
		bgqmpi_request_done(r);
		free(m);
	} else { /* the rest is still to come */
		m->request = r;
		m->data = r->data;
	}
}
