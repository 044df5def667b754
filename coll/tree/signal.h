/*
 * signal.h - global interrupts of Blue Gene/L and /P: a bit for each channel beside the links of
 * the collective network.  Each node drives it; on the way up the bits of a node and those below
 * it are ANDed or ORed, and what comes of it at the root goes down to all nodes
 * (US 7,761,687, l. 312; github.com/IBM/BlueMatter, BonB: direct, sticky AND, sticky OR).
 *
 * A barrier: all arm the channel, an AND, and drive it; the sticky bit of each node says when all
 * have.  A notification is the same with OR.
 *
 * Every function that takes a node is called only by that node's worker, at simulated time now_ps.
 *
 * Never: carries data, or waits for buffers.
 */
#ifndef BGQ_COLL_TREE_SIGNAL_H
#define BGQ_COLL_TREE_SIGNAL_H

#include "net/base/event.h"
#include "topology.h"

#define SIGNAL_CHANNELS_MAX 8

struct signal_network;

/* The bit of a channel as node sees it has changed. */
typedef void signal_changed_fn(void *ctx, uint32_t node, unsigned channel, bool value, ps_t now_ps);

/* NULL with errno set: EINVAL if the machine has no such network, ENOMEM.  All bits are 0. */
struct signal_network *signal_network_create(const struct net_machine *m,
					     const struct net_shape *s, struct sim *sim,
					     unsigned pools, const uint16_t *pool_of_node);
void signal_network_destroy(struct signal_network *g);
void signal_network_set_changed(struct signal_network *g, signal_changed_fn *changed, void *ctx);
/* Before the first change; channels are ANDs else. */
void signal_network_set_or(struct signal_network *g, unsigned channel);
const struct tree_topology *signal_network_topology(const struct signal_network *g);

/* The least time from an event on one node to its effect on another. */
ps_t signal_lookahead_ps(const struct net_machine *m);

/* Sets the node's input to a channel: what it drives from now on. */
void signal_drive(struct signal_network *g, uint32_t node, unsigned channel, bool value,
		  ps_t now_ps);
/* The bit as the node sees it; and whether it has been 1 since the channel was armed. */
bool signal_value(const struct signal_network *g, uint32_t node, unsigned channel);
bool signal_sticky(const struct signal_network *g, uint32_t node, unsigned channel);
void signal_arm(struct signal_network *g, uint32_t node, unsigned channel);

#endif
