/*
 * file_write.h - files that an option names, for output.  A file is written under a name of its
 * own, NAME.partial, and gets its name when it is whole: whatever ends the process, and when, there
 * is never a file that only looks whole, nor one of an earlier run in its place.  What is no
 * regular file, such as a FIFO or a terminal, is written as it is.
 */
#ifndef BGQ_EMU_FILE_WRITE_H
#define BGQ_EMU_FILE_WRITE_H

#include <stdio.h>

/* Creates the file, and removes one of that name.  Does not wait: a FIFO that has no reader is an
 * error (ENXIO).  NULL with errno. */
FILE *file_write(const char *name);
/* Closes f, of file_write().  error: an errno if what was written is not all, or 0: then the file
 * gets its name.  0, or -errno of the first error: the file is removed. */
int file_write_end(FILE *f, int error);
/* Returns the whole name of a file that is there or can be made, through symbolic links, to be
 * freed; NULL with errno. */
char *file_write_whole(const char *name);
/* Removes what has not been closed; for an end without it. */
void file_write_abandon(void);

/* Returns what errno says of a file that file_write() could not open. */
const char *file_write_error(int error);

#endif
