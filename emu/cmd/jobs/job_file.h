/*
 * job_file.h - a file of jobs for bgq-run --job: the machine, and on each line a job with its part
 * of the machine; bgq-run(1) describes it.
 *
 *   machine 4x4x4x4x2 R00-M0-N00-J00
 *   all     --ranks-per-node 2 output=%j.out
 *   left    2x4x4x4x2+0,0,0,0,0  --np 100 : ./halo 10
 *   right   R00-M0-N08           error=right.err : ./ring
 *
 * Never: starts anything; two jobs with a node in common.
 */
#ifndef BGQ_EMU_JOB_FILE_H
#define BGQ_EMU_JOB_FILE_H

#include "emu/node/machine/corner.h"
#include "job_words.h"

enum job_stream { JOB_INPUT, JOB_OUTPUT, JOB_ERROR, JOB_STREAMS };

struct job_entry {
	char *name;
	unsigned line;
	struct part_box place;      /* in the machine */
	char *stream[JOB_STREAMS];  /* names of files, or NULL */
	struct job_words words;     /* bgq-run's options, and the program */
};

struct job_file {
	const char *path;
	struct net_shape shape;
	struct net_location location; /* of node <0,0,0,0,0> */
	struct job_words all;         /* words of each job */
	struct job_entry *job;
	unsigned jobs;
};

/* 0, or the exit status after a message that names the line. */
int job_file_read(struct job_file *f, const char *path);
/* The job that has the node of the machine; NULL: none. */
struct job_entry *job_file_owner(const struct job_file *f, uint32_t node);
/* Prints "bgq-run: FILE:LINE: " and why; returns the status of wrong usage. */
int job_file_refuse(const struct job_file *f, unsigned line, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

#endif
