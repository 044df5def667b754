/*
 * inject.c - injection memory FIFOs (send queues): from the tail that software
 * stores (the doorbell) to the head that moves past a message sent (SC11 paper, III.C).
 *
 * The descriptors of one FIFO are sent in order, the next one being fetched
 * meanwhile; those of different FIFOs independently.  The stages are drawn at
 * struct mu_injfifo.  Must never send a descriptor before the MU can have seen
 * the tail that covers it.
 */
#include <stddef.h>

#include "internal.h"

static const struct event_type descriptor_fetch, descriptor_completion;

uint64_t mu_injfifo_free_slots(const struct mu_injfifo *f)
{
	if (!f->ring.bytes)
		return 0;
	return (f->ring.bytes - mu_ring_used(&f->ring) - f->ring.spare) / DESC_BYTES;
}

bool mu_injfifo_busy(const struct mu_injfifo *f)
{
	return f->fetching || f->have_next || f->sending || f->completing || f->ring.first;
}

/* ---- fetch */

static void fetch_start(struct mu *mu, struct mu_injfifo *f, ps_t now_ps)
{
	if (!f->active || f->fetching || f->have_next || !f->seen_count)
		return;
	ps_t from_ps = f->seen[0].at_ps > now_ps ? f->seen[0].at_ps : now_ps;

	f->fetching = true;
	mu_post(mu, &f->fetch, f->node->number, &descriptor_fetch,
		from_ps + mu->m->mu_desc_fetch_ps);
}

void mu_injfifo_kick(struct mu *mu, struct mu_injfifo *f, ps_t now_ps)
{
	fetch_start(mu, f, now_ps);
}

void mu_injfifo_tail(struct mu *mu, struct mu_injfifo *f, ps_t seen_ps, ps_t now_ps)
{
	if (mu->m->untimed && mu_direct(mu, f, now_ps))
		return;
	mu_injfifo_mirror(f);
	/* Stores beyond the fourth that is outstanding are noticed together. */
	if (f->seen_count < MU_SEEN_MAX)
		f->seen_count++;
	f->seen[f->seen_count - 1] = (struct mu_seen){ f->ring.tail, seen_ps };
	fetch_start(mu, f, now_ps);
}

/* The slot at fetch_pos has been read. */
static void fetch_advance(struct mu_injfifo *f)
{
	f->fetch_pos = (f->fetch_pos + DESC_BYTES) % f->ring.bytes;
	if (f->fetch_pos != f->seen[0].tail)
		return;
	f->seen_count--;
	for (unsigned i = 0; i < f->seen_count; i++)
		f->seen[i] = f->seen[i + 1];
}

/* ---- send */

static void message_begin(struct mu *mu, struct mu_injfifo *f, ps_t now_ps)
{
	if (mu->ops->message)
		mu->ops->message(mu->ctx, f->node->number, &(struct mu_sent){ f->cur.header,
				 f->cur.length, f->cur.dst, f->id }, now_ps);
	mu_engines_start(mu, f, now_ps);
}

static void message_start(struct mu *mu, struct mu_injfifo *f, ps_t now_ps)
{
	if (f->have_next && !f->sending) {
		f->cur = f->next;
		f->have_next = false;
		f->sending = true;
		f->sent_bytes = 0;
		f->packets_left = f->cur.packets;
		if (f->cur.packets)
			message_begin(mu, f, now_ps);
		else
			mu_message_sent(mu, f, now_ps);
	}
	fetch_start(mu, f, now_ps);
}

static void fetch_done(struct event *ev)
{
	struct mu *mu = ev->ctx;
	struct mu_injfifo *f =
		(struct mu_injfifo *)((char *)ev - offsetof(struct mu_injfifo, fetch));

	f->fetching = false;
	if (!f->seen_count) /* freed meanwhile */
		return;
	mu_message_read(mu, f, f->ring.host + f->fetch_pos, &f->next, ev->time_ps);
	fetch_advance(f);
	f->have_next = true;
	message_start(mu, f, ev->time_ps);
}

static void fetch_prefetch(const struct event *ev)
{
	const struct mu_injfifo *f = (const struct mu_injfifo *)
		((const char *)ev - offsetof(struct mu_injfifo, fetch));

	if (f->ring.host)
		sim_prefetch(f->ring.host + f->fetch_pos, DESC_BYTES);
}

static const struct event_type descriptor_fetch = { .run = fetch_done,
						    .prefetch = fetch_prefetch };

/* ---- complete */

static void complete_start(struct mu *mu, struct mu_injfifo *f, ps_t now_ps)
{
	ps_t at_ps = f->finished_ps + mu->m->mu_complete_ps;

	f->finished = false;
	f->sending = false;
	f->completing = true;
	mu_post(mu, &f->complete, f->node->number, &descriptor_completion, ps_max(at_ps, now_ps));
	message_start(mu, f, now_ps);
}

void mu_message_sent(struct mu *mu, struct mu_injfifo *f, ps_t now_ps)
{
	if (mu->ops->message_done)
		mu->ops->message_done(mu->ctx, f->node->number, f->id, now_ps);
	f->finished_ps = now_ps;
	f->finished = true;
	if (!f->completing)
		complete_start(mu, f, now_ps);
}

static void complete_done(struct event *ev)
{
	struct mu *mu = ev->ctx;
	struct mu_injfifo *f =
		(struct mu_injfifo *)((char *)ev - offsetof(struct mu_injfifo, complete));
	uint32_t node = ev->node;
	ps_t now_ps = ev->time_ps;

	f->completing = false;
	f->ring.head = (f->ring.head + DESC_BYTES) % f->ring.bytes;
	f->desc_count++;
	f->node->count.messages_injected++;
	if (f->finished)
		complete_start(mu, f, now_ps);
	if (!f->allocated)
		return;
	mu_injfifo_mirror(f);
	mu->ops->delivered(mu->ctx, node, f->regs, REG_STRIDE, now_ps);
	mu_ring_resume(mu, node, &f->ring, now_ps);
}

static void complete_prefetch(const struct event *ev)
{
	const struct mu_injfifo *f = (const struct mu_injfifo *)
		((const char *)ev - offsetof(struct mu_injfifo, complete));

	__builtin_prefetch((const void *)f->regs, 1);
}

static const struct event_type descriptor_completion = { .run = complete_done,
							 .prefetch = complete_prefetch };
