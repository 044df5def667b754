/*
 * around.h - the tree of class 0 round dead links: the machine's own tree, in which nodes that a
 * dead link cuts off, and those behind them, are joined to the nearest node that is not.
 *
 * Never: a class route that a program has set.
 */
#ifndef BGQ_COLL_AROUND_H
#define BGQ_COLL_AROUND_H

#include "classroute.h"

typedef bool coll_dead_fn(void *ctx, uint32_t node, unsigned link);

/* The routes of all nodes, which are the caller's to free, without virtual channels.  Nodes that no
 * live link leads to have no route; *cut counts them, *moved those that have another output than in
 * the machine's tree.  NULL: no memory. */
ClassRoute_t *coll_tree_around(const struct net_shape *s, coll_dead_fn *dead, void *ctx,
			       uint32_t *moved, uint32_t *cut);

#endif
