/* internal.h - the state of coll/, and calls between its files; private to it. */
#ifndef BGQ_COLL_INTERNAL_H
#define BGQ_COLL_INTERNAL_H

#include "net/base/pool.h"
#include "net/machine/machine.h"
#include "coll.h"

#define COORDS_MAX 64

/* A barrier class at a node; values are the three control bits. */
struct coll_gi_class {
	uint8_t own;
	uint8_t up;     /* OR of own and inputs: what the output link carries */
	uint8_t result; /* OR over the tree: what the input links carry */
	uint8_t shown;  /* last value for the status register */
	uint32_t in : 3 * NET_LINKS; /* what each link carries, as last received */
	uint32_t faulty : 1;         /* and reported */
	ClassRoute_t route; /* as the network has it: a store of the kernel takes time */
};

struct coll {
	struct sim *sim;
	const struct net_machine *m;
	struct net_shape shape;
	uint32_t nodes;
	/* Delay of each link by dimension and coordinate of its upper end. */
	uint32_t wire_ps[NET_DIMS][COORDS_MAX];
	const struct coll_ops *ops;
	void *ops_ctx;
	struct coll_routes *routes;
	struct coll_gi_class *world; /* [node], class 0 */
	struct coll_gi_class **more; /* [node][class]; NULL until the node uses another one */
	struct pool *pool;
	struct net *net;
	struct coll_tree_node **tree; /* [node]: collective packets; NULL until one comes by */
};

struct coll_hop {
	uint32_t node;
	ps_t wire_ps;
};

/* Where node's link leads; false if there is none: the end of a mesh. */
bool coll_link(const struct coll *c, uint32_t node, unsigned link, struct coll_hop *hop);

/* gi.c: set-up of all nodes; the class at a node, NULL if it was never used there. */
void coll_gi_start(struct coll *c);
const struct coll_gi_class *coll_gi_class_get(const struct coll *c, uint32_t node, unsigned cls);
/* A node's class has another route now. */
void coll_gi_rerouted(struct coll *c, uint32_t node, unsigned cls, ps_t now_ps);

/* collective.c: a collective class has another route now. */
void coll_tree_rerouted(struct coll *c, uint32_t node, unsigned cls, ps_t now_ps);

/* text.c: "<0,1,0,0,0>"; "A+"; "<0,1,0,0,0> (input 0x401, output 0x000)". */
#define COLL_TEXT_BYTES 64
const char *coll_node_text(const struct coll *c, uint32_t node, char *buf);
const char *coll_link_text(unsigned link);
const char *coll_place_text(const struct coll *c, uint32_t node, ClassRoute_t r, char *buf);

#endif
