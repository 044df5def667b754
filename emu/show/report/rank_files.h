/*
 * rank_files.h - --output-per-rank: what each rank prints goes to a file of its own.
 *
 * All files are created, empty, before a rank runs: a name that cannot be used is told then, and a
 * rank that prints nothing leaves an empty file, not one of an earlier run.  A file that can no
 * longer be written loses the rest of its rank's output; the first such file is named, the others
 * are counted.
 *
 * Never: more than RANK_FILES_OPEN of them open at a time, however many ranks there are.
 */
#ifndef BGQ_EMU_RANK_FILES_H
#define BGQ_EMU_RANK_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RANK_FILES_OPEN 64u

/* NULL, or what is wrong with a pattern of names for so many ranks: %r is the rank, %j the job,
 * %s the stream, %% a percent sign; digits behind the % are a least width, filled with zeros. */
const char *rank_files_wrong(const char *pattern, uint32_t ranks);
/* The directory that names begin in is the present one. */
void rank_files_here(void);
/* Creates all files and their directories.  False after a message. */
bool rank_files_create(const char *pattern, uint32_t ranks);
bool rank_files_wanted(void);
/* The writer's stream for what a rank prints to fd, 1 or 2. */
int rank_files_stream(uint32_t rank, int fd);
/* For the writer's thread: writes some of n bytes.  Returns how many were written, or n if the
 * file has failed: *error is set the first time. */
size_t rank_files_write(int stream, const void *bytes, size_t n, int *error);
/* At the end of the run: says how many files are not whole, beside the one that was named. */
void rank_files_sum_up(void);

#endif
