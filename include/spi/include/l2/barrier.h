/*
 * l2/barrier.h - a barrier for threads of a node, in memory with L2 atomics.
 *
 * count is the number of arrivals since the barrier was made, start its value at
 * the last release.  The object must start as zeros and be used by the same number
 * of threads each time.  Waiting parks the thread.
 */
#ifndef SPI_L2_BARRIER_H
#define SPI_L2_BARRIER_H

#include <stdint.h>
#include <sys/types.h>

#include <bgqemu/abi.h>
#include <hwi/include/common/compiler_support.h>
#include <spi/include/l2/atomic.h>

#ifndef __INLINE__
#define __INLINE__ static inline
#endif

/* Each on a cache line of its own (64 bytes). */
typedef struct {
	volatile uint64_t start __attribute__((aligned(64)));
	volatile uint64_t count __attribute__((aligned(64)));
} L2_Barrier_t;

#define L2_BARRIER_INITIALIZER { 0, 0 }

#ifdef __cplusplus
extern "C" {
#endif

/* Returns the order of arrival, 0 .. numthreads - 1, when all have arrived. */
__INLINE__ int L2_BarrierWithTicket(L2_Barrier_t *b, int numthreads)
{
	/* Before arriving: no thread can release this barrier without us, so start
	 * is that of the last one. */
	uint64_t start = L2_AtomicLoad(&b->start);
	uint64_t ticket = L2_AtomicLoadIncrement(&b->count) - start;
	uint64_t release = start + (uint64_t)numthreads;

	if (ticket + 1 == (uint64_t)numthreads)
		L2_AtomicStore(&b->start, release);
	while (L2_AtomicLoad(&b->start) < release)
		;
	return (int)ticket;
}

__INLINE__ void L2_Barrier(L2_Barrier_t *b, int numthreads)
{
	(void)L2_BarrierWithTicket(b, numthreads);
}

#ifdef __cplusplus
}
#endif
#endif
