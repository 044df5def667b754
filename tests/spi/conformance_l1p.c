/*
 * conformance_l1p.c - the L1 prefetcher's interfaces: settings are kept and read
 * back, patterns and contexts go through their states, waiting for a list ends.
 * There is no effect on time to look for.
 */
#include "conformance.h"

#include <spi/include/l1p/flush.h>
#include <spi/include/l1p/pprefetch.h>
#include <spi/include/l1p/sprefetch.h>

static void streams(void)
{
	static const L1P_StreamPolicy_t policies[] = {
		L1P_stream_optimistic, L1P_stream_confirmed, L1P_confirmed_or_dcbt,
		L1P_stream_disable,
	};
	L1P_StreamPolicy_t policy;
	volatile uint64_t *config = (uint64_t *)(Kernel_L1pBaseAddress() +
						 (L1P_CFG_PF_USR - L1P_ESR));
	uint32_t depth;
	int on;

	/* State after boot. */
	CHECK(L1P_GetStreamPolicy(&policy) == 0 && policy == L1P_confirmed_or_dcbt);
	CHECK(L1P_GetStreamAdaptiveMode(&on) == 0 && on == 1);
	CHECK(L1P_GetStreamDepth(&depth) == 0 && depth == 3);
	CHECK(L1P_GetStreamTotalDepth(&depth) == 0 && depth == 8);
	CHECK(L1P_PatternGetEnable(&on) == 0 && on == 0);

	for (unsigned i = 0; i < 4; i++) {
		CHECK(L1P_SetStreamPolicy(policies[i]) == 0);
		CHECK(L1P_GetStreamPolicy(&policy) == 0 && policy == policies[i]);
	}
	/* A program can leave the register with bits of several policies. */
	CHECK(L1P_SetStreamPolicy(L1P_confirmed_or_dcbt) == 0);
	*config |= L1P_CFG_PF_USR_pf_stream_optimistic;
	CHECK(L1P_GetStreamPolicy(&policy) == 0 && policy == L1P_stream_optimistic);
	*config &= ~L1P_CFG_PF_USR_pf_stream_prefetch_enable;
	CHECK(L1P_GetStreamPolicy(&policy) == 0 && policy == L1P_stream_disable);
	CHECK(L1P_SetStreamPolicy((L1P_StreamPolicy_t)9) == L1P_PARMRANGE);
	CHECK(L1P_SetStreamDepth(8) == 0 && L1P_SetStreamTotalDepth(16) == 0);
	CHECK(L1P_SetStreamDepth(9) == L1P_PARMRANGE && L1P_SetStreamDepth(0) == L1P_PARMRANGE);
	CHECK(L1P_SetStreamTotalDepth(17) == L1P_PARMRANGE &&
	      L1P_SetStreamTotalDepth(0) == L1P_PARMRANGE);
	CHECK(L1P_GetStreamDepth(&depth) == 0 && depth == 8);
	CHECK(L1P_GetStreamTotalDepth(&depth) == 0 && depth == 16);
	CHECK(L1P_SetStreamAdaptiveMode(0) == 0);
	CHECK(L1P_GetStreamAdaptiveMode(&on) == 0 && on == 0);
	CHECK(L1P_GetStreamDepth(&depth) == 0 && depth == 8);
	CHECK(L1P_PatternSetEnable(1) == 0);
	CHECK(L1P_PatternGetEnable(&on) == 0 && on == 1);
	CHECK(L1P_PatternSetEnable(0) == 0);
	CHECK(L1P_PatternGetEnable(&on) == 0 && on == 0);
}

static void not_configured(void)
{
	L1P_Pattern_t *p;

	CHECK(L1P_PatternStart(1) == L1P_NOTCONFIGURED);
	CHECK(L1P_PatternPause() == L1P_NOTCONFIGURED);
	CHECK(L1P_PatternResume() == L1P_NOTCONFIGURED);
	CHECK(L1P_PatternStop() == L1P_NOTCONFIGURED);
	CHECK(L1P_PatternUnconfigure() == L1P_NOTCONFIGURED);
	CHECK(L1P_GetPattern(&p) == L1P_NOTCONFIGURED);
	CHECK(L1P_SetPattern(NULL) == L1P_NOTCONFIGURED);
	CHECK(L1P_SetupPattern(1, NULL) == L1P_PARMRANGE);
	CHECK(L1P_DestroyPattern(NULL) == L1P_PARMRANGE);
	CHECK(L1P_DeallocatePattern(NULL) == L1P_PARMRANGE);
}

static void record_and_play(void)
{
	const L1P_Pattern_t *p = &_L1P_Context[Kernel_ProcessorID()].currentPattern;
	volatile uint64_t *ctrl = (uint64_t *)(Kernel_L1pBaseAddress() + L1P_PP_CTRL);
	L1P_Status_t status;
	uint64_t fetch, generate, misses;

	CHECK(L1P_PatternConfigure(1000) == 0);
	CHECK(p->size == 1000 * 4 + 63 && p->ReadPattern && p->WritePattern);
	CHECK(L1P_PatternGetAbandonThreshold(&misses) == 0 && misses == 0xffffffff);
	CHECK(L1P_PatternSetAbandonThreshold(20) == 0);
	CHECK(L1P_PatternGetAbandonThreshold(&misses) == 0 && misses == 20);
	for (int record = 0; record < 2; record++) {
		void *read = p->ReadPattern, *write = p->WritePattern;

		CHECK(L1P_PatternStart(record) == 0);
		CHECK((*ctrl & L1P_PP_CTRL_START) && (*ctrl & L1P_PP_CTRL_LOAD));
		CHECK((*ctrl & L1P_PP_CTRL_INHIBIT) == (record ? 0 : L1P_PP_CTRL_INHIBIT));
		CHECK(L1P_PatternPause() == 0 && (*ctrl & L1P_PP_CTRL_PAUSE));
		CHECK(L1P_PatternResume() == 0 && !(*ctrl & L1P_PP_CTRL_PAUSE));
		CHECK(L1P_PatternStop() == 0 && !(*ctrl & L1P_PP_CTRL_START));
		/* Lists change places if one was recorded. */
		CHECK(p->ReadPattern == (record ? write : read));
		CHECK(p->WritePattern == (record ? read : write));
		CHECK(L1P_PatternStatus(&status) == 0);
		CHECK(status.s.finished && !status.s.abandoned && !status.s.maximum);
		CHECK(L1P_PatternGetCurrentDepth(&fetch, &generate) == 0);
		CHECK(fetch < 64 && generate < 64);
	}
	CHECK(L1P_PatternUnconfigure() == 0);
	CHECK(p->ReadPattern == NULL);
	CHECK(L1P_PatternGetCurrentDepth(&fetch, &generate) == EINVAL);
}

/* Uses the registers as a program does that knows them. */
static void by_hand(void)
{
	uint64_t base = Kernel_L1pBaseAddress() +
			L1P_PP_THREADOFFSET * Kernel_ProcessorThreadID();

	*(volatile uint64_t *)(base + L1P_PP_STATUS) = 0xf; /* clears */
	*(volatile uint64_t *)(base + L1P_PP_CTRL) = L1P_PP_CTRL_DEPTH(7);
	*(volatile uint64_t *)(base + L1P_PP_CTRL) |= L1P_PP_CTRL_START | L1P_PP_CTRL_LOAD;
	CHECK(*(volatile uint64_t *)(base + L1P_PP_CTRL) ==
	      (L1P_PP_CTRL_DEPTH(7) | L1P_PP_CTRL_START | L1P_PP_CTRL_LOAD));
	while (!(*(volatile uint64_t *)(base + L1P_PP_STATUS) & L1P_PP_STATUS_FINISHED))
		;
	*(volatile uint64_t *)(base + L1P_PP_CTRL) = 0;
}

static void nesting(void)
{
	const L1P_SPIContext *c = &_L1P_Context[Kernel_ProcessorID()];
	L1P_PatternNest_t mode;
	void *outer;

	CHECK(L1P_PatternConfigure(10) == 0 && c->currentPattern.size == 256);
	outer = c->currentPattern.ReadPattern;
	CHECK(L1P_PatternConfigure(100) == 0 && c->currentPattern.size == 463);
	CHECK(c->currentPattern.ReadPattern != outer);
	CHECK(L1P_PatternUnconfigure() == 0);
	CHECK(c->currentPattern.ReadPattern == outer && c->currentPattern.size == 256);

	CHECK(L1P_PatternSetNestingMode(L1P_NestingIgnore) == 0);
	CHECK(L1P_PatternGetNestingMode(&mode) == 0 && mode == L1P_NestingIgnore);
	CHECK(L1P_PatternConfigure(100) == 0 && c->currentPattern.ReadPattern == outer);
	CHECK(c->ignorePatternActions && L1P_PatternStart(1) == 0);
	CHECK(L1P_PatternUnconfigure() == 0 && !c->ignorePatternActions);
	CHECK(L1P_PatternSetNestingMode(L1P_NestingFlat) == 0);
	CHECK(L1P_PatternConfigure(100) == 0 && L1P_PatternConfigure(100) == 0);
	CHECK(c->nestDepth == 2 && c->currentPattern.ReadPattern == outer);
	CHECK(!c->ignorePatternActions && L1P_PatternStart(0) == 0 && L1P_PatternStop() == 0);
	CHECK(L1P_PatternUnconfigure() == 0 && L1P_PatternUnconfigure() == 0);
	CHECK(L1P_PatternSetNestingMode(L1P_NestingSaveContext) == 0);
	CHECK(L1P_PatternUnconfigure() == 0);
	CHECK(L1P_PatternUnconfigure() == L1P_NOTCONFIGURED);
}

static void patterns_of_ones_own(void)
{
	L1P_Pattern_t *mine, *got, *more, empty;
	L1P_PatternLimitPolicy_t policy;
	uint64_t limit;

	CHECK(L1P_AllocatePattern(500, &mine) == 0 && mine->size == 500 * 4 + 63);
	CHECK(L1P_PatternConfigure(10) == 0);
	CHECK(L1P_SetPattern(mine) == 0);
	CHECK(L1P_DeallocatePattern(mine) == L1P_PATTERNACTIVE);
	CHECK(L1P_GetPattern(NULL) == L1P_PARMRANGE);
	CHECK(L1P_GetPattern(&got) == 0 && got != mine);
	CHECK(got->ReadPattern == mine->ReadPattern && got->size == mine->size);
	CHECK(L1P_SetPattern(NULL) == 0);
	CHECK(_L1P_Context[Kernel_ProcessorID()].currentPattern.size == 1024 * 4 + 63);
	CHECK(_L1P_PatternCount == 1);
	CHECK(L1P_PatternSetPatternLimit(L1P_PatternLimit_Error, 1) == 0);
	CHECK(L1P_PatternGetPatternLimit(&policy, &limit) == 0);
	CHECK(policy == L1P_PatternLimit_Error && limit == 1);
	CHECK(L1P_PatternGetPatternLimit(NULL, &limit) == L1P_PARMRANGE);
	CHECK(L1P_AllocatePattern(1, &more) == L1P_NOMEMORY);
	CHECK(L1P_DeallocatePattern(mine) == 0);
	CHECK(L1P_AllocatePattern(1, &more) == 0 && more->size == 256);
	CHECK(L1P_DeallocatePattern(more) == 0 && _L1P_PatternCount == 0);
	CHECK(L1P_PatternUnconfigure() == 0);
	free(got);
	CHECK(L1P_SetupPattern(48, &empty) == 0 && empty.size == 256);
	CHECK(((uint8_t *)empty.ReadPattern)[255] == 0xff);
	CHECK(L1P_DestroyPattern(&empty) == 0 && empty.size == 0);
	CHECK(empty.ReadPattern == NULL && empty.WritePattern == NULL);
	/* More than there is. */
	CHECK(L1P_SetupPattern(UINT64_C(1) << 40, &empty) == L1P_NOMEMORY);
	CHECK(empty.ReadPattern == NULL && empty.WritePattern == NULL);
}

static void kernel_calls(void)
{
	static char a[512] __attribute__((aligned(64))), b[512] __attribute__((aligned(64)));
	void *r, *w;

	CHECK(Kernel_FastL1pBaseAddress() == Kernel_L1pBaseAddress());
	CHECK(Kernel_L1pSetPatternAddress(a, b, 127) == EINVAL);
	CHECK_EFAULT(Kernel_L1pSetPatternAddress(bad, b, 512));
	CHECK_EFAULT(Kernel_L1pSetPatternAddress(a, bad, 512));
	CHECK(Kernel_L1pSetPatternAddress(NULL, NULL, 0) == 0);
	CHECK(Kernel_L1pGetCurrentPatternAddress(&r, &w) == EINVAL);
	CHECK(Kernel_L1pSetPatternAddress(a, b, 512) == 0);
	CHECK(Kernel_L1pGetCurrentPatternAddress(&r, &w) == 0 && r == a && w == b);
	CHECK(Kernel_L1pSetCurrentPatternAddress(a + 64, b + 128) == 0);
	CHECK(Kernel_L1pGetCurrentPatternAddress(&r, &w) == 0 && r == a + 64 && w == b + 128);
	CHECK_EFAULT(Kernel_L1pGetCurrentPatternAddress(bad, &w));
	CHECK_EFAULT(Kernel_L1pGetCurrentPatternAddress(&r, bad));
	CHECK(Kernel_L1pSetCurrentPatternAddress(NULL, b) == EFAULT);
	CHECK(Kernel_L1pSetCurrentPatternAddress(a, bad_pointers[1]) == EFAULT);
	L1P_FlushRequests();
}

int main(void)
{
	conformance_init();
	streams();
	not_configured();
	record_and_play();
	by_hand();
	nesting();
	patterns_of_ones_own();
	kernel_calls();
	return 0;
}
