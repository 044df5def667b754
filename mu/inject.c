/*
 * inject.c - from descriptors to packets: the injection side of the message
 * unit (seed 004 III.C).
 *
 * Each memory FIFO works on one descriptor at a time: fetch, check, then packet
 * after packet.  Packets are built by engines, one for each network injection
 * FIFO; FIFOs that have a packet to build wait in a queue for an engine that
 * their descriptor's map allows, and go to its end after each packet.
 */
#include <errno.h>
#include <stdlib.h>

#include "internal.h"

#define PACKET_DATA 512
#define CHUNK 32
#define TORUS_MAP_BITS 16

static void fetch_done(struct event *ev);
static void message_done(struct event *ev);
static void packet_built(struct event *ev);

static struct mu_injfifo *fifo_of(struct event *ev)
{
	return (struct mu_injfifo *)((char *)ev - offsetof(struct mu_injfifo, ev));
}

static void fifo_post(struct mu *mu, uint32_t node, struct mu_injfifo *f, event_fn *fn,
		      ps_t at_ps)
{
	f->ev.fn = fn;
	f->ev.ctx = mu;
	sim_post(mu->sim, &f->ev, node, node, at_ps);
}

void mu_injfifo_advance(struct mu *mu, uint32_t node, struct mu_injfifo *f, ps_t now_ps)
{
	if (!f->active || !f->placed || f->state != INJ_IDLE || f->head == f->tail)
		return;
	f->state = INJ_FETCHING;
	fifo_post(mu, node, f, fetch_done, now_ps + mu->m->mu_desc_fetch_ps);
}

/* ---- checking a descriptor */

static bool bad(struct mu *mu, uint32_t node, const struct mu_injfifo *f, ps_t now_ps,
		const char *field, uint64_t value, const char *text)
{
	mu_report(mu, node, now_ps, "injection FIFO", f->id, field, value, text);
	return false;
}

static bool header_ok(struct mu *mu, uint32_t node, const struct mu_injfifo *f, ps_t now_ps)
{
	const uint8_t *h = f->desc + DESC_HEADER;
	uint32_t to = get32(h, HDR_DESTINATION);

	if (h[HDR_TYPE] == TYPE_COLLECTIVE)
		return bad(mu, node, f, now_ps, "Data_Packet_Type", h[HDR_TYPE],
			   "collective descriptors are not implemented in this version");
	if (h[HDR_TYPE] != TYPE_PT2PT)
		return bad(mu, node, f, now_ps, "Data_Packet_Type", h[HDR_TYPE],
			   "neither point-to-point (0x55) nor collective (0x5a)");
	if (net_node_of_destination(&mu->shape, to) < 0)
		return bad(mu, node, f, now_ps, "Destination", to, "outside the machine");
	return true;
}

static bool descriptor_ok(struct mu *mu, uint32_t node, struct mu_injfifo *f, ps_t now_ps)
{
	const uint8_t *d = f->desc, *h = d + DESC_HEADER;
	uint64_t pa = get64(d, DESC_PAYLOAD), length = get64(d, DESC_LENGTH);
	uint64_t map = get64(d, DESC_FIFO_MAP) & 0xffff;

	if (!header_ok(mu, node, f, now_ps))
		return false;
	if (!map)
		return bad(mu, node, f, now_ps, "Torus_FIFO_Map", map, "names no FIFO");
	if (header_packet_type(h) == PACKET_GET && (length == 0 || length % DESC_BYTES))
		return bad(mu, node, f, now_ps, "Message_Length", length,
			   "a remote get carries whole descriptors of 64 bytes");
	if (length && !mu->ops->memory(mu->ctx, node, pa, length, 0))
		return bad(mu, node, f, now_ps, "Pa_Payload", pa,
			   "payload outside the memory of the node");
	/* Bit 15 of the map is enum value 0. */
	f->map = 0;
	for (unsigned i = 0; i < TORUS_MAP_BITS; i++)
		f->map |= (uint32_t)(map >> (15 - i) & 1) << i;
	return true;
}

/* ---- queue of FIFOs that have a packet to build */

static void ready_add(struct mu_node *n, struct mu_injfifo *f)
{
	f->next_ready = NULL;
	*n->ready_end = f;
	n->ready_end = &f->next_ready;
}

/* A free engine that f may use; the search goes round. */
static int engine_for(const struct mu_node *n, struct mu_injfifo *f)
{
	for (unsigned k = 0; k < NET_INJFIFOS; k++) {
		unsigned i = (f->next_net + k) % NET_INJFIFOS;

		if (!(f->map >> i & 1) || n->engine[i].building || n->engine[i].blocked)
			continue;
		f->next_net = (uint8_t)((i + 1) % NET_INJFIFOS);
		return (int)i;
	}
	return -1;
}

/* ---- building packets */

static uint64_t payload_left(const struct mu_injfifo *f)
{
	return get64(f->desc, DESC_LENGTH) - f->sent_bytes;
}

static void packet_fill(struct mu *mu, uint32_t node, struct mu_injfifo *f,
			struct net_packet *p)
{
	uint64_t left = payload_left(f);
	unsigned bytes = left < PACKET_DATA ? (unsigned)left : PACKET_DATA;
	unsigned chunks = (bytes + CHUNK - 1) / CHUNK;
	const uint8_t *from = bytes ? mu->ops->memory(mu->ctx, node,
						      get64(f->desc, DESC_PAYLOAD) +
							      f->sent_bytes, bytes, 0)
				    : NULL;
	uint8_t *h = p->header;

	memcpy(h, f->desc + DESC_HEADER, NET_PACKET_HEADER_BYTES);
	header_set_chunks(h, chunks);
	if (header_packet_type(h) == PACKET_FIFO || header_packet_type(h) == PACKET_PUT)
		header_set_put_offset(h, header_put_offset(h) + f->sent_bytes);
	if (header_packet_type(h) == PACKET_PUT)
		header_set_valid_bytes(h, (uint16_t)bytes);
	if (from)
		memcpy(h + NET_PACKET_HEADER_BYTES, from, bytes);
	memset(h + NET_PACKET_HEADER_BYTES + bytes, 0, chunks * CHUNK - bytes);
	p->src = node;
	p->dst = (uint32_t)net_node_of_destination(&mu->shape, get32(h, HDR_DESTINATION));
	p->payload_bytes = (uint16_t)(chunks * CHUNK);
	p->user_bytes = (uint16_t)bytes;
	f->sent_bytes += bytes;
	p->last = f->sent_bytes == get64(f->desc, DESC_LENGTH);
}

/* Which memory FIFO a packet under construction came from. */
static void packet_set_fifo(struct net_packet *p, struct mu_injfifo *f)
{
	memcpy(p->net_private, &f, sizeof f);
}

static struct mu_injfifo *packet_fifo(const struct net_packet *p)
{
	struct mu_injfifo *f;

	memcpy(&f, p->net_private, sizeof f);
	return f;
}

/* Give engines to waiting FIFOs, first come first served. */
static void engines_start(struct mu *mu, uint32_t node, ps_t now_ps)
{
	struct mu_node *n = mu_node_get(mu, node);
	struct mu_injfifo *f = n->ready;

	n->ready = NULL;
	n->ready_end = &n->ready;
	for (struct mu_injfifo *next; f; f = next) {
		next = f->next_ready;
		int e;

		while (f->state == INJ_SENDING && (e = engine_for(n, f)) >= 0) {
			struct net_packet *p = net_packet_alloc(mu->net, node);

			if (!p)
				abort();
			packet_fill(mu, node, f, p);
			packet_set_fifo(p, f);
			p->injfifo = (uint8_t)e;
			n->engine[e].building = true;
			f->building++;
			p->ev.fn = packet_built;
			p->ev.ctx = mu;
			sim_post(mu->sim, &p->ev, node, node,
				 now_ps + mu->m->mu_payload_fetch_ps + mu->m->mu_inject_ps);
			if (p->last)
				break;
			if (next) /* others wait for an engine, too */
				break;
		}
		if (payload_left(f) > 0 || f->building == 0)
			ready_add(n, f);
	}
}

/* The network has taken (or refused) a packet of f. */
static void packet_gone(struct mu *mu, uint32_t node, struct mu_injfifo *f, bool last,
			ps_t now_ps)
{
	(void)last;
	f->building--;
	if (f->building == 0 && payload_left(f) == 0)
		fifo_post(mu, node, f, message_done, now_ps + mu->m->mu_complete_ps);
}

static void packet_offer(struct mu *mu, uint32_t node, struct net_packet *p, ps_t now_ps)
{
	struct mu_engine *e = &mu_node_get(mu, node)->engine[p->injfifo];
	struct mu_injfifo *f = packet_fifo(p);
	bool last = p->last;
	int rc = net_inject(mu->net, p, p->injfifo, now_ps);

	if (rc == -EAGAIN) {
		e->blocked = p;
		return;
	}
	if (rc != 0)
		net_packet_free(mu->net, node, p);
	packet_gone(mu, node, f, last, now_ps);
}

static void packet_built(struct event *ev)
{
	struct mu *mu = ev->ctx;
	struct net_packet *p = (struct net_packet *)ev;
	uint32_t node = ev->node;
	ps_t now_ps = ev->time_ps;

	mu_node_get(mu, node)->engine[p->injfifo].building = false;
	packet_offer(mu, node, p, now_ps);
	engines_start(mu, node, now_ps);
}

void mu_inject_ready(void *ctx, uint32_t node, unsigned injfifo, ps_t now_ps)
{
	struct mu *mu = ctx;
	struct mu_engine *e = &mu_node_get(mu, node)->engine[injfifo];
	struct net_packet *p = e->blocked;

	if (!p)
		return;
	e->blocked = NULL;
	packet_offer(mu, node, p, now_ps);
	engines_start(mu, node, now_ps);
}

/* ---- descriptor by descriptor */

static void descriptor_retire(struct mu *mu, uint32_t node, struct mu_injfifo *f, ps_t now_ps,
			      ps_t fetch_from_ps)
{
	f->head = (f->head + DESC_BYTES) % f->bytes;
	f->desc_count++;
	f->state = INJ_IDLE;
	mu_injfifo_mirror(mu, node, f);
	mu->ops->delivered(mu->ctx, node, now_ps);
	mu_injfifo_advance(mu, node, f, fetch_from_ps);
}

static void message_done(struct event *ev)
{
	struct mu *mu = ev->ctx;
	ps_t now_ps = ev->time_ps, sent_ps = now_ps - mu->m->mu_complete_ps;

	/* The next descriptor has been on its way since the last packet left. */
	if (sent_ps + mu->m->mu_desc_fetch_ps < now_ps)
		sent_ps = now_ps - mu->m->mu_desc_fetch_ps;
	descriptor_retire(mu, ev->node, fifo_of(ev), now_ps, sent_ps);
}

static void fetch_done(struct event *ev)
{
	struct mu *mu = ev->ctx;
	struct mu_injfifo *f = fifo_of(ev);
	uint32_t node = ev->node;
	ps_t now_ps = ev->time_ps;
	const uint8_t *d = mu->ops->memory(mu->ctx, node, f->start_pa + f->head, DESC_BYTES, 0);

	if (!d) {
		bad(mu, node, f, now_ps, "head", f->start_pa + f->head,
		    "FIFO memory is gone");
		f->active = false;
		f->state = INJ_IDLE;
		return;
	}
	memcpy(f->desc, d, DESC_BYTES);
	f->sent_bytes = 0;
	if (!descriptor_ok(mu, node, f, now_ps) || (get32(d, DESC_PREFETCH) & 1)) {
		descriptor_retire(mu, node, f, now_ps, now_ps);
		return;
	}
	f->state = INJ_SENDING;
	ready_add(mu_node_get(mu, node), f);
	engines_start(mu, node, now_ps);
}

bool mu_injfifo_append(struct mu *mu, uint32_t node, struct mu_injfifo *f,
		       const uint8_t *desc, unsigned n, ps_t now_ps)
{
	if (mu_injfifo_free_slots(f) < n)
		return false;
	for (unsigned i = 0; i < n; i++) {
		uint8_t *slot = mu->ops->memory(mu->ctx, node, f->start_pa + f->tail,
						DESC_BYTES, 1);

		if (!slot)
			return false;
		memcpy(slot, desc + i * DESC_BYTES, DESC_BYTES);
		f->tail = (f->tail + DESC_BYTES) % f->bytes;
	}
	mu_injfifo_mirror(mu, node, f);
	mu_injfifo_advance(mu, node, f, now_ps);
	return true;
}
