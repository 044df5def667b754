/*
 * internal.h - the state of message units, shared by the files of mu/ and
 * private to them.
 *
 * Call structure: mmio.c and control.c take the program's and the kernel's
 * requests; inject.c works through the descriptors of injection FIFOs and has
 * packetise.c cut them into packets; receive.c takes packets from the network and
 * gives them to reception FIFOs, put.c or inject.c.  ring.c, l2.c and atomic.c serve
 * both sides, and call neither.  Everything of a node is touched by that node's worker only.
 */
#ifndef BGQ_MU_INTERNAL_H
#define BGQ_MU_INTERNAL_H

#include <stdatomic.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "net/machine/machine.h"
#include "descriptor.h"
#include "mu.h"
#include "train.h"

#define MU_PA_MASK         ((UINT64_C(1) << 37) - 1)
#define MU_BAT_UNALLOCATED UINT64_C(0x1fffffffff)

/* Register offsets in a subgroup's page (hwi/include/bqc/MU_Macros.h). */
enum {
	REG_START = 0x00, REG_SIZE = 0x08, REG_HEAD = 0x10, REG_TAIL = 0x18,
	REG_DESC_COUNT = 0x20, REG_FREE_SPACE = 0x28, REG_STRIDE = 0x40,
	REG_REC = 0x200, REG_REC_END = 0x300,
	REG_IS_ENABLED = 0x300, REG_ENABLE = 0x308, REG_DISABLE = 0x310,
	REG_PRIORITY = 0x318,
	REG_BAT = 0x400, REG_BAT_END = 0x440,
	REG_GI_CONTROL = 0x500, REG_GI_STATUS = 0x580,
	REG_SCAN_REC = 0x600, REG_SCAN_INJ = 0x700
};

/* p->last, the byte of a packet that is mu's: */
enum { MU_PACKET_LAST = 1, MU_PACKET_STORED = 2 };

/*
 * A circular buffer in memory.  Packets reserve room at shadow_tail and are
 * written there in any order; tail, the one that software sees, passes them in
 * the order of reservation.
 *
 *      head          tail            shadow_tail
 *   ----|== for software ==|-- list of packets --|----
 *
 * All are offsets in [0, bytes); head == shadow_tail is empty, and `spare`
 * bytes always stay unused, so a full ring is never taken for an empty one.
 */
struct mu_ring {
	uint64_t start_pa, bytes; /* bytes == 0: not placed in memory yet */
	uint8_t *host; /* where that is, checked; a program's memory is never taken back */
	uint64_t head, tail, shadow_tail;
	struct net_packet *first, *last; /* from tail to shadow_tail */
	uint32_t spare;
	uint32_t held; /* network reception FIFOs that wait for room, as bits */
};

/* A checked descriptor. */
struct mu_message {
	uint8_t header[NET_PACKET_HEADER_BYTES]; /* template */
	uint64_t pa, length;
	const uint8_t *from; /* payload in memory as checked; NULL: none, or atomic */
	uint64_t packets; /* 0: nothing to send (bad, or prefetch only) */
	uint32_t map;     /* network injection FIFOs it may use: 1 << enum */
	uint32_t dst;     /* MU_DST_MANY: a class route tells */
};

#define MU_DST_MANY UINT32_MAX

/* A tail store that the MU notices at at_ps. */
struct mu_seen {
	uint64_t tail;
	ps_t at_ps;
};
#define MU_SEEN_MAX 4

/*
 * An injection memory FIFO and its place in the pipeline:
 *
 *   fetching -> have_next -> sending -> completing -> head moves
 *
 * Each stage holds one descriptor at most (finished: sent, but the one before
 * is still completing).  fetch_pos is the slot that is fetched next.
 */
struct mu_injfifo {
	/* Fields used by engines for each packet and by stores of the tail: in two lines of the
	 * host's caches. */
	_Alignas(64) struct mu_message cur;
	uint64_t sent_bytes, packets_left; /* of cur: given to engines, and not yet */
	ps_t ready_ps;                     /* cur may be given to engines */
	struct mu_injfifo *queue_next;
	struct mu_node *node;              /* the one that it belongs to */
	uint32_t in_flight;                /* packets that engines work on */
	uint16_t id;
	uint8_t attr; /* MU_ATTR_* */
	bool queued; /* in its node's queue for engines */
	bool allocated, active;
	bool fetching, have_next, sending, finished, completing;
	bool direct; /* direct.c works on it */

	struct mu_ring ring;
	volatile uint64_t *regs; /* what programs see of the ring */
	uint64_t fetch_pos;
	unsigned seen_count;
	struct mu_seen seen[MU_SEEN_MAX]; /* oldest first; slots not fetched yet */
	uint64_t desc_count;
	struct event fetch, complete;
	struct mu_message next;
	ps_t finished_ps;
};

#define MU_INJFIFO_HOT_BYTES 128

_Static_assert(offsetof(struct mu_injfifo, ring) <= MU_INJFIFO_HOT_BYTES,
	       "what packets use is in the first lines");

struct mu_recfifo {
	struct mu_ring ring;
	volatile uint64_t *regs; /* what programs see of it */
	uint16_t id;
	bool allocated, enabled;
};

struct mu_subgroup {
	struct mu_injfifo *inj; /* [MU_INJ_PER_SUBGROUP]; NULL until one is allocated */
	struct mu_recfifo *rec; /* [MU_REC_PER_SUBGROUP]; the same */
	uint64_t bat[MU_BAT_PER_SUBGROUP];
	uint8_t bat_allocated;
	uint8_t bat_written; /* since allocated */
};

/* iME: builds packets for one network injection FIFO, one at a time. */
struct mu_engine {
	struct net_packet *packet; /* NULL: idle */
	ps_t fetched_ps; /* the payload of its last packet came */
	struct mu_injfifo *fifo;
	uint64_t offset; /* of the packet in its message */
	uint64_t turn;   /* node's turn when it last began */
	bool blocked;    /* packet is built, the network has no room, */
	bool last;       /* and what follows it is not certain to be a fetch */
};

struct mu_queue {
	struct mu_injfifo *first, *last;
};

struct mu_l2; /* l2.c */

struct mu_node {
	struct mu_subgroup *subgroup[MU_SUBGROUPS];
	struct mu_l2 *l2; /* NULL until a payload is read or stored */
	struct mu_engine engine[NET_INJFIFOS];
	struct mu_queue queue[2]; /* FIFOs that wait for engines: normal, priority */
	uint64_t turn;
	struct mu_counters count; /* of packets injected, turn is the number */
	/* Untimed: packets to nodes of the same worker, not received yet. */
	uint32_t on_the_way;
	uint32_t number;
	ps_t rec_free_ps[NET_RECFIFOS]; /* when each rME has read out its packet */
	struct mu_agent *agent; /* NULL until it is sent something */
};

/* Packets for what is not set up yet. */
struct mu_early {
	struct net_packet *first, *last;
	uint32_t count;
	uint32_t held; /* network reception FIFOs that wait for room, as bits */
};

struct mu {
	struct sim *sim;
	struct net *net;
	const struct net_machine *m;
	struct net_shape shape;
	uint32_t nodes;
	const struct mu_ops *ops;
	void *ctx;
	mu_train_fn *train; /* NULL: packets never go in trains */
	void *train_ctx;
	bool train_watch;
	struct mu_early *early; /* [node]; NULL: such packets are refused */
	struct mu_node **node; /* NULL until something on it is allocated */
};

/* A step of a packet that node receives, for trains. */
static inline void mu_train_say(struct mu *mu, uint32_t node, enum mu_train_step step,
				const struct net_packet *p, ps_t now_ps)
{
	if (__builtin_expect(mu->train_watch, 0))
		mu->train(mu->train_ctx, &(struct mu_train_seen){
			.node = node, .src = p->src, .step = (uint8_t)step, .injfifo = p->injfifo,
			.recfifo = p->recfifo, .collective = p->recfifo >= NET_REC_COLL_USER,
			.late = mu->node[node]->rec_free_ps[p->recfifo] > now_ps,
			.at_ps = now_ps });
}

/* ---- train.c */

/* So many more packets of its message have passed the engine. */
static inline void mu_engine_forward(struct mu_engine *e, uint64_t packets)
{
	e->offset += packets * NET_PACKET_PAYLOAD_BYTES;
	e->fifo->sent_bytes += packets * NET_PACKET_PAYLOAD_BYTES;
	e->fifo->packets_left -= packets;
}

/* Node begins to send the message, of MU_TRAIN_MIN packets or more. */
void mu_train_begins(struct mu *mu, uint32_t node, const struct mu_message *m, ps_t now_ps);

/* ---- mu.c */

void mu_report(struct mu *mu, const struct mu_ras *r);
/* Post ev to its own node. */
void mu_post(struct mu *mu, struct event *ev, uint32_t node, const struct event_type *type,
	     ps_t at_ps);
/* Every packet of mu/ is allocated and freed by these. */
struct net_packet *mu_packet_alloc(struct mu *mu, uint32_t src, uint32_t dst);
void mu_packet_free(struct mu *mu, uint32_t node, struct net_packet *p);

/* ---- registers.c */

/* Show a register's value to programs. */
void mu_mirror(struct mu *mu, uint32_t node, uint32_t subgroup, uint32_t reg,
	       uint64_t value);
void mu_injfifo_mirror(const struct mu_injfifo *f);
void mu_recfifo_mirror(const struct mu_recfifo *f);
void mu_recfifo_show_head(const struct mu_recfifo *f);
void mu_recfifo_show_tail(const struct mu_recfifo *f);
/* The register block at reg of a subgroup's page. */
volatile uint64_t *mu_registers(struct mu *mu, uint32_t node, uint32_t subgroup,
				uint32_t reg);
void mu_status_mirror(struct mu *mu, uint32_t node, uint32_t subgroup);

/* ---- control.c */

/* NULL if nothing there has been allocated yet. */
struct mu_subgroup *mu_subgroup_find(struct mu *mu, uint32_t node, uint32_t subgroup);
/* The unit, allocated or on its way out; NULL if it never was. */
struct mu_injfifo *mu_injfifo_any(struct mu *mu, uint32_t node, uint32_t id);
struct mu_recfifo *mu_recfifo_any(struct mu *mu, uint32_t node, uint32_t id);
/* The unit if it is allocated, else NULL. */
struct mu_injfifo *mu_injfifo_find(struct mu *mu, uint32_t node, uint32_t id);
struct mu_recfifo *mu_recfifo_find(struct mu *mu, uint32_t node, uint32_t id);
/* BAT entry; MU_BAT_UNALLOCATED if there is none. */
uint64_t mu_bat_read(struct mu *mu, uint32_t node, uint32_t id);

/* The node's state, made if it is not there yet; NULL when out of memory. */
struct mu_node *mu_node_make(struct mu *mu, uint32_t node);
/* The free FIFOs with those ids become allocated.  0 or ENOMEM. */
int mu_injfifo_make(struct mu *mu, uint32_t node, uint32_t subgroup, uint32_t n,
		    const uint32_t *ids, const uint32_t *attr);

/* ---- agent.c */

/* Ids, as bits, that the node's communication agent has of a subgroup's injection FIFOs, and
 * of its reception FIFOs. */
static inline uint32_t mu_agent_mask(uint32_t subgroup)
{
	return subgroup == MU_AGENT_RECFIFO / MU_REC_PER_SUBGROUP ?
		       1u << MU_AGENT_RECFIFO % MU_REC_PER_SUBGROUP : 0;
}

/* Why the agent can do nothing with a packet for its reception FIFO; NULL: it can. */
const char *mu_agent_refuses(struct mu *mu, uint32_t node, const struct net_packet *p,
			     ps_t now_ps);
/* False: the packet, which is not refused, has to wait for room, and is offered again. */
bool mu_agent_room(struct mu *mu, uint32_t node, const struct net_packet *p);
/* The packet, for which there is room, has been written to that FIFO at stored_ps. */
void mu_agent_take(struct mu *mu, uint32_t node, struct net_packet *p, ps_t stored_ps);

/* ---- ring.c */

uint64_t mu_ring_used(const struct mu_ring *r); /* reserved bytes included */
/* Bytes from offset a forward to offset b. */
uint64_t mu_ring_distance(const struct mu_ring *r, uint64_t a, uint64_t b);
/* False if the ring has no room for bytes; else p's place is reserved. */
bool mu_ring_reserve(struct mu_ring *r, struct net_packet *p, uint64_t bytes);
/* Write p's bytes at its place. */
void mu_ring_write(struct mu *mu, uint32_t node, struct mu_ring *r,
		   const struct net_packet *p, const uint8_t *from, uint64_t bytes);
/* p is stored: move the tail past it and all stored ones behind it, as far as
 * everything before is stored, and free those packets.  True if it moved. */
bool mu_ring_publish(struct mu *mu, uint32_t node, struct mu_ring *r,
		     struct net_packet *p);

/* ---- inject.c */

/* Slots for descriptors between what software has injected and the head. */
uint64_t mu_injfifo_free_slots(const struct mu_injfifo *f);
bool mu_injfifo_busy(const struct mu_injfifo *f);
/* The tail has moved; the MU notices at seen_ps. */
void mu_injfifo_tail(struct mu *mu, struct mu_injfifo *f, ps_t seen_ps, ps_t now_ps);
/* The FIFO has been activated. */
void mu_injfifo_kick(struct mu *mu, struct mu_injfifo *f, ps_t now_ps);
/* All packets of f's message have left. */
void mu_message_sent(struct mu *mu, struct mu_injfifo *f, ps_t now_ps);

/* ---- descriptor.c */

/* Check descriptor d of FIFO f; *m, before that the last message that was read there or zeroes, has
 * packets == 0 if there is nothing to send.  What is wrong has been reported. */
void mu_message_read(struct mu *mu, const struct mu_injfifo *f, const uint8_t *d,
		     struct mu_message *m, ps_t now_ps);

/* Like mu_message_read(), without reports: false if there is nothing to send, or it is bad. */
bool mu_message_good(struct mu *mu, uint32_t node, const uint8_t *d, struct mu_message *m);

/* ---- direct.c */

/* Untimed: carry out the descriptors of f now.  False if some are left to do. */
bool mu_direct(struct mu *mu, struct mu_injfifo *f, ps_t now_ps);

/* ---- engine_queue.c */

/* f, whose message waits for an engine, comes last; once only. */
void mu_queue_add(struct mu_node *n, struct mu_injfifo *f);
/* Takes out the first FIFO that may use engine e; NULL if there is none. */
struct mu_injfifo *mu_queue_take(struct mu_queue *q, unsigned e);

/* ---- packetise.c */

/* Header of m's packet from offset on, of so many user bytes in so many chunks. */
void mu_header_fill(const struct mu_message *m, uint64_t offset, unsigned chunks,
		    unsigned user_bytes, uint8_t *header);

/* f->cur is to be sent. */
void mu_engines_start(struct mu *mu, struct mu_injfifo *f, ps_t now_ps);
void mu_inject_ready(void *ctx, uint32_t node, unsigned injfifo, ps_t now_ps);
void mu_inject_prefetch(void *ctx, uint32_t node, unsigned injfifo);
void mu_inject_prefetch_memory(void *ctx, uint32_t node, unsigned injfifo);
/* mu_train_event() for events of packetise.c. */
enum mu_train_step mu_packetise_step(const struct event *ev);

/* ---- receive.c, put.c */

int mu_deliver(void *ctx, uint32_t node, struct net_packet *p, ps_t now_ps);
void mu_deliver_prefetch(void *ctx, uint32_t node);
/* Delivers p like mu_deliver(), past early.c. */
int mu_accept(struct mu *mu, uint32_t node, struct net_packet *p, ps_t now_ps);
/* Reports why p is refused at r's node, and frees it. */
void mu_drop(struct mu *mu, struct net_packet *p, const struct mu_ras *r);
static inline bool mu_is_watched(const struct mu *mu)
{
	return mu->ops->watches &&
	       __builtin_expect(atomic_load_explicit(mu->ops->watches, memory_order_relaxed), 0);
}

/* [at, at + bytes), which was asked for before, is about to be stored to. */
static inline void mu_store_begins(struct mu *mu, uint32_t node, const void *at, uint64_t bytes)
{
	if (mu_is_watched(mu))
		mu->ops->store_begins(mu->ctx, node, at, bytes);
}

/* p's payload has gone to [pa, pa + bytes): its rME waits while memory is behind. */
void mu_stored(struct mu *mu, uint32_t node, const struct net_packet *p, uint64_t pa,
	       uint64_t bytes, ps_t now_ps);
/* Event: a direct put is ready to be stored. */
extern const struct event_type mu_put_store; /* a direct put's packet */
/* mu_train_event() for events of put.c. */
enum mu_train_step mu_put_step(const struct event *ev);

/* The network's reception FIFOs in *held, as bits, deliver again; those that are refused
 * again set their bit again. */
void mu_receive_held(struct mu *mu, uint32_t node, uint32_t *held, ps_t now_ps);
/* The ring has more room, or refuses for another reason: offer held packets again. */
void mu_ring_resume(struct mu *mu, uint32_t node, struct mu_ring *r, ps_t now_ps);

/* ---- early.c */

/* 0: p is kept; -EAGAIN: there is no room; 1: what it names is set up. */
int mu_early_keep(struct mu *mu, uint32_t node, struct net_packet *p, ps_t now_ps);
/* Something has been set up, or has room. */
void mu_early_deliver(struct mu *mu, uint32_t node, ps_t now_ps);

/* ---- l2.c */

/* When the memory is done with an access of the MU at now_ps to [pa, pa + bytes),
 * as far as its bandwidth goes: now_ps if the L2 serves it. */
ps_t mu_l2_access(struct mu *mu, uint32_t node, uint64_t pa, uint64_t bytes, bool write,
		  ps_t now_ps);

/* Prefetches what an access there will use. */
void mu_l2_prefetch(const struct mu *mu, uint32_t node, uint64_t pa, uint64_t bytes);

/* mu_l2_access() for one of two streams of accesses to ascending addresses, with no others in
 * between.  Each remembers the block that it used last. */
struct mu_l2_stream {
	struct mu_l2_stream *other; /* NULL: it is alone */
	bool write;
	uint64_t block; /* used last, if lines is not NULL */
	uint8_t *lines;
};
ps_t mu_l2_stream(struct mu *mu, uint32_t node, struct mu_l2_stream *s, uint64_t pa,
		  uint64_t bytes, ps_t now_ps);

/* When the memory behind it will have done all requests so far. */
ps_t mu_l2_behind(const struct mu *mu, uint32_t node);

/* ---- atomic.c */

/* pa is exactly an atomic address: bit 36 and nothing above. */
static inline bool mu_pa_atomic(uint64_t pa)
{
	return pa >> 36 == 1;
}

/* The word behind a counter address, which may do nothing but store-add. */
const char *mu_counter_at(struct mu *mu, uint32_t node, uint64_t pa, int write,
			  uint64_t **counter);

/* So many bytes have come.  Release order is for compiled code that reads the counter
 * through a plain pointer; there is no other writer meanwhile. */
static inline void mu_counter_take(uint64_t *counter, uint64_t bytes)
{
	__atomic_store_n(counter, *counter - bytes, __ATOMIC_RELEASE);
}

#endif
