/*
 * mu/GIBarrier.h - barriers on the global interrupt network.
 *
 * Each node drives 3 control bits per class route, one of them set; the network
 * shows every node the OR over all.  The set bit moves 4 -> 2 -> 1 -> 4: to enter,
 * a node moves to the next pattern; the barrier is complete when no node drives
 * the previous one any more.  state is the pattern that must vanish.  One thread
 * of one process per node drives a route.
 *
 * Waits park the thread; polls return at once.
 */
#ifndef SPI_MU_GI_BARRIER_H
#define SPI_MU_GI_BARRIER_H

#include <bgqemu/abi.h>
#include <bgqemu/abi_mmio.h>
#include <spi/include/kernel/cnk/kernel_impl.h>
#include <hwi/include/common/compiler_support.h>
#include <hwi/include/bqc/MU_Macros.h>
#include <hwi/include/bqc/classroute.h>
#include <spi/include/mu/Util.h>
#include <spi/include/mu/GIRegister.h>
#include <spi/include/kernel/memory.h>

#ifndef __INLINE__
#define __INLINE__ static inline
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct MUSPI_GIBarrier {
	uint64_t classRouteId;
	volatile uint64_t *controlRegPtr;
	volatile uint64_t *statusRegPtr;
	uint64_t state;
} MUSPI_GIBarrier_t __attribute__((aligned(32)));

typedef int32_t (*MUSPI_GIBarrierInitMUBarrierFunction_t)(void *parm);

#define MUSPI_GIBARRIER_INITIAL_STATE 0x4

__INLINE__ uint64_t muspi_gibarrier_next(uint64_t state)
{
	return state > 1 ? state >> 1 : MUSPI_GIBARRIER_INITIAL_STATE;
}

/* ---- Set up a class route of one's own (route 0 is ready when the job starts):
 * all nodes call InitMU1, synchronise by other means, then all call InitMU2. */

/* Drive the initial pattern.  Returns 0. */
__INLINE__ int32_t MUSPI_GIBarrierInitMU1(uint32_t classRouteId)
{
	bgqemu_mmio_store(muspi_gi_control(classRouteId), MUSPI_GIBARRIER_INITIAL_STATE);
	return 0;
}

/* Wait until all nodes drive it.  Returns 0, or -1 after timeoutInCycles. */
__INLINE__ int32_t MUSPI_GIBarrierInitMU2(uint32_t classRouteId,
					  uint64_t timeoutInCycles)
{
	return muspi_gi_wait(muspi_gi_status(classRouteId), 0x7,
			     MUSPI_GIBARRIER_INITIAL_STATE, timeoutInCycles);
}

/* Both, with barrierFunction(parm) as the other means: called three times.
 * Returns 0, what that function returned, or -1 on time-out. */
__INLINE__ int32_t
MUSPI_GIBarrierInitMU(uint32_t classRouteId,
		      MUSPI_GIBarrierInitMUBarrierFunction_t barrierFunction,
		      void *barrierFunctionParm, uint64_t timeoutInCycles)
{
	int32_t rc = barrierFunction(barrierFunctionParm);

	if (rc == 0)
		rc = MUSPI_GIBarrierInitMU1(classRouteId);
	if (rc == 0)
		rc = barrierFunction(barrierFunctionParm);
	if (rc == 0)
		rc = MUSPI_GIBarrierInitMU2(classRouteId, timeoutInCycles);
	if (rc == 0)
		rc = barrierFunction(barrierFunctionParm);
	return rc;
}

/* ---- Use it. */

/* Attach the object to a route.  The state is taken from the pattern that the
 * node drives now, so this may be repeated between barriers.  Returns 0. */
__INLINE__ int32_t MUSPI_GIBarrierInit(MUSPI_GIBarrier_t *GIBarrier,
				       uint32_t classRouteId)
{
	MUSPI_assert(GIBarrier != NULL);
	GIBarrier->classRouteId = classRouteId;
	GIBarrier->controlRegPtr = muspi_gi_control(classRouteId);
	GIBarrier->statusRegPtr = muspi_gi_status(classRouteId);
	GIBarrier->state = *GIBarrier->controlRegPtr & 0x7;
	return 0;
}

/* Enter.  Returns 0 without waiting. */
__INLINE__ int32_t MUSPI_GIBarrierEnter(MUSPI_GIBarrier_t *GIBarrier)
{
	bgqemu_mmio_store(GIBarrier->controlRegPtr,
			  muspi_gibarrier_next(GIBarrier->state));
	return 0;
}

/* After Enter: 0 if all nodes have entered, else -1.  Call it until it returned 0
 * once per barrier. */
__INLINE__ int32_t MUSPI_GIBarrierPoll(MUSPI_GIBarrier_t *GIBarrier)
{
	if (*GIBarrier->statusRegPtr & GIBarrier->state) {
		bgqemu_poll_miss(BGQEMU_WAIT_GI, GIBarrier->statusRegPtr);
		return -1;
	}
	GIBarrier->state = muspi_gibarrier_next(GIBarrier->state);
	return 0;
}

/* The same, waiting for up to timeoutInCycles of the time base; looks at least
 * once.  Returns 0, or -1 on time-out, after which it may be called again. */
__INLINE__ int32_t MUSPI_GIBarrierPollWithTimeout(MUSPI_GIBarrier_t *GIBarrier,
						  uint64_t timeoutInCycles)
{
	if (muspi_gi_wait(GIBarrier->statusRegPtr, GIBarrier->state, 0,
			  timeoutInCycles) != 0)
		return -1;
	GIBarrier->state = muspi_gibarrier_next(GIBarrier->state);
	return 0;
}

/* Enter and wait.  Returns 0. */
__INLINE__ int32_t MUSPI_GIBarrierEnterAndWait(MUSPI_GIBarrier_t *GIBarrier)
{
	MUSPI_GIBarrierEnter(GIBarrier);
	return MUSPI_GIBarrierPollWithTimeout(GIBarrier, UINT64_MAX);
}

/* Enter and wait for up to timeoutInCycles.  Returns 0, or -1 on time-out. */
__INLINE__ int32_t
MUSPI_GIBarrierEnterAndWaitWithTimeout(MUSPI_GIBarrier_t *GIBarrier,
				       uint64_t timeoutInCycles)
{
	MUSPI_GIBarrierEnter(GIBarrier);
	return MUSPI_GIBarrierPollWithTimeout(GIBarrier, timeoutInCycles);
}

#ifdef __cplusplus
}
#endif
#endif
