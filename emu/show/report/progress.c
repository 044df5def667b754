/* progress.c - see progress.h. */
#include "progress.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "net/net.h"
#include "emu/cmd/cli/host_memory.h"
#include "emu/cmd/cli/status_line.h"
#include "emu/node/machine/booted.h"
#include "emu/node/machine/job.h"
#include "emu/node/machine/units.h"
#include "report_internal.h"
#include "writer.h"

static bool shown;
static ps_t last_ps;
static uint64_t last_hops;

bool progress_start(void)
{
	return !job.opt.quiet && status_line_start();
}

void progress_clear(void)
{
	if (!shown)
		return;
	shown = false;
	writer_add(STDERR_FILENO, STATUS_LINE_CLEAR, strlen(STATUS_LINE_CLEAR));
}

void progress_clear_now(void)
{
	if (shown)
		fputs(STATUS_LINE_CLEAR, stderr);
	shown = false;
}

static uint64_t packet_hops(void)
{
	struct net_sender_counters s;
	uint64_t hops = 0;

	for (uint32_t node = 0; node < job.nodes; node++)
		for (unsigned link = 0; link < NET_LINKS; link++) {
			net_sender_count(units.net, node, link, &s);
			for (enum net_counted i = 0; i < NET_SENT_CLASSES; i++)
				hops += net_sent_packets(&s, i);
		}
	return hops;
}

/* "480/512 waits in a global barrier", of the way that most are in. */
static void most_ranks(char *buf, size_t bytes)
{
	struct { const char *way; uint32_t ranks; } ways[32] = { { 0 } };
	unsigned most = 0;

	for (uint32_t i = 0; i < job.places; i++) {
		const struct process *p = &booted.process[i];
		const char *way = report_way(&p->main);
		unsigned w = 0;

		if (p->status != PROCESS_ALIVE)
			continue;
		while (w < 31 && ways[w].way && ways[w].way != way)
			w++;
		ways[w].way = way;
		if (++ways[w].ranks > ways[most].ranks)
			most = w;
	}
	snprintf(buf, bytes, "%u/%u %s", ways[most].ranks, job.ranks,
		 ways[most].way ? ways[most].way : "none");
}

void progress_update(ps_t now_ps)
{
	char line[STATUS_LINE_BYTES], text[400], ranks[128], time[24], rate[24], hops[24],
		inside[24];
	double seconds;

	if (now_ps == PS_NEVER || !status_line_due(&seconds))
		return;
	uint64_t now_hops = packet_hops();

	most_ranks(ranks, sizeof ranks);
	snprintf(text, sizeof text,
		 "%s (%s/s), %s hops/s, %s packets, %lu MiB, %s",
		 status_line_time((double)now_ps, time, sizeof time),
		 status_line_time((double)(now_ps - last_ps) / seconds, rate, sizeof rate),
		 status_line_count((double)(now_hops - last_hops) / seconds, hops, sizeof hops),
		 status_line_count((double)net_packets_inside(units.net), inside, sizeof inside),
		 (unsigned long)(host_memory_resident() >> 20), ranks);
	last_ps = now_ps;
	last_hops = now_hops;
	writer_add(STDERR_FILENO, line, status_line_make(line, text));
	writer_flush();
	shown = true;
}
