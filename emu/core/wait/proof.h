/*
 * proof.h - from a proof (follow.h) to what is kept of it while the thread is parked (struct wait),
 * and back to the thread's registers.
 *
 * Never: a decision whether to try a proof, or what follows from one.
 */
#ifndef BGQ_EMU_WAIT_PROOF_H
#define BGQ_EMU_WAIT_PROOF_H

#include "wait.h"

struct follow;

/* Limit of followed instructions: at first, and its largest growth (a shift) by failures. */
#define PROOF_STEPS 512u
#define PROOF_STEPS_SHIFT 7
/* Additional steps allowed when words have changed: the round may take another path. */
#define PROOF_STEPS_BACK 64

/* The worker's own, for a proof of t's loop from t->loop.wait->at on. */
struct follow *proof_begin(const struct thread *t);
/* Copies what f has found to w. */
void proof_take(struct wait *w, const struct follow *f);
/* The stack pointer is the frame's: the path from the check to the head changes it. */
void proof_take_steady(struct wait *w, const struct follow *f);
/* Sets the registers of w's thread, and the words that it counts in, to those at the head of the
 * round that begins at head_ps. */
void proof_set_registers(struct wait *w, ps_t head_ps);

#endif
