/*
 * net.h - the torus network: what mu/, coll/ and emu/ may ask of it; for coll/ there is
 * more in collective.h.
 *
 * A 5D torus or mesh of routers: virtual cut-through, virtual channels, token (credit)
 * flow control, adaptive and dimension-order routing.  Packets enter through an injection
 * FIFO of their source node and leave through a network reception FIFO of
 * their destination; in between they belong to the network.  The network knows
 * packets, links and time; it never looks into memory, FIFOs of the message
 * unit or programs.
 *
 * Every function that takes a node is called only by that node's worker, from
 * an event handler or thread at simulated time now_ps.
 */
#ifndef BGQ_NET_H
#define BGQ_NET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "net/base/event.h"
#include "net/machine/shape.h"
#include "packet.h"

struct net;
struct net_machine; /* net/machine/machine.h */

/* Dynamic packets name one of four zones: up to six masks of dimensions (bit 0: A), used
 * one after the other, each until nothing is left to go in its dimensions.  The order
 * of deterministic packets is given in the same way; of several dimensions in a mask
 * the first is taken first (SC11 paper, II.B; nd_500_dcr.h: DYNAMIC_ZONE, DET_ORDER). */
#define NET_ZONES 4
#define NET_MASKS NET_DIMS_MAX /* of Blue Gene/Q's registers five */

/* Defaults at boot: zone 0 longest dimensions first, those of one length
 * together; zone 1 all at once; zone 2 longest first, one at a time, as deterministic
 * packets; zone 3 A to E, one at a time. */
void net_zone_default(const struct net_shape *s, unsigned zone, uint8_t masks[NET_MASKS]);
void net_order_default(const struct net_shape *s, uint8_t masks[NET_MASKS]);
/* Before the first packet.  0, or -EINVAL if the masks leave out a dimension. */
int net_set_zone(struct net *net, unsigned zone, const uint8_t masks[NET_MASKS]);
int net_set_order(struct net *net, const uint8_t masks[NET_MASKS]);
/* Return the masks that are in force. */
void net_get_zone(const struct net *net, unsigned zone, uint8_t masks[NET_MASKS]);
void net_get_order(const struct net *net, uint8_t masks[NET_MASKS]);
/* Arbitration is random where the hardware's is; seed chooses one course.  Before the
 * first packet. */
void net_set_seed(struct net *net, uint64_t seed);

/* Machines with source routes: the links that work and the turns that are allowed, NULL: all;
 * and packets that were dropped because they asked for others.  Before the first packet. */
struct net_turns;
void net_set_turns(struct net *net, const struct net_turns *turns);
uint64_t net_dropped(const struct net *net);

/* Performance counters (SC11 paper, II.F), by virtual channels. */
enum net_counted { /* of a sender */
	NET_SENT_DYNAMIC, NET_SENT_DETERMINISTIC, NET_SENT_PRIORITY, NET_SENT_SYSTEM,
	NET_SENT_WORLD, /* collectives of comm-world, and the system's */
	NET_SENT_SUB, NET_SENT_CLASSES
};
enum { NET_RECEIVED_USER, NET_RECEIVED_SYSTEM, NET_RECEIVED_COLLECTIVE, NET_RECEIVED_CLASSES };

struct net_sender_counters {
	ps_t busy_ps;                     /* the link carried packets */
	uint64_t sent[NET_SENT_CLASSES];  /* packets, and chunks of 32 bytes << 32 */
};

/* Packets wrap round, and each time the chunks are one too many from then on. */
static inline uint32_t net_sent_packets(const struct net_sender_counters *c, enum net_counted i)
{
	return (uint32_t)c->sent[i];
}

static inline uint32_t net_sent_chunks(const struct net_sender_counters *c, enum net_counted i)
{
	return (uint32_t)(c->sent[i] >> 32);
}

/* Returns the packets of user programs, dynamic or deterministic. */
static inline uint32_t net_sent_normal(const struct net_sender_counters *c)
{
	return net_sent_packets(c, NET_SENT_DYNAMIC) + net_sent_packets(c, NET_SENT_DETERMINISTIC);
}

static inline uint32_t net_sent_collective(const struct net_sender_counters *c)
{
	return net_sent_packets(c, NET_SENT_WORLD) + net_sent_packets(c, NET_SENT_SUB);
}

struct net_receiver_counters {
	/* Time integral of the packets in the buffers, by now_ps: [0] of users' point-to-point
	 * packets, [1] of the others. */
	ps_t waiting_ps[2];
	uint32_t packets[NET_RECEIVED_CLASSES]; /* received; they wrap round */
};

static inline uint32_t net_received_packets(const struct net_receiver_counters *c)
{
	return c->packets[0] + c->packets[1] + c->packets[2];
}

void net_sender_count(const struct net *net, uint32_t node, unsigned link,
		      struct net_sender_counters *c);
void net_receiver_count(const struct net *net, uint32_t node, unsigned link, ps_t now_ps,
			struct net_receiver_counters *c);

/* Calls of an observer; each may be NULL.  None may change anything. */
struct net_watch {
	/* p's head is on the link at head_ps, its tail at tail_ps.  Without the packets that
	 * collectives fast-forward (train.h). */
	void (*sent)(void *ctx, uint32_t node, unsigned link, const struct net_packet *p,
		     ps_t head_ps, ps_t tail_ps);
	/* p, which is no packet of collectives, has been wholly received at node; it had been
	 * injected at injected_ps. */
	void (*received)(void *ctx, uint32_t node, const struct net_packet *p,
			 ps_t injected_ps, ps_t now_ps);
	/* Serial: the link has been busy for so long in an interval, with packets of which sent()
	 * is not told. */
	void (*forwarded)(void *ctx, uint32_t node, unsigned link, ps_t busy_ps,
			  const ps_t interval_ps[2]);
	void *ctx;
};
/* When a packet of the network that is none of collectives was injected. */
ps_t net_packet_injected_ps(const struct net *net, const struct net_packet *p);
/* NULL: none, which costs nothing.  Before the first packet. */
void net_set_watch(struct net *net, const struct net_watch *watch);

/* Upward calls of the network (mu fills them in). */
struct net_ops {
	/* The packet has been wholly received at node by now_ps.  Returns 0: mu
	 * owns the packet now.  Returns -EAGAIN: no room; the packet stays in
	 * its reception FIFO, and those behind it wait, until
	 * net_reception_resume(). */
	int (*deliver)(void *ctx, uint32_t node, struct net_packet *p, ps_t now_ps);
	/* Injection FIFO injfifo of node can take a packet again, after
	 * net_inject had returned -EAGAIN for it. */
	void (*inject_ready)(void *ctx, uint32_t node, unsigned injfifo, ps_t now_ps);
	/* The network refuses a packet (destination outside the machine, bad
	 * header); text says why.  The packet is dropped by the caller. */
	void (*refuse)(void *ctx, uint32_t node, const struct net_packet *p,
		       const char *text, ps_t now_ps);
	/* Prefetch hooks: inject_ready will be called in a few events, or deliver.  May be
	 * NULL. */
	void (*inject_prefetch)(void *ctx, uint32_t node, unsigned injfifo);
	void (*deliver_prefetch)(void *ctx, uint32_t node);
	/* A few events later: memory of the node that inject_ready will read. */
	void (*inject_prefetch_memory)(void *ctx, uint32_t node, unsigned injfifo);
};

/* Says in words what is wrong with a machine description; NULL: nothing, net_create() takes it. */
const char *net_machine_wrong(const struct net_machine *m);

/* Units of a buffer that a packet of full size takes. */
unsigned net_full_units(const struct net_machine *m);

/* Returns NULL with errno set: EINVAL for a bad shape or machine, ENOMEM. */
struct net *net_create(const struct net_machine *m, const struct net_shape *s,
		       struct sim *sim);
void net_destroy(struct net *net);

/* Bytes of the host's memory: of the routers, and of packets, on their way or free. */
struct net_memory {
	uint64_t routers, packets;
};
struct net_memory net_memory(const struct net *net);
void net_set_ops(struct net *net, const struct net_ops *ops, void *ctx);

/* Offers a packet to injection FIFO injfifo of p->src at now_ps.
 * 0: the network owns it.  -EAGAIN: FIFO full, inject_ready follows.
 * -EINVAL: refused (already reported through ops->refuse), caller keeps it. */
int net_inject(struct net *net, struct net_packet *p, unsigned injfifo, ps_t now_ps);
/* After -EAGAIN at now_ps: when inject_ready follows, at the earliest. */
ps_t net_inject_ready_ps(struct net *net, uint32_t node, unsigned injfifo, ps_t now_ps);
/* True if whatever happens the FIFO stays full up to until_ps, that included: inject_ready
 * follows then, as after -EAGAIN at until_ps.  False: it may have room by then, or has. */
bool net_inject_waits(struct net *net, uint32_t node, unsigned injfifo, ps_t now_ps,
		      ps_t until_ps);

/* Says what is wrong with the hint bits of a packet header from src to dst, for which net_inject()
 * would refuse it; NULL if nothing is. */
const char *net_hints_wrong(const struct net_shape *s, uint32_t src, uint32_t dst,
			    const uint8_t *header);

/* Reception FIFO recfifo of node may deliver again (after -EAGAIN). */
void net_reception_resume(struct net *net, uint32_t node, unsigned recfifo, ps_t now_ps);

/* ---- For reports of deadlocks: read while no worker runs. */

/* Packets that were injected and not delivered; copies that a deposit left count on
 * their own, packets of collectives from the first link on. */
uint64_t net_packets_inside(const struct net *net);

struct net_stuck {
	uint32_t node;
	bool reception;   /* a reception FIFO that mu has no room for; or a full injection FIFO */
	unsigned fifo;    /* enum net_recfifo or net_injfifo */
	unsigned packets; /* that wait in it */
	const struct net_packet *first;
};
typedef void net_stuck_fn(void *ctx, const struct net_stuck *s);
/* Calls say for each such FIFO: reception FIFOs first, then by node. */
void net_stuck(const struct net *net, net_stuck_fn *visit, void *ctx);

/* Packets come from and return to a pool of the node's worker: before the first
 * packet, tell which pool each node uses.  0 or -ENOMEM. */
int net_set_pools(struct net *net, unsigned pools, const uint16_t *pool_of_node);
/* Like net_set_pools(), for packets that take the time of their payload but have no memory for it:
 * it must not be touched. */
int net_set_pools_without_payload(struct net *net, unsigned pools,
				  const uint16_t *pool_of_node);
struct net_packet *net_packet_alloc(struct net *net, uint32_t node);
void net_packet_free(struct net *net, uint32_t node, struct net_packet *p);

#endif
