/*
 * status_line.h - the line at the bottom of a terminal that shows how far a long run is.  It
 * is replaced by the next one, and taken away before anything else is written.
 *
 * Only if standard error is a terminal, and from two seconds of host time on, or as many as
 * BGQEMU_PROGRESS_SECONDS of the environment says.
 */
#ifndef BGQ_EMU_STATUS_LINE_H
#define BGQ_EMU_STATUS_LINE_H

#include <stdbool.h>
#include <stddef.h>

#define STATUS_LINE_BYTES 512
/* Takes the line away. */
#define STATUS_LINE_CLEAR "\r\033[K"

/* False, and never due: standard error is no terminal. */
bool status_line_start(void);
/* A new one is due: cheap.  *seconds: since the last time, or the start. */
bool status_line_due(double *seconds);
/* Into line, of STATUS_LINE_BYTES: text, cut to the terminal's width.  Returns its length.
 * Making the next one due again takes longer if this one was expensive. */
size_t status_line_make(char *line, const char *text);

/* "1.23 M" of 1,230,000. */
const char *status_line_count(double n, char *buf, size_t bytes);
/* "1.5 ms" of picoseconds. */
const char *status_line_time(double ps, char *buf, size_t bytes);

#endif
