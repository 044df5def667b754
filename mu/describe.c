/* describe.c - what a message unit holds and has no room for, for reports of
 * deadlocks. */
#include <stdarg.h>
#include <stdio.h>

#include "internal.h"

struct line {
	char *buf;
	size_t len, at; /* at <= len - 1 */
};

static void line_add(struct line *l, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	int n = vsnprintf(l->buf + l->at, l->len - l->at, fmt, ap);
	va_end(ap);
	if (n > 0)
		l->at += (size_t)n;
	if (l->at >= l->len)
		l->at = l->len - 1;
}

static void held_add(struct line *l, const struct mu_ring *r)
{
	if (r->held)
		line_add(l, ", full, packets wait in the network");
}

static void injfifo_add(struct line *l, const struct mu_injfifo *f)
{
	uint64_t used = f->ring.bytes ? mu_ring_used(&f->ring) : 0;

	if (!f->allocated || (!used && !f->ring.held))
		return;
	line_add(l, "%sinjection FIFO %u: %llu descriptors%s", l->at ? "; " : "", f->id,
		 (unsigned long long)(used / DESC_BYTES), f->active ? "" : ", not active");
	held_add(l, &f->ring);
}

static void recfifo_add(struct line *l, const struct mu_recfifo *f)
{
	uint64_t used = f->ring.bytes ? mu_ring_used(&f->ring) : 0;

	if (!f->allocated || (!used && !f->ring.held))
		return;
	line_add(l, "%sreception FIFO %u: %llu bytes unread", l->at ? "; " : "", f->id,
		 (unsigned long long)used);
	held_add(l, &f->ring);
}

int mu_describe(struct mu *mu, uint32_t node, char *buf, size_t len)
{
	struct line l = { buf, len, 0 };

	buf[0] = '\0';
	for (uint32_t s = 0; s < MU_SUBGROUPS; s++) {
		const struct mu_subgroup *sg = mu_subgroup_find(mu, node, s);

		for (uint32_t i = 0; sg && sg->inj && i < MU_INJ_PER_SUBGROUP; i++)
			injfifo_add(&l, &sg->inj[i]);
		for (uint32_t i = 0; sg && sg->rec && i < MU_REC_PER_SUBGROUP; i++)
			recfifo_add(&l, &sg->rec[i]);
	}
	return (int)l.at;
}

static void ring_add(struct line *l, const struct mu_ring *r)
{
	if (r->bytes)
		line_add(l, ", at 0x%llx, %llu bytes, head %llu, tail %llu",
			 (unsigned long long)r->start_pa, (unsigned long long)r->bytes,
			 (unsigned long long)r->head, (unsigned long long)r->tail);
	held_add(l, r);
}

static void base_add(struct line *l, struct mu *mu, uint32_t node, uint32_t id)
{
	uint64_t pa = mu_bat_read(mu, node, id);
	const uint64_t *word = mu->ops->memory(mu->ctx, node, pa & ~UINT64_C(7), 8, 0);

	line_add(l, "base address %u: 0x%llx", id, (unsigned long long)pa);
	if (word)
		line_add(l, ", word 0x%llx", (unsigned long long)*word);
	line_add(l, "\n");
}

int mu_list(struct mu *mu, uint32_t node, uint32_t subgroup, char *buf, size_t len)
{
	const struct mu_subgroup *sg = mu_subgroup_find(mu, node, subgroup);
	struct line l = { buf, len, 0 };

	buf[0] = '\0';
	for (uint32_t i = 0; sg && sg->inj && i < MU_INJ_PER_SUBGROUP; i++) {
		const struct mu_injfifo *f = &sg->inj[i];

		if (!f->allocated)
			continue;
		line_add(&l, "injection FIFO %u: %sactive, %llu descriptors done", f->id,
			 f->active ? "" : "not ", (unsigned long long)f->desc_count);
		ring_add(&l, &f->ring);
		line_add(&l, "\n");
	}
	for (uint32_t i = 0; sg && sg->rec && i < MU_REC_PER_SUBGROUP; i++) {
		const struct mu_recfifo *f = &sg->rec[i];

		if (!f->allocated)
			continue;
		line_add(&l, "reception FIFO %u: %senabled", f->id, f->enabled ? "" : "not ");
		ring_add(&l, &f->ring);
		line_add(&l, "\n");
	}
	for (uint32_t i = 0; sg && i < MU_BAT_PER_SUBGROUP; i++)
		if (sg->bat_written >> i & 1)
			base_add(&l, mu, node, subgroup * MU_BAT_PER_SUBGROUP + i);
	return (int)l.at;
}

void mu_wanted_by(struct mu *mu, uint32_t node, const struct net_packet *p,
		  struct mu_wanted *w)
{
	const struct mu_ring *ring = NULL;

	*w = (struct mu_wanted){ .remote_get = net_header_is_get(p->header) };
	if (w->remote_get) {
		w->id = header_bat_or_injfifo(p->header);
		const struct mu_injfifo *f = mu_injfifo_find(mu, node, w->id);

		ring = f ? &f->ring : NULL;
		w->active = f && f->active;
	} else {
		w->id = header_recfifo(p->header);
		const struct mu_recfifo *f = mu_recfifo_find(mu, node, w->id);

		ring = f ? &f->ring : NULL;
		w->active = f && f->enabled;
	}
	if (!ring)
		return;
	w->pa = ring->start_pa;
	w->bytes = ring->bytes;
}
