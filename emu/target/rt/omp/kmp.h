/*
 * kmp.h - what Clang's -fopenmp calls (__kmpc_*), on the same teams, constructs and tasks as what
 * GCC's calls: kmp_*.c translate.
 *
 * Names, arguments and values are those of LLVM's interface of compiled programs.  The first
 * argument says where in the source a call stands, the second which thread calls: neither is
 * needed.  A call that is not here is an undefined reference of the program's, which bgq-cc names.
 */
#ifndef BGQ_EMU_RT_OMP_KMP_H
#define BGQ_EMU_RT_OMP_KMP_H

#include "omp_rt.h"

struct kmp_place; /* where a call stands */

/* Kinds of schedules. */
enum {
	KMP_STATIC_CHUNKED = 33, KMP_STATIC = 34, KMP_DYNAMIC = 35, KMP_GUIDED = 36,
	KMP_RUNTIME = 37, KMP_AUTO = 38, KMP_STATIC_BALANCED_CHUNKED = 45,
	KMP_ORDERED = 64, /* KMP_ORDERED_STATIC_CHUNKED = 65 and so on, as above from 33 */
	KMP_DISTRIBUTE_CHUNKED = 91, KMP_DISTRIBUTE = 92,
};
#define KMP_MODIFIERS (3u << 29) /* monotonic, nonmonotonic */

/* A task as the program sees it; what it holds itself is behind that. */
struct kmp_task {
	void *shared;
	int (*routine)(int thread, struct kmp_task *task);
	int part;
	int (*destroy)(int thread, struct kmp_task *task); /* with KMP_TASK_DESTROYS */
	uint64_t priority;
};

/* Clang does not say how what a task holds, or a copy for a reduction, is aligned: a line of the
 * L2 cache is what programs ask for at most. */
#define KMP_ALIGNMENT 128

enum {
	KMP_TASK_FINAL = 2, KMP_TASK_DESTROYS = 8, KMP_TASK_DETACHES = 64,
};

struct kmp_depend {
	uintptr_t address;
	size_t bytes;
	uint8_t kind; /* KMP_IN, or another one, which all write */
};
#define KMP_IN 1
#define KMP_ALL_MEMORY 0x80

/* kmp_task.c: another task like task, which was allocated and not launched, with the same
 * contents. */
RT_HIDDEN struct kmp_task *omprt_kmp_task_copy(struct omp_thread *me, struct kmp_task *task);
/* A task that was allocated is launched, or never will be. */
RT_HIDDEN void omprt_kmp_task_launch(struct omp_thread *me, struct kmp_task *task, bool at_once,
			       void **depend);
RT_HIDDEN void omprt_kmp_task_drop(struct kmp_task *task);

/* kmp_reduction.c, where there are reductions over tasks: waits for the tasks of the caller's
 * group and combines what they have. */
RT_WEAK void omprt_kmp_reductions_end(struct omp_thread *me);

#endif
