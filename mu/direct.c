/*
 * direct.c - the fast path of messages without time (--clock off): a descriptor is carried
 * out when the tail passes it, as copies from memory to memory, if everything it needs is
 * available; else it goes the slow path of packets and events like any other.
 *
 * Available means: the target node belongs to the same worker and is the only one, all
 * addresses are good, and a FIFO that it goes to has room.  Nothing is reported from here:
 * the slow path finds errors again, and reports them.  Must never change
 * anything before it is certain to succeed, and never overtake a packet.
 */
#include "internal.h"

/* Remote gets start other FIFOs from here, and those others; further ones wait for
 * their events.  So does a FIFO that feeds itself without end. */
#define DEPTH_MAX 4
#define DESCRIPTORS_MAX 4096

static __thread unsigned depth;

static void *memory(struct mu *mu, uint32_t node, uint64_t pa, uint64_t bytes, int write)
{
	return mu->ops->memory(mu->ctx, node, pa, bytes, write);
}

/* The two may overlap.  Single words are common, and a call costs more than they. */
static void copy(void *to, const void *from, uint64_t bytes)
{
	if (bytes == sizeof(uint64_t))
		memmove(to, from, sizeof(uint64_t));
	else if (bytes)
		memmove(to, from, bytes);
}

/* ---- direct put */

static bool put(struct mu *mu, const struct mu_message *m, ps_t now_ps)
{
	uint64_t base = mu_bat_read(mu, m->dst, header_bat_or_injfifo(m->header));
	uint64_t counter = mu_bat_read(mu, m->dst, header_counter_bat(m->header));
	uint64_t pa = (base + header_put_offset(m->header)) & MU_PA_MASK;
	uint64_t counter_pa = (counter + header_counter_offset(m->header)) & MU_PA_MASK;

	if (base == MU_BAT_UNALLOCATED || counter == MU_BAT_UNALLOCATED ||
	    mu_pa_atomic(pa) || mu_pa_atomic(m->pa))
		return false;
	void *to = m->length ? memory(mu, m->dst, pa, m->length, 1) : NULL;
	uint64_t *word;

	if (m->length && !to)
		return false;
	if (mu_counter_at(mu, m->dst, counter_pa, 1, &word))
		return false;
	copy(to, m->from, m->length);
	mu_counter_take(word, m->length);
	mu->node[m->dst]->count.put_bytes += m->length;
	mu->node[m->dst]->count.counted_bytes += m->length;
	mu->ops->delivered(mu->ctx, m->dst, NULL, 0, now_ps);
	return true;
}

/* ---- memory FIFO */

struct cursor {
	uint8_t *base;
	uint64_t at, bytes; /* in the ring, and of it */
};

/* A program may send a piece of the very FIFO that the message goes to. */
static void append(struct cursor *c, const void *from, uint64_t n)
{
	uint64_t first = c->bytes - c->at < n ? c->bytes - c->at : n;

	if (!n)
		return;
	memmove(c->base + c->at, from, first);
	if (first < n)
		memmove(c->base, (const uint8_t *)from + first, n - first);
	c->at += n;
	if (c->at >= c->bytes)
		c->at -= c->bytes;
}

/* Behind a payload of so many bytes; a call costs more than to clear what follows a word. */
static void pad(uint8_t *payload, unsigned bytes, unsigned chunks)
{
	if (bytes == sizeof(uint64_t))
		memset(payload + sizeof(uint64_t), 0, NET_CHUNK_BYTES - sizeof(uint64_t));
	else
		memset(payload + bytes, 0, chunks * NET_CHUNK_BYTES - bytes);
}

static void append_packet(struct cursor *c, const struct mu_message *m, uint64_t offset,
			  const uint8_t *from, unsigned bytes)
{
	static const uint8_t zeros[NET_CHUNK_BYTES];
	uint8_t header[NET_PACKET_HEADER_BYTES];
	unsigned chunks = (bytes + NET_CHUNK_BYTES - 1) / NET_CHUNK_BYTES;
	uint64_t whole = NET_PACKET_HEADER_BYTES + (uint64_t)chunks * NET_CHUNK_BYTES;

	if (c->bytes - c->at > whole) { /* in one piece: made in its place */
		uint8_t *packet = c->base + c->at;

		copy(packet + NET_PACKET_HEADER_BYTES, from, bytes);
		pad(packet + NET_PACKET_HEADER_BYTES, bytes, chunks);
		mu_header_fill(m, offset, chunks, bytes, packet);
		c->at += whole;
		return;
	}
	mu_header_fill(m, offset, chunks, bytes, header);
	append(c, header, sizeof header);
	append(c, from, bytes);
	append(c, zeros, chunks * NET_CHUNK_BYTES - bytes);
}

/* Returns the bytes that the message takes in a reception FIFO. */
static uint64_t fifo_bytes(const struct mu_message *m)
{
	uint64_t payload = (m->length + NET_CHUNK_BYTES - 1) / NET_CHUNK_BYTES * NET_CHUNK_BYTES;

	return payload + m->packets * NET_PACKET_HEADER_BYTES;
}

static bool ring_has_room(const struct mu_ring *r, uint64_t bytes)
{
	return r->bytes && !r->first && !r->held &&
	       mu_ring_used(r) + bytes + r->spare <= r->bytes;
}

/* So many bytes come to the ring's tail. */
static __attribute__((noinline)) void ring_grows(struct mu *mu, uint32_t node,
						 const struct mu_ring *r, uint64_t bytes)
{
	uint64_t first = r->bytes - r->tail < bytes ? r->bytes - r->tail : bytes;

	mu_store_begins(mu, node, r->host + r->tail, first);
	if (first < bytes)
		mu_store_begins(mu, node, r->host, bytes - first);
}

static bool fifo(struct mu *mu, const struct mu_message *m, ps_t now_ps)
{
	struct mu_recfifo *f = mu_recfifo_find(mu, m->dst, header_recfifo(m->header));

	if (!f || !f->enabled || mu_pa_atomic(m->pa) || !ring_has_room(&f->ring, fifo_bytes(m)))
		return false;
	struct mu_ring *r = &f->ring;
	struct cursor c = { r->host, r->tail, r->bytes };

	if (mu_is_watched(mu))
		ring_grows(mu, m->dst, r, fifo_bytes(m));
	for (uint64_t i = 0; i < m->packets; i++) {
		uint64_t offset = i * NET_PACKET_PAYLOAD_BYTES, left = m->length - offset;

		append_packet(&c, m, offset, m->length ? m->from + offset : NULL,
			      left < NET_PACKET_PAYLOAD_BYTES ? (unsigned)left
							      : NET_PACKET_PAYLOAD_BYTES);
	}
	r->tail = r->shadow_tail = c.at;
	mu_recfifo_show_tail(f);
	mu->ops->delivered(mu->ctx, m->dst, NULL, 0, now_ps);
	return true;
}

/* ---- remote get */

static bool get(struct mu *mu, const struct mu_message *m, ps_t now_ps)
{
	struct mu_injfifo *f =
		mu_injfifo_find(mu, m->dst, header_bat_or_injfifo(m->header));

	if (!f || !(f->attr & MU_ATTR_REMOTE_GET) || mu_pa_atomic(m->pa) ||
	    !ring_has_room(&f->ring, m->length))
		return false;
	struct mu_ring *r = &f->ring;
	struct cursor c = { r->host, r->tail, r->bytes };

	if (mu_is_watched(mu))
		ring_grows(mu, m->dst, r, m->length);
	append(&c, m->from, m->length);
	r->tail = r->shadow_tail = c.at;
	if (f->direct) /* the loop that works on it comes to these as well */
		mu_injfifo_mirror(f);
	else
		mu_injfifo_tail(mu, f, now_ps, now_ps);
	return true;
}

/* ---- an injection FIFO */

static bool carry_out(struct mu *mu, uint32_t node, const struct mu_message *m, ps_t now_ps)
{
	if (m->dst == MU_DST_MANY || !sim_together(mu->sim, node, m->dst) ||
	    net_header_deposits(m->header) ||
	    net_hints_wrong(&mu->shape, node, m->dst, m->header))
		return false;
	if (net_header_is_get(m->header))
		return get(mu, m, now_ps);
	return net_header_packet_type(m->header) == NET_PACKET_PUT ? put(mu, m, now_ps)
							    : fifo(mu, m, now_ps);
}

bool mu_direct(struct mu *mu, struct mu_injfifo *f, ps_t now_ps)
{
	struct mu_ring *r = &f->ring;
	uint32_t node = f->node->number;
	unsigned done = 0;

	if (!f->active || f->direct || mu_injfifo_busy(f) || f->seen_count ||
	    f->node->on_the_way || depth >= DEPTH_MAX)
		return false;
	f->direct = true;
	depth++;
	while (r->head != r->tail && done < DESCRIPTORS_MAX) {
		if (!mu_message_good(mu, node, r->host + r->head, &f->cur) ||
		    !carry_out(mu, node, &f->cur, now_ps))
			break;
		r->head += DESC_BYTES;
		if (r->head == r->bytes)
			r->head = 0;
		f->desc_count++;
		f->node->count.messages_injected++;
		done++;
	}
	depth--;
	f->direct = false;
	f->fetch_pos = r->head;
	mu_injfifo_mirror(f);
	if (done)
		mu->ops->delivered(mu->ctx, node, f->regs, REG_STRIDE, now_ps);
	if (r->held)
		mu_ring_resume(mu, node, r, now_ps);
	return r->head == r->tail;
}
