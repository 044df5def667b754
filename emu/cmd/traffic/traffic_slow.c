/*
 * traffic_slow.c - nodes that are slow by the plan of faults: each packet that one injects takes a
 * multiple of the time between two packets at the offered load.
 *
 * In an open loop its packets are made so much later.  In a closed loop its FIFOs take one packet
 * in that time, which without the fault they take as fast as the network does.
 *
 * Never: a node without such a fault is looked at more than once a packet.
 */
#include <errno.h>
#include <stdlib.h>

#include "net/fault/plan.h"
#include "traffic_internal.h"
#include "emu/core/engine/engine.h"

struct traffic_slow {
	struct event ev;   /* it may inject again, */
	ps_t free_ps;      /* from here on */
	uint32_t node;
	uint16_t waits;    /* FIFOs that have refused a packet meanwhile */
};

static bool is_first(const struct net_faults *p, unsigned i)
{
	for (unsigned k = 0; k < i; k++)
		if (p->fault[k].kind == NET_FAULT_SLOW_NODE && p->fault[k].node == p->fault[i].node)
			return false;
	return p->fault[i].kind == NET_FAULT_SLOW_NODE;
}

int traffic_slow_start(struct traffic *t)
{
	const struct net_faults *p = t->cfg->faults;
	unsigned n = 0;

	for (unsigned i = 0; i < p->count; i++)
		n += is_first(p, i);
	if (!n)
		return 0;
	t->slow = calloc(n, sizeof *t->slow);
	for (unsigned i = 0; t->slow && i < p->count; i++)
		if (is_first(p, i))
			t->slow[t->slow_nodes++].node = p->fault[i].node;
	return t->slow ? 0 : -ENOMEM;
}

ps_t traffic_slow_interval_ps(const struct traffic *t, uint32_t node, ps_t at_ps)
{
	return t->interval_ps * net_faults_slowness(t->cfg->faults, node, at_ps);
}

static void again(struct event *ev)
{
	struct traffic *t = ev->ctx;
	struct traffic_slow *s = (struct traffic_slow *)ev;
	unsigned waits = s->waits;

	s->waits = 0;
	for (; waits; waits &= waits - 1)
		traffic_node_ready(t, s->node, (unsigned)__builtin_ctz(waits), ev->time_ps);
}

static const struct event_type may_inject = { .run = again };

static int later(struct traffic *t, struct traffic_slow *s, unsigned f)
{
	s->waits |= (uint16_t)(1u << f);
	if (!event_queued(&s->ev)) {
		s->ev.type = &may_inject;
		s->ev.ctx = t;
		sim_post(engine_sim(t->engine), &s->ev, s->node, s->node, s->free_ps);
	}
	return -EAGAIN;
}

int traffic_slow_inject(struct traffic *t, struct net_packet *p, unsigned f, ps_t now_ps)
{
	struct traffic_slow *s = NULL;
	uint32_t node = p->src;

	for (unsigned i = 0; i < t->slow_nodes && !s; i++)
		if (t->slow[i].node == node)
			s = &t->slow[i];
	if (!s || (!traffic_closed(t->cfg) && !t->cfg->message_bytes))
		return t->router->inject(t->net, p, f, now_ps);
	if (now_ps < s->free_ps)
		return later(t, s, f);
	int rc = t->router->inject(t->net, p, f, now_ps);
	unsigned slowness = net_faults_slowness(t->cfg->faults, node, now_ps);

	if (rc == 0 && slowness > 1)
		s->free_ps = now_ps + slowness * t->interval_ps;
	return rc;
}
