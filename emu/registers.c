/*
 * registers.c - special purpose and device control registers as a user program
 * may read them (include/bgqemu/abi_regs.h).
 */
#include <hwi/include/bqc/A2_core.h>
#include <hwi/include/bqc/mu_dcr.h>
#include <hwi/include/bqc/nd_500_dcr.h>
#include <hwi/include/bqc/nd_x2_dcr.h>

#include "../include/bgqemu/abi.h"
#include "../include/bgqemu/abi_regs.h"
#include "kernel.h"
#include "machine.h"

#define PVR_DD2 UINT64_C(0x00490200)

uint64_t bgqemu_mfspr(unsigned spr)
{
	switch (spr) {
	case SPRN_TBRO: return bgqemu_timebase();
	case SPRN_TBRU: return bgqemu_timebase() >> 32;
	case SPRN_PVR: return PVR_DD2;
	case SPRN_PIR:
	case SPRN_SPRG4RO:
	case SPRN_SPRG5RO:
	case SPRN_SPRG6RO:
	case SPRN_USPRG0: return 0; /* core 0, thread 0 */
	default: bgqemu_unsupported("mfspr");
	}
}

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

	net_cutoffs(&machine.shape, node, k);
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

uint64_t bgqemu_dcr_read(uint64_t dcr)
{
	uint8_t c[NET_DIMS];

	bgqemu_charge(BGQEMU_OP_MMIO_LOAD, 1);
	if (dcr == MU_DCR(RESET) || dcr == ND_500_DCR(RESET) || dcr == ND_X2_DCR(RESET))
		return 0;
	if (dcr == ND_500_DCR(CTRL_COORDS)) {
		net_coord_of(&machine.shape, thread_self->node, c);
		return coords_register(c, machine.shape.size);
	}
	if (dcr == ND_500_DCR(CTRL_CUTOFFS))
		return cutoffs_register(thread_self->node);
	bgqemu_unsupported("DCRRead");
}
