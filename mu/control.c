/*
 * control.c - the kernel's side of the message unit: allocation of FIFOs and base address
 * table entries; see mu.h.  Returns what CNK returns (spi/include/kernel/MU.h).
 *
 * State is created when something is allocated from a subgroup and stays
 * until mu_destroy().  A FIFO freed while the MU still works on it counts as
 * taken until that work is done.
 */
#include <errno.h>
#include <stdlib.h>

#include "internal.h"

/* ---- finding things */

struct mu_subgroup *mu_subgroup_find(struct mu *mu, uint32_t node, uint32_t subgroup)
{
	if (!mu->node[node] || subgroup >= MU_SUBGROUPS)
		return NULL;
	return mu->node[node]->subgroup[subgroup];
}

struct mu_injfifo *mu_injfifo_any(struct mu *mu, uint32_t node, uint32_t id)
{
	struct mu_subgroup *s = mu_subgroup_find(mu, node, id / MU_INJ_PER_SUBGROUP);

	return s && s->inj ? &s->inj[id % MU_INJ_PER_SUBGROUP] : NULL;
}

struct mu_recfifo *mu_recfifo_any(struct mu *mu, uint32_t node, uint32_t id)
{
	struct mu_subgroup *s = mu_subgroup_find(mu, node, id / MU_REC_PER_SUBGROUP);

	return s && s->rec ? &s->rec[id % MU_REC_PER_SUBGROUP] : NULL;
}

struct mu_injfifo *mu_injfifo_find(struct mu *mu, uint32_t node, uint32_t id)
{
	struct mu_injfifo *f = mu_injfifo_any(mu, node, id);

	return f && f->allocated ? f : NULL;
}

struct mu_recfifo *mu_recfifo_find(struct mu *mu, uint32_t node, uint32_t id)
{
	struct mu_recfifo *f = mu_recfifo_any(mu, node, id);

	return f && f->allocated ? f : NULL;
}

uint64_t mu_bat_read(struct mu *mu, uint32_t node, uint32_t id)
{
	struct mu_subgroup *s = mu_subgroup_find(mu, node, id / MU_BAT_PER_SUBGROUP);

	return s ? s->bat[id % MU_BAT_PER_SUBGROUP] : MU_BAT_UNALLOCATED;
}

/* ---- making things; NULL when out of memory */

struct mu_node *mu_node_make(struct mu *mu, uint32_t node)
{
	struct mu_node *n = mu->node[node];

	if (!n && (n = mu->node[node] = calloc(1, sizeof *n)))
		n->number = node;
	return n;
}

static struct mu_subgroup *subgroup_make(struct mu *mu, uint32_t node, uint32_t subgroup)
{
	struct mu_node *n = mu_node_make(mu, node);

	if (!n || n->subgroup[subgroup])
		return n ? n->subgroup[subgroup] : NULL;
	struct mu_subgroup *s = n->subgroup[subgroup] = calloc(1, sizeof *s);

	for (uint32_t i = 0; s && i < MU_BAT_PER_SUBGROUP; i++) {
		s->bat[i] = MU_BAT_UNALLOCATED;
		mu_mirror(mu, node, subgroup, REG_BAT + 8 * i, MU_BAT_UNALLOCATED);
	}
	return s;
}

static struct mu_injfifo *injfifos_make(void)
{
	size_t bytes = MU_INJ_PER_SUBGROUP * sizeof(struct mu_injfifo);
	struct mu_injfifo *f = aligned_alloc(_Alignof(struct mu_injfifo), bytes);

	return f ? memset(f, 0, bytes) : NULL;
}

static struct mu_injfifo *inj_make(struct mu *mu, uint32_t node, uint32_t subgroup)
{
	struct mu_subgroup *s = subgroup_make(mu, node, subgroup);

	if (s && !s->inj)
		s->inj = injfifos_make();
	return s ? s->inj : NULL;
}

static struct mu_recfifo *rec_make(struct mu *mu, uint32_t node, uint32_t subgroup)
{
	struct mu_subgroup *s = subgroup_make(mu, node, subgroup);

	if (s && !s->rec)
		s->rec = calloc(MU_REC_PER_SUBGROUP, sizeof *s->rec);
	return s ? s->rec : NULL;
}

/* ---- what is free */

uint32_t mu_injfifo_free_mask(struct mu *mu, uint32_t node, uint32_t subgroup)
{
	struct mu_subgroup *s = mu_subgroup_find(mu, node, subgroup);
	uint32_t mask = 0;

	for (uint32_t i = 0; i < MU_INJ_PER_SUBGROUP; i++)
		if (!s || !s->inj || !(s->inj[i].allocated || mu_injfifo_busy(&s->inj[i])))
			mask |= 1u << i;
	return mask & ~mu_agent_mask(subgroup);
}

uint32_t mu_recfifo_free_mask(struct mu *mu, uint32_t node, uint32_t subgroup)
{
	struct mu_subgroup *s = mu_subgroup_find(mu, node, subgroup);
	uint32_t mask = 0;

	for (uint32_t i = 0; i < MU_REC_PER_SUBGROUP; i++)
		if (!s || !s->rec || !(s->rec[i].allocated || s->rec[i].ring.first))
			mask |= 1u << i;
	return mask & ~mu_agent_mask(subgroup);
}

uint32_t mu_bat_free_mask(struct mu *mu, uint32_t node, uint32_t subgroup)
{
	struct mu_subgroup *s = mu_subgroup_find(mu, node, subgroup);

	return ((1u << MU_BAT_PER_SUBGROUP) - 1) & ~(s ? s->bat_allocated : 0u);
}

/* ---- allocation: all or none */

/* Whether the ids can be allocated: 0, or EAGAIN unless all are free and named once. */
static int claim(uint32_t free_mask, uint32_t per_subgroup, uint32_t subgroup, uint32_t n,
		 const uint32_t *ids)
{
	if (subgroup >= MU_SUBGROUPS || n > per_subgroup)
		return EINVAL;
	for (uint32_t i = 0; i < n; i++) {
		if (ids[i] >= per_subgroup)
			return EINVAL;
		if (!(free_mask >> ids[i] & 1))
			return EAGAIN;
		free_mask &= ~(1u << ids[i]);
	}
	return 0;
}

static int refuse_system(uint32_t n, const uint32_t *attr)
{
	for (uint32_t i = 0; i < n; i++)
		if (attr[i] & MU_ATTR_SYSTEM)
			return EACCES;
	return 0;
}

int mu_injfifo_alloc(struct mu *mu, uint32_t node, uint32_t subgroup, uint32_t n,
		     const uint32_t *ids, const uint32_t *attr)
{
	int rc = refuse_system(n, attr);

	if (!rc)
		rc = claim(mu_injfifo_free_mask(mu, node, subgroup), MU_INJ_PER_SUBGROUP,
			   subgroup, n, ids);
	return rc ? rc : mu_injfifo_make(mu, node, subgroup, n, ids, attr);
}

int mu_injfifo_make(struct mu *mu, uint32_t node, uint32_t subgroup, uint32_t n,
		    const uint32_t *ids, const uint32_t *attr)
{
	struct mu_injfifo *inj = inj_make(mu, node, subgroup);

	if (!inj)
		return ENOMEM;
	for (uint32_t i = 0; i < n; i++) {
		struct mu_injfifo *f = &inj[ids[i]];

		*f = (struct mu_injfifo){
			.node = mu->node[node],
			.id = (uint16_t)(subgroup * MU_INJ_PER_SUBGROUP + ids[i]),
			.attr = (uint8_t)attr[i], .allocated = true,
			.ring = { .spare = DESC_BYTES, .held = f->ring.held },
			.regs = mu_registers(mu, node, subgroup, ids[i] * REG_STRIDE),
		};
		mu_injfifo_mirror(f);
	}
	mu_status_mirror(mu, node, subgroup);
	return 0;
}

int mu_recfifo_alloc(struct mu *mu, uint32_t node, uint32_t subgroup, uint32_t n,
		     const uint32_t *ids, const uint32_t *attr)
{
	int rc = refuse_system(n, attr);

	if (!rc)
		rc = claim(mu_recfifo_free_mask(mu, node, subgroup), MU_REC_PER_SUBGROUP,
			   subgroup, n, ids);
	if (rc)
		return rc;
	struct mu_recfifo *rec = rec_make(mu, node, subgroup);

	if (!rec)
		return ENOMEM;
	for (uint32_t i = 0; i < n; i++) {
		struct mu_recfifo *f = &rec[ids[i]];

		*f = (struct mu_recfifo){
			.id = (uint16_t)(subgroup * MU_REC_PER_SUBGROUP + ids[i]),
			.allocated = true,
			.ring = { .spare = NET_CHUNK_BYTES, .held = f->ring.held },
			.regs = mu_registers(mu, node, subgroup,
					     REG_REC + ids[i] * REG_STRIDE),
		};
		mu_recfifo_mirror(f);
	}
	return 0;
}

int mu_bat_alloc(struct mu *mu, uint32_t node, uint32_t subgroup, uint32_t n,
		 const uint32_t *ids, int system)
{
	int rc = system ? EACCES : claim(mu_bat_free_mask(mu, node, subgroup),
					 MU_BAT_PER_SUBGROUP, subgroup, n, ids);

	if (rc)
		return rc;
	struct mu_subgroup *s = subgroup_make(mu, node, subgroup);

	if (!s)
		return ENOMEM;
	for (uint32_t i = 0; i < n; i++) {
		s->bat_allocated |= (uint8_t)(1u << ids[i]);
		s->bat_written &= (uint8_t)~(1u << ids[i]);
		s->bat[ids[i]] = 0;
		mu_mirror(mu, node, subgroup, REG_BAT + 8 * ids[i], 0);
	}
	return 0;
}

/* ---- freeing; what is not allocated is not touched.  Packets that wait in the
 * network for room in a FIFO find that there is none any more: dropped. */

int mu_injfifo_free(struct mu *mu, uint32_t node, uint32_t subgroup, uint32_t n,
		    const uint32_t *ids, ps_t now_ps)
{
	for (uint32_t i = 0; i < n; i++) {
		struct mu_injfifo *f = NULL;

		if (ids[i] < MU_INJ_PER_SUBGROUP)
			f = mu_injfifo_find(mu, node, subgroup * MU_INJ_PER_SUBGROUP + ids[i]);
		if (!f)
			continue;
		f->allocated = f->active = f->have_next = false;
		f->seen_count = 0;
		mu_status_mirror(mu, node, subgroup);
		mu_ring_resume(mu, node, &f->ring, now_ps);
	}
	return 0;
}

int mu_recfifo_free(struct mu *mu, uint32_t node, uint32_t subgroup, uint32_t n,
		    const uint32_t *ids, ps_t now_ps)
{
	for (uint32_t i = 0; i < n; i++) {
		struct mu_recfifo *f = NULL;

		if (ids[i] < MU_REC_PER_SUBGROUP)
			f = mu_recfifo_find(mu, node, subgroup * MU_REC_PER_SUBGROUP + ids[i]);
		if (!f)
			continue;
		f->allocated = f->enabled = false;
		mu_ring_resume(mu, node, &f->ring, now_ps);
	}
	return 0;
}

int mu_bat_free(struct mu *mu, uint32_t node, uint32_t subgroup, uint32_t n,
		const uint32_t *ids)
{
	struct mu_subgroup *s = mu_subgroup_find(mu, node, subgroup);

	for (uint32_t i = 0; s && i < n; i++) {
		if (ids[i] >= MU_BAT_PER_SUBGROUP)
			continue;
		s->bat_allocated &= (uint8_t)~(1u << ids[i]);
		s->bat[ids[i]] = MU_BAT_UNALLOCATED;
		mu_mirror(mu, node, subgroup, REG_BAT + 8 * ids[i], MU_BAT_UNALLOCATED);
	}
	return 0;
}
