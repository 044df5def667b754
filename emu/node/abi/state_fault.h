/*
 * state_fault.h - faults by flags and segment registers that a program's assembly has changed,
 * which all code relies on: whose they are, and in words.
 *
 * Never: a rank that ends for what another one has changed; a change that the next rank runs
 * with.
 */
#ifndef BGQ_EMU_STATE_FAULT_H
#define BGQ_EMU_STATE_FAULT_H

#include <stdbool.h>
#include <ucontext.h>

/* In a handler, after segments_mend(), whose result is `wrong`. */

/* Goes on without the alignment check after a misaligned access outside the running program. */
bool state_alignment_ignored(int sig, ucontext_t *uc);
/* In the check behind inline assembly: the fault is one of the program, in that assembly, where
 * the context is then.  Sets what the signal is, and why. */
bool state_is_left(int *sig, const char **text, ucontext_t *uc, unsigned wrong);
const char *state_segments_text(unsigned wrong);

#endif
