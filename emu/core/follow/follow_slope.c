/*
 * follow_slope.c - induction variables of a loop that counts, and for how many rounds all of them
 * take the same path; see follow.h.
 *
 * A round begins with induction variables, registers and words that have changed by a constant in
 * the round before, their slope; all else is loop-invariant.  Before each instruction the slopes of
 * its results are worked out from those of its operands: in a round that begins n rounds later
 * each value is what it is now, plus n times its slope.  Only moves, sums, differences and
 * comparisons are carried out on values with a slope, of 4 bytes or 8.
 *
 * Where an operation sets flags, its operands and its result must each keep their highest bit,
 * and the result must stay zero, or not zero: all flags but parity are functions of those.
 * The same bit keeps 4 bytes from overflowing.  Each such value limits the number of rounds; so
 * branches need not be looked at.
 *
 * Never: a number of rounds that is too high; a value with a slope as an address, an argument of
 * a call or a cost.
 */
#include "follow.h"

#include "emu/node/image/mmio_pages.h"

#define WORD 8
#define HALF 4
#define PARITY 5 /* a condition's number, without its lowest bit */
#define VECTOR_BYTES 16

static uint64_t cut(uint64_t v, unsigned bytes)
{
	return bytes >= WORD ? v : v & ((UINT64_C(1) << 8 * bytes) - 1);
}

static void nonlinear(struct follow *f)
{
	f->slope.nonlinear = true;
}

static void at_most(struct follow_slope *s, uint64_t rounds)
{
	if (rounds < s->rounds)
		s->rounds = rounds;
}

/* A value of so many bytes keeps its highest bit, and does not come below least. */
static void keep(struct follow *f, uint64_t v, int64_t slope, unsigned bytes, uint64_t least)
{
	uint64_t half = UINT64_C(1) << (8 * bytes - 1), low, high;

	if (slope == 0)
		return;
	v = cut(v, bytes);
	low = v < half ? least : half;
	high = v < half ? half - 1 : cut(UINT64_MAX, bytes);
	at_most(&f->slope, slope > 0 ? (high - v) / (uint64_t)slope + 1
				     : (v - low) / (uint64_t)-slope + 1);
}

/* Like keep(), and the value stays zero, or not zero. */
static void keep_result(struct follow *f, uint64_t v, int64_t slope, unsigned bytes)
{
	if (slope && cut(v, bytes) == 0)
		at_most(&f->slope, 1);
	else
		keep(f, v, slope, bytes, 1);
}

static int64_t sum(struct follow *f, int64_t a, int64_t b)
{
	int64_t slope = a + b;

	if (slope > SLOPE_MOST || slope < -SLOPE_MOST) {
		nonlinear(f);
		return 0;
	}
	return slope;
}

/* ---- memory */

static bool overlaps(const struct slope_word *w, uint64_t at, unsigned bytes)
{
	return at < w->at + w->bytes && w->at < at + bytes;
}

/* Returns the slope of a load: it begins where a word with a slope does, and overlaps no other
 * one, as a half that is remembered stays one. */
static int64_t load(struct follow *f, uint64_t at, unsigned bytes)
{
	const struct follow_slope *s = &f->slope;
	const struct slope_word *found = NULL;

	at = mmio_from_machine(f->thread->node, at);
	for (unsigned i = 0; i < s->words; i++) {
		const struct slope_word *w = &s->word[i];

		if (!overlaps(w, at, bytes))
			continue;
		if (w->at != at || (bytes != HALF && bytes != WORD))
			nonlinear(f);
		found = w;
	}
	return found ? found->slope : 0;
}

static void store(struct follow *f, uint64_t at, unsigned bytes, int64_t slope)
{
	struct follow_slope *s = &f->slope;

	at = mmio_from_machine(f->thread->node, at);
	for (unsigned i = s->words; i-- > 0;) {
		const struct slope_word *w = &s->word[i];

		if (!overlaps(w, at, bytes))
			continue;
		if (w->at < at || w->at + w->bytes > at + bytes)
			nonlinear(f);
		s->word[i] = s->word[--s->words];
	}
	if (slope == 0)
		return;
	if (s->words == SLOPE_WORDS || bytes < HALF || bytes > WORD)
		nonlinear(f);
	else
		s->word[s->words++] = (struct slope_word){ at, slope, (uint8_t)bytes };
}

/* ---- operands */

static int64_t reg_slope(struct follow *f, unsigned reg)
{
	int64_t slope = reg < REG_IMAGE ? f->slope.reg[reg] : 0;

	if (slope != SLOPE_WILD)
		return slope;
	nonlinear(f);
	return 0;
}

/* Returns an operand's address, which must be loop-invariant. */
static uint64_t address(struct follow *f, const struct operand *o)
{
	uint64_t at = (uint64_t)o->value;

	if (o->reg != REG_NONE)
		at += f->reg[o->reg];
	if (o->index != REG_NONE)
		at += f->reg[o->index] * o->scale;
	if ((o->reg != REG_NONE && reg_slope(f, o->reg)) ||
	    (o->index != REG_NONE && reg_slope(f, o->index)))
		nonlinear(f);
	return at;
}

/* Returns the value of an operand whose address has been found to be constant. */
static uint64_t value(struct follow *f, const struct operand *o)
{
	switch (o->kind) {
	case OPERAND_REG: return cut(f->reg[o->reg] >> (o->high ? 8 : 0), o->bytes);
	case OPERAND_IMMEDIATE: return (uint64_t)o->value;
	case OPERAND_MEMORY: return follow_load(f, address(f, o), o->bytes);
	default: return f->left;
	}
}

static int64_t slope_of(struct follow *f, const struct operand *o)
{
	int64_t slope = 0;

	if (o->kind == OPERAND_REG)
		slope = reg_slope(f, o->reg);
	else if (o->kind == OPERAND_MEMORY)
		slope = load(f, address(f, o), o->bytes);
	if (slope == 0)
		return 0;
	if (o->high || (o->bytes != HALF && o->bytes != WORD)) {
		nonlinear(f);
		return 0;
	}
	if (o->bytes == HALF)
		keep(f, value(f, o), slope, HALF, 0);
	return slope;
}

/* Uses an operand that must be loop-invariant. */
static void same(struct follow *f, const struct operand *o)
{
	if (slope_of(f, o))
		nonlinear(f);
}

/* Sets the slope of an operand that gets the value v. */
static void set(struct follow *f, const struct operand *o, uint64_t v, int64_t slope)
{
	if (o->bytes == HALF)
		keep(f, v, slope, HALF, 0);
	if (o->kind == OPERAND_MEMORY) {
		store(f, address(f, o), o->bytes, slope);
	} else if (o->kind == OPERAND_REG) {
		if (o->bytes < HALF && (slope || reg_slope(f, o->reg)))
			nonlinear(f); /* it keeps its other bytes */
		f->slope.reg[o->reg] = slope;
	} else if (slope) {
		nonlinear(f);
	}
}

/* ---- instructions */

static void move(struct follow *f, const struct op *op)
{
	int64_t slope = slope_of(f, &op->from); /* its highest bit stays if its sign is extended */

	set(f, &op->to, slope ? value(f, &op->from) : 0, slope);
}

static void lea(struct follow *f, const struct op *op)
{
	const struct operand *o = &op->from;
	uint64_t at = (uint64_t)o->value;
	int64_t slope = 0;

	if (o->reg != REG_NONE) {
		at += f->reg[o->reg];
		slope = reg_slope(f, o->reg);
	}
	if (o->index != REG_NONE) {
		at += f->reg[o->index] * o->scale;
		slope = sum(f, slope, reg_slope(f, o->index) * o->scale);
	}
	set(f, &op->to, at, slope);
}

/* ADD, SUB, CMP, INC and DEC. */
static void add(struct follow *f, const struct op *op)
{
	bool one = op->kind == OP_INC || op->kind == OP_DEC;
	bool adds = op->kind == OP_ADD || op->kind == OP_INC;
	bool clears = follow_clears(op);
	int64_t a = clears ? 0 : slope_of(f, &op->to);
	int64_t b = clears || one ? 0 : slope_of(f, &op->from);
	int64_t slope = sum(f, a, adds ? b : -b);
	uint64_t left = 0, right = 1;

	if (a || b) {
		left = value(f, &op->to);
		if (!one)
			right = value(f, &op->from);
		keep(f, left, a, op->to.bytes, 0);
		keep(f, right, b, op->to.bytes, 0);
		left = adds ? left + right : left - right;
		keep_result(f, left, slope, op->to.bytes);
	}
	if (op->kind != OP_CMP)
		set(f, &op->to, left, slope);
}

static bool is_same_reg(const struct operand *a, const struct operand *b)
{
	return a->kind == OPERAND_REG && b->kind == OPERAND_REG && a->reg == b->reg &&
	       a->bytes == b->bytes && a->high == b->high;
}

static void test(struct follow *f, const struct op *op)
{
	int64_t slope = slope_of(f, &op->to);

	if (!slope || !is_same_reg(&op->to, &op->from)) {
		same(f, &op->to);
		same(f, &op->from);
		return;
	}
	keep_result(f, value(f, &op->to), slope, op->to.bytes);
}

static void condition(struct follow *f, const struct op *op)
{
	if (op->condition >> 1 == PARITY)
		nonlinear(f);
}

static void choose(struct follow *f, const struct op *op)
{
	int64_t from = slope_of(f, &op->from), to = slope_of(f, &op->to);
	bool taken = follow_condition(f, op->condition);
	int64_t slope = taken ? from : to;

	condition(f, op);
	set(f, &op->to, slope ? value(f, taken ? &op->from : &op->to) : 0, slope);
}

static void stack(struct follow *f, const struct op *op)
{
	uint64_t sp = f->reg[REG_RSP];

	if (op->kind == OP_PUSH) {
		store(f, sp - WORD, WORD, slope_of(f, &op->to));
	} else if (op->kind == OP_POP) {
		int64_t slope = load(f, sp, WORD);

		set(f, &op->to, 0, slope);
	} else { /* leave */
		if (reg_slope(f, REG_RBP))
			nonlinear(f);
		f->slope.reg[REG_RBP] = load(f, f->reg[REG_RBP], WORD);
	}
}

/* Vector registers have no slopes: none is used that the round has not set itself. */
static void vector(struct follow *f, const struct op *op)
{
	const struct operand *to = &op->to, *from = &op->from;
	bool clears = op->kind == OP_VECTOR_CLEAR;
	bool moves = op->kind == OP_VECTOR_MOVE && !(op->merges && from->kind == OPERAND_VECTOR);
	uint32_t used = 0;

	if (from->kind == OPERAND_VECTOR && !clears)
		used |= 1u << from->reg;
	else if (from->kind == OPERAND_MEMORY && load(f, address(f, from), VECTOR_BYTES))
		nonlinear(f);
	else if (from->kind == OPERAND_REG)
		same(f, from);
	if (to->kind == OPERAND_VECTOR && !moves && !clears)
		used |= 1u << to->reg;
	if (used & ~f->slope.vectors)
		nonlinear(f);
	if (to->kind == OPERAND_VECTOR)
		f->slope.vectors |= 1u << to->reg;
	else if (to->kind == OPERAND_MEMORY)
		store(f, address(f, to), op->vector_bytes, 0);
	else
		f->slope.reg[to->reg] = 0;
}

/* Other instructions: their operands are loop-invariant, and so are their results. */
static void constant(struct follow *f, const struct op *op)
{
	if (follow_clears(op)) {
		f->slope.reg[op->to.reg] = 0;
		return;
	}
	if (follow_is_carry(op)) {
		condition(f, op);
		f->slope.reg[op->to.reg] = 0;
		return;
	}
	same(f, &op->to);
	if (op->operands > 1)
		same(f, &op->from);
	if (op->operands > 2)
		same(f, &op->third);
	bool wide = op->kind == OP_DIV || op->kind == OP_MUL;

	if ((op->kind == OP_CMPXCHG || op->kind == OP_SIGN_DX || wide) && reg_slope(f, REG_RAX))
		nonlinear(f);
	if (op->kind == OP_DIV && reg_slope(f, REG_RDX))
		nonlinear(f);
	if (op->kind == OP_SIGN_DX || wide)
		f->slope.reg[REG_RDX] = 0;
	if (wide)
		f->slope.reg[REG_RAX] = 0;
	if (op->kind == OP_SET || op->kind == OP_ADC || op->kind == OP_SBB)
		condition(f, op);
}

static void transfer(struct follow *f, const struct op *op)
{
	uint64_t sp = f->reg[REG_RSP];

	if (op->indirect)
		same(f, &op->from);
	if (op->kind == OP_BRANCH)
		condition(f, op);
	else if (op->kind == OP_CALL)
		store(f, sp - WORD, WORD, 0);
	else if (op->kind == OP_RET && load(f, sp, WORD))
		nonlinear(f);
	else if (op->kind == OP_CHECK && op->check_reg != REG_NONE && reg_slope(f, op->check_reg))
		nonlinear(f);
}

void follow_slope_step(struct follow *f, const struct op *op)
{
	switch ((enum op_kind)op->kind) {
	case OP_NOTHING: break;
	case OP_MOV: move(f, op); break;
	case OP_LEA: lea(f, op); break;
	case OP_ADD: case OP_SUB: case OP_CMP: case OP_INC: case OP_DEC: add(f, op); break;
	case OP_TEST: test(f, op); break;
	case OP_CMOV: choose(f, op); break;
	case OP_PUSH: case OP_POP: case OP_LEAVE: stack(f, op); break;
	case OP_VECTOR_MOVE: case OP_VECTOR_CLEAR: case OP_VECTOR_COMPARE: case OP_VECTOR_UNPACK:
		vector(f, op);
		break;
	case OP_JUMP: case OP_BRANCH: case OP_CALL: case OP_RET: case OP_CHECK:
		transfer(f, op);
		break;
	case OP_FETCH: f->slope.reg[REG_FETCH] = 0; break;
	default: constant(f, op); break;
	}
}

/* ---- calls of the runtime */

void follow_slope_argument(struct follow *f, unsigned reg)
{
	if (reg_slope(f, reg))
		nonlinear(f);
}

void follow_slope_read(struct follow *f, uint64_t at, unsigned bytes)
{
	if (load(f, at, bytes))
		nonlinear(f);
}

void follow_slope_returned(struct follow *f, uint32_t regs)
{
	for (; regs; regs &= regs - 1)
		f->slope.reg[__builtin_ctz(regs)] = 0;
}

void follow_slope_begin(struct follow *f)
{
	struct follow_slope *s = &f->slope;

	s->on = true;
	s->nonlinear = false;
	s->rounds = UINT64_MAX;
	s->vectors = 0;
	for (unsigned i = 0; i < s->words; i++) /* the other half of the word stays */
		if (s->word[i].bytes == HALF)
			keep(f, follow_load(f, s->word[i].at, HALF), s->word[i].slope, HALF, 0);
}
