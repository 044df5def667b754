/*
 * traffic_main.c - bgq-net: runs one load after the other and prints the results.
 * Values that depend on the host (time, memory) go to stderr and the CSV file's last
 * columns, so that stdout is the same everywhere.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "emu/cmd/cli/file_write.h"
#include "traffic_dma.h"
#include "traffic_plot.h"
#include "traffic_report.h"
#include "traffic_tree.h"

static int run_all(struct traffic_options *o, FILE *csv)
{
	report_head(o);
	if (!o->quiet)
		traffic_progress_start(o->load, o->loads);
	if (csv)
		report_csv_head(csv);
	for (unsigned i = 0; i < o->loads; i++) {
		struct traffic_result r;

		if (!traffic_closed(&o->run))
			o->run.load = o->load[i];
		int rc = traffic_run(&o->run, &r);

		traffic_progress_load_done(o->run.load);
		if (rc != 0) {
			fprintf(stderr, "bgq-net: %s\n", strerror(-rc));
			return 1;
		}
		report_row(o, &r);
		if (r.stuck) {
			fprintf(stderr, "bgq-net: the network has stopped, with %llu packets "
				"in it\n", (unsigned long long)r.stuck);
			return 1;
		}
		if (r.faults.dead || r.faults.crc_differ || r.node_failures ||
		    r.wrong)
			return 1;
		plot_add(&r);
		if (csv)
			report_csv_row(csv, &o->run, &r);
	}
	return 0;
}

static int run_collectives(const struct traffic_options *o)
{
	for (int barrier = 0; barrier < 2; barrier++) {
		struct traffic_collective r;
		int rc = traffic_collective(&o->run, barrier, &r);

		if (rc != 0) {
			fprintf(stderr, "bgq-net: %s\n", strerror(-rc));
			return 1;
		}
		report_collective(&o->run, barrier, &r);
		if (!r.correct || r.nodes != net_shape_nodes(&o->run.shape)) {
			fprintf(stderr, "bgq-net: only %u nodes had the right result\n", r.nodes);
			return 1;
		}
	}
	return 0;
}

/* 0 if there is no name. */
static int open_file(const char *name, FILE **f)
{
	*f = name ? file_write(name) : NULL;
	if (!name || *f)
		return 0;
	fprintf(stderr, "bgq-net: %s: %s\n", name, file_write_error(errno));
	return 1;
}

static int close_file(const char *name, FILE *f)
{
	int rc = f ? file_write_end(f, 0) : 0;

	if (rc == 0)
		return 0;
	fprintf(stderr, "bgq-net: %s: %s\n", name, strerror(-rc));
	return 1;
}

int main(int argc, char **argv)
{
	struct traffic_options o;
	FILE *csv = NULL;
	signal(SIGXFSZ, SIG_IGN); /* writing behind ulimit -f fails, and is reported */
	int status = traffic_options_parse(&o, argc, argv);

	if (status >= 0)
		return status;
	if (open_file(o.csv, &csv) || open_file(o.series, &o.run.series) ||
	    open_file(o.ras, &o.run.ras_file) ||
	    (o.plot && !plot_open(o.plot))) {
		file_write_abandon();
		return 1;
	}
	status = o.tree.kind     ? traffic_tree_run(&o)
		 : o.dma.kind    ? traffic_dma_run(&o)
		 : o.collectives ? run_collectives(&o)
				 : run_all(&o, csv);
	if (o.plot && !plot_close(&o.run))
		status |= 1;
	status |= close_file(o.csv, csv) | close_file(o.series, o.run.series) |
		  close_file(o.ras, o.run.ras_file);
	return status;
}
