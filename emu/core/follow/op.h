/*
 * op.h - one decoded instruction of a program, as follow.c needs it.
 *
 * Addresses are offsets in the image, so that an instruction decoded for one process serves
 * all others: they run copies of the same code.
 */
#ifndef BGQ_EMU_WAIT_OP_H
#define BGQ_EMU_WAIT_OP_H

#include <stdbool.h>
#include <stdint.h>

struct mix_site; /* emu/node/image/mix.h */

enum op_kind {
	OP_UNKNOWN, OP_NOTHING,
	OP_MOV, OP_LEA, OP_CMP, OP_TEST, OP_ADD, OP_SUB, OP_ADC, OP_SBB, OP_AND, OP_OR, OP_XOR,
	OP_SHL, OP_SHR, OP_SAR, OP_INC, OP_DEC, OP_NEG, OP_NOT, OP_IMUL, OP_CMOV, OP_SET,
	OP_XCHG, OP_CMPXCHG, OP_SIGN_DX, OP_DIV, OP_MUL, OP_PUSH, OP_POP, OP_LEAVE,
	OP_VECTOR_MOVE, OP_VECTOR_CLEAR, OP_VECTOR_COMPARE, OP_VECTOR_UNPACK,
	/* Control transfers. */
	OP_JUMP, OP_BRANCH, OP_CALL, OP_RET,
	OP_CHECK,   /* the branch of a check */
	OP_FETCH    /* a look of a function for its code, at its first instruction: function */
};

/* Registers by number: 0..15 as in instruction encodings, and: */
enum { REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
       REG_FETCH = 11, REG_IMAGE = 16, /* start of the process's image */
       REG_NONE };

enum operand_kind { OPERAND_REG, OPERAND_IMMEDIATE, OPERAND_MEMORY, OPERAND_BUDGET,
		    OPERAND_VECTOR };

struct operand {
	uint8_t kind, bytes;
	uint8_t reg;          /* or base, or REG_NONE */
	uint8_t index, scale;
	bool high;            /* bits 8 to 15 of the register */
	int64_t value;        /* immediate, or displacement */
};

#define CONDITION_CARRY 2

struct op {
	uint64_t at, next, target; /* offsets; target: of a direct jump or call; OP_FETCH: where
				      bgqemu_fetch returns to */
	uint8_t kind;
	uint8_t condition;    /* of a branch, cmov or set, as in its opcode; CONDITION_CARRY */
	uint8_t operands;
	bool sign;            /* OP_MOV: the source is extended with its sign; OP_DIV: it has one */
	uint8_t vector_bytes; /* OP_VECTOR_*: bytes moved, compared or taken from each */
	bool merges;          /* OP_VECTOR_MOVE: between registers, keeps other bytes */
	bool indirect;        /* the target of a jump or call is operand from */
	struct operand to, from, third;
	uint8_t check_reg;    /* OP_CHECK: where the budget is; REG_NONE: in its cell */
	uint16_t function;    /* OP_FETCH: its number, */
	uint32_t what;        /* and what is pushed for bgqemu_fetch */
	const struct mix_site *mix; /* what it stands for, if instructions are counted; or NULL */
	struct op *next_op, *target_op; /* those at next and at target; NULL: not known yet */
};

#endif
