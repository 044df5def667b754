/*
 * mmio.c - stores to the memory-mapped registers, their mirrors, and the set-up
 * of the message units; see mu.h.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "internal.h"

void mu_report(struct mu *mu, uint32_t node, ps_t now_ps, const char *unit, uint32_t id,
	       const char *field, uint64_t value, const char *text)
{
	struct mu_ras r = { .node = node, .unit = unit, .id = id, .field = field,
			    .value = value, .text = text, .time_ps = now_ps };

	mu->ops->ras(mu->ctx, &r);
}

void mu_mirror(struct mu *mu, uint32_t node, uint32_t subgroup, uint32_t reg, uint64_t value)
{
	uint32_t off = subgroup / 4 * MU_MMIO_GROUP_STRIDE +
		       subgroup % 4 * MU_MMIO_SUBGROUP_STRIDE + reg;

	*mu->ops->mmio(mu->ctx, node, off) = value;
}

void mu_injfifo_mirror(struct mu *mu, uint32_t node, const struct mu_injfifo *f)
{
	uint32_t sg = f->id / MU_INJ_PER_SUBGROUP;
	uint32_t reg = f->id % MU_INJ_PER_SUBGROUP * REG_STRIDE;

	mu_mirror(mu, node, sg, reg + REG_START, f->start_pa);
	mu_mirror(mu, node, sg, reg + REG_SIZE, f->bytes - 1);
	mu_mirror(mu, node, sg, reg + REG_HEAD, f->start_pa + f->head);
	mu_mirror(mu, node, sg, reg + REG_TAIL, f->start_pa + f->tail);
	mu_mirror(mu, node, sg, reg + REG_DESC_COUNT, f->desc_count);
	mu_mirror(mu, node, sg, reg + REG_FREE_SPACE, mu_injfifo_free_slots(f));
}

void mu_recfifo_mirror(struct mu *mu, uint32_t node, const struct mu_recfifo *f)
{
	uint32_t sg = f->id / MU_REC_PER_SUBGROUP;
	uint32_t reg = REG_REC + f->id % MU_REC_PER_SUBGROUP * REG_STRIDE;

	mu_mirror(mu, node, sg, reg + REG_START, f->start_pa);
	mu_mirror(mu, node, sg, reg + REG_SIZE, f->bytes - 1);
	mu_mirror(mu, node, sg, reg + REG_HEAD, f->start_pa + f->head);
	mu_mirror(mu, node, sg, reg + REG_TAIL, f->start_pa + f->tail);
}

/* ---- stores */

/* Offset of a pointer register's value, or -1 with a record. */
static int64_t pointer_offset(struct mu *mu, uint32_t node, ps_t now_ps, const char *unit,
			      uint32_t id, const char *field, uint64_t value,
			      uint64_t start_pa, uint64_t bytes, uint64_t align)
{
	uint64_t off = value - start_pa;

	if (off == bytes)
		off = 0;
	if (off < bytes && off % align == 0)
		return (int64_t)off;
	mu_report(mu, node, now_ps, unit, id, field, value,
		  off < bytes ? "misaligned" : "outside the FIFO");
	return -1;
}

static void store_injfifo(struct mu *mu, uint32_t node, uint32_t id, uint32_t reg,
			  uint64_t value, ps_t now_ps)
{
	struct mu_injfifo *f = mu_injfifo_find(mu, node, id);

	if (reg != REG_TAIL)
		return; /* the others are the kernel's */
	if (!f || !f->placed) {
		mu_report(mu, node, now_ps, "injection FIFO", id, "tail", value,
			  f ? "not initialised" : "not allocated");
		return;
	}
	int64_t tail = pointer_offset(mu, node, now_ps, "injection FIFO", id, "tail", value,
				      f->start_pa, f->bytes, DESC_BYTES);

	if (tail < 0)
		return;
	f->tail = (uint64_t)tail;
	mu_injfifo_mirror(mu, node, f);
	mu_injfifo_advance(mu, node, f, now_ps + mu->m->mu_tail_store_ps);
}

static void store_recfifo(struct mu *mu, uint32_t node, uint32_t id, uint32_t reg,
			  uint64_t value, ps_t now_ps)
{
	struct mu_recfifo *f = mu_recfifo_find(mu, node, id);

	if (reg != REG_HEAD)
		return;
	if (!f || !f->placed) {
		mu_report(mu, node, now_ps, "reception FIFO", id, "head", value,
			  f ? "not initialised" : "not allocated");
		return;
	}
	int64_t head = pointer_offset(mu, node, now_ps, "reception FIFO", id, "head", value,
				      f->start_pa, f->bytes, 32);

	if (head < 0)
		return;
	f->head = (uint64_t)head;
	mu_recfifo_mirror(mu, node, f);
	mu_recfifo_released(mu, node, f, now_ps);
}

static void store_bat(struct mu *mu, uint32_t node, uint32_t subgroup, uint32_t i,
		      uint64_t value, ps_t now_ps)
{
	struct mu_subgroup *s = mu->node[node] ? mu->node[node]->subgroup[subgroup] : NULL;

	if (!s || !(s->bat_allocated >> i & 1)) {
		mu_report(mu, node, now_ps, "base address table entry",
			  subgroup * MU_BAT_PER_SUBGROUP + i, "value", value, "not allocated");
		return;
	}
	s->bat[i] = value & MU_PA_MASK;
	mu_mirror(mu, node, subgroup, REG_BAT + 8 * i, s->bat[i]);
}

void mu_mmio_store(struct mu *mu, uint32_t node, uint32_t off, uint64_t value, ps_t now_ps)
{
	uint32_t page = off % MU_MMIO_GROUP_STRIDE / MU_MMIO_SUBGROUP_STRIDE;
	uint32_t subgroup = off / MU_MMIO_GROUP_STRIDE * 4 + page;
	uint32_t reg = off % MU_MMIO_SUBGROUP_STRIDE;

	if (page > 3 || subgroup >= MU_SUBGROUPS || reg % 8)
		return;
	if (reg < REG_REC) {
		store_injfifo(mu, node, subgroup * MU_INJ_PER_SUBGROUP + reg / REG_STRIDE,
			      reg % REG_STRIDE, value, now_ps);
	} else if (reg < REG_REC + MU_REC_PER_SUBGROUP * REG_STRIDE) {
		store_recfifo(mu, node,
			      subgroup * MU_REC_PER_SUBGROUP + (reg - REG_REC) / REG_STRIDE,
			      reg % REG_STRIDE, value, now_ps);
	} else if (reg >= REG_BAT && reg < REG_BAT_END) {
		store_bat(mu, node, subgroup, (reg - REG_BAT) / 8, value, now_ps);
	} else if (reg >= REG_GI_CONTROL && reg < REG_GI_CONTROL + 8 * MU_GI_CLASSES) {
		mu_mirror(mu, node, subgroup, reg, value);
		mu->ops->gi_control(mu->ctx, node, (reg - REG_GI_CONTROL) / 8,
				    (uint32_t)value & 7, now_ps);
	}
}

void mu_gi_status(struct mu *mu, uint32_t node, unsigned cls, uint32_t bits, ps_t now_ps)
{
	mu_mirror(mu, node, 0, REG_GI_STATUS + 8 * cls, bits);
	mu->ops->delivered(mu->ctx, node, now_ps);
}

/* ---- set-up */

static void refuse(void *ctx, uint32_t node, const struct net_packet *p, const char *text)
{
	mu_report(ctx, node, 0, "packet", p->injfifo, "Destination",
		  get32(p->header, HDR_DESTINATION), text);
}

static const struct net_ops net_ops = {
	.deliver = mu_deliver,
	.inject_ready = mu_inject_ready,
	.refuse = refuse,
};

struct mu *mu_create(struct sim *sim, struct net *net, const struct net_machine *m,
		     const struct net_shape *shape, const struct mu_ops *ops, void *ctx)
{
	struct mu *mu = calloc(1, sizeof *mu);

	if (!mu)
		return NULL;
	mu->sim = sim;
	mu->net = net;
	mu->m = m;
	mu->shape = *shape;
	mu->nodes = net_shape_nodes(shape);
	mu->ops = ops;
	mu->ctx = ctx;
	mu->node = calloc(mu->nodes, sizeof *mu->node);
	if (!mu->node) {
		free(mu);
		errno = ENOMEM;
		return NULL;
	}
	net_set_ops(net, &net_ops, mu);
	return mu;
}

void mu_destroy(struct mu *mu)
{
	if (!mu)
		return;
	for (uint32_t n = 0; n < mu->nodes; n++) {
		for (uint32_t s = 0; mu->node[n] && s < MU_SUBGROUPS; s++)
			free(mu->node[n]->subgroup[s]);
		free(mu->node[n]);
	}
	free(mu->node);
	free(mu);
}

static int describe_unit(char *buf, size_t len, int at, const char *unit, unsigned id,
			 uint64_t bytes, const char *what)
{
	int n = snprintf(buf + at, at < (int)len ? len - (size_t)at : 0, "%s%s %u: %llu %s",
			 at ? ", " : "", unit, id, (unsigned long long)bytes, what);

	return at + n;
}

int mu_describe(struct mu *mu, uint32_t node, char *buf, size_t len)
{
	int at = 0;

	buf[0] = '\0';
	for (uint32_t s = 0; mu->node[node] && s < MU_SUBGROUPS; s++) {
		struct mu_subgroup *sg = mu->node[node]->subgroup[s];

		for (int i = 0; sg && i < MU_INJ_PER_SUBGROUP; i++) {
			struct mu_injfifo *f = &sg->inj[i];
			uint64_t used = f->tail >= f->head ? f->tail - f->head
							   : f->tail + f->bytes - f->head;

			if (f->allocated && used && at < (int)len)
				at = describe_unit(buf, len, at, "injection FIFO", f->id,
						   used / DESC_BYTES, "descriptors");
		}
		for (int i = 0; sg && i < MU_REC_PER_SUBGROUP; i++) {
			struct mu_recfifo *f = &sg->rec[i];
			uint64_t used = f->tail >= f->head ? f->tail - f->head
							   : f->tail + f->bytes - f->head;

			if (f->allocated && used && at < (int)len)
				at = describe_unit(buf, len, at, "reception FIFO", f->id, used,
						   "bytes unread");
		}
	}
	return at < (int)len ? at : (int)len - 1;
}
