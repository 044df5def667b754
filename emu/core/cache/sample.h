/*
 * sample.h - accesses of a loop in one sample of a thread, and what they wait for; private to the
 * room.  Streams are accesses that the prefetcher of a core follows (streams.c).
 */
#ifndef BGQ_EMU_CACHE_SAMPLE_H
#define BGQ_EMU_CACHE_SAMPLE_H

#include <stdbool.h>
#include <stdint.h>

#include "emu/core/engine/thread.h"
#include "loop.h"
#include "lru.h"

#define L1_LINE 64u
#define L2_LINE 128u
#define L1_CYCLES 6u             /* of a load, which instructions have been charged with */
#define STREAM_MAX (2 * L2_LINE) /* from a place to the next, for the prefetcher */

/* How far an access has reached: in this epoch, and in the one before. */
struct reach {
	uint64_t low, high, before;
	int64_t stride; /* from round to round, at the last sample */
	uint64_t block; /* that it was in last, */
	bool in_l2;     /* and whether it was there when it came to it */
};

/* One access, or several whose lines are next to each other and that move alike. */
struct loop_access {
	uint64_t low, high; /* in one round, */
	unsigned lines;     /* and so many lines of the L1 between them */
	int64_t stride;
	struct reach *reach;
	bool loads, stores, regular;
	unsigned in_l2;     /* in 256ths, of what it has passed */
};

struct sample {
	struct thread *thread;
	ps_t time_ps, round_ps; /* of so much time, each round this */
	struct lru *lru;
	unsigned lines_each, lines_all; /* that the prefetcher fetches ahead (cache.h) */
	unsigned accesses;
	struct loop_access access[LOOP_ACCESSES];
	uint64_t reach_bytes;   /* of all */
	uint64_t wait_cycles;
	uint64_t read_bytes, written_bytes; /* of memory; written ones are not among those read */
};

static inline uint64_t stride_bytes(const struct loop_access *a)
{
	return (uint64_t)(a->stride < 0 ? -a->stride : a->stride);
}

static inline uint64_t sample_rounds(const struct sample *s)
{
	return s->time_ps / s->round_ps;
}

/* Makes the access part of one that it moves beside; returns whether there is one. */
bool streams_join(struct sample *s, const struct loop_access *a);

static inline bool streams_has(const struct sample *s, const struct loop_access *a)
{
	return a->regular && s->lines_each && stride_bytes(a) <= STREAM_MAX + (a->high - a->low);
}

/* Lines of the L1, and of the L2, that an access comes to. */
uint64_t streams_lines(const struct sample *s, const struct loop_access *a);
uint64_t streams_l2_lines(const struct sample *s, const struct loop_access *a);

/* Core cycles that the sample's streams wait for, beside the time that it is of. */
uint64_t streams_wait(const struct sample *s);

#endif
