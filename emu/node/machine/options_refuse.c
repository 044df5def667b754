/* options_refuse.c - see options_refuse.h. */
#include "options_refuse.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mapping.h"
#include "output_files.h"

/* The option that shuts memory of other ranks. */
static const char *check_name(const struct options *o)
{
	return o->equal_addresses ? "--equal-addresses"
	       : o->check_loads   ? "--check-accesses" : "--check-stores";
}

/* The first option that needs simulated time; NULL: none. */
static const char *needs_clock(const struct options *o)
{
	return o->check_stores ? check_name(o) : o->reports ? "--report"
	       : o->trace.file ? "--trace" : o->profile ? "--profile"
	       : o->workers_report ? "--workers-report"
	       : o->stress_checks ? "--stress-checks" : o->faults ? "--fault"
	       : o->verify ? "--verify" : o->machine ? "--set"
	       : o->memory_model ? "--memory-model"
	       : o->checkpoint ? o->checkpoint_option : NULL;
}

static bool clock_wrong(const struct options *o)
{
	const char *name = needs_clock(o);

	if (name && (o->clock_off || o->clock_real)) {
		fprintf(stderr, "bgq-run: %s needs the %sclock\n", name,
			o->clock_real ? "virtual " : "");
		return true;
	}
	if (o->clock_off && o->net.counters) {
		fprintf(stderr, "bgq-run: --counters needs the clock: without it packets take no "
			"links\n");
		return true;
	}
	if (o->workers && o->clock_real)
		fprintf(stderr, "bgq-run: --workers: with --clock=real each node has its own\n");
	return o->workers && o->clock_real;
}

static bool workers_wrong(const struct options *o)
{
	if ((!o->check_stores && !o->workers_report && !o->profile) || o->workers <= 1)
		return false;
	fprintf(stderr, "bgq-run: %s needs one worker\n",
		o->check_stores ? check_name(o) : o->profile ? "--profile" : "--workers-report");
	return true;
}

static bool refuse_twice(const struct options *o, const struct output_file *f)
{
	const char *kept = o->restarted ? "; those of the job that was kept are in force again"
					: "";

	if (!strcmp(f[0].name, f[-1].name) && f[0].end == f[-1].end)
		fprintf(stderr, "bgq-run: two options write to %s%s%s\n", f->name, f->end, kept);
	else
		fprintf(stderr, "bgq-run: %s%s: two options write to it, %s%s\n", f->name, f->end,
			f->whole, kept);
	return true;
}

/* The whole name of a file that is opened in the job's directory; NULL: it is not there. */
static char *in_job(const struct options *o, const char *name)
{
	char *full, *whole;

	if (!o->cwd || *name == '/')
		return realpath(name, NULL);
	if (asprintf(&full, "%s/%s", o->cwd, name) < 0)
		return NULL;
	whole = realpath(full, NULL);
	free(full);
	return whole;
}

/* Takes whole. */
static bool refuse_input(const struct output_files *all, char *whole)
{
	bool refused = false;

	for (unsigned i = 0; whole && i < all->files && !refused; i++) {
		refused = !strcmp(all->file[i].whole, whole);
		if (refused)
			fprintf(stderr, "bgq-run: %s%s: an option writes to a file that is read, "
				"%s\n", all->file[i].name, all->file[i].end, whole);
	}
	free(whole);
	return refused;
}

static bool refuse_inputs(const struct options *o, const struct output_files *all)
{
	bool refused = refuse_input(all, in_job(o, o->argv[0]));

	if (!refused && !mapping_is_order(o->mapping))
		refused = refuse_input(all, in_job(o, o->mapping));
	for (unsigned i = 0; i < o->faults && !refused; i++)
		if (o->fault[i].is_file)
			refused = refuse_input(all, realpath(o->fault[i].text, NULL));
	return refused;
}

/* Files that are written are apart from each other, and from those that are read; a checkpoint
 * knows what its job has read. */
static bool files_wrong(const struct options *o)
{
	struct output_files all = { 0 };

	output_files_add_options(&all, o, 0);
	const struct output_file *f = output_files_twice(&all);
	bool refused = f ? refuse_twice(o, f) : !o->restarted && refuse_inputs(o, &all);

	output_files_free(&all);
	return refused;
}

static const char *excluded(const struct options *o, const struct options_given *g)
{
	if (o->profile && o->stress_checks)
		return "--profile and --stress-checks exclude each other";
	if (o->equal_addresses && g->parking)
		return "--equal-addresses and --parking on exclude each other";
	if (g->trace && !o->trace.file)
		return "--trace-ranks, --trace-links and --trace-time are for --trace";
	if (g->exe && g->program)
		return "--exe and another program are both given; --args has its arguments";
	if (o->checkpoint && o->gdb_rank >= 0)
		return "--checkpoint and --gdb exclude each other";
	if (g->args && !g->exe)
		return "--args is for --exe; arguments are behind the program";
	return NULL;
}

bool options_refuse(const struct options *o, const struct options_given *g)
{
	const char *why = excluded(o, g);

	if (why)
		fprintf(stderr, "bgq-run: %s\n", why);
	return !why && !workers_wrong(o) && !clock_wrong(o) && !files_wrong(o);
}
