/*
 * host_files.h - files of the host at a checkpoint: what they hold, whether they hold it still, and
 * how they are put back.
 *
 * Never: a file is changed before all have been looked at; one that the job has not written is
 * changed at all.
 */
#ifndef BGQ_EMU_RESTART_HOST_FILES_H
#define BGQ_EMU_RESTART_HOST_FILES_H

#include "saved.h"

/* The first bytes of a regular file, most at the most, and its length.  0 or -errno. */
int host_file_digest(const char *path, uint64_t most, struct digest *d, uint64_t *length);

/* Describes path, whole name of a file, as it is now, in f.  0: f->path is to be freed; -EINVAL: it
 * is not one whose contents count, such as a device; -errno: it cannot be read, as a link that
 * leads nowhere. */
int host_file_describe(const char *path, bool written, struct saved_file *f);
/* Looks whether all files of s have what they had.  False: why names one that has not. */
bool host_files_check(const struct saved *s, char why[SAVED_WHY_BYTES]);
/* Writes copies of files that the job has written, but for very large ones, behind the journal.
 * 0 or -errno. */
int host_files_copy(FILE *to, const struct saved *s);
/* Removes what the job has made since, cuts off what it has added, and writes files again that
 * have changed otherwise, from copies in the checkpoint.  False: why. */
bool host_files_put_back(const struct saved *s, FILE *from, char why[SAVED_WHY_BYTES]);

#endif
