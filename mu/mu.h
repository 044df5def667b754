/*
 * mu.h - the message unit: what emu/ (the kernel services) may ask of it.
 *
 * A message unit is a node's network interface: DMA engines, queues in memory, RDMA.
 * One struct mu serves the whole machine; the state of a node is allocated
 * when something on it is first used.  mu/ moves bytes between memory and
 * packets.  It never follows a pointer that a program gave it: memory is
 * reached only through ops->memory, which checks the range.
 *
 * All functions that take a node are called by that node's worker only.
 */
#ifndef BGQ_MU_H
#define BGQ_MU_H

#include <stdbool.h>
#include <stdint.h>

#include "net/net.h"

#define MU_SUBGROUPS          68 /* 17 groups of 4 */
#define MU_INJ_PER_SUBGROUP    8
#define MU_REC_PER_SUBGROUP    4
#define MU_BAT_PER_SUBGROUP    8
#define MU_INJFIFOS          544
#define MU_RECFIFOS          272
#define MU_BATS              544
#define MU_GI_CLASSES         16

/* The reception FIFO of each node's communication agent, the first of the 17th core's group.
 * A packet there carries a descriptor, which the agent injects (agents/include/comm/fence.h). */
#define MU_AGENT_RECFIFO     256

/* A node's MMIO pages as a program sees them: subgroup s of group g begins at
 * g * 0x10000 + s * 0x1000 (offsets inside: hwi/include/bqc/MU_Macros.h). */
#define MU_MMIO_GROUP_STRIDE    0x10000u
#define MU_MMIO_SUBGROUP_STRIDE 0x1000u
#define MU_MMIO_BYTES           (17u * MU_MMIO_GROUP_STRIDE)

/* A refused or failed operation, for the report (RAS = reliability,
 * availability, serviceability: the machine's word for such records). */
struct mu_ras {
	uint32_t node;
	const char *unit;   /* "injection FIFO", "reception FIFO", "BAT", ... */
	uint32_t id;        /* global id of the unit */
	const char *field;  /* what was wrong: "Pa_Payload", "Message_Length" */
	uint64_t value;
	const char *text;   /* why, in words */
	ps_t time_ps;
};

/* A message whose first packet an engine is about to take. */
struct mu_sent {
	const uint8_t *header; /* of its packets, see net/header.h */
	uint64_t bytes;
	uint32_t dst;          /* node, UINT32_MAX: a class route tells */
	uint32_t injfifo;      /* of its node */
};

/* By a train, or not at all: who stores them tells of it. */
#define MU_STORES_LATER 2

struct mu_ops {
	/* Host address of bytes [pa, pa+len) of node's memory, or NULL if any of it is outside
	 * what the MU may reach there.  write: 1, they are stored to now; MU_STORES_LATER. */
	void *(*memory)(void *ctx, uint32_t node, uint64_t pa, uint64_t len, int write);
	/* Bytes that memory() has given for MU_STORES_LATER, or for the ring of a FIFO, are about
	 * to be stored to.  Asked for while *watches; NULL: never. */
	const _Atomic bool *watches;
	void (*store_begins)(void *ctx, uint32_t node, const void *at, uint64_t bytes);
	/* The 8 bytes that mirror MMIO register off (0..MU_MMIO_BYTES) for
	 * programs that read it raw; never read back by mu/. */
	volatile uint64_t *(*mmio)(void *ctx, uint32_t node, uint32_t off);
	/* Something the program could be waiting for has changed on node: memory written, FIFO
	 * moved, barrier status changed.  Nothing but [at, at + bytes) has been written, in
	 * memory or in what mmio() gave; at NULL: more than that. */
	void (*delivered)(void *ctx, uint32_t node, const volatile void *at, uint64_t bytes,
			  ps_t now_ps);
	/* Memory of node has been written, but not published yet: a packet is in its FIFO
	 * before the tail moves.  May be NULL. */
	void (*stored)(void *ctx, uint32_t node, ps_t now_ps);
	/* A packet is blocked at an engine of node until the network has room, at until_ps or
	 * later; when it has gone, its FIFO's head can move mu_complete_ps later, or, if it is
	 * not the last one, the next payload is read mu_payload_fetch_ps later.  Then: it no
	 * longer is.  Both may be NULL. */
	void (*blocked)(void *ctx, uint32_t node, bool last, ps_t until_ps);
	void (*unblocked)(void *ctx, uint32_t node, bool last);
	void (*ras)(void *ctx, const struct mu_ras *r);
	/* A message begins; the network has all of it.  Both may be NULL, which costs
	 * nothing. */
	void (*message)(void *ctx, uint32_t node, const struct mu_sent *m, ps_t now_ps);
	void (*message_done)(void *ctx, uint32_t node, uint32_t injfifo, ps_t now_ps);
	/* A packet for what the owner of subgroup has not set up yet is kept, or
	 * waits in the network (mu_keep_early only). */
	void (*awaited)(void *ctx, uint32_t node, uint32_t subgroup, ps_t now_ps);
	/* Node drives control bits 0..7 of barrier class cls. */
	void (*gi_control)(void *ctx, uint32_t node, unsigned cls, uint32_t bits,
			   ps_t now_ps);
};

struct mu;

struct mu *mu_create(struct sim *sim, struct net *net,
		     const struct net_machine *m, const struct net_shape *shape,
		     const struct mu_ops *ops, void *ctx);
void mu_destroy(struct mu *mu);
/* Bytes of the host's memory, without packets. */
uint64_t mu_memory(const struct mu *mu);

/* From now on packets for FIFOs and base addresses that are not set up are kept
 * until they are, not refused (US patent 8,650,581).  0 or ENOMEM. */
int mu_keep_early(struct mu *mu);

/* ---- Control plane: what the kernel does for Kernel_* calls.
 * Return 0 or a positive errno as CNK does (spi/include/kernel/MU.h). */

/* Allocate n FIFOs (ids 0..7 inside the subgroup) - all or none.
 * attr[i] bits: MU_ATTR_*. EAGAIN if one is taken or named twice, EACCES for
 * system, EINVAL for an id that does not exist, ENOMEM.  A FIFO that was freed
 * while the MU worked on it stays taken until that work is done. */
#define MU_ATTR_REMOTE_GET 1u
#define MU_ATTR_SYSTEM     2u
#define MU_ATTR_PRIORITY   4u
int mu_injfifo_alloc(struct mu *mu, uint32_t node, uint32_t subgroup, uint32_t n,
		     const uint32_t *ids, const uint32_t *attr);
int mu_recfifo_alloc(struct mu *mu, uint32_t node, uint32_t subgroup, uint32_t n,
		     const uint32_t *ids, const uint32_t *attr);
int mu_bat_alloc(struct mu *mu, uint32_t node, uint32_t subgroup, uint32_t n,
		 const uint32_t *ids, int system);
/* Ids that are not allocated are ignored.  Packets that wait in the network for
 * room in a FIFO that is freed are dropped, each with a RAS record. */
int mu_injfifo_free(struct mu *mu, uint32_t node, uint32_t subgroup, uint32_t n,
		    const uint32_t *ids, ps_t now_ps);
int mu_recfifo_free(struct mu *mu, uint32_t node, uint32_t subgroup, uint32_t n,
		    const uint32_t *ids, ps_t now_ps);
int mu_bat_free(struct mu *mu, uint32_t node, uint32_t subgroup, uint32_t n,
		const uint32_t *ids);
/* Bit i set: id i of the subgroup is free. */
uint32_t mu_injfifo_free_mask(struct mu *mu, uint32_t node, uint32_t subgroup);
uint32_t mu_recfifo_free_mask(struct mu *mu, uint32_t node, uint32_t subgroup);
uint32_t mu_bat_free_mask(struct mu *mu, uint32_t node, uint32_t subgroup);
/* Bit i set: id i takes remote gets; is enabled. */
uint32_t mu_injfifo_rget_mask(struct mu *mu, uint32_t node, uint32_t subgroup);
uint32_t mu_recfifo_enabled_mask(struct mu *mu, uint32_t node, uint32_t subgroup);

/* Place a FIFO in memory: start_pa and size in bytes; it is empty then, and an
 * injection FIFO's descriptor count 0.  EINVAL with a RAS record for bad
 * alignment or size (hwi/include/bqc/MU_Fifo.h), and while the FIFO is at work. */
int mu_injfifo_init(struct mu *mu, uint32_t node, uint32_t id, uint64_t start_pa,
		    uint64_t bytes, ps_t now_ps);
int mu_recfifo_init(struct mu *mu, uint32_t node, uint32_t id, uint64_t start_pa,
		    uint64_t bytes, ps_t now_ps);
int mu_injfifo_activate(struct mu *mu, uint32_t node, uint32_t id, int on, ps_t now_ps);
int mu_recfifo_enable(struct mu *mu, uint32_t node, uint32_t id, int on, ps_t now_ps);

/* ---- Data plane. */

/* The program stored value to MMIO register off at now_ps: an injection tail, a
 * reception head, a descriptor count, a BAT entry, a GI control register, enable or
 * disable bits; a FIFO's start and then its size, which give it its memory.  The MU
 * notices an injection tail mu_tail_store_ps later, the rest at once.  The head of an
 * injection FIFO may be stored while the MU does nothing with it.
 * Registers that a user may not write, and other offsets, are ignored; a value
 * that makes no sense gives a RAS record and changes nothing. */
void mu_mmio_store(struct mu *mu, uint32_t node, uint32_t off, uint64_t value,
		   ps_t now_ps);
/* Like mu_mmio_store(), for the functions of spi/include/mu/InjFifo.h: if it moves an injection
 * tail on, the slot there is cleared, as the machine's functions do (dcbz). */
void mu_mmio_inject(struct mu *mu, uint32_t node, uint32_t off, uint64_t tail, ps_t now_ps);
/* Whether the register at off controls a barrier: what a store to it does begins with an
 * event. */
bool mu_mmio_is_barrier(uint32_t off);
/* Whether a store to the register at off only makes more room in a reception FIFO that has
 * much: it may be carried out before events of the network that are earlier. */
bool mu_mmio_makes_room(struct mu *mu, uint32_t node, uint32_t off, uint64_t value);

/* The barrier network reports the OR of class cls to node: shown in the status
 * register of group 0 (and of groups that the node has allocated from). */
void mu_gi_status(struct mu *mu, uint32_t node, unsigned cls, uint32_t bits, ps_t now_ps);
/* Prefetch hook for it; see struct event_type. */
void mu_gi_prefetch(struct mu *mu, uint32_t node, unsigned cls);

/* When memory is done with so many bytes that threads of node read, and others that they write,
 * asked for at now_ps: after what it has to do already, at its bandwidth.  A line that is written
 * is read first, and written back. */
ps_t mu_memory_use(struct mu *mu, uint32_t node, uint64_t read_bytes, uint64_t written_bytes,
		   ps_t now_ps);

/* The L2 atomic operation that bits 0..2 of pa name, on the word at pa, whose bit 36
 * is set.  NULL, or why it was not carried out. */
const char *mu_atomic_load(struct mu *mu, uint32_t node, uint64_t pa, uint64_t *value);
const char *mu_atomic_store(struct mu *mu, uint32_t node, uint64_t pa, uint64_t value);

/* For reports: which unit has no room for packet p, which waits in a reception FIFO of
 * the network at node. */
struct mu_wanted {
	bool remote_get;     /* an injection FIFO that takes remote gets, or a memory FIFO */
	uint32_t id;         /* in its node: 8 or 4 to a subgroup */
	uint64_t pa, bytes;  /* its place in memory; bytes 0: not set up yet */
	bool active;         /* the message unit carries out what is in it */
};
void mu_wanted_by(struct mu *mu, uint32_t node, const struct net_packet *p,
		  struct mu_wanted *w);

/* Counts of a node's unit (the machine's performance counters of it).  With the clock off,
 * messages that are copied at once are counted as messages only. */
struct mu_counters {
	uint64_t packets_injected, messages_injected;
	uint64_t fifo_packets, get_packets, put_packets; /* received */
	/* Payload of puts received, taken off counters, and of those refused with a RAS event. */
	uint64_t put_bytes, counted_bytes, refused_bytes;
};
struct mu_counters mu_count(const struct mu *mu, uint32_t node);

#define MU_VERIFY_BYTES 200
/* Whether what puts brought is what counters went down by, in every node.  drained: no event is
 * left; else counters may be behind, never ahead.  False: why says what is wrong, and where. */
bool mu_verify(const struct mu *mu, bool drained, char why[MU_VERIFY_BYTES]);

/* For reports: one line on what the unit holds ("injection FIFO 3: head ..."),
 * written into buf; returns its length. */
int mu_describe(struct mu *mu, uint32_t node, char *buf, size_t len);
/* Like mu_describe(), for all that is allocated in the subgroup, a line each: FIFOs, base
 * addresses and the words there, which may be counters. */
int mu_list(struct mu *mu, uint32_t node, uint32_t subgroup, char *buf, size_t len);

#endif
