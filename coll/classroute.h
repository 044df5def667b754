/*
 * classroute.h - class routes: a node's place in reduction trees embedded in the torus.
 *
 * A route is what hwi/include/bqc/classroute.h says: the links that contributions come
 * in by on the way up, the local one among them, and the link that leads up, which the
 * root has not.  There are 16 for collectives and 16 for barriers (SC11 paper, II.C, II.D).
 *
 * Registers only: the kernel decides what may change them; packets along them are for
 * gi.c, uptree.c and downtree.c.  Nothing here knows time.
 */
#ifndef BGQ_COLL_CLASSROUTE_H
#define BGQ_COLL_CLASSROUTE_H

#include <stdbool.h>

#include "include/hwi/include/bqc/classroute.h"
#include "net/machine/shape.h"

#define COLL_CLASSES 16

enum coll_net { COLL_NET_COLLECTIVE, COLL_NET_BARRIER, COLL_NETS };

/* Links as in net/machine/shape.h: 2 * dimension, + 1 for plus.  Besides, as outputs: */
#define COLL_LINK_IO   NET_LINKS       /* to an I/O node, of which there are none */
#define COLL_LINK_NONE (NET_LINKS + 1) /* of the root */

static inline uint16_t coll_link_bit(unsigned link)
{
	return (uint16_t)(BGQ_CLASS_LINK_AM >> link);
}

/* Returns the number that a link has at its other end. */
static inline unsigned coll_link_other_end(unsigned link)
{
	return link ^ 1u;
}

/* Masks of links: those of the torus, and all. */
#define COLL_TORUS_LINKS 0xffcu
#define COLL_LINKS       0xffeu

/* The first of a mask that is not empty. */
static inline unsigned coll_link_first(unsigned links)
{
	return (unsigned)__builtin_clz(links) - (31 - 11);
}

static inline unsigned coll_classroute_links(ClassRoute_t r)
{
	return (r.input | r.output) & COLL_LINKS;
}

static inline bool coll_classroute_takes(ClassRoute_t r, unsigned link)
{
	return r.input & coll_link_bit(link);
}

static inline bool coll_classroute_is_local(ClassRoute_t r)
{
	return r.input & BGQ_CLASS_INPUT_LINK_LOCAL;
}

/* A register of zeros is free for the kernel. */
static inline bool coll_classroute_is_free(ClassRoute_t r)
{
	return r.input == 0 && r.output == 0;
}

/* 0..9, COLL_LINK_IO or COLL_LINK_NONE. */
static inline unsigned coll_classroute_output(ClassRoute_t r)
{
	unsigned links = r.output & COLL_LINKS;

	return links ? coll_link_first(links) : COLL_LINK_NONE;
}

/* Whether a route agrees with link's other end, which sends up, or down, by it. */
static inline bool coll_classroute_expects(ClassRoute_t r, unsigned link, bool up)
{
	return up ? coll_classroute_takes(r, link) : coll_classroute_output(r) == link;
}

/* The nodes that a job uses: some of those of a box. */
struct coll_part {
	uint8_t corner[NET_DIMS]; /* of the box: its node with the least coordinates */
	uint8_t size[NET_DIMS];  /* of the box */
	uint8_t order[NET_DIMS]; /* a packet on its way to the root corrects dimension */
	uint8_t begin;           /* order[begin] first, and goes round in it */
	uint8_t *idle;           /* [nodes]: not 0: contributes nothing; NULL: all do */
};

/* The tree over the whole machine as the control system of the machine builds it for
 * a job: the root is in the middle, and a packet on its way to it corrects E first,
 * then D and so on; if A has one node, it begins with another dimension. */
ClassRoute_t coll_classroute_world(const struct net_shape *s, uint32_t node);
/* Like coll_classroute_world(), over a part; idle nodes pass on what comes from others, or have no
 * route. */
ClassRoute_t coll_classroute_part(const struct net_shape *s, const struct coll_part *part,
				  uint32_t node);
/* Links from its farthest node to the root. */
unsigned coll_classroute_world_depth(const struct net_shape *s);

/* The registers of all nodes.  A node that has set none costs a pointer: until then
 * it has those of the start of a job, which are computed.  Those are: the part's tree in
 * class 0, for users, the whole machine's in 13 (not in a job of one node), 14 and
 * 15, for the system; zeros in all others. */
struct coll_routes;

struct coll_routes *coll_routes_create(const struct net_shape *s);
void coll_routes_destroy(struct coll_routes *t);
/* The job uses a part only; which has to stay until the end.  Before any other call. */
void coll_routes_part(struct coll_routes *t, const struct coll_part *part);

/* The tree over the whole machine that jobs begin with, in place of the machine's own; stays until
 * the end.  Before any other call, and not with a part. */
void coll_routes_tree(struct coll_routes *t, const ClassRoute_t *of_node);

ClassRoute_t coll_routes_get(const struct coll_routes *t, enum coll_net net, uint32_t node,
			     unsigned cls);
/* Whether the system has the class at the start of a job. */
bool coll_routes_is_system(const struct coll_routes *t, unsigned cls);
/* Bits that the register does not have are dropped.  0 or -ENOMEM. */
int coll_routes_set(struct coll_routes *t, enum coll_net net, uint32_t node, unsigned cls,
		    ClassRoute_t r);

#endif
