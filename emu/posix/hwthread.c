/* hwthread.c - see hwthread.h. */
#include "hwthread.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "hwthread_stack.h"
#include "emu/machine/machine.h"
#include "posix.h"
#include "share.h"
#include "emu/wait/wait.h"

/* ---- placement */

#define PLACES_MAX 5u /* of threads on a hardware thread (share.h) */

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
	unsigned cores = hwthread_count() / CORE_THREADS;

	if (cores <= 1 || depth_first())
		return i;
	return i % cores * CORE_THREADS + i / cores;
}

/* Bit k of [i]: place k of the process's i-th hardware thread is taken. */
static void places_taken(const struct process *p, uint8_t taken[NODE_HWTHREADS])
{
	memset(taken, 0, NODE_HWTHREADS);
	for (const struct thread *t = &p->main; t; t = t->next_in_process)
		if (t->state != THREAD_DEAD && !(t->hw && t->hw->ended))
			taken[t->hwthread] |= (uint8_t)(1u << t->place);
}

/* Of the hardware threads that may be used, one with the fewest threads, the first in the
 * order of the layout; and a free place there.  mask counts from the node's first. */
static int find_place(const struct process *p, uint64_t mask, unsigned *place)
{
	uint8_t taken[NODE_HWTHREADS];
	int best = -1, fewest = (int)share_places();

	places_taken(p, taken);
	for (unsigned i = 0; i < hwthread_count() && fewest > 0; i++) {
		unsigned at = layout(i);
		int n = __builtin_popcount(taken[at]);

		if (n < fewest && mask >> (p->first_hwthread + at) & 1) {
			best = (int)at;
			fewest = n;
		}
	}
	if (best >= 0)
		*place = (unsigned)__builtin_ctz(~(unsigned)taken[best]);
	return best;
}

static void put(struct thread *t, int hwthread, unsigned place)
{
	t->hwthread = (uint8_t)hwthread;
	t->place = (uint8_t)place;
	t->order = (uint16_t)((t->process->first_hwthread + (unsigned)hwthread) * PLACES_MAX +
			      place);
	thread_core(t, hwthread_id(t) / CORE_THREADS);
}

#define THREADS_MAX (NODE_HWTHREADS * PLACES_MAX)

static unsigned first_free_index(const struct process *p)
{
	uint64_t used[THREADS_MAX / 64] = { 0 };
	unsigned i = 0;

	for (const struct thread *t = &p->main; t; t = t->next_in_process)
		if (t->state != THREAD_DEAD)
			used[t->index / 64] |= UINT64_C(1) << t->index % 64;
	while (!~used[i])
		i++;
	return 64 * i + (unsigned)__builtin_ctzll(~used[i]);
}

int hwthread_move(struct thread *t, uint64_t mask)
{
	unsigned place;

	if (mask >> hwthread_id(t) & 1)
		return 0;
	int to = find_place(t->process, mask, &place);

	if (to < 0)
		return EINVAL;
	share_left(t);
	put(t, to, place);
	share_joined(t);
	if (t == thread_self)
		share_resume();
	else if (t->state == THREAD_PARKED && t->wait_kind == WAIT_HWTHREAD)
		thread_wake(t, thread_self->clock_ps); /* to wait there */
	return 0;
}

/* ---- names */

void hwthread_boot(struct process *p, void *handle)
{
	p->threads = 1;
	p->hwthreads_used = 1;
	p->main.handle = (uintptr_t)handle;
	p->main.order = (uint16_t)(p->first_hwthread * PLACES_MAX);
	thread_core(&p->main, p->first_hwthread / CORE_THREADS);
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
	share_resume();
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
	unsigned place;
	int hwthread = find_place(p, plan->may_run_on ? plan->may_run_on : UINT64_MAX, &place);

	if (hwthread < 0)
		return EAGAIN;
	t->process = p;
	t->sibling = true;
	t->node = thread_self->node;
	t->hw = h;
	t->index = (uint16_t)first_free_index(p);
	put(t, hwthread, place);
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
	share_joined(h->t);
	sibling_add(p, h->t);
	thread_start(h->t, h->t->node, hwthread_stack_lay_out(h), begin, h, thread_self->clock_ps);
	*out = h;
	return 0;
}

static void leave(struct thread *t)
{
	t->process->threads--;
	share_left(t);
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
		p->threads--;
		thread_kill(t);
		wait_free(t);
	}
}

void hwthread_reap(struct thread *t)
{
	wait_free(t);
	if (t->process->status == PROCESS_ALIVE && t->hw && t->hw->detached)
		hwthread_release(t->hw);
}

void hwthread_release_all(struct process *p)
{
	for (struct thread *s = p->main.next_in_process, *next; s; s = next) {
		next = s->next_in_process;
		forget(s->hw);
	}
	p->main.next_in_process = NULL;
	if (p->main.hw)
		forget(p->main.hw);
}
