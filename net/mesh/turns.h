/*
 * turns.h - which links of a mesh of three dimensions work, and which turns each router allows
 * (SAND2003-2954: the turn model; "each router have a changeable list of allowable turns").
 *
 * The document's table 2 of allowed turns is lost.  Those of XYZ order are allowed everywhere;
 * others are added one at a time, at single routers, only if no cycle of links that wait for one
 * another can come of it: so no set of packets can deadlock, whatever their words say.
 */
#ifndef BGQ_NET_MESH_TURNS_H
#define BGQ_NET_MESH_TURNS_H

#include <stdbool.h>
#include <stdint.h>

#include "net/machine/shape.h"

#define NET_TURN_WAYS 6

struct net_turns {
	struct net_shape shape;
	uint32_t nodes;
	uint64_t *at;      /* bit from * 6 + to: allowed; bit 36 + way: the link works */
	uint64_t *refused; /* turns of which a cycle came: it still would, for none is taken back */
	uint32_t *next;    /* the node behind each link, for searches */
	uint32_t *seen, search, *stack;
	uint32_t added;    /* turns beyond XYZ */
};

/* XYZ order, all links but those off the mesh.  False: no memory. */
bool net_turns_create(struct net_turns *t, const struct net_shape *s);
void net_turns_destroy(struct net_turns *t);
/* Back to XYZ order, all links work. */
void net_turns_reset(struct net_turns *t);

static inline bool net_turns_link(const struct net_turns *t, uint32_t node, unsigned way)
{
	return t->at[node] >> (36 + way) & 1;
}

/* A packet that moves one way may go on another; straight on always. */
static inline bool net_turns_allow(const struct net_turns *t, uint32_t node, unsigned from,
				   unsigned to)
{
	return from == to || (t->at[node] >> (from * NET_TURN_WAYS + to) & 1);
}

/* True for a turn that has been asked for and would have made a cycle. */
static inline bool net_turns_refused(const struct net_turns *t, uint32_t node, unsigned from,
				     unsigned to)
{
	return t->refused[node] >> (from * NET_TURN_WAYS + to) & 1;
}

/* Both directions of the link, or all links of the chip. */
void net_turns_fail_link(struct net_turns *t, uint32_t node, unsigned way);
void net_turns_fail_chip(struct net_turns *t, uint32_t node);
/* Allows a turn at a node, unless a cycle came of it. */
bool net_turns_add(struct net_turns *t, uint32_t node, unsigned from, unsigned to);
/* Whether links can wait for one another in a cycle: of the whole table, for checks. */
bool net_turns_cyclic(const struct net_turns *t);

#endif
