/*
 * kernel/MU.h - ask the kernel for message unit resources: injection FIFOs,
 * reception FIFOs, base address table (BAT) entries.
 *
 * Resources belong to the node, not to the process: any process of the node may
 * ask for any subgroup 0..67, and what one holds is taken for the others.  Ids
 * in arguments count inside the subgroup (FIFO 0..7 and 0..3, BAT entry 0..7);
 * the ids in descriptors are node-wide (subgroup * 8 + id, reception FIFOs
 * subgroup * 4 + id).
 *
 * Every function here returns 0, or the errno value itself, positive; errno is
 * not set.  None of them waits for another node or thread.  EFAULT means that a
 * pointer argument is NULL or outside the caller's memory.  Any hardware thread
 * may call; calls for one subgroup from several threads need the caller's own
 * ordering, as on the machine.
 *
 * All are functions of the runtime: must never become macros, and must never
 * be given bodies here.
 */
#ifndef SPI_KERNEL_MU_H
#define SPI_KERNEL_MU_H

#include <spi/include/kernel/cnk/kernel_impl.h>
#include <cnk/include/SPI_syscalls.h>
#include <hwi/include/bqc/dcr_names.h>
#include <hwi/include/common/compiler_support.h>
#include <hwi/include/bqc/dcr_support.h>
#include <hwi/include/bqc/mu_dcr.h>
#include <hwi/include/bqc/MU_Macros.h>
#include <spi/include/mu/Addressing.h>
#include <spi/include/mu/InjFifo.h>
#include <spi/include/mu/RecFifo.h>
#include <spi/include/mu/Descriptor.h>
#include <spi/include/kernel/memory.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct Kernel_InjFifoAttributes {
	uint32_t RemoteGet : 1; /* takes the descriptors of remote gets */
	uint32_t System : 1;    /* refused: EACCES */
	uint32_t Priority : 1;  /* accepted, may be uninitialised */
} Kernel_InjFifoAttributes_t;

typedef struct Kernel_RecFifoAttributes {
	uint32_t System : 1; /* refused: EACCES */
} Kernel_RecFifoAttributes_t;

typedef struct Kernel_InjFifoInterrupts {
	uint32_t Threshold_Crossing : 1;
} Kernel_InjFifoInterrupts_t;

typedef struct Kernel_RecFifoInterrupts {
	uint32_t Threshold_Crossing : 1;
	uint32_t Packet_Arrival : 1;
} Kernel_RecFifoInterrupts_t;

#define KERNEL_INJ_FIFO_DEACTIVATE 0
#define KERNEL_INJ_FIFO_ACTIVATE   1

#define KERNEL_SUBGROUP_INTERRUPTS_DO_NOT_GO_TO_GEA 0
#define KERNEL_SUBGROUP_INTERRUPTS_GO_TO_GEA        1

/* Signals that report a fatal network error and a full FIFO. */
#define SIGMUNDFATAL  36
#define SIGMUFIFOFULL 37

/* ---- What is free.
 *
 * On success *n is the number of free ids of the subgroup and ids[0..*n-1] are
 * those ids, ascending; ids needs room for all of the subgroup (8, 4, 8).
 * Returns 0 or EFAULT. */
int32_t Kernel_QueryInjFifos(uint32_t subgrpid, uint32_t *nfifos, uint32_t *fifoids);
int32_t Kernel_QueryRecFifos(uint32_t subgrpid, uint32_t *nfifos, uint32_t *fifoids);
int32_t Kernel_QueryBaseAddressTable(uint32_t subgrpid, uint32_t *nbatids,
				     uint32_t *batids);

/* ---- Allocate: all of the n ids or none.
 *
 * On success *sg_ptr is cleared and the elements of the given ids point at the
 * hardware; the others stay zero, so one call per subgroup object.  The object
 * must live as long as the resources are used.
 *
 * Returns 0; EFAULT; EACCES if an attribute asks for System; EAGAIN if an id is
 * in use or fewer than n are free.  A subgroup or id out of range ends the
 * process, as an assertion would. */
int32_t Kernel_AllocateInjFifos(uint32_t subgrpid, MUSPI_InjFifoSubGroup_t *sg_ptr,
				uint32_t nfifos, uint32_t *fifoids,
				Kernel_InjFifoAttributes_t *fifoAttrs);
int32_t Kernel_AllocateRecFifos(uint32_t subgrpid, MUSPI_RecFifoSubGroup_t *sg_ptr,
				uint32_t nfifos, uint32_t *fifoids,
				Kernel_RecFifoAttributes_t *fifoAttrs);
/* system: 0; 1 is refused with EACCES.  nbatids is 1..8.  Entries are 0 after
 * allocation. */
int32_t Kernel_AllocateBaseAddressTable(uint32_t subgrpid,
					MUSPI_BaseAddressTableSubGroup_t *sg_ptr,
					uint32_t nbatids, uint32_t *batids,
					uint32_t system);

/* Give back n ids.  Whatever the hardware still holds of them is dropped.
 * Returns 0 or EFAULT. */
int32_t Kernel_DeallocateInjFifos(MUSPI_InjFifoSubGroup_t *sg_ptr, uint32_t nfifos,
				  uint32_t *fifoids);
int32_t Kernel_DeallocateRecFifos(MUSPI_RecFifoSubGroup_t *sg_ptr, uint32_t nfifos,
				  uint32_t *fifoids);
int32_t Kernel_DeallocateBaseAddressTable(MUSPI_BaseAddressTableSubGroup_t *sg_ptr,
					  uint32_t nbatids, uint32_t *batids);

/* ---- Place an allocated FIFO in memory and empty it.
 *
 * The FIFO starts at memregion->BaseVa + startoffset and is size_1 + 1 bytes
 * long.  Injection: start a multiple of 64, size a multiple of 64 and at least
 * 128 (a remote get FIFO: 576).  Reception: start and size multiples of 32, size
 * at least 576.  The memory must stay valid and in place while the FIFO is in
 * use; it is the MU's between tail and head, the caller's otherwise.
 *
 * Returns 0.  A bad address or size ends the process, as an assertion would. */
int32_t Kernel_InjFifoInit(MUSPI_InjFifoSubGroup_t *sg_ptr, uint32_t fifoid,
			   Kernel_MemoryRegion_t *memregion, uint64_t startoffset,
			   uint64_t size_1);
int32_t Kernel_RecFifoInit(MUSPI_RecFifoSubGroup_t *sg_ptr, uint32_t fifoid,
			   Kernel_MemoryRegion_t *memregion, uint64_t startoffset,
			   uint64_t size_1);

/* ---- Start and stop.
 *
 * activate: KERNEL_INJ_FIFO_ACTIVATE or KERNEL_INJ_FIFO_DEACTIVATE.  The MU takes
 * descriptors of active FIFOs only; those of an inactive one wait.  Returns 0. */
int32_t Kernel_InjFifoActivate(MUSPI_InjFifoSubGroup_t *sg_ptr, uint32_t nfifos,
			       uint32_t *fifoids, uint32_t activate);

/* groupid: subgroup / 4.  Bit 15 - (s * 4 + f) is FIFO f of subgroup s of the
 * group (s = 0..3); at least one must be set.  Packets for a FIFO that is not
 * enabled are an error.  Returns 0. */
int32_t Kernel_RecFifoEnable(uint32_t groupid, uint64_t enableBits);
/* Accepted and without effect, as on the compute node kernel.  Returns 0. */
int32_t Kernel_RecFifoDisable(uint32_t groupid, uint64_t disableBits);

/* ---- Interrupts.
 *
 * Which FIFOs would raise one, and whether the event aggregator (GEA) would hear of
 * it.  Kept, shown in the MU's control registers (mu_dcr.h), and without further
 * effect: interrupts go to the kernel, and handlers (kernel/thread.h) are not
 * supported.  Return 0 or EFAULT; a subgroup or id out of range ends the process, as
 * an assertion would. */
int32_t Kernel_ConfigureInjFifoInterrupts(MUSPI_InjFifoSubGroup_t *sg_ptr,
					  uint32_t nfifos, uint32_t *fifoids,
					  Kernel_InjFifoInterrupts_t *fifoInterrupts);
int32_t Kernel_ConfigureRecFifoInterrupts(MUSPI_RecFifoSubGroup_t *sg_ptr,
					  uint32_t nfifos, uint32_t *fifoids,
					  Kernel_RecFifoInterrupts_t *fifoInterrupts);
int32_t Kernel_Configure_MU_GEA(uint32_t subgrpid, uint64_t gea_flag);

/* Thresholds of the node: free 64-byte descriptors above which an injection FIFO,
 * free 32-byte chunks below which a reception FIFO would raise its interrupt.  0
 * after boot; the low 30 and 31 bits are kept.  NULL for an injection threshold that
 * is not wanted or not to be set.  Return 0 or EFAULT. */
int32_t Kernel_GetInjFifoThresholds(uint64_t *normalThreshold,
				    uint64_t *remoteGetThreshold);
int32_t Kernel_ConfigureInjFifoThresholds(uint64_t *normalThreshold,
					  uint64_t *remoteGetThreshold);
int32_t Kernel_GetRecFifoThreshold(uint64_t *threshold);
int32_t Kernel_ConfigureRecFifoThreshold(uint64_t threshold);

/* ---- Link diagnostics. */

/* Return ENOSYS. */
int32_t Kernel_DropPacketsOnLink(uint32_t link_id, uint32_t drop_user,
				 uint32_t drop_system);
int32_t Kernel_EnableSenderAndDropPacketsOnLink(uint32_t link_id, uint32_t drop_user,
						uint32_t drop_system);

/* For programs that define them: as on the machine, each file may have its own.  GCC warns
 * of inline functions without a body, so with it they are weak instead. */
#ifdef __clang__
#define _MU_OF_EACH_FILE __INLINE__
#elif defined(__cplusplus)
#define _MU_OF_EACH_FILE __attribute__((__weak__))
#else
#pragma weak Kernel_GetNDExpectedTokens
#pragma weak Kernel_GetNDExpectedTokensDCR
#endif
#ifdef _MU_OF_EACH_FILE
_MU_OF_EACH_FILE int32_t Kernel_GetNDExpectedTokens(uint32_t link_id, uint32_t vc,
						    uint32_t *token_ptr);
_MU_OF_EACH_FILE int32_t Kernel_GetNDExpectedTokensDCR(uint32_t link_id, uint64_t *token_ptr);
#endif
#undef _MU_OF_EACH_FILE

/* Returns 0: no link has failed.  One that does ends the job; packets that were sent again (bgq-run
 * --fault) are no failure. */
int32_t Kernel_MU_TermCheck(void);

#ifdef __cplusplus
}
#endif
#endif
