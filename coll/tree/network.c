/* network.c - set-up of the collective network, its classes, and where packets enter it; see
 * network.h. */
#include "internal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

const char *tree_network_wrong(const struct net_machine *m)
{
	if (!m->tree_children)
		return "the machine has no collective network of its own";
	if (m->tree_children > TREE_CHILDREN_MAX)
		return "a node of the tree has 1 to 4 links down";
	if (!m->tree_rate.bytes || !m->tree_payload_bytes ||
	    m->tree_payload_bytes > TREE_PAYLOAD_MOST)
		return "a packet of the tree carries 1 to 256 bytes, and takes time";
	if (!m->tree_buffer_packets || !m->tree_injfifo_packets || !m->tree_recfifo_packets)
		return "buffers and FIFOs of the tree need room for a packet";
	if (tree_lookahead_ps(m) == 0)
		return "a hop of the tree has to take time";
	return NULL;
}

ps_t tree_lookahead_ps(const struct net_machine *m)
{
	return m->tree_hop_ps + (ps_t)m->wire_board_ps;
}

ps_t tree_packet_ps(const struct net_machine *m)
{
	return (ps_t)m->tree_rate.ps * (m->tree_header_bytes + m->tree_payload_bytes) /
	       m->tree_rate.bytes;
}

static void set_classes(struct tree_network *t, uint32_t node)
{
	uint8_t below = (uint8_t)tree_ports_below(&t->topology, node), local = 1u << TREE_LOCAL;
	uint8_t up = node == TREE_ROOT ? below : 1u << TREE_UP, sources = below | local;
	struct tree_class *c = t->node[node].cls;

	c[TREE_CLASS_ALL] = (struct tree_class){ sources, up | local };
	c[TREE_CLASS_REDUCE] = (struct tree_class){ sources, node == TREE_ROOT ? local : up };
	c[TREE_CLASS_POINT] = (struct tree_class){ sources, up | local };
}

static void set_figures(struct tree_network *t, const struct net_machine *m)
{
	t->hop_ps = t->token_ps = m->tree_hop_ps;
	t->packet_ps = tree_packet_ps(m);
	t->wire_ps[TREE_WIRE_BOARD] = m->wire_board_ps;
	t->wire_ps[TREE_WIRE_MIDPLANE] = m->wire_midplane_ps;
	t->wire_ps[TREE_WIRE_CABLE] = m->wire_cable_ps;
	t->buffer = m->tree_buffer_packets;
	t->injfifo = m->tree_injfifo_packets;
	t->recfifo = m->tree_recfifo_packets;
	t->payload = m->tree_payload_bytes;
}

struct tree_network *tree_network_create(const struct net_machine *m, const struct net_shape *s,
					 struct sim *sim, unsigned pools,
					 const uint16_t *pool_of_node)
{
	struct tree_network *t;

	errno = tree_network_wrong(m) ? EINVAL : ENOMEM;
	t = errno == ENOMEM ? calloc(1, sizeof *t) : NULL;
	if (!t)
		return NULL;
	t->sim = sim;
	set_figures(t, m);
	if (tree_topology_create(&t->topology, m, s)) {
		t->node = calloc(t->topology.nodes, sizeof *t->node);
		t->pool = pool_create(sizeof(struct tree_packet), pools, pool_of_node,
				      t->topology.nodes);
	}
	if (!t->node || !t->pool) {
		tree_network_destroy(t);
		errno = ENOMEM;
		return NULL;
	}
	for (uint32_t n = 0; n < t->topology.nodes; n++)
		set_classes(t, n);
	sim->light = tree_token;
	sim->light_ctx = t;
	sim->prefetch = NULL;
	return t;
}

void tree_network_destroy(struct tree_network *t)
{
	if (!t)
		return;
	tree_topology_destroy(&t->topology);
	if (t->pool)
		pool_destroy(t->pool);
	free(t->node);
	free(t);
}

void tree_network_set_ops(struct tree_network *t, const struct tree_ops *ops, void *ctx)
{
	t->ops = ops;
	t->ops_ctx = ctx;
}

const struct tree_topology *tree_network_topology(const struct tree_network *t)
{
	return &t->topology;
}

struct tree_class tree_network_class(const struct tree_network *t, uint32_t node, unsigned cls)
{
	return t->node[node].cls[cls];
}

void tree_network_set_class(struct tree_network *t, uint32_t node, unsigned cls,
			    struct tree_class c)
{
	t->node[node].cls[cls] = c;
}

struct tree_packet *tree_packet_alloc(struct tree_network *t, uint32_t node)
{
	struct tree_packet *p = pool_get(t->pool, node);

	if (p)
		memset(p, 0, sizeof *p);
	return p;
}

void tree_packet_free(struct tree_network *t, uint32_t node, struct tree_packet *p)
{
	pool_put(t->pool, node, p);
}

int tree_network_inject(struct tree_network *t, struct tree_packet *p, ps_t now_ps)
{
	struct tree_router *n = &t->node[p->src];
	unsigned channel = p->channel;

	if (p->cls >= TREE_CLASSES || channel >= TREE_CHANNELS || !n->cls[p->cls].sources ||
	    (!p->point_to_point && p->opcode != TREE_OP_NONE &&
	     !tree_op_valid(p->opcode, p->operand_bytes)))
		return -EINVAL;
	if (n->injected[channel] == t->injfifo) {
		n->inject_wants[channel] = true;
		return -EAGAIN;
	}
	n->injected[channel]++;
	p->port = TREE_LOCAL;
	tree_ring_append(&n->in[TREE_LOCAL][channel], p);
	tree_node_advance(t, p->src, now_ps);
	return 0;
}

void tree_network_resume(struct tree_network *t, uint32_t node, unsigned channel, ps_t now_ps)
{
	tree_deliver(t, node, channel, now_ps);
	tree_node_advance(t, node, now_ps);
}
