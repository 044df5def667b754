/* options.h - the command line of bgq-run; see bgq-run(1). */
#ifndef BGQ_EMU_OPTIONS_H
#define BGQ_EMU_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "net/net.h"
#include "controls.h"
#include "corner.h"
#include "emu/cmd/cli/options_net.h"
#include "emu/cmd/cli/options_trace.h"

/* From which number on --verbose tells what is the emulator's alone, and by its workers. */
#define VERBOSE_PROOFS 5

/* Which ranks leave a core file: those that end by a signal, the first of them, or those that
 * the machine's kernel writes one for (emu/node/machine/controls.h). */
enum core_files { CORE_NONE, CORE_FIRST, CORE_ALL, CORE_KERNEL };

/* Text before each line of output: nothing, "31: " or "stdout[31]: ". */
enum label { LABEL_NONE, LABEL_SHORT, LABEL_LONG };

#define REPORTS_MAX 4

/* A fault, or the name of a file of faults: net/fault/plan.h. */
struct fault_option {
	const char *text;
	bool is_file;
};

struct options {
	uint32_t np;            /* ranks; 0 until known */
	uint32_t ranks_per_node;
	const char *mapping;    /* order of ABCDET, or a file */
	struct net_shape shape;
	bool have_shape;
	struct net_location location; /* of node <0,0,0,0,0> of the machine, */
	struct net_shape whole; /* which has this shape, */
	uint8_t whole_corner[NET_DIMS]; /* and the block's own node <0,0,0,0,0> here */
	bool have_whole;
	struct part_box part;   /* nodes of the job, if not all */
	bool have_part;
	char **argv;            /* program and its arguments */
	int argc;
	char **env;             /* NAME=value, NULL-terminated */
	struct controls controls; /* what it asks of the kernel */
	int envs;
	const char *cwd;
	enum label label;
	const char *output_per_rank; /* a pattern of file names; NULL: none */
	uint32_t stdin_rank;    /* reads standard input */
	double timeout_s;       /* host seconds; 0: none */
	double silence_s;       /* simulated: report ranks without a call for so long; 0: never */
	int verbose; /* --verbose=N: VERBOSE_* */
	bool quiet;             /* no line of progress */
	enum core_files core;
	bool clock_off;         /* --clock: off; */
	uint32_t clock_real;    /* or real, and so much slower; 0: virtual */
	unsigned workers;       /* 0: choose */
	bool no_pin;            /* to cores */
	struct options_net net;
	const struct net_machine *machine; /* with figures of --set; NULL: Blue Gene/Q as it is */
	const char *report[REPORTS_MAX]; /* files */
	unsigned reports;
	const char *profile;    /* files; NULL: none */
	struct fault_option *fault; /* [faults] */
	unsigned faults;
	bool verify;            /* the network's and message units' state */
	bool reroute;           /* packets and class 0 go round links that are dead for good */
	const char *ras_file;   /* gets RAS events of hardware; or NULL */
	const char *checkpoint; /* file; NULL: none is written */
	const char *checkpoint_option; /* which has named it */
	bool restarted;         /* options of a job that was kept came first */
	ps_t checkpoint_at_ps;  /* PS_NEVER: at a signal only */
	char **command;         /* the command line; how many words it has, */
	int command_words, command_options; /* and how many, with its name, before the program */
	struct options_trace trace;
	uint32_t io_ratio;      /* compute nodes for an I/O node */
	bool boot_report;
	bool workers_report;    /* what more would gain, from a run with one */
	bool ras_ends;          /* a RAS record ends the rank it names */
	bool no_trains;         /* every packet of a long collective is simulated */
	uint32_t gdb_port;      /* where gdb connects; 0: it attaches to bgq-run */
	int64_t gdb_rank;       /* waits for a debugger before it starts; -1: none */
	bool check_stores;      /* ranks can store to their own memory only, */
	bool check_own;         /* not to bgq-run's data either, */
	bool check_loads;       /* and load from it; */
	bool equal_addresses;   /* that of others means their own */
	bool memory_model;      /* loads and stores of programs take what caches make of them */
	bool no_parking;        /* every wait is executed */
	bool no_fetch;          /* all code is in instruction caches */
	bool stress_checks;     /* each check enters the emulator, for tests */
	const char *on_demand;  /* ranks that start at once; NULL: all do */
};

/* Does the rank start when the machine does? */
bool options_starts(const struct options *o, uint32_t rank);

/* Fills o from the command line.  Returns -1 to go on, or the exit status at
 * once (--help, --version: 0; an error, reported: 2). */
int options_parse(struct options *o, int argc, char **argv);

#endif
