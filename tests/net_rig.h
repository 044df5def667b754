/*
 * net_rig.h - what tests of the network stand on: one network on a queue of events for
 * one thread, a list of all deliveries, reception FIFOs with room for so many packets.
 */
#ifndef BGQ_TESTS_NET_RIG_H
#define BGQ_TESTS_NET_RIG_H

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "net/kind_names.h"
#include "net/machine/machine.h"
#include "net/net.h"
#include "fake_sim.h"

#define HOP_BOARD_PS    43500
#define HOP_MIDPLANE_PS 48250
#define HOP_CABLE_PS    174750
#define PACKET_0_PS     28500  /* on the wire without payload: 57 B at 2 GB/s */
#define PACKET_32_PS    44500
#define PACKET_512_PS   284500
#define GAP_PS 4000 /* between packets on a link */
#define DELIVERIES_MAX 4096

struct delivery {
	struct net_packet *p;
	uint32_t node;
	ps_t at_ps;
};

struct rig {
	struct fake_sim sim;
	struct net *net;
	struct net_shape shape;
	struct delivery got[DELIVERIES_MAX];
	unsigned deliveries;
	unsigned room[NET_RECFIFOS]; /* packets that are still taken; UINT_MAX: all */
	unsigned offers;
	unsigned ready_calls, ready_fifo;
	uint32_t ready_node;
	ps_t ready_ps;
	const char *refused;
};

static inline int deliver(void *ctx, uint32_t node, struct net_packet *p, ps_t now_ps)
{
	struct rig *r = ctx;

	r->offers++;
	assert_int_equal(now_ps, r->sim.now_ps);
	if (r->room[p->recfifo] == 0)
		return -EAGAIN;
	if (r->room[p->recfifo] != UINT32_MAX)
		r->room[p->recfifo]--;
	assert_true(r->deliveries < DELIVERIES_MAX);
	r->got[r->deliveries++] = (struct delivery){ p, node, now_ps };
	return 0;
}

static inline void inject_ready(void *ctx, uint32_t node, unsigned injfifo, ps_t now_ps)
{
	struct rig *r = ctx;

	r->ready_calls++;
	r->ready_node = node;
	r->ready_fifo = injfifo;
	r->ready_ps = now_ps;
}

static inline void refuse(void *ctx, uint32_t node, const struct net_packet *p, const char *text,
			  ps_t now_ps)
{
	assert_int_equal(now_ps, ((struct rig *)ctx)->sim.now_ps);
	assert_int_equal(node, p->src);
	((struct rig *)ctx)->refused = text;
}

static const struct net_ops ops = {
	.deliver = deliver, .inject_ready = inject_ready, .refuse = refuse
};

static inline struct rig *rig_create_of(const struct net_machine *m, const char *text,
					int torus)
{
	struct rig *r = calloc(1, sizeof *r);

	assert_non_null(r);
	assert_int_equal(net_shape_parse_dims(text, m->dims, NET_SIZE_MOST, &r->shape), 0);
	memset(r->shape.torus, torus, sizeof r->shape.torus);
	memset(r->room, 0xff, sizeof r->room);
	fake_sim_init(&r->sim, net_shape_nodes(&r->shape), net_lookahead_ps(m));
	r->net = net_create(m, &r->shape, &r->sim.sim);
	assert_non_null(r->net);
	net_set_ops(r->net, &ops, r);
	return r;
}

static inline struct rig *rig_create(const char *text, int torus)
{
	return rig_create_of(net_machine_bgq(), text, torus);
}

/* Packets that were not freed go with their pool. */
static inline void rig_destroy(struct rig *r)
{
	net_destroy(r->net);
	fake_sim_cleanup(&r->sim);
	free(r);
}

static inline uint32_t at(const struct rig *r, uint8_t a, uint8_t b, uint8_t c, uint8_t d,
		   uint8_t e)
{
	return net_node_of(&r->shape, (uint8_t[NET_DIMS]){ a, b, c, d, e });
}

static inline struct net_packet *packet(struct rig *r, uint32_t src, uint32_t dst,
				 uint16_t bytes)
{
	struct net_packet *p = net_packet_alloc(r->net, src);

	assert_non_null(p);
	memset(p->header, 0, sizeof p->header);
	p->src = src;
	p->dst = dst;
	p->payload_bytes = bytes;
	return p;
}

static inline struct net_packet *hinted(struct rig *r, uint32_t src, uint32_t dst, uint8_t abcd,
				 uint8_t e)
{
	struct net_packet *p = packet(r, src, dst, 32);

	p->header[1] = abcd;
	p->header[2] = e;
	return p;
}

static inline void send(struct rig *r, struct net_packet *p, unsigned injfifo, ps_t now_ps)
{
	assert_int_equal(net_inject(r->net, p, injfifo, now_ps), 0);
}

/* Carries all out; exactly one packet came, p, to its destination at at_ps. */
static inline void assert_arrival(struct rig *r, const struct net_packet *p, ps_t at_ps)
{
	fake_sim_run(&r->sim, PS_NEVER);
	assert_int_equal(r->deliveries, 1);
	assert_ptr_equal(r->got[0].p, p);
	assert_int_equal(r->got[0].node, p->dst);
	assert_int_equal(r->got[0].at_ps, at_ps);
	r->deliveries = 0;
}

#endif
