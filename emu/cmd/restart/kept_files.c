/* kept_files.c - see kept_files.h. */
#include "kept_files.h"

#include <stdio.h>
#include <string.h>

#include "emu/node/machine/output_files.h"
#include "restart.h"

static bool refuse(const struct output_file *f, const char *why)
{
	fprintf(stderr, "bgq-run: %s%s: %s %s\n", f->name, f->end, why, f->whole);
	return true;
}

/* A file of the job that the checkpoint knows: it was looked at, and would be another one. */
static bool is_of_job(const struct saved_file *f, unsigned files, const char *whole)
{
	for (unsigned i = 0; i < files; i++)
		if (!f[i].folder && !strcmp(f[i].path, whole))
			return true;
	return false;
}

static bool refuse_one(const struct options *o, const struct output_file *f)
{
	const struct saved *s = restart_from();

	if (f->name != o->checkpoint && !strcmp(restart_name(), f->whole))
		return refuse(f, "is the checkpoint that the run goes on from,");
	if (is_of_job(s->input, s->inputs, f->whole) || is_of_job(s->file, s->files, f->whole))
		return refuse(f, "is a file of the job that was kept,");
	return false;
}

bool kept_files_refuse(const struct options *o)
{
	struct output_files all = { 0 };
	bool refused = false;

	if (!restart_from())
		return false;
	output_files_add_options(&all, o, 0);
	for (unsigned i = 0; i < all.files && !refused; i++)
		refused = refuse_one(o, &all.file[i]);
	output_files_free(&all);
	return refused;
}
