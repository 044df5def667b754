/*
 * memory.h - what long blocks of memory take beyond the instructions that move them.
 *
 * By their length alone, since nothing is known of the caches' contents: a block that fits
 * the L1 with its copy takes nothing more, one that fits the L2 a wait for each line
 * that is read.  Longer ones take their turn at the DDR interface too, which the threads
 * of a node share with its message unit.
 *
 * Never: the tags of the message unit's L2 (mu/l2.c).
 */
#ifndef BGQ_EMU_MACHINE_MEMORY_H
#define BGQ_EMU_MACHINE_MEMORY_H

#include <stdint.h>

#include "net/base/event.h"

/* The running thread reads and writes so many bytes, from the first to the last. */
void memory_pass(uint64_t read_bytes, uint64_t written_bytes);
/* Each pass that takes time calls fn with it.  Before the run. */
void memory_tell(void (*fn)(ps_t ps));

#endif
