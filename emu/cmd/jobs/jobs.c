/* jobs.c - the command line of bgq-run --job, and the order of steps; see jobs.h. */
#include "jobs.h"

#include <argp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emu/cmd/cli/help.h"
#include "emu/cmd/cli/values.h"
#include "emu/cmd/cli/version.h"
#include "emu/node/machine/options_fault.h"
#include "emu/node/machine/status.h"
#include "jobs_internal.h"

enum { OPT_JOB = 0x100, OPT_PRINT };

static const struct argp_option entries[] = {
	{ "job", OPT_JOB, "FILE", 0, "Jobs, one a line", 1 },
	{ "print", OPT_PRINT, NULL, 0, "Print each job's own command line, and run nothing", 1 },
	{ 0 }
};

struct jobs_parse {
	struct jobs *j;
	const char *file;
	bool print;
};

static error_t parse(int key, char *arg, struct argp_state *st)
{
	struct jobs_parse *p = st->input;

	switch (key) {
	case ARGP_KEY_INIT: st->child_inputs[0] = &p->j->opt; break;
	case OPT_JOB: p->file = arg; break;
	case OPT_PRINT: p->print = true; break;
	case ARGP_KEY_ARG: argp_error(st, "--job: '%s': programs are in the file", arg); break;
	default: return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

static void print_version(FILE *f, struct argp_state *st)
{
	(void)st;
	fprintf(f, "bgq-run (bgqemu) %s\n", BGQEMU_VERSION);
}

static int parse_options(struct jobs_parse *p, int argc, char **argv)
{
	static const struct argp_child children[] = { { &options_fault, 0, NULL, 2 },
						      { &cli_help, 0, NULL, -1 }, { 0 } };
	static const struct argp argp = {
		.options = entries, .parser = parse, .children = children,
		.doc = "Runs the jobs of a file, each on a part of a machine. Other options are "
		       "words of the file: of one job, or behind \"all\"."
		       "\vThe exit status is that of the first job that failed. See bgq-run(1).",
	};

	argp_program_version_hook = print_version;
	argp_err_exit_status = STATUS_USAGE;
	return argp_parse(&argp, argc, argv, ARGP_IN_ORDER | ARGP_NO_HELP, NULL, p);
}

bool jobs_asked_for(int argc, char **argv)
{
	return argc > 1 && (!strcmp(argv[1], "--job") || !strncmp(argv[1], "--job=", 6));
}

/* Reads and checks the words of all jobs before the first job begins. */
static int prepare(struct jobs *j)
{
	int rc = 0;

	j->run = calloc(j->file.jobs, sizeof *j->run);
	for (unsigned i = 0; rc == 0 && i < j->file.jobs; i++) {
		struct job_run *r = &j->run[i];

		r->entry = &j->file.job[i];
		r->ras = r->ras_end = -1;
		job_command(j, r, false);
		rc = job_check(j, r);
	}
	if (rc == 0)
		rc = job_faults_share(j);
	for (unsigned i = 0; rc == 0 && i < j->file.jobs; i++) {
		job_command(j, &j->run[i], true);
		rc = job_check(j, &j->run[i]);
	}
	return rc ? rc : job_check_files(j);
}

int jobs_run(int argc, char **argv)
{
	static struct jobs j;
	struct jobs_parse p = { .j = &j };

	j.self = argv[0];
	signal(SIGCHLD, SIG_DFL); /* ignored, jobs would end without a status */
	if (parse_options(&p, argc, argv) != 0)
		return STATUS_USAGE;
	int rc = job_file_read(&j.file, p.file);

	if (rc == 0)
		rc = prepare(&j);
	for (unsigned i = 0; rc == 0 && p.print && i < j.file.jobs; i++)
		job_command_print(&j.run[i]);
	if (rc || p.print || (rc = job_ras_open(&j)) != 0)
		return rc;
	rc = job_run_all(&j);
	int written = job_ras_write(&j);

	return rc ? rc : written;
}
