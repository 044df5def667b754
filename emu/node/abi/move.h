/*
 * move.h - decodes the instruction of a program that has faulted on an 8-byte word, so that
 * its access can be emulated.
 *
 * Known are the instructions that compilers use for a volatile word: loads and stores between
 * it and a register or constant, comparisons, and operations with it or on it in place.  On
 * AArch64 loads and stores only.
 *
 * Never: an access to memory but the instruction's own bytes.
 */
#ifndef BGQ_EMU_MOVE_H
#define BGQ_EMU_MOVE_H

#include <stdbool.h>
#include <stdint.h>
#include <ucontext.h>

enum move_kind { MOVE_LOAD, MOVE_STORE, MOVE_UPDATE };

struct move {
	uint64_t address;
	uint8_t kind;   /* enum move_kind */
	uint8_t op;     /* of an update or a load; move.c */
	int reg;        /* of a load: in the order of the encoding */
	uint64_t value; /* to be stored, or the other operand */
	unsigned bytes; /* of the instruction */
};

/* False: none of those, or outside the program. */
bool move_decode(ucontext_t *uc, struct move *m);

/* An update of a word that holds old becomes a store of m->value; registers and flags in uc
 * are as it leaves them. */
void move_update(ucontext_t *uc, struct move *m, uint64_t old);

/* A load finds that in memory: registers and flags in uc are as it leaves them, and uc
 * continues behind the instruction. */
void move_loaded(ucontext_t *uc, const struct move *m, uint64_t loaded);

/* Like move_loaded(), for the register m->reg and flags that are elsewhere.  Not on AArch64. */
void move_load(const struct move *m, uint64_t loaded, uint64_t *reg, uint64_t *flags);

/* uc continues behind the instruction. */
void move_finish(ucontext_t *uc, const struct move *m);

#endif
