/*
 * registers.c - mirrors of the registers: what programs see of them.  They are written here
 * and never read: mu/ keeps its own state, and programs cannot write them.  What a program's
 * store to a register does is in mmio.c.
 */
#include "internal.h"

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
}
