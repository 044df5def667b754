/*
 * tree.h - a node of a reduction tree, for uptree.c, downtree.c and collective.c; see
 * collective.c.
 *
 *   links below, the node itself -> up, combined -> link above
 *                                                \ at the root: turned round
 *   link above, or turned -> down, copied -> links below, the node itself
 */
#ifndef BGQ_COLL_TREE_H
#define BGQ_COLL_TREE_H

#include "net/collective.h"
#include "net/header.h"
#include "net/packet_ring.h"
#include "internal.h"

/* A virtual channel has two of enum net_coll_channel: down, + 1 for up. */
enum coll_tree_vc { TREE_WORLD, TREE_SUB, TREE_VCS };
#define TREE_DOWN(vc) (2u * (vc))
#define TREE_UP(vc)   (2u * (vc) + 1)

/* Inputs of the way up: links, and injection FIFOs; of the way down: links, and what has
 * turned at the root. */
enum { INPUT_USER = NET_LINKS, INPUT_SYSTEM, UP_INPUTS, INPUT_TURNED = NET_LINKS, DOWN_INPUTS };
/* Packets between the two at the root: one goes down while the next one comes up. */
#define TURNED_MAX 2

/* State that coll/ keeps in a packet on its way through a tree. */
struct coll_tree_packet {
	ClassRoute_t route;  /* of the node that has sent it */
	uint32_t hops : 23;  /* links crossed on the way up */
	uint32_t met : 1;    /* of a reduction to one node: it has passed that */
	uint32_t flags : 8;  /* COLL_ flags, as in struct coll_exceptions */
};

_Static_assert(sizeof(struct coll_tree_packet) <= sizeof ((struct net_packet *)0)->net_private[0],
	       "what net.h lets coll/ keep");

static inline struct coll_tree_packet *coll_tree_packet_of(struct net_packet *p)
{
	return (struct coll_tree_packet *)p->net_private;
}

/* The logic on the way down takes one packet of a virtual channel at a time: one that
 * waits for room never holds up the other channel. */
struct coll_tree_spread {
	struct net_packet *packet; /* NULL: idle */
	uint16_t links;            /* that it has still to go to, as bits of class routes */
	bool local;                /* and the node itself */
	uint8_t input;
};

struct coll_tree_node {
	struct event ready;   /* queued while a packet goes through the logic on the way up */
	struct event turn;    /* queued until the head of `turning` comes out of it */
	struct net_packet *turning;
	ps_t turned_ps, turn_gap_ps; /* at the root: of the last one, and since the one before */
	struct event rerouted; /* queued from the setting of a route until its time comes */
	uint8_t local[2];     /* packets in the injection FIFOs, with the one that leaves */
	uint8_t turned[TREE_VCS]; /* at the root, up and not yet down */
	uint8_t leaving;      /* injection FIFOs whose packet the logic reads, as bits */
	uint8_t inject_wants;    /* and those that wait for inject_ready */
	struct coll_exceptions exceptions;
	uint16_t faulty;      /* classes of which a fault was reported */
	struct coll_tree_spread down[TREE_VCS];
	struct net_packet *up_queue[TREE_VCS][UP_INPUTS];
	struct net_packet *down_queue[TREE_VCS][DOWN_INPUTS];
	uint16_t known;       /* classes whose register is in route */
	ClassRoute_t route[COLL_CLASSES];
};

static inline unsigned coll_tree_word_bytes(const uint8_t *header)
{
	return coll_word_bytes(net_header_word_length(header));
}

/* The system's packets share the channel of comm-world. */
static inline enum coll_tree_vc coll_tree_vc(const uint8_t *header)
{
	return net_header_channel(header) == NET_CHANNEL_SUB_COMM ? TREE_SUB : TREE_WORLD;
}

/* The node that a reduction is for, -1 if there is no such node. */
static inline int64_t coll_tree_receiver(const struct coll *c, const uint8_t *header)
{
	return net_node_of_destination(&c->shape, net_header_destination(header));
}

/* Whether node, whose route is r, gets the result. */
static inline bool coll_tree_receives(const struct coll *c, uint32_t node, const uint8_t *header,
				      ClassRoute_t r)
{
	if (net_header_coll_type(header) == NET_COLL_REDUCE)
		return coll_tree_receiver(c, header) == (int64_t)node;
	return coll_classroute_is_local(r);
}

/* Whether the ALUs leave a single input as it is: they make a number of a double, also
 * of a broadcast one. */
static inline bool coll_tree_leaves_single(const uint8_t *header)
{
	return net_header_opcode(header) < COLL_FP_ADD ||
	       !coll_op_valid(net_header_opcode(header), coll_tree_word_bytes(header));
}

/* Registers that were never set are computed: once, for every packet asks. */
static inline ClassRoute_t coll_tree_route(const struct coll *c, uint32_t node,
					   const struct net_packet *p)
{
	struct coll_tree_node *t = c->tree[node];
	unsigned cls = net_header_class(p->header);

	if (t && (t->known >> cls & 1))
		return t->route[cls];
	ClassRoute_t r = coll_routes_get(c->routes, COLL_NET_COLLECTIVE, node, cls);

	if (t) {
		t->route[cls] = r;
		t->known |= (uint16_t)(1u << cls);
	}
	return r;
}

/* collective.c */
struct coll_tree_node *coll_tree_node_of(struct coll *c, uint32_t node);
/* Reports what is wrong with a packet's class at node, once. */
void coll_tree_fault(struct coll *c, uint32_t node, const struct net_packet *p, const char *text,
		     ps_t now_ps);

/* uptree.c: sends up all that can go up from node. */
void coll_tree_climb(struct coll *c, uint32_t node, ps_t now_ps);
/* Registers prefetch hooks for its events. */

/* downtree.c: sends down all that can go down from node. */
void coll_tree_descend(struct coll *c, uint32_t node, ps_t now_ps);

#endif
