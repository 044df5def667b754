/*
 * traffic_receive.h - the receiving half of traffic.h: checks each packet, and refuses
 * some for a while.
 */
#ifndef BGQ_TESTS_TRAFFIC_RECEIVE_H
#define BGQ_TESTS_TRAFFIC_RECEIVE_H

/* Where copies are due, by links crossed. */
static inline uint64_t traffic_copies(const struct traffic_packet *s)
{
	if (s->deposit && s->links)
		return (UINT64_C(2) << s->links) - 2;
	return UINT64_C(1) << s->links;
}

/* The node so many links along the line of a deposit. */
static inline uint32_t traffic_on_line(const struct traffic *t, uint32_t src, unsigned link,
				       unsigned links)
{
	uint8_t at[NET_DIMS_MAX];
	unsigned d = link / 2, size = t->shape.size[d];

	net_coord_of(&t->shape, src, at);
	at[d] = (uint8_t)((at[d] + (link & 1 ? links : links * (size - 1))) % size);
	return net_node_of(&t->shape, at);
}

static inline void traffic_check_order(struct traffic *t, struct traffic_node *n,
				       const struct traffic_packet *s, uint32_t src,
				       uint32_t serial)
{
	uint32_t *last = &n->last[(size_t)src * TRAFFIC_STREAMS + s->stream];

	/* Deposits to their own node are on one of several lines. */
	if (s->stream == TRAFFIC_NO_STREAM || (s->deposit && n == &t->node[src]))
		return;
	if (*last > serial)
		traffic_mistake(t,
				"packet %u of node %u to %u, stream %u, comes after "
				"packet %u to %u",
				serial, src, s->dst, s->stream, *last - 1,
				t->node[src].sent[*last - 1].dst);
	*last = serial + 1;
}

static inline void traffic_check(struct traffic *t, uint32_t node, const struct net_packet *p)
{
	uint32_t src, serial;

	memcpy(&src, p->header + TRAFFIC_ID, 4);
	memcpy(&serial, p->header + TRAFFIC_ID + 4, 4);
	if (src >= t->nodes || serial >= t->cfg.packets || p->src != src || p->hops > 62) {
		traffic_mistake(t, "node %u received nonsense", node);
		return;
	}
	struct traffic_packet *s = &t->node[src].sent[serial];
	uint64_t bit = UINT64_C(1) << p->hops;
	uint32_t due = s->deposit && s->links ? traffic_on_line(t, src, s->line, p->hops) : s->dst;
	const uint8_t want = traffic_byte(src, serial);

	if (node != due || !(traffic_copies(s) & bit))
		traffic_mistake(t, "packet %u of node %u to %u, %u links away, came to %u after %u",
				serial, src, s->dst, s->links, node, p->hops);
	if (atomic_fetch_or(&s->seen, bit) & bit)
		traffic_mistake(t, "packet %u of node %u to %u came twice to %u", serial, src,
				s->dst, node);
	bool good = p->payload_bytes == s->payload_bytes;

	for (unsigned i = 0; good && i < p->payload_bytes; i++)
		good = p->wire[NET_PACKET_HEADER_BYTES + i] == want;
	if (!good)
		traffic_mistake(t, "packet %u of node %u to %u: payload is not as sent", serial,
				src, s->dst);
	traffic_check_order(t, &t->node[node], s, src, serial);
}

static void traffic_resume(struct event *ev)
{
	struct traffic *t = ev->ctx;

	net_reception_resume(t->net, ev->node, (unsigned)(ev - t->node[ev->node].resume),
			     ev->time_ps);
}

static const struct event_type resumption = { .run = traffic_resume };

/* Puts off what comes by FIFO f. */
static inline void traffic_stall(struct traffic *t, uint32_t node, unsigned f, ps_t now_ps)
{
	struct traffic_node *n = &t->node[node];

	n->stalled_ps[f] = now_ps + (1 + traffic_random(n, t->cfg.stall_ns)) * PS_PER_NS;
	n->resume[f].type = &resumption;
	n->resume[f].ctx = t;
	sim_post(t->sim, &n->resume[f], node, node, n->stalled_ps[f]);
}

static int traffic_deliver(void *ctx, uint32_t node, struct net_packet *p, ps_t now_ps)
{
	struct traffic *t = ctx;
	struct traffic_node *n = &t->node[node];
	uint64_t id;

	if (now_ps < n->stalled_ps[p->recfifo])
		traffic_mistake(t, "reception FIFO %u of node %u does not wait", p->recfifo, node);
	if (traffic_chance(n, t->cfg.stall)) {
		traffic_stall(t, node, p->recfifo, now_ps);
		return -EAGAIN;
	}
	traffic_check(t, node, p);
	memcpy(&id, p->header + TRAFFIC_ID, 8);
	n->digest = traffic_mix(n->digest, now_ps);
	n->digest = traffic_mix(n->digest, id);
	n->digest = traffic_mix(n->digest, (uint64_t)p->hops << 8 | p->recfifo);
	n->deliveries++;
	net_packet_free(t->net, node, p);
	return 0;
}

#endif
