/*
 * l1p/pattern.h - patterns of l1p/pprefetch.h, which includes this: room for two
 * lists of misses, what is recorded and what is fetched, and where each hardware
 * thread keeps the one it uses.
 *
 * Returns as in l1p/pprefetch.h.  Nothing here waits.  Copies of a pattern share its
 * lists, of which none keeps count.
 *
 * Source: the driver's description of the calls and the values of l1p/types.h.
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

/* Bytes of 0xff that make a list an empty one, and no list is shorter. */
#define L1P_EMPTY_LIST_BYTES_ 256

#ifdef __cplusplus
extern "C" {
#endif

extern L1P_SPIContext _L1P_Context[68];
extern L1P_PatternLimitPolicy_t _L1P_PatternLimitMode; /* 0: L1P_PatternLimit_Disable */
extern uint64_t _L1P_PatternLimit;
extern uint64_t _L1P_PatternCount;

/* ---- Where a hardware thread keeps what is its own. */

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

/* ---- Lists. */

/* Bytes of a list of n misses: the kernel begins it at a multiple of 64. */
__INLINE__ size_t l1p_list_bytes(uint64_t n)
{
	const size_t bytes = n * L1P_MISSLISTENTRYSIZE + 63;

	return bytes > L1P_EMPTY_LIST_BYTES_ ? bytes : L1P_EMPTY_LIST_BYTES_;
}

/* A pattern with an empty list to fetch, or without any lists if memory is short. */
__INLINE__ L1P_Pattern_t l1p_pattern_make(size_t bytes)
{
	L1P_Pattern_t made = { bytes, NULL, NULL };
	void *fetched = malloc(bytes);
	void *recorded = malloc(bytes);

	if (fetched != NULL && recorded != NULL) {
		made.ReadPattern = memset(fetched, 0xff, L1P_EMPTY_LIST_BYTES_);
		made.WritePattern = recorded;
	} else {
		free(recorded);
		free(fetched);
	}
	return made;
}

/* Do a and b use the same memory, if only for one of the lists? */
__INLINE__ int l1p_pattern_overlaps(const L1P_Pattern_t *a, const L1P_Pattern_t *b)
{
	return a->ReadPattern == b->ReadPattern || a->WritePattern == b->WritePattern;
}

/* Give *ptr, whatever it holds, new lists for n misses each.  Returns 0;
 * L1P_PARMRANGE without ptr; L1P_NOMEMORY, and *ptr has no lists then. */
__INLINE__ int L1P_SetupPattern(uint64_t n, L1P_Pattern_t *ptr)
{
	if (ptr != NULL) {
		*ptr = l1p_pattern_make(l1p_list_bytes(n));
		return ptr->ReadPattern != NULL ? 0 : L1P_NOMEMORY;
	}
	return L1P_PARMRANGE;
}

/* Free the lists of *ptr, which is an empty pattern then and stays the caller's.
 * Returns 0, or L1P_PARMRANGE without ptr. */
__INLINE__ int L1P_DestroyPattern(L1P_Pattern_t *ptr)
{
	static const L1P_Pattern_t none = { 0, NULL, NULL };
	L1P_Pattern_t old = none;

	/* Emptied first: no thread finds lists in it that are free. */
	if (ptr != NULL) {
		old = *ptr;
		*ptr = none;
	}
	free(old.WritePattern);
	free(old.ReadPattern);
	return ptr != NULL ? 0 : L1P_PARMRANGE;
}

/* ---- The pattern in use. */

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

/* *handle = a copy of the pattern in use.  The caller owns the copy and the lists
 * from then on, and gives both back with L1P_DeallocatePattern.  Returns 0;
 * L1P_NOTCONFIGURED; L1P_PARMRANGE without handle; L1P_NOMEMORY, and *handle is NULL
 * then. */
__INLINE__ int L1P_GetPattern(L1P_Pattern_t **handle)
{
	L1P_SPIContext *context = l1p_context();
	L1P_Pattern_t *copy;

	if (handle == NULL || !context->valid)
		return context->valid ? L1P_PARMRANGE : L1P_NOTCONFIGURED;
	copy = (L1P_Pattern_t *)malloc(sizeof(*copy));
	if (copy != NULL) {
		*copy = context->currentPattern;
		context->implicitPatternAllocate = 0; /* not the context's to free */
	}
	*handle = copy;
	return copy != NULL ? 0 : L1P_NOMEMORY;
}

/* Use *ptr from now on, which stays the caller's; NULL: one for 1024 misses.  Returns
 * 0, also where patterns are ignored; L1P_NOTCONFIGURED; L1P_NOMEMORY; what
 * Kernel_L1pSetPatternAddress returns. */
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

/* ---- Patterns of the caller's own. */

/* *handle = a new pattern for n misses, subject to the limit that
 * L1P_PatternSetPatternLimit sets.  Returns 0; L1P_NOMEMORY without handle, for the
 * lists, or at the limit; L1P_PARMRANGE if there is no memory for the pattern itself. */
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

/* Free *ptr and its lists.  Returns 0; L1P_PARMRANGE without ptr; L1P_PATTERNACTIVE,
 * and nothing is done, while the calling thread uses its lists. */
__INLINE__ int L1P_DeallocatePattern(L1P_Pattern_t *ptr)
{
	int rc = L1P_PARMRANGE;

	if (ptr != NULL && l1p_pattern_overlaps(ptr, &l1p_context()->currentPattern))
		rc = L1P_PATTERNACTIVE;
	else if (ptr != NULL)
		rc = L1P_DestroyPattern(ptr);
	if (rc == 0) {
		_L1P_PatternCount--;
		free(ptr);
	}
	return rc;
}

#ifdef __cplusplus
}
#endif
#endif
