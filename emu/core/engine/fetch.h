/*
 * fetch.h - a thread's instruction cache: which functions of its program are there.
 *
 * A function is young from its entry until FETCH_YOUNG lines of others have been entered that were
 * not.  Young code is taken to be there, and its look changes nothing: a loop whose code is young
 * has a fixed point.  For other code it is known how many lines have come since it was entered
 * last, and it is charged for the part of its lines that is gone by then from a cache of sets.
 *
 * Never: shared by threads, one of which would have the time of another changed while that waits.
 */
#ifndef BGQ_EMU_FETCH_H
#define BGQ_EMU_FETCH_H

#include <stdbool.h>
#include <stdint.h>

#include "include/bgqemu/fetch.h"

/* A line for each set of the cache. */
#define FETCH_YOUNG 64u
/* Of a line, in which misses are counted. */
#define FETCH_PARTS 256u

struct fetch {
	uint8_t young[FETCH_FUNCTIONS / 8]; /* a bit for each, by number: read by programs */
	uint32_t young_lines;
	uint32_t position; /* lines that have been entered so far, modulo 2^32, */
	uint32_t *entered; /* and at the last entry of each function; NULL: all are young */
	uint32_t cycles;   /* of a line that is fetched */
	uint64_t misses;   /* lines so far, times FETCH_PARTS */
};

/* An empty cache, whose lines take so many cycles; 0: one for all, which has everything. */
struct fetch *fetch_create(uint32_t line_cycles);
void fetch_free(struct fetch *f);
/* Remembers entries from now on; those of young functions are taken to be now. */
void fetch_remember(struct fetch *f);

static inline bool fetch_is_young(const struct fetch *f, unsigned function)
{
	return f->young[function / 8] >> function % 8 & 1;
}

#endif
