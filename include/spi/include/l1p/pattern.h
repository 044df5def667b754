/*
 * l1p/pattern.h - patterns of l1p/pprefetch.h, which includes this: room for two
 * lists of misses, what is recorded and what is fetched, and where each hardware
 * thread keeps the one it uses.
 *
 * Returns as in l1p/pprefetch.h.
 */
#ifndef SPI_L1P_PATTERN_H
#define SPI_L1P_PATTERN_H

#include <assert.h>
#include <stdlib.h>
#include <string.h>

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

extern L1P_SPIContext _L1P_Context[68];
extern L1P_PatternLimitPolicy_t _L1P_PatternLimitMode; /* 0: L1P_PatternLimit_Disable */
extern uint64_t _L1P_PatternLimit;
extern uint64_t _L1P_PatternCount;

__INLINE__ L1P_SPIContext *l1p_context(void)
{
	return &_L1P_Context[Kernel_ProcessorID()];
}

/* The core's register at offset; the list register of the calling thread. */
__INLINE__ volatile uint64_t *l1p_register(uint64_t offset)
{
	return (volatile uint64_t *)(uintptr_t)(Kernel_L1pBaseAddress() + offset);
}

__INLINE__ volatile uint64_t *l1p_list_register(uint64_t offset)
{
	return l1p_register(offset + L1P_PP_THREADOFFSET * Kernel_ProcessorThreadID());
}

/* Room for n misses. */
__INLINE__ int L1P_SetupPattern(uint64_t n, L1P_Pattern_t *ptr)
{
	if (ptr == NULL)
		return L1P_PARMRANGE;
	ptr->size = n * L1P_MISSLISTENTRYSIZE + 63;
	if (ptr->size < 256)
		ptr->size = 256;
	ptr->ReadPattern = malloc(ptr->size);
	ptr->WritePattern = malloc(ptr->size);
	if (ptr->ReadPattern == NULL || ptr->WritePattern == NULL) {
		free(ptr->ReadPattern);
		free(ptr->WritePattern);
		ptr->ReadPattern = ptr->WritePattern = NULL;
		return L1P_NOMEMORY;
	}
	memset(ptr->ReadPattern, 0xff, 256); /* an empty list */
	return 0;
}

__INLINE__ int L1P_DestroyPattern(L1P_Pattern_t *ptr)
{
	if (ptr == NULL)
		return L1P_PARMRANGE;
	free(ptr->ReadPattern);
	free(ptr->WritePattern);
	ptr->ReadPattern = ptr->WritePattern = NULL;
	ptr->size = 0;
	return 0;
}

/* A pattern of its own, subject to the limit of L1P_PatternSetPatternLimit. */
__INLINE__ int L1P_AllocatePattern(uint64_t n, L1P_Pattern_t **handle)
{
	L1P_Pattern_t *ptr;
	int rc;

	if (handle == NULL)
		return L1P_NOMEMORY;
	if (_L1P_PatternCount >= _L1P_PatternLimit) {
		if (_L1P_PatternLimitMode == L1P_PatternLimit_Error)
			return L1P_NOMEMORY;
		assert(_L1P_PatternLimitMode != L1P_PatternLimit_Assert);
		if (_L1P_PatternLimitMode == L1P_PatternLimit_Prune)
			l1p_context()->ignorePatternActions = 1;
	}
	ptr = (L1P_Pattern_t *)malloc(sizeof(*ptr));
	*handle = ptr;
	if (ptr == NULL)
		return L1P_PARMRANGE;
	rc = L1P_SetupPattern(n, ptr);
	if (rc == 0)
		_L1P_PatternCount++;
	return rc;
}

/* L1P_PATTERNACTIVE for the one that is set. */
__INLINE__ int L1P_DeallocatePattern(L1P_Pattern_t *ptr)
{
	L1P_SPIContext *context = l1p_context();

	if (ptr == NULL)
		return L1P_PARMRANGE;
	if (ptr->ReadPattern == context->currentPattern.ReadPattern ||
	    ptr->WritePattern == context->currentPattern.WritePattern)
		return L1P_PATTERNACTIVE;
	L1P_DestroyPattern(ptr);
	free(ptr);
	_L1P_PatternCount--;
	return 0;
}

/* Give the context's pattern to the prefetcher. */
__INLINE__ int l1p_pattern_apply(L1P_SPIContext *context)
{
	*l1p_list_register(L1P_PP_CTRL) = L1P_PP_CTRL_DEPTH(7) | L1P_PP_CTRL_MAXLIST(7);
	*l1p_list_register(L1P_PP_MAXTOL) = 0xffffffff;
	return (int)Kernel_L1pSetPatternAddress(context->currentPattern.ReadPattern,
						context->currentPattern.WritePattern,
						context->currentPattern.size);
}

/* A pattern that the context made itself goes when another takes its place. */
__INLINE__ int l1p_pattern_drop(L1P_SPIContext *context)
{
	int rc;

	if (!context->implicitPatternAllocate)
		return 0;
	rc = (int)Kernel_L1pSetPatternAddress(NULL, NULL, 0);
	if (rc == 0)
		rc = L1P_DestroyPattern(&context->currentPattern);
	return rc;
}

/* Use *ptr from now on, which stays the caller's; NULL: one for 1024 misses. */
__INLINE__ int L1P_SetPattern(L1P_Pattern_t *ptr)
{
	L1P_SPIContext *context = l1p_context();
	int rc;

	if (context->ignorePatternActions)
		return 0;
	if (ptr != &context->currentPattern) {
		if (!context->valid)
			return L1P_NOTCONFIGURED;
		rc = l1p_pattern_drop(context);
		if (rc == 0 && ptr == NULL)
			rc = L1P_SetupPattern(1024, &context->currentPattern);
		if (rc)
			return rc;
		if (ptr != NULL)
			context->currentPattern = *ptr;
		context->implicitPatternAllocate = ptr == NULL;
	}
	return l1p_pattern_apply(context);
}

/* *handle = a copy of the pattern in use, which is the caller's then. */
__INLINE__ int L1P_GetPattern(L1P_Pattern_t **handle)
{
	L1P_SPIContext *context = l1p_context();

	if (!context->valid)
		return L1P_NOTCONFIGURED;
	if (handle == NULL)
		return L1P_PARMRANGE;
	*handle = (L1P_Pattern_t *)malloc(sizeof(**handle));
	if (*handle == NULL)
		return L1P_NOMEMORY;
	**handle = context->currentPattern;
	context->implicitPatternAllocate = 0;
	return 0;
}

#ifdef __cplusplus
}
#endif
#endif
