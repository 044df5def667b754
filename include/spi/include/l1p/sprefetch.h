/*
 * l1p/sprefetch.h - the L1 prefetcher's streams.
 *
 * Caches are not modelled: every call ends the process with a message that names
 * it.
 */
#ifndef SPI_L1P_SPREFETCH_H
#define SPI_L1P_SPREFETCH_H

#include <bgqemu/abi.h>
#include <hwi/include/common/compiler_support.h>
#include <hwi/include/bqc/l1p_mmio.h>
#include <spi/include/kernel/location.h>
#include <spi/include/kernel/memory.h>
#include <spi/include/l1p/types.h>

#ifndef __INLINE__
#define __INLINE__ static inline
#endif

#ifdef __cplusplus
extern "C" {
#endif

__INLINE__ int L1P_GetStreamAdaptiveMode(int *adaptiveState)
{
	(void)adaptiveState;
	bgqemu_unsupported("L1P_GetStreamAdaptiveMode");
}

__INLINE__ int L1P_SetStreamAdaptiveMode(int enable)
{
	(void)enable;
	bgqemu_unsupported("L1P_SetStreamAdaptiveMode");
}

__INLINE__ int L1P_GetStreamPolicy(L1P_StreamPolicy_t *policy)
{
	(void)policy;
	bgqemu_unsupported("L1P_GetStreamPolicy");
}

__INLINE__ int L1P_SetStreamPolicy(L1P_StreamPolicy_t policy)
{
	(void)policy;
	bgqemu_unsupported("L1P_SetStreamPolicy");
}

__INLINE__ int L1P_GetStreamDepth(uint32_t *depth)
{
	(void)depth;
	bgqemu_unsupported("L1P_GetStreamDepth");
}

__INLINE__ int L1P_SetStreamDepth(uint32_t depth)
{
	(void)depth;
	bgqemu_unsupported("L1P_SetStreamDepth");
}

__INLINE__ int L1P_GetStreamTotalDepth(uint32_t *depth)
{
	(void)depth;
	bgqemu_unsupported("L1P_GetStreamTotalDepth");
}

__INLINE__ int L1P_SetStreamTotalDepth(uint32_t depth)
{
	(void)depth;
	bgqemu_unsupported("L1P_SetStreamTotalDepth");
}

#ifdef __cplusplus
}
#endif
#endif
