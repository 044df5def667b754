/*
 * coll_packets.h - the second half of coll_rig.h, which includes it: packets to send,
 * and what should come of them.
 */
#ifndef BGQ_TESTS_COLL_PACKETS_H
#define BGQ_TESTS_COLL_PACKETS_H

static inline struct net_packet *packet(struct rig *r, uint32_t node, unsigned cls,
					unsigned channel_type, unsigned operation,
					uint16_t bytes)
{
	struct net_packet *p = net_packet_alloc(r->net, node);

	assert_non_null(p);
	memset(p->wire, 0, sizeof p->wire);
	p->src = node;
	p->payload_bytes = bytes;
	p->header[0] = 0x5a;
	p->header[1] = (uint8_t)operation;
	p->header[2] = (uint8_t)(cls << 4);
	p->header[3] = (uint8_t)channel_type;
	return p;
}

static inline uint64_t *words(struct net_packet *p)
{
	return (uint64_t *)(void *)(p->wire + NET_PACKET_HEADER_BYTES);
}

static inline void send_by(struct rig *r, struct net_packet *p, unsigned f)
{
	struct net_packet **last = &r->waiting[p->src][f];
	bool first = !*last;

	net_ring_append(last, p);
	r->sent++;
	if (first)
		rig_offer(r, p->src, f, r->sim.now_ps);
}

static inline void send(struct rig *r, struct net_packet *p)
{
	send_by(r, p, NET_INJ_COLL_USER);
}

/* Packet `number` of node for an unsigned sum: words of 8 bytes that tell node and number. */
static inline uint64_t share(uint32_t node, unsigned cls, uint32_t number, unsigned word)
{
	return node + UINT64_C(100000) * (cls + 1) + (uint64_t)number * UINT64_C(10000000) +
	       word * UINT64_C(100000000000);
}

static inline void contribute(struct rig *r, uint32_t node, unsigned cls,
			      unsigned channel_type, uint32_t number, uint16_t bytes)
{
	struct net_packet *p = packet(r, node, cls, channel_type, ADD64, bytes);

	memcpy(p->header + 12, &number, sizeof number);
	for (unsigned w = 0; w < bytes / 8u; w++)
		words(p)[w] = share(node, cls, number, w);
	send(r, p);
}

static inline const struct got *got_at(const struct rig *r, uint32_t node)
{
	for (uint32_t i = 0; i < r->gots; i++)
		if (r->got[i].node == node)
			return &r->got[i];
	fail_msg("node %u received nothing", node);
	return NULL;
}

static inline uint64_t sum_of_shares(const struct rig *r, unsigned cls, uint32_t number,
				     unsigned word)
{
	uint64_t sum = 0;

	for (uint32_t n = 0; n < r->nodes; n++)
		sum += share(n, cls, number, word);
	return sum;
}

/* Sums of so many bytes have come to each node once, by the user's FIFO. */
static inline void assert_sums(const struct rig *r, unsigned bytes)
{
	assert_int_equal(r->gots, r->nodes);
	for (uint32_t n = 0; n < r->nodes; n++) {
		const struct got *g = got_at(r, n);

		assert_int_equal(g->bytes, bytes);
		assert_int_equal(g->recfifo, NET_REC_COLL_USER);
		for (unsigned w = 0; w < bytes / 8; w++)
			assert_int_equal(g->word[w], sum_of_shares(r, g->cls, 0, w));
	}
}

static inline uint64_t bits_of(double d)
{
	uint64_t u;

	memcpy(&u, &d, sizeof u);
	return u;
}

/* Asserts what a report says of node. */
static inline void assert_describes(struct rig *r, uint32_t node, const char *want)
{
	char text[512];

	assert_int_equal(coll_describe(r->coll, node, text, sizeof text), strlen(want));
	assert_string_equal(text, want);
}

/* All is over, and one fault was reported. */
static inline void assert_fault(struct rig *r, const char *text)
{
	run(r);
	assert_string_equal(r->fault, text);
	assert_int_equal(r->faults, 1);
}

#endif
