/*
 * send.c - the way out: whose turn it is among injection FIFOs, and packets made of the
 * descriptors at their heads, put into the torus' injection FIFOs that they may use.
 *
 * A FIFO keeps its turn for its quantum of payload, or a message; those with priority have three
 * turns for one of the others (the document: "more frequently").  The injection counter goes down
 * when a packet has entered the network, the head moves when the last one has.
 */
#include "internal.h"

#include <errno.h>
#include <string.h>

#include "net/header.h"

static struct dma_descriptor *first(const struct dma_injfifo *i)
{
	return &i->set.start[i->head];
}

static uint32_t least(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

/* ---- packets */

static bool is_paced(const struct dma_descriptor *desc)
{
	return dma_header_is_get(&desc->header) && (desc->header.flags & DMA_FLAG_PACED);
}

static void *memory(const struct dma *d, uint32_t node, uint64_t address, uint32_t bytes)
{
	return d->cfg.ops->memory(d->cfg.ops_ctx, node, address, bytes, false);
}

/* The descriptor that a paced get carries; NULL: its memory is not kept. */
static const struct dma_descriptor *inner(const struct dma *d, uint32_t node,
					  const struct dma_descriptor *desc)
{
	const struct dma_counter *c = dma_counter_of(d, node, DMA_INJECTION, desc->counter);

	return memory(d, node, c->base + desc->base_offset, DMA_DESCRIPTOR_BYTES);
}

/* Bytes that the packet stands for: its payload, or the piece that it asks for. */
static uint32_t part_of(const struct dma *d, uint32_t node, const struct dma_injfifo *i)
{
	const struct dma_descriptor *desc = first(i);

	if (!is_paced(desc))
		return least(desc->length - i->sent, DMA_PAYLOAD_BYTES);
	return least(inner(d, node, desc)->length - i->sent, d->cfg.piece);
}

static const char *wrong(const struct dma *d, uint32_t node, const struct dma_descriptor *desc)
{
	const struct dma_counter *c = dma_counter_of(d, node, DMA_INJECTION, desc->counter);
	const struct dma_header *h = &desc->header;
	const struct net_shape *s = d->cfg.shape;

	if (!c || !c->enabled)
		return "a descriptor names an injection counter that is not enabled";
	if (h->x >= s->size[0] || h->y >= s->size[1] || h->z >= s->size[2])
		return "a descriptor's destination is outside of the machine";
	if (!dma_header_is_get(h))
		return NULL;
	if (!desc->length || desc->length > DMA_GET_DESCRIPTORS * DMA_DESCRIPTOR_BYTES ||
	    desc->length % DMA_DESCRIPTOR_BYTES)
		return "a remote get has 1 to 7 descriptors";
	if (is_paced(desc) && (desc->length != DMA_DESCRIPTOR_BYTES || !d->cfg.piece ||
			       !inner(d, node, desc)))
		return "a paced get has one descriptor, in memory that is kept";
	return NULL;
}

static uint32_t node_at(const struct dma *d, const struct dma_header *h)
{
	uint8_t at[NET_DIMS_MAX] = { h->x, h->y, h->z };

	return net_node_of(d->cfg.shape, at);
}

static void route(const struct dma *d, struct net_packet *p, const struct dma_header *h)
{
	static const enum net_hint hint[4] = { NET_HINT_NONE, NET_HINT_MINUS, NET_HINT_PLUS,
					       NET_HINT_BOTH };

	p->header[NET_HEADER_KIND] = NET_KIND_PT2PT;
	for (unsigned dim = 0; dim < 3; dim++) /* X+ X- Y+ Y- Z+ Z- from the highest bit */
		net_header_set_hint(p->header, dim, hint[h->hints >> (6 - 2 * dim) & 3]);
	if ((h->routing & DMA_CHANNEL) == DMA_CHANNEL_PRIORITY)
		p->header[NET_HEADER_CHANNEL] = NET_CHANNEL_PRIORITY;
	else if (h->routing & DMA_DYNAMIC)
		net_header_set_dynamic(p->header, d->cfg.machine->zone);
	else
		net_header_set_deterministic(p->header);
	if (h->hints & DMA_DEPOSIT)
		p->header[NET_HEADER_ROUTING] |= NET_ROUTING_DEPOSIT;
}

/* A get's piece: the descriptor that is carried asks for a part of its message. */
static void fill_piece(const struct dma *d, uint32_t node, const struct dma_injfifo *i,
		       uint32_t bytes, struct net_packet *p)
{
	struct dma_descriptor part = *inner(d, node, first(i));

	part.base_offset += i->sent;
	part.header.put_offset += i->sent;
	part.header.flags |= DMA_FLAG_PACED;
	part.length = bytes;
	memcpy(p->wire + NET_PACKET_HEADER_BYTES, &part, sizeof part);
}

static void fill(const struct dma *d, uint32_t node, const struct dma_injfifo *i, uint32_t bytes,
		 struct net_packet *p)
{
	const struct dma_descriptor *desc = first(i);
	const struct dma_counter *c = dma_counter_of(d, node, DMA_INJECTION, desc->counter);
	const void *from = is_paced(desc) ? NULL
			   : memory(d, node, c->base + desc->base_offset + i->sent, bytes);

	if (is_paced(desc))
		fill_piece(d, node, i, bytes, p);
	else if (from)
		memcpy(p->wire + NET_PACKET_HEADER_BYTES, from, bytes);
}

static struct net_packet *make(const struct dma *d, uint32_t node, const struct dma_injfifo *i,
			       uint32_t bytes)
{
	const struct dma_descriptor *desc = first(i);
	struct net_packet *p = d->cfg.router->packet_alloc(d->cfg.net, node);
	uint32_t payload = is_paced(desc) ? DMA_DESCRIPTOR_BYTES : bytes;

	if (!p)
		return NULL;
	memset(p->header, 0, sizeof p->header);
	p->src = node;
	p->dst = node_at(d, &desc->header);
	p->user_bytes = p->payload_bytes = (uint16_t)payload;
	p->last = 0;
	route(d, p, &desc->header);
	struct dma_header *h = dma_header_of(p);

	*h = desc->header;
	h->routing = (uint8_t)((h->routing & 0x1fu) |
			       (DMA_HEADER_BYTES + payload - 1) / 32 << DMA_CHUNKS_SHIFT);
	if (!dma_header_is_get(h))
		h->put_offset += i->sent;
	if (dma_header_is_put(h))
		h->valid_bytes = (uint8_t)bytes;
	fill(d, node, i, bytes, p);
	return p;
}

/* ---- a FIFO's turn */

static void done(struct dma *d, uint32_t node, unsigned f, ps_t now_ps)
{
	struct dma_injfifo *i = dma_injfifo_of(d, node, f);

	i->sent = 0;
	i->head = (i->head + 1) % i->set.descriptors;
	d->node[node].counts.descriptors++;
	if (d->cfg.ops->sent)
		d->cfg.ops->sent(d->cfg.ops_ctx, node, f, now_ps);
	dma_resume(d, node, d->node[node].gets_wait, now_ps);
	d->node[node].gets_wait = 0;
}

/* Carries out at once a descriptor that does not use the torus. */
static void carry_out_here(struct dma *d, uint32_t node, unsigned f, ps_t now_ps)
{
	const struct dma_descriptor desc = *first(dma_injfifo_of(d, node, f));
	uint64_t base = dma_counter_of(d, node, DMA_INJECTION, desc.counter)->base;

	if ((desc.flags & DMA_LOCAL) && dma_header_is_put(&desc.header))
		dma_put(d, node, &desc.header, memory(d, node, base + desc.base_offset,
						      desc.length), desc.length, now_ps);
	else if (desc.flags & DMA_LOCAL)
		dma_fault(d, node, "a local descriptor is no put", now_ps);
	dma_counter_take(d, node, DMA_INJECTION, desc.counter, desc.length, now_ps);
	done(d, node, f, now_ps);
}

/* Bytes have entered the network, or have been asked for. */
static void account(struct dma *d, uint32_t node, unsigned f, uint32_t bytes, ps_t now_ps)
{
	struct dma_injfifo *i = dma_injfifo_of(d, node, f);
	struct dma_node *n = &d->node[node];
	const struct dma_descriptor *desc = first(i);
	bool paced = is_paced(desc);
	uint32_t length = paced ? inner(d, node, desc)->length : desc->length;

	i->sent += bytes;
	i->served += bytes;
	if (paced) {
		n->tokens -= bytes;
		n->counts.tokens_least = least(n->counts.tokens_least, n->tokens);
	}
	bool last = i->sent >= length;

	if (!paced || last)
		dma_counter_take(d, node, DMA_INJECTION, desc->counter,
				 paced ? desc->length : bytes, now_ps);
	if (last)
		done(d, node, f, now_ps);
}

/* The torus FIFOs that may take it, the one after the last one used first; -1: none. */
static int torus_fifo(const struct dma_node *n, uint8_t mask)
{
	for (unsigned k = 0; k < DMA_TORUS_INJFIFOS; k++) {
		unsigned f = (n->first + k) % DMA_TORUS_INJFIFOS;

		if (n->open & mask & 1u << f)
			return (int)f;
	}
	return -1;
}

/* True: something has been done for the FIFO. */
static bool serve(struct dma *d, uint32_t node, unsigned f, ps_t now_ps)
{
	struct dma_injfifo *i = dma_injfifo_of(d, node, f);
	struct dma_node *n = &d->node[node];
	const char *why = wrong(d, node, first(i));

	if (why) {
		dma_fault(d, node, why, now_ps);
		done(d, node, f, now_ps);
		return true;
	}
	if (first(i)->flags & (DMA_LOCAL | DMA_PREFETCH)) {
		carry_out_here(d, node, f, now_ps);
		return true;
	}
	uint32_t bytes = part_of(d, node, i);

	if (is_paced(first(i)) && n->tokens < bytes)
		return false;
	for (int torus; (torus = torus_fifo(n, i->set.torus_mask)) >= 0;) {
		struct net_packet *p = make(d, node, i, bytes);

		if (!p)
			return false; /* a token, or a place, brings it here again */
		int rc = d->cfg.router->inject(d->cfg.net, p, (unsigned)torus, now_ps);

		if (rc)
			d->cfg.router->packet_free(d->cfg.net, node, p);
		if (rc == 0 || rc != -EAGAIN) {
			n->first = (uint8_t)((torus + 1) % DMA_TORUS_INJFIFOS);
			account(d, node, f, bytes, now_ps);
			return true;
		}
		n->open &= (uint8_t)~(1u << torus);
	}
	return false;
}

/* ---- whose turn it is */

static bool has_work(const struct dma *d, uint32_t node, unsigned f, bool priority)
{
	const struct dma_injfifo *i = dma_injfifo_of(d, node, f);

	return i && i->enabled && i->active && i->head != i->tail && i->set.priority == priority;
}

/* The next FIFO of a kind behind the current one that something can be done for. */
static bool serve_kind(struct dma *d, uint32_t node, bool priority, ps_t now_ps)
{
	struct dma_node *n = &d->node[node];

	for (unsigned k = 1; k <= DMA_INJFIFOS; k++) {
		unsigned f = (n->current + k) % DMA_INJFIFOS;

		if (f % DMA_GROUP_INJFIFOS == 0 && !n->group[f / DMA_GROUP_INJFIFOS]) {
			k += DMA_GROUP_INJFIFOS - 1;
			continue;
		}
		if (!has_work(d, node, f, priority))
			continue;
		uint32_t *served = &dma_injfifo_of(d, node, f)->served, before = *served;

		*served = 0;
		if (serve(d, node, f, now_ps)) {
			n->current = (uint8_t)f;
			return true;
		}
		*served = before;
	}
	return false;
}

/* The current FIFO goes on within its quantum. */
static bool serve_on(struct dma *d, uint32_t node, ps_t now_ps)
{
	unsigned f = d->node[node].current;
	const struct dma_injfifo *i = dma_injfifo_of(d, node, f);

	if (!i || !has_work(d, node, f, i->set.priority))
		return false;
	if (i->set.quantum ? i->served >= i->set.quantum : i->sent == 0)
		return false;
	return serve(d, node, f, now_ps);
}

static bool serve_next(struct dma *d, uint32_t node, ps_t now_ps)
{
	struct dma_node *n = &d->node[node];
	bool others_first = n->priority_turns >= DMA_PRIORITY_TURNS;

	if (others_first && serve_kind(d, node, false, now_ps)) {
		n->priority_turns = 0;
		return true;
	}
	if (serve_kind(d, node, true, now_ps)) {
		n->priority_turns += !others_first;
		return true;
	}
	if (others_first || !serve_kind(d, node, false, now_ps))
		return false;
	n->priority_turns = 0;
	return true;
}

void dma_advance(struct dma *d, uint32_t node, ps_t now_ps)
{
	struct dma_node *n = &d->node[node];

	if (n->running)
		return; /* the loop below sees what has changed */
	n->running = true;
	while (serve_on(d, node, now_ps) || serve_next(d, node, now_ps))
		;
	n->running = false;
}
