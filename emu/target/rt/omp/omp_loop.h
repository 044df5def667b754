/*
 * omp_loop.h - a loop as the program describes it, for omp_loop*.c: values of its
 * variable as 64 bits that wrap, whatever its type.
 */
#ifndef BGQ_EMU_RT_OMP_LOOP_H
#define BGQ_EMU_RT_OMP_LOOP_H

#include "omp_rt.h"

struct loop {
	uint64_t start, end, incr, trips, chunk;
	unsigned sched;
	bool ordered;
	unsigned dimensions;     /* of a doacross loop, else 0 */
	const uint64_t *counts;
	uintptr_t *reductions;
	void **mem;
};

/* omp_loop_enter.c: the calling thread's next construct is this loop. */
RT_HIDDEN void omprt_loop_enter(const struct loop *l);
/* A region whose threads all begin in this loop. */
RT_HIDDEN void omprt_loop_parallel(void (*fn)(void *), void *data, unsigned threads,
				   const struct loop *l);

/* omp_taskloop_split.c: calls launch for each task of a loop of trips iterations, which has those
 * from first on and before last.  number: of tasks, or with grain of iterations in each; 0: as many
 * tasks as there are threads. */
struct split {
	uint64_t trips, number;
	bool grain, strict; /* strict: no task has more than number */
};
RT_HIDDEN void omprt_taskloop_split(const struct split *s,
				    void (*launch)(void *loop, uint64_t first, uint64_t last),
				    void *loop);

/* omp_loop.c: iterations of for (i = start; i < end; i += incr), or >. */
RT_HIDDEN uint64_t omprt_trips(long start, long end, long incr);

#endif
