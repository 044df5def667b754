/*
 * saved.h - the file of a checkpoint: lines of text, then the journal of calls on files and
 * copies of files that the job has written, then lines for names that it has made since.
 *
 *   bgqemu-checkpoint 1      the format
 *   time, options, libc, directory, arg, env, emulator, state, output, errors
 *   input, file, folder, absent, open    files of the host
 *   journal CALLS BYTES      and as many bytes
 *   copy FILE BYTES          so too: FILE counts those of `file`
 *   made NAME                added later
 *
 * Values are divided by blanks; a text has %XX for what would end it.
 *
 * Never: anything of it is believed before it has been read whole and without a fault.
 */
#ifndef BGQ_EMU_RESTART_SAVED_H
#define BGQ_EMU_RESTART_SAVED_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

#include "net/base/digest.h"
#include "net/base/event.h"

#define SAVED_WHY_BYTES 4400 /* a name has up to 4096 */

struct saved_list {
	char **text;
	unsigned count;
};

/* A file as it was: what it had, or that it was not there, or was a directory. */
struct saved_file {
	char *path;
	struct digest digest;
	bool written;   /* the job has written it, or may have */
	bool absent, folder;
	uint32_t mode;  /* if it is written */
	off_t copy_at;  /* in the checkpoint; 0: there is no copy */
};

/* A descriptor of the job's. */
struct saved_open {
	char *path;
	uint64_t number; /* opened.h */
	uint32_t flags;  /* of open(2) */
	uint64_t offset;
};

struct saved {
	ps_t at_ps;
	struct digest emulator;        /* bgq-run itself */
	char *libc;                    /* the version of the host's */
	char *directory;
	struct saved_list args, env, made;
	unsigned options;              /* of args: those before the program */
	struct saved_file *input;      /* the program, and files that options name */
	struct saved_file *file;
	struct saved_open *open;
	unsigned inputs, files, opens;
	struct digest output[3];       /* by descriptor: what ranks have written there */
	struct digest state;
	uint64_t calls, journal_bytes;
	off_t journal_at;              /* in the file */
	uint64_t section_bytes;        /* while it is read: of the bytes that come next, */
	off_t *section_at;             /* and what gets their place */
};

/* Makes room for one more in an array of count entries, cleared; NULL: no memory. */
void *saved_grow(void *array, unsigned *count, size_t bytes);
bool saved_add(struct saved_list *l, const char *text);

/* All but the journal, up to where that begins.  0 or -errno. */
int saved_write(FILE *f, const struct saved *s);
/* Writes the line before so many bytes of s->file[file].  0 or -errno. */
int saved_write_copy(FILE *f, unsigned file, uint64_t bytes);
/* Writes the text of a line for a name that the job makes.  0 or -errno. */
int saved_write_made(int fd, const char *path);
/* Reads f whole.  False: why says what is wrong. */
bool saved_read(FILE *f, struct saved *s, char why[SAVED_WHY_BYTES]);
/* Frees the lists of files and of descriptors, which each checkpoint makes anew. */
void saved_forget_files(struct saved *s);
void saved_free(struct saved *s);

#endif
