/* ring.c - ring buffers in memory that packets are appended to, and where they wrap; the drawing
 * is in internal.h.  Does not know what the bytes mean. */
#include <assert.h>

#include "internal.h"

uint64_t mu_ring_distance(const struct mu_ring *r, uint64_t a, uint64_t b)
{
	return b >= a ? b - a : b + r->bytes - a;
}

uint64_t mu_ring_used(const struct mu_ring *r)
{
	return mu_ring_distance(r, r->head, r->shadow_tail);
}

/* Returns the bytes that p takes in the ring: a whole packet, or the descriptors of a remote
 * get. */
static uint64_t packet_bytes(const struct net_packet *p)
{
	if (net_header_is_get(p->header))
		return p->user_bytes;
	return NET_PACKET_HEADER_BYTES + (uint64_t)p->payload_bytes;
}

bool mu_ring_reserve(struct mu_ring *r, struct net_packet *p, uint64_t bytes)
{
	assert(bytes == packet_bytes(p));
	if (mu_ring_used(r) + bytes + r->spare > r->bytes)
		return false;
	p->next = NULL;
	p->last &= (uint8_t)~MU_PACKET_STORED;
	if (r->first)
		r->last->next = p;
	else
		r->first = p;
	r->last = p;
	r->shadow_tail = (r->shadow_tail + bytes) % r->bytes;
	return true;
}

/* Returns the offset of the packet's first byte from the ring's start. */
static uint64_t offset_of(const struct mu_ring *r, const struct net_packet *p)
{
	uint64_t offset = r->tail;

	for (const struct net_packet *q = r->first; q != p; q = q->next)
		offset += packet_bytes(q);
	return offset % r->bytes;
}

void mu_ring_write(struct mu *mu, uint32_t node, struct mu_ring *r,
		   const struct net_packet *p, const uint8_t *from, uint64_t bytes)
{
	uint64_t offset = offset_of(r, p);
	uint64_t first = r->bytes - offset < bytes ? r->bytes - offset : bytes;

	mu_store_begins(mu, node, r->host + offset, first);
	memcpy(r->host + offset, from, first);
	if (first < bytes) { /* wraps: the rest lies at the start */
		mu_store_begins(mu, node, r->host, bytes - first);
		memcpy(r->host, from + first, bytes - first);
	}
	mu_stored(mu, node, p, r->start_pa + offset, bytes, p->ev.time_ps);
}

bool mu_ring_publish(struct mu *mu, uint32_t node, struct mu_ring *r,
		     struct net_packet *p)
{
	bool moved = false;

	p->last |= MU_PACKET_STORED;
	while ((p = r->first) != NULL && (p->last & MU_PACKET_STORED)) {
		r->first = p->next;
		r->tail = (r->tail + packet_bytes(p)) % r->bytes;
		mu_packet_free(mu, node, p);
		moved = true;
	}
	return moved;
}
