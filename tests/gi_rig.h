/*
 * gi_rig.h - a barrier network on the fake engine, for test_gi*.c: status registers as
 * last reported, faults as last reported.  Include after cmocka.h.
 */
#ifndef BGQ_TESTS_GI_RIG_H
#define BGQ_TESTS_GI_RIG_H

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "coll/coll.h"
#include "net/machine/machine.h"
#include "fake_sim.h"

#define CONTROL_PS       72500  /* control register to network */
#define STATUS_PS        163750 /* network to status register */
#define ENDS_PS          (CONTROL_PS + STATUS_PS)
#define HOP_BOARD_PS     57500  /* 10 cycles, 20 B, wire of 27.5 ns */
#define HOP_MIDPLANE_PS  62250
#define HOP_CABLE_PS     188750

struct walker;

struct rig {
	struct fake_sim sim;
	struct coll *coll;
	struct net_shape shape;
	uint32_t nodes;
	uint8_t *status; /* [class][node], as last reported */
	ps_t *status_ps;
	unsigned calls;
	unsigned faults;
	bool faults_expected;
	char fault[256];       /* the last one: "2 of <0,0,0,0,1>: why" */
	struct walker *walker; /* [node], if there are any */
	unsigned rounds;       /* barriers to walk through */
};

static inline uint8_t *status_at(const struct rig *r, unsigned cls, uint32_t node)
{
	return &r->status[cls * r->nodes + node];
}

static inline void rig_gi_status(void *ctx, uint32_t node, unsigned cls, uint32_t bits,
				 ps_t now_ps)
{
	struct rig *r = ctx;

	assert_in_range(cls, 0, COLL_CLASSES - 1);
	assert_int_equal(now_ps, r->sim.now_ps);
	assert_int_not_equal(bits, *status_at(r, cls, node));
	*status_at(r, cls, node) = (uint8_t)bits;
	r->status_ps[cls * r->nodes + node] = now_ps;
	r->calls++;
}

static inline void rig_fault(void *ctx, const struct coll_fault *f, ps_t now_ps)
{
	struct rig *r = ctx;

	assert_int_equal(f->net, COLL_NET_BARRIER);
	assert_int_equal(now_ps, r->sim.now_ps);
	snprintf(r->fault, sizeof r->fault, "%u of %u (%03x %03x): %s", f->cls, f->node,
		 f->route.input, f->route.output, f->text);
	if (!r->faults_expected)
		fail_msg("%s", r->fault);
	r->faults++;
}

static const struct coll_ops rig_ops = { .gi_status = rig_gi_status, .fault = rig_fault };

static inline struct rig *rig_create(const char *text, int torus)
{
	const struct net_machine *m = net_machine_bgq();
	struct rig *r = calloc(1, sizeof *r);

	assert_non_null(r);
	assert_int_equal(net_shape_parse(text, &r->shape), 0);
	memset(r->shape.torus, torus, sizeof r->shape.torus);
	r->nodes = net_shape_nodes(&r->shape);
	r->status = calloc(COLL_CLASSES, r->nodes);
	r->status_ps = calloc(COLL_CLASSES * r->nodes, sizeof *r->status_ps);
	assert_true(r->status && r->status_ps);
	memset(r->status, COLL_GI_INITIAL, r->nodes);
	fake_sim_init(&r->sim, r->nodes, net_lookahead_ps(m));
	r->coll = coll_create(&r->sim.sim, m, &r->shape);
	assert_non_null(r->coll);
	coll_set_ops(r->coll, &rig_ops, r);
	return r;
}

static inline void rig_destroy(struct rig *r)
{
	coll_destroy(r->coll);
	fake_sim_cleanup(&r->sim);
	free(r->status);
	free(r->status_ps);
	free(r->walker);
	free(r);
}

static inline void control_class(struct rig *r, uint32_t node, unsigned cls, uint32_t bits,
				 ps_t now_ps)
{
	coll_gi_control(r->coll, node, cls, bits, now_ps);
}

static inline void control(struct rig *r, uint32_t node, uint32_t bits, ps_t now_ps)
{
	control_class(r, node, 0, bits, now_ps);
}

static inline void assert_class_status(const struct rig *r, unsigned cls, uint32_t bits)
{
	for (uint32_t n = 0; n < r->nodes; n++)
		if (*status_at(r, cls, n) != bits)
			fail_msg("node %u sees %u in class %u, not %u", n,
				 *status_at(r, cls, n), cls, bits);
}

static inline void assert_status(const struct rig *r, uint32_t bits)
{
	assert_class_status(r, 0, bits);
}

#endif
