/*
 * l1p/pprefetch.h - the L1 prefetcher's recorded access lists ("perfect
 * prefetch").
 *
 * Caches are not modelled: nothing is recorded and nothing fetched, so a pattern has
 * an effect on neither results nor time.  The calls do what they do on the machine
 * to patterns, contexts and registers; a pattern is always finished, at its
 * beginning.  Each hardware thread has its own context and registers.
 *
 * Returns: 0, a code of L1P_ErrorCode, or an errno value of the kernel's calls, which
 * is greater than those.  Output pointers must be good.  Nothing here waits.
 *
 * Source: the driver's description of the calls, and the registers of
 * hwi/include/bqc/l1p_mmio.h.
 */
#ifndef SPI_L1P_PPREFETCH_H
#define SPI_L1P_PPREFETCH_H

#include <assert.h>
#include <stdlib.h>

#include <hwi/include/common/compiler_support.h>
#include <hwi/include/bqc/l1p_mmio.h>
#include <hwi/include/bqc/A2_inlines.h>
#include <spi/include/kernel/location.h>
#include <spi/include/kernel/memory.h>
#include <spi/include/l1p/pattern.h>
#include <spi/include/l1p/types.h>

#ifndef __INLINE__
#define __INLINE__ static inline
#endif

/* sigaction: pause the list prefetcher in the handler. */
#define SA_BGQ_PP_PAUSE 0x00010000

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Settings.  All return 0 unless they say otherwise. */

/* For all threads of the core; nothing is done where patterns are ignored. */
__INLINE__ int L1P_PatternSetEnable(int enable)
{
	volatile uint64_t *config = l1p_register(L1P_CFG_PF_USR - L1P_ESR);

	if (l1p_context()->ignorePatternActions)
		return 0;
	if (enable)
		*config |= L1P_CFG_PF_USR_pf_list_enable;
	else
		*config &= ~L1P_CFG_PF_USR_pf_list_enable;
	return 0;
}

/* *enable = 1 or 0. */
__INLINE__ int L1P_PatternGetEnable(int *enable)
{
	uint64_t config = *l1p_register(L1P_CFG_PF_USR - L1P_ESR);

	*enable = (config & L1P_CFG_PF_USR_pf_list_enable) != 0;
	return 0;
}

/* Misses in a row that are not in the list after which it is abandoned.  Nothing is
 * done where patterns are ignored. */
__INLINE__ int L1P_PatternSetAbandonThreshold(uint64_t numL1misses)
{
	if (!l1p_context()->ignorePatternActions)
		*l1p_list_register(L1P_PP_MAXTOL) = numL1misses;
	return 0;
}

/* *numL1misses = what was set; 0xffffffff after L1P_PatternConfigure. */
__INLINE__ int L1P_PatternGetAbandonThreshold(uint64_t *numL1misses)
{
	*numL1misses = *l1p_list_register(L1P_PP_MAXTOL);
	return 0;
}

/* What L1P_PatternConfigure does where that has been done already.  mode is not
 * checked. */
__INLINE__ int L1P_PatternSetNestingMode(L1P_PatternNest_t mode)
{
	l1p_context()->nestPolicy = mode;
	return 0;
}

/* *mode = what was set, or 0: as L1P_NestingSaveContext. */
__INLINE__ int L1P_PatternGetNestingMode(L1P_PatternNest_t *mode)
{
	*mode = l1p_context()->nestPolicy;
	return 0;
}

/* What L1P_AllocatePattern does where there are numactivepatterns already: allocate
 * (unless set otherwise), fail, fail an assertion, or allocate and ignore patterns from
 * then on.  For all threads of the process. */
__INLINE__ int L1P_PatternSetPatternLimit(L1P_PatternLimitPolicy_t policy,
					  uint64_t numactivepatterns)
{
	_L1P_PatternLimitMode = policy;
	_L1P_PatternLimit = numactivepatterns;
	return 0;
}

/* Returns 0, or L1P_PARMRANGE without policy or numactivepatterns. */
__INLINE__ int L1P_PatternGetPatternLimit(L1P_PatternLimitPolicy_t *policy,
					  uint64_t *numactivepatterns)
{
	if (policy == NULL || numactivepatterns == NULL)
		return L1P_PARMRANGE;
	*policy = _L1P_PatternLimitMode;
	*numactivepatterns = _L1P_PatternLimit;
	return 0;
}

/* ---- Contexts: from Configure to Unconfigure, one inside another. */

/* Does a Configure inside another one share its pattern?  The alternative is a
 * context of its own. */
__INLINE__ int l1p_context_shared(const L1P_SPIContext *context)
{
	if (!context->valid)
		return 0;
	assert(context->nestPolicy != L1P_NestingError);
	return context->nestPolicy == L1P_NestingIgnore ||
	       context->nestPolicy == L1P_NestingFlat;
}

/* One more has begun in the same context. */
__INLINE__ int l1p_context_enter(L1P_SPIContext *context)
{
	if (context->nestPolicy == L1P_NestingIgnore)
		context->ignorePatternActions = 1;
	context->nestDepth++;
	return 0;
}

/* Keep the context as it is aside, to be found again when the new one ends. */
__INLINE__ int l1p_context_push(L1P_SPIContext *context)
{
	L1P_SPIContext *outer = (L1P_SPIContext *)malloc(sizeof(*outer));

	if (outer == NULL)
		return L1P_NOMEMORY;
	*outer = *context;
	context->nestedContext = outer;
	return 0;
}

/* A pattern for n misses that is the context's own; valid once the prefetcher has it. */
__INLINE__ int l1p_context_begin(L1P_SPIContext *context, uint64_t n)
{
	int rc = L1P_SetupPattern(n, &context->currentPattern);

	context->implicitPatternAllocate = 1;
	context->ignorePatternActions = 0;
	context->nestDepth = 0;
	if (rc == 0)
		rc = l1p_pattern_apply(context);
	if (rc == 0)
		context->valid = 1;
	return rc;
}

/* Begin to use patterns, with one for n misses.  Where that has been done already
 * the nesting mode decides: keep the outer context aside (unless set otherwise), go
 * on with it, ignore what is inside, or fail an assertion.  Returns 0; L1P_NOMEMORY;
 * what Kernel_L1pSetPatternAddress returns. */
__INLINE__ int L1P_PatternConfigure(uint64_t n)
{
	L1P_SPIContext *context = l1p_context();
	int rc;

	if (l1p_context_shared(context))
		return l1p_context_enter(context);
	rc = context->valid ? l1p_context_push(context) : 0;
	return rc ? rc : l1p_context_begin(context, n);
}

/* Undo the last L1P_PatternConfigure: what was in use before is again.  Returns 0;
 * L1P_NOTCONFIGURED; what Kernel_L1pSetPatternAddress returns. */
__INLINE__ int L1P_PatternUnconfigure(void)
{
	L1P_SPIContext *context = l1p_context();
	L1P_SPIContext *outer = (L1P_SPIContext *)context->nestedContext;
	int rc;

	if (!context->valid)
		return L1P_NOTCONFIGURED;
	if (context->nestDepth > 0) {
		if (--context->nestDepth == 0)
			context->ignorePatternActions = 0;
		return 0;
	}
	rc = l1p_pattern_drop(context);
	if (rc)
		return rc;
	context->implicitPatternAllocate = 0;
	if (outer == NULL) {
		context->valid = 0;
		return 0;
	}
	*context = *outer;
	free(outer);
	return L1P_SetPattern(&context->currentPattern);
}

/* ---- Record and fetch.  All return 0, also where patterns are ignored and nothing is
 * done, or L1P_NOTCONFIGURED. */

/* L1P_NOTCONFIGURED, 0 when the call is to be ignored, or -1: go on. */
__INLINE__ int l1p_pattern_ready(const L1P_SPIContext *context)
{
	if (!context->valid)
		return L1P_NOTCONFIGURED;
	return context->ignorePatternActions ? 0 : -1;
}

/* Begin the list from its start.  record: make the list for the next time, too. */
__INLINE__ int L1P_PatternStart(int record)
{
	int rc = l1p_pattern_ready(l1p_context());

	if (rc >= 0)
		return rc;
	*l1p_list_register(L1P_PP_STATUS) = L1P_PP_STATUS_FINISHED;
	*l1p_list_register(L1P_PP_CTRL) |= L1P_PP_CTRL_START | L1P_PP_CTRL_LOAD |
					   (record ? 0 : L1P_PP_CTRL_INHIBIT);
	return 0;
}

/* End the list.  If one was recorded it becomes the one to fetch. */
__INLINE__ int L1P_PatternStop(void)
{
	L1P_SPIContext *context = l1p_context();
	L1P_Pattern_t *p = &context->currentPattern;
	int rc = l1p_pattern_ready(context);
	uint64_t ctrl;
	void *recorded;

	if (rc >= 0)
		return rc;
	ctrl = *l1p_list_register(L1P_PP_CTRL);
	*l1p_list_register(L1P_PP_CTRL) =
		ctrl & ~(L1P_PP_CTRL_START | L1P_PP_CTRL_LOAD | L1P_PP_CTRL_INHIBIT);
	if (ctrl & L1P_PP_CTRL_INHIBIT)
		return 0;
	recorded = p->WritePattern;
	p->WritePattern = p->ReadPattern;
	p->ReadPattern = recorded;
	Kernel_L1pSetPatternAddress(p->ReadPattern, p->WritePattern, p->size);
	return 0;
}

/* Neither record nor fetch until L1P_PatternResume; the place in the list is kept. */
__INLINE__ int L1P_PatternPause(void)
{
	int rc = l1p_pattern_ready(l1p_context());

	if (rc >= 0)
		return rc;
	*l1p_list_register(L1P_PP_CTRL) |= L1P_PP_CTRL_PAUSE;
	return 0;
}

/* Go on after L1P_PatternPause. */
__INLINE__ int L1P_PatternResume(void)
{
	int rc = l1p_pattern_ready(l1p_context());

	if (rc >= 0)
		return rc;
	*l1p_list_register(L1P_PP_CTRL) &= ~L1P_PP_CTRL_PAUSE;
	return 0;
}

/* ---- Ask. */

/* Has the list been finished, abandoned, was it too long?  Returns 0. */
__INLINE__ int L1P_PatternStatus(L1P_Status_t *status)
{
	status->status = *l1p_list_register(L1P_PP_STATUS);
	return 0;
}

/* Bytes of the lists behind which the prefetcher is.  Returns 0, or what
 * Kernel_L1pGetCurrentPatternAddress returns: EINVAL where there are no lists. */
__INLINE__ int L1P_PatternGetCurrentDepth(uint64_t *fetch_depth, uint64_t *generate_depth)
{
	const L1P_Pattern_t *p = &l1p_context()->currentPattern;
	void *fetch, *generate;
	int rc = (int)Kernel_L1pGetCurrentPatternAddress(&fetch, &generate);

	if (rc)
		return rc;
	*fetch_depth = (uintptr_t)fetch - (uintptr_t)p->ReadPattern;
	*generate_depth = (uintptr_t)generate - (uintptr_t)p->WritePattern;
	return 0;
}

#ifdef __cplusplus
}
#endif
#endif
