/*
 * job_faults.c - faults name nodes of the whole machine: each is handed to the job that has the
 * node, by its coordinates there.
 *
 * The link that a fault names is the port of its node.  At the end of a part it leads round to the
 * part's other end, as link chips close the torus there, or is open.
 *
 * Never: a fault of one job's node that reaches another job.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net/fault/plan.h"
#include "emu/cmd/cli/values.h"
#include "jobs_internal.h"

#define SEPARATORS " \t\r\n/"
#define TEXT_BYTES   256 /* as long as net_faults_add() takes one */
#define OPTION_BYTES (TEXT_BYTES + 64) /* "--fault=", and coordinates for a number */

struct sharing {
	struct jobs *j;
	struct net_faults plan; /* of the machine */
};

/* A fault of the machine's node, as one of the part's. */
static void by_part(const struct job_run *r, const struct jobs *j, uint32_t node,
		    const char *text, char to[OPTION_BYTES])
{
	const uint8_t *corner = r->entry->place.corner;
	char copy[TEXT_BYTES], *rest = copy, *word;
	uint8_t c[NET_DIMS];

	snprintf(copy, sizeof copy, "%s", text);
	net_coord_of(&j->file.shape, node, c);
	word = strtok_r(rest, SEPARATORS, &rest);
	size_t n = (size_t)snprintf(to, OPTION_BYTES, "--fault=%s", word);
	const char *link = strchr(strtok_r(rest, SEPARATORS, &rest), ':');

	n += (size_t)snprintf(to + n, OPTION_BYTES - n, "/%u,%u,%u,%u,%u%s", c[0] - corner[0],
			      c[1] - corner[1], c[2] - corner[2], c[3] - corner[3],
			      c[4] - corner[4], link ? link : "");
	while (n < OPTION_BYTES && (word = strtok_r(rest, SEPARATORS, &rest)) != NULL)
		n += (size_t)snprintf(to + n, OPTION_BYTES - n, "/%s", word);
}

/* "die 3 at=1us # why" as an option. */
static void as_option(const char *text, char to[OPTION_BYTES])
{
	char copy[TEXT_BYTES], *rest = copy, *word;
	size_t n = (size_t)snprintf(to, OPTION_BYTES, "--fault");

	snprintf(copy, sizeof copy, "%s", text);
	for (bool first = true; n < OPTION_BYTES &&
	     (word = strtok_r(rest, SEPARATORS, &rest)) != NULL; first = false)
		n += (size_t)snprintf(to + n, OPTION_BYTES - n, "%s%s", first ? "=" : "/", word);
}

/* NULL, or what the job's own network does not have of what the fault names. */
static const char *give(struct job_run *r, const char *option)
{
	static char text[TEXT_BYTES];
	struct net_faults plan;

	net_faults_init(&plan, net_machine_bgq(), &r->opt.shape, 0);
	const char *why = net_faults_add(&plan, strchr(option, '=') + 1);

	net_faults_cleanup(&plan);
	if (!why) {
		job_words_add(&r->faults, option);
		return NULL;
	}
	snprintf(text, sizeof text, "job %s: %s", r->entry->name, why);
	return text;
}

/* A node that no job has fails too, and says so. */
static const char *of_nobody(struct jobs *j, const struct net_fault *f, const char *line)
{
	struct ras_event e, *more;
	char at[NET_COORD_TEXT_BYTES];

	fprintf(stderr, "bgq-run: fault '%s': node %s is in no job\n", line,
		net_coord_text(&j->file.shape, f->node, at));
	if (!ras_of_node(f, &e))
		return NULL;
	more = realloc(j->idle, (j->idles + 1) * sizeof *more);
	if (!more)
		return "out of memory";
	j->idle = more;
	j->idle[j->idles++] = e;
	return NULL;
}

/* To one job, or to all. */
static const char *hand_out(struct jobs *j, const struct net_fault *f, const char *text,
			    const struct job_entry *owner)
{
	char option[OPTION_BYTES];
	const char *why = NULL;

	for (unsigned i = 0; !why && i < j->file.jobs; i++) {
		struct job_run *r = &j->run[i];

		if (owner && r->entry != owner)
			continue;
		if (owner)
			by_part(r, j, f->node, text, option);
		else
			as_option(text, option);
		why = give(r, option);
	}
	return why;
}

static const char *share(void *ctx, const char *line)
{
	struct sharing *s = ctx;
	char text[TEXT_BYTES];
	unsigned before = s->plan.count;
	const char *why = net_faults_add(&s->plan, line);

	if (why)
		return why;
	snprintf(text, sizeof text, "%.*s", (int)strcspn(line, "#\r\n"), line);
	if (!text[strspn(text, SEPARATORS)])
		return NULL;
	const struct net_fault *f = s->plan.count > before ? &s->plan.fault[before] : NULL;
	bool one = f && !f->everywhere;
	const struct job_entry *owner = one ? job_file_owner(&s->j->file, f->node) : NULL;

	return one && !owner ? of_nobody(s->j, f, text) : hand_out(s->j, f, text, owner);
}

int job_faults_share(struct jobs *j)
{
	struct sharing s = { .j = j };
	const char *why = NULL;

	net_faults_init(&s.plan, net_machine_bgq(), &j->file.shape, 0);
	for (unsigned i = 0; !why && i < j->opt.faults; i++) {
		const struct fault_option *o = &j->opt.fault[i];

		why = o->is_file ? net_faults_lines(o->text, share, &s) : share(&s, o->text);
		if (why)
			fprintf(stderr, "bgq-run: %s: '%s': %s\n",
				o->is_file ? "--faults" : "--fault", o->text, why);
	}
	net_faults_cleanup(&s.plan);
	return why ? STATUS_USAGE : 0;
}
