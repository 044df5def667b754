/*
 * a64.h - between the files of this folder, bgq-as for AArch64: what emu/compile/as/target.h asks
 * of a processor.
 *
 *   a64_operand.c  operands of an instruction
 *   a64_table.c    mnemonics: the A2's class, and which operands are written
 *   a64_insn.c     one instruction
 *   a64_branch.c   jumps, calls and returns
 *   a64_stub.c     the pieces of code that are added
 *   a64_absent.c   steps that only other processors' text needs
 *
 * Never: a change of the flags, or of any register but those that target_aarch64.h names.
 */
#ifndef BGQ_AS_A64_H
#define BGQ_AS_A64_H

#include "emu/compile/as/emit.h"

#include "net/machine/core.h"

enum a64_kind { A64_REGISTER, A64_VECTOR, A64_MEMORY, A64_OTHER };

struct a64_operand {
	struct span text;
	values_t values;
	uint8_t kind;  /* enum a64_kind */
	uint8_t lanes; /* of a vector that is written with its elements; or 0 */
	char width;    /* of a register: its first letter */
};

/* Returns how many there are, at most OPERANDS_MAX. */
uint32_t a64_operands(struct span s, struct a64_operand *op);
/* Registers of those that payments overwrite. */
regs_t a64_scratch(values_t values);

enum {
	A64_WRITES = 1,    /* the first operand, and does not read it */
	A64_CHANGES = 2,   /* the first operand, which it reads, too */
	A64_FLAGS_IN = 4,
	A64_FLAGS_OUT = 8,
	A64_LOADS = 16,    /* the first operand, or with A64_PAIR the first two */
	A64_STORES = 32,
	A64_PAIR = 64,
	A64_SHIFTS = 128,  /* by itself: an operand that says by how much is no second step */
};

struct a64_mnemonic {
	char name[10];
	uint8_t class, before; /* enum core_class; of a first step, if it takes two */
	uint8_t what;
};

/* NULL: not known. */
const struct a64_mnemonic *a64_find(struct span name);

/* True if it is a jump, a call or a return, and has been read. */
bool a64_branch(struct reader *r, struct insn *i, struct span name, struct span rest);

#endif
