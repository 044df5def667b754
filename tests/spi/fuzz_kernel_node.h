/*
 * fuzz_kernel_node.h - for fuzz_kernel.c: calls on what and where the caller is, its
 * memory, core and service node.
 */
#ifndef FUZZ_KERNEL_NODE_H
#define FUZZ_KERNEL_NODE_H

#include "fuzz_kernel.h"

#include <hwi/include/bqc/A2_core.h>
#include <spi/include/kernel/debug.h>
#include <spi/include/kernel/envmon.h>
#include <spi/include/kernel/gi.h>
#include <spi/include/kernel/memory.h>
#include <spi/include/kernel/process.h>
#include <spi/include/kernel/thread.h>
#include <spi/include/kernel/trace.h>

static void call_location(void)
{
	switch (below(9)) {
	case 0: {
		size_t bytes = below(4) ? sizeof(Personality_t) : below(512);
		void *p = pointer(sizeof(Personality_t) + 512);

		RESULT_CALL(p, sizeof(Personality_t), Kernel_GetPersonality(p, bytes), EINVAL);
		break;
	}
	case 1: {
		void *p = pointer(sizeof(BG_JobCoords_t));

		RESULT_CALL(p, sizeof(BG_JobCoords_t), Kernel_JobCoords(p), 0);
		break;
	}
	case 2: { /* the map is good; its size may be anything */
		size_t bytes = below(3) ? below(ARENA / 2) : number();
		uint64_t *n = pointer(sizeof *n);
		int n_good = good;
		uint32_t rc = Kernel_RanksToCoords(bytes, (void *)arena, n);

		CHECK(rc == 0 || rc == EFAULT || rc == EINVAL);
		CHECK(n_good || rc == EFAULT);
		break;
	}
	case 3: {
		uint32_t file = 0;
		char *p = pointer(16);

		RESULT_CALL(p, 16, Kernel_GetMapping(below(16), p, &file), E2BIG);
		break;
	}
	case 4: {
		uint32_t *p = pointer(sizeof *p);

		RESULT_CALL(p, sizeof *p, Kernel_GetGlobalBarrierUserClassRouteId(p), 0);
		break;
	}
	case 5: CHECK(Kernel_GetRank() < 1u << 20); break;
	case 6: CHECK(Kernel_ProcessorID() < 68 && Kernel_ProcessorCoreID() < 17); break;
	case 7: Kernel_ThreadMask((uint32_t)number()); break;
	default: CHECK(Kernel_GetJobID() && Kernel_ProcessCount() && Kernel_ProcessorCount());
	}
}

static void call_core(void)
{
	uint64_t value = number() & ~AXUCR0_SR_ENABLE; /* which is not modelled, and said */
	uint32_t *pvr = pointer(sizeof *pvr);

	switch (below(7)) {
	case 0: RESULT_CALL(pvr, sizeof *pvr, Kernel_GetPVR(pvr), 0); break;
	case 1: CHECK(Kernel_SetAXUCR0(value) == 0 || Kernel_GetAXUCR0() != value); break;
	case 2: CHECK(Kernel_GetDebugReg((enum Kernel_Debug_Register)number(),
					 pointer(8)) == ENOSYS); break;
	case 3: CHECK(Kernel_SetDebugReg((enum Kernel_Debug_Register)number(), value) == ENOSYS);
		break;
	case 4: CHECK(Kernel_SnoopNumThreads() >= Kernel_SnoopRunnable()); break;
	case 5: CHECK(Kernel_IsGuestThread() == 0 && Kernel_GetPrivilegeMode() == 0); break;
	default: Kernel_SetRollbackIndicator(pointer(8));
	}
}

/* Anything may be in the prefetcher's registers: a program stores there directly. */
static void call_prefetcher(void)
{
	volatile uint64_t *page = (volatile uint64_t *)Kernel_L1pBaseAddress();
	void **w = (void **)(arena + PAD);
	void **p = pointer(sizeof *p);
	uint64_t rc;

	switch (below(4)) {
	case 0: page[below(0x2000 / 8)] = number(); break;
	case 1: rc = Kernel_L1pSetPatternAddress(p, w, below(3) ? below(4096) : number());
		CHECK(rc == 0 || rc == EFAULT || rc == EINVAL);
		break;
	case 2: CHECK(Kernel_L1pSetCurrentPatternAddress(p, w) == (good ? 0 : EFAULT)); break;
	default: rc = Kernel_L1pGetCurrentPatternAddress(p, w);
		CHECK(good ? rc == 0 || rc == EINVAL : rc == EFAULT);
	}
}

static void call_service(void)
{
	void *p = pointer(4096);
	size_t bytes = below(4) ? below(4096) : number();

	switch (below(6)) {
	case 0: /* a line of the report each: seldom */
		if (below(100) == 0)
			CHECK(Kernel_InjectASCIIRAS((uint32_t)number(), p) == (good ? 0 : EFAULT));
		break;
	case 1:
		if (bytes % 8 || bytes > 128 || below(100) == 0) {
			int rc = Kernel_InjectRAWRAS((uint32_t)number(), bytes, p);

			CHECK(rc == 0 || rc == EFAULT || rc == EINVAL);
		}
		break;
	case 2: CHECK(Kernel_GetFlightLog(bytes, p) != 0); break;
	case 3: CHECK(Kernel_GetRawEnvmonPowerData((int)number(), p, p, NULL) ==
		      (good || !p ? ENOSYS : EFAULT)); break;
	case 4: CHECK(Kernel_SetPowerConsumptionParam(number(), number()) == ENOSYS); break;
	default: CHECK(Kernel_ExecEnvmon2Command(number()) == ENOSYS);
	}
}

static void call_memory(void)
{
	switch (below(8)) {
	case 0: {
		Kernel_MemoryRegion_t *p = pointer(sizeof *p);
		int p_good = good;
		void *va = pointer(1);
		int va_good = good;

		good = p_good;
		photograph();
		uint32_t rc = Kernel_CreateMemoryRegion(p, va, number());

		CHECK(rc == (!p_good ? EFAULT : va_good ? 0 : EINVAL));
		check_untouched(p, rc == 0 ? sizeof *p : 0);
		break;
	}
	case 1: Kernel_DestroyMemoryRegion(pointer(sizeof(Kernel_MemoryRegion_t))); break;
	case 2: {
		void **p = pointer(sizeof *p);

		RESULT_CALL(p, sizeof *p, Kernel_Physical2Virtual((void *)number(), p), ENOENT);
		break;
	}
	case 3: {
		void **p = pointer(sizeof *p);

		RESULT_CALL(p, sizeof *p, Kernel_Physical2GlobalVirtual((void *)number(), p), 0);
		break;
	}
	case 4: {
		void *p = pointer(1024);
		uint64_t rc = Kernel_L2AtomicsAllocate(p, below(4) ? below(1024) : number());

		CHECK(good ? rc == 0 || rc == EFAULT : rc != 0);
		break;
	}
	case 5: {
		Kernel_MemoryRegion_t *from = pointer(sizeof *from);
		int from_good = good;
		Kernel_MemoryRegion_t *to = pointer(sizeof *to);

		CHECK(Kernel_CreateGlobalMemoryRegion(from, to) ==
		      (good && from_good ? 0 : EFAULT));
		break;
	}
	case 6: {
		Kernel_MemoryRegion_t *from = pointer(sizeof *from);
		int from_good = good;
		size_t *n = pointer(sizeof *n);
		void *base;

		CHECK(Kernel_QueryMemoryRegion(from, &base, n) ==
		      (good && from_good ? 0 : EFAULT));
		break;
	}
	default: {
		uint64_t *p = pointer(sizeof *p);
		unsigned type = below(4) ? 198 + (unsigned)below(16) : (unsigned)number();

		RESULT_CALL(p, sizeof *p,
			    Kernel_GetMemorySize((enum KERNEL_MEMSIZETYPE)type, p), EINVAL);
	}
	}
}

#endif
