/*
 * word.h - words of memory as a proof finds them in a loop: what it reads, when, and by how much it
 * changes them from round to round.
 */
#ifndef BGQ_EMU_WORD_H
#define BGQ_EMU_WORD_H

#include <stdbool.h>
#include <stdint.h>

#include "net/base/event.h"

/* A word that a parked thread reads in each round, or writes without changing it. */
struct wait_word {
	const volatile uint64_t *at;
	uint64_t value;      /* while it waits */
};

/* Use of a watched word, for when one has changed; not in struct wait_word, so that comparing
 * touches few lines. */
struct wait_use {
	ps_t first_ps, last_ps; /* check before its first and last use, from the head on */
	bool changed;        /* at the last comparison */
	bool differs;        /* within a round, where other threads could see it */
	bool stored;         /* by the loop */
};

#define SLOPE_MOST  (INT64_C(1) << 32)
#define SLOPE_WILD  INT64_MIN /* of a register that has changed by more */
#define SLOPE_WORDS 8

/* An induction variable in memory: a word, or half of one, whose value changes by a constant, its
 * slope, from round to round. */
struct slope_word {
	uint64_t at;
	int64_t slope;
	uint8_t bytes;
};

#endif
