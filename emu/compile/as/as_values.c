/*
 * as_values.c - what an instruction of x86-64 works with and what it gives, for dependences
 * (as_depend.c).
 */
#include "as.h"

#include <string.h>

static void operands_split(struct insn *i, const struct operand *op, uint32_t n)
{
	for (uint32_t k = 0; k < n; k++) {
		if (op[k].kind == OPERAND_MEMORY)
			i->address |= op[k].values;
		else if (k + 1 < n)
			i->sources |= op[k].values;
	}
}

static values_t flags_of(regs_t regs)
{
	return regs & REGS_FLAGS ? VALUE_FLAGS : 0;
}

void depend_plain(struct insn *i, const struct mnemonic *m, const struct operand *op, uint32_t n)
{
	values_t mentioned = 0;
	operands_split(i, op, n);
	for (uint32_t k = 0; k < n; k++)
		mentioned |= op[k].values;
	i->results = (m->writes & VALUES_GPR) | flags_of(i->kills);
	if (n > 0 && op[n - 1].kind == OPERAND_REG) {
		i->sources |= op[n - 1].values & i->reads;
		if (!(m->what & DO_READS))
			i->results |= op[n - 1].values;
	}
	i->sources |= (i->reads & VALUES_GPR & ~mentioned) | flags_of(i->reads);
	if (i->reads == 0)
		i->sources = 0; /* xor of a register with itself */
}

/* Instructions of SSE work on their last operand; those of AVX with three do not. */
static bool works_on_last(struct span name)
{
	static const char *const others[] = { "mov", "cvt", "sqrt", "round", "rcp", "rsqrt",
		"pshuf", "pabs", "lddqu", "pmov", NULL };
	if (*name.at == 'v')
		return span_starts(name, "vfm") || span_starts(name, "vfnm");
	for (int k = 0; others[k] != NULL; k++)
		if (span_starts(name, others[k]))
			return false;
	return true;
}

static bool clears(struct span name, const struct operand *op, uint32_t n)
{
	bool same = n > 1;
	for (uint32_t k = 1; k < n; k++)
		same = same && op[k].kind == OPERAND_VECTOR && op[k].values == op[0].values;
	return same && memmem(name.at, name.end - name.at, "xor", 3) != NULL;
}

void depend_vector(struct insn *i, struct span name, const struct operand *op, uint32_t n)
{
	operands_split(i, op, n);
	if (n > 0 && op[n - 1].kind != OPERAND_MEMORY) {
		bool compares = (i->kills & REGS_FLAGS) != 0;
		if (compares || works_on_last(name))
			i->sources |= op[n - 1].values;
		i->results = compares ? VALUE_FLAGS : op[n - 1].values;
	}
	if (clears(name, op, n)) {
		i->sources = 0;
		i->elements = 0;
	}
}

void depend_x87(struct insn *i, struct span name, const struct operand *op, uint32_t n)
{
	operands_split(i, op, n);
	i->sources = span_starts(name, "fld") || span_starts(name, "fild") ? 0 : VALUE_X87;
	i->results = VALUE_X87 | flags_of(i->kills);
}
