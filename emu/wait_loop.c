/* wait_loop.c - see wait_loop.h. */
#include "wait_loop.h"

#include <string.h>

#include "wait_decode.h"

#define STEPS_MOST 256

enum { RAX, RCX, RDX, RBX, RSP, RBP, RSI, RDI, R8, R9, R10, R11, R12, R13, R14, R15 };
/* What a call may change. */
#define CALL_CHANGES (1u << RAX | 1u << RCX | 1u << RDX | 1u << RSI | 1u << RDI | 1u << R8 | \
		      1u << R9 | 1u << R10 | 1u << R11)

struct round {
	struct wait_loop *l;
	const uint64_t *word; /* has this value, whatever is in memory */
	uint64_t value;
	bool again;           /* reads must be known */
	bool lost;            /* something is not known */
	uint64_t reg[16];
	uint32_t known;
	/* Of the last comparison: a - b, or a & b if logic. */
	uint64_t a, b, result;
	unsigned flag_bytes;  /* 0: flags are not known */
	bool logic;
};

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

static void note_read(struct round *r, uint64_t at, unsigned bytes)
{
	struct wait_loop *l = r->l;

	for (unsigned i = 0; i < l->reads; i++)
		if (l->read[i].at == at && l->read[i].bytes == bytes)
			return;
	if (r->again || l->reads == WAIT_LOOP_READS)
		r->lost = true;
	else
		l->read[l->reads++] = (struct wait_read){ at, bytes };
}

static uint64_t load(struct round *r, uint64_t at, unsigned bytes)
{
	uint64_t v = 0, word = (uintptr_t)r->word;

	note_read(r, at, bytes);
	if (r->lost || bytes > 8)
		return 0;
	memcpy(&v, (const void *)(uintptr_t)at, bytes);
	if (!word || at + bytes <= word || at >= word + 8)
		return v;
	if (at < word || at + bytes > word + 8)
		r->lost = true;
	return cut(r->value >> 8 * (at - word), bytes);
}

static uint64_t reg_read(struct round *r, unsigned reg)
{
	r->lost |= !(r->known >> reg & 1);
	return r->reg[reg];
}

static uint64_t address(struct round *r, const struct wait_operand *o)
{
	uint64_t at = (uint64_t)o->value;

	if (o->reg != WAIT_LOOP_NONE)
		at += reg_read(r, o->reg);
	if (o->index != WAIT_LOOP_NONE)
		at += reg_read(r, o->index) * o->scale;
	return at;
}

static uint64_t operand(struct round *r, const struct wait_operand *o)
{
	switch (o->kind) {
	case WAIT_REGISTER: return cut(reg_read(r, o->reg), o->bytes);
	case WAIT_IMMEDIATE: return (uint64_t)o->value; /* short ones have been extended */
	default: return r->lost ? 0 : load(r, address(r, o), o->bytes);
	}
}

/* Registers only; parts of 1 or 2 bytes leave the others as they are. */
static void set(struct round *r, const struct wait_operand *o, uint64_t v)
{
	if (o->kind != WAIT_REGISTER || o->reg == RSP) {
		r->lost = true;
		return;
	}
	if (o->bytes >= 4) {
		r->reg[o->reg] = cut(v, o->bytes);
		r->known |= 1u << o->reg;
	} else if (r->known >> o->reg & 1) {
		r->reg[o->reg] = (r->reg[o->reg] & ~cut(UINT64_MAX, o->bytes)) | cut(v, o->bytes);
	} else {
		r->lost = true;
	}
}

/* ---- flags */

static void flags(struct round *r, uint64_t a, uint64_t b, unsigned bytes, bool logic)
{
	r->a = a = cut(a, bytes);
	r->b = b = cut(b, bytes);
	r->flag_bytes = bytes;
	r->logic = logic;
	r->result = cut(logic ? a & b : a - b, bytes);
}

static bool flag_sign(const struct round *r, uint64_t v)
{
	return v >> (8 * r->flag_bytes - 1) & 1;
}

/* By the condition's number in opcodes; the lowest bit negates. */
static bool condition(struct round *r, unsigned number)
{
	r->lost |= !r->flag_bytes;
	if (r->lost)
		return false;
	bool zero = r->result == 0, sign = flag_sign(r, r->result);
	bool carry = !r->logic && r->a < r->b;
	bool over = !r->logic && flag_sign(r, (r->a ^ r->b) & (r->a ^ r->result));
	bool is;

	switch (number >> 1) {
	case 0: is = over; break;
	case 1: is = carry; break;
	case 2: is = zero; break;
	case 3: is = carry || zero; break;
	case 4: is = sign; break;
	case 6: is = sign != over; break;
	case 7: is = zero || sign != over; break;
	default: /* parity */
		r->lost = true;
		return false;
	}
	return is != (number & 1);
}

/* ---- instructions */

/* The result goes to op->to; of what sets other flags than comparisons do, they are not
 * known afterwards. */
static void arithmetic(struct round *r, const struct wait_op *op)
{
	uint64_t a = operand(r, &op->to), b = operand(r, &op->from);
	unsigned bytes = op->to.bytes, shift = b & (bytes == 8 ? 63 : 31);

	r->flag_bytes = 0;
	switch (op->kind) {
	case WAIT_OP_ADD: set(r, &op->to, a + b); break;
	case WAIT_OP_SUB:
		flags(r, a, b, bytes, false);
		set(r, &op->to, r->result);
		break;
	case WAIT_OP_AND:
		flags(r, a, b, bytes, true);
		set(r, &op->to, r->result);
		break;
	case WAIT_OP_OR:
	case WAIT_OP_XOR:
		a = op->kind == WAIT_OP_OR ? a | b : a ^ b;
		flags(r, a, a, bytes, true);
		set(r, &op->to, a);
		break;
	case WAIT_OP_SHL: set(r, &op->to, a << shift); break;
	case WAIT_OP_SHR: set(r, &op->to, a >> shift); break;
	default: set(r, &op->to, (uint64_t)((int64_t)extend(a, bytes) >> shift)); break;
	}
}

/* xor of a register with itself needs not know it. */
static bool clears(const struct wait_op *op)
{
	return op->kind == WAIT_OP_XOR && op->from.kind == WAIT_REGISTER &&
	       op->to.kind == WAIT_REGISTER && op->from.reg == op->to.reg && op->to.bytes >= 4;
}

static void carry_out(struct round *r, const struct wait_op *op)
{
	uint64_t v;

	if (clears(op)) {
		flags(r, 0, 0, op->to.bytes, true);
		set(r, &op->to, 0);
		return;
	}
	switch (op->kind) {
	case WAIT_OP_MOV:
		v = operand(r, &op->from);
		set(r, &op->to, op->sign ? extend(v, op->from.bytes) : v);
		break;
	case WAIT_OP_LEA:
		set(r, &op->to, address(r, &op->from));
		break;
	case WAIT_OP_CMP:
		v = operand(r, &op->to);
		flags(r, v, operand(r, &op->from), op->to.bytes, false);
		break;
	case WAIT_OP_TEST:
		v = operand(r, &op->to);
		flags(r, v, operand(r, &op->from), op->to.bytes, true);
		break;
	case WAIT_OP_HOOK:
		r->known &= ~CALL_CHANGES;
		r->flag_bytes = 0;
		break;
	case WAIT_OP_NOTHING:
	case WAIT_OP_JUMP:
	case WAIT_OP_BRANCH:
		break;
	default:
		arithmetic(r, op);
		break;
	}
}

/* The op at an address, decoded if need be; -1: it is not known. */
static int16_t op_at(struct wait_loop *l, uint64_t at)
{
	for (unsigned i = 0; i < l->ops; i++)
		if (l->op[i].at == at)
			return (int16_t)i;
	if (l->ops == WAIT_LOOP_OPS || !wait_decode(at, &l->op[l->ops]))
		return -1;
	return (int16_t)l->ops++;
}

static const uint8_t saved[] = { RBX, RBP, R12, R13, R14, R15 };
#define SAVED (sizeof saved / sizeof *saved)

static void begin(struct round *r)
{
	const struct spin_regs *s = &r->l->regs;

	r->lost = false;
	r->flag_bytes = 0;
	r->reg[RSP] = s->sp;
	r->known = 1u << RSP;
	for (unsigned i = 0; i < SAVED && i < sizeof s->saved / sizeof *s->saved; i++) {
		r->reg[saved[i]] = s->saved[i];
		r->known |= 1u << saved[i];
	}
}

/* Nothing that is kept over calls has changed; nobody writes the stack pointer. */
static bool came_round(const struct round *r)
{
	const struct spin_regs *s = &r->l->regs;

	for (unsigned i = 0; i < SAVED && i < sizeof s->saved / sizeof *s->saved; i++)
		if (r->reg[saved[i]] != s->saved[i])
			return false;
	return true;
}

static bool go_round(struct round *r)
{
	struct wait_loop *l = r->l;
	int16_t at = op_at(l, l->regs.pc);

	begin(r);
	for (unsigned step = 0; step < STEPS_MOST && at >= 0; step++) {
		struct wait_op *op = &l->op[at];
		bool taken = op->kind == WAIT_OP_JUMP;

		carry_out(r, op);
		if (op->kind == WAIT_OP_BRANCH)
			taken = condition(r, op->condition);
		if (r->lost)
			return false;
		if (op->kind == WAIT_OP_HOOK && op->next == l->regs.pc)
			return came_round(r);
		int16_t *next = taken ? &op->target_op : &op->next_op;

		if (*next < 0)
			*next = op_at(l, taken ? op->target : op->next);
		at = *next;
	}
	return false;
}

bool wait_loop_open(struct wait_loop *l, const struct spin_regs *regs)
{
	struct round r;

	l->regs = *regs;
	l->ops = l->reads = 0;
	r.l = l;
	r.word = NULL;
	r.again = false;
	return go_round(&r);
}

bool wait_loop_reads(const struct wait_loop *l, const void *at, uint64_t bytes)
{
	uint64_t from = (uintptr_t)at;

	for (unsigned i = 0; i < l->reads; i++)
		if (l->read[i].at < from + bytes && from < l->read[i].at + l->read[i].bytes)
			return true;
	return false;
}

bool wait_loop_stays(struct wait_loop *l, const uint64_t *word, uint64_t value)
{
	struct round r;

	r.l = l;
	r.word = word;
	r.value = value;
	r.again = true;
	return go_round(&r);
}
