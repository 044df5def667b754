/*
 * follow_vector.c - moves and comparisons of vector registers, for loops that wait for a
 * flag of type double or copy what they read; see follow.h.  Only the lower 16 bytes of a
 * register are known; instructions that change more, or compute, are not followed.
 */
#include "follow.h"

#include <string.h>

#define SAVED_SSE   160 /* xmm0 in what FXSAVE and XSAVE write */
#define SAVED_WHICH 512 /* XSTATE_BV: parts not in it are zero, and not written */
#define SSE_PART    2

/* The registers at the check, when the loop first uses one. */
static void take(struct follow *f)
{
	uint64_t which = SSE_PART;

	if (f->vector.taken)
		return;
	f->vector.taken = true;
	memset(f->vector.now, 0, sizeof f->vector.now);
	if (f->vectors && follow_model.marks_parts)
		memcpy(&which, (const char *)f->vectors + SAVED_WHICH, sizeof which);
	if (f->vectors && which & SSE_PART)
		memcpy(f->vector.now, (const char *)f->vectors + SAVED_SSE, sizeof f->vector.now);
	memcpy(f->vector.start, f->vector.now, sizeof f->vector.now);
}

void follow_vectors_begin(struct follow *f)
{
	f->vector.read_first = f->vector.written = f->vector.junk = f->copies = 0;
	if (f->vector.taken)
		memcpy(f->vector.start, f->vector.now, sizeof f->vector.now);
}

/* The ABI preserves none of them across a call. */
void follow_vectors_returned(struct follow *f)
{
	f->vector.junk = UINT32_MAX >> (32 - VECTORS);
}

/* Like same_registers(); but values from the second round on are not written back, so they must be
 * the same already. */
bool follow_vectors_same(const struct follow *f)
{
	if (!f->vector.taken)
		return true;
	if (f->vector.junk & f->vector.read_first)
		return false;
	for (unsigned i = 0; i < VECTORS; i++)
		if (!(f->vector.junk >> i & 1) &&
		    memcmp(f->vector.now[i], f->vector.start[i], sizeof f->vector.now[i]) != 0)
			return false;
	return true;
}

static const uint64_t *read(struct follow *f, unsigned reg)
{
	take(f);
	if (f->vector.junk >> reg & 1)
		follow_give_up(f, FOLLOW_UNDEFINED);
	f->vector.read_first |= ~f->vector.written & 1u << reg;
	return f->vector.now[reg];
}

static void write(struct follow *f, unsigned reg, uint64_t low, uint64_t high)
{
	take(f);
	f->vector.now[reg][0] = low;
	f->vector.now[reg][1] = high;
	f->vector.written |= 1u << reg;
	f->vector.junk &= ~(1u << reg);
}

static uint64_t low_of(uint64_t v, unsigned bytes)
{
	return bytes >= 8 ? v : (uint32_t)v;
}

/* The value that op moves, from a register or memory. */
static void source(struct follow *f, const struct op *op, unsigned bytes, uint64_t v[2])
{
	const struct operand *o = &op->from;

	v[1] = 0;
	if (o->kind == OPERAND_VECTOR) {
		const uint64_t *reg = read(f, o->reg);

		v[0] = low_of(reg[0], bytes);
		v[1] = bytes == 16 ? reg[1] : 0;
	} else if (o->kind == OPERAND_MEMORY) {
		uint64_t at = follow_address(f, o);

		v[0] = follow_load(f, at, bytes < 8 ? bytes : 8);
		if (bytes == 16)
			v[1] = follow_load(f, at + 8, 8);
	} else {
		v[0] = low_of(follow_operand(f, o), bytes);
	}
}

/* The value may be undefined, and go back where it came from. */
static void copy_out(struct follow *f, unsigned from, unsigned to)
{
	take(f);
	follow_set_reg(f, to, f->vector.now[from][0]);
	if (f->vector.junk >> from & 1) {
		f->junk |= 1u << to;
	} else if (!(f->vector.written >> from & 1)) {
		f->copies |= 1u << to;
		f->copy_of[to] = (uint8_t)from;
	}
}

/* True if the value is undefined, or comes back to where it was. */
static bool copy_in(struct follow *f, unsigned from, unsigned to)
{
	take(f);
	if (f->junk >> from & 1) {
		write(f, to, f->reg[from], 0);
		f->vector.junk |= 1u << to;
		return true;
	}
	if (!(f->copies >> from & 1) || f->copy_of[from] != to)
		return false;
	f->vector.now[to][0] = f->reg[from];
	f->vector.now[to][1] = 0;
	return true;
}

/* movss and movsd from register to register keep the upper bytes. */
static void move(struct follow *f, const struct op *op)
{
	unsigned bytes = op->vector_bytes;
	uint64_t v[2];

	if (bytes == 8 && op->from.kind == OPERAND_VECTOR && op->to.kind == OPERAND_REG) {
		copy_out(f, op->from.reg, op->to.reg);
		return;
	}
	if (bytes == 8 && op->from.kind == OPERAND_REG && copy_in(f, op->from.reg, op->to.reg))
		return;
	source(f, op, bytes, v);
	if (op->to.kind == OPERAND_MEMORY) {
		uint64_t at = follow_address(f, &op->to);

		follow_store(f, at, bytes < 8 ? bytes : 8, v[0]);
		if (bytes == 16)
			follow_store(f, at + 8, 8, v[1]);
	} else if (op->to.kind == OPERAND_REG) {
		follow_set_reg(f, op->to.reg, v[0]);
	} else if (op->merges && op->from.kind == OPERAND_VECTOR) {
		const uint64_t *old = read(f, op->to.reg);

		if (bytes == 4)
			v[0] |= old[0] & ~UINT64_C(0xffffffff);
		write(f, op->to.reg, v[0], old[1]);
	} else {
		write(f, op->to.reg, v[0], v[1]);
	}
}

static double number(uint64_t bits, unsigned bytes)
{
	double d;
	float s;
	uint32_t low = (uint32_t)bits;

	if (bytes == 4) {
		memcpy(&s, &low, sizeof s);
		return (double)s;
	}
	memcpy(&d, &bits, sizeof d);
	return d;
}

static void compare(struct follow *f, const struct op *op)
{
	unsigned bytes = op->vector_bytes;
	uint64_t right[2];
	double a = number(read(f, op->to.reg)[0], bytes), b;

	source(f, op, bytes, right);
	b = number(right[0], bytes);
	follow_compared(f, a < b, a == b, a != a || b != b);
}

/* Alternates elements of the lower halves of both. */
static void unpack(struct follow *f, const struct op *op)
{
	uint64_t a = read(f, op->to.reg)[0], from[2];

	source(f, op, 16, from);
	if (op->vector_bytes == 8)
		write(f, op->to.reg, a, from[0]);
	else
		write(f, op->to.reg, (uint32_t)a | from[0] << 32, a >> 32 | from[0] >> 32 << 32);
}

void follow_vector(struct follow *f, const struct op *op)
{
	switch ((enum op_kind)op->kind) {
	case OP_VECTOR_MOVE: move(f, op); break;
	case OP_VECTOR_UNPACK: unpack(f, op); break;
	case OP_VECTOR_CLEAR: write(f, op->to.reg, 0, 0); break;
	default: compare(f, op); break;
	}
}
