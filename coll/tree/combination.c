/*
 * combination.c - what a node takes from the heads of its buffers: on the way up one packet from
 * each source of a class, which become one, or one alone that is not combined; on the way down one
 * from the link above.
 *
 * Only the first packet of a buffer counts: what waits for other sources holds up what is behind
 * it in its channel, and nothing in the other one.
 */
#include "internal.h"

static struct tree_packet *head(const struct tree_router *n, unsigned input, unsigned channel)
{
	return tree_ring_first(n->in[input][channel]);
}

static bool combines(const struct tree_packet *p)
{
	return !p->point_to_point && p->opcode != TREE_OP_NONE;
}

/* All sources of a packet's class have one of that class at their heads. */
static bool complete(const struct tree_router *n, const struct tree_packet *p, unsigned channel)
{
	for (unsigned left = n->cls[p->cls].sources; left; left &= left - 1) {
		const struct tree_packet *q = head(n, (unsigned)__builtin_ctz(left), channel);

		if (!q || q->cls != p->cls || !combines(q))
			return false;
	}
	return true;
}

static void merge(struct tree_network *t, uint32_t node, struct tree_packet *into,
		  struct tree_packet *p, ps_t now_ps)
{
	if (p->opcode != into->opcode || p->operand_bytes != into->operand_bytes)
		t->ops->fault(t->ops_ctx, node, p, "packets of two operations meet in a class",
			      now_ps);
	else
		tree_combine(into->opcode, into->operand_bytes, into->payload, p->payload,
			     t->payload);
	tree_packet_free(t, node, p);
}

/* The way down begins where no target leads away from the sources. */
static bool is_root(struct tree_class c)
{
	return !(c.targets & ~c.sources & ~(1u << TREE_LOCAL));
}

static bool is_for(const struct tree_packet *p, uint32_t node)
{
	return p->point_to_point && p->to == node;
}

/* A packet to one node goes on until it has come there, and no farther. */
static unsigned outputs_up(const struct tree_router *n, uint32_t node, const struct tree_packet *p)
{
	struct tree_class c = n->cls[p->cls];
	unsigned local = 1u << TREE_LOCAL;

	if (is_for(p, node))
		return local;
	return is_root(c) && !p->point_to_point ? c.targets : c.targets & ~local;
}

static unsigned outputs_down(const struct tree_router *n, uint32_t node,
			     const struct tree_packet *p)
{
	struct tree_class c = n->cls[p->cls];
	unsigned local = 1u << TREE_LOCAL;

	if (is_for(p, node))
		return local;
	return (c.sources & ~local) | (p->point_to_point ? 0 : c.targets & local);
}

static void gather(struct tree_network *t, uint32_t node, struct tree_stage *s, unsigned inputs,
		   ps_t now_ps)
{
	struct tree_router *n = &t->node[node];

	s->inputs = (uint8_t)inputs;
	for (unsigned left = inputs; left; left &= left - 1) {
		unsigned input = (unsigned)__builtin_ctz(left);
		unsigned channel = (unsigned)(s - n->stage[TREE_WAY_UP]);
		struct tree_packet *p = tree_ring_take(&n->in[input][channel]);

		if (s->p)
			merge(t, node, s->p, p, now_ps);
		else
			s->p = p;
	}
}

bool tree_gather_up(struct tree_network *t, uint32_t node, unsigned channel, ps_t now_ps)
{
	struct tree_router *n = &t->node[node];
	struct tree_stage *s = &n->stage[TREE_WAY_UP][channel];

	for (unsigned i = 0; i < TREE_INPUTS; i++) {
		unsigned input = (n->turn[channel] + i) % TREE_INPUTS;
		const struct tree_packet *p = head(n, input, channel);

		if (!p || !(n->cls[p->cls].sources >> input & 1))
			continue;
		if (combines(p) && !complete(n, p, channel))
			continue;
		gather(t, node, s, combines(p) ? n->cls[p->cls].sources : 1u << input, now_ps);
		s->outputs = (uint8_t)outputs_up(n, node, s->p);
		n->turn[channel] = (uint8_t)((input + 1) % TREE_INPUTS);
		return true;
	}
	return false;
}

/* True for a packet that comes from the link that leads to the root. */
static bool comes_down(const struct tree_router *n, unsigned input, const struct tree_packet *p)
{
	return input != TREE_LOCAL && !(n->cls[p->cls].sources >> input & 1);
}

bool tree_gather_down(struct tree_network *t, uint32_t node, unsigned channel, ps_t now_ps)
{
	struct tree_router *n = &t->node[node];
	struct tree_stage *s = &n->stage[TREE_WAY_DOWN][channel];

	for (unsigned input = 0; input < TREE_PORTS_MAX; input++) {
		struct tree_packet *p = head(n, input, channel);

		if (!p || !comes_down(n, input, p))
			continue;
		s->p = tree_ring_take(&n->in[input][channel]);
		s->inputs = (uint8_t)(1u << input);
		s->outputs = n->cls[p->cls].targets >> input & 1
			     ? (uint8_t)outputs_down(n, node, p) : 0;
		if (!(n->cls[p->cls].targets >> input & 1))
			t->ops->fault(t->ops_ctx, node, p, "a packet comes by a port that its "
				      "class does not have", now_ps);
		return true;
	}
	return false;
}
