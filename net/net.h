/*
 * net.h - the torus network: what mu/, coll/ and emu/ may ask of it.
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

#define NET_DIMS  5
#define NET_LINKS 10 /* A-, A+, B-, B+, ... E-, E+ */

/* Network injection FIFOs, in the bit order of a descriptor's torus FIFO map
 * from 0x8000 down (SC11 paper, III.C: one iME for each). */
enum net_injfifo {
	NET_INJ_AM, NET_INJ_AP, NET_INJ_BM, NET_INJ_BP, NET_INJ_CM, NET_INJ_CP,
	NET_INJ_DM, NET_INJ_DP, NET_INJ_EM, NET_INJ_EP,
	NET_INJ_LOCAL0, NET_INJ_LOCAL1, NET_INJ_PRIORITY, NET_INJ_SYSTEM,
	NET_INJ_COLL_USER, NET_INJ_COLL_SYSTEM,
	NET_INJFIFOS
};

/* Network reception FIFOs: one for each receiver, then local, priority,
 * system and collective (SC11 paper, II.A). */
enum net_recfifo {
	NET_REC_AM, NET_REC_AP, NET_REC_BM, NET_REC_BP, NET_REC_CM, NET_REC_CP,
	NET_REC_DM, NET_REC_DP, NET_REC_EM, NET_REC_EP,
	NET_REC_LOCAL0, NET_REC_LOCAL1, NET_REC_PRIORITY, NET_REC_SYSTEM,
	NET_REC_COLL_USER, NET_REC_COLL_SYSTEM,
	NET_RECFIFOS
};

struct net_shape {
	uint8_t size[NET_DIMS];  /* nodes in A, B, C, D, E; at least 1, at most 64 */
	uint8_t torus[NET_DIMS]; /* 1: the dimension's ends are connected */
};

/* Every constant of the machine; see net/machine.c for values and sources. */
struct net_machine;
const struct net_machine *net_machine_bgq(void);
const struct net_machine *net_machine_untimed(void); /* for --clock off */

#define NET_PACKET_HEADER_BYTES  32
#define NET_PACKET_PAYLOAD_BYTES 512

/* One packet.  The header is the machine's 32 bytes (hwi/include/bqc/MU_PacketHeader.h);
 * net/ reads its first 12, the network header, and carries the rest. */
struct net_packet {
	union {
		struct event ev; /* moves the packet on while it is the message unit's */
		uint64_t net_private[4]; /* its route while it is the network's */
	};
	struct net_packet *next; /* for the holder's queues and the pool */
	uint32_t src, dst;       /* node numbers */
	uint16_t payload_bytes;  /* on the wire: multiple of 32, 0..512 */
	uint16_t user_bytes;     /* of those, valid; mu's */
	uint8_t injfifo;         /* enum net_injfifo it entered by */
	uint8_t recfifo;         /* enum net_recfifo it leaves by; set on delivery */
	uint8_t hops;            /* links crossed so far */
	uint8_t last;            /* mu's: last packet of its message */
	union {                  /* header + payload as on the wire */
		uint8_t header[NET_PACKET_HEADER_BYTES];
		uint8_t wire[NET_PACKET_HEADER_BYTES + NET_PACKET_PAYLOAD_BYTES];
	} __attribute__((aligned(32)));
};

struct net;

/* Dynamic packets name one of four zones: five masks of dimensions (bit 0: A), used
 * one after the other, each until nothing is left to go in its dimensions.  The order
 * of deterministic packets is given in the same way; of several dimensions in a mask
 * the first is taken first (SC11 paper, II.B; nd_500_dcr.h: DYNAMIC_ZONE, DET_ORDER). */
#define NET_ZONES 4
#define NET_MASKS 5

/* Defaults at boot: zone 0 longest dimensions first, those of one length
 * together; zone 1 all at once; zone 2 longest first, one at a time, as deterministic
 * packets; zone 3 A to E, one at a time. */
void net_zone_default(const struct net_shape *s, unsigned zone, uint8_t masks[NET_MASKS]);
void net_order_default(const struct net_shape *s, uint8_t masks[NET_MASKS]);
/* Before the first packet.  0, or -EINVAL if the masks leave out a dimension. */
int net_set_zone(struct net *net, unsigned zone, const uint8_t masks[NET_MASKS]);
int net_set_order(struct net *net, const uint8_t masks[NET_MASKS]);
/* As they are in force. */
void net_get_zone(const struct net *net, unsigned zone, uint8_t masks[NET_MASKS]);
void net_get_order(const struct net *net, uint8_t masks[NET_MASKS]);
/* Arbitration is random where the hardware's is; seed chooses one course.  Before the
 * first packet. */
void net_set_seed(struct net *net, uint64_t seed);

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

/* They wrap round. */
static inline uint32_t net_sent_packets(const struct net_sender_counters *c, enum net_counted i)
{
	return (uint32_t)c->sent[i];
}

static inline uint32_t net_sent_chunks(const struct net_sender_counters *c, enum net_counted i)
{
	return (uint32_t)(c->sent[i] >> 32);
}

/* Of user programs, dynamic or deterministic. */
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

/* What the network calls upwards (mu fills it in). */
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
	/* A prefetch hook: inject_ready will be called in a few events.  May be NULL. */
	void (*inject_soon)(void *ctx, uint32_t node, unsigned injfifo);
};

/* ---- Collectives: coll/ combines and copies packets, the network carries them from
 * node to node in channels of their own, before all others (SC11 paper, II.B, II.E).  While
 * coll/ has a packet, next and the first word of net_private are its own, and the latter
 * goes with the packet. */
enum net_coll_channel {
	NET_COLL_WORLD_DOWN, NET_COLL_WORLD_UP, /* comm-world and system share these */
	NET_COLL_SUB_DOWN, NET_COLL_SUB_UP,
	NET_COLL_CHANNELS
};

/* A channel of one of a node's links, by which packets come or go. */
struct net_coll_port {
	unsigned link, channel; /* enum net_coll_channel */
};

struct net_coll_ops {
	/* As net_inject, for the two injection FIFOs of collectives; what is refused
	 * coll/ has reported in its own way. */
	int (*inject)(void *ctx, struct net_packet *p, unsigned injfifo, ps_t now_ps);
	/* The packet's head has come by a port.  It takes a place in the buffer there until
	 * net_coll_release(). */
	void (*arrive)(void *ctx, uint32_t node, struct net_coll_port by, struct net_packet *p,
		       ps_t now_ps);
	/* A link, or a reception FIFO of collectives, may be open now. */
	void (*link_open)(void *ctx, uint32_t node, unsigned link, ps_t now_ps);
	void (*reception_open)(void *ctx, uint32_t node, unsigned recfifo, ps_t now_ps);
};
void net_set_coll(struct net *net, const struct net_coll_ops *ops, void *ctx);

/* The link is free and its other end has room for so many.  If not, link_open follows. */
bool net_coll_link_ready(struct net *net, uint32_t node, struct net_coll_port by,
			 unsigned packets, ps_t now_ps);
/* Over a link that is ready; the head leaves at head_ps. */
void net_coll_send(struct net *net, uint32_t node, struct net_coll_port by,
		   struct net_packet *p, ps_t head_ps, ps_t now_ps);
/* A packet that came by a port leaves its buffer at tail_ps; its head does now. */
void net_coll_release(struct net *net, uint32_t node, struct net_coll_port by, ps_t tail_ps,
		      ps_t now_ps);
/* If not, reception_open follows. */
bool net_coll_reception_ready(const struct net *net, uint32_t node, unsigned recfifo);
/* Into a reception FIFO that is ready. */
void net_coll_receive(struct net *net, uint32_t node, unsigned recfifo,
		      struct net_packet *p, ps_t now_ps);
/* Call mu's functions in struct net_ops. */
void net_coll_inject_ready(struct net *net, uint32_t node, unsigned injfifo, ps_t now_ps);
void net_coll_inject_soon(struct net *net, uint32_t node, unsigned injfifo);
/* Time that the packet takes on a link. */
ps_t net_packet_ps(const struct net *net, const struct net_packet *p);

/* What is wrong with a machine description, in words; NULL: nothing, net_create takes
 * it. */
const char *net_machine_wrong(const struct net_machine *m);

/* Returns NULL with errno set: EINVAL for a bad shape or machine, ENOMEM. */
struct net *net_create(const struct net_machine *m, const struct net_shape *s,
		       struct sim *sim);
void net_destroy(struct net *net);
void net_set_ops(struct net *net, const struct net_ops *ops, void *ctx);

/* Offers a packet to injection FIFO injfifo of p->src at now_ps.
 * 0: the network owns it.  -EAGAIN: FIFO full, inject_ready follows.
 * -EINVAL: refused (already reported through ops->refuse), caller keeps it. */
int net_inject(struct net *net, struct net_packet *p, unsigned injfifo, ps_t now_ps);

/* What is wrong with the hint bits of a packet header from src to dst, for which
 * net_inject would refuse it; NULL if nothing is. */
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
void net_stuck(const struct net *net, net_stuck_fn *say, void *ctx);

/* Packets come from and return to a pool of the node's worker: before the first
 * packet, tell which pool each node uses.  0 or -ENOMEM. */
int net_set_pools(struct net *net, unsigned pools, const uint16_t *pool_of_node);
/* The same for packets that take the time of their payload but have no memory for it:
 * it must not be touched. */
int net_set_pools_without_payload(struct net *net, unsigned pools,
				  const uint16_t *pool_of_node);
struct net_packet *net_packet_alloc(struct net *net, uint32_t node);
void net_packet_free(struct net *net, uint32_t node, struct net_packet *p);

/* Least time from an action on one node to its effect on another: the
 * engine's lookahead. */
ps_t net_lookahead_ps(const struct net_machine *m);

/* Coordinates.  Node number = ((((a*B+b)*C+c)*D+d)*E+e), as the machine's
 * node index. */
/* The machine's own partition of so many nodes; -EINVAL if it has none. */
int net_shape_default(uint32_t nodes, struct net_shape *s);
/* Of the sizes that net_shape_default knows, the one nearest to nodes. */
uint32_t net_shape_nearest(uint32_t nodes);
/* "4x4x4x4x2", all dimensions torus; -EINVAL. */
int net_shape_parse(const char *text, struct net_shape *s);
uint32_t net_shape_nodes(const struct net_shape *s);
uint32_t net_node_of(const struct net_shape *s, const uint8_t coord[NET_DIMS]);
void net_coord_of(const struct net_shape *s, uint32_t node, uint8_t coord[NET_DIMS]);
/* Destination word A<<24|B<<18|C<<12|D<<6|E to node; -1 if outside. */
int64_t net_node_of_destination(const struct net_shape *s, uint32_t word);
uint32_t net_destination_of(const struct net_shape *s, uint32_t node);
/* The coordinates up to which a packet from node goes the plus way (if its
 * destination is higher) or the minus way (if lower); beyond them the other way
 * round is shorter. */
struct net_cutoff {
	uint8_t plus, minus;
};
void net_cutoffs(const struct net_shape *s, uint32_t node, struct net_cutoff k[NET_DIMS]);
/* SerDes, signalling and distance of a link of node (2 * dimension, + 1: plus). */
ps_t net_wire_ps(const struct net_machine *m, const struct net_shape *s, uint32_t node,
		 unsigned link);
/* Links between two nodes on the minimal route. */
unsigned net_distance(const struct net_shape *s, uint32_t from, uint32_t to);

#endif
