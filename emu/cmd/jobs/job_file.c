/* job_file.c - see job_file.h. */
#include "job_file.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "emu/cmd/cli/block.h"
#include "emu/cmd/cli/values.h"
#include "emu/node/machine/status.h"

int job_file_refuse(const struct job_file *f, unsigned line, const char *format, ...)
{
	va_list list;

	fprintf(stderr, "bgq-run: %s:%u: ", f->path, line);
	va_start(list, format);
	vfprintf(stderr, format, list);
	va_end(list);
	fprintf(stderr, "\n");
	return STATUS_USAGE;
}

/* ---- places */

static bool same_place(const struct net_location *a, const struct net_location *b)
{
	return a->midplane == b->midplane && a->board == b->board && a->card == b->card;
}

/* Whether the nodes of the part stand where those of the hardware do. */
static bool is_hardware(const struct job_file *f, const struct named_block *b,
			const struct part_box *part)
{
	uint8_t c[NET_DIMS];

	for (uint32_t n = 0; n < net_shape_nodes(&b->shape); n++) {
		net_coord_of(&b->shape, n, c);
		struct net_location is = net_location_of(&b->at, &b->shape, c);

		for (int d = 0; d < NET_DIMS; d++)
			c[d] = (uint8_t)(c[d] + part->corner[d]);
		struct net_location in = net_location_of(&f->location, &f->shape, c);

		if (!same_place(&is, &in))
			return false;
	}
	return true;
}

static const char *hardware_place(const struct job_file *f, const struct named_block *b,
				  struct part_box *part)
{
	const struct named_block machine = { f->shape, f->location };

	memcpy(part->size, b->shape.size, sizeof part->size);
	if (!block_corner(&machine, &b->at, part->corner))
		return "is not in the machine";
	if (!part_fits(part, &f->shape) || !is_hardware(f, b, part))
		return "is no block in a machine of this shape";
	return NULL;
}

static const char *place_of(const struct job_file *f, const char *text, struct part_box *part)
{
	struct named_block b = { .at = { 0 } };

	if (block_of_hardware(text, &b))
		return hardware_place(f, &b, part);
	if (part_parse(text, part))
		return "is neither like 2x2x2x2x2+0,0,0,0,0 nor like R00-M0-N04";
	return part_fits(part, &f->shape) ? NULL : "goes beyond the machine";
}

static bool apart(const struct part_box *a, const struct part_box *b)
{
	for (int d = 0; d < NET_DIMS; d++)
		if (a->corner[d] + a->size[d] <= b->corner[d] ||
		    b->corner[d] + b->size[d] <= a->corner[d])
			return true;
	return false;
}

static bool holds(const struct part_box *part, const uint8_t c[NET_DIMS])
{
	for (int d = 0; d < NET_DIMS; d++)
		if (c[d] < part->corner[d] || c[d] >= part->corner[d] + part->size[d])
			return false;
	return true;
}

struct job_entry *job_file_owner(const struct job_file *f, uint32_t node)
{
	uint8_t c[NET_DIMS];

	net_coord_of(&f->shape, node, c);
	for (unsigned i = 0; i < f->jobs; i++)
		if (holds(&f->job[i].place, c))
			return &f->job[i];
	return NULL;
}

/* ---- a job */

/* "output=FILE" as the job's stream of that name; false: the word is another. */
static bool take_stream(struct job_entry *e, const char *word)
{
	static const char *const names[JOB_STREAMS] = { "input=", "output=", "error=" };

	for (int i = 0; i < JOB_STREAMS; i++) {
		size_t n = strlen(names[i]);

		if (strncmp(word, names[i], n) != 0)
			continue;
		free(e->stream[i]);
		e->stream[i] = job_words_named(word + n, e->name);
		return true;
	}
	return false;
}

/* Words up to the program may hold the job's name.  Whether a program is named: behind a ':', which
 * tells where words for the job end, or by --exe. */
static bool take_words(struct job_entry *e, const struct job_words *w, int first)
{
	bool program = false, named = false;

	for (int i = first; i < w->count; i++) {
		program |= !strcmp(w->word[i], ":");
		named |= program || !strncmp(w->word[i], "--exe", 5);
		if (!program && take_stream(e, w->word[i]))
			continue;
		char *word = program ? strdup(w->word[i]) : job_words_named(w->word[i], e->name);

		if (word)
			job_words_add(&e->words, word);
		free(word);
	}
	return named;
}

static bool is_name(const char *text)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				      "0123456789_.-";

	return *text && *text != '-' && *text != '.' && !text[strspn(text, letters)];
}

static int check_others(const struct job_file *f, const struct job_entry *e)
{
	for (unsigned i = 0; i < f->jobs; i++) {
		const struct job_entry *o = &f->job[i];

		if (!strcmp(o->name, e->name))
			return job_file_refuse(f, e->line, "line %u has a job %s already", o->line,
					       o->name);
		if (!apart(&o->place, &e->place))
			return job_file_refuse(f, e->line, "job %s has nodes of job %s, line %u",
					       e->name, o->name, o->line);
	}
	return 0;
}

static int job_line(struct job_file *f, const struct job_words *w, unsigned line)
{
	struct job_entry e = { .line = line }, *more;
	const char *why;

	if (!is_name(w->word[0]))
		return job_file_refuse(f, line, "'%s' is no name of a job", w->word[0]);
	if (w->count < 2)
		return job_file_refuse(f, line, "job %s has no place", w->word[0]);
	if ((why = place_of(f, w->word[1], &e.place)) != NULL)
		return job_file_refuse(f, line, "the place '%s' %s", w->word[1], why);
	e.name = strdup(w->word[0]);
	more = realloc(f->job, (f->jobs + 1) * sizeof *more);
	if (!e.name || !more)
		return job_file_refuse(f, line, "out of memory");
	f->job = more;
	bool named = take_words(&e, &f->all, 0);

	named |= take_words(&e, w, 2);
	int rc = check_others(f, &e);

	f->job[f->jobs] = e;
	f->jobs += rc == 0;
	return rc || named ? rc : job_file_refuse(f, line, "no program stands behind a ':'");
}

/* ---- lines */

static int machine_line(struct job_file *f, const struct job_words *w, unsigned line)
{
	const char *why;

	if (f->jobs)
		return job_file_refuse(f, line, "the machine has to be named before jobs");
	if (w->count < 2 || w->count > 3 || net_shape_parse(w->word[1], &f->shape) != 0)
		return job_file_refuse(f, line, "expected machine AxBxCxDxE [LOCATION]");
	if (w->count == 3 && (why = location_parse(w->word[2], &f->location)) != NULL)
		return job_file_refuse(f, line, "'%s' %s", w->word[2], why);
	return 0;
}

static int all_line(struct job_file *f, const struct job_words *w, unsigned line)
{
	if (f->jobs)
		return job_file_refuse(f, line, "words of all jobs have to come before jobs");
	for (int i = 1; i < w->count; i++) {
		if (!strcmp(w->word[i], ":"))
			return job_file_refuse(f, line, "a program is of a job");
		job_words_add(&f->all, w->word[i]);
	}
	return 0;
}

static int take_line(struct job_file *f, const char *text, unsigned line)
{
	struct job_words w = { 0 };
	const char *why = job_words_split(&w, text);
	int rc = 0;

	if (why)
		rc = job_file_refuse(f, line, "%s", why);
	else if (w.count && !strcmp(w.word[0], "machine"))
		rc = machine_line(f, &w, line);
	else if (w.count && !strcmp(w.word[0], "all"))
		rc = all_line(f, &w, line);
	else if (w.count)
		rc = job_line(f, &w, line);
	job_words_free(&w);
	return rc;
}

int job_file_read(struct job_file *f, const char *path)
{
	unsigned line, next = 1;
	const char *why;
	char *text;
	int rc = 0;
	FILE *from = fopen(path, "r");

	*f = (struct job_file){ .path = path };
	net_shape_default(512, &f->shape);
	if (!from) {
		fprintf(stderr, "bgq-run: --job %s: %s\n", path, strerror(errno));
		return STATUS_USAGE;
	}
	while (rc == 0 && (text = job_words_line(from, &line, &next, &why)) != NULL) {
		rc = why ? job_file_refuse(f, line, "%s", why) : take_line(f, text, line);
		free(text);
	}
	if (rc == 0 && ferror(from))
		rc = job_file_refuse(f, next, "%s", strerror(errno));
	fclose(from);
	return rc || f->jobs ? rc : job_file_refuse(f, next, "no job is in the file");
}
