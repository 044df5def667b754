/*
 * fetch.h - a thread's instruction cache: which code of its program is there.
 *
 * Functions are kept in the order of their last entries, each with its lines, an LRU stack: the
 * lines of those behind a function are its stack distance (R. L. Mattson et al., Evaluation
 * techniques for storage hierarchies, 1970), in which code that comes round again counts once.
 * The last FETCH_YOUNG lines are young: they are taken to be there, and a look for them changes
 * nothing.  Other code is charged for the part of its lines that is gone, from a cache of sets, by
 * its distance.
 *
 * Places are filled in order; the place of a function that is entered again becomes free, its
 * lines 0.  Once all are filled, fetch_make_room() closes up, into more places if need be.
 *
 * Never: shared by threads, one of which would have the time of another changed while that waits.
 */
#ifndef BGQ_EMU_FETCH_H
#define BGQ_EMU_FETCH_H

#include <stdbool.h>
#include <stdint.h>

#include "include/bgqemu/budget.h"
#include "include/bgqemu/fetch.h"

/* A line for each set of the cache. */
#define FETCH_YOUNG 64u

#define FETCH_BLOCK  64u
/* Lines at so many lines' distance are gone. */
#define FETCH_FAR    800u
/* Parts of a line, in which misses are counted. */
#define FETCH_PARTS  256u

struct fetch_order {
	uint32_t places, end;        /* how many there are, a power of two; those that are filled */
	uint32_t young, young_lines; /* functions from this place on are young */
	uint32_t *key;               /* of each place, */
	uint16_t *number, *lines;
	uint16_t *next;              /* that of another function, as first; */
	uint16_t *first;             /* by key: place + 1; 0: none; */
	uint32_t keys_shift;         /* hashes of 32 bits to them */
	uint32_t *sum;               /* lines of a block of places */
	uint64_t memory[];           /* all these */
};

struct fetch {
	uint8_t young[FETCH_FUNCTIONS / 8]; /* a bit for each number: read by programs */
	uint32_t cycles;                    /* of a line that is fetched */
	uint64_t misses;                    /* lines so far, times FETCH_PARTS */
	struct fetch_order *order;          /* NULL: nothing was entered */
	struct fetch_order *first;          /* the first one, allocated with it, or NULL */
};

/* An empty cache, whose lines take so many cycles; 0: one for all, which has everything. */
struct fetch *fetch_create(uint32_t line_cycles);
void fetch_free(struct fetch *f);

static inline bool fetch_has_room(const struct fetch *f)
{
	return f->order && f->order->end < f->order->places;
}
void fetch_make_room(struct fetch *f);

/* Enters a function that is not young, told apart by its key, with what it has pushed
 * (include/bgqemu/fetch.h): there is room.  Returns the lines that are fetched, times
 * FETCH_PARTS. */
uint32_t fetch_enter(struct fetch *f, uint32_t key, uint32_t what);

/* Places a function behind all others. */
void fetch_append(struct fetch_order *o, uint32_t key, uint32_t number, uint32_t lines);

/* Copies f to copy, which has an order of its own, or NULL. */
void fetch_copy(struct fetch *copy, const struct fetch *f);
/* Whether all code is as far away in one as in the other. */
bool fetch_is_same(const struct fetch *a, const struct fetch *b);

static inline bool fetch_is_young(const struct fetch *f, unsigned function)
{
	return f->young[function / 8] >> function % 8 & 1;
}

/* Cost of the budget: nothing is demanded of the core. */
static inline int64_t fetch_cost(const struct fetch *f, uint32_t fetched)
{
	return fetched * f->cycles / FETCH_PARTS * BUDGET_CYCLE;
}

#endif
