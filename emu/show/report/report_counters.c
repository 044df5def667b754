/*
 * report_counters.c - see report_counters.h.  Reads counters only; the output is
 * the same for any number of workers, since packets that were in flight when the
 * last rank ended have arrived by now (engine_config.drain).
 */
#include "report_counters.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "emu/cmd/cli/file_write.h"
#include "emu/core/wait/wait.h"
#include "net/guard.h"
#include "emu/node/machine/booted.h"
#include "emu/node/machine/job.h"
#include "emu/node/machine/units.h"
#include "emu/core/engine/engine.h"

#define TABLE_NODES_MAX 32 /* more are summed up by direction */

static FILE *csv;

/* Counts of the ends of one link, or of many. */
struct row {
	uint64_t normal, priority, system, collective; /* packets sent */
	ps_t busy_ps;
	uint64_t received;
	ps_t waiting_ps; /* packets in the buffers, times their time there */
};

int report_counters_open(const char *file)
{
	csv = file_write(file);
	return csv ? 0 : -errno;
}

static struct row read_row(uint32_t node, unsigned link)
{
	struct net_sender_counters s;
	struct net_receiver_counters r;

	net_sender_count(units.net, node, link, &s);
	net_receiver_count(units.net, node, link, engine_last_event(booted.engine), &r);
	return (struct row){ net_sent_normal(&s), net_sent_packets(&s, NET_SENT_PRIORITY),
			     net_sent_packets(&s, NET_SENT_SYSTEM), net_sent_collective(&s),
			     s.busy_ps, net_received_packets(&r),
			     r.waiting_ps[0] + r.waiting_ps[1] };
}

static bool row_used(const struct row *c)
{
	return c->busy_ps || c->received;
}

static ps_t stop_ps(const struct process *p)
{
	const struct thread *t = &p->main;

	return t->state == THREAD_PARKED ? wait_since(t) : t->clock_ps;
}

ps_t report_end_ps(const struct process *p)
{
	return p->status < 0 ? stop_ps(p) : p->end_ps;
}

ps_t report_job_ps(void)
{
	ps_t last_ps = 0;

	for (uint32_t i = 0; i < job.places; i++) {
		ps_t end_ps = report_end_ps(&booted.process[i]);

		if (end_ps > last_ps)
			last_ps = end_ps;
	}
	return last_ps;
}

static double share(ps_t part_ps, ps_t whole_ps)
{
	return whole_ps ? (double)part_ps / (double)whole_ps : 0;
}

/* ---- all links */

/* Counts of the link protocol: zeros of a link without faults. */
static void print_errors(uint32_t node, unsigned link)
{
	struct net_link_counts e = { 0 };

	net_link_count(units.net, node, link, &e);
	fprintf(csv, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 "\n", e.bad, e.lost,
		e.resent, e.corrected);
}

static void print_csv_row(uint32_t node, unsigned link, const struct row *c)
{
	uint8_t at[NET_DIMS];

	net_coord_of(&job.shape, node, at);
	fprintf(csv,
		"%" PRIu32 ",%u,%u,%u,%u,%u,%s,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64
		",%" PRIu64 ",%" PRIu64 ",%" PRIu64,
		node, at[0], at[1], at[2], at[3], at[4], net_link_name(link), c->normal,
		c->priority, c->system, c->collective, c->busy_ps,
		c->received, c->waiting_ps);
	print_errors(node, link);
}

static void print_csv(void)
{
	fprintf(csv, "node,a,b,c,d,e,link,normal,priority,system,collective,busy_ps,received,"
		"waiting_packet_ps,bad,lost,sent_again,bits_corrected\n");
	for (uint32_t node = 0; node < job.nodes; node++)
		for (unsigned link = 0; link < NET_LINKS; link++) {
			struct row c = read_row(node, link);

			print_csv_row(node, link, &c);
		}
}

static void print_table_row(const char *where, unsigned link, const struct row *c,
			    ps_t links_ps)
{
	fprintf(stderr,
		"  %-18s %s %10" PRIu64 " %9" PRIu64 " %9" PRIu64 " %10" PRIu64
		" %12.3f %6.2f %10" PRIu64 " %11.4f\n",
		where, net_link_name(link), c->normal, c->priority, c->system,
		c->collective, (double)c->busy_ps / (double)PS_PER_US,
		100 * share(c->busy_ps, links_ps), c->received,
		share(c->waiting_ps, links_ps));
}

static void print_table_head(const char *where)
{
	fprintf(stderr, "  %-18s    %10s %9s %9s %10s %12s %6s %10s %11s\n", where, "normal",
		"priority", "system", "collective", "busy us", "busy %", "received",
		"mean queue");
}

/* Links that nothing has crossed are left out. */
static void print_nodes(ps_t time_ps)
{
	print_table_head("node, link");
	for (uint32_t node = 0; node < job.nodes; node++)
		for (unsigned link = 0; link < NET_LINKS; link++) {
			struct row c = read_row(node, link);
			char name[NET_COORD_TEXT_BYTES];

			if (row_used(&c))
				print_table_row(net_coord_text(&job.shape, node, name),
						link, &c, time_ps);
		}
}

/* ---- in sum */

static void row_add(struct row *sum, const struct row *c)
{
	sum->normal += c->normal;
	sum->priority += c->priority;
	sum->system += c->system;
	sum->collective += c->collective;
	sum->busy_ps += c->busy_ps;
	sum->received += c->received;
	sum->waiting_ps += c->waiting_ps;
}

static void print_summary(ps_t time_ps)
{
	uint32_t busiest_node = 0, links = 0;
	unsigned busiest_link = 0;
	struct row sum[NET_LINKS] = { 0 };
	ps_t most_ps = 0, all_ps = 0;
	char name[NET_COORD_TEXT_BYTES];

	for (uint32_t node = 0; node < job.nodes; node++)
		for (unsigned link = 0; link < NET_LINKS; link++) {
			struct row c = read_row(node, link);

			row_add(&sum[link], &c);
			links += c.busy_ps != 0;
			all_ps += c.busy_ps;
			if (c.busy_ps <= most_ps)
				continue;
			most_ps = c.busy_ps;
			busiest_node = node;
			busiest_link = link;
		}
	print_table_head("all nodes, link");
	for (unsigned link = 0; link < NET_LINKS; link++)
		if (row_used(&sum[link]))
			print_table_row("", link, &sum[link], time_ps * job.nodes);
	if (links)
		fprintf(stderr,
			"bgq-run: %" PRIu32 " of %" PRIu32 " links used in %.3f us, %.2f %% of the "
			"time on average; busiest: %s of %s, %.2f %%\n",
			links, job.nodes * NET_LINKS, (double)time_ps / (double)PS_PER_US,
			100 * share(all_ps, time_ps * links), net_link_name(busiest_link),
			net_coord_text(&job.shape, busiest_node, name),
			100 * share(most_ps, time_ps));
	else
		fprintf(stderr, "bgq-run: no link has carried a packet\n");
}

int report_counters(void)
{
	ps_t time_ps = report_job_ps();

	if (csv)
		print_csv();
	else if (job.nodes <= TABLE_NODES_MAX)
		print_nodes(time_ps);
	print_summary(time_ps);
	return csv ? file_write_end(csv, 0) : 0;
}
