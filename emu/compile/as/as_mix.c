/*
 * as_mix.c - one instruction's classes for the machine's counters (bgqemu/mix.h): groups of
 * opcodes, by the host's mnemonic.
 *
 * The parts of an instruction are those that as_depend.c issues: a load, an operation, a store.
 * Vector operations count their numbers, so that a sum does not depend on how wide the host's
 * vectors are.  Never: anything that costs time or changes the text.
 */
#include "as.h"

#include "include/bgqemu/mix.h"
#include "net/machine/core.h"

#include <string.h>

#define NOTHING MIX_COUNT

struct rule {
	char name[12]; /* the beginning of a mnemonic */
	uint8_t class;
};

static uint8_t rule_find(const struct rule *rules, size_t n, struct span name, uint8_t otherwise)
{
	for (size_t i = 0; i < n; i++)
		if (span_starts(name, rules[i].name))
			return rules[i].class;
	return otherwise;
}

#define FIND(rules, name, otherwise) \
	rule_find(rules, sizeof rules / sizeof *rules, name, otherwise)

/* ---- integers */

static const struct rule simple[] = {
	{ "and", MIX_ILOG }, { "or", MIX_ILOG }, { "xor", MIX_ILOG }, { "not", MIX_ILOG },
	{ "bls", MIX_ILOG }, { "popcnt", MIX_ILOG }, { "tzcnt", MIX_ILOG },
	{ "movz", MIX_BITS }, { "movs", MIX_BITS }, { "bswap", MIX_BITS }, { "bextr", MIX_BITS },
	{ "bzhi", MIX_BITS }, { "cl", MIX_BITS }, { "cq", MIX_BITS }, { "cw", MIX_BITS },
	{ "cd", MIX_BITS }, { "cb", MIX_BITS }, { "bt", MIX_BITS }, { "pdep", MIX_BITS },
	{ "pext", MIX_BITS }, { "mov", MIX_ILOG }, { "cmov", MIX_IMOV },
};

static uint8_t class_of(const struct insn *i, uint8_t core, struct span name)
{
	switch (core) {
	case CORE_NOTHING: return NOTHING;
	case CORE_INTEGER_COMPARE: return MIX_ICMP;
	case CORE_INTEGER_ROTATE_SHIFT: return MIX_BITS;
	case CORE_INTEGER_MULTIPLY_32:
	case CORE_INTEGER_MULTIPLY_64: return MIX_IMUL;
	case CORE_INTEGER_DIVIDE_32:
	case CORE_INTEGER_DIVIDE_64: return MIX_IDIV;
	case CORE_BRANCH: return i->kind == INSN_JCC || i->kind == INSN_RET ? MIX_BRC : MIX_BRU;
	case CORE_BRANCH_INDIRECT: return MIX_BRC;
	case CORE_CONDITION_LOGIC:
	case CORE_MOVE_FROM_SPR:
	case CORE_READ_TIME_BASE: return MIX_IMOV;
	case CORE_LOAD_INTEGER: return MIX_LD;
	case CORE_LOAD_FLOAT: return MIX_FLD;
	case CORE_STORE: return MIX_ST;
	case CORE_LOAD_RESERVE:
	case CORE_STORE_CONDITIONAL: return MIX_LSCX;
	case CORE_SYNC:
	case CORE_ISYNC: return MIX_SYNC;
	case CORE_SYSTEM_CALL: return MIX_INT;
	case CORE_CACHE_BLOCK: return MIX_CTCH;
	default: return FIND(simple, name, MIX_IADD);
	}
}

/* ---- vectors */

/* Vector instructions with one number in a register, and with several. */
static const struct rule scalars[] = {
	{ "add", MIX_FADD }, { "sub", MIX_FADD }, { "mul", MIX_FMUL }, { "div", MIX_FDIV },
	{ "sqrt", MIX_FSQ }, { "fm", MIX_FMA }, { "fnm", MIX_FMA }, { "min", MIX_FOTH },
	{ "max", MIX_FOTH }, { "rcp", MIX_FRES }, { "rsqrt", MIX_FSQE }, { "ucomi", MIX_FCMP },
	{ "comi", MIX_FCMP }, { "cmp", MIX_FCMP }, { "round", MIX_FRND },
	{ "cvtsd2ss", MIX_FRND }, { "cvtss2sd", MIX_FMOV }, { "cvt", MIX_FCVT },
};

static const struct rule packed[] = {
	{ "addsub", MIX_QADD }, { "add", MIX_QADD }, { "sub", MIX_QADD }, { "hadd", MIX_QADD },
	{ "hsub", MIX_QADD }, { "mul", MIX_QMUL }, { "dp", MIX_QMA }, { "div", MIX_FDIV },
	{ "sqrt", MIX_FSQ }, { "fm", MIX_QMA }, { "fnm", MIX_QMA }, { "min", MIX_QOTH },
	{ "max", MIX_QOTH }, { "rcp", MIX_QRES }, { "rsqrt", MIX_QRES }, { "cmp", MIX_QCMP },
	{ "round", MIX_QRND }, { "cvtpd2ps", MIX_QRND }, { "cvtps2pd", MIX_QMOV },
	{ "cvt", MIX_QCVT }, { "padd", MIX_IADD }, { "psub", MIX_IADD }, { "pmul", MIX_IMUL },
	{ "pmadd", MIX_IMUL }, { "pcmp", MIX_ICMP }, { "ptest", MIX_ICMP }, { "psll", MIX_BITS },
	{ "psrl", MIX_BITS }, { "psra", MIX_BITS }, { "pabs", MIX_IADD }, { "pmin", MIX_IADD },
	{ "pmax", MIX_IADD }, { "pavg", MIX_IADD }, { "psad", MIX_IADD }, { "pextr", MIX_IMOV },
	{ "pinsr", MIX_IMOV }, { "movmsk", MIX_IMOV }, { "pmovmsk", MIX_IMOV },
	{ "movd", MIX_FMOV }, { "movq", MIX_FMOV }, { "mov", MIX_QMOV }, { "pand", MIX_ILOG },
	{ "por", MIX_ILOG }, { "pxor", MIX_ILOG }, { "and", MIX_FOTH }, { "or", MIX_FOTH },
	{ "xor", MIX_FOTH }, { "k", MIX_BITS },
};

static bool ends_in(struct span name, const char *two)
{
	return name.end - name.at > 2 && memcmp(name.end - 2, two, 2) == 0;
}

static bool contains(struct span name, const char *part)
{
	return memmem(name.at, name.end - name.at, part, strlen(part)) != NULL;
}

static bool is_scalar(struct span name)
{
	if (*name.at == 'p') /* integers */
		return false;
	return ends_in(name, "ss") || ends_in(name, "sd") || contains(name, "2si") ||
		contains(name, "si2s");
}

/* True for loads and stores that move less than a register. */
static bool moves_one(struct span name)
{
	return is_scalar(name) || span_is(name, "movd") || span_is(name, "movq") ||
		span_starts(name, "movh") || span_starts(name, "movl") ||
		span_starts(name, "movddup") || span_starts(name, "pinsr") ||
		span_starts(name, "pextr") || span_starts(name, "broadcasts") ||
		span_starts(name, "cvtsi");
}

static void vector_mix(struct insn *i, struct span name)
{
	bool scalar = is_scalar(name), one = moves_one(name);
	unsigned bytes = vector_bytes(i->text);
	unsigned single = ends_in(name, "ps") ? bytes / 4 : bytes / 8;
	uint8_t class = scalar ? FIND(scalars, name, MIX_FMOV) : FIND(packed, name, MIX_QMOV);
	if (i->load != CORE_NOTHING)
		i->mix[0] = (struct insn_mix){ one ? MIX_FLD : MIX_QLD, one ? 1 : bytes / 8 };
	if (i->store != CORE_NOTHING)
		i->mix[2] = (struct insn_mix){ one ? MIX_FST : MIX_QST, one ? 1 : bytes / 8 };
	if (i->op == CORE_NOTHING)
		return;
	if (contains(name, "xor") && i->sources == 0)
		class = MIX_FMOV; /* a register is cleared */
	bool many = mix_is_quad(class) || (!scalar && (class == MIX_FDIV || class == MIX_FSQ));
	i->mix[1] = (struct insn_mix){ class, many ? single : i->elements ? i->elements : 1 };
}

static const struct rule x87[] = {
	{ "fadd", MIX_FADD }, { "fiadd", MIX_FADD }, { "fsub", MIX_FADD }, { "fisub", MIX_FADD },
	{ "fmul", MIX_FMUL }, { "fimul", MIX_FMUL }, { "fdiv", MIX_FDIV }, { "fidiv", MIX_FDIV },
	{ "fsqrt", MIX_FSQ }, { "fcom", MIX_FCMP }, { "fucom", MIX_FCMP }, { "ftst", MIX_FCMP },
	{ "fabs", MIX_FOTH }, { "fchs", MIX_FOTH }, { "fild", MIX_FCVT }, { "fist", MIX_FCVT },
	{ "frnd", MIX_FRND },
};

static void x87_mix(struct insn *i, struct span name)
{
	if (i->load != CORE_NOTHING)
		i->mix[0] = (struct insn_mix){ MIX_FLD, 1 };
	if (i->store != CORE_NOTHING)
		i->mix[2] = (struct insn_mix){ MIX_FST, 1 };
	if (i->op != CORE_NOTHING)
		i->mix[1] = (struct insn_mix){ FIND(x87, name, MIX_FMOV), 1 };
}

/* ---- */

static void part_set(struct insn *i, unsigned part, uint8_t core, struct span name)
{
	uint8_t class = class_of(i, core, name);
	if (class != NOTHING)
		i->mix[part] = (struct insn_mix){ class, 1 };
}

void mix_classify(struct insn *i, struct span name, bool vector)
{
	memset(i->mix, 0, sizeof i->mix);
	if (vector) {
		if (name.at < name.end && *name.at == 'v')
			name.at++;
		vector_mix(i, name);
	} else if (*name.at == 'f' && i->kind == INSN_PLAIN && !span_is(name, "femms")) {
		x87_mix(i, name);
	} else {
		part_set(i, 0, i->load, name);
		part_set(i, 1, i->op, name);
		part_set(i, 2, i->store, name);
	}
}

void mix_clear(struct insn *i)
{
	memset(i->mix, 0, sizeof i->mix);
}

/* ---- nodes */

void mix_add(int32_t *sum, const struct insn *i)
{
	for (unsigned part = 0; part < 3; part++)
		sum[i->mix[part].class] += i->mix[part].count;
}

/* Inline assembly is known by its lines alone, which count as integers'. */
void mix_of_node(const struct unit_text *f, const struct node *n, int32_t *sum)
{
	const struct insn *last = &f->insn[n->last];
	memset(sum, 0, MIX_COUNT * sizeof *sum);
	for (uint32_t k = n->first; k <= n->last; k++) {
		const struct insn *i = &f->insn[k];
		sum[MIX_IADD] += i->cycles;
		if (i->kind != INSN_ASM && !i->repeats)
			mix_add(sum, i);
	}
	sum[MIX_STALL_XU] += n->stall_xu;
	sum[MIX_STALL_FU] += n->stall_fu;
	if (last->kind == INSN_JCC && (n->jump == NONE || n->jump > (uint32_t)(n - f->node)))
		sum[MIX_FORWARD]++;
}
