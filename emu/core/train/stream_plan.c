/* stream_plan.c - how long a train of streams may be, and what each of them does in a period. */
#include <stdlib.h>
#include <string.h>

#include "stream.h"

/* ---- packets under way */

static struct stream *stream_of(struct streams *st, uint32_t node, unsigned ime)
{
	uint32_t i = st->index[node * NET_INJFIFOS + ime];

	return i ? &st->stream[i - 1] : NULL;
}

static bool array_room(void *array, uint32_t count, uint32_t *room, size_t bytes)
{
	void *at;

	if (count <= *room)
		return true;
	memcpy(&at, array, sizeof at);
	free(at);
	at = malloc((size_t)count * bytes);
	memcpy(array, &at, sizeof at);
	*room = at ? count : 0;
	return at != NULL;
}

static bool places_count(struct streams *st)
{
	uint32_t sum = 0;

	for (uint32_t i = 0; i < st->founds; i++) {
		const struct net_packet *p = st->found[i].packet;
		struct stream *s = stream_of(st, p->src, p->injfifo);

		if (!s || p->dst != s->to)
			return false;
		s->places++;
	}
	for (uint32_t i = 0; i < st->streams; i++) {
		st->stream[i].first = sum;
		sum += st->stream[i].places;
	}
	return true;
}

/* All numbers from some one on up to the last one that has been fetched are there once each,
 * those that are stored first. */
static bool places_lay(struct streams *st)
{
	if (!array_room(&st->place, st->founds, &st->places_room, sizeof *st->place) ||
	    !places_count(st))
		return false;
	memset(st->place, 0, st->founds * sizeof *st->place);
	for (uint32_t i = 0; i < st->founds; i++) {
		const struct stream_place *f = &st->found[i];
		struct stream *s = stream_of(st, f->packet->src, f->packet->injfifo);
		int64_t number = mu_stream_number(&s->source, f->packet);
		uint64_t order = (uint64_t)number + s->places - s->source.next;

		if (number < 0 || order >= s->places || st->place[s->first + order].packet)
			return false;
		st->place[s->first + order] = *f;
	}
	for (uint32_t i = 0; i < st->streams; i++) {
		struct stream *s = &st->stream[i];
		uint32_t stored = 0;

		for (uint32_t k = 0; k < s->places; k++) {
			bool is = st->place[s->first + k].stored;

			if (is && stored != k)
				return false;
			stored += is;
		}
		s->store = s->source.next - s->places + stored;
	}
	return true;
}

/* ---- steps seen between the fingerprints */

static ps_t after_ps(const struct train *tr, ps_t at_ps)
{
	return at_ps - (tr->scan.now_ps - tr->period_ps);
}

static bool step_take(struct train *tr, const struct mu_train_seen *seen)
{
	struct streams *st = tr->streams;
	struct stream *s = stream_of(st, seen->src, seen->injfifo);

	if (!s || seen->collective)
		return false;
	switch ((enum mu_train_step)seen->step) {
	case MU_TRAIN_FETCH:
		s->fetches++;
		st->node[s->from].accesses++;
		return !seen->late;
	case MU_TRAIN_ACCEPT:
		s->accepts++;
		s->recfifo = seen->recfifo;
		s->accept_ps = after_ps(tr, seen->at_ps);
		return seen->node == s->to && !seen->late;
	case MU_TRAIN_STORE:
		s->stores++;
		st->node[s->to].accesses++;
		return seen->node == s->to;
	default:
		s->counts++;
		return seen->node == s->to;
	}
}

static bool steps_take(struct train *tr)
{
	struct streams *st = tr->streams;

	for (uint32_t n = 0; n < tr->p.nodes; n++)
		st->node[n].accesses = 0;
	for (unsigned i = 0; i < tr->p.workers; i++) {
		const struct train_worker *w = &tr->worker[i];

		if (w->failed)
			return false;
		for (uint32_t k = 0; k < w->seens; k++)
			if (!step_take(tr, &w->seen[k]))
				return false;
	}
	for (uint32_t i = 0; i < st->streams; i++) {
		const struct stream *s = &st->stream[i];

		if (s->fetches != 1 || s->accepts != 1 || s->stores != 1 || s->counts != 1)
			return false;
	}
	return true;
}

/* Each node's accesses, in the order in which they were made.  An engine that stores has to
 * be free again when it accepts the next packet. */
static bool accesses_lay(struct train *tr)
{
	struct streams *st = tr->streams;
	uint32_t sum = 0;

	for (uint32_t n = 0; n < tr->p.nodes; n++) {
		st->node[n].first = sum;
		sum += st->node[n].accesses;
		st->node[n].accesses = 0;
	}
	st->accesses = sum;
	if (!array_room(&st->access, sum, &st->access_room, sizeof *st->access))
		return false;
	for (unsigned i = 0; i < tr->p.workers; i++)
		for (uint32_t k = 0; k < tr->worker[i].seens; k++) {
			const struct mu_train_seen *seen = &tr->worker[i].seen[k];
			bool write = seen->step == MU_TRAIN_STORE;
			struct stream_node *n = &st->node[seen->node];
			const struct stream *s = stream_of(st, seen->src, seen->injfifo);
			ps_t at_ps = after_ps(tr, write ? seen->at_ps : seen->from_ps);
			ps_t due_ps = after_ps(tr, seen->due_ps);

			if (!write && seen->step != MU_TRAIN_FETCH)
				continue;
			if (write)
				due_ps = s->accept_ps + (s->accept_ps < at_ps ? tr->period_ps : 0);
			st->access[n->first + n->accesses++] = (struct stream_access){
				.stream = (uint32_t)(s - st->stream), .write = write,
				.pa = write ? s->target.pa
					    : s->source.pa + s->source.start * PAYLOAD,
				.at_ps = at_ps, .due_ps = due_ps };
		}
	return true;
}

/* ---- memory */

static bool apart(const uint8_t *a, uint64_t a_bytes, const volatile void *b, uint64_t b_bytes)
{
	uintptr_t from = (uintptr_t)b;

	return (uintptr_t)a + a_bytes <= from || from + b_bytes <= (uintptr_t)a;
}

static bool stream_find_memory(struct train *tr, struct stream *s)
{
	struct net_packet next;

	memcpy(next.header, s->source.header, sizeof next.header);
	mu_train_packet_forward(&next, s->store);
	s->payload = mu_stream_payload(tr->p.mu, s->from, s->source.pa + s->source.next * PAYLOAD,
				       tr->periods);
	return s->payload && mu_train_target(tr->p.mu, s->to, &next, tr->periods, &s->target);
}

/* Whether no other stream of its node reads or writes what s stores. */
static bool target_is_its_own(const struct train *tr, const struct stream *s)
{
	const struct streams *st = tr->streams;
	uint64_t bytes = tr->periods * PAYLOAD;

	for (unsigned i = 0; i < NET_INJ_COLL_USER; i++) {
		uint32_t other = st->index[s->to * NET_INJFIFOS + i];
		const uint8_t *payload = other ? st->stream[other - 1].payload : NULL;

		if (payload && (!apart(s->target.to, bytes, payload, bytes) ||
				!apart(payload, bytes, s->target.counter, 8)))
			return false;
	}
	for (const struct stream *o = stream_first(st, s->to); o; o = stream_next(st, o))
		if (!apart(s->target.to, bytes, o->target.counter, 8) ||
		    (o != s && !apart(s->target.to, bytes, o->target.to, bytes)))
			return false;
	return true;
}

static bool memory_is_plain(struct train *tr)
{
	struct streams *st = tr->streams;

	if (!array_room(&st->next, st->streams, &st->next_room, sizeof *st->next))
		return false;
	for (uint32_t i = 0; i < st->streams; i++) {
		struct stream *s = &st->stream[i];

		if (!stream_find_memory(tr, s))
			return false;
		st->next[i] = st->node[s->to].receives;
		st->node[s->to].receives = i + 1;
	}
	for (uint32_t i = 0; i < st->streams; i++)
		if (!target_is_its_own(tr, &st->stream[i]))
			return false;
	return true;
}

/* ---- all */

/* Delayed events come before all others; and the last packet of a message is simulated. */
static uint64_t periods_most(const struct train *tr)
{
	const struct streams *st = tr->streams;
	uint64_t under_way = (tr->scan.last_ps - tr->scan.now_ps) / tr->period_ps + 1;
	uint64_t most = UINT32_MAX;

	if (tr->scan.other_ps != PS_NEVER)
		most = (tr->scan.other_ps - tr->scan.now_ps) / tr->period_ps;
	most = most > under_way ? most - under_way : 0;
	for (uint32_t i = 0; i < st->streams; i++) {
		uint64_t left = st->stream[i].source.left;

		if (left <= most)
			most = left ? left - 1 : 0;
	}
	return most;
}

static bool nothing_chosen(struct train *tr)
{
	for (uint32_t n = 0; n < tr->p.nodes; n++)
		if (!net_stream_random_end(tr->p.net, n, &tr->streams->node[n].random))
			return false;
	return true;
}

bool stream_plan(struct train *tr)
{
	for (unsigned i = 0; i < tr->p.workers; i++)
		tr->worker[i].waiters = 0;
	tr->start_ps = tr->scan.now_ps;
	tr->periods = periods_most(tr);
	return tr->streams->streams && tr->periods >= STREAM_PERIODS_MIN && nothing_chosen(tr) &&
	       places_lay(tr->streams) && steps_take(tr) && memory_is_plain(tr) &&
	       accesses_lay(tr);
}
