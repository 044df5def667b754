/*
 * wait_loop.h - what a thread will do that waits in a loop of its program, without running
 * it: once round the loop, instruction by instruction.
 *
 * Only what reads is carried out.  An instruction that is not known here, a store, a
 * call or a loop that is long means that nobody knows: then it is taken to end.
 */
#ifndef BGQ_EMU_WAIT_LOOP_H
#define BGQ_EMU_WAIT_LOOP_H

#include <stdbool.h>
#include <stdint.h>

#include "spin.h"

#define WAIT_LOOP_OPS   64
#define WAIT_LOOP_READS 16

/* Registers by number: 0..15 as in instruction encodings, and none. */
#define WAIT_LOOP_NONE 16

enum wait_loop_kind {
	WAIT_OP_MOV, WAIT_OP_LEA, WAIT_OP_CMP, WAIT_OP_TEST, WAIT_OP_ADD, WAIT_OP_SUB, WAIT_OP_AND,
	WAIT_OP_OR, WAIT_OP_XOR, WAIT_OP_SHL, WAIT_OP_SHR, WAIT_OP_SAR, WAIT_OP_NOTHING,
	WAIT_OP_JUMP, WAIT_OP_BRANCH, WAIT_OP_HOOK
};

enum wait_operand_kind { WAIT_REGISTER, WAIT_IMMEDIATE, WAIT_MEMORY };

struct wait_operand {
	uint8_t kind, bytes;
	uint8_t reg;          /* or base, WAIT_LOOP_NONE: none */
	uint8_t index, scale;
	int64_t value;        /* immediate, or displacement */
};

struct wait_op {
	uint64_t at, next, target; /* addresses; target: of a jump */
	uint8_t kind;
	uint8_t condition;    /* of a branch, as in its opcode */
	bool sign;            /* the source is extended with its sign */
	struct wait_operand to, from;
	int16_t next_op, target_op; /* -1: not decoded yet */
};

struct wait_read {
	uint64_t at;
	unsigned bytes;
};

struct wait_loop {
	struct spin_regs regs;
	unsigned ops, reads;
	struct wait_op op[WAIT_LOOP_OPS];
	struct wait_read read[WAIT_LOOP_READS];
};

/* Once round the loop at regs with memory as it is; notes what is read.  False if that does
 * not come back to where it began. */
bool wait_loop_open(struct wait_loop *l, const struct spin_regs *regs);

/* Whether a read touches [at, at + bytes). */
bool wait_loop_reads(const struct wait_loop *l, const void *at, uint64_t bytes);

/* The same once more with another value of the aligned 8 bytes at word; reads what it has
 * read before, or it ends. */
bool wait_loop_stays(struct wait_loop *l, const uint64_t *word, uint64_t value);

#endif
