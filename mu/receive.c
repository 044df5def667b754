/*
 * receive.c - packets from the network: which engine reads them out and when, memory FIFOs
 * and remote gets (RDMA reads; SC11 paper, III.D).  Direct puts are in put.c.
 *
 * A DMA engine (rME) for each network reception FIFO reads one packet at a time.
 * Bytes appear in memory when they have been written, and a tail after that.
 * Back pressure: nothing is dropped for want of room, the packet stays in the network.
 */
#include <errno.h>

#include "internal.h"

void mu_drop(struct mu *mu, struct net_packet *p, const struct mu_ras *r)
{
	mu_report(mu, r);
	mu_packet_free(mu, r->node, p);
}

/* When p, which its rME takes now, has been written to memory. */
static ps_t store_time(struct mu *mu, uint32_t node, const struct net_packet *p,
		       ps_t now_ps)
{
	ps_t *free_ps = &mu->node[node]->rec_free_ps[p->recfifo];
	ps_t start_ps = now_ps > *free_ps ? now_ps : *free_ps;
	ps_t words = (NET_PACKET_HEADER_BYTES + p->payload_bytes) / 4u;

	*free_ps = start_ps + words * mu->m->mu_rec_ps_per_4_bytes;
	return *free_ps + (p->recfifo < NET_REC_COLL_USER ? mu->m->mu_arbitration_ps : 0) +
	       mu->m->mu_receive_ps + mu->m->mu_store_ps;
}

void mu_stored(struct mu *mu, uint32_t node, const struct net_packet *p, uint64_t pa,
	       uint64_t bytes, ps_t now_ps)
{
	ps_t *free_ps = &mu->node[node]->rec_free_ps[p->recfifo];
	ps_t memory_ps = mu_l2_access(mu, node, pa, bytes, true, now_ps);

	if (*free_ps < memory_ps)
		*free_ps = memory_ps;
}

/* ---- memory FIFO */

static void fifo_publish(struct event *ev)
{
	struct mu *mu = ev->ctx;
	struct net_packet *p = (struct net_packet *)ev;
	struct mu_recfifo *f = mu_recfifo_any(mu, ev->node, header_recfifo(p->header));
	uint32_t node = ev->node;
	ps_t now_ps = ev->time_ps;

	if (!mu_ring_publish(mu, node, &f->ring, p) || !f->allocated)
		return;
	mu_recfifo_mirror(f);
	mu->ops->delivered(mu->ctx, node, f->regs, REG_STRIDE, now_ps);
}

static const struct event_type fifo_tail = { .run = fifo_publish };

static void fifo_store(struct event *ev)
{
	struct mu *mu = ev->ctx;
	struct net_packet *p = (struct net_packet *)ev;
	struct mu_recfifo *f = mu_recfifo_any(mu, ev->node, header_recfifo(p->header));

	if (f->allocated) {
		mu_ring_write(mu, ev->node, &f->ring, p, p->wire,
			      NET_PACKET_HEADER_BYTES + (uint64_t)p->payload_bytes);
		if (mu->ops->stored)
			mu->ops->stored(mu->ctx, ev->node, ev->time_ps);
	}
	mu_post(mu, &p->ev, ev->node, &fifo_tail, ev->time_ps + mu->m->mu_fifo_tail_ps);
}

static const struct event_type fifo_packet = { .run = fifo_store };

static int to_agent(struct mu *mu, uint32_t node, struct net_packet *p, ps_t now_ps)
{
	const char *why = mu_agent_refuses(mu, node, p, now_ps);

	if (why) {
		mu_drop(mu, p, &(struct mu_ras){ node, "communication agent", MU_AGENT_RECFIFO,
						 "Payload", p->user_bytes, why, now_ps });
		return 0;
	}
	if (!mu_agent_room(mu, node, p))
		return -EAGAIN;
	mu->node[node]->count.fifo_packets++;
	mu_agent_take(mu, node, p, store_time(mu, node, p, now_ps));
	return 0;
}

static int deliver_fifo(struct mu *mu, uint32_t node, struct net_packet *p, ps_t now_ps)
{
	uint32_t id = header_recfifo(p->header);
	struct mu_recfifo *f = mu_recfifo_find(mu, node, id);

	if (!f && id == MU_AGENT_RECFIFO)
		return to_agent(mu, node, p, now_ps);
	if (!f || !f->ring.bytes || !f->enabled) {
		const char *why = !f ? "not allocated" :
				  !f->ring.bytes ? "not initialised" : "not enabled";

		mu_drop(mu, p, &(struct mu_ras){ node, "reception FIFO", id, "Rec_FIFO_Id", id, why,
						 now_ps });
		return 0;
	}
	uint64_t bytes = NET_PACKET_HEADER_BYTES + (uint64_t)p->payload_bytes;
	uint64_t offset = f->ring.shadow_tail;

	if (!mu_ring_reserve(&f->ring, p, bytes)) {
		f->ring.held |= 1u << p->recfifo;
		return -EAGAIN;
	}
	mu_l2_prefetch(mu, node, f->ring.start_pa + offset, bytes);
	sim_prefetch(f->ring.host + offset, (unsigned)bytes);
	mu->node[node]->count.fifo_packets++;
	mu_post(mu, &p->ev, node, &fifo_packet, store_time(mu, node, p, now_ps));
	return 0;
}

/* ---- remote get: descriptors for an injection FIFO */

static void get_store(struct event *ev)
{
	struct mu *mu = ev->ctx;
	struct net_packet *p = (struct net_packet *)ev;
	struct mu_injfifo *f = mu_injfifo_any(mu, ev->node, header_bat_or_injfifo(p->header));
	uint32_t node = ev->node;
	ps_t now_ps = ev->time_ps;

	if (f->allocated)
		mu_ring_write(mu, node, &f->ring, p, p->wire + NET_PACKET_HEADER_BYTES,
			      p->user_bytes);
	if (!mu_ring_publish(mu, node, &f->ring, p) || !f->allocated)
		return;
	mu_injfifo_tail(mu, f, now_ps, now_ps);
	mu->ops->delivered(mu->ctx, node, NULL, 0, now_ps);
}

static const struct event_type get_packet = { .run = get_store };

static const char *get_refused(const struct mu_injfifo *f, const struct net_packet *p)
{
	if (!f)
		return "not allocated";
	if (!f->ring.bytes)
		return "not initialised";
	if (!(f->attr & MU_ATTR_REMOTE_GET))
		return "not allocated for remote gets";
	if (!p->user_bytes || p->user_bytes % DESC_BYTES)
		return "payload is not a number of descriptors";
	return NULL;
}

static int deliver_get(struct mu *mu, uint32_t node, struct net_packet *p, ps_t now_ps)
{
	uint32_t id = header_bat_or_injfifo(p->header);
	struct mu_injfifo *f = mu_injfifo_find(mu, node, id);
	const char *why = get_refused(f, p);

	if (why) {
		mu_drop(mu, p, &(struct mu_ras){ node, "injection FIFO", id, "Rget_Inj_FIFO_Id", id,
						 why, now_ps });
		return 0;
	}
	if (!mu_ring_reserve(&f->ring, p, p->user_bytes)) {
		f->ring.held |= 1u << p->recfifo;
		return -EAGAIN;
	}
	mu->node[node]->count.get_packets++;
	mu_post(mu, &p->ev, node, &get_packet, store_time(mu, node, p, now_ps));
	return 0;
}

int mu_accept(struct mu *mu, uint32_t node, struct net_packet *p, ps_t now_ps)
{
	if (net_header_is_get(p->header))
		return deliver_get(mu, node, p, now_ps);
	if (net_header_packet_type(p->header) == NET_PACKET_FIFO)
		return deliver_fifo(mu, node, p, now_ps);
	if (!mu->node[node]) {
		uint32_t id = header_bat_or_injfifo(p->header);

		mu_drop(mu, p, &(struct mu_ras){ node, "base address table entry", id,
						 "Rec_Payload_Base_Address_Id", id, "not allocated",
						 now_ps });
		return 0;
	}
	mu_train_say(mu, node, MU_TRAIN_ACCEPT, p, now_ps);
	mu->node[node]->count.put_packets++;
	mu->node[node]->count.put_bytes += p->user_bytes;
	mu_post(mu, &p->ev, node, &mu_put_store, store_time(mu, node, p, now_ps));
	return 0;
}

int mu_deliver(void *ctx, uint32_t node, struct net_packet *p, ps_t now_ps)
{
	struct mu *mu = ctx;

	if (mu->early) {
		int rc = mu_early_keep(mu, node, p, now_ps);

		if (rc <= 0)
			return rc;
	}
	return mu_accept(mu, node, p, now_ps);
}

/* Prefetch hook: what reception engine and counters of the node keep. */
void mu_deliver_prefetch(void *ctx, uint32_t node)
{
	const struct mu *mu = ctx;
	const struct mu_node *n = mu->node[node];

	if (n) {
		__builtin_prefetch(&n->rec_free_ps);
		__builtin_prefetch(&n->count);
	}
}

/* ---- back pressure ends */

void mu_receive_held(struct mu *mu, uint32_t node, uint32_t *held, ps_t now_ps)
{
	uint32_t now = *held;

	*held = 0;
	for (unsigned i = 0; now >> i; i++)
		if (now >> i & 1)
			net_reception_resume(mu->net, node, i, now_ps);
}

void mu_ring_resume(struct mu *mu, uint32_t node, struct mu_ring *r, ps_t now_ps)
{
	mu_early_deliver(mu, node, now_ps); /* may fill the ring, and hold more */
	mu_receive_held(mu, node, &r->held, now_ps);
}
