/*
 * dcr.c - device control registers of a node as a user program may read them
 * (include/bgqemu/abi_regs.h): the node's coordinates, its routing, and the set-up of its
 * message unit.  The values are those that the kernel's calls leave in them on
 * the machine.
 */
#include <stdio.h>

#include <hwi/include/bqc/mu_dcr.h>
#include <hwi/include/bqc/nd_500_dcr.h>
#include <hwi/include/bqc/nd_rese_dcr.h>
#include <hwi/include/bqc/nd_x2_dcr.h>

#include "net/net.h"
#include "coll/coll.h"
#include "mu/mu.h"
#include "include/bgqemu/abi.h"
#include "include/bgqemu/abi_regs.h"
#include "emu/node/kernel/kernel_classroute.h"
#include "emu/node/kernel/kernel_node.h"
#include "emu/node/machine/call.h"
#include "emu/node/machine/job.h"
#include "emu/node/machine/units.h"
#include "emu/node/kernel/zone_masks.h"

#define SUBGROUPS_PER_GROUP 4

/* ---- the network */

static uint64_t coords_register(const uint8_t *c, const uint8_t *size)
{
	uint64_t v = 0;

	ND_500_DCR__CTRL_COORDS__NODE_COORD_A_insert(v, c[0]);
	ND_500_DCR__CTRL_COORDS__NODE_COORD_B_insert(v, c[1]);
	ND_500_DCR__CTRL_COORDS__NODE_COORD_C_insert(v, c[2]);
	ND_500_DCR__CTRL_COORDS__NODE_COORD_D_insert(v, c[3]);
	ND_500_DCR__CTRL_COORDS__NODE_COORD_E_insert(v, c[4]);
	ND_500_DCR__CTRL_COORDS__MAX_COORD_A_insert(v, size[0] - 1u);
	ND_500_DCR__CTRL_COORDS__MAX_COORD_B_insert(v, size[1] - 1u);
	ND_500_DCR__CTRL_COORDS__MAX_COORD_C_insert(v, size[2] - 1u);
	ND_500_DCR__CTRL_COORDS__MAX_COORD_D_insert(v, size[3] - 1u);
	ND_500_DCR__CTRL_COORDS__MAX_COORD_E_insert(v, size[4] - 1u);
	return v;
}

static uint64_t cutoffs_register(uint32_t node)
{
	struct net_cutoff k[NET_DIMS];
	uint64_t v = 0;

	net_cutoffs(&job.shape, node, k);
	ND_500_DCR__CTRL_CUTOFFS__A_PLUS_insert(v, k[0].plus);
	ND_500_DCR__CTRL_CUTOFFS__B_PLUS_insert(v, k[1].plus);
	ND_500_DCR__CTRL_CUTOFFS__C_PLUS_insert(v, k[2].plus);
	ND_500_DCR__CTRL_CUTOFFS__D_PLUS_insert(v, k[3].plus);
	ND_500_DCR__CTRL_CUTOFFS__E_PLUS_insert(v, k[4].plus);
	ND_500_DCR__CTRL_CUTOFFS__A_MINUS_insert(v, k[0].minus);
	ND_500_DCR__CTRL_CUTOFFS__B_MINUS_insert(v, k[1].minus);
	ND_500_DCR__CTRL_CUTOFFS__C_MINUS_insert(v, k[2].minus);
	ND_500_DCR__CTRL_CUTOFFS__D_MINUS_insert(v, k[3].minus);
	ND_500_DCR__CTRL_CUTOFFS__E_MINUS_insert(v, k[4].minus);
	return v;
}

static uint64_t route_word(enum coll_net net, unsigned cls)
{
	ClassRoute_t r = coll_classroute_get(units.coll, net, thread_self->node, cls);

	return (uint64_t)r.input << 16 | r.output;
}

/* Two a register.  0 with *v set, or -1: it holds no class routes. */
static int classroute_register(uint64_t dcr, uint64_t *v)
{
	uint64_t first = ND_500_DCR(CTRL_GI_CLASS_00_01);
	enum coll_net net = COLL_NET_BARRIER;

	if (dcr - first >= COLL_CLASSES / 2) {
		first = ND_500_DCR(CTRL_COLL_CLASS_00_01);
		net = COLL_NET_COLLECTIVE;
	}
	if (dcr - first >= COLL_CLASSES / 2)
		return -1;
	unsigned cls = 2 * (unsigned)(dcr - first);

	*v = route_word(net, cls) << 32 | route_word(net, cls + 1);
	return 0;
}

/* Reads the register of the deterministic order, or one of the dynamic zones, which are two a
 * register. */
static int masks_register(uint64_t dcr, uint64_t *v)
{
	uint8_t masks[NET_MASKS], second[NET_MASKS];

	if (dcr == ND_500_DCR(CTRL_DET_ORDER)) {
		net_get_order(units.net, masks);
		*v = zone_masks_word(masks);
		return 0;
	}
	unsigned zone = 2 * (unsigned)(dcr - ND_500_DCR(CTRL_DYNAMIC_ZONE01));

	if (dcr != ND_500_DCR(CTRL_DYNAMIC_ZONE01) && dcr != ND_500_DCR(CTRL_DYNAMIC_ZONE23))
		return -1;
	net_get_zone(units.net, zone, masks);
	net_get_zone(units.net, zone + 1, second);
	*v = (uint64_t)zone_masks_word(masks) << 32 | zone_masks_word(second);
	return 0;
}

#define BIT(field, exceptions, flag)                                                  \
	ND_500_DCR__NON_FATAL_ERR0__##field##_set((exceptions) & (flag) ? UINT64_C(1) : 0)

/* Errors in collectives: in packets that were received, and in results of this node's
 * logic.  Programs cannot clear it. */
static uint64_t collective_errors_register(void)
{
	struct coll_exceptions e = coll_exceptions(units.coll, thread_self->node);

	return BIT(RCP_C0_OVERFLOW_SET, e.received[0], COLL_OVERFLOW) |
	       BIT(RCP_C0_NAN_SET, e.received[0], COLL_NAN) |
	       BIT(RCP_C0_OTHER_SET, e.received[0], COLL_MISMATCH) |
	       BIT(RCP_C1_OVERFLOW_SET, e.received[1], COLL_OVERFLOW) |
	       BIT(RCP_C1_NAN_SET, e.received[1], COLL_NAN) |
	       BIT(RCP_C1_OTHER_SET, e.received[1], COLL_MISMATCH) |
	       BIT(COLL_NAN_GENERATED, e.made, COLL_NAN) |
	       BIT(COLL_OVERFLOW, e.made, COLL_OVERFLOW) |
	       BIT(COLL_HEADER_MISMATCH, e.made, COLL_MISMATCH);
}

/* ---- the message unit: a register holds a group's four subgroups, FIFO 0 of the
 * first one highest */

/* Bits of the ids of a group that mask, which has one bit for each id of a
 * subgroup, names. */
static uint64_t group_register(uint32_t group, unsigned ids,
			       uint32_t (*mask)(struct mu *, uint32_t, uint32_t))
{
	uint64_t v = 0;

	for (uint32_t s = 0; s < SUBGROUPS_PER_GROUP; s++) {
		uint32_t m = mask(units.mu, thread_self->node,
				  group * SUBGROUPS_PER_GROUP + s);

		for (unsigned i = 0; i < ids; i++)
			v = v << 1 | (m >> i & 1);
	}
	return v;
}

/* A subgroup's table is the system's until a user holds one of its entries. */
static uint64_t bat_system_register(uint32_t first, uint32_t subgroups)
{
	uint64_t v = 0;

	for (uint32_t i = 0; i < subgroups; i++)
		if (mu_bat_free_mask(units.mu, thread_self->node, first + i) ==
		    (1u << MU_BAT_PER_SUBGROUP) - 1)
			v |= UINT64_C(1) << (63 - i);
	return v;
}

/* Is dcr the register of a group?  Which one. */
#define OF_GROUP(reg) (dcr - MU_DCR(reg) < KERNEL_MU_GROUPS)
#define GROUP(reg) ((uint32_t)(dcr - MU_DCR(reg)))

/* 0 with *v set, or -1: no register that programs read. */
static int mu_register(uint64_t dcr, uint64_t *v)
{
	const struct kernel_node *k = kernel_node_find();

	if (OF_GROUP(IMFIFO_THOLD_INT_EN))
		*v = k->inj_threshold_interrupts[GROUP(IMFIFO_THOLD_INT_EN)];
	else if (OF_GROUP(IMFIFO_SYSTEM)) /* FIFOs that no user holds */
		*v = group_register(GROUP(IMFIFO_SYSTEM), MU_INJ_PER_SUBGROUP,
				    mu_injfifo_free_mask);
	else if (OF_GROUP(IMFIFO_RGET))
		*v = group_register(GROUP(IMFIFO_RGET), MU_INJ_PER_SUBGROUP,
				    mu_injfifo_rget_mask);
	else if (OF_GROUP(RMFIFO_EN))
		*v = group_register(GROUP(RMFIFO_EN), MU_REC_PER_SUBGROUP,
				    mu_recfifo_enabled_mask);
	else if (OF_GROUP(RMFIFO_THOLD_INT_EN))
		*v = k->rec_threshold_interrupts[GROUP(RMFIFO_THOLD_INT_EN)];
	else if (OF_GROUP(RMFIFO_PACKET_INT_EN))
		*v = k->rec_packet_interrupts[GROUP(RMFIFO_PACKET_INT_EN)];
	else if (OF_GROUP(RMFIFO_SYSTEM))
		*v = group_register(GROUP(RMFIFO_SYSTEM), MU_REC_PER_SUBGROUP,
				    mu_recfifo_free_mask);
	else if (dcr == MU_DCR(IMU_THOLD))
		*v = k->inj_threshold;
	else if (dcr == MU_DCR(RGET_THOLD))
		*v = k->rget_threshold;
	else if (dcr == MU_DCR(RMU_THOLD))
		*v = k->rec_threshold;
	else if (dcr == MU_DCR(RPUTBASE_SYSTEM0))
		*v = bat_system_register(0, 64);
	else if (dcr == MU_DCR(RPUTBASE_SYSTEM1))
		*v = bat_system_register(64, MU_SUBGROUPS - 64);
	else if (dcr == MU_DCR(SYS_BARRIER))
		*v = kernel_gi_system();
	else if (dcr == MU_DCR(BARRIER_INT_EN))
		*v = k->gi_interrupts;
	else if (dcr - MU_DCR(GIP_INT_EN_0_7) < 3)
		*v = k->gea[dcr - MU_DCR(GIP_INT_EN_0_7)];
	else
		return -1;
	return 0;
}

/* ---- */

/* No part of a running node is held in reset. */
static int is_reset_register(uint64_t dcr)
{
	if (dcr == MU_DCR(RESET) || dcr == ND_500_DCR(RESET) || dcr == ND_X2_DCR(RESET))
		return 1;
	for (unsigned link = 0; link < ND_RESE_DCR_num; link++)
		if (dcr == (uint64_t)ND_RESE_DCR(link, RESET))
			return 1;
	return 0;
}

uint64_t bgqemu_dcr_read(uint64_t dcr)
{
	uint8_t c[NET_DIMS];
	char name[32];
	uint64_t v;

	call_begin();
	/* Strict: these registers show more than the memory of the node. */
	thread_charge(thread_cycles_ps(thread_self, job.model->op_cycles[BGQEMU_OP_MMIO_LOAD]));
	if (is_reset_register(dcr))
		return 0;
	if (dcr == ND_500_DCR(CTRL_COORDS)) {
		net_coord_of(&job.shape, thread_self->node, c);
		return coords_register(c, job.shape.size);
	}
	if (dcr == ND_500_DCR(CTRL_CUTOFFS))
		return cutoffs_register(thread_self->node);
	if (dcr == ND_500_DCR(NON_FATAL_ERR0))
		return collective_errors_register();
	if (classroute_register(dcr, &v) == 0 || masks_register(dcr, &v) == 0 ||
	    mu_register(dcr, &v) == 0)
		return v;
	snprintf(name, sizeof name, "DCRRead(0x%llx)", (unsigned long long)dcr);
	bgqemu_unsupported(name);
}
