/* loop.h - what the instructions of a program's loop access, by the check in it. */
#ifndef BGQ_EMU_CACHE_LOOP_H
#define BGQ_EMU_CACHE_LOOP_H

#include <stdbool.h>
#include <stdint.h>

#include "emu/core/follow/op.h"

#define LOOP_ACCESSES 64 /* more are not looked at */

struct loop {
	uint64_t check;      /* where it returns to; an offset in the image */
	unsigned accesses;   /* 0: no loop, or nothing known of it */
	struct operand at[LOOP_ACCESSES];
	bool store[LOOP_ACCESSES];
};

/* The innermost loop with the check that returns to offset check of the image at base; valid
 * as long as the worker. */
const struct loop *loop_find(const uint8_t *base, uint64_t check);

#endif
