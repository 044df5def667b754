/*
 * range.h - long ranges of memory that threads of the wakeup unit watch, each compared once
 * for all of them.
 *
 * Commthreads of a process wait for any change of the same 64 KiB; with a copy of every word
 * for each of them, each store of the node cost megabytes of comparing.  At the end of a
 * segment memory is as in the copy, or its watchers are woken, so one copy is enough.
 *
 * Never: a shared copy that differs from what a thread saw when it began to wait.
 */
#ifndef BGQ_EMU_WAIT_RANGE_H
#define BGQ_EMU_WAIT_RANGE_H

#include <stdbool.h>
#include <stdint.h>

/* Shorter ones are words (wait.h). */
#define RANGE_WORDS_MIN 16

struct shared_range;

/* A range of node's memory as it is now; for the node's worker. */
struct shared_range *range_take(uint32_t node, const volatile uint64_t *at, uint64_t words);
void range_drop(struct shared_range *r);

/* Compares all ranges of node. */
void ranges_compare(uint32_t node);
/* True if the last comparison found a change. */
bool range_has_changed(const struct shared_range *r);
/* True if any byte of [at, at + bytes) is in it. */
bool range_holds(const struct shared_range *r, const void *at, uint64_t bytes);

#endif
