/*
 * mu_model.h - what descriptors must do, said a second time and simply: one after
 * the other, without packets under way or time.  It carries them out on the rig's
 * shadow memory and counts the records, packets and bytes that are due; the fuzzer
 * then compares.  Written from the machine's description, never from mu/.
 *
 * Where the order of things is the machine's own affair (two messages that touch
 * the same bytes), the bytes count as unknown.  Where that could change which
 * descriptors run, the model gives up.
 */
#ifndef BGQ_TESTS_MU_MODEL_H
#define BGQ_TESTS_MU_MODEL_H

#include "mu_random.h"

#define MODEL_ACCESSES    512u
#define MODEL_DESCRIPTORS 100u /* of one step; more: it feeds itself, give up */
#define MODEL_BAT_NONE    UINT64_C(0x1fffffffff)
#define MASK_37           ((UINT64_C(1) << 37) - 1)

struct model_node {
	bool inj_ready[544], inj_get[544], rec_ready[272], bat_ready[544];
	uint64_t inj_count[544], rec_bytes[272];
};

/* FETCH: reads descriptors. */
enum model_kind { MODEL_READ, MODEL_FETCH, MODEL_WRITE, MODEL_ADD };

/* Bytes that the step has touched. */
struct model_access {
	uint32_t node;
	enum model_kind kind;
	unsigned descriptor;
	int64_t at; /* in the node's memory */
	uint64_t bytes;
};

struct model {
	struct rig *rig;
	struct model_node node[RIG_NODES_MAX];
	uint64_t ras; /* records due so far */
	struct model_access access[MODEL_ACCESSES];
	unsigned accesses, descriptors, current;
	bool lost; /* has given up */
};

static inline void model_begin_step(struct model *m)
{
	m->accesses = m->descriptors = 0;
}

/* ---- memory */

static inline uint8_t *model_at(struct model *m, uint32_t node, uint64_t pa, uint64_t bytes,
				enum model_kind kind)
{
	int64_t at = rig_offset(pa, bytes);

	if (at < 0)
		return NULL;
	/* FIFOs are there: whoever writes in them changes what runs, and what they
	 * hold depends on the order of packets. */
	if (pa - rig_island[RING_ISLAND].pa < rig_island[RING_ISLAND].bytes)
		m->lost = true;
	if (m->accesses == MODEL_ACCESSES)
		m->lost = true;
	else
		m->access[m->accesses++] =
			(struct model_access){ node, kind, m->current, at, bytes };
	return m->rig->node[node].shadow + at;
}

static inline uint64_t *model_word(struct model *m, uint32_t node, uint64_t pa, unsigned before,
				   unsigned after, enum model_kind kind)
{
	uint64_t at = (pa & (ATOMIC - 1)) / 8 * 8 - 8 * before;
	uint8_t *p = model_at(m, node, at, 8 * (1 + before + after), kind);

	return p ? (uint64_t *)(void *)p + before : NULL;
}

/* False: refused. */
static inline bool model_load(struct model *m, uint32_t node, uint64_t pa, uint64_t *value)
{
	const uint64_t failed = UINT64_C(1) << 63;
	unsigned op = pa % 8;
	uint64_t *w;

	if (op == 7 || !(w = model_word(m, node, pa, op == 5, op == 4 || op == 6, MODEL_WRITE)))
		return false;
	*value = *w;
	if ((op == 4 && *w == w[1]) || (op == 5 && *w == w[-1]) || (op == 6 && *w != w[1])) {
		*value = failed;
		return true;
	}
	if (op == 1)
		*w = 0;
	else if (op == 3 || op == 5)
		--*w;
	else if (op != 0)
		++*w;
	return true;
}

static inline bool model_signed_less(uint64_t a, uint64_t b)
{
	const uint64_t sign = UINT64_C(1) << 63;
	int64_t x = a & sign ? -(int64_t)(a & ~sign) : (int64_t)a;
	int64_t y = b & sign ? -(int64_t)(b & ~sign) : (int64_t)b;

	return x < y;
}

static inline bool model_store(struct model *m, uint32_t node, uint64_t pa, uint64_t value)
{
	unsigned op = pa % 8;
	uint64_t *w = model_word(m, node, pa, 0, op == 1, MODEL_WRITE);

	if (!w)
		return false;
	switch (op) {
	case 0: *w = value; break;
	case 1:
		if (w[0] == w[1])
			w[0] = w[1] = value;
		break;
	case 2:
	case 3: *w += value; break;
	case 4: *w |= value; break;
	case 5: *w ^= value; break;
	case 6: *w = *w > value ? *w : value; break;
	case 7: *w = model_signed_less(*w, value) ? value : *w; break;
	}
	return true;
}

/* ---- the way */

static inline bool model_route(const struct net_shape *s, uint32_t from, uint32_t to,
			       const uint8_t *h)
{
	uint8_t a[NET_DIMS], b[NET_DIMS];

	net_coord_of(s, from, a);
	net_coord_of(s, to, b);
	for (int d = 0; d < NET_DIMS; d++) {
		unsigned hint = d < 4 ? h[1] >> (6 - 2 * d) & 3 : h[2] >> 6;

		if (hint == 3)
			return false;
		if (hint && a[d] != b[d] && !s->torus[d] && (hint == 1) != (b[d] > a[d]))
			return false;
	}
	return true;
}

/* Returns which way round in dimension d; -1: the machine leaves it to chance. */
static inline int model_plus(const struct net_shape *s, uint32_t from, int d, uint8_t a,
			     uint8_t b, unsigned hint, bool dynamic)
{
	struct net_cutoff k[NET_DIMS];

	if (hint)
		return hint == 1;
	if (dynamic && s->torus[d] && 2 * abs(a - b) == s->size[d])
		return -1;
	net_cutoffs(s, from, k);
	return b > a ? b <= k[d].plus : b < k[d].minus;
}

/* The nodes between the two that a packet leaves copies on; -1: it has more than one
 * dimension to go, and is refused. */
static inline int model_line(struct model *m, uint32_t from, uint32_t to, const uint8_t *h,
			     uint32_t between[RIG_NODES_MAX])
{
	const struct net_shape *s = &m->rig->shape;
	uint8_t a[NET_DIMS], b[NET_DIMS];
	int along = -1, plus, n = 0;
	unsigned hint = 0;

	net_coord_of(s, from, a);
	net_coord_of(s, to, b);
	for (int d = 0; d < NET_DIMS; d++) {
		unsigned k = d < 4 ? h[1] >> (6 - 2 * d) & 3 : h[2] >> 6;

		if (a[d] == b[d] && !(k && s->size[d] == 1 && s->torus[d]))
			continue;
		if (along >= 0)
			return -1;
		along = d;
		hint = k;
	}
	if (along < 0 || a[along] == b[along])
		return 0;
	plus = model_plus(s, from, along, a[along], b[along], hint,
			  (h[2] & 4) && h[3] >> 5 < 2);
	m->lost |= plus < 0 && s->size[along] > 2;
	for (;;) {
		a[along] = (uint8_t)((a[along] + (plus ? 1 : s->size[along] - 1)) %
				     s->size[along]);
		if (a[along] == b[along])
			return n;
		between[n++] = net_node_of(s, a);
	}
}

/* ---- packets */

static inline void model_run(struct model *m, uint32_t node, const uint8_t *d);

static inline bool model_bat(const struct model *m, uint32_t node, unsigned id,
			     uint64_t *base)
{
	if (id >= 544 || !m->node[node].bat_ready[id])
		return false;
	*base = rig_reg(m->rig, node, rig_bat_reg(id));
	return *base != MODEL_BAT_NONE;
}

static inline bool model_put(struct model *m, uint32_t to, const uint8_t *h, uint64_t offset,
			     const uint8_t *from, unsigned bytes)
{
	uint64_t base, counter, pa, counter_pa, value;

	if (!model_bat(m, to, header_bat_or_injfifo(h), &base))
		return false;
	pa = (base + header_put_offset(h) + offset) & MASK_37;
	if (bytes && pa & ATOMIC) {
		memcpy(&value, from, sizeof value);
		if (bytes != 8 || !model_store(m, to, pa, value))
			return false;
	} else if (bytes) {
		uint8_t *p = model_at(m, to, pa, bytes, MODEL_WRITE);

		if (!p)
			return false;
		memmove(p, from, bytes);
	}
	if (!model_bat(m, to, header_counter_bat(h), &counter))
		return false;
	counter_pa = (counter + header_counter_offset(h)) & MASK_37;
	if (!(counter_pa & ATOMIC) || (counter_pa % 8 != 2 && counter_pa % 8 != 3))
		return false;
	uint64_t *w = model_word(m, to, counter_pa, 0, 0, MODEL_ADD);

	if (w)
		*w -= bytes;
	return w != NULL;
}

static inline bool model_get(struct model *m, uint32_t to, const uint8_t *h,
			     const uint8_t *from, unsigned bytes)
{
	unsigned id = header_bat_or_injfifo(h);
	uint8_t d[512];

	if (id >= 544 || !m->node[to].inj_ready[id] || !m->node[to].inj_get[id])
		return false;
	memcpy(d, from, bytes);
	m->node[to].inj_count[id] += bytes / DESC_BYTES;
	for (unsigned i = 0; i < bytes && !m->lost; i += DESC_BYTES)
		model_run(m, to, d + i);
	return true;
}

static inline bool model_packet(struct model *m, uint32_t to, const uint8_t *h,
				uint64_t offset, const uint8_t *from, unsigned bytes)
{
	switch (net_header_packet_type(h)) {
	case NET_PACKET_PUT: return model_put(m, to, h, offset, from, bytes);
	case NET_PACKET_FIFO: {
		unsigned id = header_recfifo(h);

		if (id >= 272 || !m->node[to].rec_ready[id])
			return false;
		m->node[to].rec_bytes[id] += 32 + (bytes + 31) / 32 * 32;
		return true;
	}
	default: return model_get(m, to, h, from, bytes);
	}
}

/* Records that are due for a packet, with its copies. */
static inline unsigned model_packets(struct model *m, uint32_t node, uint32_t to,
				     const uint8_t *h, uint64_t offset, const uint8_t *from,
				     unsigned bytes)
{
	uint32_t between[RIG_NODES_MAX];
	unsigned self = m->current, due = 0;
	int n = 0;

	if (!model_route(&m->rig->shape, node, to, h))
		return 1;
	if (h[2] & 2)
		n = model_line(m, node, to, h, between);
	if (n < 0)
		return 1;
	for (int i = 0; i < n; i++) {
		due += !model_packet(m, between[i], h, offset, from, bytes);
		m->current = self;
	}
	return due + !model_packet(m, to, h, offset, from, bytes);
}

/* ---- descriptors */

/* The node that d may go to, or -1: it is refused as a whole. */
static inline int64_t model_target(const struct rig *r, const uint8_t *d)
{
	const uint8_t *h = d + DESC_HEADER;
	uint64_t pa = get64(d, DESC_PAYLOAD), length = get64(d, DESC_LENGTH);
	uint64_t map = get64(d, DESC_FIFO_MAP);

	if (h[0] != 0x55 || h[3] >> 5 > 2 || (h[2] & 0x20))
		return -1;
	if (h[8] & 0x80 && (length == 0 || length % 64))
		return -1;
	if (map & 5 || !(map & 0xfff8))
		return -1;
	if (pa >> 36 == 1 ? length != 8 : length && rig_offset(pa, length) < 0)
		return -1;
	return net_node_of_destination(&r->shape, net_header_destination(h));
}

/* The rig's network has no class routes: what it makes of these is not the machine's. */
static inline bool model_may_be_collective(const uint8_t *d)
{
	const uint8_t *h = d + DESC_HEADER;

	return h[0] == 0x5a && (h[3] >> 6) == 2 && (get64(d, DESC_FIFO_MAP) & 2);
}

/* Carries out d, which is in an injection FIFO of node. */
static inline void model_run(struct model *m, uint32_t node, const uint8_t *d)
{
	uint64_t pa = get64(d, DESC_PAYLOAD), length = get64(d, DESC_LENGTH), value;
	int64_t to = model_target(m->rig, d);
	uint8_t none = 0, h[NET_PACKET_HEADER_BYTES];

	memcpy(h, d + DESC_HEADER, sizeof h);
	if (net_header_packet_type(h) == NET_PACKET_FIFO)
		header_fold_fifo_id(h);
	if (++m->descriptors > MODEL_DESCRIPTORS || model_may_be_collective(d))
		m->lost = true;
	if (to < 0)
		m->ras++;
	if (to < 0 || d[DESC_PREFETCH] & 1)
		return;
	unsigned self = m->descriptors;
	uint64_t offset = 0;

	do {
		m->current = self; /* again, after what a remote get has started */
		unsigned bytes = length - offset < 512 ? (unsigned)(length - offset) : 512;
		const uint8_t *from = &none;
		bool good = true;

		if (pa >> 36 == 1) {
			good = model_load(m, node, pa, &value);
			from = (const uint8_t *)&value;
		} else if (bytes) {
			from = model_at(m, node, pa + offset, bytes,
					h[8] & 0x80 ? MODEL_FETCH : MODEL_READ);
		}
		m->ras += good ? model_packets(m, node, (uint32_t)to, h, offset, from, bytes)
			       : 1;
		offset += bytes;
	} while (offset < length && !m->lost);
}

/* ---- what is not known */

static inline bool model_overlap(const struct model_access *a, const struct model_access *b)
{
	return a->node == b->node && a->at < b->at + (int64_t)b->bytes &&
	       b->at < a->at + (int64_t)a->bytes;
}

/* The step is over: take whatever memory holds where that is not determined, and
 * for what was read there. */
static inline void model_end_step(struct model *m)
{
	bool unsure[MODEL_DESCRIPTORS + 2] = { false };

	if (m->lost)
		return;
	for (unsigned i = 0; i < m->accesses; i++)
		for (unsigned j = 0; j < i; j++) {
			const struct model_access *a = &m->access[i], *b = &m->access[j];

			if ((a->kind <= MODEL_FETCH && b->kind <= MODEL_FETCH) ||
			    (a->kind == MODEL_ADD && b->kind == MODEL_ADD && a->at == b->at) ||
			    !model_overlap(a, b))
				continue;
			if (a->kind == MODEL_FETCH || b->kind == MODEL_FETCH)
				m->lost = true; /* which descriptors run? */
			unsure[a->descriptor] = unsure[b->descriptor] = true;
		}
	for (unsigned i = 0; i < m->accesses; i++) {
		const struct model_access *a = &m->access[i];
		struct rig_node *n = &m->rig->node[a->node];

		if (a->kind >= MODEL_WRITE && unsure[a->descriptor])
			memcpy(n->shadow + a->at, n->memory + a->at, a->bytes);
	}
}

#endif
