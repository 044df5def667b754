/*
 * mu.c - set-up of the message units, their packets, and records of what was refused; see
 * mu.h.
 */
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>

#include "internal.h"

void mu_report(struct mu *mu, const struct mu_ras *r)
{
	mu->ops->ras(mu->ctx, r);
}

void mu_post(struct mu *mu, struct event *ev, uint32_t node, const struct event_type *type,
	     ps_t at_ps)
{
	ev->type = type;
	ev->ctx = mu;
	sim_post(mu->sim, ev, node, node, at_ps);
}

struct mu_counters mu_count(const struct mu *mu, uint32_t node)
{
	const struct mu_node *n = mu->node[node];
	struct mu_counters c = { 0 };

	if (n) {
		c = n->count;
		c.packets_injected = n->turn;
	}
	return c;
}

/* ---- packets */

static bool counts(const struct mu *mu, const struct net_packet *p)
{
	return mu->m->untimed && p->dst != MU_DST_MANY && sim_together(mu->sim, p->src, p->dst);
}

/* A copy that a deposit packet has left on its way: from its node's pool, not counted. */
static bool is_copy(uint32_t node, const struct net_packet *p)
{
	return node != p->src && node != p->dst;
}

struct net_packet *mu_packet_alloc(struct mu *mu, uint32_t src, uint32_t dst)
{
	struct net_packet *p = net_packet_alloc(mu->net, src);

	if (!p)
		return NULL;
	p->src = src;
	p->dst = dst;
	if (counts(mu, p))
		mu->node[src]->on_the_way++;
	return p;
}

void mu_packet_free(struct mu *mu, uint32_t node, struct net_packet *p)
{
	if (!is_copy(node, p) && counts(mu, p))
		mu->node[p->src]->on_the_way--;
	net_packet_free(mu->net, node, p);
}

/* ---- set-up */

static void refuse(void *ctx, uint32_t node, const struct net_packet *p, const char *text,
		   ps_t now_ps)
{
	mu_report(ctx, &(struct mu_ras){ node, "network injection FIFO", p->injfifo, "Destination",
					 net_header_destination(p->header), text, now_ps });
}

static const struct net_ops net_ops = {
	.deliver = mu_deliver,
	.inject_ready = mu_inject_ready, .inject_prefetch = mu_inject_prefetch,
	.inject_prefetch_memory = mu_inject_prefetch_memory,
	.deliver_prefetch = mu_deliver_prefetch,
	.refuse = refuse,
};

struct mu *mu_create(struct sim *sim, struct net *net, const struct net_machine *m,
		     const struct net_shape *shape, const struct mu_ops *ops, void *ctx)
{
	struct mu *mu = calloc(1, sizeof *mu);
	uint32_t nodes = net_shape_nodes(shape);

	if (mu)
		mu->node = calloc(nodes, sizeof *mu->node);
	if (!mu || !mu->node) {
		free(mu);
		errno = ENOMEM;
		return NULL;
	}
	mu->sim = sim;
	mu->net = net;
	mu->m = m;
	mu->shape = *shape;
	mu->nodes = nodes;
	mu->ops = ops;
	mu->ctx = ctx;
	net_set_ops(net, &net_ops, mu);
	return mu;
}

static void node_destroy(struct mu_node *n)
{
	for (uint32_t s = 0; n && s < MU_SUBGROUPS; s++)
		if (n->subgroup[s]) {
			free(n->subgroup[s]->inj);
			free(n->subgroup[s]->rec);
			free(n->subgroup[s]);
		}
	if (n) {
		free(n->l2);
		free(n->agent);
	}
	free(n);
}

static uint64_t node_memory(struct mu_node *n)
{
	uint64_t bytes = malloc_usable_size(n) + malloc_usable_size(n->l2);

	for (uint32_t s = 0; s < MU_SUBGROUPS; s++)
		if (n->subgroup[s])
			bytes += malloc_usable_size(n->subgroup[s]) +
				 malloc_usable_size(n->subgroup[s]->inj) +
				 malloc_usable_size(n->subgroup[s]->rec);
	return bytes;
}

uint64_t mu_memory(const struct mu *mu)
{
	uint64_t bytes = mu->nodes * sizeof *mu->node;

	for (uint32_t n = 0; n < mu->nodes; n++)
		if (mu->node[n])
			bytes += node_memory(mu->node[n]);
	return bytes;
}

void mu_destroy(struct mu *mu)
{
	if (!mu)
		return;
	for (uint32_t n = 0; n < mu->nodes; n++)
		node_destroy(mu->node[n]);
	free(mu->early);
	free(mu->node);
	free(mu);
}
