/*
 * mix.h - instructions that threads have executed, by class (bgqemu/mix.h).
 *
 * Code of a program that asks for counts adds to its worker's cells (emu/node/image/mix.h); they
 * belong to the thread that runs, and are added to its own when another one does.
 *
 * Never: anything in jobs that do not count (engine_config.mixed).
 */
#ifndef BGQ_EMU_ENGINE_MIX_H
#define BGQ_EMU_ENGINE_MIX_H

#include <stdint.h>

#include "include/bgqemu/mix.h"

struct thread;

/* Where the cells are, from the base of %gs on: MIX_COUNT numbers of 8 bytes. */
uint32_t mix_offset(void);
/* engine_config.leave, and wherever else another thread begins to run. */
void mix_switch(void *ctx);
/* Returns the instructions that t has executed; NULL: nothing is counted. */
const int64_t *mix_of(const struct thread *t);
/* Adds instructions that t, parked, would have executed so many times. */
void mix_add_times(struct thread *t, const int64_t *mix, uint64_t times);
/* Begin and end the counts of a thread. */
void mix_begin(struct thread *t);
void mix_end(struct thread *t);

#endif
