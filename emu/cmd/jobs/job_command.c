/*
 * job_command.c - the command line of a job's own bgq-run: its place in the machine, its share of
 * the host's cores, faults of its nodes, and its words.
 *
 * Never: an option that changes output, status or times, but for faults that the run has.
 */
#include <stdarg.h>
#include <string.h>

#include "emu/cmd/cli/workers.h"
#include "emu/core/engine/topology.h"
#include "jobs_internal.h"

static void add(struct job_run *r, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static void add(struct job_run *r, const char *format, ...)
{
	va_list list;
	char text[160];

	va_start(list, format);
	vsnprintf(text, sizeof text, format, list);
	va_end(list);
	job_words_add(&r->command, text);
}

static void add_place(const struct jobs *j, struct job_run *r)
{
	const uint8_t *s = r->entry->place.size, *c = r->entry->place.corner;
	const uint8_t *m = j->file.shape.size;
	char at[NET_LOCATION_BYTES];

	add(r, "--shape=%ux%ux%ux%ux%u", s[0], s[1], s[2], s[3], s[4]);
	add(r, "--location=%s", net_location_text(&j->file.location, at));
	add(r, "--within=%ux%ux%ux%ux%u+%u,%u,%u,%u,%u", m[0], m[1], m[2], m[3], m[4], c[0], c[1],
	    c[2], c[3], c[4]);
}

/* Jobs share the host's cores, unless one says how many workers it wants, or can have one only. */
static void add_workers(const struct jobs *j, struct job_run *r)
{
	const struct options *o = &r->opt;
	uint32_t nodes = part_nodes(&r->entry->place);

	if (!o->workers && !o->clock_real && !o->check_stores && !o->workers_report &&
	    !o->profile && !o->gdb_port)
		add(r, "--workers=%u", workers_default(nodes, topology_cores, j->file.jobs));
}

static void add_faults(const struct jobs *j, struct job_run *r)
{
	for (int i = 0; i < r->faults.count; i++)
		job_words_add(&r->command, r->faults.word[i]);
	if (j->opt.reroute && r->faults.count)
		add(r, "--reroute");
	if (j->opt.verify)
		add(r, "--verify");
	if (r->ras_end >= 0)
		add(r, "--ras-file=/proc/self/fd/%d", r->ras_end);
}

void job_command(const struct jobs *j, struct job_run *r, bool whole)
{
	job_words_free(&r->command);
	job_words_add(&r->command, j->self);
	add_place(j, r);
	if (whole) {
		add_workers(j, r);
		add_faults(j, r);
	}
	for (int i = 0; i < r->entry->words.count; i++)
		job_words_add(&r->command, r->entry->words.word[i]);
}

static void print_word(const char *word)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				    "0123456789_.-+=/,:%@";

	if (*word && !word[strspn(word, plain)]) {
		printf(" %s", word);
		return;
	}
	printf(" '");
	for (; *word; word++)
		printf(*word == '\'' ? "'\\''" : "%c", *word);
	printf("'");
}

void job_command_print(const struct job_run *r)
{
	static const char *const into[JOB_STREAMS] = { "<", ">", "2>" };

	printf("%s", r->command.word[0]);
	for (int i = 1; i < r->command.count; i++)
		print_word(r->command.word[i]);
	for (int i = 0; i < JOB_STREAMS; i++) {
		const char *name = r->entry->stream[i];

		if (!name && i != JOB_INPUT)
			continue;
		printf(" %s", into[i]);
		print_word(name ? name : "/dev/null");
	}
	printf("\n");
}
