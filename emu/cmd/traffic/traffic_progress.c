/*
 * traffic_progress.c - bgq-net's line on a terminal: how far it is, and how long the rest may
 * take.  The cost of a load is taken to be proportional to what it offers.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "emu/cmd/cli/status_line.h"
#include "traffic_internal.h"

static struct {
	double before, all; /* loads that are done, and all of them */
	double seconds;     /* of the run so far */
	uint64_t last_hops;
	bool wanted, shown;
} progress;

ps_t traffic_progress_window_ps(void)
{
	return progress.wanted ? PS_PER_US : 0;
}

void traffic_progress_start(const double *load, unsigned loads)
{
	for (unsigned i = 0; i < loads; i++)
		progress.all += load[i];
	progress.wanted = status_line_start();
}

void traffic_progress_clear(void)
{
	if (progress.shown)
		fputs(STATUS_LINE_CLEAR, stderr);
	progress.shown = false;
}

void traffic_progress_load_done(double load)
{
	progress.before += load;
	progress.last_hops = 0;
	traffic_progress_clear();
}

/* Returns the part of the run that is done: the packets of an all-to-all that have been delivered,
 * else the time. */
static double share_done(const struct traffic *t, uint64_t packets, ps_t now_ps)
{
	const struct traffic_config *c = t->cfg;

	if (c->time_ps != PS_NEVER)
		return (double)now_ps / (double)c->time_ps;
	return (double)packets /
	       ((double)t->nodes * (traffic_peers(c) - 1) * c->prefix * c->packets);
}

void traffic_progress(void *ctx, ps_t now_ps)
{
	const struct traffic *t = ctx;
	char line[STATUS_LINE_BYTES], text[300], time[24], hops[24];
	uint64_t packets = 0, all_hops = 0;
	double seconds;

	if (now_ps == PS_NEVER || !status_line_due(&seconds))
		return;
	for (unsigned w = 0; w < t->cfg->workers; w++) {
		packets += t->tally[w].all_packets;
		all_hops += t->tally[w].all_hops;
	}
	double load = t->cfg->pattern == TRAFFIC_ALLTOALL ? progress.all : t->cfg->load;
	double share = share_done(t, packets, now_ps);
	double done = (progress.before + load * share) / (progress.all ? progress.all : 1);

	done = done < 1 ? done : 1;
	progress.seconds += seconds;
	snprintf(text, sizeof text,
		 "%.1f %%, load %.0f %% at %s, %s packet-hops/s, about %.0f s left",
		 100 * done, 100 * t->cfg->load,
		 status_line_time((double)now_ps, time, sizeof time),
		 status_line_count((double)(all_hops - progress.last_hops) / seconds, hops,
				   sizeof hops),
		 done > 0 ? progress.seconds * (1 - done) / done : 0);
	progress.last_hops = all_hops;
	fwrite(line, 1, status_line_make(line, text), stderr);
	progress.shown = true;
}
