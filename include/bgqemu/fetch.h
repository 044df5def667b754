/*
 * bgqemu/fetch.h - the look of a function for its code in the instruction cache, part of the ABI.
 *
 * The word at %gs:FETCH_CELL leads to a bit for each function, by the number that bgq-as gives it
 * (emu/compile/as/as_fetch.c).  A function whose bit is not set calls bgqemu_fetch, with its lines
 * times FETCH_FUNCTIONS and its number pushed, which charges what is fetched.  No register but
 * flags is changed.
 */
#ifndef BGQEMU_FETCH_H
#define BGQEMU_FETCH_H

#define FETCH_CELL 56
#define FETCH_FUNCTIONS 2048 /* bits; functions with one number are taken for one */

/* The A2's cache: 16 KiB in 64 sets of 4 lines of 64 bytes. */
#define FETCH_LINES 256
#define FETCH_LINE_INSTRUCTIONS 16

#endif
