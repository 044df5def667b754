/*
 * output_files.h - files that a run's options write, or those of several jobs: no two are one file,
 * whatever names they have.
 */
#ifndef BGQ_EMU_OUTPUT_FILES_H
#define BGQ_EMU_OUTPUT_FILES_H

#include "options.h"

/* --profile's name has these endings. */
#define OUTPUT_PROFILE_FILES 3
extern const char *const output_profile_ends[OUTPUT_PROFILE_FILES];

struct output_file {
	const char *name, *end; /* as an option gives it, and what is added to it */
	char *whole;            /* one name for each file */
	unsigned by;            /* a number of the caller's: who writes it */
	unsigned place;         /* in the order in which files were added */
};

struct output_files {
	struct output_file *file;
	unsigned files;
};

/* A name; nothing is added for a device, to which several may write, or for NULL. */
void output_files_add(struct output_files *f, const char *name, unsigned by);
/* All that options write. */
void output_files_add_options(struct output_files *f, const struct options *o, unsigned by);
/* Sorts f.  Returns an entry whose file is that of the entry before it, which was added earlier;
 * NULL: all are apart. */
const struct output_file *output_files_twice(struct output_files *f);
void output_files_free(struct output_files *f);

#endif
