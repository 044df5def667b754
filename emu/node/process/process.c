/* process.c - a process from creation to clean-up; see emu/node/machine/process.h.  Never: a step
 * of the clean-up that some ways to end do and others do not. */
#include "emu/node/io/io.h"
#include "emu/node/io/last_output.h"
#include "emu/node/machine/l2_memory.h"
#include "emu/node/machine/job.h"
#include "emu/node/machine/booted.h"
#include "emu/node/machine/process.h"
#include "emu/node/machine/protect.h"
#include "emu/node/machine/reserve.h"
#include "emu/node/machine/shm.h"
#include "emu/node/posix/thread.h"
#include "emu/node/posix/posix.h"
#include "emu/core/engine/engine.h"
#include "emu/show/report/report.h"

void process_place(struct process *p, uint32_t node, uint32_t slot)
{
	p->main.node = node;
	p->main.process = p;
	p->main.user = &p->main_user;
	p->slot = slot;
	p->base = space_slot(node, slot);
	p->first_hwthread = slot * hwthread_count();
	p->status = PROCESS_NOT_STARTED;
}

void process_begin(struct process *p)
{
	p->status = PROCESS_ALIVE;
}

static void ended_at(struct process *p, int status, ps_t at_ps)
{
	p->status = status;
	p->end_ps = at_ps;
	if (p->divisions)
		report_divisions(p);
}

void process_ended(struct process *p, int status)
{
	ended_at(p, status, thread_clock());
}

/* Stops all of its threads but the running one where they are. */
static void stop(struct process *p)
{
	posix_thread_end_others(p);
	io_process_end(p);
}

void process_leave(void)
{
	stop(process_self());
	thread_exit();
}

void process_exit(int status)
{
	process_ended(process_self(), status);
	process_leave();
}

void process_reap(void *ctx, struct thread *t)
{
	struct process *p = t->process;

	(void)ctx;
	reserve_end(p, t);
	posix_thread_reap(t);
	if (p->status == PROCESS_ALIVE)
		return;
	posix_thread_release_all(p);
	posix_release(p);
	protect_undo_all(p);
	l2_memory_release(p);
	shm_leave(p);
}

/* The process ends by an event: none of its threads runs now. */
static void end(struct event *ev)
{
	struct process *p = (struct process *)((char *)ev - offsetof(struct process, end));

	if (p->status != PROCESS_ALIVE)
		return;
	last_output_of(p, ev->time_ps);
	ended_at(p, p->end_status, ev->time_ps);
	stop(p);
	process_reap(NULL, &p->main);
}

static const struct event_type ending = { .run = end };

void process_end_at(struct process *p, int status, ps_t at_ps)
{
	if (p->status != PROCESS_ALIVE || event_queued(&p->end))
		return;
	p->end_status = status;
	p->end.type = &ending;
	sim_post(engine_sim(booted.engine), &p->end, p->main.node, p->main.node, at_ps);
}
