/*
 * mu.c - set-up of the message units, what programs see of their registers, and
 * records of what was refused; see mu.h.
 *
 * The mirrors of registers are written here and never read: mu/ keeps its own state, and
 * programs cannot write them.
 */
#include <errno.h>
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

/* ---- mirrors */

volatile uint64_t *mu_registers(struct mu *mu, uint32_t node, uint32_t subgroup,
				uint32_t reg)
{
	return mu->ops->mmio(mu->ctx, node,
			     subgroup / 4 * MU_MMIO_GROUP_STRIDE +
				     subgroup % 4 * MU_MMIO_SUBGROUP_STRIDE + reg);
}

void mu_mirror(struct mu *mu, uint32_t node, uint32_t subgroup, uint32_t reg,
	       uint64_t value)
{
	*mu_registers(mu, node, subgroup, reg) = value;
}

static void ring_mirror(volatile uint64_t *regs, const struct mu_ring *r)
{
	regs[REG_START / 8] = r->start_pa;
	regs[REG_SIZE / 8] = r->bytes ? r->bytes - 1 : 0;
	regs[REG_HEAD / 8] = r->start_pa + r->head;
	regs[REG_TAIL / 8] = r->start_pa + r->tail;
}

void mu_injfifo_mirror(const struct mu_injfifo *f)
{
	ring_mirror(f->regs, &f->ring);
	f->regs[REG_DESC_COUNT / 8] = f->desc_count;
	f->regs[REG_FREE_SPACE / 8] = mu_injfifo_free_slots(f);
}

void mu_recfifo_mirror(const struct mu_recfifo *f)
{
	ring_mirror(f->regs, &f->ring);
}

void mu_recfifo_show_head(const struct mu_recfifo *f)
{
	f->regs[REG_HEAD / 8] = f->ring.start_pa + f->ring.head;
}

void mu_recfifo_show_tail(const struct mu_recfifo *f)
{
	f->regs[REG_TAIL / 8] = f->ring.start_pa + f->ring.tail;
}

void mu_status_mirror(struct mu *mu, uint32_t node, uint32_t subgroup)
{
	const struct mu_injfifo *f = mu_subgroup_find(mu, node, subgroup)->inj;
	uint64_t enabled = 0, priority = 0;

	for (uint32_t i = 0; i < MU_INJ_PER_SUBGROUP; i++) {
		uint64_t bit = UINT64_C(1) << (31 - (subgroup % 4 * MU_INJ_PER_SUBGROUP + i));

		if (f[i].active)
			enabled |= bit;
		if (f[i].allocated && (f[i].attr & MU_ATTR_PRIORITY))
			priority |= bit;
	}
	mu_mirror(mu, node, subgroup, REG_IS_ENABLED, enabled);
	mu_mirror(mu, node, subgroup, REG_PRIORITY, priority);
}

/* Every group's first page shows the same barrier registers.  Group 0's is the
 * one that the SPI reads; the others matter to programs that allocate there. */
void mu_gi_status(struct mu *mu, uint32_t node, unsigned cls, uint32_t bits, ps_t now_ps)
{
	uint32_t reg = REG_GI_STATUS + 8 * cls;
	volatile uint64_t *alone = mu_registers(mu, node, 0, reg);

	*alone = bits;
	for (uint32_t s = 4; s < MU_SUBGROUPS; s += 4)
		if (mu_subgroup_find(mu, node, s)) {
			mu_mirror(mu, node, s, reg, bits);
			alone = NULL;
		}
	mu->ops->delivered(mu->ctx, node, alone, sizeof *alone, now_ps);
}

void mu_gi_prefetch(struct mu *mu, uint32_t node, unsigned cls)
{
	__builtin_prefetch((const void *)mu_registers(mu, node, 0, REG_GI_STATUS + 8 * cls), 1);
	if (mu->ops->prefetch)
		mu->ops->prefetch(mu->ctx, node);
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
					 get32(p->header, HDR_DESTINATION), text, now_ps });
}

static const struct net_ops net_ops = {
	.deliver = mu_deliver,
	.inject_ready = mu_inject_ready, .inject_soon = mu_inject_soon,
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
	if (n)
		free(n->l2);
	free(n);
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
