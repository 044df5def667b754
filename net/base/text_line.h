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
/* What is wrong with a line of n bytes in which a string would end before: NULL, or a text. */
const char *text_line_whole(const char *line, size_t n);

#endif
