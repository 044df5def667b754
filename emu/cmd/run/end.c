/* end.c - see end.h. */
#include "end.h"

#include <stdio.h>

#include "emu/core/wait/wait.h"
#include "emu/node/machine/booted.h"
#include "emu/node/machine/job.h"
#include "emu/node/machine/machine.h"
#include "emu/node/machine/units.h"
#include "emu/node/io/last_output.h"
#include "emu/node/machine/status.h"
#include "emu/show/report/report.h"
#include "emu/core/engine/engine.h"
#include "net/verify.h"
#include "faults.h"
#include "interleaving.h"
#include "observe.h"
#include "watch.h"

#define VERIFY_BYTES (NET_VERIFY_BYTES > MU_VERIFY_BYTES ? NET_VERIFY_BYTES : MU_VERIFY_BYTES)
#define VERIFY_PS (20 * PS_PER_US) /* simulated time between looks of --verify */

static bool deadlocked;
static ps_t deadlock_ps;

/* The time at which the last thread stopped; it may be ahead of the last event. */
static ps_t last_stop(void)
{
	ps_t now_ps = engine_last_event(booted.engine), stop_ps;

	for (uint32_t i = 0; i < job.places; i++)
		for (const struct thread *t = &booted.process[i].main; t; t = t->user->next) {
			stop_ps = t->state == THREAD_PARKED ? wait_since(t) : 0;
			if (stop_ps > now_ps)
				now_ps = stop_ps;
		}
	return now_ps;
}

bool end_deadlock(ps_t now_ps)
{
	deadlock_ps = last_stop();
	if (interleaving_goes_on(deadlock_ps, now_ps))
		return false;
	last_output_of_all();
	deadlocked = true;
	report_deadlock(deadlock_ps);
	return true;
}

int end_status(void)
{
	uint32_t failed;
	const struct process *first = report_first_failed(&failed);

	if (watch_ended() != 0)
		return watch_ended();
	return first ? first->status : deadlocked ? STATUS_DEADLOCK : machine.ras ? STATUS_RAS : 0;
}

static int verify_failed(const char *why)
{
	fprintf(stderr, "bgq-run: internal error: --verify: %s\n", why);
	return STATUS_INTERNAL;
}

static bool verified_wrong; /* in the run */

int end_verify(void)
{
	char why[VERIFY_BYTES];

	if (verified_wrong)
		return STATUS_INTERNAL;
	if (!job.opt.verify)
		return 0;
	if (!net_verify(units.net, why) ||
	    !mu_verify(units.mu, !engine_stopped(booted.engine), why))
		return verify_failed(why);
	return 0;
}

void end_verify_window(ps_t now_ps)
{
	static ps_t next_ps;
	char why[VERIFY_BYTES];

	if (!job.opt.verify || now_ps < next_ps || verified_wrong)
		return;
	next_ps = now_ps + VERIFY_PS;
	if (net_verify_bounds(units.net, why) && mu_verify(units.mu, false, why))
		return;
	verified_wrong = true;
	fprintf(stderr, "bgq-run: at %.3f us:\n", (double)now_ps / (double)PS_PER_US);
	verify_failed(why);
	engine_stop(booted.engine);
}

int end_observe(int status)
{
	char text[120] = "all ranks have ended";
	struct page_end end = { faults_gather(), "ended", text, status };

	if (watch_ended() != 0) {
		end.reason = watch_cause(text, sizeof text);
	} else if (deadlocked) {
		end.reason = "deadlock";
		snprintf(text, sizeof text, "deadlock at %.3f us",
			 (double)deadlock_ps / (double)PS_PER_US);
	}
	return observe_end(&end);
}
