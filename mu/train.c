/* train.c - fast-forward, the message unit's part; see train.h. */
#include "train.h"

#include "internal.h"

#define PAYLOAD ((uint64_t)NET_PACKET_PAYLOAD_BYTES)
/* Lines of memory traffic for a packet that is read, and one that is stored.  A packet goes
 * on in the block of the L2 where the one before it has ended, and that cannot have been
 * written back meanwhile: 16 ways, and four blocks used at most.  So each brings one new
 * block, for which four lines are written back, and reading it takes four more. */
#define TRAFFIC_LINES 12u

static ps_t traffic_ps(const struct mu *mu)
{
	return TRAFFIC_LINES * (ps_t)mu->m->ddr_ps_per_line;
}

void mu_train_attach(struct mu *mu, mu_train_fn *fn, void *ctx)
{
	mu->train = fn;
	mu->train_ctx = ctx;
}

void mu_train_watch(struct mu *mu, bool on)
{
	mu->train_watch = on;
}

__attribute__((cold)) void mu_train_begins(struct mu *mu, uint32_t node, const struct mu_message *m,
					   ps_t now_ps)
{
	struct mu_train_seen seen = { .node = node, .src = node, .step = MU_TRAIN_MESSAGE,
				      .collective = true, .at_ps = now_ps };

	if (!(m->map >> NET_INJ_COLL_USER & 1)) {
		if (m->packets < MU_STREAM_MIN || net_header_is_get(m->header) ||
		    net_header_packet_type(m->header) != NET_PACKET_PUT)
			return;
		seen.step = MU_TRAIN_STREAM;
		seen.collective = false;
	}
	mu->train(mu->train_ctx, &seen);
}

/* ---- fingerprint */

static uint64_t engine_word(const struct mu_engine *e)
{
	return (uint64_t)(e->packet != NULL) << 1 | e->blocked;
}

static void fifo_fingerprint(const struct mu_injfifo *f, struct fingerprint *fp)
{
	fingerprint_word(fp, f->id);
	fingerprint_word(fp, (uint64_t)f->active << 8 | (uint64_t)f->fetching << 7 |
				  (uint64_t)f->have_next << 6 | (uint64_t)f->sending << 5 |
				  (uint64_t)f->finished << 4 | (uint64_t)f->completing << 3 |
				  (uint64_t)f->direct << 2 | (uint64_t)f->queued << 1 |
				  f->allocated);
	fingerprint_word(fp, f->in_flight);
}

/* No FIFO but f waits for an engine. */
static bool alone(const struct mu_node *n, const struct mu_injfifo *f)
{
	for (int i = 0; i < 2; i++)
		if (n->queue[i].first && (n->queue[i].first != f || f->queue_next))
			return false;
	return true;
}

bool mu_train_fingerprint(struct mu *mu, uint32_t node, struct fingerprint *fp)
{
	const struct mu_node *n = mu->node[node];

	fingerprint_word(fp, n != NULL);
	if (!n)
		return true;
	const struct mu_engine *e = &n->engine[NET_INJ_COLL_USER];

	for (unsigned i = 0; i < NET_INJFIFOS; i++)
		if (i != NET_INJ_COLL_USER && n->engine[i].packet)
			return false;
	if (mu_l2_behind(mu, node) > fp->now_ps + traffic_ps(mu))
		return false; /* of other traffic */
	if (mu->early || !alone(n, e->packet ? e->fifo : NULL))
		return false;
	fingerprint_word(fp, engine_word(e));
	if (e->packet)
		fifo_fingerprint(e->fifo, fp);
	for (unsigned f = 0; f < NET_RECFIFOS; f++)
		fingerprint_time(fp, n->rec_free_ps[f]);
	return true;
}

void mu_train_packet_fingerprint(const struct net_packet *p, uint64_t back_bytes,
				 struct fingerprint *fp)
{
	uint8_t header[NET_PACKET_HEADER_BYTES];

	memcpy(header, p->header, sizeof header);
	header_set_put_offset(header, header_put_offset(header) - back_bytes);
	for (unsigned i = 0; i < sizeof header; i += 8)
		fingerprint_word(fp, get64(header, i));
	fingerprint_word(fp, (uint64_t)p->payload_bytes << 32 | (uint64_t)p->user_bytes << 16 |
				  (uint64_t)p->hops << 8 | p->last);
}

enum mu_train_step mu_train_event(const struct event *ev)
{
	enum mu_train_step step = mu_put_step(ev);

	return step != MU_TRAIN_NONE ? step : mu_packetise_step(ev);
}

/* ---- memory */

void mu_train_source(struct mu *mu, uint32_t node, struct mu_train_source *s)
{
	const struct mu_node *n = mu->node[node];
	const struct mu_engine *e = n ? &n->engine[NET_INJ_COLL_USER] : NULL;

	*s = (struct mu_train_source){ .packet = e ? e->packet : NULL };
	if (!s->packet)
		return;
	const struct mu_injfifo *f = e->fifo;

	s->fetched = e->blocked || mu_packetise_step(&s->packet->ev) == MU_TRAIN_BUILT;
	uint64_t sent_bytes = s->fetched ? f->sent_bytes : e->offset;

	s->packets = f->packets_left + !s->fetched;
	s->pa = f->cur.pa + sent_bytes;
	s->header = f->cur.header;
	s->from = f->cur.from ? f->cur.from + sent_bytes : NULL;
	if (!s->from)
		s->packets = 0;
}

bool mu_train_target(struct mu *mu, uint32_t node, const struct net_packet *p,
		     uint64_t packets, struct mu_train_target *t)
{
	const uint8_t *h = p->header;

	if (!mu->node[node] || net_header_is_get(h) || net_header_packet_type(h) != NET_PACKET_PUT)
		return false;
	uint64_t put_bat = mu_bat_read(mu, node, header_bat_or_injfifo(h));
	uint64_t counter_bat = mu_bat_read(mu, node, header_counter_bat(h));

	if (put_bat == MU_BAT_UNALLOCATED || counter_bat == MU_BAT_UNALLOCATED)
		return false;
	t->pa = (put_bat + header_put_offset(h)) & MU_PA_MASK;
	if (mu_pa_atomic(t->pa) || mu_pa_atomic(t->pa + packets * PAYLOAD))
		return false;
	t->to = mu->ops->memory(mu->ctx, node, t->pa, packets * PAYLOAD, MU_STORES_LATER);
	uint64_t counter_pa = (counter_bat + header_counter_offset(h)) & MU_PA_MASK;

	return t->to &&
	       !mu_counter_at(mu, node, counter_pa, MU_STORES_LATER, &t->counter);
}

void mu_train_stores(struct mu *mu, uint32_t node, const struct mu_train_target *t,
		     uint64_t from, uint64_t packets)
{
	mu_store_begins(mu, node, t->to + from * PAYLOAD, packets * PAYLOAD);
}

void mu_train_counts(struct mu *mu, uint32_t node, const struct mu_train_target *t,
		     uint64_t packets)
{
	mu_store_begins(mu, node, t->counter, sizeof *t->counter);
	mu_counter_take(t->counter, packets * PAYLOAD);
	mu->node[node]->count.counted_bytes += packets * PAYLOAD;
}

bool mu_train_keeps_pace(const struct mu *mu, const struct mu_train_pace *p)
{
	ps_t worst_ps = traffic_ps(mu);

	if (!mu->m->l2_bytes)
		return true;
	return worst_ps <= mu->m->mu_payload_fetch_ps && 2 * worst_ps <= p->period_ps &&
	       (!p->stores || worst_ps <= p->slack_ps);
}

void mu_train_memory(struct mu *mu, uint32_t node, const struct mu_train_pace *p,
		     uint64_t from, uint64_t to)
{
	struct mu_l2_stream stored = { .write = true }, fetched = { .other = &stored };

	if (!mu->m->l2_bytes)
		return;
	stored.other = &fetched;
	for (uint64_t i = from; i < to; i++) {
		ps_t at_ps = p->start_ps + i * p->period_ps;
		uint64_t store_pa = p->store_pa + i * PAYLOAD;
		uint64_t fetch_pa = (p->fetch_pa + i * PAYLOAD) & MU_PA_MASK;

		if (p->stores && p->store_first)
			mu_l2_stream(mu, node, &stored, store_pa, PAYLOAD, at_ps + p->store_ps);
		if (p->fetches)
			mu_l2_stream(mu, node, &fetched, fetch_pa, PAYLOAD, at_ps + p->fetch_ps);
		if (p->stores && !p->store_first)
			mu_l2_stream(mu, node, &stored, store_pa, PAYLOAD, at_ps + p->store_ps);
	}
}

/* ---- later */

void mu_train_forward(struct mu *mu, uint32_t node, uint64_t packets, ps_t delay_ps, ps_t now_ps)
{
	struct mu_node *n = mu->node[node];

	if (!n)
		return;
	struct mu_engine *e = &n->engine[NET_INJ_COLL_USER];

	for (unsigned f = 0; f < NET_RECFIFOS; f++)
		time_later(&n->rec_free_ps[f], now_ps, delay_ps);
	if (!e->packet)
		return;
	n->turn += packets;
	e->turn += packets;
	mu_engine_forward(e, packets);
}

void mu_train_received(struct mu *mu, uint32_t node, uint64_t packets)
{
	mu->node[node]->count.put_packets += packets;
	mu->node[node]->count.put_bytes += packets * PAYLOAD;
}

void mu_train_packet_forward(struct net_packet *p, uint64_t packets)
{
	header_set_put_offset(p->header, header_put_offset(p->header) + packets * PAYLOAD);
}
