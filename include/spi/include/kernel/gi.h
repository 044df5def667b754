/*
 * kernel/gi.h - class routes of the global interrupt (barrier) network.
 *
 * Route 0 spans the whole job and is set when the job starts; only clients that
 * want barriers over parts of it call these.  id is a route, 0 to 15; another one
 * ends the process.  Return values are errno values or the codes named below; no
 * function waits.  Functions of the runtime; must never get bodies here.
 *
 * Source: the driver's descriptions; codes as its checks give them.
 */
#ifndef SPI_KERNEL_GI_H
#define SPI_KERNEL_GI_H

#include <spi/include/kernel/cnk/kernel_impl.h>
#include <cnk/include/SPI_syscalls.h>
#include <hwi/include/bqc/classroute.h>
#include <hwi/include/bqc/nd_500_dcr.h>
#include <spi/include/kernel/memory.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct Kernel_GlobalInterruptClassRouteAttributes {
	uint32_t System : 1; /* refused: EACCES */
} Kernel_GlobalInterruptClassRouteAttributes_t;

typedef enum Kernel_GIInterruptFlag {
	KERNEL_GI_INTERRUPT_FLAG_DISABLE,
	KERNEL_GI_INTERRUPT_FLAG_ENABLE
} Kernel_GIInterruptFlag_t;

/* ---- Ask. */

/* *classRouteId = 0, the route of the job-wide user barrier.  Returns 0. */
int32_t Kernel_GetGlobalBarrierUserClassRouteId(uint32_t *classRouteId);

/* As Kernel_QueryCollectiveClassRoutes.  (5, 6, 7 and 8 are free at job start, but
 * cannot have links that the whole machine's routes 13, 14, 15 and 0 use.) */
int32_t Kernel_QueryGlobalInterruptClassRoutes(uint32_t *nClassRoutes,
					       uint32_t *classRouteIds,
					       size_t sizeOfClassRouteIds);

/* Would this route be accepted for this node?  Returns 0, EFAULT, or 1 more than one
 * output; 2 the local bit in output; 3 a link in both; 4 a link that route
 * (id + 8) mod 16 uses. */
int32_t Kernel_CheckGlobalInterruptClassRoute(int32_t id, ClassRoute_t *cr);

/* ---- Which process has which route. */

/* attributes may be NULL.  An allocated route is of this node alone.  Returns 0; EFAULT;
 * EACCES when System is asked for; EAGAIN when the id is not free. */
int32_t Kernel_AllocateGlobalInterruptClassRoute(
	uint32_t id, Kernel_GlobalInterruptClassRouteAttributes_t *attributes);
/* Whoever has allocated it.  Its control register is refused from then on, and keeps
 * its value.  Returns 0, or EACCES for the system's, 13 (in jobs of several nodes) to 15. */
int32_t Kernel_DeallocateGlobalInterruptClassRoute(int32_t id);

/* ---- Links of a route at this node. */

/* A route of this node alone, still allocated.  Returns 0. */
int32_t Kernel_SetEmptyGlobalInterruptClassRoute(int32_t id);
/* Check, then set, at once.  Returns what
 * Kernel_CheckGlobalInterruptClassRoute does, or EACCES for an id of the system's. */
int32_t Kernel_SetGlobalInterruptClassRoute(int32_t id, ClassRoute_t *cr);

/* ---- Signals. */

/* giId: 0..2, one of the three signals of a route; another one ends the process.  Kept
 * and read back: no interrupt reaches a program.  Returns 0. */
int32_t Kernel_ConfigureGIInterrupts(uint32_t id, uint32_t giId,
				     Kernel_GIInterruptFlag_t interruptFlag);

#ifdef __cplusplus
}
#endif
#endif
