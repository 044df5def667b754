/* process.c - how a process ends; see emu/machine/machine.h. */
#include "emu/io/io.h"
#include "emu/machine/machine.h"
#include "emu/posix/hwthread.h"

void process_ended(struct process *p, int status)
{
	p->status = status;
	p->end_ps = thread_clock();
}

void process_exit(int status)
{
	struct process *p = process_self();

	process_ended(p, status);
	hwthread_end_others(p);
	io_process_end(p);
	thread_exit();
}

/* None of its threads runs now. */
static void end(struct event *ev)
{
	struct process *p = (struct process *)((char *)ev - offsetof(struct process, end));

	if (p->status != PROCESS_ALIVE)
		return;
	p->status = p->end_status;
	p->end_ps = ev->time_ps;
	hwthread_end_others(p);
	io_process_end(p);
	hwthread_reap(NULL, &p->main);
}

static const struct event_type ending = { .run = end };

void process_end_at(struct process *p, int status, ps_t at_ps)
{
	if (p->status != PROCESS_ALIVE || event_queued(&p->end))
		return;
	p->end_status = status;
	p->end.type = &ending;
	sim_post(engine_sim(machine.engine), &p->end, p->main.node, p->main.node, at_ps);
}
