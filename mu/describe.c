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
