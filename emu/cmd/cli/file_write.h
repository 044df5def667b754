/* file_write.h - files that an option names, for output. */
#ifndef BGQ_EMU_FILE_WRITE_H
#define BGQ_EMU_FILE_WRITE_H

#include <stdio.h>

/* Creates the file, or empties it.  Does not wait: a FIFO that has no reader is an error
 * (ENXIO).  NULL with errno. */
FILE *file_write(const char *name);

/* Returns what errno says of a file that file_write() could not open. */
const char *file_write_error(int error);

#endif
