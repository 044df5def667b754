/*
 * text_line.h - lines of files that people write.
 *
 * Never: part of a line taken for all of it.
 */
#ifndef BGQ_BASE_TEXT_LINE_H
#define BGQ_BASE_TEXT_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Reads the next line of f into line, of so many bytes, without its newline.  False: there is none,
 * or f cannot be read: ferror().  *why: NULL, or what is wrong with the line. */
bool text_line(FILE *f, char *line, size_t bytes, const char **why);
/* Returns NULL if a string can hold the n bytes of line, none of which is 0 then; else why not. */
const char *text_line_whole(const char *line, size_t n);

#endif
