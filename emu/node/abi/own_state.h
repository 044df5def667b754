/*
 * own_state.h - --check-stores: static data of bgq-run cannot be stored to by a rank's program.
 *
 * They are read-only while code of a program runs.  All other code faults at its first store to
 * them, which opens them; a check that is over closes them, and so does a call of the program that
 * comes back by call_stack_enter_guarded().  There is one worker, so no other program runs
 * meanwhile.
 *
 * Not covered: what the emulator has allocated, and thread-local data, to which the host's kernel
 * and the handler itself store; functions of the host that the program calls, since the emulator
 * calls them, too.
 * Never: a fault of the emulator's own, or of a thread of the host's, that ends bgq-run; data that
 * the host's kernel stores to, which would fail with EFAULT.
 */
#ifndef BGQ_EMU_ABI_OWN_STATE_H
#define BGQ_EMU_ABI_OWN_STATE_H

#include <stdbool.h>
#include <stdint.h>

/* Before programs are loaded: their calls open and close. */
void own_state_prepare(void);
/* Before they run, with a handler of faults: from here on static data may be closed. */
void own_state_begin(void);

/* Without effect before own_state_begin(). */
void own_state_open(void);
void own_state_close(void);

bool own_state_holds(uint64_t address);

#endif
