/*
 * l2/lock.h - a fair lock for threads of a node: take a ticket, wait until it is
 * served.
 *
 * Held between Acquire and Release by one thread; not recursive.  Waiting parks
 * the thread.  The NoSync variants order nothing but the lock itself, the others
 * order what is done under it: by an isync and an msync, whose time they take.
 * Tickets and releases take copies of the line out of the L1s, so that the first look is one at
 * the L2.
 */
#ifndef SPI_L2_LOCK_H
#define SPI_L2_LOCK_H

#include <stdint.h>

#include <bgqemu/abi.h>
#include <hwi/include/bqc/A2_inlines.h>
#include <hwi/include/common/compiler_support.h>
#include <hwi/include/common/bgq_alignment.h>
#include <spi/include/l2/atomic.h>

#ifndef __INLINE__
#define __INLINE__ static inline
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ticket: the next to be given; serving: the holder's, or the next to be given if
 * no thread holds the lock.  In this order: TryAcquire compares neighbours. */
typedef struct {
	volatile uint64_t ticket;
	volatile uint64_t serving;
} __attribute__((aligned(32))) L2_Lock_t;

__INLINE__ void L2_LockInit(L2_Lock_t *l)
{
	l->ticket = 0;
	l->serving = 0;
}

__INLINE__ void L2_LockAcquireNoSync(L2_Lock_t *l)
{
	uint64_t mine = L2_AtomicLoadIncrement(&l->ticket);
	int lasts = 0;

	if (L2_AtomicLoad(&l->serving) == mine)
		return;
	while (l->serving != mine)
		lasts = 1;
	_bgqemu_l2_waited(&l->serving, lasts);
}

__INLINE__ void L2_LockReleaseNoSync(L2_Lock_t *l)
{
	L2_AtomicStoreAdd(&l->serving, 1);
}

/* 1 if the lock is now held by the caller, 0 if another thread has it. */
__INLINE__ uint64_t L2_LockTryAcquireNoSync(L2_Lock_t *l)
{
	return L2_AtomicLoadIncrementIfEqual(&l->ticket) != L2_ATOMIC_REFUSED_;
}

__INLINE__ void L2_LockAcquire(L2_Lock_t *l)
{
	L2_LockAcquireNoSync(l);
	isync();
}

__INLINE__ void L2_LockRelease(L2_Lock_t *l)
{
	ppc_msync();
	L2_LockReleaseNoSync(l);
}

__INLINE__ uint64_t L2_LockTryAcquire(L2_Lock_t *l)
{
	uint64_t held = L2_LockTryAcquireNoSync(l);

	isync();
	return held;
}

/* The holder and those that wait; 1 if there are any. */
__INLINE__ int64_t L2_LockThreadsInLine(L2_Lock_t *l)
{
	uint64_t serving = L2_AtomicLoad(&l->serving);

	return (int64_t)(L2_AtomicLoad(&l->ticket) - serving);
}

__INLINE__ uint64_t L2_LockIsBusy(L2_Lock_t *l)
{
	return L2_LockThreadsInLine(l) > 0;
}

#ifdef __cplusplus
}
#endif
#endif
