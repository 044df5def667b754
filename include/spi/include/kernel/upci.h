/*
 * kernel/upci.h - the kernel's side of the performance counters (UPC), which the
 * library bgpm is made of.
 *
 * No counters are modelled.  Declared so that the names are known: every call ends
 * the process with a message that names it, and structures are named only.
 */
#ifndef SPI_KERNEL_UPCI_H
#define SPI_KERNEL_UPCI_H

#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cnk/include/Config.h>
#include <cnk/include/SPI_syscalls.h>
#include <hwi/include/common/bgq_alignment.h>
#include <spi/include/kernel/location.h>
#include <spi/include/kernel/upc_hw.h>

#include <hwi/include/common/compiler_support.h>

#define UPCI_DEFAULT_PM_SIGNAL 34

typedef struct sUpci_KDebug {
	uint64_t xucr1;
	uint64_t iullcr;
	uint64_t jobid;
	uint32_t coreInitMask;
} Upci_KDebug_t;

#define UPCI_KDEBUG_INIT { 0, 0, 0, 0 }

typedef enum {
	CNKCtrNode = 0,
	CNKCtrProc,
	CNKCtrHWT
} Upci_CNKCtrType_t;

typedef struct Upci_Node_Parms Upci_Node_Parms_t;
typedef struct Upci_A2PC Upci_A2PC_t;
typedef struct Upci_A2PC_Val Upci_A2PC_Val_t;
typedef struct Upci_Punit_Cfg Upci_Punit_Cfg_t;
typedef struct PerfCountItem PerfCountItem_t;

__BEGIN_DECLS

int Kernel_Upci_Raw_Syscall(uint64_t op, uint64_t target, void *pData, size_t dSize);
int Kernel_Upci_Raw_Syscall_FixRC(uint64_t op, uint64_t target, void *pData,
				  size_t dSize);
int Kernel_Upci_ResetInts(uint64_t intStatusMask);
int Kernel_Upci_GetNodeParms(Upci_Node_Parms_t *pNodeParms);
int Kernel_Upci_GetKDebug(Upci_KDebug_t *pKDebug);
/* ctrMode: UPC_Ctr_Mode_t, an enumeration. */
int Kernel_Upci_Mode_Init(unsigned upcMode, unsigned ctrMode, unsigned unit);
int Kernel_Upci_Mode_Free(void);
int Kernel_Upci_A2PC_ApplyRegs(Upci_A2PC_t *pA2pc);
int Kernel_Upci_A2PC_GetRegs(Upci_A2PC_Val_t *pA2pcVal);
int Kernel_Upci_Punit_Cfg_Apply(Upci_Punit_Cfg_t *pCfg, unsigned unitId);
int Kernel_Upci_Punit_Cfg_Attach(Upci_Punit_Cfg_t *pCfg, unsigned unitId);
int Kernel_Upci_SetBgpmThread(void);
int Kernel_Upci_ClearBgpmThread(void);
int Kernel_Upci_Wait4MailboxEmpty(void);
int Kernel_Upci_SetPmSig(int sig);
int Kernel_Upci_GetCNKCounts(Upci_CNKCtrType_t ctrType, PerfCountItem_t *ctrBuff,
			     int buffLen);

__END_DECLS

#endif
