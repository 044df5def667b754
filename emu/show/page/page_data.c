/* page_data.c - the data of a report, from the machine as the run has left it. */
#include <string.h>
#include <sys/resource.h>

#include "net/net.h"
#include "emu/node/machine/booted.h"
#include "emu/node/machine/job.h"
#include "emu/node/machine/machine.h"
#include "emu/node/machine/units.h"
#include "page_internal.h"
#include "emu/show/measure/measure.h"
#include "emu/show/report/report.h"
#include "emu/show/report/report_counters.h"
#include "emu/core/engine/engine.h"

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

static void put_shape(struct json *j, const char *name, const uint8_t size[NET_DIMS])
{
	json_open(j, name, '[');
	for (int d = 0; d < NET_DIMS; d++)
		json_uint(j, NULL, size[d]);
	json_close(j, ']');
}

static void put_machine(struct json *j)
{
	uint8_t masks[NET_MASKS];

	json_open(j, "machine", '{');
	json_text(j, "model", job.model->name);
	json_uint(j, "nodes", job.nodes);
	put_shape(j, "shape", job.shape.size);
	json_open(j, "torus", '[');
	for (int d = 0; d < NET_DIMS; d++)
		json_bool(j, NULL, job.shape.torus[d]);
	json_close(j, ']');
	json_open(j, "zones", '[');
	for (unsigned zone = 0; zone < NET_ZONES; zone++) {
		net_get_zone(units.net, zone, masks);
		put_masks(j, NULL, masks);
	}
	json_close(j, ']');
	net_get_order(units.net, masks);
	put_masks(j, "order", masks);
	json_uint(j, "link_ps_per_byte", job.model->link_rate.ps);
	put_shape(j, "block", page_blocks()->size);
	put_shape(j, "block_shape", page_blocks()->shape.size);
	json_close(j, '}');
}

/* ---- packets */

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
		put_run, put_machine, page_put_links, page_put_units, page_put_ranks,
		page_put_matrix, page_put_time, page_put_profile, put_notices, page_put_waits,
		put_host };
	struct json j = { .to = to };

	measure_end(page_end_ps);
	measure_sum();

	json_open(&j, NULL, '{');
	json_text(&j, "format", "bgqemu report 2");
	json_uint(&j, "job_ps", report_job_ps());
	json_line(&j);
	page_put_end(&j, end);
	json_line(&j);
	page_put_faults(&j, end->faults);
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
