/*
 * control.c - the kernel's side of the message unit: allocating, placing and
 * starting FIFOs and base address table entries; see mu.h.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "internal.h"

#define INJ_BYTES_LEAST 128
#define PACKET_BYTES_MOST (NET_PACKET_HEADER_BYTES + NET_PACKET_PAYLOAD_BYTES)
#define REC_BYTES_LEAST (PACKET_BYTES_MOST + 32)
#define REC_ALIGN 32

static void *or_die(void *p)
{
	if (p)
		return p;
	fprintf(stderr, "bgq-run: out of memory for message unit state\n");
	exit(126);
}

struct mu_node *mu_node_get(struct mu *mu, uint32_t node)
{
	if (!mu->node[node]) {
		struct mu_node *n = or_die(calloc(1, sizeof *n));

		n->ready_end = &n->ready;
		mu->node[node] = n;
	}
	return mu->node[node];
}

static struct mu_subgroup *subgroup_peek(struct mu *mu, uint32_t node, uint32_t subgroup)
{
	return mu->node[node] ? mu->node[node]->subgroup[subgroup] : NULL;
}

struct mu_subgroup *mu_subgroup_get(struct mu *mu, uint32_t node, uint32_t subgroup)
{
	struct mu_node *n = mu_node_get(mu, node);

	if (n->subgroup[subgroup])
		return n->subgroup[subgroup];
	struct mu_subgroup *s = or_die(calloc(1, sizeof *s));

	for (uint32_t i = 0; i < MU_INJ_PER_SUBGROUP; i++)
		s->inj[i].id = (uint16_t)(subgroup * MU_INJ_PER_SUBGROUP + i);
	for (uint32_t i = 0; i < MU_REC_PER_SUBGROUP; i++)
		s->rec[i].id = (uint16_t)(subgroup * MU_REC_PER_SUBGROUP + i);
	for (uint32_t i = 0; i < MU_BAT_PER_SUBGROUP; i++) {
		s->bat[i] = MU_BAT_UNALLOCATED;
		mu_mirror(mu, node, subgroup, REG_BAT + 8 * i, MU_BAT_UNALLOCATED);
	}
	n->subgroup[subgroup] = s;
	return s;
}

struct mu_injfifo *mu_injfifo_find(struct mu *mu, uint32_t node, uint32_t id)
{
	struct mu_subgroup *s =
		id < MU_INJFIFOS ? subgroup_peek(mu, node, id / MU_INJ_PER_SUBGROUP) : NULL;
	struct mu_injfifo *f = s ? &s->inj[id % MU_INJ_PER_SUBGROUP] : NULL;

	return f && f->allocated ? f : NULL;
}

struct mu_recfifo *mu_recfifo_find(struct mu *mu, uint32_t node, uint32_t id)
{
	struct mu_subgroup *s =
		id < MU_RECFIFOS ? subgroup_peek(mu, node, id / MU_REC_PER_SUBGROUP) : NULL;
	struct mu_recfifo *f = s ? &s->rec[id % MU_REC_PER_SUBGROUP] : NULL;

	return f && f->allocated ? f : NULL;
}

uint64_t mu_bat_read(struct mu *mu, uint32_t node, uint32_t id)
{
	struct mu_subgroup *s =
		id < MU_BATS ? subgroup_peek(mu, node, id / MU_BAT_PER_SUBGROUP) : NULL;

	return s ? s->bat[id % MU_BAT_PER_SUBGROUP] : MU_BAT_UNALLOCATED;
}

/* ---- what is free */

static uint32_t inj_taken(const struct mu_subgroup *s)
{
	uint32_t mask = 0;

	for (uint32_t i = 0; i < MU_INJ_PER_SUBGROUP; i++)
		mask |= (uint32_t)s->inj[i].allocated << i;
	return mask;
}

static uint32_t rec_taken(const struct mu_subgroup *s)
{
	uint32_t mask = 0;

	for (uint32_t i = 0; i < MU_REC_PER_SUBGROUP; i++)
		mask |= (uint32_t)s->rec[i].allocated << i;
	return mask;
}

uint32_t mu_injfifo_free_mask(struct mu *mu, uint32_t node, uint32_t subgroup)
{
	struct mu_subgroup *s = subgroup_peek(mu, node, subgroup);

	return 0xffu & ~(s ? inj_taken(s) : 0);
}

uint32_t mu_recfifo_free_mask(struct mu *mu, uint32_t node, uint32_t subgroup)
{
	struct mu_subgroup *s = subgroup_peek(mu, node, subgroup);

	return 0xfu & ~(s ? rec_taken(s) : 0);
}

uint32_t mu_bat_free_mask(struct mu *mu, uint32_t node, uint32_t subgroup)
{
	struct mu_subgroup *s = subgroup_peek(mu, node, subgroup);

	return 0xffu & ~(s ? s->bat_allocated : 0u);
}

/* EAGAIN unless all ids are free and none is named twice. */
static int claim(uint32_t free_mask, uint32_t n, const uint32_t *ids, uint32_t *claimed)
{
	*claimed = 0;
	for (uint32_t i = 0; i < n; i++) {
		if (!(free_mask >> ids[i] & 1) || (*claimed >> ids[i] & 1))
			return EAGAIN;
		*claimed |= 1u << ids[i];
	}
	return 0;
}

static int any_system(uint32_t n, const uint32_t *attr)
{
	for (uint32_t i = 0; i < n; i++)
		if (attr[i] & MU_ATTR_SYSTEM)
			return EACCES;
	return 0;
}

int mu_injfifo_alloc(struct mu *mu, uint32_t node, uint32_t subgroup, uint32_t n,
		     const uint32_t *ids, const uint32_t *attr)
{
	uint32_t mask;
	int rc = any_system(n, attr);

	if (rc || (rc = claim(mu_injfifo_free_mask(mu, node, subgroup), n, ids, &mask)))
		return rc;
	struct mu_subgroup *s = mu_subgroup_get(mu, node, subgroup);

	for (uint32_t i = 0; i < n; i++) {
		struct mu_injfifo *f = &s->inj[ids[i]];

		f->allocated = true;
		f->attr = (uint8_t)attr[i];
		f->desc_count = 0;
		mu_injfifo_mirror(mu, node, f);
	}
	return 0;
}

int mu_recfifo_alloc(struct mu *mu, uint32_t node, uint32_t subgroup, uint32_t n,
		     const uint32_t *ids, const uint32_t *attr)
{
	uint32_t mask;
	int rc = any_system(n, attr);

	if (rc || (rc = claim(mu_recfifo_free_mask(mu, node, subgroup), n, ids, &mask)))
		return rc;
	struct mu_subgroup *s = mu_subgroup_get(mu, node, subgroup);

	for (uint32_t i = 0; i < n; i++) {
		s->rec[ids[i]].allocated = true;
		mu_recfifo_mirror(mu, node, &s->rec[ids[i]]);
	}
	return 0;
}

int mu_bat_alloc(struct mu *mu, uint32_t node, uint32_t subgroup, uint32_t n,
		 const uint32_t *ids, int system)
{
	uint32_t mask;
	int rc = system ? EACCES : 0;

	if (rc || (rc = claim(mu_bat_free_mask(mu, node, subgroup), n, ids, &mask)))
		return rc;
	struct mu_subgroup *s = mu_subgroup_get(mu, node, subgroup);

	for (uint32_t i = 0; i < n; i++) {
		s->bat_allocated |= (uint8_t)(1u << ids[i]);
		s->bat[ids[i]] = 0;
		mu_mirror(mu, node, subgroup, REG_BAT + 8 * ids[i], 0);
	}
	return 0;
}

int mu_injfifo_free(struct mu *mu, uint32_t node, uint32_t subgroup, uint32_t n,
		    const uint32_t *ids)
{
	for (uint32_t i = 0; i < n; i++) {
		struct mu_injfifo *f =
			mu_injfifo_find(mu, node, subgroup * MU_INJ_PER_SUBGROUP + ids[i]);

		if (f)
			f->allocated = f->active = f->placed = false;
	}
	return 0;
}

int mu_recfifo_free(struct mu *mu, uint32_t node, uint32_t subgroup, uint32_t n,
		    const uint32_t *ids)
{
	for (uint32_t i = 0; i < n; i++) {
		struct mu_recfifo *f =
			mu_recfifo_find(mu, node, subgroup * MU_REC_PER_SUBGROUP + ids[i]);

		if (f)
			f->allocated = f->enabled = f->placed = false;
	}
	return 0;
}

int mu_bat_free(struct mu *mu, uint32_t node, uint32_t subgroup, uint32_t n,
		const uint32_t *ids)
{
	struct mu_subgroup *s = subgroup_peek(mu, node, subgroup);

	for (uint32_t i = 0; s && i < n; i++) {
		s->bat_allocated &= (uint8_t)~(1u << ids[i]);
		s->bat[ids[i]] = MU_BAT_UNALLOCATED;
		mu_mirror(mu, node, subgroup, REG_BAT + 8 * ids[i], MU_BAT_UNALLOCATED);
	}
	return 0;
}

/* ---- placing and starting */

static int refuse_place(struct mu *mu, uint32_t node, ps_t now_ps, const char *unit,
			uint32_t id, const char *field, uint64_t value, const char *text)
{
	mu_report(mu, node, now_ps, unit, id, field, value, text);
	return EINVAL;
}

int mu_injfifo_init(struct mu *mu, uint32_t node, uint32_t id, uint64_t start_pa,
		    uint64_t bytes, ps_t now_ps)
{
	static const char unit[] = "injection FIFO";
	struct mu_injfifo *f = mu_injfifo_find(mu, node, id);

	if (!f)
		return refuse_place(mu, node, now_ps, unit, id, "id", id, "not allocated");
	if (start_pa % DESC_BYTES)
		return refuse_place(mu, node, now_ps, unit, id, "start", start_pa,
				    "not a multiple of 64");
	if (bytes % DESC_BYTES || bytes < INJ_BYTES_LEAST)
		return refuse_place(mu, node, now_ps, unit, id, "size", bytes,
				    "not a multiple of 64, or below 128");
	if (!mu->ops->memory(mu->ctx, node, start_pa, bytes, 0))
		return refuse_place(mu, node, now_ps, unit, id, "start", start_pa,
				    "outside the memory of the node");
	f->start_pa = start_pa;
	f->bytes = bytes;
	f->head = f->tail = 0;
	f->placed = true;
	mu_injfifo_mirror(mu, node, f);
	return 0;
}

int mu_recfifo_init(struct mu *mu, uint32_t node, uint32_t id, uint64_t start_pa,
		    uint64_t bytes, ps_t now_ps)
{
	static const char unit[] = "reception FIFO";
	struct mu_recfifo *f = mu_recfifo_find(mu, node, id);

	if (!f)
		return refuse_place(mu, node, now_ps, unit, id, "id", id, "not allocated");
	if (start_pa % REC_ALIGN)
		return refuse_place(mu, node, now_ps, unit, id, "start", start_pa,
				    "not a multiple of 32");
	if (bytes % REC_ALIGN || bytes < REC_BYTES_LEAST)
		return refuse_place(mu, node, now_ps, unit, id, "size", bytes,
				    "not a multiple of 32, or below 576");
	if (!mu->ops->memory(mu->ctx, node, start_pa, bytes, 1))
		return refuse_place(mu, node, now_ps, unit, id, "start", start_pa,
				    "outside the memory of the node");
	f->start_pa = start_pa;
	f->bytes = bytes;
	f->head = f->tail = f->shadow_tail = 0;
	f->placed = true;
	mu_recfifo_mirror(mu, node, f);
	return 0;
}

int mu_injfifo_activate(struct mu *mu, uint32_t node, uint32_t id, int on, ps_t now_ps)
{
	struct mu_injfifo *f = mu_injfifo_find(mu, node, id);

	if (!f)
		return EINVAL;
	f->active = on != 0;
	mu_injfifo_advance(mu, node, f, now_ps);
	return 0;
}

int mu_recfifo_enable(struct mu *mu, uint32_t node, uint32_t id, int on, ps_t now_ps)
{
	struct mu_recfifo *f = mu_recfifo_find(mu, node, id);

	(void)now_ps;
	if (!f)
		return EINVAL;
	f->enabled = on != 0;
	return 0;
}
