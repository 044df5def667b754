/*
 * a64_insn.c - one instruction of AArch64: its kind and class, and which registers it reads and
 * overwrites.  What is not known is taken to read everything and to overwrite nothing.
 *
 * Never: anything between an exclusive load and the store that belongs to it: a store in between
 * may make that one fail each time.
 */
#include "a64.h"

#include <string.h>

/* ---- what it reads and writes */

static uint32_t written_count(const struct a64_mnemonic *m)
{
	bool writes = m->what & (A64_WRITES | A64_CHANGES);
	return !writes ? 0 : m->what & A64_PAIR ? 2 : 1;
}

static void data_flow(struct insn *i, const struct a64_mnemonic *m, const struct a64_operand *op,
	uint32_t n)
{
	uint32_t written = written_count(m);
	values_t read = 0, results = 0, address = 0;
	for (uint32_t k = 0; k < n; k++) {
		if (op[k].kind == A64_MEMORY)
			address |= op[k].values;
		else if (k < written)
			results |= op[k].values;
		if (op[k].kind != A64_MEMORY && (k >= written || m->what & A64_CHANGES))
			read |= op[k].values;
	}
	i->sources = read | (m->what & A64_FLAGS_IN ? VALUE_FLAGS : 0);
	i->results = results | (m->what & A64_FLAGS_OUT ? VALUE_FLAGS : 0);
	i->address = address;
	i->touches = a64_scratch(read | results | address);
	i->reads = a64_scratch(read | address);
	i->kills = a64_scratch(results) & ~i->reads;
}

/* [x0, 8]! and [x0], 8 change the register, as the A2's loads and stores with update do. */
static bool updates(const struct a64_operand *op, uint32_t n)
{
	for (uint32_t k = 0; k < n; k++)
		if (op[k].kind == A64_MEMORY)
			return op[k].text.end[-1] == '!' || k + 1 < n;
	return false;
}

/* ---- classes */

/* An operand that is shifted or extended on the way: an instruction more. */
static bool is_shifted(struct span s)
{
	static const char *const names[] = { "lsl", "lsr", "asr", "ror", "uxt", "sxt", NULL };
	for (int k = 0; names[k] != NULL; k++)
		if (span_starts(s, names[k]))
			return true;
	return false;
}

static bool is_number(struct span s)
{
	return *s.at == '#' || (*s.at >= '0' && *s.at <= '9') || *s.at == '-' || *s.at == ':';
}

static void shifted(struct insn *i, const struct a64_mnemonic *m, const struct a64_operand *op,
	uint32_t n)
{
	bool shifts = n > 2 && is_shifted(op[n - 1].text) && !is_number(op[n - 2].text);
	if (shifts && !(m->what & A64_SHIFTS) && i->load == CORE_NOTHING)
		i->load = CORE_INTEGER_ROTATE_SHIFT;
}

static unsigned words_of(const struct a64_operand *op)
{
	return op->width == 'q' ? 2 : op->kind == A64_VECTOR && op->lanes > 0 ? op->lanes : 1;
}

static bool has_lsl(struct span s)
{
	return memmem(s.at, s.end - s.at, "lsl", 3) != NULL ||
		memmem(s.at, s.end - s.at, "xtw", 3) != NULL;
}

static void access(struct insn *i, const struct a64_mnemonic *m, const struct a64_operand *op,
	uint32_t n)
{
	bool vector = n > 0 && op[0].kind == A64_VECTOR;
	for (uint32_t k = 0; k < n; k++)
		i->address_shift |= op[k].kind == A64_MEMORY && has_lsl(op[k].text);
	i->accesses = (uint8_t)((n > 0 ? words_of(&op[0]) : 1) * (m->what & A64_PAIR ? 2 : 1));
	if (m->what & A64_LOADS)
		i->load = vector ? CORE_LOAD_FLOAT : CORE_LOAD_INTEGER;
	if (m->what & A64_STORES)
		i->store = CORE_STORE;
}

static bool is_word(const struct a64_operand *op)
{
	return op->width == 'w';
}

/* Forms for half as long numbers. */
static uint8_t class_for(uint8_t class, const struct a64_operand *op)
{
	bool single = op->width == 's' || memmem(op->text.at, op->text.end - op->text.at, "s", 1);
	switch (class) {
	case CORE_INTEGER_MULTIPLY_64: return is_word(op) ? CORE_INTEGER_MULTIPLY_32 : class;
	case CORE_INTEGER_DIVIDE_64: return is_word(op) ? CORE_INTEGER_DIVIDE_32 : class;
	case CORE_FLOAT_DIVIDE_DOUBLE: return single ? CORE_FLOAT_DIVIDE_SINGLE : class;
	case CORE_FLOAT_SQRT_DOUBLE: return single ? CORE_FLOAT_SQRT_SINGLE : class;
	default: return class;
	}
}

/* A number that comes from the other kind of registers goes through memory. */
static void moved(struct insn *i, struct span name, const struct a64_operand *op, uint32_t n)
{
	if (!span_is(name, "fmov") || n < 2)
		return;
	if (op[1].kind == A64_OTHER)
		i->op = CORE_LOAD_FLOAT; /* a constant is loaded */
	else if (op[0].kind != op[1].kind)
		i->op = op[0].kind == A64_VECTOR ? CORE_LOAD_FLOAT : CORE_LOAD_INTEGER;
}

static void classify(struct insn *i, const struct a64_mnemonic *m, const struct a64_operand *op,
	uint32_t n)
{
	i->op = m->class;
	if (n == 0)
		return;
	i->op = class_for(m->class, &op[0]);
	i->load = class_for(m->before, &op[0]);
	if (op[0].kind == A64_VECTOR && op[0].lanes > 1 && i->op != CORE_NOTHING)
		i->elements = op[0].lanes;
	if (m->what & (A64_LOADS | A64_STORES))
		access(i, m, op, n);
	else
		shifted(i, m, op, n);
}

/* ---- */

static void plain_read(struct reader *r, struct insn *i, struct span name, struct span rest)
{
	struct a64_operand op[OPERANDS_MAX];
	uint32_t n = a64_operands(rest, op);
	const struct a64_mnemonic *m = a64_find(name);
	if (m == NULL) {
		i->op = CORE_INTEGER_SIMPLE;
		i->reads = i->touches = REGS_ALL;
		symbols_taken(r->f, rest);
		return;
	}
	data_flow(i, m, op, n);
	classify(i, m, op, n);
	moved(i, name, op, n);
	if (updates(op, n))
		i->results |= i->address;
	for (uint32_t k = 0; k < n; k++)
		if (op[k].kind == A64_OTHER && !is_number(op[k].text) && !is_shifted(op[k].text))
			symbols_taken(r->f, op[k].text);
}

static bool is_exclusive(struct span name)
{
	return span_starts(name, "ldx") || span_starts(name, "ldax");
}

/* adrp and add that lead to a call of __tls_get_addr, which the linker rewrites in one piece. */
static bool is_tls(struct span s)
{
	return memmem(s.at, s.end - s.at, ":tls", 4) != NULL;
}

void insn_read(struct reader *r, struct span s)
{
	struct insn *i = text_append(r, s);
	struct span rest = s, name = word_take(&rest);
	bool pair = i->glued && r->exclusive;
	if (span_is(name, "brk") || span_is(name, "udf") || span_is(name, "hlt"))
		i->kind = INSN_TRAP;
	else if (!a64_branch(r, i, name, rest))
		plain_read(r, i, name, rest);
	if (pair && i->kind != INSN_JCC) /* its first instruction stands for it */
		i->op = i->load = CORE_NOTHING;
	r->exclusive = is_exclusive(name) ||
		(r->exclusive && !span_starts(name, "stx") && !span_starts(name, "stlx"));
	if (i->kind == INSN_PLAIN || i->kind == INSN_JCC)
		r->glue = r->exclusive || is_tls(rest);
	i->tells = i->load == CORE_LOAD_RESERVE;
	insn_translated(r, i, rest);
}
