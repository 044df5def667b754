/* options_refuse.c - see options_refuse.h. */
#include "options_refuse.h"

#include <stdio.h>
#include <string.h>

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

unsigned options_files(const struct options *o, const char *file[OPTIONS_FILES_MAX])
{
	const char *const one[] = { o->trace.file, o->net.counters_file, o->ras_file,
				    o->checkpoint, o->output_per_rank };
	unsigned n = 0;

	for (unsigned i = 0; i < sizeof one / sizeof *one; i++)
		if (one[i])
			file[n++] = one[i];
	for (unsigned i = 0; i < o->reports; i++)
		file[n++] = o->report[i];
	return n;
}

bool options_is_device(const char *file)
{
	return !strncmp(file, "/dev/", 5);
}

/* Files that are written have names of their own. */
static bool files_wrong(const struct options *o)
{
	const char *file[OPTIONS_FILES_MAX];
	unsigned files = options_files(o, file);

	for (unsigned i = 0; i < files; i++)
		for (unsigned j = 0; j < i; j++)
			if (!options_is_device(file[i]) && !strcmp(file[i], file[j])) {
				fprintf(stderr, "bgq-run: two options write to %s%s\n", file[i],
					o->restarted ? "; those of the job that was kept "
						       "are in force again" : "");
				return true;
			}
	return false;
}

static const char *excluded(const struct options *o, const struct options_given *g)
{
	if (o->profile && o->memory_model)
		return "--profile and --memory-model exclude each other";
	if (o->profile && o->stress_checks)
		return "--profile and --stress-checks exclude each other";
	if (o->stress_checks && o->memory_model)
		return "--stress-checks and --memory-model exclude each other";
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
