/*
 * timers.c - timers of a process, in simulated time: alarm, setitimer, timer_create; the
 * names are in emu/target/rt/timer.c.
 *
 * A timer that expires sends its signal to a thread: the main one, or as timer_create says.
 * The thread sees it at its first check, or call of this room, at or after that time (its
 * clock), whether it was parked or not; a wait in a call ends.  While the signal is on its way or
 * blocked, further expiries are counted (overruns), not sent.
 *
 * An event cannot be taken out of its queue, so a timer that is set to an earlier time leaves
 * one behind, which finds that it is not meant.
 */
#include <errno.h>
#include <stdlib.h>

#include "emu/core/calls/call_stack.h"
#include "emu/node/machine/call.h"
#include "emu/node/machine/job.h"
#include "emu/node/machine/booted.h"
#include "emu/node/machine/process.h"
#include "emu/target/rt/rt.h"
#include "emu/core/wait/wait.h"
#include "emu/core/engine/engine.h"
#include "emu/core/engine/watch.h"
#include "posix.h"

#define TIMERS_MAX 128 /* of a process, the one of alarm() included */

struct posix_timer {
	bool used, sent;      /* its signal is on its way */
	struct bgqrt_timer how;
	ps_t due_ps;          /* PS_NEVER: not set */
	ps_t interval_ps;     /* 0: once */
	ps_t queued_ps;       /* of its earliest event; PS_NEVER: none */
	uint32_t serial;      /* of its creation */
	int overruns, last_overruns;
};

struct expiry {
	struct event ev;
	struct process *process;
	uint32_t serial;
};

static struct posix_timer *timer_at(int id)
{
	struct posix *x = process_self()->posix;

	if (!x || !x->timers || id < 0 || id >= TIMERS_MAX || !x->timers[id].used)
		return NULL;
	return &x->timers[id];
}

static struct posix_timer *timer_of(const struct process *p, uint32_t serial)
{
	struct posix *x = p->posix;

	for (int i = 0; x && x->timers && i < TIMERS_MAX; i++)
		if (x->timers[i].used && x->timers[i].serial == serial)
			return &x->timers[i];
	return NULL;
}

/* ---- expiry */

static void expired(struct event *ev);

static const struct event_type expiring = { .run = expired };

/* Sees to it that there is an event no later than the timer. */
static void post(struct process *p, struct posix_timer *timer, struct expiry *e)
{
	if (timer->due_ps >= timer->queued_ps) {
		free(e);
		return;
	}
	if (!e && !(e = calloc(1, sizeof *e)))
		abort();
	e->ev.type = &expiring;
	e->process = p;
	e->serial = timer->serial;
	timer->queued_ps = timer->due_ps;
	sim_post(engine_sim(booted.engine), &e->ev, p->main.node, p->main.node, timer->due_ps);
}

static struct thread *receiver(struct process *p, const struct posix_timer *timer)
{
	struct thread *t = &p->main;

	while (t && (t->state == THREAD_DEAD ||
		     (timer->how.thread && posix_tid(t) != (uint32_t)timer->how.thread)))
		t = t->user->next;
	return t;
}

/* t continues, at the latest, when it sees the signal. */
static void interrupt(struct thread *t, ps_t at_ps)
{
	t->signalled |= THREAD_SIGNALS;
	if (t->state != THREAD_PARKED)
		return;
	if (wait_is_loop(t)) {
		wait_interrupt(t, at_ps);
	} else {
		t->user->interrupted = t->waiting.kind >= WAIT_SLEEP;
		thread_wake(t, at_ps);
	}
}

static void send(struct process *p, struct posix_timer *timer, ps_t at_ps)
{
	struct thread *t = receiver(p, timer);
	struct posix_thread *pt;

	if (!t || !timer->how.signal)
		return;
	if (timer->sent) {
		timer->overruns++;
		return;
	}
	pt = posix_thread_of(t);
	timer->sent = true;
	timer->overruns = 0;
	if (!pt->timer_signals || at_ps < pt->timer_ps)
		pt->timer_ps = at_ps;
	pt->timer_signals |= UINT64_C(1) << (timer->how.signal - 1);
	pt->timer_handler = timer->how.handler;
	interrupt(t, at_ps);
}

static void expired(struct event *ev)
{
	struct expiry *e = (struct expiry *)ev;
	struct process *p = e->process;
	struct posix_timer *timer = timer_of(p, e->serial);
	ps_t at_ps = ev->time_ps;

	if (p->status != PROCESS_ALIVE || !timer || timer->queued_ps != at_ps) {
		free(e);
		return;
	}
	timer->queued_ps = PS_NEVER;
	if (timer->due_ps == at_ps) {
		timer->due_ps = timer->interval_ps ? at_ps + timer->interval_ps : PS_NEVER;
		send(p, timer, at_ps);
	}
	post(p, timer, e);
}

/* ---- at a check, or in a call */

bool posix_timer_signals(void)
{
	struct thread *t = thread_self;
	struct posix_thread *pt = t->user->posix;

	if (!pt || !pt->timer_signals || pt->timer_ps > t->clock_ps)
		return false;
	return posix_run_handlers(&pt->timer_signals, &pt->timer_handler);
}

/* ---- calls of the support library */

int bgqemu_timer_create(const struct bgqrt_timer *how)
{
	struct posix *x = posix_self();

	call_begin();
	if (job.opt.clock_off)
		return -ENOSYS; /* the host's time is nothing to wait for */
	if (!x->timers && !(x->timers = calloc(TIMERS_MAX, sizeof *x->timers)))
		return -EAGAIN;
	for (int i = 0; i < TIMERS_MAX; i++) {
		if (x->timers[i].used)
			continue;
		x->timers[i] = (struct posix_timer){
			.used = true, .how = *how, .due_ps = PS_NEVER, .queued_ps = PS_NEVER,
			.serial = ++x->timers_created,
		};
		return i;
	}
	return -EAGAIN;
}

static ps_t from_ns(uint64_t ns)
{
	ps_t most = PS_NEVER / 4;

	return ns > most / PS_PER_NS ? most
		: (ns * PS_PER_NS + CORE_CYCLE_PS - 1) / CORE_CYCLE_PS * CORE_CYCLE_PS;
}

int bgqemu_timer_get(int id, uint64_t *left_ns, uint64_t *interval_ns)
{
	const struct posix_timer *timer = timer_at(id);
	ps_t now_ps;

	call_begin();
	if (!timer)
		return -EINVAL;
	now_ps = thread_self->clock_ps;
	*interval_ns = timer->interval_ps / PS_PER_NS;
	if (timer->due_ps == PS_NEVER)
		*left_ns = 0;
	else
		*left_ns = timer->due_ps > now_ps + PS_PER_NS
			? (timer->due_ps - now_ps) / PS_PER_NS : 1;
	return 0;
}

int bgqemu_timer_set(int id, bool absolute, uint64_t first_ns, uint64_t interval_ns)
{
	struct posix_timer *timer = timer_at(id);
	ps_t now_ps;

	if (!timer)
		return -EINVAL;
	call_begin_in_order();
	now_ps = thread_self->clock_ps;
	timer->interval_ps = from_ns(interval_ns);
	timer->due_ps = first_ns == 0 ? PS_NEVER : from_ns(first_ns) + (absolute ? 0 : now_ps);
	if (timer->due_ps < now_ps)
		timer->due_ps = now_ps;
	post(process_self(), timer, NULL);
	/* A timer that is due at once expires in this call. */
	thread_charge(0);
	return 0;
}

int bgqemu_timer_overruns(int id)
{
	const struct posix_timer *timer = timer_at(id);

	return timer ? timer->last_overruns : -EINVAL;
}

int bgqemu_timer_delete(int id)
{
	struct posix_timer *timer = timer_at(id);

	call_begin();
	if (!timer)
		return -EINVAL;
	timer->used = false;
	return 0;
}

bool bgqemu_timer_info(int sig, int *id, void **value)
{
	struct posix *x = process_self()->posix;

	for (int i = 0; x && x->timers && i < TIMERS_MAX; i++) {
		struct posix_timer *timer = &x->timers[i];

		if (!timer->used || !timer->sent || timer->how.signal != sig)
			continue;
		timer->sent = false;
		timer->last_overruns = timer->overruns;
		*id = i;
		*value = timer->how.value;
		return true;
	}
	return false;
}

void bgqemu_timer_seen(int id)
{
	struct posix_timer *timer = timer_at(id);

	if (timer)
		timer->sent = false;
}

void bgqemu_pause(void)
{
	thread_self->waiting.pc = (uintptr_t)CALL_PLACE();
	call_begin_in_order();
	posix_cancel_point();
	if (!posix_signals())
		posix_wait(WAIT_SLEEP, NULL, PS_NEVER);
	posix_cancel_point();
}
