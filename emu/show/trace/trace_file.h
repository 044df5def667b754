/*
 * trace_file.h - the trace's text: put together in one block, while io_uring writes the one
 * before; without io_uring, written when a block is full.
 *
 * From one thread at a time.
 */
#ifndef BGQ_EMU_TRACE_FILE_H
#define BGQ_EMU_TRACE_FILE_H

#include <stdint.h>

/* 0, or -errno. */
int trace_file_open(const char *name);
/* Writes a text of at most 256 bytes behind what there is. */
void trace_file_text(const char *text);
/* Writes a text of any length as a string of JSON. */
void trace_file_string(const char *text);
void trace_file_number(uint64_t n);
/* Writes n with so many digits, zeros in front. */
void trace_file_digits(uint64_t n, unsigned digits);
/* 0, or -errno of the first write that failed. */
int trace_file_close(void);

#endif
