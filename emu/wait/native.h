/*
 * native.h - instructions that only compute, carried out by the processor itself on a copy of
 * the registers: whatever compilers use in loops beside what follow_operate.c knows.
 *
 * An instruction qualifies if it has no effect but on registers, flags and one explicit
 * operand in memory.  It is copied with that operand turned into a scratch word.
 *
 * Never: an access to a program's memory.
 */
#ifndef BGQ_EMU_WAIT_NATIVE_H
#define BGQ_EMU_WAIT_NATIVE_H

#include "follow.h"

#if defined(__x86_64__)
#include <capstone/capstone.h>

typedef bool native_operand_fn(const cs_insn *in, const x86_op_mem *m, struct operand *o);

/* op becomes OP_NATIVE with its code, or stays OP_UNKNOWN; memory decodes its operand. */
void native_build(const cs_insn *in, struct op *op, native_operand_fn *memory);
#endif

void native_run(struct follow *f, const struct op *op);
/* The registers beside the integer ones, at the start of a loop that is followed; and whether
 * they are the same now. */
void native_begin(const void *vectors);
bool native_unchanged(const void *vectors);

#endif
