/* output_files.c - see output_files.h. */
#include "output_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emu/cmd/cli/file_write.h"
#include "emu/node/machine/options_refuse.h"
#include "restart.h"

static bool refuse(const char *name, const char *why, const char *whole)
{
	fprintf(stderr, "bgq-run: %s: %s %s\n", name, why, whole);
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

static bool refuse_restart(const struct options *o, const char *name, const char *whole)
{
	const struct saved *s = restart_from();

	if (!s)
		return false;
	if (name != o->checkpoint && !strcmp(restart_name(), whole))
		return refuse(name, "is the checkpoint that the run goes on from,", whole);
	if (is_of_job(s->input, s->inputs, whole) || is_of_job(s->file, s->files, whole))
		return refuse(name, "is a file of the job that was kept,", whole);
	return false;
}

#define MOST (OPTIONS_FILES_MAX + 3)

static unsigned add_profile(const struct options *o, char **made)
{
	static const char *const ends[] = { ".txt", ".folded", ".callgrind" };
	unsigned n = 0;

	for (; o->profile && n < 3; n++)
		if (asprintf(&made[n], "%s%s", o->profile, ends[n]) < 0)
			abort();
	return n;
}

static bool refuse_any(const struct options *o, const char *const *name, char **whole, unsigned n)
{
	bool refused = false;

	for (unsigned i = 0; i < n && !refused; i++) {
		whole[i] = options_is_device(name[i]) ? NULL : file_write_whole(name[i]);
		refused = whole[i] && refuse_restart(o, name[i], whole[i]);
		for (unsigned j = 0; whole[i] && j < i && !refused; j++)
			if (whole[j] && !strcmp(whole[i], whole[j]))
				refused = refuse(name[i], "two options write to it,", whole[i]);
	}
	return refused;
}

bool output_files_refuse(const struct options *o)
{
	const char *name[MOST];
	char *whole[MOST] = { NULL }, *made[3] = { NULL };
	unsigned n = options_files(o, name), profiles = add_profile(o, made);

	for (unsigned i = 0; i < profiles; i++)
		name[n++] = made[i];
	bool refused = refuse_any(o, name, whole, n);

	for (unsigned i = 0; i < n; i++)
		free(whole[i]);
	for (unsigned i = 0; i < profiles; i++)
		free(made[i]);
	return refused;
}
