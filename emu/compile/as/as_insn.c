/*
 * as_insn.c - one instruction: its class, and the registers and flags it reads and
 * overwrites.  What is not known is taken to read everything and to overwrite nothing.
 */
#include "as.h"

#include "net/machine/core.h"

#include <stdlib.h>
#include <string.h>

struct prefixes {
	bool lock, repeats, counts_down, wide;
};

static bool prefix(struct span word, struct prefixes *p)
{
	static const char *const others[] = { "data16", "data32", "addr32", "rex64", "rex",
		"notrack", "bnd", "cs", "ds", "es", "fs", "gs", "ss", "xacquire", "xrelease",
		NULL };
	if (span_is(word, "lock"))
		return p->lock = true;
	if (span_is(word, "rep"))
		return p->repeats = true;
	if (span_is(word, "repe") || span_is(word, "repz") || span_is(word, "repne") ||
		span_is(word, "repnz"))
		return p->repeats = p->counts_down = true;
	for (int i = 0; others[i] != NULL; i++)
		if (span_is(word, others[i]))
			return true;
	return *word.at == '{' || span_starts(word, "rex.");
}

static regs_t mentioned(const struct operand *op, uint32_t n)
{
	regs_t regs = 0;
	for (uint32_t k = 0; k < n; k++)
		regs |= op[k].regs;
	return regs;
}

/* Shifts by a constant set all flags, unless it is a multiple of what is shifted. */
static bool shifts_by_constant(const struct mnemonic *m, const struct operand *op, uint32_t n)
{
	static const char *const rotates[] = { "rol", "ror", "rcl", "rcr", "rorx", NULL };
	if (m->class != CORE_INTEGER_ROTATE_SHIFT || (m->what & DO_WRITES))
		return false;
	for (int i = 0; rotates[i] != NULL; i++)
		if (strcmp(m->name, rotates[i]) == 0)
			return false;
	return n == 1 || (op[0].kind == OPERAND_IMMEDIATE &&
		strtoul(op[0].text.at + 1, NULL, 0) % 32 != 0);
}

static regs_t flags_killed(const struct mnemonic *m, const struct operand *op, uint32_t n)
{
	if ((m->what & DO_FLAGS_OUT) || shifts_by_constant(m, op, n))
		return REGS_FLAGS;
	if (strcmp(m->name, "imul") == 0)
		return REGS_FLAGS;
	if (strcmp(m->name, "mul") == 0)
		return REGS_FLAGS;
	if (strcmp(m->name, "inc") == 0 || strcmp(m->name, "dec") == 0)
		return REGS_OTHER;
	return strcmp(m->name, "bt") == 0 ? REGS_CARRY : 0;
}

static void accesses(struct insn *i, const struct mnemonic *m, const struct operand *op,
	uint32_t n)
{
	if (n == 0 || (m->what & DO_NOT_ACCESS))
		return;
	bool dest = op[n - 1].kind == OPERAND_MEMORY, source = false;
	for (uint32_t k = 0; k + 1 < n; k++)
		source |= op[k].kind == OPERAND_MEMORY;
	if (source || (dest && !(m->what & DO_WRITES)))
		i->load = CORE_LOAD_INTEGER;
	if (dest && !(m->what & DO_READS))
		i->store = CORE_STORE;
	if ((m->what & DO_COPIES) && (i->load || i->store) && m->class == CORE_INTEGER_SIMPLE)
		i->op = CORE_NOTHING;
}

static void data_flow(struct insn *i, const struct mnemonic *m, const struct operand *op,
	uint32_t n)
{
	regs_t all = mentioned(op, n);
	i->reads = all | m->reads | (m->what & DO_FLAGS_IN ? REGS_CARRY : 0);
	i->touches = all | m->reads | m->writes;
	i->kills = flags_killed(m, op, n);
	if (n == 0)
		return;
	const struct operand *last = &op[n - 1];
	if ((m->what & DO_WRITES) && last->kind == OPERAND_REG && last->bytes >= 4) {
		i->kills |= last->regs;
		i->reads = mentioned(op, n - 1) | m->reads;
	}
	bool self = n == 2 && last->kind == OPERAND_REG && last->bytes >= 4 &&
		op[0].kind == OPERAND_REG && op[0].bytes == last->bytes &&
		op[0].regs == last->regs;
	if (self && (strcmp(m->name, "xor") == 0 || strcmp(m->name, "sub") == 0)) {
		i->kills |= last->regs;
		i->reads = 0;
	}
}

/* imul and div have forms of their own. */
static void adjust(struct insn *i, struct span name, const struct operand *op, uint32_t n)
{
	bool long_word = name.end[-1] == 'q' || (n > 0 && op[n - 1].bytes == 8);
	if (i->op == CORE_INTEGER_MULTIPLY_64 && !long_word)
		i->op = CORE_INTEGER_MULTIPLY_32;
	if (i->op == CORE_INTEGER_DIVIDE_32 && long_word)
		i->op = CORE_INTEGER_DIVIDE_64;
	if (span_starts(name, "imul") && n == 1) {
		i->reads |= REG(RAX);
		i->touches |= REG(RAX) | REG(RDX);
		i->store = 0;
	}
	if (span_starts(name, "imul") && n == 3 && op[2].bytes >= 4) {
		i->kills |= op[2].regs;
		i->reads = op[1].regs;
	}
	if (span_is(name, "ud2") || span_is(name, "hlt"))
		i->kind = INSN_TRAP;
}

/* One whose operands say all, or one with a name that is known. */
static bool classify(struct insn *i, struct span name, const struct operand *op, uint32_t n)
{
	static const struct mnemonic
		set = { "set", CORE_CONDITION_LOGIC, DO_WRITES, 0, 0 },
		cmov = { "cmov", CORE_INTEGER_SIMPLE, 0, 0, 0 },
		movs = { "movs", CORE_STORE, 0, REG(RSI) | REG(RDI), REG(RSI) | REG(RDI) };
	struct span condition = { name.at + 3, name.end };
	const struct mnemonic *m = mnemonic_find(name);
	if (n == 0 && name.end - name.at == 5 && span_starts(name, "movs"))
		m = &movs;
	else if (span_starts(name, "set") && m == NULL)
		m = &set;
	else if (span_starts(name, "cmov"))
		m = &cmov;
	if (m == NULL)
		return false;
	i->op = m->class;
	accesses(i, m, op, n);
	data_flow(i, m, op, n);
	if (m == &movs)
		i->load = CORE_LOAD_INTEGER;
	if (m == &set)
		i->reads |= condition_flags(condition);
	if (m == &cmov) {
		condition.at++; /* with a size behind it, it is taken to need all flags */
		i->reads |= condition_flags(condition);
	}
	adjust(i, name, op, n);
	depend_plain(i, m, op, n);
	return true;
}

static bool has_vector(const struct operand *op, uint32_t n)
{
	for (uint32_t k = 0; k < n; k++)
		if (op[k].kind == OPERAND_VECTOR)
			return true;
	return false;
}

static void plain_read(struct reader *r, struct insn *i, struct span name, struct span rest)
{
	struct operand op[OPERANDS_MAX];
	uint32_t n = operands_parse(rest, op);
	bool vector = has_vector(op, n) || (*name.at == 'v' && !span_starts(name, "ver"));
	if (vector) {
		i->reads = i->touches = mentioned(op, n);
		vector_classify(i, name, op, n);
		depend_vector(i, name, op, n);
	} else if (*name.at == 'f' && !span_is(name, "femms")) {
		i->reads = i->touches = mentioned(op, n);
		x87_classify(i, name, op, n);
		depend_x87(i, name, op, n);
	} else if (!classify(i, name, op, n)) {
		i->op = CORE_INTEGER_SIMPLE;
		i->reads = i->touches = REGS_ALL;
	}
	for (uint32_t k = 0; k < n; k++)
		if (op[k].kind == OPERAND_MEMORY || op[k].kind == OPERAND_IMMEDIATE)
			symbols_taken(r->f, op[k].text);
	i->vector = vector;
}

/* rep before others is part of their name: rep bsf, rep nop, rep ret. */
static bool string_operation(struct span name)
{
	static const char *const names[] = { "movs", "stos", "lods", "cmps", "scas", "ins",
		"outs", NULL };
	for (int i = 0; names[i] != NULL; i++)
		if (span_starts(name, names[i]) && name.end - name.at <= 5)
			return true;
	return false;
}

/* Registers that have then what was in memory, and flags, which say what it was. */
static regs_t told(struct span name, struct span operands)
{
	struct operand op[OPERANDS_MAX];
	uint32_t n = operands_parse(operands, op);
	bool exchanges = span_starts(name, "xchg"), adds = span_starts(name, "xadd");
	regs_t regs = exchanges ? 0 : REGS_FLAGS;
	if (span_starts(name, "cmpxchg"))
		regs |= REG(RAX) | (n == 1 ? REG(RDX) : 0); /* of two registers' length */
	for (uint32_t k = 0; k < n; k++)
		if (op[k].kind == OPERAND_REG && (exchanges || adds))
			regs |= op[k].regs;
	return regs;
}

/* lock orq $0, (%rsp): how compilers write a fence. */
static bool fences(struct span name, struct span operands)
{
	return span_starts(name, "or") && span_starts(operands, "$0,") &&
		memmem(operands.at, operands.end - operands.at, "(%rsp)", 6) != NULL;
}

static void prefixes_apply(struct insn *i, const struct prefixes *p, struct span name,
			   struct span rest)
{
	bool exchange = span_starts(name, "xchg") && i->load;
	if (p->lock && fences(name, rest)) {
		i->load = CORE_SYNC;
		i->store = CORE_NOTHING;
	} else if ((p->lock || exchange) && i->load) {
		i->load = CORE_LOAD_RESERVE;
		i->store = CORE_STORE_CONDITIONAL;
		i->told = told(name, rest);
	}
	bool string = i->kind == INSN_PLAIN && p->repeats && string_operation(name);
	i->repeats = string;
	i->counts_down = string && p->counts_down;
	if (string) {
		i->reads |= REG(RCX);
		i->touches |= REG(RCX);
		if (p->counts_down)
			i->kills &= ~REGS_FLAGS;
		if (p->counts_down)
			i->reads |= REGS_FLAGS;
	}
}

/* The linker rewrites what leads to a call of __tls_get_addr: it stays in one piece. */
static bool tls_sequence(struct span s)
{
	const char *at = memchr(s.at, '@', s.end - s.at);
	if (at == NULL || s.end - at < 6)
		return false;
	return strncasecmp(at, "@tlsgd", 6) == 0 || strncasecmp(at, "@tlsld", 6) == 0 ||
		strncasecmp(at, "@tlsde", 6) == 0;
}

static bool branches(struct span name)
{
	return *name.at == 'j' || span_starts(name, "call") || span_is(name, "ret") ||
		span_is(name, "retq");
}

static bool short_branch(struct span name)
{
	return span_starts(name, "loop") || span_is(name, "jrcxz") || span_is(name, "jecxz") ||
		span_is(name, "jcxz") || span_is(name, "xbegin");
}

void insn_read(struct reader *r, struct span s)
{
	struct prefixes p = { 0 };
	struct insn *i = text_append(r, s);
	struct span rest = s, name = { s.at, s.at };
	while (rest.at < rest.end) {
		name = word_take(&rest);
		if (!prefix(name, &p))
			break;
		name.at = name.end;
	}
	if (name.at == name.end) { /* prefixes only */
		r->glue = true;
		r->f->strange |= p.lock || p.repeats;
		i->data16 = span_is(s, "data16");
		return;
	}
	if (short_branch(name))
		r->f->strange = true; /* cannot lead further than it does */
	else if (branches(name))
		branch_read(r, i, name, rest);
	else
		plain_read(r, i, name, rest);
	prefixes_apply(i, &p, name, rest);
	mix_classify(i, name, i->vector);
	insn_translated(r, i, rest);
	if (tls_sequence(rest) || span_starts(name, "endbr"))
		r->glue = true;
}
