/*
 * kernel_core.c - Kernel_* calls on the core that the caller runs on: its version,
 * its control registers, the software threads that share its hardware thread
 * (spi/include/kernel/location.h, process.h, debug.h, thread.h).
 */
#include <errno.h>

#include <cnk/include/SPRG_Usage.h>
#include <hwi/include/bqc/A2_core.h>
#include <spi/include/kernel/debug.h>
#include <spi/include/kernel/location.h>
#include <spi/include/kernel/process.h>
#include <spi/include/kernel/thread.h>

#include "include/bgqemu/abi.h"
#include "kernel.h"
#include "kernel_node.h"
#include "emu/node/machine/job.h"
#include "emu/node/posix/share.h"
#include "emu/show/report/report.h"

uint32_t Kernel_GetPVR(uint32_t *pvr)
{
	const uint32_t version = SPRN_PVR_DD2;

	call_begin();
	return kernel_copy_out(pvr, &version, sizeof version) ? 0 : EFAULT;
}

/* ---- The auxiliary (QPX) unit's control register: a process that owns whole
 * cores may set stochastic rounding and every thread's signalling of NaN and
 * infinity, another its own thread's signalling. */

#define AXUCR0_AT_BOOT AXUCR0_ENAB_IND_ALL(0xff)

static uint64_t axucr0_mask(void)
{
	if (job.opt.ranks_per_node <= 16)
		return AXUCR0_LFSR_RESET | AXUCR0_SR_ENABLE | AXUCR0_ENAB_IND_ALL(0xff);
	return AXUCR0_ENAB_IND(Kernel_ProcessorThreadID(), 3);
}

uint64_t Kernel_GetAXUCR0(void)
{
	call_begin();
	return (kernel_node_find()->axucr0_flipped[Kernel_ProcessorCoreID()] ^ AXUCR0_AT_BOOT) &
	       axucr0_mask();
}

/* Sets bits that are read back and have no effect: results are rounded to nearest, which is said
 * once. */
uint64_t Kernel_SetAXUCR0(uint64_t value)
{
	uint64_t mask = axucr0_mask();

	call_begin();
	if (value & ~mask)
		return EINVAL;
	if (value & AXUCR0_SR_ENABLE)
		report_rounding(thread_self);
	uint64_t *flipped = &kernel_node_self()->axucr0_flipped[Kernel_ProcessorCoreID()];

	*flipped = (*flipped & ~mask) | ((value ^ AXUCR0_AT_BOOT) & mask);
	return 0;
}

/* ---- Debug registers: these calls work only where the job's environment has
 * switched them on, which is not possible here. */

int32_t Kernel_GetDebugReg(enum Kernel_Debug_Register reg, uint64_t *value)
{
	(void)reg, (void)value;
	call_begin();
	return ENOSYS;
}

int32_t Kernel_SetDebugReg(enum Kernel_Debug_Register reg, uint64_t value)
{
	(void)reg, (void)value;
	call_begin();
	return ENOSYS;
}

/* ---- Software threads on the caller's hardware thread */

uint64_t kernel_spi_info(void)
{
	unsigned runnable, threads = share_count(thread_self, &runnable);

	return (uint64_t)(NODE_USER_CORES - 1) << SPRG_SPIinfo_NumCores |
	       (uint64_t)runnable << SPRG_SPIinfo_Runnable |
	       (uint64_t)threads << SPRG_SPIinfo_NumThds |
	       (uint64_t)job.opt.ranks_per_node << SPRG_SPIinfo_NumProcs |
	       (uint64_t)Kernel_ProcessorID() << SPRG_SPIinfo_HWTindex;
}

uint32_t Kernel_SnoopNumThreads(void)
{
	call_begin();
	return kernel_spi_info() >> SPRG_SPIinfo_NumThds & 0xf;
}

uint32_t Kernel_SnoopRunnable(void)
{
	call_begin();
	return kernel_spi_info() >> SPRG_SPIinfo_Runnable & 0xf;
}
