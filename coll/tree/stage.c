/*
 * stage.c - packets out of a node: by links that are free with room behind them, and to the node
 * itself; and tokens back for the buffers that they leave.
 *
 * A packet's head is in the logic for hop_ps, and its tail follows at the rate of the links: a
 * result leaves while its operands come in.  What goes to several outputs goes to each when that
 * is free, and stays in its buffers until the last tail has gone.
 */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

/* The neighbour's port and the channel, in a token's event. */
static uint64_t token_of(unsigned port, unsigned channel)
{
	return port << 1 | channel;
}

/* ---- out of a node */

static void arrive(struct event *ev);
static void receive(struct event *ev);
static void link_freed(struct event *ev);
static void passed(struct event *ev);

static const struct event_type arrival = { .run = arrive };
static const struct event_type reception = { .run = receive };
static const struct event_type link_free = { .run = link_freed };
static const struct event_type stage_passed = { .run = passed };

/* The last output takes the packet itself. */
static struct tree_packet *part_for(struct tree_network *t, uint32_t node, struct tree_stage *s)
{
	struct tree_packet *p = s->p;

	if (s->outputs)
		p = tree_packet_alloc(t, node);
	else
		s->p = NULL;
	if (!p)
		abort(); /* a node without its copy would wait for ever */
	if (s->p)
		memcpy(p, s->p, sizeof *p);
	p->ev = (struct event){ .ctx = t };
	return p;
}

static void send(struct tree_network *t, uint32_t node, struct tree_stage *s, unsigned port,
		 ps_t now_ps)
{
	struct tree_router *n = &t->node[node];
	struct tree_packet *p = part_for(t, node, s);
	ps_t wire_ps = t->wire_ps[tree_wire_of(&t->topology, node, port)];

	p->port = (uint8_t)tree_neighbour_port(&t->topology, node, port);
	p->ev.type = &arrival;
	n->used[port][p->channel]++;
	n->busy_ps[port] = now_ps + t->packet_ps;
	n->turn_channel = (uint8_t)((p->channel + 1) % TREE_CHANNELS);
	sim_post(t->sim, &p->ev, node, tree_neighbour(&t->topology, node, port),
		 now_ps + t->hop_ps + wire_ps);
}

static void to_client(struct tree_network *t, uint32_t node, struct tree_stage *s, ps_t now_ps)
{
	struct tree_packet *p = part_for(t, node, s);

	p->ev.type = &reception;
	t->node[node].reception[p->channel]++;
	sim_post(t->sim, &p->ev, node, node, now_ps + t->hop_ps + t->packet_ps);
}

static void await_link(struct tree_network *t, uint32_t node, unsigned port)
{
	struct tree_router *n = &t->node[node];

	if (event_queued(&n->link_free[port]))
		return;
	n->link_free[port].type = &link_free;
	n->link_free[port].ctx = t;
	sim_post(t->sim, &n->link_free[port], node, node, n->busy_ps[port]);
}

static bool output_ready(struct tree_network *t, uint32_t node, unsigned output, unsigned channel,
			 ps_t now_ps)
{
	struct tree_router *n = &t->node[node];

	if (output == TREE_LOCAL)
		return n->reception[channel] < t->recfifo;
	if (n->used[output][channel] == t->buffer)
		return false; /* a token comes */
	if (n->busy_ps[output] <= now_ps)
		return true;
	await_link(t, node, output);
	return false;
}

/* True if something has gone. */
static bool spread(struct tree_network *t, uint32_t node, struct tree_stage *s, unsigned channel,
		   ps_t now_ps)
{
	unsigned outputs = s->outputs;

	for (unsigned left = outputs; left; left &= left - 1) {
		unsigned output = (unsigned)__builtin_ctz(left);

		if (!output_ready(t, node, output, channel, now_ps))
			continue;
		s->outputs &= (uint8_t)~(1u << output);
		if (output == TREE_LOCAL)
			to_client(t, node, s, now_ps);
		else
			send(t, node, s, output, now_ps);
	}
	return s->outputs != outputs;
}

/* ---- a stage */

static void finish(struct tree_network *t, uint32_t node, struct tree_stage *s, ps_t now_ps)
{
	if (s->p) /* it was for nobody here */
		tree_packet_free(t, node, s->p);
	s->p = NULL;
	s->ev.type = &stage_passed;
	s->ev.ctx = t;
	sim_post(t->sim, &s->ev, node, node, now_ps + t->packet_ps);
}

static bool advance(struct tree_network *t, uint32_t node, unsigned way, unsigned channel,
		    ps_t now_ps)
{
	struct tree_stage *s = &t->node[node].stage[way][channel];
	bool moved = false;

	if (s->inputs && event_queued(&s->ev))
		return false;
	if (!s->inputs) {
		moved = way == TREE_WAY_UP ? tree_gather_up(t, node, channel, now_ps)
					   : tree_gather_down(t, node, channel, now_ps);
		if (!moved)
			return false;
	}
	moved |= spread(t, node, s, channel, now_ps);
	if (!s->outputs)
		finish(t, node, s, now_ps);
	return moved;
}

void tree_node_advance(struct tree_network *t, uint32_t node, ps_t now_ps)
{
	unsigned first = t->node[node].turn_channel;

	for (unsigned i = 0; i < TREE_CHANNELS; i++)
		for (unsigned way = 0; way < TREE_WAYS; way++)
			advance(t, node, way, (first + i) % TREE_CHANNELS, now_ps);
}

static void release(struct tree_network *t, uint32_t node, unsigned input, unsigned channel,
		    ps_t now_ps)
{
	struct tree_router *n = &t->node[node];

	if (input < TREE_PORTS_MAX) {
		sim_post_light(t->sim, tree_neighbour(&t->topology, node, input),
			       token_of(tree_neighbour_port(&t->topology, node, input), channel),
			       NULL, now_ps + t->token_ps +
			       t->wire_ps[tree_wire_of(&t->topology, node, input)]);
		return;
	}
	n->injected[channel]--;
	if (n->inject_wants[channel]) {
		n->inject_wants[channel] = false;
		t->ops->inject_ready(t->ops_ctx, node, channel, now_ps);
	}
}

static void passed(struct event *ev)
{
	struct tree_network *t = ev->ctx;
	struct tree_stage *s = (struct tree_stage *)ev;
	const struct tree_stage *all = &t->node[ev->node].stage[0][0];
	unsigned channel = (unsigned)(s - all) % TREE_CHANNELS, inputs = s->inputs;

	s->inputs = 0;
	for (; inputs; inputs &= inputs - 1)
		release(t, ev->node, (unsigned)__builtin_ctz(inputs), channel, ev->time_ps);
	tree_node_advance(t, ev->node, ev->time_ps);
}

_Static_assert(offsetof(struct tree_stage, ev) == 0, "an event is its stage");

/* ---- into a node */

static void arrive(struct event *ev)
{
	struct tree_packet *p = (struct tree_packet *)ev;
	struct tree_network *t = ev->ctx;

	tree_ring_append(&t->node[ev->node].in[p->port][p->channel], p);
	tree_node_advance(t, ev->node, ev->time_ps);
}

void tree_token(void *ctx, const struct event_entry *e)
{
	struct tree_network *t = ctx;
	uint32_t node = entry_node(e);

	if (e->seq >= TREE_LIGHT_INTERRUPT_UP) {
		tree_interrupt_pass(t, node, e->seq, e->time_ps);
		return;
	}
	t->node[node].used[e->seq >> 1][e->seq & 1]--;
	tree_node_advance(t, node, e->time_ps);
}

static void link_freed(struct event *ev)
{
	tree_node_advance(ev->ctx, ev->node, ev->time_ps);
}

void tree_deliver(struct tree_network *t, uint32_t node, unsigned channel, ps_t now_ps)
{
	struct tree_router *n = &t->node[node];

	while (n->received[channel]) {
		struct tree_packet *p = tree_ring_first(n->received[channel]);

		/* Out of the ring first: the client may free it. */
		tree_ring_take(&n->received[channel]);
		if (!t->ops->deliver(t->ops_ctx, node, p, now_ps)) {
			p->next = n->received[channel] ? n->received[channel]->next : p;
			if (n->received[channel])
				n->received[channel]->next = p;
			else
				n->received[channel] = p;
			return;
		}
		n->reception[channel]--;
	}
}

static void receive(struct event *ev)
{
	struct tree_packet *p = (struct tree_packet *)ev;
	struct tree_network *t = ev->ctx;
	unsigned channel = p->channel;

	tree_ring_append(&t->node[ev->node].received[channel], p);
	tree_deliver(t, ev->node, channel, ev->time_ps);
	tree_node_advance(t, ev->node, ev->time_ps);
}
