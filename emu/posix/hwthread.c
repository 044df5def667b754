/* hwthread.c - see hwthread.h. */
#include "hwthread.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "hwthread_stack.h"
#include "emu/machine/machine.h"
#include "emu/machine/protect.h"
#include "posix.h"
#include "emu/wait/wait.h"

/* ---- placement */

/* BG_THREADLAYOUT=2: all threads of a core before those of the next. */
static bool depth_first(void)
{
	for (char **e = machine.opt.env; *e; e++)
		if (!strncmp(*e, "BG_THREADLAYOUT=", 16))
			return atoi(*e + 16) == 2;
	return false;
}

/* The hardware thread for a process's i-th thread, of those it owns. */
static unsigned layout(unsigned i)
{
	unsigned cores = hwthread_count() / HWTHREADS_PER_CORE;

	if (cores <= 1 || depth_first())
		return i;
	return i % cores * HWTHREADS_PER_CORE + i / cores;
}

/* The first free one that may be used; mask counts from the node's first. */
static int first_free(const struct process *p, uint64_t mask)
{
	for (unsigned i = 0; i < hwthread_count(); i++) {
		unsigned at = layout(i);

		if (!(p->hwthreads_used >> at & 1) && mask >> (p->first_hwthread + at) & 1)
			return (int)at;
	}
	return -1;
}

static unsigned first_free_index(const struct process *p)
{
	uint64_t used = 0;

	for (const struct thread *t = &p->main; t; t = t->next_in_process)
		if (t->state != THREAD_DEAD)
			used |= UINT64_C(1) << t->index;
	return (unsigned)__builtin_ctzll(~used);
}

int hwthread_move(struct thread *t, uint64_t mask)
{
	struct process *p = t->process;

	if (mask >> hwthread_id(t) & 1)
		return 0;
	int to = first_free(p, mask);

	if (to < 0)
		return EINVAL;
	p->hwthreads_used &= ~(UINT64_C(1) << t->hwthread);
	p->hwthreads_used |= UINT64_C(1) << to;
	t->hwthread = (uint8_t)to;
	t->order = (uint8_t)hwthread_id(t);
	return 0;
}

/* ---- names */

void hwthread_boot(struct process *p, void *handle)
{
	p->threads = 1;
	p->hwthreads_used = 1;
	p->main.handle = (uintptr_t)handle;
	p->main.order = (uint8_t)p->first_hwthread;
}

struct hwthread *hwthread_of(struct thread *t)
{
	if (!t->hw) {
		t->hw = calloc(1, sizeof *t->hw);
		if (!t->hw)
			abort();
		t->hw->t = t;
	}
	return t->hw;
}

struct hwthread *hwthread_self(void)
{
	return hwthread_of(thread_self);
}

struct hwthread *hwthread_find(uint64_t handle)
{
	for (struct thread *t = &process_self()->main; t; t = t->next_in_process)
		if (t->handle == handle)
			return t->state == THREAD_DEAD && !t->hw ? NULL : hwthread_of(t);
	return NULL;
}

/* ---- life */

static void begin(void *arg)
{
	struct hwthread *h = arg;

	fesetenv(&h->fenv);
	h->entry(h->start, h->arg);
	abort(); /* the support library ends the thread */
}

static void sibling_add(struct process *p, struct thread *t)
{
	struct thread *last = &p->main;

	while (last->next_in_process)
		last = last->next_in_process;
	last->next_in_process = t;
}

static void sibling_remove(struct process *p, struct thread *t)
{
	struct thread *before = &p->main;

	while (before->next_in_process != t)
		before = before->next_in_process;
	before->next_in_process = t->next_in_process;
}

static int prepare(struct hwthread *h, const struct hwthread_plan *plan)
{
	struct process *p = process_self();
	struct thread *t = h->t;
	int hwthread = first_free(p, plan->may_run_on ? plan->may_run_on : UINT64_MAX);

	if (hwthread < 0)
		return EAGAIN;
	t->process = p;
	t->sibling = true;
	t->node = thread_self->node;
	t->hw = h;
	t->index = (uint8_t)first_free_index(p);
	t->hwthread = (uint8_t)hwthread;
	t->order = (uint8_t)hwthread_id(t);
	t->serial = p->created + 1;
	h->entry = plan->entry;
	h->start = plan->start;
	h->arg = plan->arg;
	h->detached = plan->detached;
	fegetenv(&h->fenv);
	return hwthread_stack_take(h, plan);
}

int hwthread_create(struct hwthread **out, const struct hwthread_plan *plan)
{
	struct process *p = process_self();
	struct hwthread *h = calloc(1, sizeof *h);

	if (!h)
		return EAGAIN;
	h->t = &h->own;
	int rc = prepare(h, plan);

	if (rc) {
		free(h);
		return rc;
	}
	p->threads++;
	p->created++;
	p->hwthreads_used |= UINT64_C(1) << h->t->hwthread;
	sibling_add(p, h->t);
	thread_start(h->t, h->t->node, hwthread_stack_lay_out(h), begin, h, thread_self->clock_ps);
	*out = h;
	return 0;
}

static void leave(struct thread *t)
{
	struct process *p = t->process;

	p->threads--;
	p->hwthreads_used &= ~(UINT64_C(1) << t->hwthread);
}

void hwthread_end(void *result)
{
	struct hwthread *h = hwthread_self();

	h->result = result;
	h->ended = true;
	posix_robust_release(h);
	leave(h->t);
	if (h->joiner)
		thread_wake(h->joiner, h->t->clock_ps);
	thread_exit();
}

static void forget(struct hwthread *h)
{
	h->t->hw = NULL;
	free(h->values);
	free(h->robust);
	free(h); /* and the thread, but for the main one */
}

void hwthread_release(struct hwthread *h)
{
	struct thread *t = h->t;

	if (t == &h->own) {
		hwthread_stack_free(h);
		sibling_remove(t->process, t);
	}
	forget(h);
}

void hwthread_end_others(struct process *p)
{
	for (struct thread *t = &p->main; t; t = t->next_in_process) {
		if (t->hw)
			posix_robust_release(t->hw);
		if (t == thread_self || t->state == THREAD_DEAD)
			continue;
		leave(t);
		thread_kill(t);
		wait_free(t);
	}
}

void hwthread_reap(void *ctx, struct thread *t)
{
	struct process *p = t->process;

	(void)ctx;
	wait_free(t);
	if (p->status == PROCESS_ALIVE) {
		if (t->hw && t->hw->detached)
			hwthread_release(t->hw);
		return;
	}
	for (struct thread *s = p->main.next_in_process, *next; s; s = next) {
		next = s->next_in_process;
		forget(s->hw);
	}
	p->main.next_in_process = NULL;
	if (p->main.hw)
		forget(p->main.hw);
	if (p->posix)
		free(p->posix->timers);
	free(p->posix);
	p->posix = NULL;
	protect_undo_all(p);
}
