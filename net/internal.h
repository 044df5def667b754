/*
 * internal.h - the state of a router, and calls between the files of net/; private to it.
 *
 * Virtual cut-through, virtual channels, tokens (credits), an escape channel with bubbles.
 * A router, as a packet passes it (SC11 paper, II; US patent 7,668,970):
 *
 *   link -> receiver: virtual channels, each of several queues  \
 *                                                   arbitration -> sender -> link
 *   message unit -> injection FIFOs                             /  \-> reception FIFO
 *
 * What takes time is a light event, at most one of a kind and port at a time:
 * a head has arrived, a link is free again, tokens have come for which packets
 * wait, a packet has been received, a packet can leave its injection FIFO.  Events
 * without an effect are not posted.
 *
 * The router's sources are compiled once for each kind of machine (kind.h): a header kind_*.h
 * has what the kind fixes as constants, or says where the description has it.
 */
#ifndef BGQ_NET_INTERNAL_H
#define BGQ_NET_INTERNAL_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>

#include "net/base/pool.h"
#include "net/machine/machine.h"
#include "kind_names.h"
#include "collective.h"
#include "net/mesh/turns.h"
#include "net/mesh/word.h"
#include "header.h"
#include "net.h"
#include "packet_ring.h"
#if defined(NET_ROUTER_3D)
#include "kind_3d.h"
#elif defined(NET_ROUTER_ANY)
#include "kind_any.h"
#elif defined(NET_ROUTER_MESH)
#include "kind_mesh.h"
#else
#include "kind_bgq.h"
#endif

#ifndef ROUTER_SOURCE_ROUTES
#define ROUTER_SOURCE_ROUTES 0 /* packets know their way: route_source.c */
#define ROUTER_CHUNK_BYTES(net) ((void)(net), (unsigned)NET_CHUNK_BYTES)
#endif

/* Point-to-point virtual channels: the dynamic ones, then one for each class.  That of class
 * normal, the deterministic one, is also the escape channel of the dynamic ones; all but the
 * dynamic ones follow the bubble rule. */
enum { CLASS_NORMAL, CLASS_PRIORITY, CLASS_SYSTEM, CLASSES };
#define VCS ROUTER_VCS
#define VC_DYNAMIC     0u
#define VC_ESCAPE      ((unsigned)ROUTER_DYNAMIC_VCS)
#define VC_SYSTEM      (VC_ESCAPE + CLASS_SYSTEM)
#define vc_of_class(class) (VC_ESCAPE + (class))
#define class_of_vc(vc)    ((vc) <= VC_ESCAPE ? CLASS_NORMAL : (vc) - VC_ESCAPE)

/* Buffers of a receiver that tokens guard: behind those, the channels of collectives. */
#define BUFFERS (VCS + (ROUTER_COLLECTIVES ? NET_COLL_CHANNELS : ROUTER_SOURCE_ROUTES))
#define VC_RECOVERY VCS /* copies that a sender keeps; route_source.c */

#define QUEUES         ROUTER_QUEUES /* of a receiver */
#define QUEUE_BYPASS   (QUEUES - 1)  /* where there is a bypass: always empty */
#define VC_PACKETS_MAX 63 /* they are counted in 6 bits, see ORDER_ONE */

/* Where a packet can go next: a bit for each link that it may take dynamically, its
 * class (normal, high priority, system), and the way it takes otherwise. */
#define ROUTER_LINKS (2 * ROUTER_DIMS)
enum { WAY_RECEPTION = ROUTER_LINKS, WAY_LOCAL, WAYS, CLASS_SHIFT = ROUTER_LINKS,
       FIXED_SHIFT = ROUTER_LINKS + 2 };
#define NO_LINK WAYS
#define WAYS_LINKS ((1u << ROUTER_LINKS) - 1)

/* Reception FIFOs: one for each receiver, then these. */
enum { REC_LOCAL0 = ROUTER_LINKS, REC_LOCAL1, REC_PRIORITY, REC_SYSTEM, REC_COLL_USER,
       REC_COLL_SYSTEM, RECFIFOS };

static inline unsigned ways_fixed(unsigned ways)
{
	return ways >> FIXED_SHIFT;
}

static inline unsigned ways_class(unsigned ways)
{
	return ways >> CLASS_SHIFT & 3;
}

/* All of them as bits. */
static inline unsigned ways_mask(unsigned ways)
{
	return (ways & WAYS_LINKS) | 1u << ways_fixed(ways);
}

/* Sources of packets: receivers and point-to-point injection FIFOs. */
#define RECEIVERS ROUTER_LINKS
#define INJECTORS ROUTER_INJECTORS
#define SOURCES   (RECEIVERS + INJECTORS)

/* Light events in the order in which they run at one time.  Tokens come first: the
 * other events of a time see all that have come by then. */
enum net_light { LIGHT_TOKENS, LIGHT_FREE, LIGHT_HEAD, LIGHT_GUARDED, LIGHT_RECEIVED,
		 LIGHT_INJECTED, NOTE_TOKEN,
		 LIGHT_RELAY, LIGHT_LANED, /* route_source.c */
		 LIGHT_RESEND /* guard.c; LIGHT_GUARDED is a head there */ };

/* The other end of a wire. */
struct net_wire {
	uint32_t node, ps;
};

/* The route of a packet, where its event is outside the network: set at injection so
 * that a hop neither divides nor looks at the header again. */
struct net_route {
	ps_t ready_ps;          /* not to leave its injection FIFO earlier */
#if ROUTER_SOURCE_ROUTES
	uint64_t word;          /* the first one, mesh/word.h */
	uint8_t before;         /* link + 1 by which it came to the router before this one */
	uint8_t dims;           /* 0 */
#else
	uint8_t left[ROUTER_DIMS]; /* links to cross */
	uint8_t plus;           /* bit d: goes the plus way in dimension d */
	uint8_t dims;           /* bit d: left[d] is not 0 */
	uint8_t either;         /* bit d: may still go the other way in dimension d, as far round */
#endif
	uint8_t vc;             /* the buffer it is in, or VCS + net_coll_channel */
#if ROUTER_SOURCE_ROUTES
	bool dynamic;           /* false */
#else
	uint8_t zone;
	bool dynamic, stay;     /* stay: not back from the bubble */
#endif
	bool deposit;           /* a copy for every node on the way */
	bool copied;            /* and this node has it */
	struct net_wire last;   /* over which it came, and its token goes back */
};

_Static_assert(sizeof(struct net_route) <= sizeof ((struct net_packet *)0)->net_private,
	       "a route fits into its packet");

static inline struct net_route *route_of(struct net_packet *p)
{
	return (struct net_route *)p->net_private;
}

static inline const struct net_route *route_of_const(const struct net_packet *p)
{
	return (const struct net_route *)p->net_private;
}

/* Fields that one event reads of a node are in as few lines of the host's caches as can be: large
 * machines do not fit into these. */
#define NET_LINE 64

/* More tokens are seldom on their way to a link. */
#define TOKENS_NEAR 3

/* A link's sending end, and what it knows of the buffers at the other. */
struct net_sender {
	_Alignas(NET_LINE) struct net_wire wire;
	uint8_t used[BUFFERS];  /* tokens: units of the neighbour's buffer, as known */
	uint16_t returning;     /* tokens on their way back, see net_returning() */
	uint8_t from, queue;    /* source + 1 of the packet that leaves; 0: none */
	uint8_t through;        /* grants since the last one to an injection FIFO */
	bool starving;          /* free, but without the tokens that packets wait for, */
	uint64_t token[TOKENS_NEAR]; /* the first of those that come back */
	struct net_sender_counters count;
	ps_t starved_ps;        /* since when, if starving */
	ps_t wake_ps;           /* of the last LIGHT_TOKENS posted */
};

_Static_assert(!ROUTER_COLLECTIVES ||
	       offsetof(struct net_sender, count.sent[NET_SENT_DYNAMIC + 1]) == NET_LINE,
	       "a line for a dynamic packet");

/* A link's receiving end.  To append to a queue and to take from it, packets in between
 * need not be touched: they are seldom in the host's caches. */
struct net_receiver {
	_Alignas(NET_LINE) uint16_t ready; /* bit q: its first packet can leave */
	router_ways ways[QUEUES]; /* of the first packet, if ready */
	uint8_t packets[QUEUES];  /* without the one that leaves */
	uint8_t collective;       /* packets in the buffers of collectives */
	/* How its packet leaves: link + 1, true only while that is busy; or
	 * LEAVING_RECEPTION; 0. */
	uint8_t leaving[QUEUES];
	/* Count of users' packets, which nearly all are: NET_RECEIVED_USER of the counters. */
	uint32_t users;
	ps_t users_waiting_ps;
	_Alignas(NET_LINE) struct {
		struct net_packet *first; /* NULL: empty */
		struct net_packet *last;  /* if it is not */
	} queue[QUEUES];
	struct net_receiver_counters count; /* of the others */
	/* Deterministic packets to one way keep their order: all are in one queue.
	 * ORDER_ONE for each, and the channel's queue, by class and way. */
	uint8_t order[CLASSES][WAYS];
	uint8_t fill[VCS]; /* units in the queues of each channel, if fullness counts them */
};

_Static_assert(!ROUTER_COLLECTIVES || offsetof(struct net_receiver, queue) == NET_LINE,
	       "a line for all but packets");

#define ORDER_ONE 4u /* queues of a channel, at most */
_Static_assert((VC_PACKETS_MAX + 1) * ORDER_ONE <= 256, "a full channel's order fits into a byte");

struct net_injector {
	struct net_packet *last; /* a ring */
	router_ways ways;        /* of the first packet, if ready */
	uint8_t packets;         /* with the one that leaves */
	uint8_t leaving;         /* as in a receiver */
};

#define LEAVING_RECEPTION (ROUTER_LINKS + 1u)

struct net_reception {
	/* Received, mu has no room yet: a ring in the order of arrival. */
	struct net_packet *held;
	uint8_t packets;     /* on their way in, or held */
	uint8_t from, queue; /* as in a sender */
	bool busy;           /* one is on its way in */
};

/* A router.  Touched by its node's worker only; all zero until traffic comes by. */
struct net_node {
	_Alignas(NET_LINE) uint8_t urgent; /* ready packets of the high classes */
	bool up : 1;
	bool chose : 1;          /* a random number has decided something (train.h) */
	uint16_t posted;         /* senders with a LIGHT_FREE in the queue */
	uint16_t inject_wants;      /* injection FIFOs that wait for inject_ready */
	uint16_t coll_wants;     /* senders that collectives wait for */
	uint32_t random;
	/* Sources with ready packets that can take a way, and the other way round: bit s
	 * of wanted[w] is bit w of wants[s].  Only source.c writes them. */
	uint32_t wanted[WAYS];
	ps_t free_ps[ROUTER_LINKS]; /* when the sender is done with its last packet */
#if ROUTER_SOURCE_ROUTES
	ps_t lane_ps[NET_LANES_MAX]; /* when each lane for turns is free */
	uint32_t dropped;       /* packets that asked for a way that is not allowed */
#endif
	uint16_t wants[SOURCES];
	struct net_sender send[ROUTER_LINKS];
	struct net_receiver receive[RECEIVERS];
	struct net_injector inject[INJECTORS];
	struct net_reception reception[RECFIFOS];
};

struct net {
	const struct net_machine *m;
	struct net_shape shape;
	uint32_t nodes;
	uint64_t seed;
	struct sim *sim;
	const struct net_ops *ops;
	void *ops_ctx;
	const struct net_coll_ops *coll_ops;
	void *coll_ctx;
	const struct net_watch *watch; /* NULL: none */
	struct net_guards *guards;     /* of links with faults, guard.c; NULL: there are none */
	struct net_node *node;
	/* Tokens on their way back, time << TOKEN_BITS | units << 3 | buffer, beyond the sender's
	 * own: [node][link][slots] */
	uint64_t *returning;
	unsigned return_slots;
	uint8_t zone[NET_ZONES][1 << ROUTER_DIMS]; /* by mask of dimensions left: those allowed */
	uint8_t order[1 << ROUTER_DIMS];           /* the one a deterministic packet takes */
	uint8_t zone_masks[NET_ZONES][NET_MASKS], order_masks[NET_MASKS]; /* as set */
	uint8_t range[256];          /* room in a dynamic buffer, by units in it */
	uint8_t full_units;          /* units of a packet of full size */
	uint8_t queues[VCS], queue_first[VCS], vc_of_queue[QUEUES]; /* kind_any.h */
	unsigned class_queues[CLASSES];
	ps_t length_ps[256];         /* of a packet on a wire, by its chunks */
	uint64_t reciprocal[ROUTER_DIMS]; /* of the shape's sizes: net_route_start() */
	const struct net_turns *turns; /* of a mesh; NULL: all are allowed */
	struct pool *pool;
	bool has_payload; /* its packets do */
};

static inline uint32_t number_of(const struct net *net, const struct net_node *n)
{
	return (uint32_t)(n - net->node);
}

/* Token i of those on their way back over a link. */
static inline uint64_t *net_returning(const struct net *net, struct net_node *n, unsigned link,
				      unsigned i)
{
	if (i < TOKENS_NEAR)
		return &n->send[link].token[i];
	return &net->returning[((size_t)number_of(net, n) * ROUTER_LINKS + link) *
				       net->return_slots + i - TOKENS_NEAR];
}

/* Chunks of the packet, with its header. */
static inline unsigned packet_chunks(const struct net *net, const struct net_packet *p)
{
	unsigned header = ROUTER_COLLECTIVES ? NET_PACKET_HEADER_BYTES : net->m->header_bytes;

	return (header + p->payload_bytes + ROUTER_CHUNK_BYTES(net) - 1) / ROUTER_CHUNK_BYTES(net);
}

/* Time of the packet on a wire. */
static inline ps_t packet_ps(const struct net *net, const struct net_packet *p)
{
	return net->length_ps[packet_chunks(net, p)];
}

/* Units that the packet takes of a buffer. */
static inline unsigned packet_units(const struct net *net, const struct net_packet *p, unsigned vc)
{
	return router_units(net, packet_chunks(net, p), vc);
}

static inline uint32_t random_next(uint32_t x)
{
	x ^= x << 13;
	x ^= x >> 17;
	x ^= x << 5;
	return x;
}

static inline unsigned random_below(struct net_node *n, unsigned bound)
{
	n->random = random_next(n->random);
	return (unsigned)((uint64_t)n->random * bound >> 32);
}

/* One of the bits of mask, which is not 0, with equal chances. */
static inline unsigned random_bit(struct net_node *n, unsigned mask)
{
	if (mask & (mask - 1)) { /* else, as most often, no need to count: that is a call */
		n->chose = true;
		for (unsigned k = random_below(n, (unsigned)__builtin_popcount(mask)); k > 0; k--)
			mask &= mask - 1;
	}
	return (unsigned)__builtin_ctz(mask);
}

/* node.c */
void net_node_start(struct net *net, uint32_t node);

static inline struct net_node *node_of(struct net *net, uint32_t node)
{
	struct net_node *n = &net->node[node];

	if (__builtin_expect(!n->up, 0))
		net_node_start(net, node);
	return n;
}

static inline void light_post(struct net *net, enum net_light kind, unsigned port,
			      uint32_t node, void *what, ps_t at_ps)
{
	sim_post_light(net->sim, node, (uint64_t)kind << EVENT_KIND_SHIFT | port, what, at_ps);
}

/* route.c */
void net_route_set_up(struct net *net);
/* Chooses the packet's route; NULL, or why there is none. */
const char *net_route_start(const struct net *net, struct net_node *n, struct net_packet *p);
/* The ways that it can take from where it is. */
unsigned net_route_ways(const struct net *net, const struct net_packet *p);
void net_route_cross(struct net_packet *p, unsigned link);

/* route_source.c */
#if ROUTER_SOURCE_ROUTES
#define LANE_SHIFT 4 /* of a lane in an event's port, beside the receiver */
/* A head has come by receiver r.  False: the packet is dropped, or waits for a lane. */
bool net_turn_enter(struct net *net, struct net_node *n, unsigned r, struct net_packet *p,
		    ps_t now_ps);
void net_recovery_ack(struct net *net, const struct net_node *n, unsigned r,
		      const struct net_route *route, ps_t tail_ps);
void net_recovery_relay(struct net *net, struct net_node *n, unsigned link, ps_t now_ps);
#endif

/* Whether a link carries a packet, or one has just left and what follows from that is
 * still to be done. */
static inline bool sender_busy(const struct net_node *n, unsigned link, ps_t now_ps)
{
	return n->free_ps[link] > now_ps || (n->posted >> link & 1);
}

/* sender.c */
/* Free at now_ps; tokens that have come by then are counted. */
bool net_sender_open(struct net *net, struct net_node *n, unsigned link,
		     ps_t now_ps);
/* The virtual channel by which a packet can go over an open link; -1: it cannot. */
int net_sender_channel(const struct net *net, const struct net_node *n, unsigned link,
		       unsigned source, unsigned queue, unsigned ways);
/* Room for a packet of full size in a dynamic channel of the buffer there. */
static inline bool net_sender_has_room(const struct net *net, const struct net_sender *s,
				       unsigned vc)
{
	return s->used[vc] + router_full_units(net) <= net->m->vc_packets[VC_DYNAMIC];
}

void net_send(struct net *net, struct net_node *n, struct net_packet *p, unsigned link,
	      unsigned vc, ps_t now_ps);
/* Like net_send(), for a collective packet, whose head comes out of the logic at head_ps. */
void net_send_collective(struct net *net, struct net_node *n, struct net_packet *p,
			 struct net_coll_port by, ps_t head_ps);
/* True if packets wait for tokens of the link, and one has come just now: once. */
bool net_sender_fed(struct net *net, struct net_node *n, unsigned link,
		    ps_t now_ps);
/* Has an event posted that serves what waits for the link. */
void net_sender_await(struct net *net, struct net_node *n, unsigned link,
		      ps_t now_ps);
/* True if packets wait for the link. */
static inline bool net_sender_wanted(const struct net_node *n, unsigned link)
{
	return n->wanted[link] || (n->coll_wants >> link & 1);
}

/* A token, as it is on its way: the buffer, and its units where there can be several. */
static inline unsigned token_of(const struct net *net, const struct net_packet *p, unsigned vc)
{
	return TOKEN_BITS == 3 ? vc : packet_units(net, p, vc) << 3 | vc;
}

/* Returns the units of the buffer that a token, on its way or in a note, stands for. */
static inline unsigned token_units(uint64_t token)
{
	return TOKEN_BITS == 3 ? 1 : token >> 3 & 0xff;
}

/* A packet of a buffer, which came over a wire, has left node's receiver at tail_ps: its token
 * goes back. */
void net_token_return(struct net *net, const struct net_node *n, unsigned receiver,
		      struct net_wire wire, unsigned token, ps_t tail_ps);
void net_token_note(struct net *net, const struct event_entry *e);

/* guard.c; all for a network with faults. */
void net_guards_free(struct net *net);
/* Like hand_over(), with the link's faults.  False: it has none. */
bool net_guard_send(struct net *net, struct net_node *n, struct net_packet *p, unsigned link,
		    ps_t head_ps);
/* Returns the packet that has come by receiver r. */
struct net_packet *net_guard_receive(struct net *net, const struct net_node *n, unsigned r,
				     void *what);
void net_guard_timeout(struct net *net, struct net_node *n, unsigned link, ps_t now_ps);
/* reroute.c: the packet's route leads round dead links, where the plan says so.  NULL, or why
 * there is none. */
const char *net_reroute(const struct net *net, struct net_packet *p, ps_t now_ps);
/* When a token comes back to a link's sender that would come at at_ps. */
ps_t net_guard_token_ps(struct net *net, struct net_wire wire, unsigned link, ps_t at_ps);

/* counters.c: a receiver's counters as it keeps them: without packets that wait still. */
struct net_receiver_counters net_receiver_kept(const struct net_receiver *r);
void net_receiver_keep(struct net_receiver *r, const struct net_receiver_counters *c);
/* Counters of the receiver of c: a packet of a channel comes, or leaves. */
static inline void net_receiver_came(struct net_receiver *c, unsigned vc, ps_t now_ps)
{
	if (vc != VC_SYSTEM) {
		c->users++;
		c->users_waiting_ps -= now_ps;
	} else {
		c->count.packets[NET_RECEIVED_SYSTEM]++;
		c->count.waiting_ps[1] -= now_ps;
	}
}

/* Counts a packet that comes and leaves at one time. */
static inline void net_receiver_passed(struct net_receiver *c, unsigned vc)
{
	*(vc != VC_SYSTEM ? &c->users : &c->count.packets[NET_RECEIVED_SYSTEM]) += 1;
}

static inline void net_receiver_left(struct net_receiver *c, unsigned vc, ps_t now_ps)
{
	*(vc != VC_SYSTEM ? &c->users_waiting_ps : &c->count.waiting_ps[1]) += now_ps;
}

/* A packet that waits, and where it goes. */
struct net_choice {
	uint8_t source, queue; /* queue: of a receiver */
	uint8_t way, vc;       /* vc: of the buffer at the other end, for a link */
};

/* source.c: receivers' queues and injection FIFOs, as arbitration sees them.  Keeps them
 * only: what becomes of a first packet is for its callers. */
/* The queue that a packet joins which comes now. */
unsigned net_source_queue(const struct net *net, const struct net_node *n, unsigned r,
			  const struct net_packet *p, unsigned ways, ps_t now_ps);
void net_source_append(struct net *net, struct net_node *n, struct net_choice at,
		       struct net_packet *p, unsigned ways, ps_t now_ps);
/* Cut-through: counted, never queued. */
void net_source_passes(struct net_node *n, unsigned r, struct net_packet *p);
/* How the packet before the first one still leaves a receiver's queue: link + 1,
 * LEAVING_RECEPTION, or 0: it has left. */
unsigned net_source_leaving(struct net_node *n, unsigned r, unsigned queue, ps_t now_ps);
/* NULL: it is empty. */
struct net_packet *net_source_first(const struct net_node *n, unsigned source, unsigned queue);
/* The source's first packet can leave from now on. */
void net_source_ready(struct net_node *n, unsigned source, unsigned queue, unsigned ways);
/* Returns the ways of the packet, which was ready. */
unsigned net_source_unready(struct net_node *n, unsigned source, unsigned queue);
/* Takes the first packet out, which is not ready. */
void net_source_take(struct net *net, struct net_node *n, struct net_choice at, unsigned ways,
		     ps_t now_ps);
/* The packet leaves through a sender (link + 1) or a reception FIFO (LEAVING_RECEPTION). */
void net_source_leaves(struct net_node *n, unsigned source, unsigned queue, unsigned leaving);
/* The packet has left its sender or reception FIFO, which has kept source + 1 in from, and
 * queue. */
void net_source_retire(struct net_node *n, uint8_t *from, unsigned queue);
/* Like net_source_retire(), for a packet that left through a link without an event. */
void net_source_retire_late(struct net_node *n, unsigned leaving, ps_t now_ps);

/* arbiter.c */
/* The best way of ways that is open to the source's first packet; false if none is. */
bool net_choose_way(struct net *net, struct net_node *n, unsigned ways,
		    ps_t now_ps, struct net_choice *c);
/* Which waiting packet gets the open link c->way; false if none can use it. */
bool net_choose_source(struct net *net, struct net_node *n, struct net_choice *c);

/* reception.c */
unsigned net_reception_fifo(unsigned source, unsigned ways);
bool net_reception_open(const struct net *net, const struct net_node *n, unsigned f);
/* Puts the packet, its head here at now_ps, into FIFO f; returns when its tail is in. */
ps_t net_receive(struct net *net, struct net_node *n, struct net_packet *p,
		 unsigned f, ps_t now_ps);
void net_received(struct net *net, struct net_node *n, unsigned f, struct net_packet *p,
		  ps_t now_ps);

/* train.c: adds the router's links to the fingerprint. */
struct fingerprint;
void net_train_links_fingerprint(const struct net *net, struct net_node *n, struct fingerprint *fp);

/* collective.c */
/* True if a collective has taken the open link that it was waiting for. */
bool net_coll_link_open(struct net *net, struct net_node *n, unsigned link,
			ps_t now_ps);
void net_coll_arrive(struct net *net, struct net_node *n, unsigned r,
		     struct net_packet *p, ps_t now_ps);

/* inject.c */
/* Injection FIFO f has room again: tell mu if it asked. */
void net_inject_notify(struct net *net, struct net_node *n, unsigned f,
		     ps_t now_ps);

/* router.c */
void net_light(void *ctx, const struct event_entry *e);
void net_prefetch(void *ctx, const struct event_entry *e, unsigned step);
/* Sends on the first packet of a source, as chosen. */
void net_grant(struct net *net, struct net_node *n,
	       const struct net_choice *c, ps_t now_ps);
/* The source's first packet, if there is one, is next: send it, or let it wait.  Not
 * over the link except, about which the caller will see. */
void net_router_next(struct net *net, struct net_node *n, unsigned source, unsigned queue,
		     unsigned except, ps_t now_ps);

#endif
