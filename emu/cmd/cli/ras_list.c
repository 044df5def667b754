/* ras_list.c - see ras_list.h. */
#include "ras_list.h"

#include <inttypes.h>
#include <stdlib.h>

void ras_list_add(struct ras_list *l, const struct ras_event *e)
{
	if (l->events == l->room) {
		l->room = l->room ? 2 * l->room : 64;
		l->event = realloc(l->event, l->room * sizeof *l->event);
		if (!l->event)
			abort();
	}
	l->event[l->events++] = *e;
}

void ras_list_join(struct ras_list *l, struct ras_list *of, unsigned others)
{
	for (unsigned i = 0; i < others; i++) {
		for (size_t k = 0; k < of[i].events; k++)
			ras_list_add(l, &of[i].event[k]);
		ras_list_free(&of[i]);
	}
}

void ras_list_sort(struct ras_list *l)
{
	if (l->events)
		qsort(l->event, l->events, sizeof *l->event, ras_compare);
}

void ras_list_write(const struct ras_list *l, const struct ras_place *p, FILE *f)
{
	for (size_t i = 0; f && i < l->events; i++)
		ras_json(&l->event[i], p, f);
}

void ras_list_free(struct ras_list *l)
{
	free(l->event);
	*l = (struct ras_list){ 0 };
}

static void add_counts(struct net_link_counts *all, const struct net_link_counts *c)
{
	all->sent += c->sent;
	all->received += c->received;
	all->bad += c->bad;
	all->lost += c->lost;
	all->discarded += c->discarded;
	all->again += c->again;
	all->resent += c->resent;
	all->timeouts += c->timeouts;
	all->corrected += c->corrected;
	all->tokens += c->tokens;
	all->acks += c->acks;
	all->escaped += c->escaped;
	all->slowed += c->slowed;
}

void ras_sum_add(struct ras_sum *sum, struct ras_list *l, const struct net_link_counts *c,
		 const struct ras_event *where, bool all)
{
	struct ras_event e = *where;

	sum->links++;
	add_counts(&sum->all, c);
	sum->dead += c->dead;
	sum->crc_equal += c->sent == c->received && c->sent_crc == c->received_crc;
	sum->crc_open += c->sent != c->received;
	if (all && ras_of_counts(c, &e))
		ras_list_add(l, &e);
	if (all && ras_of_slowness(c, &e))
		ras_list_add(l, &e);
	if (!ras_of_crc(c, &e))
		return;
	ras_list_add(l, &e);
	sum->crc_differ++;
}

void ras_sum_print(const struct ras_sum *sum, const char *before, FILE *f)
{
	const struct net_link_counts *c = &sum->all;

	if (!sum->links)
		return;
	fprintf(f, "%slinks with faults: %" PRIu64 "; packets %" PRIu64 ", bad %" PRIu64
		", lost %" PRIu64 ", sent again %" PRIu64 " in %" PRIu64
		" time-outs; dropped as out of order %" PRIu64 ", as second %" PRIu64 "\n", before,
		sum->links, c->received, c->bad, c->lost, c->resent, c->timeouts, c->discarded,
		c->again);
	fprintf(f, "%sbits corrected %" PRIu64 ", tokens lost %" PRIu64 ", acknowledgements lost %"
		PRIu64 "; CRCs of both ends equal on %" PRIu64 " links, different on %" PRIu64
		", packets under way on %" PRIu64 "\n", before, c->corrected, c->tokens, c->acks,
		sum->crc_equal, sum->crc_differ, sum->crc_open);
}
