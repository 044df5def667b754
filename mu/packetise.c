/*
 * packetise.c - injection messaging engines (iMEs), DMA engines that cut messages into
 * packets: one for each network injection FIFO, each building one packet at a time
 * (SC11 paper, III.C).
 *
 * A message goes to the engine that its map allows and that has been idle the
 * longest.  Memory FIFOs that find none wait in a queue (engine_queue.c), in which an
 * engine that gets idle looks first.  So no FIFO ever waits for an idle engine.
 *
 * A point-to-point engine with more to do asks for the next payload when one has come,
 * while it writes that packet to the network's FIFO or waits for room there.  What it has
 * asked for early is begun here only when that packet is gone, with the time at which it was
 * asked for.  Those of collectives do one after the other: their logic takes a packet in
 * much more time than both take.
 */
#include <errno.h>

#include "internal.h"

static const struct event_type payload_fetch, packet_build, packet_build_more;

/* ---- one packet */

static int engine_idle(const struct mu_node *n, uint32_t map)
{
	int best = -1;

	for (int i = 0; i < NET_INJFIFOS; i++)
		if ((map >> i & 1) && !n->engine[i].packet &&
		    (best < 0 || n->engine[i].turn < n->engine[best].turn))
			best = i;
	return best;
}

/* When a payload that engine i asks for is asked of memory. */
static ps_t request_passed(const struct mu *mu, unsigned i, ps_t request_ps)
{
	return request_ps + (i < NET_INJ_COLL_USER ? mu->m->mu_arbitration_ps : 0);
}

/* When a payload that memory is asked for at from_ps is in the engine. */
static ps_t payload_time(struct mu *mu, uint32_t node, uint64_t pa, unsigned bytes, ps_t from_ps)
{
	ps_t memory_ps = mu_l2_access(mu, node, pa & MU_PA_MASK, bytes, false, from_ps);

	return ps_max(from_ps + mu->m->mu_payload_fetch_ps, memory_ps);
}

/* p, whose payload is asked for at from_ps, and will be here at here_ps; for trains. */
static __attribute__((noinline, cold)) void fetch_seen(struct mu *mu, const struct net_packet *p,
						       ps_t from_ps, ps_t here_ps, ps_t now_ps)
{
	ps_t due_ps = ps_max(now_ps, from_ps + mu->m->mu_payload_fetch_ps);

	mu->train(mu->train_ctx, &(struct mu_train_seen){
		.node = p->src, .src = p->src, .step = MU_TRAIN_FETCH, .injfifo = p->injfifo,
		.collective = p->injfifo >= NET_INJ_COLL_USER, .late = here_ps > due_ps,
		.at_ps = now_ps, .from_ps = from_ps, .due_ps = due_ps });
}

/* The payload has been asked for at request_ps, now or before. */
static void packet_start(struct mu *mu, struct mu_injfifo *f, unsigned i, ps_t request_ps,
			 ps_t now_ps)
{
	struct mu_node *n = f->node;
	struct mu_engine *e = &n->engine[i];
	struct net_packet *p = mu_packet_alloc(mu, n->number, f->cur.dst);
	uint64_t left = f->cur.length - f->sent_bytes;
	unsigned bytes = left < NET_PACKET_PAYLOAD_BYTES ? (unsigned)left
							  : NET_PACKET_PAYLOAD_BYTES;

	if (!p) {
		mu_report(mu, &(struct mu_ras){ n->number, "injection FIFO", f->id,
						"Message_Length", f->cur.length,
						"no host memory for its packets; message cut off",
						now_ps });
		f->packets_left = 0; /* the caller sees whether that was all */
		return;
	}
	p->user_bytes = (uint16_t)bytes;
	p->payload_bytes =
		(uint16_t)((bytes + NET_CHUNK_BYTES - 1) / NET_CHUNK_BYTES * NET_CHUNK_BYTES);
	p->injfifo = (uint8_t)i;
	*e = (struct mu_engine){ .packet = p, .fifo = f, .offset = f->sent_bytes,
				 .turn = ++n->turn, .fetched_ps = e->fetched_ps };
	f->sent_bytes += bytes;
	f->packets_left--;
	f->in_flight++;
	p->last = f->packets_left ? 0 : MU_PACKET_LAST;
	ps_t from_ps = request_passed(mu, i, request_ps);
	ps_t here_ps = payload_time(mu, n->number, f->cur.pa + e->offset, bytes, from_ps);

	if (i >= NET_INJ_COLL_USER && f->packets_left)
		mu_l2_prefetch(mu, n->number, f->cur.pa + e->offset + bytes, bytes);
	if (__builtin_expect(mu->train_watch, 0))
		fetch_seen(mu, p, from_ps, here_ps, now_ps);
	mu_post(mu, &p->ev, n->number, &payload_fetch, ps_max(now_ps, here_ps));
}

void mu_engines_start(struct mu *mu, struct mu_injfifo *f, ps_t now_ps)
{
	struct mu_node *n = f->node;
	int e;

	f->ready_ps = now_ps;
	if (mu->train && f->cur.packets >= MU_TRAIN_MIN)
		mu_train_begins(mu, n->number, &f->cur, now_ps);
	while (f->packets_left && (e = engine_idle(n, f->cur.map)) >= 0)
		packet_start(mu, f, (unsigned)e, now_ps, now_ps);
	if (f->packets_left)
		mu_queue_add(n, f);
	else if (!f->in_flight)
		mu_message_sent(mu, f, now_ps);
}

/* When engine i has asked for f's next packet, if it goes on with that now. */
static ps_t request_time(const struct mu_engine *e, unsigned i, const struct mu_injfifo *f,
			 ps_t now_ps)
{
	return i < NET_INJ_COLL_USER ? ps_max(e->fetched_ps, f->ready_ps) : now_ps;
}

/* Engine i has handed its packet over and is idle. */
static void engine_release(struct mu *mu, struct mu_node *n, unsigned i, ps_t now_ps)
{
	struct mu_engine *e = &n->engine[i];
	struct mu_injfifo *done = e->fifo, *f;

	e->packet = NULL;
	done->in_flight--;
	while (!e->packet &&
	       ((f = mu_queue_take(&n->queue[1], i)) || (f = mu_queue_take(&n->queue[0], i)))) {
		packet_start(mu, f, i, request_time(e, i, f, now_ps), now_ps);
		if (f->packets_left)
			mu_queue_add(n, f);
		else if (!f->in_flight && f != done)
			mu_message_sent(mu, f, now_ps);
	}
	if (!done->packets_left && !done->in_flight)
		mu_message_sent(mu, done, now_ps);
}

/* ---- building */

void mu_header_fill(const struct mu_message *m, uint64_t offset, unsigned chunks,
		    unsigned user_bytes, uint8_t *h)
{
	memcpy(h, m->header, NET_PACKET_HEADER_BYTES);
	net_header_set_chunks(h, chunks);
	if (offset && !net_header_is_get(h))
		header_set_put_offset(h, header_put_offset(h) + offset);
	if (net_header_packet_type(h) == NET_PACKET_PUT)
		header_set_valid_bytes(h, (uint16_t)user_bytes);
}

/* NULL, or why the payload could not be read. */
static const char *payload_fill(struct mu *mu, uint32_t node, const struct mu_message *m,
				const struct mu_engine *e, struct net_packet *p)
{
	uint8_t *to = p->wire + NET_PACKET_HEADER_BYTES;

	if (mu_pa_atomic(m->pa)) {
		uint64_t value = 0;
		const char *why = mu_atomic_load(mu, node, m->pa, &value);

		memcpy(to, &value, sizeof value);
		memset(to + sizeof value, 0, NET_CHUNK_BYTES - sizeof value);
		return why;
	}
	if (p->user_bytes) {
		const uint8_t *from = mu->ops->memory(mu->ctx, node, m->pa + e->offset,
						      p->user_bytes, 0);

		if (!from)
			return "payload outside the memory of the node";
		memcpy(to, from, p->user_bytes);
	}
	memset(to + p->user_bytes, 0, p->payload_bytes - (size_t)p->user_bytes);
	return NULL;
}

/* Engine i goes on with the same message, and has not asked for that payload yet. */
static bool fetches_next(const struct mu_engine *e, unsigned i)
{
	return i >= NET_INJ_COLL_USER && e->fifo->packets_left && e->fifo->cur.map == 1u << i;
}

static void engine_block(struct mu *mu, struct mu_node *n, unsigned i, ps_t now_ps)
{
	struct mu_engine *e = &n->engine[i];

	e->blocked = true;
	e->last = !fetches_next(e, i);
	if (mu->ops->blocked)
		mu->ops->blocked(mu->ctx, n->number, e->last,
				 net_inject_ready_ps(mu->net, n->number, i, now_ps));
}

static void engine_unblock(struct mu *mu, struct mu_node *n, struct mu_engine *e)
{
	e->blocked = false;
	if (mu->ops->unblocked)
		mu->ops->unblocked(mu->ctx, n->number, e->last);
}

/* A packet that finds no place when it is built waits for one without that. */
static void packet_write(struct mu *mu, struct mu_node *n, unsigned i, ps_t now_ps)
{
	struct mu_engine *e = &n->engine[i];
	ps_t built_ps = now_ps + mu->m->mu_inject_ps;

	if (net_inject_waits(mu->net, n->number, i, now_ps, built_ps))
		engine_block(mu, n, i, built_ps);
	else
		mu_post(mu, &e->packet->ev, n->number,
			fetches_next(e, i) ? &packet_build_more : &packet_build, built_ps);
}

static void payload_fetched(struct event *ev)
{
	struct mu *mu = ev->ctx;
	struct net_packet *p = (struct net_packet *)ev;
	unsigned i = p->injfifo;
	struct mu_engine *e = &mu->node[ev->node]->engine[i];
	struct mu_injfifo *f = e->fifo;
	uint32_t node = ev->node;
	ps_t now_ps = ev->time_ps;
	const char *why;

	e->fetched_ps = now_ps;
	mu_header_fill(&f->cur, e->offset, p->payload_bytes / NET_CHUNK_BYTES, p->user_bytes,
		       p->header);
	why = payload_fill(mu, node, &f->cur, e, p);
	if (why) {
		mu_drop(mu, p, &(struct mu_ras){ node, "injection FIFO", f->id, "Pa_Payload",
						 f->cur.pa, why, now_ps });
		engine_release(mu, f->node, i, now_ps);
		return;
	}
	packet_write(mu, f->node, i, now_ps);
}

static void packet_offer(struct mu *mu, struct mu_node *n, struct net_packet *p, ps_t now_ps)
{
	unsigned i = p->injfifo; /* p may be gone after the next line */
	int rc = net_inject(mu->net, p, i, now_ps);

	if (rc == -EAGAIN) {
		engine_block(mu, n, i, now_ps);
		return;
	}
	if (rc != 0)
		mu_packet_free(mu, n->number, p);
	engine_release(mu, n, i, now_ps);
}

static void packet_built(struct event *ev)
{
	struct mu *mu = ev->ctx;

	packet_offer(mu, mu->node[ev->node], (struct net_packet *)ev, ev->time_ps);
}

enum mu_train_step mu_packetise_step(const struct event *ev)
{
	return ev->type == &payload_fetch ? MU_TRAIN_FETCH :
	       ev->type->run == packet_built ? MU_TRAIN_BUILT : MU_TRAIN_NONE;
}

void mu_inject_ready(void *ctx, uint32_t node, unsigned injfifo, ps_t now_ps)
{
	struct mu *mu = ctx;
	struct mu_node *n = mu->node[node];
	struct mu_engine *e = n ? &n->engine[injfifo] : NULL;

	if (!e || !e->packet || !e->blocked)
		return;
	engine_unblock(mu, n, e);
	packet_offer(mu, n, e->packet, now_ps);
}

/* ---- prefetch hooks: an engine's packet and FIFO */

void mu_inject_prefetch(void *ctx, uint32_t node, unsigned injfifo)
{
	const struct mu *mu = ctx;
	const struct mu_node *n = mu->node[node];

	if (!n)
		return;
	const struct mu_engine *e = &n->engine[injfifo];
	const struct mu_injfifo *f = n->queue[1].first ? n->queue[1].first : n->queue[0].first;

	if (e->packet)
		sim_prefetch(e->packet, EVENT_LINES_BYTES);
	if (e->fifo)
		sim_prefetch(&e->fifo->cur, MU_INJFIFO_HOT_BYTES);
	if (f)
		sim_prefetch(&f->cur, MU_INJFIFO_HOT_BYTES);
	if (n->l2)
		__builtin_prefetch(n->l2);
}

/* The engine asks for the next packet of its FIFO then. */
void mu_inject_prefetch_memory(void *ctx, uint32_t node, unsigned injfifo)
{
	const struct mu *mu = ctx;
	const struct mu_node *n = mu->node[node];
	const struct mu_injfifo *f = n ? n->engine[injfifo].fifo : NULL;

	if (f && f->packets_left)
		mu_l2_prefetch(mu, node, f->cur.pa + f->sent_bytes, NET_PACKET_PAYLOAD_BYTES);
}

static void built_prefetch(const struct event *ev)
{
	mu_inject_prefetch(ev->ctx, ev->node, ((const struct net_packet *)ev)->injfifo);
}

static void payload_prefetch(const struct event *ev)
{
	const struct mu *mu = ev->ctx;
	const struct net_packet *p = (const struct net_packet *)ev;
	const struct mu_engine *e = &mu->node[ev->node]->engine[p->injfifo];

	sim_prefetch(&e->fifo->cur, MU_INJFIFO_HOT_BYTES);
}

static void payload_prefetch_memory(const struct event *ev)
{
	const struct mu *mu = ev->ctx;
	const struct net_packet *p = (const struct net_packet *)ev;
	const struct mu_engine *e = &mu->node[ev->node]->engine[p->injfifo];

	if (e->fifo->cur.from)
		sim_prefetch(e->fifo->cur.from + e->offset, p->user_bytes);
}

static const struct event_type payload_fetch = { .run = payload_fetched,
						 .prefetch = payload_prefetch,
						 .prefetch_memory = payload_prefetch_memory };
static const struct event_type packet_build = { .run = packet_built,
						.prefetch = built_prefetch };
static const struct event_type packet_build_more = { .run = packet_built,
						     .prefetch = built_prefetch,
						     .before_fetch = true };
