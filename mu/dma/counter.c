/* counter.c - byte counters: shared by as many messages as one likes, for what is added and what
 * has left or come only sum up (US 7,761,687, l. 116, 128). */
#include "internal.h"

#include <errno.h>

int dma_counter_set(struct dma *d, uint32_t node, enum dma_kind kind, unsigned counter,
		    struct dma_counter c)
{
	if (counter >= DMA_COUNTERS)
		return -ENODEV;
	if (!dma_group_of(d, node, counter / DMA_GROUP_COUNTERS))
		return -ENOMEM;
	c.enabled = true;
	c.hit_zero = false;
	*dma_counter_of(d, node, kind, counter) = c;
	return 0;
}

int dma_counter_allocate(struct dma *d, uint32_t node, enum dma_kind kind, unsigned group)
{
	struct dma_group *g = group < DMA_GROUPS ? dma_group_of(d, node, group) : NULL;

	for (unsigned i = 0; g && i < DMA_GROUP_COUNTERS; i++)
		if (!g->counter[kind][i].enabled) {
			g->counter[kind][i] = (struct dma_counter){ .enabled = true };
			return (int)(group * DMA_GROUP_COUNTERS + i);
		}
	return g ? -EAGAIN : group < DMA_GROUPS ? -ENOMEM : -ENODEV;
}

void dma_counter_free(struct dma *d, uint32_t node, enum dma_kind kind, unsigned counter)
{
	struct dma_counter *c = dma_counter_of(d, node, kind, counter);

	if (c)
		*c = (struct dma_counter){ 0 };
}

struct dma_counter dma_counter_get(const struct dma *d, uint32_t node, enum dma_kind kind,
				   unsigned counter)
{
	const struct dma_counter *c = dma_counter_of(d, node, kind, counter);

	return c ? *c : (struct dma_counter){ 0 };
}

void dma_counter_add(struct dma *d, uint32_t node, enum dma_kind kind, unsigned counter,
		     uint32_t bytes)
{
	struct dma_counter *c = dma_counter_of(d, node, kind, counter);

	if (c)
		c->value += bytes;
}

void dma_counter_take(struct dma *d, uint32_t node, enum dma_kind kind, unsigned counter,
		      uint32_t bytes, ps_t now_ps)
{
	struct dma_counter *c = dma_counter_of(d, node, kind, counter);

	c->value -= bytes;
	if (c->value)
		return;
	c->hit_zero = true;
	if (d->cfg.ops->zero)
		d->cfg.ops->zero(d->cfg.ops_ctx, node, kind, counter, now_ps);
}
