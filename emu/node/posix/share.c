/* share.c - see share.h. */
#include "share.h"

#include <stdlib.h>
#include <string.h>

#include "emu/node/machine/job.h"
#include "emu/node/machine/process.h"
#include "emu/node/machine/reserve.h"
#include "emu/core/engine/watch.h"
#include "futex.h"
#include "posix.h"

unsigned share_places(void)
{
	for (char **e = job.opt.env; *e; e++)
		if (!strncmp(*e, "BG_THREADMODEL=", 15))
			return atoi(*e + 15) == 1 ? 1 : SHARE_PLACES_MAX;
	return SHARE_PLACES_MAX;
}

static bool is_on(const struct thread *t, unsigned hwthread)
{
	return posix_thread_lives(t) && t->user->hwthread == hwthread;
}

unsigned share_count(const struct thread *t, unsigned *runnable)
{
	unsigned n = 0;

	*runnable = 0;
	for (const struct thread *s = &t->process->main; s; s = s->user->next)
		if (is_on(s, t->user->hwthread)) {
			n++;
			*runnable += !s->user->blocked;
		}
	return n;
}

static bool is_shared(const struct thread *t)
{
	return t->process->hwthreads_shared >> t->user->hwthread & 1;
}

static struct thread **turn(const struct thread *t)
{
	return &posix_self()->turn[t->user->hwthread];
}

void share_joined(struct thread *t)
{
	struct process *p = t->process;

	if (is_shared(t) || !(p->hwthreads_used >> t->user->hwthread & 1)) {
		p->hwthreads_used |= UINT64_C(1) << t->user->hwthread;
		return;
	}
	p->hwthreads_shared |= UINT64_C(1) << t->user->hwthread;
	*turn(t) = NULL;
	for (struct thread *s = &p->main; s; s = s->user->next)
		if (s != t && is_on(s, t->user->hwthread) && !s->user->blocked)
			*turn(t) = s; /* the one that was alone */
}

/* The turn is that of the thread that has waited longest, or of none. */
static void pass_on(struct thread **turn)
{
	*turn = futex_first(turn);
	if (*turn) /* CNK's dispatcher drops the reservation of the thread before */
		reserve_drop(thread_self);
	if (*turn)
		thread_wake(*turn, thread_self->clock_ps);
}

void share_left(struct thread *t)
{
	struct process *p = t->process;
	unsigned runnable, others = share_count(t, &runnable) - is_on(t, t->user->hwthread);

	if (is_shared(t) && *turn(t) == t)
		pass_on(turn(t));
	if (others == 0)
		p->hwthreads_used &= ~(UINT64_C(1) << t->user->hwthread);
	if (others <= 1)
		p->hwthreads_shared &= ~(UINT64_C(1) << t->user->hwthread);
}

void share_block(void)
{
	struct thread *t = thread_self;

	t->user->blocked = true;
	if (is_shared(t) && *turn(t) == t)
		pass_on(turn(t));
}

void share_resume(void)
{
	struct thread *t = thread_self;
	bool woken = t->waiting.woken, interrupted = t->user->interrupted;

	t->user->blocked = false;
	while (is_shared(t) && *turn(t) != t) {
		if (!*turn(t)) {
			*turn(t) = t;
			break;
		}
		thread_park(WAIT_HWTHREAD, turn(t), t->waiting.pc, PS_NEVER);
	}
	t->waiting.woken = woken;
	t->user->interrupted = interrupted;
}

void share_yield(void)
{
	struct thread *t = thread_self;

	if (!is_shared(t) || *turn(t) != t || !futex_first(turn(t)))
		return;
	pass_on(turn(t));
	share_resume();
}
