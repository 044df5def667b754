/*
 * early.c - messages that come before the process that they are for (US patent 8,650,581;
 * unexpected messages in MPI): the message unit buffers them from boot on, and delivers
 * them when the process has set up the FIFO or base addresses that they name.
 *
 * A node buffers mu_early_packets; more stay in the network.  Packets for
 * one unit keep their order.  Must never keep what could be delivered.
 */
#include <errno.h>
#include <stdlib.h>

#include "internal.h"

/* The unit that a packet needs: packets with the same one keep their order. */
static uint32_t unit_of(const struct net_packet *p)
{
	const uint8_t *h = p->header;

	if (!net_header_is_get(h) && net_header_packet_type(h) == NET_PACKET_FIFO)
		return header_recfifo(h);
	return (uint32_t)net_header_packet_type(h) << 16 | header_bat_or_injfifo(h);
}

/* The subgroup of that unit: the process that owns it sets the unit up. */
static uint32_t subgroup_of(const struct net_packet *p)
{
	const uint8_t *h = p->header;

	if (!net_header_is_get(h) && net_header_packet_type(h) == NET_PACKET_FIFO)
		return header_recfifo(h) / MU_REC_PER_SUBGROUP;
	return header_bat_or_injfifo(h) / MU_INJ_PER_SUBGROUP;
}

_Static_assert(MU_INJ_PER_SUBGROUP == MU_BAT_PER_SUBGROUP, "one division serves both");

/* Allocated, and pointed somewhere since. */
static bool base_is_set(struct mu *mu, uint32_t node, uint32_t id)
{
	const struct mu_subgroup *s = mu_subgroup_find(mu, node, id / MU_BAT_PER_SUBGROUP);
	unsigned bit = 1u << id % MU_BAT_PER_SUBGROUP;

	return s && (s->bat_allocated & s->bat_written & bit);
}

/* There is no such unit: left to the ordinary path, which refuses the packet. */
static bool is_hopeless(const uint8_t *h)
{
	if (net_header_is_get(h))
		return header_bat_or_injfifo(h) >= MU_INJFIFOS;
	if (net_header_packet_type(h) == NET_PACKET_FIFO)
		return header_recfifo(h) >= MU_RECFIFOS;
	return header_bat_or_injfifo(h) >= MU_BATS || header_counter_bat(h) >= MU_BATS;
}

static bool is_set_up(struct mu *mu, uint32_t node, const struct net_packet *p)
{
	const uint8_t *h = p->header;

	if (is_hopeless(h))
		return true;
	if (net_header_is_get(h)) {
		const struct mu_injfifo *f =
			mu_injfifo_find(mu, node, header_bat_or_injfifo(h));

		return f && f->ring.bytes;
	}
	if (net_header_packet_type(h) == NET_PACKET_FIFO) {
		const struct mu_recfifo *f = mu_recfifo_find(mu, node, header_recfifo(h));

		if (header_recfifo(h) == MU_AGENT_RECFIFO)
			return true;
		return f && f->ring.bytes && f->enabled;
	}
	return base_is_set(mu, node, header_bat_or_injfifo(h)) &&
	       base_is_set(mu, node, header_counter_bat(h));
}

static bool others_wait(const struct mu_early *e, const struct net_packet *p)
{
	for (const struct net_packet *q = e->first; q; q = q->next)
		if (unit_of(q) == unit_of(p))
			return true;
	return false;
}

static void append(struct mu_early *e, struct net_packet *p)
{
	p->next = NULL;
	if (e->first)
		e->last->next = p;
	else
		e->first = p;
	e->last = p;
	e->count++;
}

int mu_early_keep(struct mu *mu, uint32_t node, struct net_packet *p, ps_t now_ps)
{
	struct mu_early *e = &mu->early[node];

	if (is_set_up(mu, node, p) && !others_wait(e, p))
		return 1;
	mu->ops->awaited(mu->ctx, node, subgroup_of(p), now_ps);
	if (e->count == mu->m->mu_early_packets) {
		e->held |= 1u << p->recfifo;
		return -EAGAIN;
	}
	append(e, p);
	return 0;
}

/* Deliver what can be, in order; those that a full FIFO refuses stay. */
static void deliver_some(struct mu *mu, uint32_t node, struct mu_early *e,
			 ps_t now_ps)
{
	struct net_packet *kept = e->first, *p;

	*e = (struct mu_early){ .held = e->held };
	while ((p = kept) != NULL) {
		kept = p->next;
		if (is_set_up(mu, node, p) && !others_wait(e, p) &&
		    mu_accept(mu, node, p, now_ps) == 0)
			continue;
		append(e, p);
	}
}

void mu_early_deliver(struct mu *mu, uint32_t node, ps_t now_ps)
{
	struct mu_early *e = mu->early ? &mu->early[node] : NULL;

	if (!e || !e->first)
		return;
	deliver_some(mu, node, e, now_ps);
	if (e->count < mu->m->mu_early_packets)
		mu_receive_held(mu, node, &e->held, now_ps);
}

int mu_keep_early(struct mu *mu)
{
	mu->early = calloc(mu->nodes, sizeof *mu->early);
	return mu->early ? 0 : ENOMEM;
}
