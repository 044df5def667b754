/*
 * job_ras.c - the RAS events of all jobs in one file, in the order of time, then of jobs.  Each job
 * writes its own as lines of JSON, with coordinates in its part and in the machine; here the job's
 * name is put before them.
 *
 * Never: an order that depends on which job is done first.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "emu/cmd/cli/file_write.h"
#include "emu/cmd/cli/values.h"
#include "emu/node/machine/status.h"
#include "net/machine/machine.h"
#include "jobs_internal.h"

struct event_line {
	uint64_t time_ps;
	size_t number;    /* in the order of jobs */
	const char *job, *text;
	int bytes;
};

struct event_lines {
	struct event_line *line;
	size_t count, room;
};

static void add(struct event_lines *l, const char *job, const char *text, size_t bytes)
{
	static const char name[] = "\"time_ps\":";
	const char *time = memmem(text, bytes, name, sizeof name - 1);

	if (l->count == l->room) {
		l->room = l->room ? 2 * l->room : 64;
		l->line = realloc(l->line, l->room * sizeof *l->line);
		if (!l->line)
			abort();
	}
	l->line[l->count] = (struct event_line){
		.time_ps = time ? strtoull(time + sizeof name - 1, NULL, 10) : 0,
		.number = l->count, .job = job, .text = text, .bytes = (int)bytes
	};
	l->count++;
}

static void add_all(struct event_lines *l, const char *job, const char *text, size_t bytes)
{
	const char *end = text + bytes, *newline;

	for (; text && text < end; text = newline + 1) {
		newline = memchr(text, '\n', (size_t)(end - text));
		if (!newline)
			break;
		add(l, job, text, (size_t)(newline - text));
	}
}

/* Events of nodes that no job has. */
static char *idle_text(const struct jobs *j, size_t *bytes)
{
	const struct ras_place at = { .shape = &j->file.shape,
				      .letters = net_machine_bgq()->letters,
				      .origin = &j->file.location };
	char *text = NULL;
	FILE *f = open_memstream(&text, bytes);

	for (unsigned i = 0; f && i < j->idles; i++)
		ras_json(&j->idle[i], &at, f);
	if (f)
		fclose(f);
	return text;
}

static int by_time(const void *a, const void *b)
{
	const struct event_line *x = a, *y = b;

	if (x->time_ps != y->time_ps)
		return x->time_ps < y->time_ps ? -1 : 1;
	return x->number < y->number ? -1 : 1;
}

static int failed(const struct jobs *j, int error, int status)
{
	fprintf(stderr, "bgq-run: --ras-file %s: %s\n", j->opt.ras_file, file_write_error(error));
	return status;
}

static int write_lines(const struct jobs *j, const struct event_lines *l)
{
	for (size_t i = 0; i < l->count; i++)
		fprintf(j->ras_to, "{\"job\":\"%s\",%.*s\n", l->line[i].job,
			l->line[i].bytes - 1, l->line[i].text + 1);
	int rc = file_write_end(j->ras_to, 0);

	return rc ? failed(j, -rc, STATUS_NOT_WRITTEN) : 0;
}

int job_ras_open(struct jobs *j)
{
	if (!j->opt.ras_file)
		return 0;
	j->ras_to = file_write(j->opt.ras_file);
	return j->ras_to ? 0 : failed(j, errno, STATUS_USAGE);
}

int job_ras_write(struct jobs *j)
{
	struct event_lines l = { 0 };
	size_t bytes = 0;

	if (!j->ras_to)
		return 0;
	for (unsigned i = 0; i < j->file.jobs; i++)
		add_all(&l, j->run[i].entry->name, j->run[i].events, j->run[i].events_bytes);
	char *idle = idle_text(j, &bytes);

	add_all(&l, "", idle, bytes);
	if (l.count)
		qsort(l.line, l.count, sizeof *l.line, by_time);
	int rc = write_lines(j, &l);

	free(l.line);
	free(idle);
	return rc;
}
