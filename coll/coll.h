/*
 * coll.h - collectives in the network.  So far: the global interrupt (GI)
 * barrier network with class route 0 (comm world).
 *
 * Each node drives up to three control bits per class; the network forms the
 * OR over all participants along a tree embedded in the torus (up to the root,
 * then down again) and writes it to every participant's status register
 * (seed 004 II.D, III.F; spi-api 5.8).
 */
#ifndef BGQ_COLL_H
#define BGQ_COLL_H

#include "../net/net.h"

#define COLL_GI_CLASSES 16

struct coll;

struct coll_ops {
	/* The OR of class gi as node sees it has changed to bits. */
	void (*gi_status)(void *ctx, uint32_t node, unsigned gi, uint32_t bits,
			  ps_t now_ps);
};

struct coll *coll_create(struct sim *sim, const struct net_machine *m,
			 const struct net_shape *s);
void coll_destroy(struct coll *coll);
void coll_set_ops(struct coll *coll, const struct coll_ops *ops, void *ctx);

/* As net_set_pools. */
int coll_set_pools(struct coll *coll, unsigned pools, const uint16_t *pool_of_node);

/* Node's control bits (0..7) of class gi are now bits.  0, or -ENOSYS for a class
 * other than 0. */
int coll_gi_control(struct coll *coll, uint32_t node, unsigned gi, uint32_t bits,
		     ps_t now_ps);
/* State at job start: control 0x4 everywhere for class 0 and status 0x4. */
#define COLL_GI_INITIAL 0x4u

/* Latency from the last participant's arrival to everyone's release is up
 * plus down the tree; the depth in links of class 0's tree: */
unsigned coll_gi_depth(const struct coll *coll);

#endif
