/*
 * receive.c - from packets to memory: the reception side of the message unit
 * (seed 004 III.D).
 *
 * An engine (rME) for each network reception FIFO takes one packet at a time at
 * its own rate, then stores it.  What software sees happens in one step at the
 * moment it becomes visible: a memory FIFO's bytes with its tail, a counter
 * after the payload that it counts.
 */
#include <errno.h>

#include "internal.h"

enum { OP_STORE_ADD = 2, OP_STORE_ADD_COHERENCE_ON_ZERO = 3 };

static void drop(struct mu *mu, uint32_t node, struct net_packet *p, ps_t now_ps,
		 const char *unit, uint32_t id, const char *field, uint64_t value,
		 const char *text)
{
	mu_report(mu, node, now_ps, unit, id, field, value, text);
	net_packet_free(mu->net, node, p);
}

static void packet_post(struct mu *mu, uint32_t node, struct net_packet *p, event_fn *fn,
			ps_t at_ps)
{
	p->ev.fn = fn;
	p->ev.ctx = mu;
	sim_post(mu->sim, &p->ev, node, node, at_ps);
}

/* When the rME of p's reception FIFO has stored it. */
static ps_t store_time(struct mu *mu, uint32_t node, const struct net_packet *p, ps_t now_ps)
{
	ps_t *free_ps = &mu_node_get(mu, node)->rec_free_ps[p->recfifo];
	ps_t start_ps = now_ps > *free_ps ? now_ps : *free_ps;
	ps_t words = (NET_PACKET_HEADER_BYTES + p->payload_bytes) / 4u;

	*free_ps = start_ps + words * mu->m->mu_rec_ps_per_4_bytes;
	return *free_ps + mu->m->mu_receive_ps + mu->m->mu_store_ps;
}

/* ---- memory FIFO */

static uint64_t used_bytes(const struct mu_recfifo *f)
{
	return f->shadow_tail >= f->head ? f->shadow_tail - f->head
					 : f->shadow_tail + f->bytes - f->head;
}

/* Copy with wrap at the FIFO's end; offset is a multiple of 32. */
static bool fifo_write(struct mu *mu, uint32_t node, const struct mu_recfifo *f,
		       uint64_t offset, const uint8_t *from, uint64_t bytes)
{
	uint64_t first = f->bytes - offset < bytes ? f->bytes - offset : bytes;
	uint8_t *base = mu->ops->memory(mu->ctx, node, f->start_pa, f->bytes, 1);

	if (!base)
		return false;
	memcpy(base + offset, from, first);
	memcpy(base, from + first, bytes - first);
	return true;
}

static void fifo_visible(struct event *ev)
{
	struct mu *mu = ev->ctx;
	struct net_packet *p = (struct net_packet *)ev;
	uint32_t node = ev->node, id = header_recfifo(p->header);
	struct mu_recfifo *f = mu_recfifo_find(mu, node, id);
	uint64_t bytes = NET_PACKET_HEADER_BYTES + p->payload_bytes;

	if (!f || !f->placed || !fifo_write(mu, node, f, f->tail, p->wire, bytes)) {
		drop(mu, node, p, ev->time_ps, "reception FIFO", id, "start", f ? f->start_pa : 0,
		     "freed while packets were on their way");
		return;
	}
	f->tail = (f->tail + bytes) % f->bytes;
	mu_recfifo_mirror(mu, node, f);
	ps_t now_ps = ev->time_ps;

	net_packet_free(mu->net, node, p);
	mu->ops->delivered(mu->ctx, node, now_ps);
}

static int deliver_fifo(struct mu *mu, uint32_t node, struct net_packet *p, ps_t now_ps)
{
	uint32_t id = header_recfifo(p->header);
	struct mu_recfifo *f = mu_recfifo_find(mu, node, id);
	uint64_t bytes = NET_PACKET_HEADER_BYTES + p->payload_bytes;

	if (!f || !f->placed || !f->enabled) {
		drop(mu, node, p, now_ps, "reception FIFO", id, "Rec_FIFO_Id", id,
		     !f ? "not allocated" : !f->placed ? "not initialised" : "not enabled");
		return 0;
	}
	if (used_bytes(f) + bytes > f->bytes - 32) { /* 32 bytes always stay unused */
		f->held |= 1u << p->recfifo;
		return -EAGAIN;
	}
	f->shadow_tail = (f->shadow_tail + bytes) % f->bytes;
	ps_t visible_ps = store_time(mu, node, p, now_ps) + mu->m->mu_fifo_tail_ps;

	/* Tails move in the order of reservation, whichever engine is faster. */
	if (visible_ps < f->visible_ps)
		visible_ps = f->visible_ps;
	f->visible_ps = visible_ps;
	packet_post(mu, node, p, fifo_visible, visible_ps);
	return 0;
}

void mu_recfifo_released(struct mu *mu, uint32_t node, struct mu_recfifo *f, ps_t now_ps)
{
	uint32_t held = f->held;

	f->held = 0;
	for (unsigned i = 0; held >> i; i++)
		if (held >> i & 1)
			net_reception_resume(mu->net, node, i, now_ps);
}

/* ---- direct put */

static void put_counted(struct event *ev)
{
	struct mu *mu = ev->ctx;
	struct net_packet *p = (struct net_packet *)ev;
	uint32_t node = ev->node, id = header_counter_bat(p->header);
	uint64_t base = mu_bat_read(mu, node, id);
	uint64_t pa = (base + header_counter_offset(p->header)) & MU_PA_MASK;
	uint64_t op = pa & 7, *word;
	ps_t now_ps = ev->time_ps;

	if (base == MU_BAT_UNALLOCATED) {
		drop(mu, node, p, now_ps, "base address table entry", id,
		     "Rec_Counter_Base_Address_Id", id, "not allocated");
		return;
	}
	if (!(pa & MU_PA_ATOMIC) || (op != OP_STORE_ADD && op != OP_STORE_ADD_COHERENCE_ON_ZERO)) {
		drop(mu, node, p, now_ps, "base address table entry", id, "Counter_Offset", pa,
		     "counter address is not an atomic store-add");
		return;
	}
	word = mu->ops->memory(mu->ctx, node, pa & ~(MU_PA_ATOMIC | 7), 8, 1);
	if (!word) {
		drop(mu, node, p, now_ps, "base address table entry", id, "Counter_Offset", pa,
		     "counter outside the memory of the node");
		return;
	}
	__atomic_fetch_sub(word, p->user_bytes, __ATOMIC_RELEASE);
	net_packet_free(mu->net, node, p);
	mu->ops->delivered(mu->ctx, node, now_ps);
}

static void put_stored(struct event *ev)
{
	struct mu *mu = ev->ctx;
	struct net_packet *p = (struct net_packet *)ev;
	uint32_t node = ev->node, id = header_bat_or_injfifo(p->header);
	uint64_t base = mu_bat_read(mu, node, id);
	uint64_t pa = (base + header_put_offset(p->header)) & MU_PA_MASK;
	ps_t now_ps = ev->time_ps;
	void *to = NULL;

	if (base == MU_BAT_UNALLOCATED) {
		drop(mu, node, p, now_ps, "base address table entry", id,
		     "Rec_Payload_Base_Address_Id", id, "not allocated");
		return;
	}
	if (p->user_bytes) {
		to = mu->ops->memory(mu->ctx, node, pa, p->user_bytes, 1);
		if (!to) {
			drop(mu, node, p, now_ps, "base address table entry", id, "Put_Offset",
			     pa, "payload outside the memory of the node");
			return;
		}
		memcpy(to, p->header + NET_PACKET_HEADER_BYTES, p->user_bytes);
		mu->ops->delivered(mu->ctx, node, now_ps);
	}
	packet_post(mu, node, p, put_counted, now_ps + mu->m->mu_counter_ps);
}

/* ---- remote get */

static void get_stored(struct event *ev)
{
	struct mu *mu = ev->ctx;
	struct net_packet *p = (struct net_packet *)ev;
	uint32_t node = ev->node, id = header_bat_or_injfifo(p->header);
	struct mu_injfifo *f = mu_injfifo_find(mu, node, id);
	ps_t now_ps = ev->time_ps;
	const char *why = NULL;

	if (!f || !f->placed)
		why = f ? "not initialised" : "not allocated";
	else if (!(f->attr & MU_ATTR_REMOTE_GET))
		why = "not allocated for remote gets";
	else if (!mu_injfifo_append(mu, node, f, p->header + NET_PACKET_HEADER_BYTES,
				    p->user_bytes / DESC_BYTES, now_ps))
		why = "full; the remote get is lost";
	if (why)
		mu_report(mu, node, now_ps, "injection FIFO", id, "Rget_Inj_FIFO_Id", id, why);
	net_packet_free(mu->net, node, p);
}

int mu_deliver(void *ctx, uint32_t node, struct net_packet *p, ps_t now_ps)
{
	struct mu *mu = ctx;

	switch (header_packet_type(p->header)) {
	case PACKET_FIFO: return deliver_fifo(mu, node, p, now_ps);
	case PACKET_PUT:
		packet_post(mu, node, p, put_stored, store_time(mu, node, p, now_ps));
		return 0;
	default:
		packet_post(mu, node, p, get_stored, store_time(mu, node, p, now_ps));
		return 0;
	}
}
