/* futex.c - see futex.h.  A node has 320 parked threads at most, so a search of its list
 * replaces wait queues, from which a killed thread would have to be removed. */
#include "futex.h"

#include <errno.h>

#include "emu/core/engine/host_clock.h"
#include "emu/core/engine/watch.h"
#include "emu/node/machine/job.h"
#include "emu/node/machine/process.h"

/* With the clock off deadlines are the host's: all other threads run between two
 * reads of its clock. */
static void park_until_host(unsigned kind, const volatile void *addr, ps_t deadline_ps)
{
	struct thread *t = thread_self;

	do {
		thread_park(kind, addr, t->waiting.pc, t->clock_ps + HOST_LOOK_PS);
	} while (!t->waiting.woken && cycles_ps(host_clock_cycles()) < deadline_ps);
}

int futex_park(unsigned kind, const volatile void *addr, ps_t deadline_ps)
{
	struct thread *t = thread_self;

	t->user->interrupted = false;
	if (job.opt.clock_off && deadline_ps != PS_NEVER)
		park_until_host(kind, addr, deadline_ps);
	else
		thread_park(kind, addr, t->waiting.pc, deadline_ps);
	return t->user->interrupted ? -EINTR : t->waiting.woken ? 0 : -ETIMEDOUT;
}

static bool waits_on(const struct thread *t, const volatile void *addr)
{
	return t->waiting.kind > WAIT_SLEEP && t->waiting.what == addr;
}

bool futex_before(const struct thread *a, const struct thread *b)
{
	if (a->waiting.since_ps != b->waiting.since_ps)
		return a->waiting.since_ps < b->waiting.since_ps;
	if (a->process != b->process)
		return a->process->rank < b->process->rank;
	return a->user->serial < b->user->serial;
}

struct thread *futex_first(const volatile void *addr)
{
	struct thread *first = NULL;

	for (struct thread *t = node_parked(thread_self->node); t; t = t->next_parked)
		if (waits_on(t, addr) && (!first || futex_before(t, first)))
			first = t;
	return first;
}

unsigned futex_wake(const volatile void *addr, unsigned n)
{
	struct thread *t;
	unsigned woken = 0;

	for (; woken < n && (t = futex_first(addr)) != NULL; woken++)
		thread_wake(t, thread_self->clock_ps);
	return woken;
}

unsigned futex_move(const volatile void *from, const volatile void *to, unsigned n)
{
	struct thread *t;
	unsigned moved = 0;

	for (; moved < n && (t = futex_first(from)) != NULL; moved++)
		t->waiting.what = to;
	return moved;
}

void futex_interrupt(struct thread *t)
{
	if (t->state != THREAD_PARKED || t->waiting.kind < WAIT_SLEEP)
		return;
	t->user->interrupted = true;
	thread_wake(t, thread_self->clock_ps);
}
