/*
 * traffic_send.h - the sending half of traffic.h: makes packets and keeps injection
 * FIFOs full.
 */
#ifndef BGQ_TESTS_TRAFFIC_SEND_H
#define BGQ_TESTS_TRAFFIC_SEND_H

#define TRAFFIC_ID 16 /* byte of the header: source, serial */

static inline uint32_t traffic_other(struct traffic *t, struct traffic_node *n)
{
	return traffic_chance(n, t->cfg.hot) ? 0 : traffic_random(n, t->nodes);
}

/* A line through src with a hint, which says which way it goes. */
static inline uint32_t traffic_line(struct traffic *t, struct traffic_node *n, uint32_t src,
				    struct traffic_packet *s, uint8_t *header)
{
	uint8_t at[NET_DIMS_MAX];
	int d = (int)traffic_random(n, t->cfg.machine.dims);

	net_coord_of(&t->shape, src, at);
	unsigned from = at[d], plus = traffic_random(n, 2);

	at[d] = (uint8_t)traffic_random(n, t->shape.size[d]);
	s->links = (uint8_t)traffic_links(&t->shape, d, TRAFFIC_HINT_MINUS - plus, from, at[d]);
	if (!s->links && from != at[d]) {
		plus = !plus;
		s->links = (uint8_t)traffic_links(&t->shape, d, TRAFFIC_HINT_MINUS - plus, from,
						  at[d]);
	}
	traffic_set_hint(header, d, TRAFFIC_HINT_MINUS - plus);
	s->line = (uint8_t)(2 * d + (int)plus);
	s->deposit = true;
	return net_node_of(&t->shape, at);
}

static inline enum traffic_kind traffic_pick_kind(struct traffic *t, struct traffic_node *n)
{
	unsigned kind;

	do
		kind = traffic_random(n, TRAFFIC_KINDS);
	while (!(t->cfg.kinds >> kind & 1));
	return kind;
}

/* Channel and routing bytes; the channel, or 0 if dynamic. */
static inline unsigned traffic_channel(struct traffic_node *n, enum traffic_kind kind,
				       uint8_t *header)
{
	unsigned channel;

	switch (kind) {
	case TRAFFIC_DETERMINISTIC: channel = 1; break;
	case TRAFFIC_PRIORITY: channel = 2; break;
	case TRAFFIC_SYSTEM: channel = 3; break;
	case TRAFFIC_DYNAMIC:
	case TRAFFIC_STAY: channel = 0; break;
	default: channel = traffic_random(n, TRAFFIC_CHANNELS);
	}
	header[2] |= channel == 0 ? 0x04 : 0;
	header[2] |= kind == TRAFFIC_DEPOSIT ? 0x02 : 0;
	/* The routing bit decides on one of the two channels of normal packets. */
	header[3] = (uint8_t)((channel < 2 ? traffic_random(n, 2) : channel) << 5 |
			      traffic_random(n, 4) << 3 |
			      (kind == TRAFFIC_STAY ? 0x04 : 0));
	return channel;
}

/* All sizes, and that of a full packet more often. */
static inline uint16_t traffic_payload(const struct traffic *t, struct traffic_node *n)
{
	const struct net_machine *m = &t->cfg.machine;

	if (!traffic_random(n, 4))
		return (uint16_t)m->payload_bytes;
	if (m->unit_bytes || m->source_routes)
		return (uint16_t)traffic_random(n, m->payload_bytes + 1);
	return (uint16_t)(32 * traffic_random(n, 17));
}

static inline struct net_packet *traffic_make(struct traffic *t, struct traffic_node *n,
					      unsigned fifo)
{
	uint32_t src = (uint32_t)(n - t->node), serial = n->made++;
	struct net_packet *p = net_packet_alloc(t->net, src);
	struct traffic_packet *s = &n->sent[serial];
	enum traffic_kind kind = traffic_pick_kind(t, n);

	memset(p->header, 0, sizeof p->header);
	unsigned channel = traffic_channel(n, kind, p->header);

	s->payload_bytes = traffic_payload(t, n);
	if (t->cfg.machine.source_routes) {
		channel = 1 + traffic_random(n, TRAFFIC_CHANNELS);
		s->dst = t->cfg.clockwise ? src ^ 3 : traffic_other(t, n);
		s->links = traffic_word(t, src, s->dst, channel, p->header);
	} else if (kind == TRAFFIC_DEPOSIT) {
		s->dst = traffic_line(t, n, src, s, p->header);
	} else {
		s->dst = kind == TRAFFIC_LOCAL ? src : traffic_other(t, n);
		unsigned ways = traffic_random(n, 1024);

		if (channel)
			ways = (unsigned)traffic_mix(t->cfg.seed + src, s->dst) & 1023;
		if (!traffic_chance(n, channel ? (ways & 1) * 256 : t->cfg.hinted))
			ways = 0;
		s->links = (uint8_t)traffic_route(t, src, s->dst, ways, p->header);
	}
	unsigned lane = s->deposit ? 1 + (s->line & 1) : 0;

	s->stream = channel ? ((channel - 1) * 3 + lane) * TRAFFIC_FIFOS + fifo
			    : TRAFFIC_NO_STREAM;
	p->src = src;
	p->dst = s->dst;
	p->payload_bytes = s->payload_bytes;
	memcpy(p->header + TRAFFIC_ID, &src, 4);
	memcpy(p->header + TRAFFIC_ID + 4, &serial, 4);
	memset(p->wire + NET_PACKET_HEADER_BYTES, traffic_byte(src, serial), p->payload_bytes);
	return p;
}

/* False: the FIFO is full, the packet waits. */
static inline bool traffic_inject(struct traffic *t, struct traffic_node *n, unsigned fifo,
				  ps_t now_ps)
{
	struct net_packet *p = n->pending[fifo] ? n->pending[fifo] : traffic_make(t, n, fifo);
	int rc = net_inject(t->net, p, fifo, now_ps);

	n->pending[fifo] = rc == -EAGAIN ? p : NULL;
	return rc != -EAGAIN;
}

static inline bool traffic_all_pending(const struct traffic_node *n)
{
	for (unsigned i = 0; i < TRAFFIC_FIFOS; i++)
		if (!n->pending[i])
			return false;
	return true;
}

/* With all FIFOs full the node rests until one has room, so that nothing is under way
 * in a network that has stopped. */
static inline void traffic_again(struct traffic *t, struct traffic_node *n, ps_t now_ps)
{
	uint32_t node = (uint32_t)(n - t->node);

	if (n->made == t->cfg.packets || n->awake || traffic_all_pending(n))
		return;
	n->awake = true;
	sim_post(t->sim, &n->generate, node, node,
		 now_ps + (1 + traffic_random(n, t->cfg.pause_ns + 1)) * PS_PER_NS);
}

static void traffic_generate(struct event *ev)
{
	struct traffic *t = ev->ctx;
	struct traffic_node *n = &t->node[ev->node];
	unsigned burst = 1 + traffic_random(n, t->cfg.burst);

	n->awake = false;
	for (unsigned i = 0; i < burst && n->made < t->cfg.packets; i++) {
		unsigned fifo = traffic_random(n, TRAFFIC_FIFOS);

		if (!n->pending[fifo])
			traffic_inject(t, n, fifo, ev->time_ps);
	}
	traffic_again(t, n, ev->time_ps);
}

static const struct event_type generation = { .run = traffic_generate };

static void traffic_inject_ready(void *ctx, uint32_t node, unsigned injfifo, ps_t now_ps)
{
	struct traffic *t = ctx;
	struct traffic_node *n = &t->node[node];

	if (!n->pending[injfifo])
		traffic_mistake(t, "injection FIFO %u of node %u is ready for nothing", injfifo,
				node);
	else if (!traffic_inject(t, n, injfifo, now_ps))
		traffic_mistake(t, "injection FIFO %u of node %u is ready, and full", injfifo,
				node);
	else if (n->made < t->cfg.packets && traffic_chance(n, 192))
		traffic_inject(t, n, injfifo, now_ps);
	traffic_again(t, n, now_ps);
}

static void traffic_refuse(void *ctx, uint32_t node, const struct net_packet *p,
			   const char *text, ps_t now_ps)
{
	(void)now_ps;
	traffic_mistake(ctx, "packet from %u to %u is refused: %s", node, p->dst, text);
}

#endif
