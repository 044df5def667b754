/*
 * kernel/spec.h - speculative execution in the L2 cache.
 *
 * Declared so that programs compile.  Not supported: every call ends the process
 * with a message that names it.  Must never get bodies here.  The comments say what a
 * call is for on the machine.  Source: the driver's descriptions.
 */
#ifndef SPI_KERNEL_SPEC_H
#define SPI_KERNEL_SPEC_H

#include <spi/include/kernel/cnk/kernel_impl.h>
#include <cnk/include/SPI_syscalls.h>
#include <hwi/include/bqc/l2_central_mmio.h>
#include <hwi/include/bqc/l2_dcr.h>
#include <hwi/include/common/compiler_support.h>

typedef struct SpecContext_s {
	uint64_t priority_key;
	uint64_t atn;
	int32_t *at;
	uint64_t *lctn;
	uint64_t hwthreadid;
	uint64_t padding[11];
} SpecContext_t;

typedef struct SpecThread_s {
	uint64_t specid;
	uint64_t ip;
	uint64_t gpr1;
	uint64_t gpr2;
	uint64_t padding[12];
} SpecThread_t;

typedef struct SpecState_s {
	SpecThread_t hwt_state[68];
	SpecContext_t id_state[128];
} SpecState_t;

#define SPI_L2_SLICES 16

typedef struct SpecConflictSliceInfo_s {
	uint64_t was_conflictCaptured : 1;
	uint64_t was_writeAfterRead : 1;
	uint64_t was_nonSpeculativeAccess : 1;
	uint64_t conflict_vaddress_valid : 1;
	uint64_t specid_original : 7;
	uint64_t specid_violating : 7;
	uint64_t conflict_vaddress;
	uint64_t conflict_paddress;
} SpecConflictSliceInfo_t;

typedef struct SpecConflictInfo_t {
	SpecConflictSliceInfo_t l2slice[SPI_L2_SLICES];
} SpecConflictInfo_t;

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Domains, which share out the L2's speculation IDs. */

/* Of the node; of these, the kernel's own; set the first one. */
uint32_t Kernel_GetNumSpecDomains(uint32_t *current_domain_count);
uint32_t Kernel_GetNumKernelSpecDomains(uint32_t *kernel_domain_usage);
uint32_t Kernel_SetNumSpecDomains(uint32_t new_domain_count);
/* *domain = the number of a new one. */
uint32_t Kernel_AllocateSpecDomain(unsigned int *domain);
uint32_t Kernel_SetSpecDomainMode(unsigned int domain, uint64_t domainmode);
/* Cycles between two times that the L2 takes used IDs back. */
uint32_t Kernel_SetL2SpecScrubRate(uint64_t scrub_rate);

/* ---- Running speculatively. */

/* The calling thread may do less in jail mode.  isLongRunningSpeculation: 1 or 0. */
uint32_t Kernel_EnterSpecJailMode(int isLongRunningSpeculation);
uint32_t Kernel_ExitSpecJailMode(void);
/* *specid = the calling thread's ID. */
uint32_t Kernel_GetSpeculationIDSelf(uint64_t *specid);
uint32_t Kernel_EnableFastSpeculationPaths(void);

/* ---- Conflicts. */

/* *info, of specConflictSize bytes: what met in each slice. */
uint32_t Kernel_GetSpecConflictInfo(size_t specConflictSize, SpecConflictInfo_t *info);
/* l2slice: 0 to 15. */
uint32_t Kernel_ClearSpecConflictInfo(uint32_t l2slice);

/* ---- Where the process keeps what a roll-back needs; sizes in bytes.  The last two
 * are older ways to say it. */

uint32_t Kernel_SetSpecContext(size_t specContextSize,
			       const SpecContext_t *specContextBasePtr);
uint32_t Kernel_SetSpecState(size_t specStateSize, const SpecState_t *specStatePtr);
uint32_t Kernel_SetSpecThreadMap(size_t specThreadSize,
				 const SpecThread_t *specThreadBasePtr);

#ifdef __cplusplus
}
#endif
#endif
