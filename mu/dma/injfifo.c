/* injfifo.c - registers of injection FIFOs: rings of descriptors, of which the client moves the
 * tail and the DMA the head (US 7,761,687, l. 138 to 142, 174 to 184). */
#include "internal.h"

#include <errno.h>
#include <string.h>

int dma_injfifo_enable(struct dma *d, uint32_t node, unsigned f, const struct dma_injfifo_set *s)
{
	if (f >= DMA_INJFIFOS)
		return -ENODEV;
	if (!dma_group_of(d, node, f / DMA_GROUP_INJFIFOS))
		return -ENOMEM;
	struct dma_injfifo *i = dma_injfifo_of(d, node, f);

	if (i->enabled)
		return -EBUSY;
	if (!s->start || s->descriptors < 2 || !s->torus_mask)
		return -EINVAL;
	*i = (struct dma_injfifo){ .set = *s, .enabled = true, .active = true };
	return 0;
}

void dma_injfifo_disable(struct dma *d, uint32_t node, unsigned f)
{
	struct dma_injfifo *i = dma_injfifo_of(d, node, f);

	if (i)
		*i = (struct dma_injfifo){ .enabled = false };
}

void dma_injfifo_activate(struct dma *d, uint32_t node, unsigned f, bool active, ps_t now_ps)
{
	struct dma_injfifo *i = dma_injfifo_of(d, node, f);

	if (!i || !i->enabled)
		return;
	i->active = active;
	dma_advance(d, node, now_ps);
}

uint32_t dma_injfifo_head(const struct dma *d, uint32_t node, unsigned f)
{
	const struct dma_injfifo *i = dma_injfifo_of(d, node, f);

	return i ? i->head : 0;
}

uint32_t dma_injfifo_tail(const struct dma *d, uint32_t node, unsigned f)
{
	const struct dma_injfifo *i = dma_injfifo_of(d, node, f);

	return i ? i->tail : 0;
}

/* The bit stays until it is cleared: free space was below the threshold. */
static void note_threshold(struct dma_injfifo *i)
{
	if (i->set.descriptors - 1 - dma_injfifo_used(i) < i->set.threshold)
		i->crossed = true;
}

void dma_injfifo_set_head(struct dma *d, uint32_t node, unsigned f, uint32_t head, ps_t now_ps)
{
	struct dma_injfifo *i = dma_injfifo_of(d, node, f);

	if (!i || !i->enabled || head >= i->set.descriptors) {
		dma_fault(d, node, "head of no injection FIFO, or outside of its memory", now_ps);
		return;
	}
	i->head = head;
	i->sent = 0;
	note_threshold(i);
	dma_advance(d, node, now_ps);
}

bool dma_injfifo_append(struct dma *d, uint32_t node, unsigned f, const void *descriptors,
			unsigned count)
{
	struct dma_injfifo *i = dma_injfifo_of(d, node, f);

	if (dma_injfifo_used(i) + count >= i->set.descriptors)
		return false;
	for (unsigned k = 0; k < count; k++) {
		memcpy(&i->set.start[i->tail], (const char *)descriptors + k * DMA_DESCRIPTOR_BYTES,
		       DMA_DESCRIPTOR_BYTES);
		i->tail = (i->tail + 1) % i->set.descriptors;
	}
	note_threshold(i);
	return true;
}

int dma_inject(struct dma *d, uint32_t node, unsigned f, const struct dma_descriptor *desc,
	       ps_t now_ps)
{
	const struct dma_injfifo *i = dma_injfifo_of(d, node, f);

	if (!i || !i->enabled)
		return -ENODEV;
	if (!dma_injfifo_append(d, node, f, desc, 1))
		return -ENOSPC;
	dma_advance(d, node, now_ps);
	return 0;
}

static bool has_bit(const struct dma_injfifo *i, enum dma_bits bits)
{
	if (!i->enabled)
		return false;
	switch (bits) {
	case DMA_BITS_EMPTY: return i->head == i->tail;
	case DMA_BITS_FULL: return dma_injfifo_used(i) == i->set.descriptors - 1;
	case DMA_BITS_CROSSED: return i->crossed;
	case DMA_BITS_ACTIVE: return i->active;
	default: return true;
	}
}

uint32_t dma_injfifo_bits(const struct dma *d, uint32_t node, unsigned group, enum dma_bits bits)
{
	uint32_t word = 0;

	for (unsigned k = 0; k < DMA_GROUP_INJFIFOS; k++) {
		const struct dma_injfifo *i = dma_injfifo_of(d, node,
							     group * DMA_GROUP_INJFIFOS + k);

		word |= (uint32_t)(i && has_bit(i, bits)) << k;
	}
	return word;
}

void dma_injfifo_clear_crossed(struct dma *d, uint32_t node, unsigned f)
{
	struct dma_injfifo *i = dma_injfifo_of(d, node, f);

	if (i)
		i->crossed = false;
}
