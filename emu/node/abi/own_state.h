/*
 * own_state.h - --check-stores: static data of bgq-run, and what it has allocated (own_heap.h),
 * cannot be stored to by a rank's program.
 *
 * They are read-only while code of a program runs, or a function of the host's libc that it has
 * called: a store there is the rank's end.  They are opened where the program calls the emulator,
 * enters a check, or faults (call_guard), and closed where the program goes on.  What comes by
 * another way, such as a quick check, opens them by a fault.  There is one worker, so no other
 * program runs meanwhile.
 *
 * Not covered: thread-local data, to which the host's kernel and the handler itself store; static
 * data of the host's libraries; what the emulator's own functions store for a program, while they
 * are open.
 * Never: a fault of the emulator's own, or of a thread of the host's, that ends bgq-run; data that
 * the host's kernel stores to, which would fail with EFAULT.
 */
#ifndef BGQ_EMU_ABI_OWN_STATE_H
#define BGQ_EMU_ABI_OWN_STATE_H

#include <stdbool.h>
#include <stdint.h>

/* Before programs are loaded: their calls open and close.  0 or -errno. */
int own_state_prepare(void);
/* Before they run, with a handler of faults: from here on static data may be closed. */
void own_state_begin(void);

/* Without effect before own_state_begin().  own_state_open() in any thread, whatever
 * own_state_is_closed() says. */
void own_state_open(void);
void own_state_close(void);
bool own_state_is_closed(void);
/* pc is in the host's libc. */
bool own_state_is_libc(uint64_t pc);

bool own_state_holds(uint64_t address);

#endif
