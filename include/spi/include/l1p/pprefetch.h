/*
 * l1p/pprefetch.h - the L1 prefetcher's recorded access lists ("perfect
 * prefetch").
 *
 * Caches are not modelled and nothing is recorded: every call ends the process
 * with a message that names it.
 */
#ifndef SPI_L1P_PPREFETCH_H
#define SPI_L1P_PPREFETCH_H

#include <bgqemu/abi.h>
#include <hwi/include/common/compiler_support.h>
#include <hwi/include/bqc/l1p_mmio.h>
#include <hwi/include/bqc/A2_inlines.h>
#include <spi/include/kernel/location.h>
#include <spi/include/kernel/memory.h>
#include <spi/include/l1p/types.h>

#ifndef __INLINE__
#define __INLINE__ static inline
#endif

#ifdef __cplusplus
extern "C" {
#endif

__INLINE__ int L1P_SetupPattern(uint64_t n, L1P_Pattern_t *ptr)
{
	(void)n;
	(void)ptr;
	bgqemu_unsupported("L1P_SetupPattern");
}

__INLINE__ int L1P_DestroyPattern(L1P_Pattern_t *ptr)
{
	(void)ptr;
	bgqemu_unsupported("L1P_DestroyPattern");
}

__INLINE__ int L1P_AllocatePattern(uint64_t n, L1P_Pattern_t **handle)
{
	(void)n;
	(void)handle;
	bgqemu_unsupported("L1P_AllocatePattern");
}

__INLINE__ int L1P_DeallocatePattern(L1P_Pattern_t *ptr)
{
	(void)ptr;
	bgqemu_unsupported("L1P_DeallocatePattern");
}

__INLINE__ int L1P_SetPattern(L1P_Pattern_t *ptr)
{
	(void)ptr;
	bgqemu_unsupported("L1P_SetPattern");
}

__INLINE__ int L1P_GetPattern(L1P_Pattern_t **handle)
{
	(void)handle;
	bgqemu_unsupported("L1P_GetPattern");
}

__INLINE__ int L1P_PatternConfigure(uint64_t n)
{
	(void)n;
	bgqemu_unsupported("L1P_PatternConfigure");
}

__INLINE__ int L1P_PatternUnconfigure(void)
{
	bgqemu_unsupported("L1P_PatternUnconfigure");
}

__INLINE__ int L1P_PatternStart(int record)
{
	(void)record;
	bgqemu_unsupported("L1P_PatternStart");
}

__INLINE__ int L1P_PatternPause(void)
{
	bgqemu_unsupported("L1P_PatternPause");
}

__INLINE__ int L1P_PatternResume(void)
{
	bgqemu_unsupported("L1P_PatternResume");
}

__INLINE__ int L1P_PatternStop(void)
{
	bgqemu_unsupported("L1P_PatternStop");
}

__INLINE__ int L1P_PatternStatus(L1P_Status_t *status)
{
	(void)status;
	bgqemu_unsupported("L1P_PatternStatus");
}

__INLINE__ int L1P_PatternGetCurrentDepth(uint64_t *fetch_depth,
			       uint64_t *generate_depth)
{
	(void)fetch_depth;
	(void)generate_depth;
	bgqemu_unsupported("L1P_PatternGetCurrentDepth");
}

__INLINE__ int L1P_PatternGetNestingMode(L1P_PatternNest_t *mode)
{
	(void)mode;
	bgqemu_unsupported("L1P_PatternGetNestingMode");
}

__INLINE__ int L1P_PatternSetNestingMode(L1P_PatternNest_t mode)
{
	(void)mode;
	bgqemu_unsupported("L1P_PatternSetNestingMode");
}

__INLINE__ int L1P_PatternSetAbandonThreshold(uint64_t numL1misses)
{
	(void)numL1misses;
	bgqemu_unsupported("L1P_PatternSetAbandonThreshold");
}

__INLINE__ int L1P_PatternGetAbandonThreshold(uint64_t *numL1misses)
{
	(void)numL1misses;
	bgqemu_unsupported("L1P_PatternGetAbandonThreshold");
}

__INLINE__ int L1P_PatternSetEnable(int enable)
{
	(void)enable;
	bgqemu_unsupported("L1P_PatternSetEnable");
}

__INLINE__ int L1P_PatternGetEnable(int *enable)
{
	(void)enable;
	bgqemu_unsupported("L1P_PatternGetEnable");
}

__INLINE__ int L1P_PatternSetPatternLimit(L1P_PatternLimitPolicy_t policy,
			       uint64_t numactivepatterns)
{
	(void)policy;
	(void)numactivepatterns;
	bgqemu_unsupported("L1P_PatternSetPatternLimit");
}

__INLINE__ int L1P_PatternGetPatternLimit(L1P_PatternLimitPolicy_t *policy,
			       uint64_t *numactivepatterns)
{
	(void)policy;
	(void)numactivepatterns;
	bgqemu_unsupported("L1P_PatternGetPatternLimit");
}

#ifdef __cplusplus
}
#endif
#endif
