/*
 * page_faults.c - links with described faults: what each has carried, lost and sent again, and
 * whether its ends' CRCs agree; RAS events, with bad packets as they were received and sent again.
 *
 * Never: more rows than a page can show; "all" says how many there are.
 */
#include "emu/cmd/cli/ras_list.h"
#include "page_internal.h"

#define LINKS_MAX  4096u
#define EVENTS_MAX 2000u

static const char *crc_state(const struct net_link_counts *c)
{
	return c->sent != c->received ? "packets under way"
	       : c->sent_crc == c->received_crc ? "equal" : "different";
}

static void put_crc(struct json *j, uint32_t crc)
{
	char text[16];

	snprintf(text, sizeof text, "%08x", crc);
	json_text(j, NULL, text);
}

static void put_link(struct json *j, const struct page_link *l, const struct ras_place *p)
{
	const struct net_link_counts *c = &l->count;
	const struct ras_event e = { .node = l->node, .link = (int)l->link };
	const uint64_t counts[] = { c->received, c->bad, c->lost, c->resent, c->timeouts,
				    c->corrected, c->tokens, c->acks, c->slowed };
	char name[RAS_NAME_BYTES];

	json_line(j);
	json_open(j, NULL, '[');
	json_uint(j, NULL, l->node);
	json_text(j, NULL, ras_name(&e, p, name));
	for (unsigned i = 0; i < sizeof counts / sizeof *counts; i++)
		json_uint(j, NULL, counts[i]);
	put_crc(j, c->sent_crc);
	put_crc(j, c->received_crc);
	json_text(j, NULL, c->dead ? "dead" : crc_state(c));
	json_close(j, ']');
}

static void put_links(struct json *j, const struct page_faults *f)
{
	static const char *const names[] = { "node", "link", "packets", "bad", "lost",
		"sent_again", "timeouts", "bits_corrected", "tokens_lost", "acks_lost",
		"slowed", "crc_sent", "crc_received", "crc", NULL };

	json_open(j, "links", '{');
	json_uint(j, "all", f->links);
	page_names(j, "columns", names);
	json_open(j, "rows", '[');
	for (size_t i = 0; i < f->links && i < LINKS_MAX; i++)
		put_link(j, &f->link[i], f->place);
	json_close(j, ']');
	json_close(j, '}');
}

static void put_event(struct json *j, const struct ras_event *e, const struct ras_place *p)
{
	char id[16], name[RAS_NAME_BYTES];

	snprintf(id, sizeof id, "%08x", (unsigned)e->id);
	json_line(j);
	json_open(j, NULL, '[');
	json_uint(j, NULL, e->time_ps);
	json_text(j, NULL, id);
	json_text(j, NULL, ras_severity_name(e->id));
	json_text(j, NULL, ras_name(e, p, name));
	json_text(j, NULL, ras_words(e->id));
	json_text(j, NULL, e->detail);
	json_close(j, ']');
}

uint64_t page_fault_events(const struct page_faults *f)
{
	return f->events->events + f->resent_untold;
}

static void put_events(struct json *j, const struct page_faults *f)
{
	json_open(j, "events", '{');
	json_uint(j, "all", page_fault_events(f));
	json_open(j, "rows", '[');
	for (size_t i = 0; i < f->events->events && i < EVENTS_MAX; i++)
		put_event(j, &f->events->event[i], f->place);
	json_close(j, ']');
	json_close(j, '}');
}

void page_put_faults(struct json *j, const struct page_faults *f)
{
	json_open(j, "faults", '{');
	if (f) {
		json_bool(j, "reroute", f->reroute);
		json_uint(j, "rerouted", f->rerouted);
		json_uint(j, "crc_equal", f->sum->crc_equal);
		json_uint(j, "crc_different", f->sum->crc_differ);
		json_uint(j, "crc_under_way", f->sum->crc_open);
		put_links(j, f);
		put_events(j, f);
	}
	json_close(j, '}');
}
