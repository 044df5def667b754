/*
 * stream_run.c - carries out a train of streams, by all workers: each the memory of its nodes,
 * some periods at a time, and then the state of its nodes at the train's end.  The L2's tags
 * come first: if memory would be late in some of these periods, they are taken back, and the
 * train is at its end.
 */
#include <string.h>

#include "stream.h"
#include "emu/core/wait/wait.h"
#include "emu/core/engine/engine.h"
#include "emu/core/engine/pause.h"

/* A range of periods: [from, to). */
struct periods {
	uint64_t from, to;
};

static bool is_own(const struct train *tr, unsigned worker, uint32_t node)
{
	return engine_worker_of(tr->p.engine, node) == worker;
}

/* ---- how long */

static void waits(struct train *tr, unsigned worker)
{
	struct train_worker *w = &tr->worker[worker];

	for (uint32_t n = 0; n < tr->p.nodes; n++)
		if (tr->streams->node[n].receives && is_own(tr, worker, n)) {
			int64_t period = stream_waits(tr, w, n);

			w->least = period < w->least ? period : w->least;
		}
}

/* ---- the L2's tags */

/* False: memory would be late. */
static bool node_accesses(struct train *tr, uint32_t node, struct periods some)
{
	const struct stream_node *n = &tr->streams->node[node];
	struct mu_l2_journal *j = train_worker_of(tr, node)->journal;
	struct stream_access *first = &tr->streams->access[n->first], *end = first + n->accesses;

	for (uint64_t period = some.from; period < some.to; period++) {
		ps_t start_ps = tr->start_ps + period * tr->period_ps;

		for (struct stream_access *a = first; a < end; a++) {
			struct mu_l2_noted one = { a->pa + period * PAYLOAD, a->write,
						   start_ps + a->at_ps };

			a->done_ps = mu_l2_access_noted(tr->p.mu, node, &one, j);
			if (a->done_ps > start_ps + a->due_ps)
				return false;
		}
	}
	return true;
}

static void accesses(struct train *tr, unsigned worker, struct periods some)
{
	struct train_worker *w = &tr->worker[worker];

	mu_l2_journal_clear(w->journal);
	for (uint32_t n = 0; n < tr->p.nodes; n++)
		if (is_own(tr, worker, n) && !node_accesses(tr, n, some)) {
			w->least = (int64_t)some.from;
			return;
		}
}

/* ---- memory */

/* Payload of a number from the one that is stored next on; NULL: it is in memory. */
static const struct net_packet *under_way(const struct train *tr, const struct stream *s,
					  uint64_t number)
{
	uint64_t order = number + s->places - s->source.next;

	return order < s->places ? tr->streams->place[s->first + order].packet : NULL;
}

static const uint8_t *payload_of(const struct train *tr, const struct stream *s, uint64_t number)
{
	const struct net_packet *p = under_way(tr, s, number);

	return p ? p->wire + NET_PACKET_HEADER_BYTES
		 : s->payload + (number - s->source.next) * PAYLOAD;
}

/* Stores the packets of some periods, with one copy for those that are contiguous in memory. */
static void store(const struct train *tr, struct stream *s, struct periods some)
{
	uint64_t period = some.from;

	mu_train_stores(tr->p.mu, s->to, &s->target, period, some.to - period);
	for (; period < some.to && s->store + period < s->source.next; period++)
		memcpy(s->target.to + period * PAYLOAD, payload_of(tr, s, s->store + period),
		       PAYLOAD);
	if (period < some.to)
		memcpy(s->target.to + period * PAYLOAD, payload_of(tr, s, s->store + period),
		       (some.to - period) * PAYLOAD);
}

static void stores(struct train *tr, unsigned worker, struct periods some)
{
	for (uint32_t i = 0; i < tr->streams->accesses; i++) {
		const struct stream_access *a = &tr->streams->access[i];
		struct stream *s = &tr->streams->stream[a->stream];

		if (a->write && is_own(tr, worker, s->to))
			s->free_ps = a->done_ps;
	}
	for (uint32_t i = 0; i < tr->streams->streams; i++)
		if (is_own(tr, worker, tr->streams->stream[i].to))
			store(tr, &tr->streams->stream[i], some);
}

/* ---- the end */

/* Each packet under way takes the number that is higher by all periods; those behind it still
 * have their payloads. */
static void packets_forward(struct train *tr, struct stream *s)
{
	ps_t delay_ps = tr->periods * tr->period_ps;

	for (uint32_t i = 0; i < s->places; i++) {
		struct stream_place *p = &tr->streams->place[s->first + i];
		uint64_t number = s->source.next - s->places + i + tr->periods;

		mu_train_packet_forward(p->packet, tr->periods);
		memcpy(p->packet->wire + NET_PACKET_HEADER_BYTES, payload_of(tr, s, number),
		       PAYLOAD);
		if (p->in_network)
			net_stream_packet_forward(p->packet, delay_ps);
	}
}

static void received(struct train *tr, struct stream *s)
{
	packets_forward(tr, s);
	mu_train_counts(tr->p.mu, s->to, &s->target, tr->periods);
	node_forward(s->to, 2 * tr->periods);
	mu_train_received(tr->p.mu, s->to, tr->periods);
	mu_stream_received(tr->p.mu, s->to, s->recfifo, s->free_ps);
}

static void forward(struct train *tr, unsigned worker)
{
	uint64_t periods = tr->periods;
	ps_t delay_ps = periods * tr->period_ps, now_ps = tr->start_ps;

	for (uint32_t n = 0; n < tr->p.nodes; n++) {
		struct stream_node *at = &tr->streams->node[n];

		if (!is_own(tr, worker, n))
			continue;
		mu_stream_forward(tr->p.mu, n, periods, delay_ps, now_ps);
		net_train_forward(tr->p.net, n, &at->counts, periods, delay_ps, now_ps);
		net_stream_random_forward(tr->p.net, n, &at->random, periods);
		node_delayed(n);
		for (struct stream *s = stream_first(tr->streams, n); s;
		     s = stream_next(tr->streams, s))
			received(tr, s);
	}
	evq_delay(engine_queue(tr->p.engine, worker), delay_ps, now_ps + delay_ps, stream_event,
		  NULL);
	for (uint32_t k = 0; k < tr->worker[worker].waiters; k++)
		wait_renew(tr->worker[worker].waiter[k].thread);
}

static void nothing(void *arg)
{
	(void)arg;
}

void stream_run(struct train *tr, unsigned worker)
{
	struct train_worker *w = &tr->worker[worker];
	struct periods some = { 0, 0 };

	w->least = INT64_MAX;
	waits(tr, worker);
	engine_meet(tr->p.engine, train_least, tr);
	for (; some.from < tr->periods; some.from = some.to) {
		some.to = some.from + CHUNK < tr->periods ? some.from + CHUNK : tr->periods;
		accesses(tr, worker, some);
		engine_meet(tr->p.engine, train_least, tr);
		if (tr->periods == some.from) {
			mu_l2_journal_undo(w->journal);
			break;
		}
		stores(tr, worker, some);
	}
	engine_meet(tr->p.engine, nothing, NULL);
	if (tr->periods)
		forward(tr, worker);
}
