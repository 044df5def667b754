/* observe.c - see observe.h. */
#include "observe.h"

#include <stdio.h>

#include "emu/cmd/cli/file_write.h"
#include "emu/cmd/cli/values.h"
#include "emu/node/machine/booted.h"
#include "emu/node/machine/job.h"
#include "emu/node/machine/status.h"
#include "emu/show/report/report_counters.h"
#include "emu/show/measure/measure.h"
#include "emu/show/page/page.h"
#include "emu/show/profile/profile.h"
#include "emu/show/trace/trace.h"
#include "emu/core/engine/engine.h"

static bool reports(void)
{
	return job.opt.reports != 0;
}

static bool traces(void)
{
	return job.opt.trace.file != NULL;
}

static bool profiles(void)
{
	return job.opt.profile != NULL;
}

bool observe_wanted(void)
{
	return reports() || traces();
}

bool observe_waits(void)
{
	return observe_wanted() || profiles();
}

static int not_opened(const char *option, const char *file, int rc)
{
	fprintf(stderr, "bgq-run: %s %s: %s\n", option, file, file_write_error(-rc));
	return STATUS_USAGE;
}

/* Returns what --listen needs and does not have; NULL: nothing. */
static const char *debugger_needs(const struct options *o)
{
	return !o->gdb_port ? NULL : o->gdb_rank < 0 ? "--gdb=RANK"
	       : o->workers > 1 ? "one worker" : o->clock_real ? "another clock than real"
	       : o->on_demand ? "all ranks from the start, without --on-demand" : NULL;
}

int observe_open(void)
{
	const char *counters = job.opt.net.counters_file, *needs = debugger_needs(&job.opt);
	int rc;

	if (needs) {
		fprintf(stderr, "bgq-run: --listen needs %s\n", needs);
		return STATUS_USAGE;
	}
	if (counters && (rc = report_counters_open(counters)) != 0)
		return not_opened("--counters", counters, rc);
	for (unsigned i = 0; i < job.opt.reports; i++)
		if ((rc = page_open(job.opt.report[i])) != 0)
			return not_opened("--report", job.opt.report[i], rc);
	if (traces() && (rc = trace_open(job.opt.trace.file)) != 0)
		return not_opened("--trace", job.opt.trace.file, rc);
	const char *file;

	if (profiles() && (rc = profile_open(job.opt.profile, &file)) != 0)
		return not_opened("--profile", file, rc);
	return -1;
}

int observe_start(unsigned workers)
{
	int rc = reports() ? measure_start(workers) : 0;

	if (rc == 0 && profiles())
		rc = profile_start();

	return rc == 0 && traces() ? trace_start(&job.opt.trace, workers) : rc;
}

ps_t observe_window_ps(void)
{
	return traces() ? TRACE_WINDOW_PS : 0;
}

void observe_window(ps_t now_ps)
{
	if (traces())
		trace_window(now_ps);
}

static int status(const char *option, const char *file, int rc)
{
	if (rc == 0)
		return 0;
	fprintf(stderr, "bgq-run: %s %s: %s\n", option, file, file_write_error(-rc));
	return STATUS_NOT_WRITTEN;
}

static ps_t end_ps(void)
{
	ps_t over_ps = engine_over(booted.engine);

	return over_ps == PS_NEVER ? engine_now(booted.engine) : over_ps - 1;
}

int observe_end(const struct page_end *end)
{
	const char *file = NULL, *csv = job.opt.net.counters_file;
	int counters = job.opt.net.counters ? status("--counters", csv, report_counters()) : 0;
	int written = profiles() ? profile_write(end_ps(), &file) : 0;
	int profile = status("--profile", file, written);
	int rc = reports() ? page_write(end, &file) : 0;
	int report = status("--report", file, rc);
	int trace = traces() ? status("--trace", job.opt.trace.file, trace_end()) : 0;

	return counters ? counters : profile ? profile : report ? report : trace;
}

/* ---- what the layers tell */

void observe_waited(void *ctx, const struct thread *t)
{
	(void)ctx;
	if (reports())
		measure_waited(t);
	if (traces())
		trace_waited(t);
	if (profiles())
		profile_waited(t);
}

static void ended(void *ctx, const struct thread *t)
{
	(void)ctx;
	profile_ended(t);
}

void (*observe_ended(void))(void *ctx, const struct thread *t)
{
	return profiles() ? ended : NULL;
}

static void message(void *ctx, uint32_t node, const struct mu_sent *m, ps_t now_ps)
{
	(void)ctx;
	if (reports())
		measure_message(node, m, now_ps);
	if (traces())
		trace_message(node, m, now_ps);
}

static void message_done(void *ctx, uint32_t node, uint32_t injfifo, ps_t now_ps)
{
	(void)ctx;
	if (reports())
		measure_message_done(node, now_ps);
	if (traces())
		trace_message_done(node, injfifo, now_ps);
}

void observe_mu(struct mu_ops *ops)
{
	ops->message = message;
	ops->message_done = message_done;
}

static void sent(void *ctx, uint32_t node, unsigned link, const struct net_packet *p,
		 ps_t head_ps, ps_t tail_ps)
{
	(void)ctx;
	if (reports())
		measure_sent(node, link, head_ps, tail_ps);
	if (traces())
		trace_sent(node, link, p, head_ps, tail_ps);
}

static void forwarded(void *ctx, uint32_t node, unsigned link, ps_t busy_ps,
		      const ps_t interval_ps[2])
{
	(void)ctx;
	measure_forwarded(node, link, busy_ps, interval_ps);
}

static void received(void *ctx, uint32_t node, const struct net_packet *p, ps_t injected_ps,
		     ps_t now_ps)
{
	(void)ctx;
	if (reports())
		measure_received(node, p, injected_ps, now_ps);
	if (traces())
		trace_received(node, p, injected_ps, now_ps);
}

const struct net_watch *observe_net(void)
{
	static struct net_watch watch = { .sent = sent, .received = received };

	watch.forwarded = reports() ? forwarded : NULL;
	return &watch;
}
