/*
 * agent.c - the communication agent of a node: a program of the system that waits on the 17th
 * core for packets in a reception FIFO of its own, and injects the descriptor that each of
 * them carries (a fence: the descriptor comes back when all before it has arrived).
 *
 * It has no thread and no code here.  What it would do takes mu_agent_ps a packet, one packet
 * at a time, in the order in which they come.  Its injection FIFO is an ordinary one, but
 * lies outside the memory of the node.  Must never touch what programs have.
 */
#include <stdlib.h>

#include "internal.h"

#define SLOTS    1024u
#define SUBGROUP (MU_AGENT_RECFIFO / MU_REC_PER_SUBGROUP)
#define DISPATCH_FENCE 0 /* software byte 0 of the packet */

struct mu_agent {
	struct mu_injfifo *fifo;
	uint32_t taken;  /* packets whose descriptors have no slot yet */
	ps_t free_ps;    /* the agent has dealt with all that it has taken */
	uint8_t slots[SLOTS * DESC_BYTES];
};

static struct mu_agent *agent_make(struct mu *mu, uint32_t node, ps_t now_ps)
{
	const uint32_t id = MU_AGENT_RECFIFO % MU_REC_PER_SUBGROUP, attr = 0;
	struct mu_agent *a = calloc(1, sizeof *a);

	if (!a || mu_injfifo_make(mu, node, SUBGROUP, 1, &id, &attr)) {
		free(a);
		return NULL;
	}
	a->fifo = mu_injfifo_any(mu, node, SUBGROUP * MU_INJ_PER_SUBGROUP + id);
	a->fifo->ring.host = a->slots;
	a->fifo->ring.bytes = sizeof a->slots;
	mu_injfifo_activate(mu, node, a->fifo->id, 1, now_ps);
	return mu->node[node]->agent = a;
}

static void inject(struct event *ev)
{
	struct mu *mu = ev->ctx;
	struct net_packet *p = (struct net_packet *)ev;
	uint32_t node = ev->node;
	ps_t now_ps = ev->time_ps;
	struct mu_agent *a = mu->node[node]->agent;
	struct mu_ring *r = &a->fifo->ring;

	memcpy(a->slots + r->tail, p->wire + NET_PACKET_HEADER_BYTES, DESC_BYTES);
	r->tail = r->shadow_tail = (r->tail + DESC_BYTES) % r->bytes;
	a->taken--;
	mu_packet_free(mu, node, p);
	mu_injfifo_tail(mu, a->fifo, now_ps + mu->m->mu_tail_store_ps, now_ps);
}

static const struct event_type agent_inject = { .run = inject };

const char *mu_agent_refuses(struct mu *mu, uint32_t node, const struct net_packet *p,
			     ps_t now_ps)
{
	if (p->user_bytes < DESC_BYTES)
		return "the packet carries no descriptor";
	if (header_software_byte(p->header) != DISPATCH_FENCE)
		return "the agent has no such dispatch id";
	if (!(mu->node[node] && mu->node[node]->agent) && !agent_make(mu, node, now_ps))
		return "no memory for its FIFO";
	return NULL;
}

bool mu_agent_room(struct mu *mu, uint32_t node, const struct net_packet *p)
{
	struct mu_agent *a = mu->node[node]->agent;

	if (mu_injfifo_free_slots(a->fifo) > a->taken)
		return true;
	a->fifo->ring.held |= 1u << p->recfifo;
	return false;
}

void mu_agent_take(struct mu *mu, uint32_t node, struct net_packet *p, ps_t stored_ps)
{
	struct mu_agent *a = mu->node[node]->agent;

	a->taken++;
	if (a->free_ps < stored_ps)
		a->free_ps = stored_ps;
	a->free_ps += mu->m->mu_agent_ps;
	mu_post(mu, &p->ev, node, &agent_inject, a->free_ps);
}
