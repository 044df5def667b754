/*
 * kernel/collective.h - class routes of the collective network: what is free,
 * which process holds one, how this node's router combines and forwards.
 *
 * Class route 0 is comm world and is set when the job starts.  id is a route, 0 to 15;
 * another one ends the process.  Return values are errno values or the codes named
 * below; no function waits.  Functions of the runtime; must never get bodies here.
 *
 * Source: the driver's descriptions; codes as its checks give them.
 */
#ifndef SPI_KERNEL_COLLECTIVE_H
#define SPI_KERNEL_COLLECTIVE_H

#include <spi/include/kernel/cnk/kernel_impl.h>
#include <cnk/include/SPI_syscalls.h>
#include <hwi/include/bqc/nd_500_dcr.h>
#include <hwi/include/bqc/classroute.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Which process has which route. */

/* A route is free while its register is zero: allocating sets a type that no packet
 * has, deallocating clears it, whoever has set it.  Allocate returns 0, or EAGAIN when
 * the id is not free; Deallocate 0, or EACCES for the system's, 13 (in jobs of several nodes)
 * to 15. */
int32_t Kernel_AllocateCollectiveClassRoute(uint32_t id);
int32_t Kernel_DeallocateCollectiveClassRoute(uint32_t id);

/* Ids of free routes, ascending, in classRouteIds, which has sizeOfClassRouteIds bytes:
 * as many as fit, and *nClassRoutes says how many.  At job start 1 to 12 are free, and
 * 13 if the job has one node.  Returns 0 or EFAULT. */
int32_t Kernel_QueryCollectiveClassRoutes(uint32_t *nClassRoutes,
					  uint32_t *classRouteIds,
					  size_t sizeOfClassRouteIds);

/* ---- Links of a route at this node. */

/* Set this node's links of a route, at once.  Returns 0, EFAULT, or
 * 1 more than one output; 2 the local bit in output; 3 no local bit in input;
 * 4 a link in both; 5 a link that a route of the system uses, if the route is of the
 * type BGQ_CLASS_INPUT_VC_USER, or the other way round; EACCES for an id of the system's. */
int32_t Kernel_SetCollectiveClassRoute(uint32_t id, ClassRoute_t *cr);

/* ---- Checksums that the link linkID keeps of what was injected.  Not supported: these
 * end the process with a message that names the call. */

int32_t Kernel_GetInjectionChecksum(uint64_t linkID, uint64_t *checksum);
int32_t Kernel_ClearInjectionChecksum(uint64_t linkID);

#ifdef __cplusplus
}
#endif
#endif
