/*
 * kernel/collective.h - class routes of the collective network: what is free,
 * who holds one, how this node's router combines and forwards.
 *
 * Class route 0 is comm world and is set when the job starts.  Return values are
 * errno values or the codes named below; no function waits.  Functions of the
 * runtime; must never get bodies here.
 */
#ifndef SPI_KERNEL_COLLECTIVE_H
#define SPI_KERNEL_COLLECTIVE_H

#include <spi/include/kernel/cnk/kernel_impl.h>
#include <hwi/include/bqc/classroute.h>

#ifdef __cplusplus
extern "C" {
#endif

/* *nClassRoutes = number of free routes, their ids ascending in classRouteIds,
 * which has sizeOfClassRouteIds bytes.  Returns 0, EFAULT, or EINVAL when the
 * list does not fit. */
int32_t Kernel_QueryCollectiveClassRoutes(uint32_t *nClassRoutes,
					  uint32_t *classRouteIds,
					  size_t sizeOfClassRouteIds);

/* id: 0..15.  Allocate: 0, or EAGAIN when the id is not free. */
int32_t Kernel_AllocateCollectiveClassRoute(uint32_t id);
int32_t Kernel_DeallocateCollectiveClassRoute(uint32_t id);

/* Set this node's links of an allocated route.  Returns 0, or
 * 1 more than one output; 2 the local bit in output; 3 no local bit in input;
 * 4 a link in both; 5 a link that a route of the other traffic class uses. */
int32_t Kernel_SetCollectiveClassRoute(uint32_t id, ClassRoute_t *cr);

/* Checksums that the link linkID keeps of what was injected. */
int32_t Kernel_ClearInjectionChecksum(uint64_t linkID);
int32_t Kernel_GetInjectionChecksum(uint64_t linkID, uint64_t *checksum);

#ifdef __cplusplus
}
#endif
#endif
