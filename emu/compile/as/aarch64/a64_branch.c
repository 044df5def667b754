/*
 * a64_branch.c - jumps, calls and returns of AArch64: what they need and where they lead.
 *
 * A branch on a register (cbz, tbnz and so on) is a comparison and a branch on the A2.
 */
#include "a64.h"

#include <string.h>

/* b.eq as Clang writes it, beq as GCC does. */
static bool is_condition(struct span name)
{
	static const char names[] = "eq ne cs hs cc lo mi pl vs vc hi ls ge lt gt le al nv ";
	if (name.at < name.end && *name.at == '.')
		name.at++;
	if (name.end - name.at != 2)
		return false;
	for (const char *p = names; *p != '\0'; p += 3)
		if (memcmp(p, name.at, 2) == 0)
			return true;
	return false;
}

/* Functions of the compiler's library that are one atomic operation. */
static bool is_atomic(struct span name)
{
	return span_starts(name, "__aarch64_cas") || span_starts(name, "__aarch64_swp") ||
		span_starts(name, "__aarch64_ld");
}

static void call_read(struct reader *r, struct insn *i, struct span where)
{
	i->kind = INSN_CALL;
	i->kills = REGS_FLAGS;
	i->touches = REGS_ALL;
	if (is_atomic(where)) {
		i->op = CORE_NOTHING;
		i->load = CORE_LOAD_RESERVE;
		i->store = CORE_STORE_CONDITIONAL;
	}
	/* The linker rewrites what leads to the call and the nop behind it: they stay together. */
	r->glue = span_is(where, "__tls_get_addr");
}

static void by_register(struct insn *i, struct span where, values_t values)
{
	i->where = where;
	i->op = CORE_BRANCH_INDIRECT;
	i->address = values;
	i->reads |= a64_scratch(values);
}

static bool by_value(struct span name)
{
	return span_is(name, "cbz") || span_is(name, "cbnz") || span_is(name, "tbz") ||
		span_is(name, "tbnz");
}

bool a64_branch(struct reader *r, struct insn *i, struct span name, struct span rest)
{
	struct a64_operand op[OPERANDS_MAX];
	uint32_t n = a64_operands(rest, op);
	struct span last = n > 0 ? op[n - 1].text : rest;
	bool conditional = *name.at == 'b' &&
		is_condition((struct span){ name.at + 1, name.end });
	i->op = CORE_BRANCH;
	if (span_is(name, "ret")) {
		i->kind = INSN_RET;
	} else if (span_is(name, "br")) {
		i->kind = INSN_INDIRECT;
		by_register(i, last, op[0].values);
	} else if (span_is(name, "blr")) {
		call_read(r, i, last);
		by_register(i, last, op[0].values);
	} else if (span_is(name, "bl")) {
		call_read(r, i, last);
		branch_target(r, i, last);
	} else if (span_is(name, "b")) {
		i->kind = INSN_JMP;
		branch_target(r, i, last);
	} else if (conditional || by_value(name)) {
		i->kind = INSN_JCC;
		i->sources = conditional ? VALUE_FLAGS : op[0].values;
		i->load = conditional ? CORE_NOTHING : CORE_INTEGER_COMPARE;
		i->address = conditional ? 0 : op[0].values;
		i->reads |= a64_scratch(i->address);
		i->touches |= i->reads;
		branch_target(r, i, last);
	} else {
		return false;
	}
	return true;
}
