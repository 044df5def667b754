/*
 * ppc_parse.c - one asm statement: its template, operands and labels.  Clobbers only tell
 * PowerPC's from the host's.
 */
#include "ppc.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct parser {
	const struct tokens *t;
	uint32_t at, last;
	const struct scope *scope;
	struct ppc_asm *a;
};

static bool at_is(const struct parser *p, const char *text)
{
	return p->at < p->last && token_is(p->t, p->at, text);
}

static void lines_skip(struct parser *p)
{
	while (p->at < p->last && p->t->at[p->at].kind == TOKEN_LINE)
		p->at++;
}

static bool take(struct parser *p, const char *text)
{
	lines_skip(p);
	if (!at_is(p, text))
		return false;
	p->at++;
	return true;
}

/* String literals, one after the other. */
static bool strings(struct parser *p, struct out *o)
{
	bool any = false;
	for (lines_skip(p); p->at < p->last; lines_skip(p)) {
		if (p->t->at[p->at].kind != TOKEN_STRING)
			break;
		token_unescape(p->t->at[p->at++].text, o);
		any = true;
	}
	return any;
}

/* PowerPC's r, b and so on; those that only the host has say that it is the host's. */
static void constraint(struct ppc_asm *a, struct ppc_operand *o, const struct out *text)
{
	bool gpr = false, fpr = false, memory = false, immediate = false;
	for (size_t i = 0; i < text->size; i++) {
		char c = text->text[i];
		o->out |= c == '=' || c == '+';
		o->in |= c == '+';
		gpr |= strchr("rbgXh", c) != NULL;
		fpr |= strchr("fdvw", c) != NULL;
		o->vector |= c == 'v';
		memory |= strchr("moVQZ<>", c) != NULL;
		immediate |= strchr("inIJKLMNOPsGE", c) != NULL;
		a->host |= strchr("xtuqaAcSDRly", c) != NULL;
		if (isdigit((unsigned char)c) && o->same < 0)
			o->same = atoi(text->text + i);
	}
	o->in |= !o->out;
	o->kind = fpr ? PPC_FPR : gpr || o->same >= 0 ? PPC_GPR : memory ? PPC_MEMORY :
		immediate ? PPC_IMMEDIATE : PPC_GPR;
}

/* Expressions that have no effect, and are lvalues of which no address is needed. */
static bool is_simple(const struct parser *p, uint32_t from, uint32_t to)
{
	bool dot = true;
	for (uint32_t i = from; i < to; i++) {
		if (p->t->at[i].kind == TOKEN_LINE || token_is(p->t, i, "(") ||
			token_is(p->t, i, ")"))
			continue;
		bool name = p->t->at[i].kind == TOKEN_NAME;
		if (name != dot && !(token_is(p->t, i, ".") || token_is(p->t, i, "-") ||
			token_is(p->t, i, ">")))
			return false;
		dot = !name;
	}
	return !dot;
}

static void value(struct parser *p, struct ppc_operand *o)
{
	uint32_t from = p->at, names = 0, name = 0, end = tokens_skip(p->t, p->at) - 1;
	for (uint32_t i = from + 1; i < end; i++) {
		struct token k = p->t->at[i];
		if (k.kind == TOKEN_LINE)
			continue;
		if (o->value.size > 0 && p->t->at[i - 1].text.end != k.text.at)
			out_text(&o->value, " ");
		if (k.kind != TOKEN_NAME || !scope_global(p->scope, k.text, &o->value))
			out_span(&o->value, k.text.at, k.text.end);
		if (!token_is(p->t, i, "(") && !token_is(p->t, i, ")")) {
			names++;
			name = i;
		}
	}
	o->simple = is_simple(p, from + 1, end);
	o->bound = -1;
	if (names == 1 && p->t->at[name].kind == TOKEN_NAME) {
		const struct ppc_variable *v = scope_find(p->scope, p->t->at[name].text);
		if (v != NULL && v->reg.class == 'f')
			o->bound = v->reg.number;
	}
	p->at = end + 1;
}

static const char *operands(struct parser *p, bool out)
{
	struct out text = { 0 };
	for (;;) {
		lines_skip(p);
		if (p->at == p->last || at_is(p, ":"))
			return NULL;
		if (p->a->operands == PPC_OPERANDS)
			return "more than 30 operands in inline assembly";
		struct ppc_operand *o = &p->a->operand[p->a->operands++];
		*o = (struct ppc_operand){ .same = -1 };
		if (take(p, "[")) {
			o->name = p->t->at[p->at++].text;
			take(p, "]");
		}
		text.size = 0;
		if (!strings(p, &text) || !at_is(p, "("))
			return "operands of inline assembly cannot be read";
		out_span(&text, "", &""[1]);
		text.size--;
		constraint(p->a, o, &text);
		value(p, o);
		if (out)
			p->a->outputs = p->a->operands;
		if (o->same >= (int)p->a->outputs)
			return "an operand of inline assembly matches one that does not exist";
		if (o->same >= 0)
			o->kind = p->a->operand[o->same].kind;
		take(p, ",");
	}
}

/* r8 to r15 are either's. */
static bool is_ppc_only(struct ppc_register reg)
{
	if (reg.class == 'r')
		return reg.number < 8 || reg.number > 15;
	return reg.class != 0 && strchr("fcv", reg.class) != NULL;
}

static void clobbers(struct parser *p)
{
	struct out text = { 0 };
	while (strings(p, &text)) {
		struct ppc_register reg = register_named((struct span){ text.text,
			text.text + text.size });
		p->a->names_ppc |= is_ppc_only(reg);
		take(p, ",");
		text.size = 0;
	}
}

static void labels(struct parser *p)
{
	for (lines_skip(p); p->at < p->last && p->a->labels < PPC_OPERANDS; lines_skip(p)) {
		p->a->label[p->a->labels++] = p->t->at[p->at++].text;
		if (!take(p, ","))
			break;
	}
}

const char *asm_parse(const struct tokens *t, uint32_t first, uint32_t last,
	const struct scope *scope, struct ppc_asm *a)
{
	struct parser p = { t, first, last, scope, a };
	const char *wrong;
	if (!strings(&p, &a->text))
		return "inline assembly without a template";
	out_span(&a->text, "", &""[1]);
	a->text.size--;
	lines_skip(&p);
	a->extended = p.at < last;
	if (take(&p, ":") && (wrong = operands(&p, true)) != NULL)
		return wrong;
	if (take(&p, ":") && (wrong = operands(&p, false)) != NULL)
		return wrong;
	if (take(&p, ":"))
		clobbers(&p);
	if (take(&p, ":"))
		labels(&p);
	lines_skip(&p);
	return p.at == last ? NULL : "inline assembly cannot be read";
}
