/* jobs_internal.h - one run of several jobs; what the files emu/cmd/jobs share. */
#ifndef BGQ_EMU_JOBS_INTERNAL_H
#define BGQ_EMU_JOBS_INTERNAL_H

#include <sys/types.h>

#include "emu/cmd/cli/ras.h"
#include "emu/node/machine/options.h"
#include "job_file.h"

/* One job: a bgq-run of its own. */
struct job_run {
	struct job_entry *entry;
	struct options opt;       /* as its words say */
	struct job_words faults;  /* of its nodes, by its own coordinates: "--fault=..." */
	struct job_words command; /* its command line */
	int fd[JOB_STREAMS];
	int ras, ras_end;         /* a pipe of RAS events, -1: none is asked for; the job's end */
	char *events;             /* what has come out of it */
	size_t events_bytes;
	pid_t pid;                /* 0: it has ended */
	int status;               /* exit status, as the shell has it */
};

struct jobs {
	struct job_file file;
	struct options opt;       /* of the command line: faults, --reroute, --verify, --ras-file */
	struct job_run *run;      /* [file.jobs] */
	char *self;               /* the command's name */
	FILE *ras_to;             /* gets the events of all jobs; NULL: no --ras-file */
	struct ras_event *idle;   /* events of nodes that no job has */
	unsigned idles;
};

/* job_check.c: Reads a job's words as bgq-run does; 0, or the status after a message that names
 * its line. */
int job_check(const struct jobs *j, struct job_run *r);
/* Whether a file is written twice, by jobs or by a job and the command line; likewise. */
int job_check_files(const struct jobs *j);

/* job_command.c: Makes the job's command line, without its faults and RAS file, or with them. */
void job_command(const struct jobs *j, struct job_run *r, bool whole);
/* Prints it as one for the shell. */
void job_command_print(const struct job_run *r);

/* job_faults.c: Gives each job the faults of its nodes.  0, or the status after a message. */
int job_faults_share(struct jobs *j);

/* job_run.c: Runs all jobs and passes on what they print.  The exit status. */
int job_run_all(struct jobs *j);

/* job_ras.c: Creates the command line's RAS file.  0, or the exit status after a message. */
int job_ras_open(struct jobs *j);
/* Writes the events of all jobs to it in the order of time; likewise. */
int job_ras_write(struct jobs *j);

#endif
