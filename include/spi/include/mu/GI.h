/*
 * mu/GI.h - single global interrupt signals, three per class route.
 *
 * A signal is up while any node drives it.  Class routes in use for barriers
 * (GIBarrier.h) cannot carry signals as well.  Polls return at once, those with a
 * time-out park the thread.
 */
#ifndef SPI_MU_GI_H
#define SPI_MU_GI_H

#include <bgqemu/abi.h>
#include <spi/include/kernel/cnk/kernel_impl.h>
#include <hwi/include/common/compiler_support.h>
#include <spi/include/mu/Util.h>
#include <spi/include/mu/GIRegister.h>
#include <spi/include/kernel/memory.h>

#ifndef __INLINE__
#define __INLINE__ static inline
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct MUSPI_GI {
	uint64_t classRouteId;
	volatile uint64_t *controlRegPtr;
	volatile uint64_t *statusRegPtr;
	uint64_t mask; /* the signal's bit */
} MUSPI_GI_t __attribute__((aligned(32)));

typedef int32_t (*MUSPI_GIInitMUBarrierFunction_t)(void *parm);

/* Attach the object to signal GIId (0..2) of a route.  Returns 0. */
__INLINE__ int32_t MUSPI_GIInit(MUSPI_GI_t *GI, uint32_t classRouteId, uint32_t GIId)
{
	MUSPI_assert(GI != NULL);
	MUSPI_assert(GIId < BGQ_GI_CLASS_MAX_GI_PER_CLASSROUTE);
	GI->classRouteId = classRouteId;
	GI->controlRegPtr = muspi_gi_control(classRouteId);
	GI->statusRegPtr = muspi_gi_status(classRouteId);
	GI->mask = 0x4u >> GIId;
	return 0;
}

/* Start, stop driving the signal.  Return 0. */
__INLINE__ int32_t MUSPI_GISend(MUSPI_GI_t *GI)
{
	bgqemu_mmio_store(GI->controlRegPtr, *GI->controlRegPtr | GI->mask);
	return 0;
}

__INLINE__ int32_t MUSPI_GISendClear(MUSPI_GI_t *GI)
{
	bgqemu_mmio_store(GI->controlRegPtr, *GI->controlRegPtr & ~GI->mask);
	return 0;
}

__INLINE__ int32_t muspi_gi_poll(MUSPI_GI_t *GI, uint64_t wanted)
{
	if ((*GI->statusRegPtr & GI->mask) == wanted)
		return 0;
	bgqemu_poll_miss(BGQEMU_WAIT_GI, GI->statusRegPtr);
	return -1;
}

/* 0 if the signal is up (Arrival), down (Clear), else -1. */
__INLINE__ int32_t MUSPI_GIPollForArrival(MUSPI_GI_t *GI)
{
	return muspi_gi_poll(GI, GI->mask);
}

__INLINE__ int32_t MUSPI_GIPollForClear(MUSPI_GI_t *GI)
{
	return muspi_gi_poll(GI, 0);
}

/* The same, waiting for up to timeoutInCycles of the time base. */
__INLINE__ int32_t MUSPI_GIPollForArrivalWithTimeout(MUSPI_GI_t *GI,
						     uint64_t timeoutInCycles)
{
	return muspi_gi_wait(GI->statusRegPtr, GI->mask, GI->mask, timeoutInCycles);
}

__INLINE__ int32_t MUSPI_GIPollForClearWithTimeout(MUSPI_GI_t *GI,
						   uint64_t timeoutInCycles)
{
	return muspi_gi_wait(GI->statusRegPtr, GI->mask, 0, timeoutInCycles);
}

/* Bring a signal down on all nodes: clear it between two calls of
 * barrierFunction(parm), wait until it is seen down, call it once more.  Returns
 * 0, what that function returned, or -1 on time-out. */
__INLINE__ int32_t MUSPI_GIInitMU(uint32_t classRouteId, uint32_t GIId,
				  MUSPI_GIInitMUBarrierFunction_t barrierFunction,
				  void *barrierFunctionParm, uint64_t timeoutInCycles)
{
	MUSPI_GI_t gi;
	int32_t rc;

	MUSPI_GIInit(&gi, classRouteId, GIId);
	rc = barrierFunction(barrierFunctionParm);
	if (rc == 0)
		rc = MUSPI_GISendClear(&gi);
	if (rc == 0)
		rc = barrierFunction(barrierFunctionParm);
	if (rc == 0)
		rc = MUSPI_GIPollForClearWithTimeout(&gi, timeoutInCycles);
	if (rc == 0)
		rc = barrierFunction(barrierFunctionParm);
	return rc;
}

#ifdef __cplusplus
}
#endif
#endif
