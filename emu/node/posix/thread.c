/* thread.c - see thread.h. */
#include "thread.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "thread_stack.h"
#include "emu/core/engine/mix.h"
#include "emu/core/engine/watch.h"
#include "emu/core/calls/call_stack.h"
#include "emu/node/machine/job.h"
#include "emu/node/machine/process.h"
#include "posix.h"
#include "share.h"
#include "emu/core/wait/wait.h"

/* ---- placement */


/* BG_THREADLAYOUT=2: all threads of a core before those of the next. */
static bool depth_first(void)
{
	for (char **e = job.opt.env; *e; e++)
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
	for (const struct thread *t = &p->main; t; t = t->user->next)
		if (posix_thread_lives(t))
			taken[t->user->hwthread] |= (uint8_t)(1u << t->user->place);
}

/* Finds the hardware thread with the fewest threads, of those that may be used, the first in the
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
	t->user->hwthread = (uint8_t)hwthread;
	t->user->place = (uint8_t)place;
	t->order = (uint16_t)((t->process->first_hwthread + (unsigned)hwthread) * SHARE_PLACES_MAX +
			      place);
	thread_core(t, hwthread_id(t) / CORE_THREADS);
}

#define THREADS_MAX (NODE_HWTHREADS * SHARE_PLACES_MAX)

static unsigned first_free_index(const struct process *p)
{
	uint64_t used[THREADS_MAX / 64] = { 0 };
	unsigned i = 0;

	for (const struct thread *t = &p->main; t; t = t->user->next)
		if (t->state != THREAD_DEAD)
			used[t->user->index / 64] |= UINT64_C(1) << t->user->index % 64;
	while (!~used[i])
		i++;
	return 64 * i + (unsigned)__builtin_ctzll(~used[i]);
}

int posix_thread_move(struct thread *t, uint64_t mask)
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
	else if (t->state == THREAD_PARKED && t->waiting.kind == WAIT_HWTHREAD)
		thread_wake(t, thread_self->clock_ps); /* to wait there */
	return 0;
}

/* ---- names */

static void stack_set(struct thread *t)
{
	struct posix_thread_bounds b = posix_thread_stack(t);

	t->stack_low = b.low;
	t->stack_high = b.high;
}

void posix_thread_boot(struct process *p, void *handle)
{
	p->threads = 1;
	p->hwthreads_used = 1;
	p->main_user.handle = (uintptr_t)handle;
	p->main.order = (uint16_t)(p->first_hwthread * SHARE_PLACES_MAX);
	thread_core(&p->main, p->first_hwthread / CORE_THREADS);
	stack_set(&p->main);
}

struct posix_thread *posix_thread_of(struct thread *t)
{
	if (!t->user->posix) {
		t->user->posix = calloc(1, sizeof *t->user->posix);
		if (!t->user->posix)
			abort();
		t->user->posix->t = t;
	}
	return t->user->posix;
}

struct posix_thread *posix_thread_self(void)
{
	return posix_thread_of(thread_self);
}

struct posix_thread *posix_thread_find(uint64_t handle)
{
	for (struct thread *t = &process_self()->main; t; t = t->user->next)
		if (t->user->handle == handle)
			return t->state != THREAD_DEAD || t->user->posix ? posix_thread_of(t)
									 : NULL;
	return NULL;
}

/* ---- life */

static void begin(void *arg)
{
	struct posix_thread *pt = arg;

	fesetenv(&pt->fenv);
	call_stack_call((const void *)share_resume, 0, 0, 0, 0, 0);
	pt->entry(pt->start, pt->arg);
	abort(); /* the support library ends the thread */
}

static void sibling_add(struct process *p, struct thread *t)
{
	struct thread *last = &p->main;

	while (last->user->next)
		last = last->user->next;
	last->user->next = t;
}

static void sibling_remove(struct process *p, struct thread *t)
{
	struct thread *before = &p->main;

	while (before->user->next != t)
		before = before->user->next;
	before->user->next = t->user->next;
}

static int prepare(struct posix_thread *pt, const struct posix_thread_plan *plan)
{
	struct process *p = process_self();
	struct thread *t = pt->t;
	unsigned place;
	int hwthread = find_place(p, plan->may_run_on ? plan->may_run_on : UINT64_MAX, &place);

	if (hwthread < 0)
		return EAGAIN;
	t->process = p;
	t->user = &pt->user;
	t->sibling = true;
	t->node = thread_self->node;
	t->user->posix = pt;
	t->user->index = (uint16_t)first_free_index(p);
	put(t, hwthread, place);
	t->user->serial = p->created + 1;
	pt->entry = plan->entry;
	pt->start = plan->start;
	pt->arg = plan->arg;
	pt->detached = plan->detached;
	fegetenv(&pt->fenv);
	return thread_stack_take(pt, plan);
}

int posix_thread_create(struct posix_thread **out, const struct posix_thread_plan *plan)
{
	struct process *p = process_self();
	struct posix_thread *pt = calloc(1, sizeof *pt);

	if (!pt)
		return EAGAIN;
	pt->t = &pt->own;
	int rc = prepare(pt, plan);

	if (rc) {
		free(pt);
		return rc;
	}
	p->threads++;
	p->created++;
	share_joined(pt->t);
	sibling_add(p, pt->t);
	stack_set(pt->t);
	mix_begin(pt->t);
	thread_start(pt->t, pt->t->node, thread_stack_lay_out(pt), begin, pt,
		     thread_self->clock_ps);
	*out = pt;
	return 0;
}

static void leave(struct thread *t)
{
	t->process->threads--;
	share_left(t);
}

void posix_thread_end(void *result)
{
	struct posix_thread *pt = posix_thread_self();

	pt->result = result;
	pt->ended = true;
	posix_robust_release(pt);
	leave(pt->t);
	if (pt->joiner)
		thread_wake(pt->joiner, pt->t->clock_ps);
	thread_exit();
}

static void forget(struct posix_thread *pt)
{
	pt->t->user->posix = NULL;
	free(pt->values);
	free(pt->robust);
	free(pt); /* and the thread, but for the main one */
}

void posix_thread_release(struct posix_thread *pt)
{
	struct thread *t = pt->t;

	if (t == &pt->own) {
		thread_stack_free(pt);
		sibling_remove(t->process, t);
	}
	forget(pt);
}

void posix_thread_end_others(struct process *p)
{
	for (struct thread *t = &p->main; t; t = t->user->next) {
		if (t->user->posix)
			posix_robust_release(t->user->posix);
		if (t == thread_self || t->state == THREAD_DEAD)
			continue;
		p->threads--;
		thread_kill(t);
		wait_free(t);
	}
}

/* Adds what t has executed to the counts of its hardware thread. */
static void mix_keep(struct thread *t)
{
	struct process *p = t->process;
	size_t counts = (size_t)NODE_HWTHREADS * MIX_COUNT;

	if (t->mix && !p->mix_ended)
		p->mix_ended = calloc(counts, sizeof *p->mix_ended);
	for (unsigned c = 0; t->mix && p->mix_ended && c < MIX_COUNT; c++)
		p->mix_ended[t->user->hwthread * MIX_COUNT + c] += mix_of(t)[c];
	mix_end(t);
}

void posix_thread_reap(struct thread *t)
{
	wait_free(t);
	mix_keep(t);
	if (t->process->status == PROCESS_ALIVE && t->user->posix && t->user->posix->detached)
		posix_thread_release(t->user->posix);
}

void posix_thread_release_all(struct process *p)
{
	for (struct thread *s = p->main_user.next, *next; s; s = next) {
		next = s->user->next;
		forget(s->user->posix);
	}
	p->main_user.next = NULL;
	if (p->main_user.posix)
		forget(p->main_user.posix);
}
