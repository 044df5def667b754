/*
 * call_code.h - between call_thunk.c and the generators of its code, one for each processor:
 * call_code_x86_64.c, call_code_aarch64.c.  A thunk is between a caller and a function: its code
 * may change what calls may change, but for arguments.
 *
 * Never: a payment in two steps that a signal could come between and count; it is one store.
 */
#ifndef BGQ_EMU_CALL_CODE_H
#define BGQ_EMU_CALL_CODE_H

#include <stdint.h>

#include "call_costs.h"

/* Pieces are put one after the other. */
struct code {
	uint8_t *at;
};

/* Takes so many cycles off the budget, */
void code_charge(struct code *c, uint32_t cycles);
/* or those by the length in an argument. */
void code_charge_by_length(struct code *c, const struct call_cost *cost);
/* Jumps to target, or there with a word where it looks for one (call_stack.h). */
void code_jump(struct code *c, const void *target);
void code_jump_with(struct code *c, const void *with, const void *target);
/* Like code_jump_with(), and target finds what code_charge_by_length() has charged. */
void code_jump_charged(struct code *c, const void *with, const void *target);

#endif
