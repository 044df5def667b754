/*
 * upci/upc_atomic.h - locks, barriers and counters of the performance monitor's library.
 *
 * Public; C99 and C++98.  Each is a variable in memory that threads of a node share, zero at
 * first, made with reservations, so that waiting threads load it again and again.
 */
#ifndef SPI_UPCI_UPC_ATOMIC_H
#define SPI_UPCI_UPC_ATOMIC_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <hwi/include/bqc/A2_inlines.h>
#include <hwi/include/common/bgq_alignment.h>
#include <hwi/include/common/compiler_support.h>
#include <spi/include/kernel/location.h>

__BEGIN_DECLS

/* A cache line each. */
typedef ALIGN_L1D_CACHE volatile uint32_t UPC_Lock_t;
typedef ALIGN_L1D_CACHE volatile uint64_t UPC_Barrier_t;
typedef ALIGN_L1D_CACHE volatile int UPC_Atomic_Int_t;

/* What a lock holds: who has it.  Not 0. */
__INLINE__ uint32_t _bgqemu_upc_self(void)
{
	return Kernel_PhysicalHWThreadIndex() + 1;
}

/* Takes the lock: 0; -1: another thread has it.  The process ends if the caller has. */
__INLINE__ int UPC_Lock_woBlock(UPC_Lock_t *pLock)
{
	uint32_t owner;

	do {
		owner = LoadReserved32(pLock);
		if (owner == _bgqemu_upc_self()) {
			fprintf(stderr, "UPC_Lock: the thread has this lock\n");
			abort();
		}
		if (owner)
			return -1;
	} while (!StoreConditional32(pLock, _bgqemu_upc_self()));
	ppc_msync();
	return 0;
}

/* Waits for it. */
__INLINE__ void UPC_Lock(UPC_Lock_t *pLock)
{
	while (UPC_Lock_woBlock(pLock) != 0)
		while (*pLock)
			;
}

/* The process ends if the caller does not have the lock. */
__INLINE__ void UPC_Unlock(UPC_Lock_t *pLock)
{
	ppc_msync();
	if (*pLock != _bgqemu_upc_self()) {
		fprintf(stderr, "UPC_Unlock: the thread does not have this lock\n");
		abort();
	}
	*pLock = 0;
}

/* Whoever has it. */
__INLINE__ void UPC_Unlock_Any(UPC_Lock_t *pLock)
{
	*pLock = 0;
	mbar();
}

/* Waits until num_threads have come, for timeout cycles at most (0: 200000).  Returns how many
 * are missing. */
__INLINE__ short UPC_Barrier(UPC_Barrier_t *pLock, short num_threads, uint64_t timeout)
{
	uint64_t end = GetTimeBase() + (timeout ? timeout : 200000), missing;

	ppc_msync();
	do {
		missing = LoadReserved(pLock);
		if (missing == 0)
			missing = (uint64_t)num_threads;
	} while (!StoreConditional(pLock, missing - 1));
	while (*pLock && GetTimeBase() <= end)
		;
	ppc_msync();
	return (short)*pLock;
}

#define LLATCH_CONTINUE 0
#define LLATCH_LEADER 1

__INLINE__ short _bgqemu_upc_latch(UPC_Barrier_t *pLock, volatile uint64_t *pstatus,
				   volatile uint64_t *pstatus2, uint64_t mask)
{
	while (LoadReserved(pLock) == 0) {
		if (((*pstatus | *pstatus2) & mask) == 0)
			return LLATCH_CONTINUE;
		if (StoreConditional(pLock, _bgqemu_upc_self())) {
			ppc_msync();
			return LLATCH_LEADER;
		}
	}
	while (*pLock)
		;
	ppc_msync();
	return LLATCH_CONTINUE;
}

/* If bits of mask are set in *pstatus: the first thread to come is the leader, which clears
 * them and calls LeaderUnLatch(); others wait for that.  Else, and behind it: continue. */
__INLINE__ short LeaderLatch(UPC_Barrier_t *pLock, volatile uint64_t *pstatus, uint64_t mask)
{
	return _bgqemu_upc_latch(pLock, pstatus, pstatus, mask);
}

/* The same for all bits of two words. */
__INLINE__ short LeaderLatch2(UPC_Barrier_t *pLock, volatile uint64_t *pstatus,
			      volatile uint64_t *pstatus2)
{
	return _bgqemu_upc_latch(pLock, pstatus, pstatus2, ~UINT64_C(0));
}

__INLINE__ void LeaderUnLatch(UPC_Barrier_t *pLock)
{
	ppc_msync();
	*pLock = 0;
}

/* As ThreadPriority_*(), which make no difference to time here.  Return what Restore takes. */
__INLINE__ uint64_t Set_ThreadPriority_Medium(void)
{
	ThreadPriority_Medium();
	return 0;
}

__INLINE__ uint64_t Set_ThreadPriority_MediumLow(void)
{
	ThreadPriority_MediumLow();
	return 0;
}

__INLINE__ uint64_t Set_ThreadPriority_Low(void)
{
	ThreadPriority_Low();
	return 0;
}

__INLINE__ void Restore_ThreadPriority(uint64_t pri)
{
	(void)pri;
	ThreadPriority_Medium();
}

/* Waits so many cycles. */
__INLINE__ void Upci_Delay(uint64_t trgClks)
{
	DelayTimeBase(trgClks);
}

/* Return the new number. */
__INLINE__ int UPC_Atomic_Incr(UPC_Atomic_Int_t *pAInt)
{
	uint32_t n;

	do
		n = LoadReserved32((volatile uint32_t *)pAInt) + 1;
	while (!StoreConditional32((volatile uint32_t *)pAInt, n));
	return (int)n;
}

__INLINE__ int UPC_Atomic_Decr(UPC_Atomic_Int_t *pAInt)
{
	uint32_t n;

	do
		n = LoadReserved32((volatile uint32_t *)pAInt) - 1;
	while (!StoreConditional32((volatile uint32_t *)pAInt, n));
	return (int)n;
}

/* Until it is targ or more, and until it is 0. */
__INLINE__ void UPC_Atomic_Wait(UPC_Atomic_Int_t *pAInt, int targ)
{
	while (*pAInt < targ)
		Upci_Delay(5);
}

__INLINE__ void UPC_Atomic_WaitTillZero(UPC_Atomic_Int_t *pAInt)
{
	while (*pAInt != 0)
		Upci_Delay(5);
}

__END_DECLS

#endif
