/* output_files.c - see output_files.h. */
#include "output_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emu/cmd/cli/file_write.h"

const char *const output_profile_ends[OUTPUT_PROFILE_FILES] = { ".txt", ".folded", ".callgrind" };

static void *there(void *p)
{
	if (!p)
		abort();
	return p;
}

/* A file whose directory is missing has no other name than its own. */
static char *whole_name(const char *name, const char *end)
{
	char *full, *whole;

	if (asprintf(&full, "%s%s", name, end) < 0)
		abort();
	whole = file_write_whole(full);
	if (!whole)
		return full;
	free(full);
	return whole;
}

static void add(struct output_files *f, const char *name, const char *end, unsigned by)
{
	if (!name || !strncmp(name, "/dev/", 5))
		return;
	f->file = there(realloc(f->file, (f->files + 1) * sizeof *f->file));
	f->file[f->files] = (struct output_file){ name, end, whole_name(name, end), by, f->files };
	f->files++;
}

void output_files_add(struct output_files *f, const char *name, unsigned by)
{
	add(f, name, "", by);
}

void output_files_add_options(struct output_files *f, const struct options *o, unsigned by)
{
	const char *const one[] = { o->trace.file, o->net.counters_file, o->ras_file,
				    o->checkpoint, o->output_per_rank };

	for (unsigned i = 0; i < sizeof one / sizeof *one; i++)
		output_files_add(f, one[i], by);
	for (unsigned i = 0; i < o->reports; i++)
		output_files_add(f, o->report[i], by);
	for (unsigned i = 0; o->profile && i < OUTPUT_PROFILE_FILES; i++)
		add(f, o->profile, output_profile_ends[i], by);
}

static int by_name(const void *a, const void *b)
{
	const struct output_file *x = a, *y = b;
	int order = strcmp(x->whole, y->whole);

	return order ? order : x->place < y->place ? -1 : 1;
}

const struct output_file *output_files_twice(struct output_files *f)
{
	if (f->files)
		qsort(f->file, f->files, sizeof *f->file, by_name);
	for (unsigned i = 1; i < f->files; i++)
		if (!strcmp(f->file[i].whole, f->file[i - 1].whole))
			return &f->file[i];
	return NULL;
}

void output_files_free(struct output_files *f)
{
	for (unsigned i = 0; i < f->files; i++)
		free(f->file[i].whole);
	free(f->file);
	*f = (struct output_files){ 0 };
}
