/*
 * mu/GIRegister.h - the global interrupt registers of the node, for GIBarrier.h
 * and GI.h.  Not a header of the machine: programs do not include it.
 */
#ifndef SPI_MU_GI_REGISTER_H
#define SPI_MU_GI_REGISTER_H

#include <bgqemu/abi.h>
#include <bgqemu/abi_mmio.h>
#include <spi/include/kernel/cnk/kernel_impl.h>
#include <hwi/include/bqc/MU_Macros.h>
#include <hwi/include/bqc/classroute.h>

#ifndef __INLINE__
#define __INLINE__ static inline
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Group 0's page, which all user processes share. */
__INLINE__ volatile uint64_t *muspi_gi_control(uint32_t classRouteId)
{
	MUSPI_assert(classRouteId < BGQ_GI_CLASS_MAX_CLASSROUTES);
	return bgqemu_mmio_base() +
	       (BGQ_MU_GI_CONTROL_STARTING_OFFSET / sizeof(uint64_t)) + classRouteId;
}

__INLINE__ volatile uint64_t *muspi_gi_status(uint32_t classRouteId)
{
	MUSPI_assert(classRouteId < BGQ_GI_CLASS_MAX_CLASSROUTES);
	return bgqemu_mmio_base() +
	       (BGQ_MU_GI_STATUS_STARTING_OFFSET / sizeof(uint64_t)) + classRouteId;
}

/* Parks until (*status & mask) == wanted, for up to timeoutInCycles (UINT64_MAX:
 * without limit).  Looks at least once, and once more after the time is over.  Returns
 * 0 or -1. */
__INLINE__ int32_t muspi_gi_wait(volatile uint64_t *status, uint64_t mask,
				 uint64_t wanted, uint64_t timeoutInCycles)
{
	uint64_t deadline = UINT64_MAX, now = 0;

	if (timeoutInCycles != UINT64_MAX) {
		now = bgqemu_timebase();
		if (timeoutInCycles < UINT64_MAX - now)
			deadline = now + timeoutInCycles;
	}
	for (;;) {
		uint64_t seen = *status;

		if ((seen & mask) == wanted)
			return 0;
		if (now >= deadline)
			return -1;
		if (deadline == UINT64_MAX) {
			bgqemu_poll_miss(BGQEMU_WAIT_GI, status);
			continue;
		}
		bgqemu_wait(BGQEMU_WAIT_GI, status, 8, seen, deadline);
		now = bgqemu_timebase();
	}
}

#ifdef __cplusplus
}
#endif
#endif
