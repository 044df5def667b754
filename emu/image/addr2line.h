/*
 * addr2line.h - addr2line(1), which reads a program's line tables: started for one question,
 * its answer read to the end.
 */
#ifndef BGQ_EMU_IMAGE_ADDR2LINE_H
#define BGQ_EMU_IMAGE_ADDR2LINE_H

#include <stdio.h>
#include <sys/types.h>

/* Starts it with these arguments, the first of which is its name; *answer is its output.
 * Returns its process number for addr2line_close(), or -1 if it cannot be started. */
pid_t addr2line_open(char *const argv[], FILE **answer);
void addr2line_close(pid_t pid, FILE *answer);

#endif
