/* dma.c - set-up of the DMA, and the network's calls; see dma.h. */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

static int deliver(void *ctx, uint32_t node, struct net_packet *p, ps_t now_ps)
{
	return dma_receive(ctx, node, p, now_ps);
}

static void inject_ready(void *ctx, uint32_t node, unsigned injfifo, ps_t now_ps)
{
	struct dma *d = ctx;

	d->node[node].open |= (uint8_t)(1u << injfifo);
	dma_advance(d, node, now_ps);
}

static void refuse(void *ctx, uint32_t node, const struct net_packet *p, const char *text,
		   ps_t now_ps)
{
	(void)p;
	dma_fault(ctx, node, text, now_ps);
}

static const struct net_ops net_ops = { .deliver = deliver, .inject_ready = inject_ready,
					.refuse = refuse };

struct dma *dma_create(const struct dma_config *cfg)
{
	static const uint8_t each_its_own[8] = { 0, 1, 2, 3, 4, 5, 6, 7 };
	struct dma *d = calloc(1, sizeof *d);

	if (!d)
		return NULL;
	d->cfg = *cfg;
	d->nodes = net_shape_nodes(cfg->shape);
	d->node = calloc(d->nodes, sizeof *d->node);
	if (!d->node) {
		free(d);
		return NULL;
	}
	for (uint32_t n = 0; n < d->nodes; n++) {
		d->node[n].open = (uint8_t)((1u << DMA_TORUS_INJFIFOS) - 1);
		d->node[n].tokens = d->node[n].counts.tokens_least = cfg->tokens;
		memcpy(d->node[n].map, each_its_own, sizeof each_its_own);
	}
	cfg->router->set_ops(cfg->net, &net_ops, d);
	return d;
}

void dma_destroy(struct dma *d)
{
	if (!d)
		return;
	for (uint32_t n = 0; n < d->nodes; n++)
		for (unsigned g = 0; g < DMA_GROUPS; g++)
			free(d->node[n].group[g]);
	free(d->node);
	free(d);
}

struct dma_group *dma_group_of(struct dma *d, uint32_t node, unsigned group)
{
	struct dma_group **g = &d->node[node].group[group];

	if (!*g)
		*g = calloc(1, sizeof **g);
	return *g;
}

void dma_fault(struct dma *d, uint32_t node, const char *text, ps_t now_ps)
{
	d->cfg.ops->fault(d->cfg.ops_ctx, node, text, now_ps);
}

struct dma_counts dma_counts(const struct dma *d, uint32_t node)
{
	return d->node[node].counts;
}
