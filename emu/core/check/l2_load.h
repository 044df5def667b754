/*
 * l2_load.h - programs' calls of L2 operations: where a plain load lets others run, its thread may
 * be found to wait, as at a check.
 *
 * A loop that polls a counter of the L2 is as likely to have yielded in this call as at a check,
 * and threads of a node are parked together only where none of them runs (together.h).  The call is
 * followed from its return on, at the time at which the L2 has the request: what the caller keeps
 * in registers is saved by the entry, and the others are not known after a call.
 *
 * Never: an operation that may change its word.
 */
#ifndef BGQ_EMU_WAIT_L2_LOAD_H
#define BGQ_EMU_WAIT_L2_LOAD_H

#include <stdint.h>

#include "check.h"

/* bgqemu_l2(); frame: the registers that the caller keeps, and the return address; NULL: not
 * known. */
void l2_load_called(uint32_t op, const volatile void *word, struct check_frame *frame);

#endif
