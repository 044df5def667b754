/*
 * follow_zero.c - whether a loop tests a word only for zero: then a round is the same for every
 * other value, and one proof serves for all of them.  See follow.h.
 *
 * Before each instruction of a round the registers are known that hold a copy of the word.  A
 * copy may be moved between registers, compared with zero, and overwritten; any other use counts
 * as more than that test.
 */
#include "follow.h"

#define WORD 8

static bool is_copy_reg(const struct follow_zero *z, const struct operand *o)
{
	return o->kind == OPERAND_REG && z->copies >> o->reg & 1;
}

static bool overlaps(const struct follow *f, uint64_t at, unsigned bytes)
{
	return at + bytes - (uintptr_t)f->word - 1 < WORD + bytes - 1u;
}

static bool touches_word(struct follow *f, const struct operand *o)
{
	return o->kind == OPERAND_MEMORY && overlaps(f, follow_address(f, o), o->bytes);
}

static bool uses(struct follow *f, const struct operand *o)
{
	return is_copy_reg(&f->zero, o) || touches_word(f, o);
}

/* True if the operand is a copy of the whole word. */
static bool is_copy(struct follow *f, const struct operand *o)
{
	if (o->bytes != WORD || o->high)
		return false;
	return is_copy_reg(&f->zero, o) || (o->kind == OPERAND_MEMORY &&
					     follow_address(f, o) == (uintptr_t)f->word);
}

static bool in_address(const struct follow_zero *z, const struct operand *o)
{
	return o->kind == OPERAND_MEMORY &&
	       ((o->reg != REG_NONE && z->copies >> o->reg & 1) ||
		(o->index != REG_NONE && z->copies >> o->index & 1));
}

/* The register does not hold a copy any more. */
static void overwrite(struct follow_zero *z, const struct operand *to)
{
	if (to->kind == OPERAND_REG)
		z->copies &= ~(1u << to->reg);
}

static bool is_zero(const struct operand *o)
{
	return o->kind == OPERAND_IMMEDIATE && o->value == 0;
}

static bool is_zero_test(struct follow *f, const struct op *op)
{
	if (op->kind == OP_CMP)
		return is_copy(f, &op->to) && is_zero(&op->from);
	return op->kind == OP_TEST && is_copy(f, &op->to) && op->from.kind == OPERAND_REG &&
	       op->to.kind == OPERAND_REG && op->from.reg == op->to.reg;
}

static void control(struct follow *f, const struct op *op)
{
	struct follow_zero *z = &f->zero;
	enum { CONDITION_ZERO = 2 };

	if (op->kind == OP_BRANCH && z->flags && op->condition >> 1 != CONDITION_ZERO)
		z->more = true;
	if (op->kind == OP_CALL || op->indirect)
		z->more |= z->copies != 0;
	if ((op->indirect && uses(f, &op->from)) || z->copies >> op->check_reg & 1)
		z->more = true;
}

/* Instructions that name neither their registers nor their memory. */
static bool is_implicit(const struct op *op)
{
	return op->kind >= OP_XCHG;
}

/* True if a push would write the word, or a pop or leave read it. */
static bool stack_is_word(const struct follow *f)
{
	return overlaps(f, f->reg[REG_RSP] - WORD, 2 * WORD) || overlaps(f, f->reg[REG_RBP], WORD);
}

static bool sets_flags(const struct op *op)
{
	switch ((enum op_kind)op->kind) {
	case OP_CMP: case OP_TEST: case OP_ADD: case OP_SUB: case OP_ADC: case OP_SBB:
	case OP_AND: case OP_OR: case OP_XOR:
	case OP_NEG: case OP_INC: case OP_DEC: case OP_IMUL: case OP_DIV: case OP_MUL:
	case OP_VECTOR_COMPARE:
		return true;
	default: /* a shift by 0 leaves flags unchanged */
		return false;
	}
}

static void others(struct follow *f, const struct op *op)
{
	struct follow_zero *z = &f->zero;
	bool conditional = op->kind == OP_CMOV || op->kind == OP_SET || op->kind == OP_ADC ||
			   op->kind == OP_SBB;

	if (is_implicit(op) && z->copies)
		z->more = true;
	if (!follow_clears(op) &&
	    (uses(f, &op->to) || (op->operands > 1 && uses(f, &op->from)) ||
	     (op->operands > 2 && uses(f, &op->third)) || (conditional && z->flags)))
		z->more = true;
	if (sets_flags(op))
		z->flags = false;
	overwrite(z, &op->to);
}

void follow_zero_step(struct follow *f, const struct op *op)
{
	struct follow_zero *z = &f->zero;

	if (is_implicit(op) && stack_is_word(f))
		z->more = true;
	if (op->kind >= OP_JUMP) {
		control(f, op);
		return;
	}
	if (op->kind == OP_NOTHING)
		return;
	if (in_address(z, &op->to) || (op->operands > 1 && in_address(z, &op->from))) {
		z->more = true;
	} else if (is_zero_test(f, op)) {
		z->flags = true;
	} else if (op->kind == OP_MOV && op->to.kind == OPERAND_REG && op->to.bytes == WORD &&
		   is_copy(f, &op->from)) {
		z->copies |= 1u << op->to.reg;
	} else if (op->kind == OP_MOV && !uses(f, &op->from) &&
		   (op->to.kind == OPERAND_REG ? op->to.bytes >= 4 : !touches_word(f, &op->to))) {
		overwrite(z, &op->to);
	} else {
		others(f, op);
	}
}

bool follow_only_if_zero(const struct follow *f)
{
	return !f->zero.more && !(f->zero.copies & f->read_first);
}
