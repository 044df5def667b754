/* page_links.c - what links have carried, and which were the busiest. */
#include <stdlib.h>
#include <string.h>

#include "emu/node/machine/booted.h"
#include "emu/node/machine/job.h"
#include "emu/node/machine/units.h"
#include "emu/core/engine/engine.h"
#include "page_internal.h"

#define BUSIEST 10

const struct blocks *page_blocks(void)
{
	static struct blocks blocks;

	if (!blocks.count)
		blocks_make(&blocks, &job.shape, PAGE_ROWS_MAX);
	return &blocks;
}

/* Sums of both ends that a node has of a link; or of those of all nodes of a box. */
struct ends {
	ps_t busy_ps, most_ps;
	uint64_t packets[NET_SENT_CLASSES], chunks[NET_SENT_CLASSES];
	uint64_t received[NET_RECEIVED_CLASSES];
	ps_t waiting_ps[2];
};

static void add(struct ends *e, uint32_t node, unsigned link)
{
	struct net_sender_counters s;
	struct net_receiver_counters r;

	net_sender_count(units.net, node, link, &s);
	net_receiver_count(units.net, node, link, engine_last_event(booted.engine), &r);
	e->busy_ps += s.busy_ps;
	e->most_ps = ps_max(e->most_ps, s.busy_ps);
	for (enum net_counted i = 0; i < NET_SENT_CLASSES; i++) {
		e->packets[i] += net_sent_packets(&s, i);
		e->chunks[i] += net_sent_chunks(&s, i);
	}
	for (unsigned i = 0; i < NET_RECEIVED_CLASSES; i++)
		e->received[i] += r.packets[i];
	e->waiting_ps[0] += r.waiting_ps[0];
	e->waiting_ps[1] += r.waiting_ps[1];
}

static uint64_t sum(const uint64_t *of, unsigned n)
{
	uint64_t all = 0;

	while (n--)
		all += of[n];
	return all;
}

static void put_uints(struct json *j, const uint64_t *of, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		json_uint(j, NULL, of[i]);
}

static void put_link(struct json *j, uint32_t block, unsigned link)
{
	const struct blocks *b = page_blocks();
	struct ends e = { 0 };

	for (uint32_t i = 0; i < b->nodes_each; i++)
		add(&e, blocks_node(b, &job.shape, block, i), link);
	if (!e.busy_ps && !sum(e.received, NET_RECEIVED_CLASSES))
		return;
	json_line(j);
	json_open(j, NULL, '[');
	json_uint(j, NULL, blocks_node(b, &job.shape, block, 0));
	json_text(j, NULL, net_link_name(link));
	json_uint(j, NULL, e.busy_ps);
	put_uints(j, e.packets, NET_SENT_CLASSES);
	put_uints(j, e.chunks, NET_SENT_CLASSES);
	put_uints(j, e.received, NET_RECEIVED_CLASSES);
	put_uints(j, e.waiting_ps, 2);
	json_uint(j, NULL, e.most_ps);
	json_close(j, ']');
}

/* ---- the busiest */

struct busy {
	ps_t busy_ps;
	uint32_t node;
	unsigned link;
};

/* Puts b in its place of the first ones, which are in order; of equal ones the first stays. */
static void rank_by_busy(struct busy first[BUSIEST], struct busy b)
{
	int at = BUSIEST;

	while (at > 0 && first[at - 1].busy_ps < b.busy_ps)
		at--;
	if (at == BUSIEST)
		return;
	memmove(&first[at + 1], &first[at], (size_t)(BUSIEST - 1 - at) * sizeof *first);
	first[at] = b;
}

static void put_busy(struct json *j, const struct busy *b)
{
	char from[NET_COORD_TEXT_BYTES], to[NET_COORD_TEXT_BYTES], name[80];
	struct net_sender_counters s;
	struct net_neighbour other;
	uint64_t packets = 0;

	net_sender_count(units.net, b->node, b->link, &s);
	net_neighbour(&job.shape, b->node, b->link, &other);
	for (enum net_counted i = 0; i < NET_SENT_CLASSES; i++)
		packets += net_sent_packets(&s, i);
	snprintf(name, sizeof name, "%s of %s to %s", net_link_name(b->link),
		 net_coord_text(&job.shape, b->node, from),
		 net_coord_text(&job.shape, other.node, to));
	json_line(j);
	json_open(j, NULL, '[');
	json_text(j, NULL, name);
	json_uint(j, NULL, b->node);
	json_text(j, NULL, net_link_name(b->link));
	json_uint(j, NULL, other.node);
	json_uint(j, NULL, b->busy_ps);
	json_uint(j, NULL, packets);
	json_close(j, ']');
}

static void put_busiest(struct json *j)
{
	static const char *const columns[] = { "name", "node", "link", "to", "busy_ps", "packets",
					       NULL };
	struct busy first[BUSIEST] = { 0 };
	struct net_sender_counters s;

	for (uint32_t node = 0; node < job.nodes; node++)
		for (unsigned link = 0; link < NET_LINKS; link++) {
			net_sender_count(units.net, node, link, &s);
			rank_by_busy(first, (struct busy){ s.busy_ps, node, link });
		}
	json_open(j, "busiest", '{');
	page_names(j, "columns", columns);
	json_open(j, "rows", '[');
	for (unsigned i = 0; i < BUSIEST && first[i].busy_ps; i++)
		put_busy(j, &first[i]);
	json_close(j, ']');
	json_close(j, '}');
}

void page_put_links(struct json *j)
{
	static const char *const columns[] = { "node", "link", "busy_ps",
		"dynamic", "deterministic", "priority", "system", "world", "sub",
		"dynamic_chunks", "deterministic_chunks", "priority_chunks", "system_chunks",
		"world_chunks", "sub_chunks",
		"received_user", "received_system", "received_collective",
		"waiting_user_packet_ps", "waiting_other_packet_ps", "most_busy_ps", NULL };

	json_open(j, "links", '{');
	json_open(j, "names", '[');
	for (unsigned l = 0; l < NET_LINKS; l++)
		json_text(j, NULL, net_link_name(l));
	json_close(j, ']');
	put_busiest(j);
	page_names(j, "columns", columns);
	json_open(j, "rows", '[');
	for (uint32_t block = 0; block < page_blocks()->count; block++)
		for (unsigned link = 0; link < NET_LINKS; link++)
			put_link(j, block, link);
	json_close(j, ']');
	json_close(j, '}');
}
