/*
 * omp_rt.h - OpenMP inside an image: what GCC's -fopenmp calls (GOMP_*; Clang's:
 * kmp.h) and the program's own calls (omp_*), on threads of the node.  The host's libgomp would
 * be one for all processes, on the host's threads; this one keeps all state in
 * the image.
 *
 * Threads form teams.  A thread knows its place in the innermost one (struct
 * place); the thread that forms a team keeps its outer place in the new team and
 * takes it back at the end.  The other threads come from a pool and go back to
 * it.  Everything below is touched in sections only (omprt_enter, omprt_leave),
 * one thread at a time.  A thread that has nothing to do sleeps, and is woken by
 * whoever changed what it waits for.
 *
 * Never: wait, let time pass or call the program in a section; let anything but
 * simulated time decide which thread does what.
 */
#ifndef BGQ_EMU_RT_OMP_RT_H
#define BGQ_EMU_RT_OMP_RT_H

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "emu/target/rt/private.h"

/* omp_sched_t, and what GCC passes to GOMP_loop_start. */
enum { SCHED_RUNTIME, SCHED_STATIC, SCHED_DYNAMIC, SCHED_GUIDED, SCHED_AUTO };
#define SCHED_MONOTONIC 0x80000000u

/* Internal control variables: each task has its own, inherited from the task
 * that made it. */
struct icv {
	unsigned threads;       /* of the next parallel region */
	unsigned thread_limit;
	unsigned active_levels; /* most nested regions with more than one thread */
	unsigned sched;         /* SCHED_*, perhaps with SCHED_MONOTONIC */
	uint64_t chunk;         /* 0: the schedule's own */
	int device;
	bool dynamic;
	uint8_t bind;
	uintptr_t allocator;
};

#define OMPRT_LEVELS 8 /* of OMP_NUM_THREADS=4,2,...; those below repeat the last */
#define OMPRT_ACTIVE_LEVELS 255
#define OMPRT_CPUS 64 /* hardware threads of a node */

/* The environment, read once; omp_icv.c. */
struct omprt_env {
	struct icv icv;
	unsigned threads[OMPRT_LEVELS], levels;
	size_t stack_bytes; /* 0: the threads' own default */
	uint8_t cpu[OMPRT_CPUS];
	unsigned cpus;      /* thread i is bound to cpu[i % cpus]; 0: none is */
	unsigned teams;     /* 0: not said */
	unsigned teams_limit;
	int max_priority;
	bool cancellation, active_wait;
};

struct list_link {
	struct list_link *next, *prev;
};

/* A set of tasks that a thread will wait for. */
struct task_group {
	struct task_group *outer;
	unsigned tasks;         /* not complete */
	struct list_link ready;
	struct omp_thread *waiter;  /* asleep until there is something for it */
	bool cancelled;
	bool shares_work;       /* of a worksharing construct: is cancelled with outer, and outer
				 * with it */
	uintptr_t *reductions;  /* omp_reduction.c */
	struct kmp_reduction *kmp; /* kmp_reduction.c */
};

struct task {
	struct icv icv;
	struct team *team;
	struct task *parent;
	struct task_group *group;    /* what its children join */
	unsigned refs;          /* itself, children, dependences; implicit: never 0 */
	unsigned children;      /* not complete */
	struct list_link ready;      /* children that can run */
	struct omp_thread *waiter;  /* asleep until there is something for it */
	struct depends *depends; /* of its children; omp_depend.c */
	bool final;

	/* Explicit tasks. */
	void (*fn)(void *);
	void *data;
	struct task_group *member;
	struct list_link in_team, in_parent, in_group; /* while ready */
	unsigned blockers;      /* earlier tasks it depends on */
	struct task **next;     /* tasks that depend on it */
	unsigned nexts, next_capacity;
	bool deferred;
	bool copied;            /* its data are objects, which it destroys itself at its end */
	bool detached, fulfilled, ran;
	bool done;
};

/* One worksharing construct as all threads of a team see it; omp_work.c. */
struct work {
	struct work *next;
	uint64_t serial;        /* of the team's constructs */
	unsigned users;         /* threads that have not gone on to the next */
	unsigned sched;
	uint64_t trips, chunk;  /* iterations in all, at a time */
	uint64_t taken;         /* by dynamic and guided */
	uint64_t start, end, incr; /* as the loop counts */
	bool ordered;
	uint64_t turn;          /* iterations before this one are through */
	struct turn *turns;     /* which thread waits for which */
	struct doacross *doacross;
	uintptr_t *reductions;
	void *mem;
	void *kmp;              /* what Clang's threads share of the construct: theirs to free */
};

struct team_slot {
	struct team *team;
	struct task *task;
	unsigned num;
	uint64_t works, singles; /* constructs met so far */
	struct work *work;
	uint64_t rounds;         /* static schedules: chunks taken */
	uint64_t first, last;    /* the chunk at hand, as trips */
	struct kmp_doacross *doacross; /* kmp_doacross.c: of the loop at hand */
};

struct team {
	unsigned threads;
	unsigned level, active_level;
	struct team_slot outer;      /* of the thread that formed it */
	struct omp_thread *master;
	void (*fn)(void *);
	void *data;

	/* Barriers: the one in progress is number generation. */
	unsigned arrived;
	unsigned cancellable;    /* of those: they leave when the region is cancelled */
	uint64_t generation;
	bool ends;               /* the last barrier: threads go home */
	struct omp_thread *idle;     /* asleep in a barrier, longest first */

	struct work *works;      /* oldest first */
	uint64_t singles;
	void *copied;            /* single copyprivate */

	unsigned tasks;          /* explicit, not complete */
	struct list_link ready;

	bool cancelled, work_cancelled;
	unsigned teams, team_num; /* of a league */
	/* Threads beside the first one in its contention group, which a thread that no team made,
	 * or a target region, begins: those a limit of threads is for.  In the first one's team. */
	unsigned *others, others_here;
	struct task *implicit;   /* one for each thread */
	struct omp_thread **members; /* NULL: a thread that no team made, alone */
};

struct omp_thread {
	struct team_slot at;
	struct omp_thread *next_pool;
	bool busy;               /* taken out of the pool */
	unsigned number;         /* of the pool's threads, from 1 on */
	struct team_slot job;        /* no team: none yet */
	uint64_t ended;          /* regions that it has seen the end of */
	bool idle;               /* in team->idle */
	struct omp_thread *next_idle;
	bool asleep;
	sem_t wake;
	/* By calls of Clang's: what the next region or league asks for. */
	unsigned asked, asked_teams, asked_limit;
	struct omp_thread *next_woken, *heirs; /* it wakes heir_count threads from heirs on */
	unsigned heir_count;
};

/* omp_section.c.  leave wakes the threads that wake was called for. */
RT_HIDDEN void omprt_enter(void);
RT_HIDDEN void omprt_leave(void);
RT_HIDDEN void omprt_wake(struct omp_thread *t);
RT_HIDDEN void omprt_lie_down(struct omp_thread *me);
RT_HIDDEN void omprt_get_up(struct omp_thread *me);

/* Leaves the section; returns in another one after a call of wake.  Part of its
 * caller, which is where bgq-run's reports say that the thread waits. */
static inline __attribute__((always_inline)) void omprt_sleep(struct omp_thread *me)
{
	omprt_lie_down(me);
	while (sem_wait(&me->wake) && errno == EINTR)
		;
	omprt_get_up(me);
}

/* omp_thread.c: the calling thread; one that no team made has a team of its own. */
RT_HIDDEN struct omp_thread *omprt_self(void);
RT_HIDDEN void omprt_adopt(struct omp_thread *t);

/* omp_icv.c */
RT_HIDDEN const struct omprt_env *omprt_env(void);
RT_HIDDEN unsigned omprt_processors(void);

/* omp_xlsmp.c, in programs that were linked under XL's names.  Sets defaults of XL's and what
 * XLSMPOPTS says, before OpenMP's variables are read; binds the calling thread, the process's
 * first or the i-th of the pool. */
RT_WEAK void omprt_xlsmp(struct omprt_env *env);
RT_WEAK void omprt_xlsmp_bind(const struct omprt_env *env, unsigned thread);
static inline struct icv *omprt_icv(void)
{
	return &omprt_self()->at.task->icv;
}

/* omp_fail.c: a message on the process's stderr; the second one ends it. */
RT_HIDDEN void omprt_warn(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
RT_HIDDEN _Noreturn void omprt_die(const char *fmt, ...)
	__attribute__((format(printf, 1, 2)));
/* Zeroed; both end the process without memory. */
RT_HIDDEN void *omprt_alloc(size_t bytes);
RT_HIDDEN void *omprt_alloc_aligned(size_t align, size_t bytes);

/* omp_pool.c.  take, outside sections: up to n idle threads out of the pool, which grows
 * as far as the process's limit lets it, into got[] in the order they were made; how many.
 * others: of the contention group, which may have limit threads. */
RT_HIDDEN unsigned omprt_pool_take(struct omp_thread **got, unsigned n, unsigned limit,
				   unsigned *others);

/* omp_team.c */
RT_HIDDEN unsigned omprt_team_size(struct omp_thread *me, unsigned asked);
RT_HIDDEN void omprt_team_start(struct omp_thread *me, void (*fn)(void *), void *data,
				unsigned threads, const struct work *first,
				struct task_group *group);
RT_HIDDEN void omprt_team_end(void);
RT_HIDDEN void omprt_team_init(struct team *team, struct task *implicit, unsigned threads);
RT_HIDDEN void omprt_task_init(struct task *task, struct team *team, const struct icv *icv);

/* omp_barrier.c.  True: the region was cancelled, and not all have arrived. */
RT_HIDDEN bool omprt_barrier(bool cancellable);
/* In a section: the region is cancelled, those in cancellable barriers leave. */
RT_HIDDEN void omprt_barrier_cancel(struct team *team);
/* The barrier at the end of a region, in a section; team is gone for all but its
 * master afterwards. */
RT_HIDDEN void omprt_barrier_last(struct omp_thread *me);
/* In a section, after a task is complete or a thread has arrived. */
RT_HIDDEN void omprt_barrier_settle(struct team *team);
/* In a section: wakes one thread that sleeps in a barrier, or all. */
RT_HIDDEN void omprt_barrier_wake_one(struct team *team);
RT_HIDDEN void omprt_barrier_wake_all(struct team *team);

/* omp_work.c, in a section: the caller's next construct; *first: the caller is the
 * first to meet it and must fill it in in the same section. */
RT_HIDDEN struct work *omprt_work_next(struct omp_thread *me, bool *first);
RT_HIDDEN void omprt_work_extras(struct omp_thread *me, struct work *w, bool first,
				 uintptr_t *reductions, void **mem);
RT_HIDDEN void omprt_works_free(struct team *team);

/* omp_sched.c: the chunk that comes next, as trips first..last of me->at.work. */
RT_HIDDEN void omprt_sched_init(struct work *w, unsigned sched, uint64_t chunk);
RT_HIDDEN bool omprt_sched_next(struct omp_thread *me);

/* omp_ordered.c: the thread is through with its chunk, if it has one.  Waits until
 * all before it are through. */
RT_WEAK void omprt_ordered_pass(struct omp_thread *me);
/* omp_doacross.c, in a section.  NULL if none has to wait. */
RT_WEAK struct doacross *omprt_doacross_new(unsigned threads, unsigned dimensions,
					    const uint64_t *counts);
RT_WEAK void omprt_doacross_free(struct doacross *d);

/* omp_task.c, in a section: carries out a task that nothing blocks.  Not there in
 * programs without tasks. */
RT_WEAK void omprt_task_run(struct omp_thread *me, struct task *task);
/* In a section: carries out a task among those that the caller waits for (children of
 * its current task, members of group), or sleeps until there is one or none is
 * left. */
RT_HIDDEN void omprt_task_help(struct omp_thread *me);
RT_HIDDEN void omprt_task_help_group(struct omp_thread *me, struct task_group *group);
RT_HIDDEN void omprt_task_complete(struct task *task);
RT_HIDDEN void omprt_task_unref(struct task *task);
/* Outside sections.  new: data of so many bytes, which the caller fills in.
 * launch: the task runs now if at_once, else when it can. */
RT_HIDDEN struct task *omprt_task_new(struct omp_thread *me, void (*fn)(void *), size_t bytes,
				      size_t align);
RT_HIDDEN void omprt_task_launch(struct omp_thread *me, struct task *task, bool at_once,
				 void **depend);

/* A task that its parent, the caller's current one, carries out itself between these two. */
RT_HIDDEN void omprt_task_begin(struct omp_thread *me, struct task *task);
RT_HIDDEN void omprt_task_end(struct omp_thread *me);

/* omp_taskgroup.c: a group of the caller's current task; leave waits for it,
 * outside sections. */
RT_HIDDEN struct task_group *omprt_group_enter(struct omp_thread *me);
RT_HIDDEN void omprt_group_leave(struct omp_thread *me);

/* omp_depend.c, in a section: makes task wait for what depend says (as GCC builds
 * it); forgets what the children of parent did. */
RT_HIDDEN void omprt_depend_add(struct task *task, void **depend);
RT_WEAK void omprt_depend_forget(struct task *parent);

/* omp_cancel.c, in sections; group may be NULL. */
RT_HIDDEN bool omprt_group_cancelled(const struct task_group *group);
/* Outside sections: the caller makes no new tasks. */
RT_HIDDEN bool omprt_tasks_cancelled(void);

/* omp_reduction.c: memory for a reduction over tasks.  share: in a section; opens a
 * task group of the thread's for w. */
RT_HIDDEN void omprt_reduction_register(uintptr_t *data, uintptr_t *outer, unsigned threads);
RT_WEAK void omprt_reduction_share(struct omp_thread *me, struct work *w, bool first,
				     uintptr_t *data);

/* Lists are circular; the head is no member. */
static inline void list_init(struct list_link *head)
{
	head->next = head->prev = head;
}

static inline bool list_empty(const struct list_link *head)
{
	return head->next == head;
}

static inline void list_append(struct list_link *head, struct list_link *l)
{
	l->prev = head->prev;
	l->next = head;
	head->prev->next = l;
	head->prev = l;
}

static inline void list_remove(struct list_link *l)
{
	l->prev->next = l->next;
	l->next->prev = l->prev;
}

#define list_first(head, type, member)                                                \
	((type *)((char *)(head)->next - offsetof(type, member)))

#endif
