/* follow_operate.c - interprets instructions that are not jumps; see follow.h. */
#include "follow.h"

/* ---- values */

static uint64_t cut(uint64_t v, unsigned bytes)
{
	return bytes >= 8 ? v : v & ((UINT64_C(1) << 8 * bytes) - 1);
}

static uint64_t extend(uint64_t v, unsigned bytes)
{
	unsigned shift = 64 - 8 * bytes;

	return bytes >= 8 ? v : (uint64_t)((int64_t)(v << shift) >> shift);
}

uint64_t follow_reg(struct follow *f, unsigned reg)
{
	f->read_first |= ~f->written & 1u << reg;
	if (f->copies >> reg & 1)
		f->vector.read_first |= 1u << f->copy_of[reg];
	return f->reg[reg];
}

void follow_set_reg(struct follow *f, unsigned reg, uint64_t value)
{
	f->reg[reg] = value;
	f->written |= 1u << reg;
	f->junk &= ~(1u << reg);
	f->copies &= ~(1u << reg);
}

#define CALL_CHANGES (1u << REG_RAX | 1u << REG_RCX | 1u << REG_RDX | 1u << REG_RSI | \
		      1u << REG_RDI | 0xfu << 8)

void follow_returned(struct follow *f)
{
	f->junk |= CALL_CHANGES;
	f->copies &= ~CALL_CHANGES;
	follow_vectors_returned(f);
	f->flags.bytes = 0;
}

/* A register whose value matters: what a call has left in it is not known. */
static uint64_t certain_reg(struct follow *f, unsigned reg)
{
	if (f->junk >> reg & 1)
		follow_give_up(f, FOLLOW_UNDEFINED);
	return follow_reg(f, reg);
}

uint64_t follow_address(struct follow *f, const struct operand *o)
{
	uint64_t at = (uint64_t)o->value;

	if (o->reg != REG_NONE)
		at += certain_reg(f, o->reg);
	if (o->index != REG_NONE)
		at += certain_reg(f, o->index) * o->scale;
	return at;
}

uint64_t follow_operand(struct follow *f, const struct operand *o)
{
	switch (o->kind) {
	case OPERAND_REG: return cut(certain_reg(f, o->reg) >> (o->high ? 8 : 0), o->bytes);
	case OPERAND_IMMEDIATE: return (uint64_t)o->value; /* short ones have been extended */
	case OPERAND_BUDGET: return f->left;
	default:
		if (o->bytes > 8) {
			follow_give_up(f, FOLLOW_INSTRUCTION);
			return 0;
		}
		return follow_load(f, follow_address(f, o), o->bytes);
	}
}

static void set_reg(struct follow *f, const struct operand *o, uint64_t v)
{
	unsigned shift = o->high ? 8 : 0;

	if (o->bytes < 4) /* 4 bytes clear the upper half */
		v = (follow_reg(f, o->reg) & ~(cut(UINT64_MAX, o->bytes) << shift)) |
		    cut(v, o->bytes) << shift;
	follow_set_reg(f, o->reg, cut(v, o->bytes < 4 ? 8 : o->bytes));
}

static void set(struct follow *f, const struct operand *o, uint64_t v)
{
	if (o->kind == OPERAND_REG)
		set_reg(f, o, v);
	else if (o->kind == OPERAND_BUDGET)
		f->left = v;
	else if (o->kind == OPERAND_MEMORY && o->bytes <= 8)
		follow_store(f, follow_address(f, o), o->bytes, v);
	else
		follow_give_up(f, FOLLOW_INSTRUCTION);
}

/* ---- flags */

static void flags(struct follow *f, uint64_t a, uint64_t b, unsigned bytes, bool logic)
{
	f->flags.a = a = cut(a, bytes);
	f->flags.b = b = cut(b, bytes);
	f->flags.bytes = bytes;
	f->flags.logic = logic;
	f->flags.raw = f->flags.no_overflow = f->flags.no_carry = false;
	f->flags.result = cut(logic ? a & b : a - b, bytes);
}

static bool sign_of(const struct follow_flags *r, uint64_t v)
{
	return v >> (8 * r->bytes - 1) & 1;
}

enum { CARRY = 1 << 0, PARITY = 1 << 2, ZERO = 1 << 6, SIGN = 1 << 7, OVERFLOW = 1 << 11 };

static uint64_t flag_word(const struct follow_flags *r)
{
	uint64_t word = 0;

	if (r->raw)
		return r->a;
	if (r->result == 0)
		word |= ZERO;
	if (sign_of(r, r->result))
		word |= SIGN;
	if (!__builtin_parity((unsigned)(r->result & 0xff)))
		word |= PARITY;
	if (!r->logic && r->a < r->b)
		word |= CARRY;
	if (!r->logic && sign_of(r, (r->a ^ r->b) & (r->a ^ r->result)))
		word |= OVERFLOW;
	return word;
}

/* Returns a condition by its number in opcodes, whose lowest bit negates. */
bool follow_condition(struct follow *f, unsigned number)
{
	if (!f->flags.bytes || (f->flags.no_overflow && (number >> 1 == 0 || number >> 1 >= 6)) ||
	    (f->flags.no_carry && (number >> 1 == 1 || number >> 1 == 3)))
		follow_give_up(f, FOLLOW_UNDEFINED);
	if (f->why)
		return false;
	uint64_t w = flag_word(&f->flags);
	bool less = !(w & SIGN) != !(w & OVERFLOW), is;

	switch (number >> 1) {
	case 0: is = w & OVERFLOW; break;
	case 1: is = w & CARRY; break;
	case 2: is = w & ZERO; break;
	case 3: is = w & (CARRY | ZERO); break;
	case 4: is = w & SIGN; break;
	case 5: is = w & PARITY; break;
	case 6: is = less; break;
	default: is = less || w & ZERO; break;
	}
	return is != (number & 1);
}

static void raw_flags(struct follow *f, uint64_t word)
{
	f->flags.a = word;
	f->flags.raw = true;
	f->flags.no_overflow = f->flags.no_carry = false;
	f->flags.bytes = 8;
}

void follow_compared(struct follow *f, bool less, bool equal, bool unordered)
{
	raw_flags(f, (less || unordered ? CARRY : 0) | (equal || unordered ? ZERO : 0) |
			     (unordered ? PARITY : 0));
}

/* ---- instructions */

/* The flags that the processor sets for a + b. */
static void add_flags(struct follow *f, uint64_t a, uint64_t b, unsigned bytes)
{
	uint64_t sum = cut(a + b, bytes), word = 0;

	f->flags.bytes = bytes;
	if (sum == 0)
		word |= ZERO;
	if (sign_of(&f->flags, sum))
		word |= SIGN;
	if (!__builtin_parity((unsigned)(sum & 0xff)))
		word |= PARITY;
	if (sum < cut(a, bytes))
		word |= CARRY;
	if (sign_of(&f->flags, ~(a ^ b) & (a ^ sum)))
		word |= OVERFLOW;
	raw_flags(f, word);
}

static uint64_t shifted(enum op_kind kind, uint64_t a, unsigned by, unsigned bytes)
{
	if (kind == OP_SHL)
		return cut(a << by, bytes);
	return kind == OP_SHR ? a >> by : cut((uint64_t)((int64_t)extend(a, bytes) >> by), bytes);
}

static void shift(struct follow *f, const struct op *op)
{
	uint64_t a = follow_operand(f, &op->to), one_less, result;
	uint64_t by = op->operands > 1 ? follow_operand(f, &op->from) : 1;
	unsigned bytes = op->to.bytes;

	by &= bytes == 8 ? 63 : 31;
	if (by == 0) { /* no flag changes */
		set(f, &op->to, a);
		return;
	}
	result = shifted(op->kind, a, (unsigned)by, bytes);
	one_less = shifted(op->kind, a, (unsigned)by - 1, bytes);
	flags(f, result, result, bytes, true);
	raw_flags(f, flag_word(&f->flags) |
			     (op->kind == OP_SHL ? one_less >> (8 * bytes - 1) : one_less) % 2);
	f->flags.no_overflow = true;
	set(f, &op->to, result);
}

/* A register combined with itself to 0: its old value does not matter. */
bool follow_clears(const struct op *op)
{
	return (op->kind == OP_XOR || op->kind == OP_SUB) && op->to.kind == OPERAND_REG &&
	       op->from.kind == OPERAND_REG && op->to.reg == op->from.reg &&
	       op->to.bytes >= 4 && !op->to.high && !op->from.high;
}

bool follow_is_carry(const struct op *op)
{
	return op->kind == OP_SBB && op->to.kind == OPERAND_REG && op->from.kind == OPERAND_REG &&
	       op->to.reg == op->from.reg && op->to.bytes >= 4;
}

static void arithmetic(struct follow *f, const struct op *op)
{
	if (follow_clears(op)) {
		flags(f, 0, 0, op->to.bytes, op->kind == OP_XOR);
		follow_set_reg(f, op->to.reg, 0);
		return;
	}
	uint64_t a = follow_operand(f, &op->to), b = follow_operand(f, &op->from);
	unsigned bytes = op->to.bytes;

	switch (op->kind) {
	case OP_ADD:
		add_flags(f, a, b, bytes);
		set(f, &op->to, a + b);
		break;
	case OP_SUB:
		flags(f, a, b, bytes, false);
		set(f, &op->to, f->flags.result);
		break;
	case OP_AND:
		flags(f, a, b, bytes, true);
		set(f, &op->to, f->flags.result);
		break;
	default:
		a = op->kind == OP_OR ? a | b : a ^ b;
		flags(f, a, a, bytes, true);
		set(f, &op->to, a);
		break;
	}
}

/* Adds or subtracts with the carry; flags are not known after that.  A register less itself: its
 * old value does not matter. */
static void carry(struct follow *f, const struct op *op)
{
	bool itself = follow_is_carry(op), carry = follow_condition(f, op->condition);
	uint64_t a = itself ? 0 : follow_operand(f, &op->to);
	uint64_t b = itself ? 0 : follow_operand(f, &op->from);

	f->flags.bytes = 0;
	set(f, &op->to, op->kind == OP_ADC ? a + b + carry : a - b - carry);
}

/* Increments keep the carry, known or not. */
static void step(struct follow *f, const struct op *op)
{
	uint64_t a = follow_operand(f, &op->to), carry;
	bool no_carry = !f->flags.bytes || f->flags.no_carry;

	carry = no_carry ? 0 : flag_word(&f->flags) & CARRY;
	if (op->kind == OP_INC) {
		add_flags(f, a, 1, op->to.bytes);
		set(f, &op->to, a + 1);
	} else {
		flags(f, a, 1, op->to.bytes, false);
		set(f, &op->to, a - 1);
	}
	raw_flags(f, (flag_word(&f->flags) & ~(uint64_t)CARRY) | carry);
	f->flags.no_carry = no_carry;
}

static void negate(struct follow *f, const struct op *op)
{
	uint64_t a = follow_operand(f, &op->to);

	if (op->kind == OP_NOT) {
		set(f, &op->to, ~a);
		return;
	}
	flags(f, 0, a, op->to.bytes, false);
	set(f, &op->to, f->flags.result);
}

static void multiply(struct follow *f, const struct op *op)
{
	const struct operand *a = op->operands == 3 ? &op->from : &op->to;
	const struct operand *b = op->operands == 3 ? &op->third : &op->from;
	uint64_t product = follow_operand(f, a) * follow_operand(f, b);

	f->flags.bytes = 0;
	set(f, &op->to, product);
}

static void exchange(struct follow *f, const struct op *op)
{
	uint64_t a = follow_operand(f, &op->to), b = follow_operand(f, &op->from);

	set(f, &op->to, b);
	set(f, &op->from, a);
}

static void compare_exchange(struct follow *f, const struct op *op)
{
	struct operand ax = { .kind = OPERAND_REG, .bytes = op->to.bytes, .reg = REG_RAX };
	uint64_t a = follow_operand(f, &op->to), expected = follow_operand(f, &ax);

	flags(f, expected, a, op->to.bytes, false);
	if (f->flags.result == 0) {
		set(f, &op->to, follow_operand(f, &op->from));
	} else {
		set(f, &op->to, a); /* the old value is stored back */
		set(f, &ax, a);
	}
}

static void push(struct follow *f, uint64_t v)
{
	f->reg[REG_RSP] -= 8;
	follow_store(f, f->reg[REG_RSP], 8, v);
}

static uint64_t pop(struct follow *f)
{
	uint64_t v = follow_load(f, f->reg[REG_RSP], 8);

	f->reg[REG_RSP] += 8;
	return v;
}

static void stack(struct follow *f, const struct op *op)
{
	if (op->kind == OP_PUSH && op->to.kind == OPERAND_REG) {
		push(f, follow_reg(f, op->to.reg)); /* perhaps only to move the stack pointer */
	} else if (op->kind == OP_PUSH) {
		push(f, follow_operand(f, &op->to));
	} else if (op->kind == OP_POP) {
		set(f, &op->to, pop(f));
	} else { /* leave */
		f->reg[REG_RSP] = follow_reg(f, REG_RBP);
		follow_set_reg(f, REG_RBP, pop(f));
	}
}

static void move(struct follow *f, const struct op *op)
{
	uint64_t v;

	if (op->kind == OP_LEA) {
		set(f, &op->to, follow_address(f, &op->from));
		return;
	}
	v = follow_operand(f, &op->from);
	if (op->kind == OP_CMOV) { /* loads, and clears an upper half, in any case */
		if (!follow_condition(f, op->condition))
			v = follow_operand(f, &op->to);
	} else if (op->sign) {
		v = extend(v, op->from.bytes);
	}
	set(f, &op->to, v);
}

static void sign_dx(struct follow *f, unsigned bytes)
{
	struct operand ax = { .kind = OPERAND_REG, .bytes = (uint8_t)bytes, .reg = REG_RAX };
	struct operand dx = ax;

	dx.reg = REG_RDX;
	set(f, &dx, extend(follow_operand(f, &ax), bytes) >> 63 ? UINT64_MAX : 0);
}

static struct operand whole(unsigned reg, unsigned bytes)
{
	return (struct operand){ .kind = OPERAND_REG, .bytes = (uint8_t)bytes,
				 .reg = (uint8_t)reg };
}

/* A number with its sign, of two halves. */
static __int128 signed_of(uint64_t high, uint64_t low, unsigned bytes)
{
	if (bytes == 8)
		return (__int128)((unsigned __int128)high << 64 | low);
	return (int64_t)(high << 32 | low);
}

/* False: it faults. */
static bool divided(const struct op *op, uint64_t high, uint64_t low, uint64_t by,
		    uint64_t *quotient, uint64_t *rest)
{
	unsigned bytes = op->to.bytes;

	if (!by)
		return false;
	if (!op->sign) {
		unsigned __int128 n = (unsigned __int128)high << 8 * bytes | low;

		*quotient = (uint64_t)(n / by);
		*rest = (uint64_t)(n % by);
		return high < by;
	}
	__int128 n = signed_of(high, low, bytes), d = (int64_t)extend(by, bytes), least = 1;

	least = -(least << (8 * bytes - 1));
	if (d == -1 && n <= least) /* more than fits */
		return false;
	*quotient = (uint64_t)(n / d);
	*rest = (uint64_t)(n % d);
	return n / d >= least && n / d < -least;
}

static void divide(struct follow *f, const struct op *op)
{
	struct operand ax = whole(REG_RAX, op->to.bytes), dx = whole(REG_RDX, op->to.bytes);
	uint64_t high = follow_operand(f, &dx), low = follow_operand(f, &ax), q = 0, r = 0;

	if (!divided(op, high, low, follow_operand(f, &op->to), &q, &r))
		follow_give_up(f, FOLLOW_INSTRUCTION);
	f->flags.bytes = 0;
	set(f, &ax, q);
	set(f, &dx, r);
}

static void multiply_wide(struct follow *f, const struct op *op)
{
	struct operand ax = whole(REG_RAX, op->to.bytes), dx = whole(REG_RDX, op->to.bytes);
	unsigned __int128 n = (unsigned __int128)follow_operand(f, &ax) *
			      follow_operand(f, &op->to);

	f->flags.bytes = 0;
	set(f, &ax, (uint64_t)n);
	set(f, &dx, (uint64_t)(n >> 8 * op->to.bytes));
}

void follow_operate(struct follow *f, const struct op *op)
{
	uint64_t v;

	switch ((enum op_kind)op->kind) {
	case OP_NOTHING: break;
	case OP_MOV:
	case OP_CMOV:
	case OP_LEA: move(f, op); break;
	case OP_CMP:
	case OP_TEST:
		v = follow_operand(f, &op->to);
		flags(f, v, follow_operand(f, &op->from), op->to.bytes, op->kind == OP_TEST);
		break;
	case OP_ADD:
	case OP_SUB:
	case OP_AND:
	case OP_OR:
	case OP_XOR: arithmetic(f, op); break;
	case OP_ADC:
	case OP_SBB: carry(f, op); break;
	case OP_SHL:
	case OP_SHR:
	case OP_SAR: shift(f, op); break;
	case OP_INC:
	case OP_DEC: step(f, op); break;
	case OP_NEG:
	case OP_NOT: negate(f, op); break;
	case OP_IMUL: multiply(f, op); break;
	case OP_SET: set(f, &op->to, follow_condition(f, op->condition)); break;
	case OP_XCHG: exchange(f, op); break;
	case OP_CMPXCHG: compare_exchange(f, op); break;
	case OP_SIGN_DX: sign_dx(f, op->to.bytes); break;
	case OP_DIV: divide(f, op); break;
	case OP_MUL: multiply_wide(f, op); break;
	case OP_PUSH:
	case OP_POP:
	case OP_LEAVE: stack(f, op); break;
	case OP_VECTOR_MOVE:
	case OP_VECTOR_CLEAR:
	case OP_VECTOR_COMPARE:
	case OP_VECTOR_UNPACK: follow_vector(f, op); break;
	default:
		follow_give_up(f, FOLLOW_INSTRUCTION);
		break;
	}
}
