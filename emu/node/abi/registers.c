/*
 * registers.c - special purpose registers as a user program may read them
 * (include/bgqemu/abi_regs.h).
 */
#include <stdio.h>

#include <cnk/include/SPRG_Usage.h>
#include <hwi/include/bqc/A2_core.h>
#include <spi/include/kernel/location.h>

#include "include/bgqemu/abi.h"
#include "include/bgqemu/abi_regs.h"
#include "emu/core/calls/call_stack.h"
#include "emu/show/report/report.h"
#include "emu/node/machine/process.h"
#include "emu/node/kernel/kernel.h"

uint64_t bgqemu_mfspr(unsigned spr)
{
	char name[32];

	switch (spr) {
	case SPRN_TBRO: return bgqemu_timebase();
	case SPRN_TBRU: return bgqemu_timebase() >> 32;
	case SPRN_PVR: return SPRN_PVR_DD2;
	case SPRN_PIR:
	case SPRN_SPRG6RO: return Kernel_ProcessorID();
	case SPRN_SPRG7RO: return kernel_spi_info();
	case SPRN_SPRG3RO:
	case SPRN_SPRG4RO:
	case SPRN_SPRG5RO:
	case SPRN_GSPRG3RO:
	case SPRN_USPRG0: return 0; /* the kernel stores nothing there */
	default:
		snprintf(name, sizeof name, "mfspr(0x%x)", spr);
		report_unsupported(thread_self, name, (uintptr_t)CALL_PLACE());
		process_fail();
	}
}
