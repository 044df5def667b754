/*
 * as_branch.c - jumps, calls and returns: what they need and where they lead.
 */
#include "as.h"

#include "net/machine/core.h"

#include <string.h>

/* The flags that a condition looks at. */
regs_t condition_flags(struct span c)
{
	static const char *const others[] = { "e", "ne", "z", "nz", "s", "ns", "o", "no", "p",
		"np", "pe", "po", "l", "nl", "ge", "nge", "le", "nle", "g", "ng", NULL };
	static const char *const carry[] = { "b", "nb", "c", "nc", "ae", "nae", NULL };
	for (int i = 0; others[i] != NULL; i++)
		if (span_is(c, others[i]))
			return REGS_OTHER;
	for (int i = 0; carry[i] != NULL; i++)
		if (span_is(c, carry[i]))
			return REGS_CARRY;
	return REGS_FLAGS;
}

static void call_read(struct insn *i)
{
	i->kind = INSN_CALL;
	i->reads |= REGS_PASSED | REGS_SAVED; /* which unwinding needs */
	i->kills = REGS_FLAGS;
	i->touches |= REGS_GPR | REGS_FLAGS;
}

void branch_read(struct reader *r, struct insn *i, struct span name, struct span rest)
{
	bool indirect = rest.at < rest.end && *rest.at == '*';
	i->op = CORE_BRANCH;
	i->reads = i->touches = operand_scan(rest);
	i->address = operand_values(rest);
	if (span_starts(name, "ret")) {
		i->kind = INSN_RET;
		i->reads |= REGS_SAVED | REG(RAX) | REG(RDX);
		return;
	}
	if (span_starts(name, "call"))
		call_read(i);
	else if (span_is(name, "jmp") || span_is(name, "jmpq"))
		i->kind = indirect ? INSN_INDIRECT : INSN_JMP;
	else {
		const char *hint = memchr(name.at, ',', name.end - name.at);
		i->kind = INSN_JCC;
		i->reads |= condition_flags((struct span){ name.at + 1, hint ? hint : name.end });
	}
	if (!indirect) {
		branch_target(r, i, rest);
		return;
	}
	i->op = CORE_BRANCH_INDIRECT;
	i->where = rest;
	if (memchr(rest.at, '(', rest.end - rest.at) ||
	    memchr(rest.at, '%', rest.end - rest.at) == NULL)
		i->load = CORE_LOAD_INTEGER;
	symbols_taken(r->f, rest);
}
