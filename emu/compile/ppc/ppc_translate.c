/*
 * ppc_translate.c - a template as the body of a function.
 *
 * Cycles are added up and written down before whatever takes time by itself, where control
 * may come from elsewhere or go, and at the end.
 */
#include "ppc.h"

#include "net/machine/core.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* The first one stays. */
void translation_error(struct translation *t, const char *what, struct span where)
{
	if (t->error.size > 0)
		return;
	const struct ppc_line *l = &t->lines.at[t->line];
	out_text(&t->error, what);
	out_text(&t->error, ": '");
	out_span(&t->error, where.at, where.end);
	if (where.at != l->name.at) {
		out_text(&t->error, "' in '");
		out_span(&t->error, l->name.at, l->name.end);
	}
	out_text(&t->error, "'");
}

static void cycles_write(struct translation *t)
{
	if (t->cycles > 0)
		out_format(&t->body, "__asm__ __volatile__(\"# bgq-cycles %u\":::\"memory\");",
			t->cycles);
	t->cycles = 0;
}

/* $n and @n. */
static void code_write(struct translation *t, const struct ppc_insn *i,
	const struct span *operand)
{
	const char *letters = i->operands + (*i->operands == '?');
	bool each = strncmp(i->code, "{int _i;", 8) == 0;
	for (const char *p = i->code; *p != '\0'; p++) {
		if (*p != '$' && *p != '@') {
			out_span(&t->body, p, p + 1);
			continue;
		}
		char mark = *p++;
		unsigned n = *p - '0';
		char letter = letters[n];
		if (mark == '@')
			letter = '@';
		else if (strchr("rzimu", letter) != NULL)
			out_text(&t->body, "(");
		operand_write(t, operand[n], letter, &t->body);
		if (mark == '$' && strchr("rzimu", letter) != NULL)
			out_text(&t->body, ")");
		if (each && letter == 'q')
			out_text(&t->body, "[_i]");
	}
}

/* lwarx %0,%y1 is lwarx %0,0,%1; a field of cr that is left out is cr0. */
static uint32_t operands_expand(const struct ppc_asm *a, const struct ppc_line *l,
	struct span *operand)
{
	static const char zero[] = "0";
	uint32_t n = 0;
	for (uint32_t k = 0; k < l->operands && n + 1 < PPC_INSN_OPERANDS; k++) {
		char modifier;
		if (operand_reference(a, l->operand[k], &modifier) >= 0 && modifier == 'y')
			operand[n++] = (struct span){ zero, zero + 1 };
		operand[n++] = l->operand[k];
	}
	return n;
}

/* lwz%U1%X1 is lwz. */
static struct span mnemonic(const struct ppc_line *l)
{
	const char *percent = l->name.at < l->name.end ?
		memchr(l->name.at, '%', l->name.end - l->name.at) : NULL;
	return (struct span){ l->name.at, percent != NULL ? percent : l->name.end };
}

/* or 1,1,1 and so on: the thread's priority. */
static bool is_priority(const struct translation *t, struct span name,
	const struct span *operand, uint32_t n)
{
	long a, b, c;
	return span_is(name, "or") && n == 3 && operand_number(t, operand[0], &a) &&
		operand_number(t, operand[1], &b) && operand_number(t, operand[2], &c) &&
		a == b && b == c;
}

/* A load of one number fills all four of a vector. */
static void lane_splat(struct translation *t, struct span text)
{
	char modifier;
	int k = operand_reference(t->a, text, &modifier);
	if (k >= 0 && k < (int)t->a->operands && t->a->operand[k].lane) {
		int to = t->a->operand[k].same >= 0 ? t->a->operand[k].same : k;
		out_format(&t->body, "_bgq_splat(q%d,q%d[0]);", to, to);
	}
}

/* The number is in register 0, arguments in 3 to 8, and the result comes back in 3. */
static void system_call(struct translation *t, struct span name)
{
	if ((t->set & 1) == 0 && scope_register(t->scope, 'r', 0) == NULL)
		translation_error(t, "nothing has set register 0, the number of the call, before",
			name);
	t->used |= 0x1f9;
	t->set |= 1 << 3;
	t->changed |= 1 << 3;
}

/* One whose field takes the summary overflow as its last bit. */
static bool is_comparison(const struct ppc_insn *i)
{
	return i->class == CORE_INTEGER_COMPARE && memchr(i->operands, 'c', 2) != NULL;
}

static void instruction(struct translation *t, const struct ppc_line *l)
{
	struct span name = mnemonic(l), operand[PPC_INSN_OPERANDS + 1] = { { "0", &"0"[1] } };
	uint32_t n = operands_expand(t->a, l, operand + 1);
	bool record;
	const struct ppc_insn *i = insn_find(name, n, &record);
	if (is_priority(t, name, operand + 1, n)) {
		t->cycles += core_cycles(CORE_INTEGER_SIMPLE);
		return;
	}
	if (i == NULL) {
		i = insn_find(name, NONE, &record);
		translation_error(t, i != NULL ? "operands are not those of PowerPC instruction" :
			"unknown PowerPC instruction", name);
		return;
	}
	if (span_is(name, "sc"))
		system_call(t, name);
	if (i->class == CORE_NOTHING || i->class == CORE_SYSTEM_CALL)
		cycles_write(t);
	t->cycles += core_cycles(i->class);
	bool left_out = *i->operands == '?' && n + 2 == strlen(i->operands);
	code_write(t, i, operand + (left_out ? 0 : 1));
	int shadow = *i->operands == 'F' && i->class == CORE_LOAD_FLOAT ?
		operand_shadow(t, operand[1]) : -1;
	if (*i->operands == 'F' && i->class == CORE_LOAD_FLOAT)
		lane_splat(t, operand[1]);
	if (shadow >= 0) /* a load fills all four numbers */
		out_format(&t->body, "_bgq_splat(bgqrt_fpr[%d],bgqrt_fpr[%d][0]);", shadow,
			shadow);
	if (record) {
		out_text(&t->body, "cr[0]=_bgq_cmp((_bgq_s)");
		operand_write(t, operand[1], 'w', &t->body);
		out_text(&t->body, ",0)|(xer>>31&1);");
	}
	if (is_comparison(i)) {
		operand_write(t, operand[left_out ? 0 : 1], 'c', &t->body);
		out_text(&t->body, "|=xer>>31&1;");
	}
}

/* ---- labels and branches */

/* The line with the label that is meant, or NONE. */
static uint32_t label_find(const struct translation *t, struct span s)
{
	bool numeric = s.end - s.at >= 2 && isdigit((unsigned char)*s.at) &&
		(s.end[-1] == 'f' || s.end[-1] == 'b');
	bool back = numeric && s.end[-1] == 'b';
	uint32_t found = NONE;
	s.end -= numeric;
	for (uint32_t k = 0; k < t->lines.count; k++) {
		struct span l = t->lines.at[k].label;
		if (l.end - l.at != s.end - s.at || l.at == l.end ||
			memcmp(l.at, s.at, s.end - s.at) != 0)
			continue;
		if (!numeric || (back && k <= t->line))
			found = k;
		else if (!back && k > t->line)
			return k;
	}
	return found;
}

static void jump(struct translation *t, struct span target)
{
	char modifier;
	int k = operand_reference(t->a, target, &modifier);
	if (k >= (int)t->a->operands) {
		out_format(&t->body, "{to=%d;goto out;}", k - (int)t->a->operands + 1);
		return;
	}
	uint32_t line = label_find(t, target);
	if (line == NONE)
		translation_error(t, "no label is called so", target);
	out_format(&t->body, "goto L%u;", line);
}

/* bc BO,BI,target: the same by numbers. */
static bool numbered(struct translation *t, const struct ppc_line *l, struct ppc_branch *b)
{
	long bo;
	if (!span_is(l->name, "bc") || l->operands != 3 || !operand_number(t, l->operand[0], &bo))
		return false;
	*b = (struct ppc_branch){ .counts = !(bo & 4), .zero = bo & 2,
		.conditional = !(bo & 16), .set = bo & 8 };
	return true;
}

static void branch(struct translation *t, const struct ppc_line *l, const struct ppc_branch *b,
	struct span bit)
{
	long cr = 0;
	t->flows = true;
	bool has_field = b->conditional && b->bit != 0 && l->operands == 2;
	t->cycles += core_cycles(CORE_BRANCH);
	cycles_write(t);
	if (has_field) {
		struct ppc_register reg = register_of(l->operand[0]);
		cr = reg.class == 'c' ? reg.number : -1;
		if (cr < 0 && (!operand_number(t, l->operand[0], &cr) || cr < 0 || cr > 7))
			translation_error(t, "this is no field of the condition register",
				l->operand[0]);
	}
	if (b->counts || b->conditional)
		out_text(&t->body, "if(");
	if (b->counts)
		out_format(&t->body, "(--ctr%s0)", b->zero ? "==" : "!=");
	if (b->counts && b->conditional)
		out_text(&t->body, "&&");
	if (b->conditional && !b->set)
		out_text(&t->body, "!");
	if (b->conditional && b->bit != 0)
		out_format(&t->body, "(cr[%ld]&%u)", cr, b->bit);
	else if (b->conditional)
		operand_write(t, bit, 'b', &t->body);
	if (b->counts || b->conditional)
		out_text(&t->body, ")");
	jump(t, l->operand[l->operands - 1]);
}

/* ---- the link register: branches that set it, and those back */

/* Whether line k sets the link register: bl, or bcl that branches always. */
static bool links(const struct translation *t, uint32_t k)
{
	const struct ppc_line *l = &t->lines.at[k];
	long bo;
	return (span_is(l->name, "bl") && l->operands == 1) ||
		(span_is(l->name, "bcl") && l->operands == 3 &&
			operand_number(t, l->operand[0], &bo) && (bo & 20) == 20);
}

/* The instruction behind: what is meant is its address. */
static bool is_next(struct span s)
{
	return span_is(s, "$+4") || span_is(s, ".+4");
}

static void branch_link(struct translation *t, const struct ppc_line *l)
{
	struct span target = l->operand[l->operands - 1];
	t->flows = true;
	t->cycles += core_cycles(CORE_BRANCH);
	cycles_write(t);
	out_format(&t->body, "lr=(_bgq_u)&&R%u;", t->line);
	if (!is_next(target))
		jump(t, target);
	out_format(&t->body, "R%u:;", t->line);
}

/* To behind one of those of this statement; elsewhere is the code of a compiler, which has another
 * way back. */
static void branch_back(struct translation *t, const struct ppc_line *l,
	const struct ppc_branch *b)
{
	bool any = false;
	t->flows = true;
	t->cycles += core_cycles(CORE_BRANCH_INDIRECT);
	cycles_write(t);
	if (b->conditional)
		out_format(&t->body, "if(%s(cr[0]&%u))", b->set ? "" : "!", b->bit);
	out_text(&t->body, "{");
	for (uint32_t k = 0; k < t->lines.count; k++) {
		if (!links(t, k))
			continue;
		out_format(&t->body, "if(lr==(_bgq_u)&&R%u)goto R%u;", k, k);
		any = true;
	}
	out_text(&t->body, "bgqrt_branch_lost();}");
	if (!any)
		translation_error(t, "a return that leaves its statement is not supported",
			l->name);
}

/* blr, bnelr: the condition is of cr0. */
static bool is_back(const struct ppc_line *l, struct ppc_branch *b)
{
	struct span name = l->name;
	if (l->operands != 0 || name.end - name.at < 3 || name.end[-1] != 'r' ||
		name.end[-2] != 'l')
		return false;
	name.end -= 2;
	return branch_find(name, b) && !b->counts && (!b->conditional || b->bit != 0);
}

static bool branches(struct translation *t, const struct ppc_line *l)
{
	struct ppc_branch b;
	struct span bit = l->operands > 0 ? l->operand[0] : l->name;
	if (links(t, t->line)) {
		branch_link(t, l);
		return true;
	}
	if (is_back(l, &b)) {
		branch_back(t, l, &b);
		return true;
	}
	if (numbered(t, l, &b))
		bit = l->operand[1];
	else if (!branch_find(l->name, &b) || l->operands == 0)
		return false;
	branch(t, l, &b, bit);
	return true;
}

/* ---- */

/* Floating-point operands that stand for four numbers somewhere do so everywhere. */
static void quads_find(struct translation *t)
{
	for (uint32_t k = 0; k < t->lines.count; k++) {
		struct span operand[PPC_INSN_OPERANDS];
		bool record;
		uint32_t n = operands_expand(t->a, &t->lines.at[k], operand);
		const struct ppc_insn *i = insn_find(mnemonic(&t->lines.at[k]), n, &record);
		for (uint32_t j = 0; i != NULL && j < n; j++) {
			char modifier;
			int o = operand_reference(t->a, operand[j], &modifier);
			if (o < 0 || o >= (int)t->a->operands || *i->operands == '?' ||
				strchr("QqP", i->operands[j]) == NULL)
				continue;
			t->a->operand[o].quad = true;
			if (t->a->operand[o].same >= 0)
				t->a->operand[t->a->operand[o].same].quad = true;
		}
	}
	for (uint32_t k = 0; k < t->a->operands; k++) {
		struct ppc_operand *o = &t->a->operand[k];
		o->lane = o->kind == PPC_FPR && o->vector && !o->quad && o->bound < 0 &&
			o->same < 0;
		o->quad |= o->lane;
		if (o->same >= 0) {
			o->quad = t->a->operand[o->same].quad;
			o->lane = t->a->operand[o->same].lane;
		}
	}
}

void translation_run(struct translation *t)
{
	t->set = 0;
	quads_find(t);
	for (t->line = 0; t->line < t->lines.count; t->line++) {
		const struct ppc_line *l = &t->lines.at[t->line];
		if (l->label.at < l->label.end) {
			cycles_write(t);
			t->flows = true;
			out_format(&t->body, "L%u:;", t->line);
		}
		if (l->name.at < l->name.end && !branches(t, l))
			instruction(t, l);
		out_text(&t->body, " ");
	}
	cycles_write(t);
}

/* ---- PowerPC's or the host's? */

static bool hosts_name(struct span name)
{
	static const char *const names[] = { "jmp", "call", "ret", "lock", "rep", "in", "out",
		"ud", "loop", "rd", "wr", "xbegin", "xend", "xabort", "xgetbv", "xsetbv",
		"xsave", "xrstor", "fxsave", "fxrstor", "cli", "sti", "clts", "clac", "stac",
		"iret", "ljmp", "lcall", "lret", "sys", "swapgs", "lgdt", "lidt", "lldt", "ltr",
		"sgdt", "sidt", "sldt", "smsw", "lmsw", "fld", "fst", "fild", "fist", "fn", "fin",
		"fwait", "fxch", "fchs", "faddp", "fsubp", "fsubrp", "fmulp", "fdivp", "fdivrp",
		"vzero", "vmov", "jn", "je", "jz", "js", "ja", "jb", "jc", "jg", "jl", "jo", "jp",
		NULL };
	for (int i = 0; names[i] != NULL; i++)
		if (span_starts(name, names[i]))
			return true;
	return mnemonic_find(name) != NULL;
}

/* %%eax and its like; %%r3 may be either's. */
static bool hosts_register(const struct out *text)
{
	const char *p = text->text, *end = p + text->size;
	while ((p = memmem(p, end - p, "%%", 2)) != NULL) {
		const char *name = p += 2;
		while (p < end && isalnum((unsigned char)*p))
			p++;
		if (register_of((struct span){ name, p }).class == 0)
			return true;
	}
	return false;
}

/* $1; in $+4 the sign is PowerPC's for the place of the instruction. */
static bool hosts_number(const struct out *text)
{
	for (size_t i = 0; i < text->size; i++)
		if (text->text[i] == '$' && (i + 1 == text->size || text->text[i + 1] != '+'))
			return true;
	return false;
}

/* An instruction as a number. */
static bool is_word(struct span name)
{
	return span_is(name, ".long") || span_is(name, ".int") || span_is(name, ".word") ||
		span_is(name, ".4byte");
}

bool translation_is_hosts(const struct ppc_asm *a, const struct ppc_lines *lines)
{
	struct ppc_branch b;
	bool record, fpr = false, any = false;
	if (a->names_ppc)
		return false;
	if (a->host || hosts_register(&a->text) || hosts_number(&a->text))
		return true;
	for (uint32_t k = 0; k < lines->count; k++) {
		const struct ppc_line *l = &lines->at[k];
		struct span operand[PPC_INSN_OPERANDS];
		if (l->name.at == l->name.end)
			continue;
		uint32_t n = operands_expand(a, l, operand);
		any = true;
		if (insn_find(mnemonic(l), n, &record) == NULL && !branch_find(l->name, &b) &&
			((*l->name.at == '.' && !is_word(l->name)) || hosts_name(l->name)))
			return true;
	}
	for (uint32_t k = 0; k < a->operands; k++)
		fpr |= a->operand[k].kind == PPC_FPR;
	return !any && !fpr;
}
