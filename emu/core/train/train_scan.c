/* train_scan.c - a snapshot of the whole machine: its fingerprint, and every
 * packet of a collective in it. */
#include <stdlib.h>
#include <string.h>

#include "net/collective.h"
#include "train_internal.h"
#include "emu/core/engine/engine.h"
#include "emu/core/engine/pause.h"

bool train_room(void *array, uint32_t count, uint32_t *room, size_t bytes)
{
	void *at;

	if (count < *room)
		return true;
	memcpy(&at, array, sizeof at);
	at = realloc(at, (size_t)(2 * count + 64) * bytes);
	if (!at)
		return false;
	memcpy(array, &at, sizeof at);
	*room = 2 * count + 64;
	return true;
}

/* Hashes of things found in no fixed order are added, so that the order does not matter. */
static void add(struct train_scan *s, const struct fingerprint *one)
{
	s->hash += one->hash;
}

/* ---- packets */

static bool of_mu(const struct coll_train_place *p)
{
	return p->stage <= COLL_TRAIN_BUILT || p->stage >= COLL_TRAIN_COUNT;
}

static void place_fingerprint(struct train_scan *s, const struct coll_train_place *p)
{
	struct fingerprint one = { s->now_ps, p->node };

	fingerprint_word(&one, (uint64_t)p->order << 32 | (uint64_t)p->links << 16 |
				   (uint64_t)p->link << 8 | p->stage);
	fingerprint_time(&one, p->time_ps);
	if (p->stage != COLL_TRAIN_FETCH)
		mu_train_packet_fingerprint(p->packet, s->back_bytes, &one);
	else
		for (unsigned i = 0; i < NET_PACKET_HEADER_BYTES; i++)
			fingerprint_word(&one, p->header[i]);
	if (!of_mu(p) && !coll_train_packet_fingerprint(p->packet, &one))
		s->steady = false;
	add(s, &one);
}

static void place_add(struct train *tr, const struct coll_train_place *p)
{
	if (!train_room(&tr->place, tr->places, &tr->places_room, sizeof *tr->place)) {
		tr->scan.steady = false;
		return;
	}
	tr->place[tr->places++] = *p;
	place_fingerprint(&tr->scan, p);
}

static void place_said(void *ctx, const struct coll_train_place *p)
{
	place_add(ctx, p);
}

static void engine_packet(struct train *tr, uint32_t node)
{
	struct mu_train_source s;

	mu_train_source(tr->p.mu, node, &s);
	if (!s.packet)
		return;
	struct coll_train_place p = { .node = node, .packet = s.packet, .header = s.header,
				      .stage = s.fetched ? COLL_TRAIN_BUILT : COLL_TRAIN_FETCH };

	if (event_queued(&s.packet->ev))
		p.time_ps = s.packet->ev.time_ps;
	if (!s.packets) /* its last one, or it has no plain memory */
		tr->scan.steady = false;
	place_add(tr, &p);
}

/* ---- events */

static void other(struct train *tr, const struct event_entry *e)
{
	if (e->time_ps < tr->scan.other_ps)
		tr->scan.other_ps = e->time_ps;
}

static void event_fingerprint(struct train *tr, const struct event_entry *e)
{
	struct fingerprint one = { tr->scan.now_ps, e->place };

	fingerprint_time(&one, e->time_ps);
	fingerprint_word(&one, entry_is_light(e) ? e->seq
					     : (uintptr_t)((const struct event *)e->what)->type);
	add(&tr->scan, &one);
}

static bool light_place(const struct net_train_light *l, struct coll_train_place *p)
{
	static const uint8_t stage[NET_COLL_CHANNELS] = {
		[NET_COLL_WORLD_DOWN] = COLL_TRAIN_DOWN_LINK,
		[NET_COLL_WORLD_UP] = COLL_TRAIN_UP_LINK,
		[NET_COLL_SUB_DOWN] = COLL_TRAIN_DOWN_LINK, [NET_COLL_SUB_UP] = COLL_TRAIN_UP_LINK,
	};

	if (l->kind != NET_TRAIN_HEAD && l->kind != NET_TRAIN_RECEIVED)
		return false;
	p->stage = l->kind == NET_TRAIN_HEAD ? stage[l->channel] : COLL_TRAIN_RECEIVED;
	p->link = l->kind == NET_TRAIN_HEAD ? (uint8_t)l->port : 0;
	p->packet = l->packet;
	p->header = l->packet->header;
	return true;
}

static void light(struct train *tr, const struct event_entry *e)
{
	struct net_train_light l = net_train_light(e);
	struct coll_train_place p = { .node = entry_node(e), .time_ps = e->time_ps };

	if (light_place(&l, &p))
		place_add(tr, &p);
	else if (l.kind == NET_TRAIN_WAKE)
		event_fingerprint(tr, e);
	else
		tr->scan.steady = false;
}

/* An event of a message unit, and the collective packet that it moves: where that is.
 * COLL_TRAIN_STAGES: it is none. */
static enum coll_train_stage stage_of(const struct event *ev)
{
	const struct net_packet *p = (const struct net_packet *)ev;
	enum mu_train_step step = mu_train_event(ev);
	bool sent = step == MU_TRAIN_FETCH || step == MU_TRAIN_BUILT;

	if (step == MU_TRAIN_NONE ||
	    (sent ? p->injfifo != NET_INJ_COLL_USER : p->recfifo != NET_REC_COLL_USER))
		return COLL_TRAIN_STAGES;
	if (sent)
		return step == MU_TRAIN_FETCH ? COLL_TRAIN_FETCH : COLL_TRAIN_BUILT;
	return step == MU_TRAIN_STORE ? COLL_TRAIN_STORE : COLL_TRAIN_COUNT;
}

static void packet_event(struct train *tr, const struct event_entry *e,
			 enum coll_train_stage stage)
{
	struct net_packet *packet = e->what;
	struct coll_train_place p = { .node = entry_node(e), .time_ps = e->time_ps,
				      .packet = packet, .header = packet->header,
				      .stage = (uint8_t)stage };

	if (stage > COLL_TRAIN_BUILT) /* engine_packet() finds the others */
		place_add(tr, &p);
}

bool train_event(void *ctx, const struct event_entry *e)
{
	(void)ctx;
	if (entry_is_light(e))
		return true;
	return coll_train_event(e->what) || stage_of(e->what) != COLL_TRAIN_STAGES;
}

static void entry_seen(void *ctx, const struct event_entry *e)
{
	struct train *tr = ctx;
	enum coll_train_stage stage;

	if (train_event(NULL, e) && e->time_ps > tr->scan.last_ps)
		tr->scan.last_ps = e->time_ps;
	if (entry_is_light(e))
		light(tr, e);
	else if (coll_train_event(e->what))
		event_fingerprint(tr, e);
	else if ((stage = stage_of(e->what)) != COLL_TRAIN_STAGES)
		packet_event(tr, e, stage);
	else
		other(tr, e);
}

/* A thread that runs, or the deadline of one that waits. */
static void thread_seen(void *ctx, const struct event_entry *e)
{
	other(ctx, e);
}

/* ---- all */

static void node_seen(struct train *tr, uint32_t n)
{
	struct fingerprint fp = { tr->scan.now_ps, n };

	if (!net_train_fingerprint(tr->p.net, n, &fp) || !mu_train_fingerprint(tr->p.mu, n, &fp) ||
	    !coll_train_fingerprint(tr->p.coll, n, &fp) ||
	    !engine_node_waits(tr->p.engine, n))
		tr->scan.steady = false;
	add(&tr->scan, &fp);
	engine_packet(tr, n);
	coll_train_packets(tr->p.coll, n, place_said, tr);
}

void train_scan(struct train *tr, ps_t at_ps, uint64_t back_bytes)
{
	tr->scan = (struct train_scan){ .now_ps = at_ps, .last_ps = at_ps,
					.other_ps = engine_hold_ps(tr->p.engine),
					.back_bytes = back_bytes, .steady = true };
	tr->places = 0;
	for (unsigned i = 0; i < tr->p.workers; i++) {
		evq_each(engine_queue(tr->p.engine, i), entry_seen, tr);
		evq_each(engine_threads(tr->p.engine, i), thread_seen, tr);
	}
	for (uint32_t n = 0; n < tr->p.nodes && tr->scan.steady; n++)
		node_seen(tr, n);
}
