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
#include <hwi/include/bqc/A2_inlines.h>
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

/* Arrives as one of so many since the start of this round: returns the arrivals up to then. */
__INLINE__ uint64_t _bgqemu_l2_barrier_meet(L2_Barrier_t *b, uint64_t start, int numthreads)
{
	uint64_t arrivals = L2_AtomicLoadIncrement(&b->count) + 1;
	int lasts = 0;

	if (__builtin_expect(arrivals == start + (uint64_t)numthreads, 1)) {
		/* And goes on, as on the machine. */
		if (__builtin_expect(numthreads == 1, 1)) {
			b->start = arrivals;
		} else {
			bgqemu_charge(BGQEMU_OP_MISPREDICT, 1);
			l2_atomic_begin(BGQEMU_L2_PLAIN_STORE, &b->start);
			l2_atomic_put(&b->start, 0, arrivals);
		}
		return arrivals;
	}
	while (b->start < arrivals)
		lasts = 1;
	_bgqemu_l2_waited(&b->start, lasts);
	return arrivals;
}

/* Returns the order of arrival, 0 .. numthreads - 1, when all have arrived. */
__INLINE__ int L2_BarrierWithTicket(L2_Barrier_t *b, int numthreads)
{
	/* Before arriving: no thread can release this barrier without us, so start
	 * is that of the last one. */
	uint64_t start = b->start;

	ppc_msync();
	return (int)(_bgqemu_l2_barrier_meet(b, start, numthreads) - start) - 1;
}

/* Orders nothing, as on the machine. */
__INLINE__ void L2_Barrier(L2_Barrier_t *b, int numthreads)
{
	(void)_bgqemu_l2_barrier_meet(b, b->start, numthreads);
}

#ifdef __cplusplus
}
#endif
#endif
