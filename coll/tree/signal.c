/* signal.c - see signal.h. */
#include "signal.h"

#include <errno.h>
#include <stdlib.h>

#include "net/base/pool.h"

/* Bits of one channel at a node. */
struct signal_bits {
	uint8_t in;    /* what each port below, and the node itself (bit 0), drive */
	bool up, down; /* towards the root, and from it */
	bool sticky;
};

/* A change on its way from node to node. */
struct signal_change {
	struct event ev;
	uint8_t channel, port; /* the receiver's; TREE_UP: it comes from the root */
	bool value;
};

struct signal_network {
	struct tree_topology topology;
	struct sim *sim;
	struct pool *pool;
	struct signal_bits *bits; /* [node * channels + channel] */
	signal_changed_fn *changed;
	void *ctx;
	unsigned channels;
	uint8_t ors; /* channels that are not ANDs, as bits */
	ps_t hop_ps, cable_ps;
};

struct signal_network *signal_network_create(const struct net_machine *m,
					     const struct net_shape *s, struct sim *sim,
					     unsigned pools, const uint16_t *pool_of_node)
{
	struct signal_network *g;

	errno = ENOMEM;
	if (!m->signal_channels || m->signal_channels > SIGNAL_CHANNELS_MAX ||
	    !m->signal_hop_ps || !m->tree_children || m->tree_children > TREE_CHILDREN_MAX)
		errno = EINVAL;
	g = errno == ENOMEM ? calloc(1, sizeof *g) : NULL;
	if (!g)
		return NULL;
	g->sim = sim;
	g->channels = m->signal_channels;
	g->hop_ps = m->signal_hop_ps;
	g->cable_ps = m->signal_hop_ps + m->wire_cable_ps - m->wire_midplane_ps;
	if (tree_topology_create(&g->topology, m, s)) {
		g->bits = calloc((size_t)g->topology.nodes * g->channels, sizeof *g->bits);
		g->pool = pool_create(sizeof(struct signal_change), pools, pool_of_node,
				      g->topology.nodes);
	}
	if (g->bits && g->pool)
		return g;
	signal_network_destroy(g);
	errno = ENOMEM;
	return NULL;
}

void signal_network_destroy(struct signal_network *g)
{
	if (!g)
		return;
	tree_topology_destroy(&g->topology);
	if (g->pool)
		pool_destroy(g->pool);
	free(g->bits);
	free(g);
}

void signal_network_set_changed(struct signal_network *g, signal_changed_fn *changed, void *ctx)
{
	g->changed = changed;
	g->ctx = ctx;
}

void signal_network_set_or(struct signal_network *g, unsigned channel)
{
	g->ors |= (uint8_t)(1u << channel);
}

const struct tree_topology *signal_network_topology(const struct signal_network *g)
{
	return &g->topology;
}

ps_t signal_lookahead_ps(const struct net_machine *m)
{
	return m->signal_hop_ps;
}

static struct signal_bits *bits_of(const struct signal_network *g, uint32_t node, unsigned channel)
{
	return &g->bits[(size_t)node * g->channels + channel];
}

static void update(struct signal_network *g, uint32_t node, unsigned channel, ps_t now_ps);
static void go_down(struct signal_network *g, uint32_t node, unsigned channel, bool value,
		    ps_t now_ps);

static void arrive(struct event *ev)
{
	struct signal_change c = *(struct signal_change *)ev;
	struct signal_network *g = ev->ctx;

	pool_put(g->pool, c.ev.node, ev);
	if (c.port == TREE_UP) {
		go_down(g, c.ev.node, c.channel, c.value, c.ev.time_ps);
		return;
	}
	struct signal_bits *b = bits_of(g, c.ev.node, c.channel);

	b->in = (uint8_t)((b->in & ~(1u << c.port)) | (unsigned)c.value << c.port);
	update(g, c.ev.node, c.channel, c.ev.time_ps);
}

static const struct event_type arrival = { .run = arrive };

static void send(struct signal_network *g, uint32_t node, unsigned port, unsigned channel,
		 bool value, ps_t now_ps)
{
	struct signal_change *c = pool_get(g->pool, node);
	bool cable = tree_wire_of(&g->topology, node, port) == TREE_WIRE_CABLE;

	if (!c)
		abort(); /* a change that is lost is a silent hang */
	*c = (struct signal_change){
		.ev.type = &arrival, .ev.ctx = g, .channel = (uint8_t)channel, .value = value,
		.port = (uint8_t)tree_neighbour_port(&g->topology, node, port),
	};
	sim_post(g->sim, &c->ev, node, tree_neighbour(&g->topology, node, port),
		 now_ps + (cable ? g->cable_ps : g->hop_ps));
}

static void go_down(struct signal_network *g, uint32_t node, unsigned channel, bool value,
		    ps_t now_ps)
{
	struct signal_bits *b = bits_of(g, node, channel);

	if (b->down == value)
		return;
	b->down = value;
	b->sticky |= value;
	for (unsigned left = tree_ports_below(&g->topology, node); left; left &= left - 1)
		send(g, node, (unsigned)__builtin_ctz(left), channel, value, now_ps);
	if (g->changed)
		g->changed(g->ctx, node, channel, value, now_ps);
}

static void update(struct signal_network *g, uint32_t node, unsigned channel, ps_t now_ps)
{
	struct signal_bits *b = bits_of(g, node, channel);
	unsigned all = tree_ports_below(&g->topology, node) | 1u;
	bool value = g->ors >> channel & 1 ? b->in != 0 : b->in == all;

	if (value == b->up)
		return;
	b->up = value;
	if (node == TREE_ROOT)
		go_down(g, node, channel, value, now_ps);
	else
		send(g, node, TREE_UP, channel, value, now_ps);
}

void signal_drive(struct signal_network *g, uint32_t node, unsigned channel, bool value,
		  ps_t now_ps)
{
	struct signal_bits *b = bits_of(g, node, channel);

	b->in = (uint8_t)((b->in & ~1u) | value);
	update(g, node, channel, now_ps);
}

bool signal_value(const struct signal_network *g, uint32_t node, unsigned channel)
{
	return bits_of(g, node, channel)->down;
}

bool signal_sticky(const struct signal_network *g, uint32_t node, unsigned channel)
{
	return bits_of(g, node, channel)->sticky;
}

void signal_arm(struct signal_network *g, uint32_t node, unsigned channel)
{
	bits_of(g, node, channel)->sticky = false;
}
