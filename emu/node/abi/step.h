/*
 * step.h - an instruction that has faulted is executed alone: with the processor's trap flag set
 * and no signal from elsewhere, so that what was changed for it is undone behind it.
 *
 * Never: two instructions; anything but what a signal handler may do.
 */
#ifndef BGQ_EMU_ABI_STEP_H
#define BGQ_EMU_ABI_STEP_H

#include <stdbool.h>
#include <ucontext.h>

/* The processor can, and no debugger takes the trap for its own. */
bool step_is_possible(void);
/* The interrupted instruction is executed alone.  It may fault again, elsewhere, and be begun
 * again. */
void step_begin(ucontext_t *uc);
/* True if the signal is the trap behind it: signals are as they were. */
bool step_ends(int sig, ucontext_t *uc);

#endif
