/*
 * as_scalar.c - vectors that the host's compiler has made of a program's loops, as the A2 does the
 * same: one number after the other.  The A2 has no vectors of integers, and those of doubles (QPX)
 * only where a source or an XL compiler asks for them: in such a file an operation of floating
 * point is one of the machine's (include/bgqemu/qpx.h says so).
 *
 * An operation counts by its elements.  Loads and stores have no type: they count by the narrowest
 * elements that the node calculates with, or by 8 bytes.  What rearranges elements is not there.
 *
 * Never: instructions of one number.
 */
#include "as.h"

#include "net/machine/core.h"

#include <string.h>

#define WIDEST 8

static bool ends_in(struct span name, const char *two)
{
	return name.end - name.at > 2 && memcmp(name.end - 2, two, 2) == 0;
}

/* The instruction's name without AVX's v. */
static struct span name_of(const struct insn *i)
{
	struct span name = { i->text.at, i->text.at };
	while (name.end < i->text.end && *name.end > ' ')
		name.end++;
	if (name.at < name.end && *name.at == 'v')
		name.at++;
	return name;
}

static bool rearranges(struct span name)
{
	static const char *const list[] = { "shuf", "unpck", "pshuf", "punpck", "palign", "perm",
		"insert", "extract", "blend", "pack", "movhlps", "movlhps", "movddup", "movshdup",
		"movsldup", "broadcast", "pbroadcast", "pblend", "pslldq", "psrldq", "pmov", NULL };
	return vector_name_starts(name, list);
}

static bool moves_all(struct span name)
{
	static const char *const list[] = { "mova", "movu", "movdq", "movnt", "lddqu", NULL };
	return vector_name_starts(name, list);
}

/* Bytes of an element that an instruction of this name calculates with; 0: one number, or no
 * vector. */
static unsigned width_of(struct span name)
{
	static const char *const bits[] = { "pand", "por", "pxor", "and", "or", "xor", NULL };
	unsigned integer = vector_integer_bytes(name);
	if (rearranges(name) || moves_all(name) || vector_name_starts(name, bits))
		return 0;
	if (integer != 0)
		return integer;
	if (ends_in(name, "pd") || ends_in(name, "dq"))
		return 8;
	return ends_in(name, "ps") ? 4 : 0;
}

static bool is_logic(struct span name)
{
	static const char *const list[] = { "pand", "por", "pxor", "andp", "andnp", "orp", "xorp",
		NULL };
	return vector_name_starts(name, list);
}

/* Bytes of the narrowest elements that a node calculates with; 0: with single numbers. */
static unsigned narrowest(const struct unit_text *f, const struct node *n)
{
	unsigned least = 0;
	for (uint32_t k = n->first; k <= n->last; k++) {
		unsigned width = f->insn[k].vector ? width_of(name_of(&f->insn[k])) : 0;
		if (width != 0 && (least == 0 || width < least))
			least = width;
	}
	return least;
}

/* Bits of a number that are masked: a sign, one instruction. */
static void sign_change(struct insn *i)
{
	i->elements = 1;
	i->load = CORE_NOTHING;
}

static void calculation_divide(struct insn *i, unsigned own, unsigned bytes)
{
	bool memory = i->load != CORE_NOTHING || i->store != CORE_NOTHING;
	i->elements = i->sources == 0 ? 1 : bytes / own;
	i->accesses = memory ? i->elements : 0;
}

/* Divides a vector instruction into those of single numbers; width: of its node's elements. */
static void insn_divide(struct insn *i, unsigned width)
{
	struct span name = name_of(i);
	unsigned bytes = vector_bytes(i->text), own = width_of(name);
	if (moves_all(name)) {
		i->accesses = bytes / (width != 0 ? width : WIDEST);
		i->op = CORE_NOTHING;
	} else if (rearranges(name)) {
		i->elements = 0;
		i->op = CORE_NOTHING;
	} else if (own != 0) {
		calculation_divide(i, own, bytes);
	} else if (is_logic(name) && width == 0) {
		sign_change(i);
	} else if (is_logic(name)) {
		calculation_divide(i, width, bytes);
	}
}

static bool is_divided(const struct unit_text *f, const struct insn *i)
{
	bool floats = i->op >= CORE_FLOAT_ARITHMETIC || i->load == CORE_LOAD_FLOAT ||
		i->store != CORE_NOTHING;
	return i->vector && i->kind == INSN_PLAIN && !(f->qpx && floats && i->elements == 0);
}

void vectors_divide(struct unit_text *f)
{
	for (uint32_t k = 0; k < f->nodes; k++) {
		const struct node *n = &f->node[k];
		unsigned width = narrowest(f, n);
		for (uint32_t i = n->first; i <= n->last; i++)
			if (is_divided(f, &f->insn[i]))
				insn_divide(&f->insn[i], width);
	}
}
