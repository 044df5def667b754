/* stream_scan.c - a snapshot of the machine while streams go: its fingerprint, the streams,
 * and their packets. */
#include <stdlib.h>

#include "stream.h"
#include "emu/core/engine/engine.h"
#include "emu/core/engine/pause.h"

/* ---- set-up */

struct streams *streams_create(const struct train_parts *parts)
{
	struct streams *st = calloc(1, sizeof *st);

	if (!st)
		return NULL;
	st->node_seq = engine_sim(parts->engine)->node_seq;
	st->index = calloc((size_t)parts->nodes * NET_INJFIFOS, sizeof *st->index);
	st->node = calloc(parts->nodes, sizeof *st->node);
	if (st->index && st->node)
		return st;
	streams_destroy(st);
	return NULL;
}

void streams_destroy(struct streams *st)
{
	if (!st)
		return;
	free(st->stream);
	free(st->index);
	free(st->next);
	free(st->found);
	free(st->place);
	free(st->access);
	free(st->node);
	free(st);
}

/* ---- packets */

static void found(struct train *tr, struct net_packet *p, bool in_network, bool stored)
{
	struct streams *st = tr->streams;

	if (!train_room(&st->found, st->founds, &st->founds_room, sizeof *st->found)) {
		tr->scan.steady = false;
		return;
	}
	st->found[st->founds++] = (struct stream_place){ p, in_network, stored };
}

/* Adds packet p to the scan; one: fingerprint of where it is. */
static void packet(struct train *tr, struct net_packet *p, struct fingerprint *one, bool in_network)
{
	fingerprint_word(one, (uint64_t)p->src << 8 | p->injfifo);
	mu_train_packet_fingerprint(p, tr->scan.back_bytes, one);
	if (in_network && !net_stream_packet_fingerprint(p, one))
		tr->scan.steady = false;
}

static void packet_waits(void *ctx, uint32_t node, uint64_t place, struct net_packet *p)
{
	struct train *tr = ctx;
	struct fingerprint one = { tr->scan.now_ps, node };

	fingerprint_word(&one, place);
	packet(tr, p, &one, true);
	tr->scan.hash += one.hash;
	found(tr, p, true, false);
}

/* ---- events */

static bool of_streams(const struct event *ev)
{
	const struct net_packet *p = (const struct net_packet *)ev;
	enum mu_train_step step = mu_train_event(ev);

	if (step == MU_TRAIN_FETCH || step == MU_TRAIN_BUILT)
		return p->injfifo < NET_INJ_COLL_USER;
	return step != MU_TRAIN_NONE && p->recfifo < NET_REC_COLL_USER;
}

bool stream_event(void *ctx, const struct event_entry *e)
{
	(void)ctx;
	return entry_is_light(e) || of_streams(e->what);
}

static void light(struct train *tr, const struct event_entry *e, struct fingerprint *one)
{
	struct net_train_light l = net_train_light(e);

	fingerprint_word(one, e->seq);
	if (l.kind == NET_TRAIN_PACKET) {
		packet(tr, l.packet, one, true);
		found(tr, l.packet, true, false);
	} else if (l.kind != NET_TRAIN_WAKE && l.kind != NET_TRAIN_INJECTED) {
		tr->scan.steady = false; /* a collective moves */
	}
}

/* Events of one time come in the order in which they were posted. */
static void posted(struct train *tr, const struct event_entry *e, struct fingerprint *one)
{
	struct net_packet *p = e->what;
	enum mu_train_step step = mu_train_event(e->what);
	uint32_t origin = (uint32_t)e->place - 1;

	fingerprint_word(one, (tr->streams->node_seq[origin] - e->seq) << 8 | step);
	if (step == MU_TRAIN_STORE || step == MU_TRAIN_COUNT) {
		fingerprint_word(one, p->recfifo);
		packet(tr, p, one, false);
		found(tr, p, false, step == MU_TRAIN_COUNT);
	} else {
		fingerprint_word(one, p->injfifo);
	}
}

static void other(struct train *tr, const struct event_entry *e)
{
	if (e->time_ps < tr->scan.other_ps)
		tr->scan.other_ps = e->time_ps;
}

static void entry_seen(void *ctx, const struct event_entry *e)
{
	struct train *tr = ctx;
	struct fingerprint one = { tr->scan.now_ps, entry_node(e) };

	if (!stream_event(NULL, e)) {
		other(tr, e);
		return;
	}
	if (e->time_ps > tr->scan.last_ps)
		tr->scan.last_ps = e->time_ps;
	fingerprint_time(&one, e->time_ps);
	if (entry_is_light(e))
		light(tr, e, &one);
	else
		posted(tr, e, &one);
	tr->scan.hash += one.hash;
}

static void thread_seen(void *ctx, const struct event_entry *e)
{
	other(ctx, e);
}

/* ---- all */

static void stream_add(struct train *tr, uint32_t node, unsigned ime,
		       const struct mu_stream_source *source)
{
	struct streams *st = tr->streams;

	if (!train_room(&st->stream, st->streams, &st->streams_room, sizeof *st->stream)) {
		tr->scan.steady = false;
		return;
	}
	st->stream[st->streams++] = (struct stream){ .from = node, .ime = (uint8_t)ime,
						     .to = source->packet->dst,
						     .source = *source };
	st->index[node * NET_INJFIFOS + ime] = st->streams;
}

static void engines_seen(struct train *tr, uint32_t node)
{
	for (unsigned i = 0; i < NET_INJ_COLL_USER; i++) {
		struct fingerprint one = { tr->scan.now_ps, (uint64_t)node << 8 | i };
		struct mu_stream_source s;

		if (!mu_stream_source(tr->p.mu, node, i, &s))
			tr->scan.steady = false;
		if (!s.packet)
			continue;
		stream_add(tr, node, i, &s);
		if (!s.fetched)
			continue;
		packet(tr, s.packet, &one, false);
		tr->scan.hash += one.hash;
		found(tr, s.packet, false, false);
	}
}

static void node_seen(struct train *tr, uint32_t n)
{
	struct fingerprint fp = { tr->scan.now_ps, n };

	if (!net_stream_fingerprint(tr->p.net, n, &fp) || !mu_stream_fingerprint(tr->p.mu, n, &fp))
		tr->scan.steady = false;
	tr->scan.hash += fp.hash;
	engines_seen(tr, n);
	net_stream_packets(tr->p.net, n, packet_waits, tr);
}

static void forget(struct streams *st)
{
	for (uint32_t i = 0; i < st->streams; i++) {
		const struct stream *s = &st->stream[i];

		st->index[s->from * NET_INJFIFOS + s->ime] = 0;
		st->node[s->to].receives = 0;
	}
	st->streams = st->founds = 0;
}

void stream_scan(struct train *tr, ps_t at_ps, uint64_t back_bytes)
{
	tr->scan = (struct train_scan){ .now_ps = at_ps, .last_ps = at_ps,
					.other_ps = engine_hold_ps(tr->p.engine),
					.back_bytes = back_bytes, .steady = true };
	forget(tr->streams);
	for (uint32_t n = 0; n < tr->p.nodes && tr->scan.steady; n++)
		node_seen(tr, n);
	for (unsigned i = 0; i < tr->p.workers && tr->scan.steady; i++) {
		evq_each(engine_queue(tr->p.engine, i), entry_seen, tr);
		evq_each(engine_threads(tr->p.engine, i), thread_seen, tr);
	}
}
