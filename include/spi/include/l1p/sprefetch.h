/*
 * l1p/sprefetch.h - the L1 prefetcher's streams.
 *
 * Settings of the caller's core, kept and read back; caches are not modelled, so
 * they have an effect on neither results nor time.  Returns 0, or L1P_PARMRANGE for a
 * value that does not exist.  Output pointers must be good.  Nothing here waits.
 *
 * Source: the driver's description of the calls, and the register L1P_CFG_PF_USR of
 * hwi/include/bqc/l1p_mmio.h.
 */
#ifndef SPI_L1P_SPREFETCH_H
#define SPI_L1P_SPREFETCH_H

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

/* ---- The register. */

__INLINE__ volatile uint64_t *l1p_stream_config(void)
{
	return (volatile uint64_t *)(uintptr_t)(Kernel_L1pBaseAddress() +
						(L1P_CFG_PF_USR - L1P_ESR));
}

/* Bits of mask := bits of value. */
__INLINE__ void l1p_stream_set(uint64_t mask, uint64_t value)
{
	volatile uint64_t *config = l1p_stream_config();

	*config = (*config & ~mask) | value;
}

/* ---- When a stream is established. */

/* policy: at the first miss, when a second one confirms it, then or when the program
 * touches a line, or never.  Returns 0, or L1P_PARMRANGE. */
__INLINE__ int L1P_SetStreamPolicy(L1P_StreamPolicy_t policy)
{
	const uint64_t on = L1P_CFG_PF_USR_pf_stream_prefetch_enable |
			    L1P_CFG_PF_USR_pf_stream_establish_enable;
	const uint64_t how = L1P_CFG_PF_USR_pf_stream_optimistic |
			     L1P_CFG_PF_USR_pf_stream_est_on_dcbt;

	switch (policy) {
	case L1P_stream_disable:
		l1p_stream_set(on, 0);
		return 0;
	case L1P_stream_optimistic:
		l1p_stream_set(on | how, on | L1P_CFG_PF_USR_pf_stream_optimistic);
		return 0;
	case L1P_stream_confirmed:
		l1p_stream_set(on | how, on);
		return 0;
	case L1P_confirmed_or_dcbt:
		l1p_stream_set(on | how, on | L1P_CFG_PF_USR_pf_stream_est_on_dcbt);
		return 0;
	}
	return L1P_PARMRANGE;
}

/* *policy = the one in force; an optimistic one goes before one by touches, as both
 * can be set in the register.  Returns 0. */
__INLINE__ int L1P_GetStreamPolicy(L1P_StreamPolicy_t *policy)
{
	/* By three bits of the register: on touch, optimistic, prefetching at all. */
	static const L1P_StreamPolicy_t policies[8] = {
		L1P_stream_disable, L1P_stream_confirmed,
		L1P_stream_disable, L1P_stream_optimistic,
		L1P_stream_disable, L1P_confirmed_or_dcbt,
		L1P_stream_disable, L1P_stream_optimistic,
	};

	*policy = policies[_BGQ_GET(3, 56, *l1p_stream_config())];
	return 0;
}

/* ---- How far streams fetch. */

/* Lines of 128 bytes to fetch ahead, 1 to 8, in a new stream.  Returns 0, or
 * L1P_PARMRANGE. */
__INLINE__ int L1P_SetStreamDepth(uint32_t depth)
{
	if (depth < 1 || depth > 8)
		return L1P_PARMRANGE;
	l1p_stream_set(L1P_CFG_PF_USR_dfetch_depth(7), L1P_CFG_PF_USR_dfetch_depth(depth - 1));
	return 0;
}

/* *depth = 1 to 8.  Returns 0. */
__INLINE__ int L1P_GetStreamDepth(uint32_t *depth)
{
	*depth = (uint32_t)_BGQ_GET(3, 42, *l1p_stream_config()) + 1;
	return 0;
}

/* Lines for all streams together, 1 to 16; the lists have the rest.  Returns 0, or
 * L1P_PARMRANGE. */
__INLINE__ int L1P_SetStreamTotalDepth(uint32_t depth)
{
	if (depth < 1 || depth > 16)
		return L1P_PARMRANGE;
	l1p_stream_set(L1P_CFG_PF_USR_dfetch_max_footprint(15),
		       L1P_CFG_PF_USR_dfetch_max_footprint(depth - 1));
	return 0;
}

/* *depth = 1 to 16.  Returns 0. */
__INLINE__ int L1P_GetStreamTotalDepth(uint32_t *depth)
{
	*depth = (uint32_t)_BGQ_GET(4, 46, *l1p_stream_config()) + 1;
	return 0;
}

/* Does the depth of a stream follow its success?  Returns 0. */
__INLINE__ int L1P_SetStreamAdaptiveMode(int enable)
{
	l1p_stream_set(L1P_CFG_PF_USR_pf_adaptive_enable,
		       enable ? L1P_CFG_PF_USR_pf_adaptive_enable : 0);
	return 0;
}

/* *adaptiveState = 1 or 0.  Returns 0. */
__INLINE__ int L1P_GetStreamAdaptiveMode(int *adaptiveState)
{
	*adaptiveState = (*l1p_stream_config() & L1P_CFG_PF_USR_pf_adaptive_enable) != 0;
	return 0;
}

#ifdef __cplusplus
}
#endif
#endif
