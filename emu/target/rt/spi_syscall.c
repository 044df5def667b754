/* spi_syscall.c - the kernel's system calls by number, for programs that make them with
 * CNK_SPI_SYSCALL_n() instead of the Kernel_*() functions; arguments are those of the function
 * in the same order. */
#include <stdbool.h>
#include <stdint.h>

#include <spi/include/kernel/MU.h>
#include <spi/include/kernel/collective.h>
#include <spi/include/kernel/debug.h>
#include <spi/include/kernel/envmon.h>
#include <spi/include/kernel/gi.h>
#include <spi/include/kernel/location.h>
#include <spi/include/kernel/memory.h>
#include <spi/include/kernel/process.h>

/* Arguments as the type that the function wants: a number, or a pointer. */
#define N(i) (a[i])
#define P(i) ((void *)(uintptr_t)a[i])

static uint64_t fifos_and_tables(unsigned number, const uint64_t *a, bool *known)
{
	switch (number) {
	case __NR_QUERY_INJ_FIFOS: return Kernel_QueryInjFifos(N(0), P(1), P(2));
	case __NR_QUERY_REC_FIFOS: return Kernel_QueryRecFifos(N(0), P(1), P(2));
	case __NR_QUERY_BASE_ADDRESS_TABLE:
		return Kernel_QueryBaseAddressTable(N(0), P(1), P(2));
	case __NR_ALLOCATE_INJ_FIFOS:
		return Kernel_AllocateInjFifos(N(0), P(1), N(2), P(3), P(4));
	case __NR_ALLOCATE_REC_FIFOS:
		return Kernel_AllocateRecFifos(N(0), P(1), N(2), P(3), P(4));
	case __NR_ALLOCATE_BASE_ADDRESS_TABLE:
		return Kernel_AllocateBaseAddressTable(N(0), P(1), N(2), P(3), N(4));
	case __NR_REC_FIFO_ENABLE: return Kernel_RecFifoEnable(N(0), N(1));
	case __NR_CFG_INJ_FIFO_INTS:
		return Kernel_ConfigureInjFifoInterrupts(P(0), N(1), P(2), P(3));
	case __NR_CFG_REC_FIFO_INTS:
		return Kernel_ConfigureRecFifoInterrupts(P(0), N(1), P(2), P(3));
	case __NR_CFG_INJ_FIFO_THRESH: return Kernel_ConfigureInjFifoThresholds(P(0), P(1));
	case __NR_CFG_REC_FIFO_THRESH: return Kernel_ConfigureRecFifoThreshold(N(0));
	case __NR_DEALLOC_INJ_FIFOS: return Kernel_DeallocateInjFifos(P(0), N(1), P(2));
	case __NR_DEALLOC_REC_FIFOS: return Kernel_DeallocateRecFifos(P(0), N(1), P(2));
	case __NR_DEALLOC_BASE_ADDR_TABLE:
		return Kernel_DeallocateBaseAddressTable(P(0), N(1), P(2));
	case __NR_CFG_MU_GEA: return Kernel_Configure_MU_GEA(N(0), N(1));
	default: *known = false; return 0;
	}
}

static uint64_t class_routes(unsigned number, const uint64_t *a, bool *known)
{
	switch (number) {
	case __NR_QUERYCOLLECTIVECLASSROUTE:
		return Kernel_QueryCollectiveClassRoutes(P(0), P(1), N(2));
	case __NR_ALLOCATECOLLECTIVECLASSROUTE:
		return Kernel_AllocateCollectiveClassRoute(N(0));
	case __NR_SETCOLLECTIVECLASSROUTE: return Kernel_SetCollectiveClassRoute(N(0), P(1));
	case __NR_DEALLOCATECOLLECTIVECLASSROUTE:
		return Kernel_DeallocateCollectiveClassRoute(N(0));
	case __NR_QUERYGINTCLASSROUTE:
		return Kernel_QueryGlobalInterruptClassRoutes(P(0), P(1), N(2));
	case __NR_ALLOCATEGINTCLASSROUTE:
		return Kernel_AllocateGlobalInterruptClassRoute(N(0), P(1));
	case __NR_SETGINTCLASSROUTE:
		return Kernel_SetGlobalInterruptClassRoute((int32_t)N(0), P(1));
	case __NR_DEALLOCATEGINTCLASSROUTE:
		return Kernel_DeallocateGlobalInterruptClassRoute((int32_t)N(0));
	default: *known = false; return 0;
	}
}

static uint64_t process_and_memory(unsigned number, const uint64_t *a, bool *known)
{
	Kernel_MemoryRegion_t *region = P(0);

	switch (number) {
	case __NR_GETMEMORYREGION: return Kernel_CreateMemoryRegion(region, P(1), N(2));
	case __NR_GET_PERSONALITY: return Kernel_GetPersonality(P(0), N(1));
	case __NR_RANKS2COORDS: return Kernel_RanksToCoords(N(0), P(1), P(2));
	case __NR_JOBCOORDS: return Kernel_JobCoords(P(0));
	case __NR_GETRANK: return Kernel_GetRank();
	case __NR_GETPVR: return Kernel_GetPVR(P(0));
	case __NR_GETMAPPING: return Kernel_GetMapping(N(0), P(1), P(2));
	case __NR_GETJOBID: return Kernel_GetJobID();
	case __NR_GETAXUCR0: return Kernel_GetAXUCR0();
	case __NR_SETAXUCR0: return Kernel_SetAXUCR0(N(0));
	case __NR_ALLOCATEL2ATOMIC: return Kernel_L2AtomicsAllocate(P(0), N(1));
	case __NR_GETMEMORYSIZE:
		return Kernel_GetMemorySize((enum KERNEL_MEMSIZETYPE)N(0), P(1));
	case __NR_SETL1PPATTERNADDR: return Kernel_L1pSetPatternAddress(P(0), P(1), N(2));
	case __NR_GETL1PCURPATTERNADDR:
		return Kernel_L1pGetCurrentPatternAddress(P(0), P(1));
	case __NR_SETL1PCURPATTERNADDR:
		return Kernel_L1pSetCurrentPatternAddress(P(0), P(1));
	case __NR_ROLLBACKINDICATOR: return Kernel_SetRollbackIndicator(P(0));
	case __NR_INJECTRAWRAS: return Kernel_InjectRAWRAS(N(0), N(1), P(2));
	case __NR_INJECTASCIIRAS: return Kernel_InjectASCIIRAS(N(0), P(1));
	case __NR_GETRAWENVMONPOWERDATA:
		return Kernel_GetRawEnvmonPowerData((int)N(0), P(1), P(2), P(3));
	case __NR_SETPOWERCONSUMPTIONPARAM:
		return Kernel_SetPowerConsumptionParam(N(0), N(1));
	case __NR_EXECENVMON2COMMAND: return Kernel_ExecEnvmon2Command(N(0));
	default: *known = false; return 0;
	}
}

int bgqemu_spi_syscall(uint32_t number, uint64_t call[])
{
	static uint64_t (*const rooms[])(unsigned, const uint64_t *, bool *) = {
		process_and_memory, fifos_and_tables, class_routes,
	};

	for (unsigned i = 0; i < sizeof rooms / sizeof *rooms; i++) {
		bool known = true;
		uint64_t rc = rooms[i](number, call, &known);

		if (known) {
			call[0] = rc;
			return 1;
		}
	}
	return 0;
}
