/*
 * kmp_task.c - Clang's tasks.  One is allocated with what it holds itself and, behind that, what it
 * shares; the program fills both in and launches it.  In front is which of the runtime's tasks it
 * is.
 */
#include "kmp.h"

#include <stdlib.h>
#include <string.h>

struct kmp_head {
	_Alignas(KMP_ALIGNMENT) struct task *task;
	size_t own_bytes, shared_bytes; /* own: rounded up */
	unsigned flags;
	bool runs, again; /* an untied task launches itself for each of its parts */
	struct kmp_task it[];
};

void GOMP_taskwait(void);
void GOMP_taskwait_depend(void **depend);
void GOMP_taskwait_depend_nowait(void **depend);
void GOMP_taskyield(void);
void GOMP_taskgroup_start(void);
void GOMP_taskgroup_end(void);

static struct kmp_head *head_of(struct kmp_task *task)
{
	return (struct kmp_head *)((char *)task - offsetof(struct kmp_head, it));
}

static void destroy(struct kmp_head *h)
{
	if (h->flags & KMP_TASK_DESTROYS)
		h->it->destroy(0, h->it);
}

/* Carries out the parts that are left, in this thread, as is allowed. */
static void run_parts(struct kmp_head *h)
{
	while (h->again) {
		h->again = false;
		h->it->routine((int)omprt_self()->number, h->it);
	}
}

/* A cancelled one that holds objects is still called, for their end. */
static void run(void *data)
{
	struct kmp_head *h = data;
	const struct task *task = h->task;

	h->runs = true;
	h->again = !task->team->cancelled && !omprt_group_cancelled(task->member);
	run_parts(h);
	destroy(h);
}

static struct kmp_head *allocate(struct omp_thread *me, unsigned flags, size_t own, size_t shared)
{
	struct task *task = omprt_task_new(me, run, offsetof(struct kmp_head, it) + own + shared,
					   KMP_ALIGNMENT);
	struct kmp_head *h = task->data;

	h->task = task;
	h->own_bytes = own;
	h->shared_bytes = shared;
	h->flags = flags;
	h->it->shared = shared ? (char *)h->it + own : NULL;
	task->copied = (flags & KMP_TASK_DESTROYS) != 0;
	task->final |= (flags & KMP_TASK_FINAL) != 0;
	task->detached = (flags & KMP_TASK_DETACHES) != 0;
	return h;
}

struct kmp_task *__kmpc_omp_task_alloc(struct kmp_place *at, int thread, unsigned flags,
				       size_t own, size_t shared,
				       int (*routine)(int, struct kmp_task *))
{
	const size_t word = sizeof(void *);
	struct kmp_head *h = allocate(omprt_self(), flags, (own + word - 1) & -word, shared);

	(void)at, (void)thread;
	h->it->routine = routine;
	return h->it;
}

struct kmp_task *omprt_kmp_task_copy(struct omp_thread *me, struct kmp_task *task)
{
	struct kmp_head *from = head_of(task);
	struct kmp_head *to = allocate(me, from->flags, from->own_bytes, from->shared_bytes);
	void *shared = to->it->shared;

	memcpy(to->it, from->it, from->own_bytes + from->shared_bytes);
	to->it->shared = shared;
	return to->it;
}

void omprt_kmp_task_drop(struct kmp_task *task)
{
	struct kmp_head *h = head_of(task);

	destroy(h);
	free(h->task);
}

void omprt_kmp_task_launch(struct omp_thread *me, struct kmp_task *task, bool at_once,
			   void **depend)
{
	omprt_task_launch(me, head_of(task)->task, at_once || me->at.task->final, depend);
}

/* ---- dependences */

/* Words of the list that omprt_depend_add takes, of so many dependences. */
#define DEPEND_WORDS(count) (2 + (count))

static bool writes(const struct kmp_depend *d)
{
	return d->kind != KMP_IN;
}

static unsigned add(void **list, unsigned n, const struct kmp_depend *d, int count, bool writing)
{
	for (int i = 0; i < count; i++)
		if (writes(&d[i]) == writing)
			list[n++] = d[i].kind & KMP_ALL_MEMORY ? NULL : (void *)d[i].address;
	return n;
}

/* A program's two lists, writing first. */
struct depends_of {
	int count, more;
	const struct kmp_depend *d, *others;
};

static void **gather(void **list, const struct depends_of *o)
{
	unsigned n = add(list, 2, o->d, o->count, true);

	n = add(list, n, o->others, o->more, true);
	list[1] = (void *)(uintptr_t)(n - 2);
	n = add(list, n, o->d, o->count, false);
	n = add(list, n, o->others, o->more, false);
	list[0] = (void *)(uintptr_t)(n - 2);
	return n > 2 ? list : NULL;
}

/* ---- launching */

int __kmpc_omp_task(struct kmp_place *at, int thread, struct kmp_task *task)
{
	(void)at, (void)thread;
	if (head_of(task)->runs)
		head_of(task)->again = true;
	else if (omprt_tasks_cancelled())
		omprt_kmp_task_drop(task);
	else
		omprt_kmp_task_launch(omprt_self(), task, false, NULL);
	return 0;
}

int __kmpc_omp_task_with_deps(struct kmp_place *at, int thread, struct kmp_task *task, int count,
			      const struct kmp_depend *d, int more,
			      const struct kmp_depend *others)
{
	const struct depends_of o = { count, more, d, others };
	void **list = omprt_alloc(DEPEND_WORDS((size_t)count + (size_t)more) * sizeof *list);

	(void)at, (void)thread;
	if (omprt_tasks_cancelled())
		omprt_kmp_task_drop(task);
	else
		omprt_kmp_task_launch(omprt_self(), task, false, gather(list, &o));
	free(list);
	return 0;
}

void __kmpc_omp_taskwait_deps_51(struct kmp_place *at, int thread, int count,
				 const struct kmp_depend *d, int more,
				 const struct kmp_depend *others, int nowait)
{
	const struct depends_of o = { count, more, d, others };
	void **list = omprt_alloc(DEPEND_WORDS((size_t)count + (size_t)more) * sizeof *list);

	(void)at, (void)thread;
	if (gather(list, &o))
		(nowait ? GOMP_taskwait_depend_nowait : GOMP_taskwait_depend)(list);
	free(list);
}

void __kmpc_omp_wait_deps(struct kmp_place *at, int thread, int count, const struct kmp_depend *d,
			  int more, const struct kmp_depend *others)
{
	__kmpc_omp_taskwait_deps_51(at, thread, count, d, more, others, 0);
}

/* Where a task's data are is the same everywhere in a node. */
int __kmpc_omp_reg_task_with_affinity(struct kmp_place *at, int thread, struct kmp_task *task,
				      int count, const void *affinities)
{
	(void)at, (void)thread, (void)task, (void)count, (void)affinities;
	return 0;
}

/* A task whose if clause is false: the program calls it itself, in between. */
void __kmpc_omp_task_begin_if0(struct kmp_place *at, int thread, struct kmp_task *task)
{
	(void)at, (void)thread;
	head_of(task)->runs = true;
	omprt_task_begin(omprt_self(), head_of(task)->task);
}

void __kmpc_omp_task_complete_if0(struct kmp_place *at, int thread, struct kmp_task *task)
{
	(void)at, (void)thread;
	run_parts(head_of(task));
	destroy(head_of(task));
	omprt_task_end(omprt_self());
}

/* The event of a task that ends when it is fulfilled: the task itself. */
void *__kmpc_task_allow_completion_event(struct kmp_place *at, int thread, struct kmp_task *task)
{
	(void)at, (void)thread;
	return head_of(task)->task;
}

/* ---- waiting */

int __kmpc_omp_taskwait(struct kmp_place *at, int thread)
{
	(void)at, (void)thread;
	GOMP_taskwait();
	return 0;
}

int __kmpc_omp_taskyield(struct kmp_place *at, int thread, int end)
{
	(void)at, (void)thread, (void)end;
	GOMP_taskyield();
	return 0;
}

void __kmpc_taskgroup(struct kmp_place *at, int thread)
{
	(void)at, (void)thread;
	GOMP_taskgroup_start();
}

void __kmpc_end_taskgroup(struct kmp_place *at, int thread)
{
	(void)at, (void)thread;
	if (omprt_kmp_reductions_end)
		omprt_kmp_reductions_end(omprt_self());
	GOMP_taskgroup_end();
}
