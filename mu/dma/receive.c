/*
 * receive.c - the way in: packets for memory FIFOs, puts and gets (US 7,761,687, l. 114, 116,
 * 146 to 158).  A put's bytes are in memory before its counter goes down.
 */
#include "internal.h"

#include <errno.h>
#include <string.h>

/* ---- puts */

bool dma_put(struct dma *d, uint32_t node, const struct dma_header *h, const void *from,
	     uint32_t bytes, ps_t now_ps)
{
	const struct dma_counter *c = dma_counter_of(d, node, DMA_RECEPTION, h->counter);

	if (!c || !c->enabled) {
		dma_fault(d, node, "a put names a reception counter that is not enabled", now_ps);
		return false;
	}
	if (c->base + h->put_offset + bytes > c->most + 1) {
		dma_fault(d, node, "a put goes beyond its counter's last address", now_ps);
		return false;
	}
	void *to = d->cfg.ops->memory(d->cfg.ops_ctx, node, c->base + h->put_offset, bytes, true);

	if (to && from)
		memmove(to, from, bytes);
	d->node[node].counts.bytes += bytes;
	dma_counter_take(d, node, DMA_RECEPTION, h->counter, bytes, now_ps);
	return true;
}

static void receive_put(struct dma *d, uint32_t node, struct net_packet *p, ps_t now_ps)
{
	const struct dma_header h = *dma_header_of(p);
	struct dma_node *n = &d->node[node];

	n->counts.packets[1]++;
	dma_put(d, node, &h, p->wire + NET_PACKET_HEADER_BYTES, h.valid_bytes, now_ps);
	if (!(h.flags & DMA_FLAG_PACED))
		return;
	n->tokens += h.valid_bytes;
	dma_advance(d, node, now_ps);
}

/* ---- gets */

/* False: the FIFO has no room for all. */
static bool receive_get(struct dma *d, uint32_t node, struct net_packet *p, ps_t now_ps)
{
	const struct dma_header *h = dma_header_of(p);
	const struct dma_injfifo *i = dma_injfifo_of(d, node, h->injfifo);
	unsigned count = p->user_bytes / DMA_DESCRIPTOR_BYTES;

	if (!i || !i->enabled || count >= i->set.descriptors) {
		dma_fault(d, node, "a get names an injection FIFO that cannot take it", now_ps);
		return true;
	}
	if (!dma_injfifo_append(d, node, h->injfifo, p->wire + NET_PACKET_HEADER_BYTES, count)) {
		d->node[node].gets_wait |= (uint16_t)(1u << p->recfifo);
		return false;
	}
	d->node[node].counts.packets[2]++;
	dma_advance(d, node, now_ps);
	return true;
}

static void resume(struct event *ev)
{
	struct dma *d = ev->ctx;
	unsigned recfifos = d->node[ev->node].resumed;

	d->node[ev->node].resumed = 0;
	for (; recfifos; recfifos &= recfifos - 1)
		d->cfg.router->reception_resume(d->cfg.net, ev->node,
						(unsigned)__builtin_ctz(recfifos), ev->time_ps);
}

static const struct event_type resuming = { .run = resume };

void dma_resume(struct dma *d, uint32_t node, unsigned recfifos, ps_t now_ps)
{
	struct dma_node *n = &d->node[node];

	n->resumed |= (uint16_t)recfifos;
	if (!n->resumed || event_queued(&n->resume))
		return;
	n->resume.type = &resuming;
	n->resume.ctx = d;
	sim_post(d->cfg.sim, &n->resume, node, node, now_ps);
}

/* ---- memory FIFOs */

static unsigned fifo_of(const struct dma *d, const struct dma_node *n, struct net_packet *p)
{
	unsigned links = d->cfg.router->links;
	unsigned from = p->recfifo < links ? p->recfifo : p->recfifo == links + 2 ? 6 : 7;

	return dma_header_pid(dma_header_of(p)) * 8 + n->map[from];
}

static uint32_t room(const struct dma_recfifo *f)
{
	return f->bytes - DMA_RECFIFO_MARGIN - (f->tail + f->bytes - f->head) % f->bytes;
}

static void append(struct dma_recfifo *f, const void *from, uint32_t bytes)
{
	uint32_t end = f->bytes - f->tail, some = bytes < end ? bytes : end;

	memcpy(f->start + f->tail, from, some);
	memcpy(f->start, (const char *)from + some, bytes - some);
	f->tail = (f->tail + bytes) % f->bytes;
}

/* False: no room. */
static bool receive_fifo(struct dma *d, uint32_t node, struct net_packet *p, ps_t now_ps)
{
	unsigned number = fifo_of(d, &d->node[node], p);
	struct dma_recfifo *f = &d->node[node].recfifo[number];
	uint32_t bytes = ((uint32_t)DMA_HEADER_BYTES + p->user_bytes + 31) / 32 * 32;

	if (!f->start) {
		dma_fault(d, node, "a packet is for a reception FIFO that is not enabled", now_ps);
		return true;
	}
	if (room(f) < bytes || room(f) > f->bytes) {
		f->waits = true;
		return false;
	}
	append(f, dma_header_of(p), DMA_HEADER_BYTES);
	append(f, p->wire + NET_PACKET_HEADER_BYTES, bytes - DMA_HEADER_BYTES);
	d->node[node].counts.packets[0]++;
	if (d->cfg.ops->arrived)
		d->cfg.ops->arrived(d->cfg.ops_ctx, node, number, now_ps);
	return true;
}

int dma_recfifo_enable(struct dma *d, uint32_t node, unsigned f, uint8_t *start, uint32_t bytes)
{
	if (f >= DMA_RECFIFOS)
		return -ENODEV;
	if (bytes % 32 || bytes < DMA_RECFIFO_MARGIN + 256)
		return -EINVAL;
	d->node[node].recfifo[f] = (struct dma_recfifo){ .start = start, .bytes = bytes };
	return 0;
}

uint32_t dma_recfifo_tail(const struct dma *d, uint32_t node, unsigned f)
{
	return d->node[node].recfifo[f].tail;
}

void dma_recfifo_set_head(struct dma *d, uint32_t node, unsigned f, uint32_t head, ps_t now_ps)
{
	struct dma_recfifo *r = &d->node[node].recfifo[f];

	r->head = head;
	if (!r->waits)
		return;
	r->waits = false;
	dma_resume(d, node, (1u << (d->cfg.router->links + 3)) - 1, now_ps);
}

void dma_recfifo_map(struct dma *d, uint32_t node, const uint8_t map[8])
{
	memcpy(d->node[node].map, map, 8);
}

/* ---- */

int dma_receive(struct dma *d, uint32_t node, struct net_packet *p, ps_t now_ps)
{
	const struct dma_header *h = dma_header_of(p);

	if (dma_header_is_put(h))
		receive_put(d, node, p, now_ps);
	else if (!(dma_header_is_get(h) ? receive_get(d, node, p, now_ps)
					: receive_fifo(d, node, p, now_ps)))
		return -EAGAIN;
	d->cfg.router->packet_free(d->cfg.net, node, p);
	return 0;
}
