/*
 * interrupt.c - interrupts within the data stream of the collective network: an out of band bit
 * that may come at any time, during a packet too (US 7,761,687, l. 362).
 *
 * It climbs to the root and comes down to every node.  The logic of each node that passes it on
 * and wires take as long as for a packet's head; the bit itself takes no time of a link, and waits
 * for none.
 */
#include "internal.h"

static void forward(struct tree_network *t, uint32_t node, unsigned port, uint64_t kind,
		    ps_t now_ps)
{
	sim_post_light(t->sim, tree_neighbour(&t->topology, node, port), kind, NULL,
		       now_ps + t->hop_ps + t->wire_ps[tree_wire_of(&t->topology, node, port)]);
}

static void come_down(struct tree_network *t, uint32_t node, ps_t now_ps)
{
	for (unsigned left = tree_ports_below(&t->topology, node); left; left &= left - 1)
		forward(t, node, (unsigned)__builtin_ctz(left), TREE_LIGHT_INTERRUPT_DOWN, now_ps);
	if (t->ops->interrupt)
		t->ops->interrupt(t->ops_ctx, node, now_ps);
}

void tree_interrupt_pass(struct tree_network *t, uint32_t node, uint64_t kind, ps_t now_ps)
{
	if (kind == TREE_LIGHT_INTERRUPT_UP && node != TREE_ROOT)
		forward(t, node, TREE_UP, kind, now_ps);
	else
		come_down(t, node, now_ps);
}

void tree_network_interrupt(struct tree_network *t, uint32_t node, ps_t now_ps)
{
	tree_interrupt_pass(t, node, TREE_LIGHT_INTERRUPT_UP, now_ps);
}
