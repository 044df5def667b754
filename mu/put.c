/*
 * put.c - direct puts (RDMA writes): payload to base + put offset, then its bytes off the
 * counter at base + counter offset (SC11 paper, III.D).  A counter never runs ahead of
 * the bytes it counts; a packet that cannot be stored is not counted.
 */
#include "internal.h"

static const char unit[] = "base address table entry";

static uint64_t payload_at(struct mu *mu, uint32_t node, const struct net_packet *p)
{
	return (mu_bat_read(mu, node, header_bat_or_injfifo(p->header)) +
		header_put_offset(p->header)) & MU_PA_MASK;
}

static uint64_t counter_at(struct mu *mu, uint32_t node, const struct net_packet *p)
{
	return (mu_bat_read(mu, node, header_counter_bat(p->header)) +
		header_counter_offset(p->header)) & MU_PA_MASK;
}

static void refuse(struct mu *mu, struct net_packet *p, const struct mu_ras *r)
{
	mu->node[r->node]->count.refused_bytes += p->user_bytes;
	mu_drop(mu, p, r);
}

static const struct event_type put_count;

static void count(struct event *ev)
{
	struct mu *mu = ev->ctx;
	struct net_packet *p = (struct net_packet *)ev;
	uint32_t node = ev->node, id = header_counter_bat(p->header);
	uint64_t pa = counter_at(mu, node, p);
	ps_t now_ps = ev->time_ps;
	uint64_t *counter;
	const char *why;

	if (mu_bat_read(mu, node, id) == MU_BAT_UNALLOCATED) {
		refuse(mu, p, &(struct mu_ras){ node, unit, id, "Rec_Counter_Base_Address_Id", id,
						"not allocated", now_ps });
		return;
	}
	why = mu_counter_at(mu, node, pa, 1, &counter);
	if (why) {
		refuse(mu, p, &(struct mu_ras){ node, unit, id, "Counter_Offset", pa, why,
						now_ps });
		return;
	}
	mu_train_say(mu, node, MU_TRAIN_COUNT, p, now_ps);
	mu_counter_take(counter, p->user_bytes);
	mu->node[node]->count.counted_bytes += p->user_bytes;
	mu_packet_free(mu, node, p);
	mu->ops->delivered(mu->ctx, node, counter, sizeof *counter, now_ps);
}

/* NULL, or why the payload was not stored; to *at, which stays as it is if that is not
 * plain memory. */
static const char *payload_store(struct mu *mu, uint32_t node, const struct net_packet *p,
				 uint64_t pa, void **at)
{
	const uint8_t *from = p->wire + NET_PACKET_HEADER_BYTES;

	if (!p->user_bytes) /* of an empty message: needs no place */
		return NULL;
	if (mu_pa_atomic(pa)) {
		if (p->user_bytes != 8)
			return "a payload for an atomic address has 8 bytes";
		return mu_atomic_store(mu, node, pa, get64(from, 0));
	}
	void *to = mu->ops->memory(mu->ctx, node, pa, p->user_bytes, 1);

	if (!to)
		return "payload outside the memory of the node";
	memcpy(to, from, p->user_bytes);
	*at = to;
	return NULL;
}

static void store(struct event *ev)
{
	struct mu *mu = ev->ctx;
	struct net_packet *p = (struct net_packet *)ev;
	uint32_t node = ev->node, id = header_bat_or_injfifo(p->header);
	uint64_t pa = payload_at(mu, node, p);
	ps_t now_ps = ev->time_ps;
	const char *why;
	void *at = NULL;

	if (mu_bat_read(mu, node, id) == MU_BAT_UNALLOCATED) {
		refuse(mu, p, &(struct mu_ras){ node, unit, id, "Rec_Payload_Base_Address_Id", id,
						"not allocated", now_ps });
		return;
	}
	mu_train_say(mu, node, MU_TRAIN_STORE, p, now_ps);
	why = payload_store(mu, node, p, pa, &at);
	if (why) {
		refuse(mu, p, &(struct mu_ras){ node, unit, id, "Put_Offset", pa, why, now_ps });
		return;
	}
	mu_stored(mu, node, p, pa, p->user_bytes, now_ps);
	mu_post(mu, &p->ev, node, &put_count, now_ps + mu->m->mu_counter_ps + mu->m->l1_refill_ps);
	mu->ops->delivered(mu->ctx, node, at, p->user_bytes, now_ps);
}

enum mu_train_step mu_put_step(const struct event *ev)
{
	return ev->type == &mu_put_store ? MU_TRAIN_STORE :
	       ev->type == &put_count ? MU_TRAIN_COUNT : MU_TRAIN_NONE;
}

/* ---- prefetch hooks: the base address table, and where the L2's tags are */

static void bat_prefetch(const struct mu *mu, uint32_t node, unsigned id)
{
	const struct mu_subgroup *s = mu->node[node]->subgroup[id / MU_BAT_PER_SUBGROUP];

	if (s)
		__builtin_prefetch(&s->bat[id % MU_BAT_PER_SUBGROUP]);
}

static void store_prefetch(const struct event *ev)
{
	const struct mu *mu = ev->ctx;

	bat_prefetch(mu, ev->node,
		     header_bat_or_injfifo(((const struct net_packet *)ev)->header));
	if (mu->node[ev->node]->l2)
		__builtin_prefetch(mu->node[ev->node]->l2);
}

static void count_prefetch(const struct event *ev)
{
	const struct net_packet *p = (const struct net_packet *)ev;

	bat_prefetch(ev->ctx, ev->node, header_counter_bat(p->header));
}

static void memory_prefetch(const struct mu *mu, uint32_t node, uint64_t pa, unsigned bytes)
{
	const void *at = mu->ops->memory(mu->ctx, node, pa, bytes, 0);

	if (at)
		sim_prefetch(at, bytes);
}

static void store_prefetch_memory(const struct event *ev)
{
	struct mu *mu = ev->ctx;
	const struct net_packet *p = (const struct net_packet *)ev;
	uint64_t pa = payload_at(mu, ev->node, p);

	memory_prefetch(mu, ev->node, pa, p->user_bytes);
	mu_l2_prefetch(mu, ev->node, pa, p->user_bytes);
}

static void count_prefetch_memory(const struct event *ev)
{
	struct mu *mu = ev->ctx;

	memory_prefetch(mu, ev->node, counter_at(mu, ev->node, (const struct net_packet *)ev),
			sizeof(uint64_t));
}

const struct event_type mu_put_store = { .run = store, .prefetch = store_prefetch,
					 .prefetch_memory = store_prefetch_memory };
static const struct event_type put_count = { .run = count, .prefetch = count_prefetch,
					     .prefetch_memory = count_prefetch_memory };
