/* options.c - see options.h.  Names are those of the machine's runjob. */
#include "options.h"

#include <argp.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "mapping.h"
#include "options_fault.h"
#include "options_output.h"
#include "options_place.h"
#include "options_refuse.h"
#include "options_restart.h"
#include "options_set.h"
#include "options_shape.h"
#include "rank_list.h"
#include "status.h"
#include "emu/cmd/cli/help.h"
#include "emu/cmd/cli/version.h"
#include "emu/cmd/cli/values.h"

enum {
	OPT_SHAPE = 256, OPT_MAPPING, OPT_EXE, OPT_ARGS, OPT_ENVS, OPT_EXP_ENV,
	OPT_ENV_ALL, OPT_CWD, OPT_LABEL, OPT_TIMEOUT, OPT_SILENCE, OPT_VERBOSE, OPT_MESH, OPT_TORUS,
	OPT_CLOCK, OPT_WORKERS, OPT_SEED, OPT_ZONE, OPT_ORDER, OPT_COUNTERS, OPT_BOOT_REPORT,
	OPT_ON_DEMAND, OPT_RAS_EFFECT, OPT_TRAINS, OPT_PARKING, OPT_FETCH, OPT_CHECK_STORES,
	OPT_CHECK_ACCESSES, OPT_EQUAL_ADDRESSES, OPT_GDB, OPT_LISTEN,
	OPT_MEMORY_MODEL, OPT_CORE, OPT_IO_RATIO, OPT_STDINRANK, OPT_REPORT, OPT_PROFILE, OPT_QUIET,
	OPT_TRACE, OPT_TRACE_RANKS, OPT_TRACE_LINKS, OPT_TRACE_TIME,
	OPT_WORKERS_REPORT, OPT_STRESS_CHECKS, OPT_PIN
};

static const struct argp_option entries[] = {
	{ "np", 'n', "N", 0, "Number of ranks (default: all of --shape, or of 32 nodes)", 1 },
	{ "ranks-per-node", 'p', "N", 0, "Ranks on each node: 1, 2, 4 .. 64 (default 1)", 1 },
	{ "mapping", OPT_MAPPING, "ORDER|FILE", 0,
	  "Places of the ranks: order of ABCDET, last fastest, or file of coordinates", 1 },
	{ "shape", OPT_SHAPE, "AxBxCxDxE", 0, "Nodes in each dimension", 1 },
	{ "exe", OPT_EXE, "FILE", 0, "Program to run", 1 },
	{ "args", OPT_ARGS, "ARGS", 0, "Its arguments, split at blanks; may be repeated", 1 },
	{ "envs", OPT_ENVS, "NAME=VALUE", 0, "Set a variable for the ranks", 1 },
	{ "exp-env", OPT_EXP_ENV, "NAME[,NAME]", 0, "Pass these environment variables on", 1 },
	{ "env-all", OPT_ENV_ALL, NULL, 0, "Pass all environment variables on", 1 },
	{ "cwd", OPT_CWD, "DIR", 0, "Working directory of the ranks", 1 },
	{ "label", OPT_LABEL, "none|short|long", OPTION_ARG_OPTIONAL,
	  "Prefix output lines by rank (short), or stream and rank (default)", 1 },
	{ "stdinrank", OPT_STDINRANK, "RANK", 0, "Rank that reads standard input (default 0)", 1 },
	{ "timeout", OPT_TIMEOUT, "SECONDS", 0, "End the job after so much host time", 1 },
	{ "silence", OPT_SILENCE, "SECONDS", 0,
	  "List the ranks that compute when no rank has made a call for so much simulated "
	  "time (default 1; 0: never)", 1 },
	{ "core", OPT_CORE, "none|first|all|kernel", 0,
	  "Which ranks that end by a signal leave a file core.RANK (default none; kernel: as "
	  "BG_COREDUMP* say)", 1 },
	{ "verbose", OPT_VERBOSE, "N", OPTION_ARG_OPTIONAL, "Print more messages", 1 },
	{ "quiet", OPT_QUIET, NULL, 0, "Show no progress line on a terminal", 1 },
	{ "mesh", OPT_MESH, "DIMS", 0, "Dimensions whose ends are open, as in ABCDE", 2 },
	{ "torus", OPT_TORUS, "DIMS", 0, "Dimensions whose ends are joined (default all)", 2 },
	{ "clock", OPT_CLOCK, "virtual|real[:N]|off", 0,
	  "Time: simulated (default), the host's clock (N times slower), or none", 2 },
	{ "workers", OPT_WORKERS, "N", 0,
	  "Host threads (default: one per core, fewer for few nodes)", 2 },
	{ "pin", OPT_PIN, "cores|none", 0,
	  "Host threads stay on a core each (default), or where the host puts them", 2 },
	{ "on-demand", OPT_ON_DEMAND, "RANKS", OPTION_ARG_OPTIONAL,
	  "Start only these ranks (0,4-7; default 0), the others when a message comes", 2 },
	{ "ras-effect", OPT_RAS_EFFECT, "report|end", 0,
	  "What a RAS record does to its rank (default report)", 2 },
	{ "trains", OPT_TRAINS, "on|off", 0,
	  "Long messages in trains of packets, or packet by packet (default on)", 2 },
	{ "parking", OPT_PARKING, "on|off", 0,
	  "Park threads in proven waits, or execute the waits (default on)", 2 },
	{ "fetch", OPT_FETCH, "on|off", 0,
	  "Code that is not in the instruction cache takes its time, or none (default on)", 2 },
	{ "memory-model", OPT_MEMORY_MODEL, NULL, 0,
	  "Loads and stores of programs take the time of L2 and memory (sampled)", 2 },
	{ "check-stores", OPT_CHECK_STORES, NULL, 0,
	  "End a rank that stores to memory of another rank (slow; one worker)", 2 },
	{ "check-accesses", OPT_CHECK_ACCESSES, NULL, 0,
	  "And one that loads from there, or executes code of another rank", 2 },
	{ "equal-addresses", OPT_EQUAL_ADDRESSES, NULL, 0,
	  "An address of another rank means a rank's own memory at that place (very slow)", 2 },
	{ "gdb", OPT_GDB, "RANK", 0, "Stop this rank at main, in gdb", 2 },
	{ "listen", OPT_LISTEN, "PORT", 0,
	  "With --gdb: wait for gdb or an IDE at this port (one worker)", 2 },
	{ "seed", OPT_SEED, "N", 0, "Seed of the machine's pseudo-random choices", 2 },
	{ "zone", OPT_ZONE, "N=MASKS", 0,
	  "Dimensions of dynamic packets of zone 0 to 3, first to last, as in 0=A,BCD,E", 2 },
	{ "zone-masks", 0, NULL, OPTION_ALIAS, NULL, 2 },
	{ "order", OPT_ORDER, "DIMS", 0,
	  "Order of dimensions for deterministic packets (default longest first)", 2 },
	{ "io-ratio", OPT_IO_RATIO, "N", 0, "Compute nodes for each I/O node (default 128)", 2 },
	{ "counters", OPT_COUNTERS, "FILE", OPTION_ARG_OPTIONAL,
	  "Print the links' counters at the end, or all of them as CSV", 2 },
	{ "report", OPT_REPORT, "FILE", 0,
	  "Write what the run did, for a browser (FILE.html) or as data (FILE.json)", 2 },
	{ "profile", OPT_PROFILE, "FILE", 0,
	  "Write where cycles went, by function and line: FILE.txt, FILE.folded, FILE.callgrind "
	  "(one worker)", 2 },
	{ "trace", OPT_TRACE, "FILE", 0, "Write a trace of events, for Perfetto or Chrome", 2 },
	{ "trace-ranks", OPT_TRACE_RANKS, "RANKS", 0,
	  "Trace these ranks and their nodes, as 0,4-7", 2 },
	{ "trace-links", OPT_TRACE_LINKS, "LINKS", 0, "Trace these links, as A+,C-, or none", 2 },
	{ "trace-time", OPT_TRACE_TIME, "FROM:TO", 0,
	  "Trace this stretch of time, as 10us:1.5ms", 2 },
	{ "workers-report", OPT_WORKERS_REPORT, NULL, 0,
	  "Print what more workers would gain, at the end (one worker)", 2 },
	{ "stress-checks", OPT_STRESS_CHECKS, NULL, 0,
	  "Each check of a program enters the emulator (for tests; slow)", 2 },
	{ "boot-report", OPT_BOOT_REPORT, NULL, 0, "Print boot time and memory at the end", 2 },
	{ 0 }
};

/* Compute nodes of an I/O node, of 16 to 256 that a patent of the family (US 7,761,687) names: the
 * ratio of installations of Blue Gene/Q. */
#define IO_RATIO 128

/* Values that can be checked only when all options are known. */
struct parse {
	struct options *o;
	char *exe;
	struct options_ends ends;
	struct options_given given;
};

static void *grow(void *p, size_t bytes)
{
	p = realloc(p, bytes);
	if (!p) {
		fprintf(stderr, "bgq-run: out of memory\n");
		exit(STATUS_CANNOT_RUN);
	}
	return p;
}

static void add_arg(struct options *o, char *arg)
{
	o->argv = grow(o->argv, ((size_t)o->argc + 2) * sizeof *o->argv);
	o->argv[o->argc++] = arg;
	o->argv[o->argc] = NULL;
}

static void add_env(struct options *o, char *entry)
{
	o->env = grow(o->env, ((size_t)o->envs + 2) * sizeof *o->env);
	o->env[o->envs++] = entry;
	o->env[o->envs] = NULL;
}

static void add_exported(struct options *o, const char *list)
{
	char *copy = strdup(list), *rest = copy, *name;

	while ((name = strsep(&rest, ",")) != NULL) {
		const char *value = getenv(name);
		char *entry;

		if (value && asprintf(&entry, "%s=%s", name, value) > 0)
			add_env(o, entry);
	}
	free(copy);
}

bool options_starts(const struct options *o, uint32_t rank)
{
	return rank < o->np && (!o->on_demand || rank_list_has(o->on_demand, rank));
}

/* One of two words: whether it is the second. */
static bool is_second(struct argp_state *st, const char *option, const char *arg,
		      const char *first, const char *second)
{
	if (strcmp(arg, first) && strcmp(arg, second))
		argp_error(st, "%s: '%s' is neither '%s' nor '%s'", option, arg, first, second);
	return !strcmp(arg, second);
}

/* ---- what is given, one by one */

static void take_ranks_per_node(struct argp_state *st, struct options *o, const char *arg)
{
	o->ranks_per_node = (uint32_t)value_number(st, arg, "--ranks-per-node", 1, 64);
	if (o->ranks_per_node & (o->ranks_per_node - 1))
		argp_error(st, "--ranks-per-node: must be 1, 2, 4, 8, 16, 32 or 64");
}

static void take_shape(struct argp_state *st, struct options *o, const char *arg)
{
	value_shape(st, arg, &o->shape);
	o->have_shape = true;
}

static void take_timeout(struct argp_state *st, struct options *o, const char *arg)
{
	o->timeout_s = value_seconds(st, arg, "--timeout", 1e9);
	if (o->timeout_s == 0)
		argp_error(st, "--timeout: '%s' is not above 0", arg);
}

/* The one of three words that arg is. */
static unsigned one_of(struct argp_state *st, const char *option, const char *arg,
		       const char *const words[3])
{
	unsigned i = 0;

	while (i < 3 && strcmp(arg, words[i]))
		i++;
	if (i == 3)
		argp_error(st, "%s: '%s' is neither '%s' nor '%s' nor '%s'", option, arg, words[0],
			   words[1], words[2]);
	return i;
}

static void take_core(struct argp_state *st, struct options *o, const char *arg)
{
	static const char *const names[] = { "none", "first", "all" };

	o->core = !strcmp(arg, "kernel") ? CORE_KERNEL
					 : (enum core_files)one_of(st, "--core", arg, names);
}

static void take_clock(struct argp_state *st, struct options *o, const char *arg)
{
	static const char *const names[] = { "virtual", "real", "off" };
	unsigned clock = 1;

	if (strncmp(arg, "real:", 5))
		clock = one_of(st, "--clock", arg, names);
	o->clock_off = clock == 2;
	o->clock_real = clock != 1 ? 0 : !strcmp(arg, "real") ? 1
			: (uint32_t)value_number(st, arg + 5, "--clock=real", 1, 1000000);
}

static void take_label(struct argp_state *st, struct options *o, const char *arg)
{
	static const char *const names[] = { "none", "short", "long" };

	o->label = (enum label)one_of(st, "--label", arg, names);
}

static void take_np(struct argp_state *st, struct options *o, const char *arg)
{
	if (!strcmp(arg, "p")) /* as users of mpirun write it */
		argp_error(st, "-np: write -n or --np");
	o->np = (uint32_t)value_number(st, arg, "--np", 1, 1u << 24);
}

/* Group 1: the job. */
static error_t job_option(int key, char *arg, struct argp_state *st)
{
	struct parse *p = st->input;
	struct options *o = p->o;

	switch (key) {
	case 'n': take_np(st, o, arg); break;
	case 'p': take_ranks_per_node(st, o, arg); break;
	case OPT_MAPPING: o->mapping = arg; break;
	case OPT_SHAPE: take_shape(st, o, arg); break;
	case OPT_EXE: p->exe = arg; break;
	case OPT_ARGS:
		p->given.args = true;
		for (char *rest = strdup(arg), *a; (a = strsep(&rest, " \t")) != NULL;)
			if (*a)
				add_arg(o, a);
		break;
	case OPT_ENVS:
		if (!strchr(arg, '='))
			argp_error(st, "--envs: '%s' is not of the form NAME=VALUE", arg);
		add_env(o, arg);
		break;
	case OPT_EXP_ENV: add_exported(o, arg); break;
	case OPT_ENV_ALL:
		for (char **e = environ; *e; e++)
			add_env(o, *e);
		break;
	case OPT_CWD: o->cwd = arg; break;
	case OPT_LABEL: take_label(st, o, arg ? arg : "long"); break;
	case OPT_STDINRANK:
		o->stdin_rank = (uint32_t)value_number(st, arg, "--stdinrank", 0, (1u << 24) - 1);
		break;
	case OPT_TIMEOUT: take_timeout(st, o, arg); break;
	case OPT_SILENCE: o->silence_s = value_seconds(st, arg, "--silence", 1e6); break;
	case OPT_CORE: take_core(st, o, arg); break;
	case OPT_VERBOSE:
		o->verbose = arg ? (int)value_number(st, arg, "--verbose", 0, 7) : 4;
		break;
	case OPT_QUIET: o->quiet = true; break;
	default: return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

static void take_on_demand(struct argp_state *st, struct options *o, const char *arg)
{
	o->on_demand = arg ? arg : "0";
	if (!rank_list_ok(o->on_demand))
		argp_error(st, "--on-demand: '%s' is not a list of ranks like 0,4-7", arg);
}

static bool ends_in(const char *text, const char *end)
{
	size_t n = strlen(text), m = strlen(end);

	return n > m && !strcmp(text + n - m, end);
}

static void take_report(struct argp_state *st, struct options *o, const char *arg)
{
	if (!ends_in(arg, ".json") && !ends_in(arg, ".html"))
		argp_error(st, "--report: '%s' ends neither in .html nor in .json", arg);
	if (o->reports == REPORTS_MAX)
		argp_error(st, "--report: more than %d files", REPORTS_MAX);
	o->report[o->reports++] = arg;
}

static error_t trace_option(int key, const char *arg, struct argp_state *st)
{
	struct parse *p = st->input;
	struct options_trace *o = &p->o->trace;

	p->given.trace |= key == OPT_TRACE_RANKS || key == OPT_TRACE_LINKS || key == OPT_TRACE_TIME;
	switch (key) {
	case OPT_TRACE: o->file = arg; break;
	case OPT_TRACE_RANKS:
		o->ranks = arg;
		if (!rank_list_ok(arg))
			argp_error(st, "--trace-ranks: '%s' is not a list of ranks like 0,4-7",
				   arg);
		break;
	case OPT_TRACE_LINKS:
		value_accept(st, arg, "--trace-links", options_trace_links(o, arg));
		break;
	case OPT_TRACE_TIME:
		value_accept(st, arg, "--trace-time", options_trace_time(o, arg));
		break;
	default: return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

/* Group 2: the machine. */
static error_t machine_option(int key, char *arg, struct argp_state *st)
{
	struct parse *p = st->input;
	struct options *o = p->o;

	switch (key) {
	case OPT_MESH: p->ends.mesh = value_dimensions(st, arg, "--mesh"); break;
	case OPT_TORUS:
		p->ends.torus = value_dimensions(st, arg, "--torus");
		p->ends.have_torus = true;
		break;
	case OPT_CLOCK: take_clock(st, o, arg); break;
	case OPT_PIN: o->no_pin = is_second(st, "--pin", arg, "cores", "none"); break;
	case OPT_WORKERS: o->workers = (unsigned)value_number(st, arg, "--workers", 1, 1024); break;
	case OPT_SEED: o->net.seed = value_number(st, arg, "--seed", 0, ~0ul); break;
	case OPT_ZONE: value_accept(st, arg, "--zone", options_zone(&o->net, NULL, arg)); break;
	case OPT_ORDER: value_accept(st, arg, "--order", options_order(&o->net, NULL, arg)); break;
	case OPT_COUNTERS:
		o->net.counters = true;
		o->net.counters_file = arg;
		break;
	case OPT_REPORT: take_report(st, o, arg); break;
	case OPT_PROFILE: o->profile = arg; break;
	case OPT_ON_DEMAND: take_on_demand(st, o, arg); break;
	case OPT_RAS_EFFECT:
		o->ras_ends = is_second(st, "--ras-effect", arg, "report", "end");
		break;
	case OPT_TRAINS: o->no_trains = is_second(st, "--trains", arg, "on", "off"); break;
	case OPT_GDB:
		o->gdb_rank = (int64_t)value_number(st, arg, "--gdb", 0, (1u << 24) - 1);
		break;
	case OPT_LISTEN:
		o->gdb_port = (uint32_t)value_number(st, arg, "--listen", 1, 65535);
		break;
	case OPT_MEMORY_MODEL: o->memory_model = true; break;
	case OPT_CHECK_STORES: o->check_stores = o->check_own = true; break;
	case OPT_CHECK_ACCESSES:
		o->check_stores = o->check_loads = o->check_own = true;
		break;
	case OPT_EQUAL_ADDRESSES:
		/* A wait there is not what its proof would see. */
		o->check_stores = o->check_loads = o->equal_addresses = o->no_parking = true;
		break;
	case OPT_PARKING:
		o->no_parking = is_second(st, "--parking", arg, "on", "off");
		p->given.parking = !o->no_parking;
		break;
	case OPT_FETCH: o->no_fetch = is_second(st, "--fetch", arg, "on", "off"); break;
	case OPT_STRESS_CHECKS: o->stress_checks = true; break;
	case OPT_IO_RATIO:
		o->io_ratio = (uint32_t)value_number(st, arg, "--io-ratio", 1, 1u << 20);
		break;
	case OPT_WORKERS_REPORT: o->workers_report = true; break;
	case OPT_BOOT_REPORT: o->boot_report = true; break;
	default: return trace_option(key, arg, st);
	}
	return 0;
}

/* The program, perhaps behind a ':', and its arguments. */
static void take_program(struct argp_state *st, char *arg)
{
	struct parse *p = st->input;

	p->given.program = true;
	if (!strcmp(arg, ":") && !p->exe && p->o->argc == 0) {
		if (st->next >= st->argc)
			argp_error(st, "no program after ':'");
		return;
	}
	const char *before = st->argv[st->next - 2];

	p->o->command_options = st->next - 1 - (!strcmp(before, ":") || !strcmp(before, "--"));
	add_arg(p->o, arg);
	for (; st->next < st->argc; st->next++)
		add_arg(p->o, st->argv[st->next]);
}

#define CHILDREN_OF_OPTIONS 5
static const struct argp_child children[] = { { &options_place, 0, NULL, 1 },
					      { &options_fault, 0, NULL, 2 },
					      { &options_set, 0, NULL, 2 },
					      { &options_restart, 0, NULL, 2 },
					      { &options_output, 0, NULL, 1 },
					      { &cli_help, 0, NULL, -1 }, { 0 } };

static error_t parse_option(int key, char *arg, struct argp_state *st)
{
	error_t rc;

	if (key == ARGP_KEY_INIT)
		for (unsigned i = 0; i < CHILDREN_OF_OPTIONS; i++)
			st->child_inputs[i] = ((struct parse *)st->input)->o;
	if (key == ARGP_KEY_ARG) {
		take_program(st, arg);
		return 0;
	}
	rc = job_option(key, arg, st);
	return rc == ARGP_ERR_UNKNOWN ? machine_option(key, arg, st) : rc;
}

static void print_version(FILE *f, struct argp_state *st)
{
	(void)st;
	fprintf(f, "bgq-run (bgqemu) %s\n", BGQEMU_VERSION);
}

int options_parse(struct options *o, int argc, char **argv)
{
	struct parse p = { .o = o };
	const struct argp argp = {
		.options = entries, .parser = parse_option, .children = children,
		.args_doc = "[: PROGRAM [ARGS...]]",
		.doc = "Runs a program built by bgq-cc on an emulated Blue Gene/Q."
		       "\vThe exit status is 0 if all ranks ended with 0, else that of the "
		       "first rank that failed. See bgq-run(1).",
	};

	*o = (struct options){ .ranks_per_node = 1, .mapping = MAPPING_DEFAULT, .silence_s = 1,
				.gdb_rank = -1, .io_ratio = IO_RATIO, .checkpoint_at_ps = PS_NEVER,
				.command = argv, .command_words = argc, .command_options = argc,
				.trace = { .links = UINT16_MAX, .to_ps = PS_NEVER } };
	argp_program_version_hook = print_version;
	argp_err_exit_status = STATUS_USAGE;
	if (argp_parse(&argp, argc, argv, ARGP_IN_ORDER | ARGP_NO_HELP, NULL, &p) != 0)
		return STATUS_USAGE;
	if (p.exe) { /* --args come after the program's own name */
		add_arg(o, NULL);
		memmove(o->argv + 1, o->argv, ((size_t)o->argc - 1) * sizeof *o->argv);
		o->argv[0] = p.exe;
		o->argv[o->argc] = NULL;
	}
	if (o->argc == 0) {
		fprintf(stderr, "bgq-run: no program given; try 'bgq-run --help'\n");
		return STATUS_USAGE;
	}
	if (o->gdb_rank >= 0)
		o->silence_s = 0;
	p.given.exe = p.exe != NULL;
	if (!options_refuse(o, &p.given))
		return STATUS_USAGE;
	/* Packets of trains would be missing, or may be sent again. */
	o->no_trains |= o->trace.file || o->faults;
	if (!o->env)
		o->env = calloc(1, sizeof *o->env);
	controls_read(&o->controls, o->env, o->ranks_per_node);
	return options_shape(o, &p.ends) ? -1 : STATUS_USAGE;
}
