/*
 * as_vector.c - classes of vector and x87 instructions.  One that works on vectors of floating
 * point counts as one of its scalar class: the A2's own vectors (QPX) are as wide.  The A2 has no
 * vectors of integers: what calculates with one counts by its elements, what only moves it, once.
 *
 * They use no general register but those written down, save a few that compare strings.
 */
#include "as.h"

#include "net/machine/core.h"

#include <string.h>

/* Beginnings of names, the longer ones first. */
static const struct {
	char name[8];
	uint8_t class;
} classes[] = {
	{ "addsub", CORE_FLOAT_ARITHMETIC }, { "add", CORE_FLOAT_ARITHMETIC },
	{ "sub", CORE_FLOAT_ARITHMETIC },    { "mul", CORE_FLOAT_ARITHMETIC },
	{ "fm", CORE_FLOAT_ARITHMETIC },     { "fnm", CORE_FLOAT_ARITHMETIC },
	{ "min", CORE_FLOAT_ARITHMETIC },    { "max", CORE_FLOAT_ARITHMETIC },
	{ "hadd", CORE_FLOAT_ARITHMETIC },   { "hsub", CORE_FLOAT_ARITHMETIC },
	{ "dp", CORE_FLOAT_ARITHMETIC },     { "cvt", CORE_FLOAT_ARITHMETIC },
	{ "round", CORE_FLOAT_ARITHMETIC },  { "rcp", CORE_FLOAT_ARITHMETIC },
	{ "rsqrt", CORE_FLOAT_ARITHMETIC },  { "ucomi", CORE_FLOAT_COMPARE },
	{ "comi", CORE_FLOAT_COMPARE },      { "cmp", CORE_FLOAT_COMPARE },
	{ "zero", CORE_NOTHING },
	{ "pmul", CORE_INTEGER_MULTIPLY_32 }, { "pmadd", CORE_INTEGER_MULTIPLY_32 },
};

static uint8_t class_of(struct span name)
{
	bool twice = name.end > name.at && name.end[-1] == 'd';
	if (span_starts(name, "div"))
		return twice ? CORE_FLOAT_DIVIDE_DOUBLE : CORE_FLOAT_DIVIDE_SINGLE;
	if (span_starts(name, "sqrt"))
		return twice ? CORE_FLOAT_SQRT_DOUBLE : CORE_FLOAT_SQRT_SINGLE;
	for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
		if (span_starts(name, classes[i].name))
			return classes[i].class;
	return CORE_INTEGER_SIMPLE;
}

unsigned vector_bytes(struct span text)
{
	unsigned bytes = 16;
	if (memmem(text.at, text.end - text.at, "%zmm", 4) != NULL)
		bytes = 64;
	else if (memmem(text.at, text.end - text.at, "%ymm", 4) != NULL)
		bytes = 32;
	return bytes;
}

bool vector_name_starts(struct span name, const char *const *list)
{
	for (; *list != NULL; list++)
		if (span_starts(name, *list))
			return true;
	return false;
}

unsigned vector_integer_bytes(struct span name)
{
	static const char *const numbers[] = { "padd", "psub", "pmul", "pmadd", "pcmp", "pmin",
		"pmax", "pabs", "psll", "psrl", "psra", "pavg", "psign", "phadd", "phsub", NULL };
	if (!vector_name_starts(name, numbers))
		return 0;
	switch (name.end[-1]) {
	case 'b': return 1;
	case 'w': return 2;
	case 'd': return 4;
	case 'q': return 8;
	default: return 0;
	}
}

/* Bits go by 8 bytes at a time, numbers by their size. */
static uint8_t elements_of(struct span name, unsigned bytes)
{
	static const char *const bits[] = { "pand", "por", "pxor", NULL };
	unsigned one = vector_name_starts(name, bits) ? 8 : vector_integer_bytes(name);
	return one != 0 ? bytes / one : 0;
}

static bool copies(struct span name)
{
	return (span_starts(name, "mov") && !span_starts(name, "movmsk")) ||
		span_starts(name, "lddqu") || span_starts(name, "broadcast") ||
		span_starts(name, "kmov") || span_starts(name, "pmov") ||
		span_starts(name, "maskmov");
}

static bool sets_flags(struct span name)
{
	return span_starts(name, "ucomi") || span_starts(name, "comi") ||
		span_starts(name, "ptest") || span_starts(name, "testp") ||
		span_starts(name, "kortest") || span_starts(name, "ktest") ||
		span_starts(name, "pcmpestr") || span_starts(name, "pcmpistr");
}

static void hidden_registers(struct insn *i, struct span name)
{
	regs_t regs = 0;
	if (span_starts(name, "pcmpestr"))
		regs = REG(RAX) | REG(RDX) | REG(RCX);
	else if (span_starts(name, "pcmpistr"))
		regs = REG(RCX);
	else if (span_starts(name, "maskmov"))
		regs = REG(RDI);
	i->reads |= regs;
	i->touches |= regs;
}

void vector_classify(struct insn *i, struct span name, const struct operand *op, uint32_t n)
{
	if (name.at < name.end && *name.at == 'v')
		name.at++;
	const struct operand *last = n > 0 ? &op[n - 1] : NULL;
	bool copy = copies(name), memory = false;
	i->op = class_of(name);
	i->elements = elements_of(name, vector_bytes(i->text));
	for (uint32_t k = 0; k + 1 < n; k++)
		memory |= op[k].kind == OPERAND_MEMORY;
	if (memory || (n == 1 && last->kind == OPERAND_MEMORY))
		i->load = CORE_LOAD_FLOAT;
	if (n > 1 && last->kind == OPERAND_MEMORY) {
		if (i->op == CORE_FLOAT_COMPARE)
			i->load = CORE_LOAD_FLOAT;
		else
			i->store = CORE_STORE;
	}
	if (copy && (i->load || i->store))
		i->op = CORE_NOTHING;
	if (sets_flags(name))
		i->kills |= REGS_FLAGS;
	if (n > 1 && last->kind == OPERAND_REG && last->bytes >= 4) {
		regs_t others = 0;
		for (uint32_t k = 0; k + 1 < n; k++)
			others |= op[k].regs;
		i->kills |= last->regs & ~others;
		i->reads = others;
	}
	hidden_registers(i, name);
}

void x87_classify(struct insn *i, struct span name, const struct operand *op, uint32_t n)
{
	bool memory = n > 0 && op[n - 1].kind == OPERAND_MEMORY;
	bool whole = span_starts(name, "fi");
	i->op = CORE_FLOAT_ARITHMETIC;
	if (span_starts(name, "fdiv") || span_starts(name, "fidiv"))
		i->op = CORE_FLOAT_DIVIDE_DOUBLE;
	else if (span_starts(name, "fsqrt"))
		i->op = CORE_FLOAT_SQRT_DOUBLE;
	else if (span_starts(name, "fcom") || span_starts(name, "fucom"))
		i->op = CORE_FLOAT_COMPARE;
	if (memory && (span_starts(name, "fst") || span_starts(name, "fist") ||
		span_starts(name, "fnst") || span_starts(name, "fxsave")))
		i->store = CORE_STORE;
	else if (memory)
		i->load = CORE_LOAD_FLOAT;
	if (memory && !whole && (span_starts(name, "fst") || span_starts(name, "fld")))
		i->op = CORE_NOTHING;
	if (span_starts(name, "fcomi") || span_starts(name, "fucomi"))
		i->kills |= REGS_FLAGS;
	if (span_starts(name, "fcmov"))
		i->reads |= REGS_FLAGS;
}

static bool is_digit(const char *p, const char *end)
{
	return p < end && *p >= '0' && *p <= '9';
}

/* The name of a register that has mm at p. */
static bool is_wide_name(const char *p, const char *end)
{
	if (!is_digit(p + 2, end))
		return false;
	if (p[-1] != 'x')
		return p[-1] == 'y' || p[-1] == 'z' || p[-1] == 't';
	return is_digit(p + 3, end) && 10 * (p[2] - '0') + p[3] - '0' >= 16;
}

/* Whether any of ymm, zmm, masks, tiles, or xmm16 and above is named. */
bool vectors_are_wide(struct span s)
{
	if (memmem(s.at, s.end - s.at, "%k", 2) != NULL)
		return true;
	for (const char *p = s.at; (p = memmem(p, s.end - p, "mm", 2)) != NULL; p++)
		if (p > s.at && is_wide_name(p, s.end))
			return true;
	return false;
}
