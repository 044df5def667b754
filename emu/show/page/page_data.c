/* page_data.c - the data of a report, from the machine as the run has left it. */
#include <string.h>
#include <sys/resource.h>

#include "net/net.h"
#include "mu/mu.h"
#include "emu/node/machine/booted.h"
#include "emu/node/machine/job.h"
#include "emu/node/machine/machine.h"
#include "page_internal.h"
#include "emu/show/measure/measure.h"
#include "emu/show/report/report.h"
#include "emu/show/report/report_counters.h"

void page_names(struct json *j, const char *name, const char *const *names)
{
	json_open(j, name, '[');
	for (; *names; names++)
		json_text(j, NULL, *names);
	json_close(j, ']');
}

/* ---- what was run */

static void put_run(struct json *j)
{
	const struct options *o = &job.opt;

	json_open(j, "run", '{');
	json_open(j, "program", '[');
	for (int i = 0; i < o->argc; i++)
		json_text(j, NULL, o->argv[i]);
	json_close(j, ']');
	json_uint(j, "ranks", job.ranks);
	json_uint(j, "ranks_per_node", o->ranks_per_node);
	json_text(j, "mapping", o->mapping);
	json_uint(j, "seed", o->net.seed);
	json_bool(j, "trains", !o->no_trains);
	json_bool(j, "parking", !o->no_parking);
	json_bool(j, "memory_model", o->memory_model);
	json_uint(j, "io_ratio", o->io_ratio);
	if (o->on_demand)
		json_text(j, "on_demand", o->on_demand);
	json_close(j, '}');
}

/* "ABC,D,E" of masks. */
static void put_masks(struct json *j, const char *name, const uint8_t masks[NET_MASKS])
{
	char text[2 * NET_DIMS * NET_MASKS] = "";
	size_t n = 0;

	for (int m = 0; m < NET_MASKS && masks[m]; m++) {
		if (m)
			text[n++] = ',';
		for (int d = 0; d < NET_DIMS; d++)
			if (masks[m] >> d & 1)
				text[n++] = (char)('A' + d);
	}
	text[n] = '\0';
	json_text(j, name, text);
}

static void put_machine(struct json *j)
{
	uint8_t masks[NET_MASKS];

	json_open(j, "machine", '{');
	json_text(j, "model", job.model->name);
	json_uint(j, "nodes", job.nodes);
	json_open(j, "shape", '[');
	for (int d = 0; d < NET_DIMS; d++)
		json_uint(j, NULL, job.shape.size[d]);
	json_close(j, ']');
	json_open(j, "torus", '[');
	for (int d = 0; d < NET_DIMS; d++)
		json_bool(j, NULL, job.shape.torus[d]);
	json_close(j, ']');
	json_open(j, "zones", '[');
	for (unsigned zone = 0; zone < NET_ZONES; zone++) {
		net_get_zone(machine.net, zone, masks);
		put_masks(j, NULL, masks);
	}
	json_close(j, ']');
	net_get_order(machine.net, masks);
	put_masks(j, "order", masks);
	json_uint(j, "link_ps_per_byte", job.model->link_rate.ps);
	json_close(j, '}');
}

/* ---- network */

static void put_link(struct json *j, uint32_t node, unsigned link)
{
	struct net_sender_counters s;
	struct net_receiver_counters r;

	net_sender_count(machine.net, node, link, &s);
	net_receiver_count(machine.net, node, link, engine_last_event(booted.engine), &r);
	if (!s.busy_ps && !net_received_packets(&r))
		return;
	json_line(j);
	json_open(j, NULL, '[');
	json_uint(j, NULL, node);
	json_uint(j, NULL, link);
	json_uint(j, NULL, s.busy_ps);
	for (enum net_counted i = 0; i < NET_SENT_CLASSES; i++)
		json_uint(j, NULL, net_sent_packets(&s, i));
	for (enum net_counted i = 0; i < NET_SENT_CLASSES; i++)
		json_uint(j, NULL, net_sent_chunks(&s, i));
	for (unsigned i = 0; i < NET_RECEIVED_CLASSES; i++)
		json_uint(j, NULL, r.packets[i]);
	json_uint(j, NULL, r.waiting_ps[0]);
	json_uint(j, NULL, r.waiting_ps[1]);
	json_close(j, ']');
}

static void put_links(struct json *j)
{
	static const char *const columns[] = { "node", "link", "busy_ps",
		"dynamic", "deterministic", "priority", "system", "world", "sub",
		"dynamic_chunks", "deterministic_chunks", "priority_chunks", "system_chunks",
		"world_chunks", "sub_chunks",
		"received_user", "received_system", "received_collective",
		"waiting_user_packet_ps", "waiting_other_packet_ps", NULL };

	json_open(j, "links", '{');
	json_open(j, "names", '[');
	for (unsigned l = 0; l < NET_LINKS; l++)
		json_text(j, NULL, net_link_name(l));
	json_close(j, ']');
	page_names(j, "columns", columns);
	json_open(j, "rows", '[');
	for (uint32_t node = 0; node < job.nodes; node++)
		for (unsigned link = 0; link < NET_LINKS; link++)
			put_link(j, node, link);
	json_close(j, ']');
	json_close(j, '}');
}

static void put_latency(struct json *j, const struct measure_sums *s)
{
	static const double shares[] = { 0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99, 0.999 };
	const struct histogram *h = &s->latency;

	json_open(j, "latency_ps", '{');
	json_uint(j, "packets", h->count);
	json_uint(j, "sum", h->sum);
	json_uint(j, "least", h->least);
	json_uint(j, "most", h->most);
	json_open(j, "percentiles", '[');
	for (unsigned i = 0; h->count && i < sizeof shares / sizeof *shares; i++) {
		json_open(j, NULL, '[');
		json_real(j, NULL, 100 * shares[i]);
		json_uint(j, NULL, histogram_share(h, shares[i]));
		json_close(j, ']');
	}
	json_close(j, ']');
	json_open(j, "histogram", '[');
	for (size_t i = 0; i < HISTOGRAM_STEPS; i++) {
		if (!h->step[i])
			continue;
		json_open(j, NULL, '[');
		json_uint(j, NULL, histogram_step_end(i));
		json_uint(j, NULL, h->step[i]);
		json_close(j, ']');
	}
	json_close(j, ']');
	json_open(j, "hops", '[');
	for (unsigned i = 0; i < MEASURE_HOPS; i++) {
		const struct measure_hops *x = &s->hops[i];

		if (!x->packets)
			continue;
		json_open(j, NULL, '[');
		json_uint(j, NULL, i);
		json_uint(j, NULL, x->packets);
		json_uint(j, NULL, x->sum_ps);
		json_uint(j, NULL, x->least_ps);
		json_uint(j, NULL, x->most_ps);
		json_close(j, ']');
	}
	json_close(j, ']');
	json_close(j, '}');
}

/* ---- message units */

static void put_messages(struct json *j, const struct measure_sums *s)
{
	static const char *const kinds[] = { "direct put", "memory FIFO", "remote get",
					     "collective", NULL };

	json_open(j, "messages", '{');
	page_names(j, "kinds", kinds);
	json_open(j, "bytes", '[');
	for (unsigned k = 0; k < MEASURE_KINDS; k++)
		json_uint(j, NULL, s->bytes[k]);
	json_close(j, ']');
	json_open(j, "sizes", '[');
	for (unsigned i = 0; i < MEASURE_SIZES; i++) {
		uint64_t any = 0;

		for (unsigned k = 0; k < MEASURE_KINDS; k++)
			any |= s->messages[k][i];
		if (!any)
			continue;
		json_open(j, NULL, '[');
		json_uint(j, NULL, i ? UINT64_C(1) << (i - 1) : 0);
		for (unsigned k = 0; k < MEASURE_KINDS; k++)
			json_uint(j, NULL, s->messages[k][i]);
		json_close(j, ']');
	}
	json_close(j, ']');
	json_close(j, '}');
}

static void put_units(struct json *j)
{
	static const char *const columns[] = { "node", "messages_injected", "packets_injected",
		"fifo_packets", "get_packets", "put_packets", NULL };

	json_open(j, "message_units", '{');
	page_names(j, "columns", columns);
	json_open(j, "rows", '[');
	for (uint32_t node = 0; node < job.nodes; node++) {
		struct mu_counters c = mu_count(machine.mu, node);

		if (!(c.messages_injected | c.fifo_packets | c.get_packets | c.put_packets))
			continue;
		json_line(j);
		json_open(j, NULL, '[');
		json_uint(j, NULL, node);
		json_uint(j, NULL, c.messages_injected);
		json_uint(j, NULL, c.packets_injected);
		json_uint(j, NULL, c.fifo_packets);
		json_uint(j, NULL, c.get_packets);
		json_uint(j, NULL, c.put_packets);
		json_close(j, ']');
	}
	json_close(j, ']');
	json_close(j, '}');
}

/* ---- ranks */

static const char *const endings[] = { "not started", "alive", "ended" };

static const char *ending(const struct process *p)
{
	return endings[p->status == PROCESS_NOT_STARTED ? 0 : p->status == PROCESS_ALIVE ? 1 : 2];
}

/* One that has not ended waits, or computes, until the last event. */
static ps_t end_of(const struct process *p)
{
	ps_t last_ps = engine_last_event(booted.engine), end_ps = report_end_ps(p);

	return p->status == PROCESS_ALIVE && last_ps > end_ps ? last_ps : end_ps;
}

static void put_ranks(struct json *j)
{
	static const char *const columns[] = { "rank", "node", "state", "status", "end_ps",
					       "calls", NULL };

	json_open(j, "ranks", '{');
	page_names(j, "columns", columns);
	json_open(j, "rows", '[');
	for (uint32_t rank = 0; rank < job.ranks; rank++) {
		const struct process *p = &booted.process[job.mapping.process_of[rank]];

		json_line(j);
		json_open(j, NULL, '[');
		json_uint(j, NULL, rank);
		json_uint(j, NULL, job.mapping.process_of[rank] / job.opt.ranks_per_node);
		json_text(j, NULL, ending(p));
		json_uint(j, NULL, p->status < 0 ? 0 : (uint64_t)p->status);
		json_uint(j, NULL, end_of(p));
		json_uint(j, NULL, p->main_user.calls);
		json_close(j, ']');
	}
	json_close(j, ']');
	json_close(j, '}');
}

/* A line each, by name; those that no rank has waited for are left out. */
static void put_waits(struct json *j)
{
	bool used[MEASURE_WAITS] = { false };

	json_open(j, "waits", '{');
	json_open(j, "kinds", '[');
	for (uint32_t i = 0; i < job.places; i++) {
		struct measure_rank r = measure_rank(i, end_of(&booted.process[i]));

		for (unsigned k = 0; k < MEASURE_WAITS; k++)
			used[k] |= r.waited_ps[k] != 0;
	}
	for (unsigned k = 0; k < MEASURE_WAITS; k++)
		if (used[k])
			json_text(j, NULL, report_wait_name(k));
	json_close(j, ']');
	json_open(j, "rows", '[');
	for (uint32_t rank = 0; rank < job.ranks; rank++) {
		uint32_t i = job.mapping.process_of[rank];
		struct measure_rank r = measure_rank(i, end_of(&booted.process[i]));

		json_open(j, NULL, '[');
		json_uint(j, NULL, rank);
		json_uint(j, NULL, r.waits);
		json_uint(j, NULL, r.others_ps);
		for (unsigned k = 0; k < MEASURE_WAITS; k++)
			if (used[k])
				json_uint(j, NULL, r.waited_ps[k]);
		json_close(j, ']');
	}
	json_close(j, ']');
	json_close(j, '}');
}

static void put_notices(struct json *j)
{
	unsigned kept;
	uint64_t all;
	const struct measure_notice *n = measure_notices(&kept, &all);

	json_open(j, "notices", '{');
	json_uint(j, "all", all);
	json_uint(j, "ras", machine.ras);
	json_open(j, "rows", '[');
	for (unsigned i = 0; i < kept; i++) {
		json_line(j);
		json_open(j, NULL, '[');
		json_uint(j, NULL, n[i].rank);
		json_text(j, NULL, n[i].ras ? "RAS" : "message");
		json_text(j, NULL, n[i].line);
		json_close(j, ']');
	}
	json_close(j, ']');
	json_close(j, '}');
}

/* ---- all but reproducible */

static void put_host(struct json *j)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	json_open(j, "host", '{');
	json_uint(j, "workers", engine_workers(booted.engine));
	json_real(j, "boot_seconds", machine.boot_seconds);
	json_real(j, "run_seconds", machine.run_seconds);
	json_uint(j, "memory_bytes", (uint64_t)usage.ru_maxrss * 1024);
	json_uint(j, "thread_switches", engine_switches(booted.engine));
	json_close(j, '}');
}

void page_data(FILE *to, const struct page_end *end)
{
	static void (*const parts[])(struct json *) = {
		put_run, put_machine, put_links, put_units, put_ranks, put_notices, put_waits,
		put_host };
	struct json j = { .to = to };

	json_open(&j, NULL, '{');
	json_text(&j, "format", "bgqemu report 1");
	json_uint(&j, "job_ps", report_job_ps());
	json_line(&j);
	page_put_end(&j, end);
	json_line(&j);
	put_messages(&j, measure_sum());
	json_line(&j);
	put_latency(&j, measure_sum());
	for (unsigned i = 0; i < sizeof parts / sizeof *parts; i++) {
		json_line(&j);
		parts[i](&j);
	}
	json_close(&j, '}');
	fputc('\n', to);
}
