/*
 * addr2line.h - addr2line(1), which reads a program's line tables: started at the first
 * question and kept, since it takes a second to read those of a big program and then answers
 * at once.  For each address it gives a line with the address and then, for each function that
 * is inlined there, the innermost first, and the one that it is in, a line with its name and
 * one with "/home/me/file.c:12".
 */
#ifndef BGQ_EMU_IMAGE_ADDR2LINE_H
#define BGQ_EMU_IMAGE_ADDR2LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Addresses that may be asked for before an answer is read: they fit into the socket. */
#define ADDR2LINE_AT_ONCE 256u

/* Longer lines are cut. */
#define ADDR2LINE_LINE_BYTES 4096u

/* After so long without an answer addr2line is given up, and places are named without it. */
#define ADDR2LINE_PATIENCE_S 15

/* More lines for one address are no answer of addr2line: each function that is inlined there has
 * two.  What says more is given up, too. */
#define ADDR2LINE_LINES 1024u

/* Asks for n addresses of the program at path.  False: it cannot be asked (image_unnamed()).
 * Else its answer has to be read to the end; other threads wait until then. */
bool addr2line_ask(const char *path, const uint64_t *address, size_t n);

/* The answer's next line without its end; false: no more. */
bool addr2line_next(char line[ADDR2LINE_LINE_BYTES]);

/* "file.c:12", from "/home/me/file.c:12 (discriminator 3)", which is changed. */
char *addr2line_place(char *line);

#endif
