/*
 * ppc_rewrite.c - finds asm statements and register variables in a source, and writes the
 * source anew.
 *
 * A register variable for general registers loses its register; one for a floating-point
 * register becomes the first number (or all four) of that register's shadow, by which its
 * name is replaced as long as it is visible.
 */
#include "ppc.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct place {
	struct rewrite *r;
	struct tokens t;
	struct scope scope;
	struct names members; /* of templates, in C++ */
	struct names vectors; /* the type's other names */
	const char *copied;  /* the text is written up to here */
	uint32_t depth;      /* of braces */
	uint64_t bodies;     /* of these, those in a function; bit by depth */
	struct line_marker mark;
	bool changed;
	struct ppc_aligned *aligned;
	uint32_t aligneds, aligned_room;
	uint32_t *ends;      /* of transactions: their last tokens, outer ones first */
	uint32_t open, open_room;
};

static void warn_at(struct place *p, const char *at, const char *what)
{
	fprintf(stderr, "%.*s:%ld: warning: %s\n",
		(int)(p->mark.file.end - p->mark.file.at), p->mark.file.at,
		marker_line(&p->mark, at), what);
}

static void error_at(struct place *p, const char *at, const struct out *what)
{
	fprintf(stderr, "%.*s:%ld: error: inline assembly: %.*s\n",
		(int)(p->mark.file.end - p->mark.file.at), p->mark.file.at,
		marker_line(&p->mark, at), (int)what->size, what->text);
	p->r->errors++;
}

static void copy_to(struct place *p, const char *at)
{
	out_span(&p->r->body, p->copied, at);
	p->copied = at;
}

/* Lines of what is replaced are made up for. */
static void replaced(struct place *p, struct span s)
{
	p->changed = true;
	p->copied = s.end;
	if (memchr(s.at, '\n', s.end - s.at) == NULL)
		return;
	out_format(&p->r->body, "\n# %ld \"", marker_line(&p->mark, s.end));
	out_span(&p->r->body, p->mark.file.at, p->mark.file.end);
	out_text(&p->r->body, p->mark.system ? "\" 3\n" : "\"\n");
}

static bool is_asm(const struct tokens *t, uint32_t i)
{
	return t->at[i].kind == TOKEN_NAME && (token_is(t, i, "asm") ||
		token_is(t, i, "__asm__") || token_is(t, i, "__asm"));
}

/* ---- scopes */

static bool in_body(const struct place *p)
{
	return p->depth > 63 || (p->depth > 0 && (p->bodies >> (p->depth - 1) & 1));
}

static void brace(struct place *p, uint32_t i)
{
	if (token_is(&p->t, i, "{")) {
		bool body = in_body(p) || brace_begins_body(&p->t, i);
		uint64_t bit = p->depth < 63 ? (uint64_t)1 << p->depth : 0;
		p->bodies = body ? p->bodies | bit : p->bodies & ~bit;
		p->depth++;
	} else if (token_is(&p->t, i, "}") && p->depth > 0) {
		p->depth--;
		scope_leave(&p->scope, p->depth);
	}
}

/* ---- register variables */

/* The token "register" of the declaration that ends before token i, or NONE. */
static uint32_t register_token(const struct place *p, uint32_t i)
{
	while (i-- > 0) {
		if (token_is(&p->t, i, ";") || token_is(&p->t, i, "{") || token_is(&p->t, i, "}"))
			break;
		if (token_is(&p->t, i, "register"))
			return i;
	}
	return NONE;
}

/* Outside of functions: its name is the register's value wherever it stands. */
static void variable_global(struct place *p, uint32_t name, uint32_t end, struct ppc_variable *v)
{
	struct span whole = { p->t.at[name].text.at, p->t.at[end - 1].text.end };
	struct span storage = p->t.at[register_token(p, name)].text;
	if (v->reg.class != 'r' || register_unset(v->reg.number) == NULL) {
		struct out what = { 0 };
		out_text(&what, "a register variable outside of functions is not supported");
		error_at(p, whole.at, &what);
		return;
	}
	v->global = true;
	if (storage.at >= p->copied) { /* the declaration's first */
		copy_to(p, storage.at);
		out_text(&p->r->body, "extern");
		replaced(p, storage);
	}
	copy_to(p, whole.at);
	out_format(&p->r->body, "_bgq_r%u_", v->id);
	out_span(&p->r->body, v->name.at, v->name.end);
	replaced(p, whole);
}

/* The register goes; what stands in it before anything sets it is what the variable begins with. */
static void variable_general(struct place *p, uint32_t from, uint32_t end,
	const struct ppc_variable *v)
{
	struct span whole = { p->t.at[from].text.at, p->t.at[end - 1].text.end };
	const char *unset = register_unset(v->reg.number);
	copy_to(p, whole.at);
	if (v->reg.class == 'r' && unset != NULL && !token_is(&p->t, end, "=")) {
		out_text(&p->r->body, "=(__typeof__(");
		out_span(&p->r->body, v->name.at, v->name.end);
		out_format(&p->r->body, "))%s", unset);
	}
	replaced(p, whole);
}

static void variable_float(struct place *p, uint32_t end, const struct ppc_variable *v)
{
	struct out *o = &p->r->body;
	struct span whole = { v->name.at, p->t.at[end - 1].text.end };
	copy_to(p, whole.at);
	out_format(o, "_bgq_f%u_", v->id);
	out_span(o, v->name.at, v->name.end);
	out_text(o, " __attribute__((__unused__))");
	bool set = token_is(&p->t, end, "=");
	if (set)
		whole.end = p->t.at[end].text.end;
	if (set) {
		out_format(o, "=*(__typeof__(_bgq_f%u_", v->id);
		out_span(o, v->name.at, v->name.end);
		out_format(o, ")*)bgqrt_fpr[%d]=", v->reg.number);
	}
	replaced(p, whole);
}

/* name asm("fr0") = value: the tokens from the name to behind the parenthesis. */
static void variable(struct place *p, uint32_t from, uint32_t end, struct ppc_register reg)
{
	struct ppc_variable *v = scope_add(&p->scope, p->t.at[from - 1].text, reg, p->depth);
	if (!in_body(p))
		variable_global(p, from - 1, end, v);
	else if (reg.class == 'f')
		variable_float(p, end, v);
	else
		variable_general(p, from, end, v);
}

/* A name behind that of a type: another variable of the same name. */
static bool declares(const struct place *p, uint32_t i)
{
	static const char *const others[] = { "return", "else", "do", "case", "sizeof", "throw",
		"new", "delete", "goto", "and", "or", "not", NULL };
	if (i == 0 || p->t.at[i - 1].kind != TOKEN_NAME)
		return false;
	for (int k = 0; others[k] != NULL; k++)
		if (token_is(&p->t, i - 1, others[k]))
			return false;
	return true;
}

/* The name of such a variable in the source. */
static void mention(struct place *p, uint32_t i)
{
	const struct ppc_variable *v = scope_find(&p->scope, p->t.at[i].text);
	if (v == NULL || (v->reg.class != 'f' && !v->global) || p->t.at[i].text.at < p->copied)
		return;
	if (i > 0 && (token_is(&p->t, i - 1, ".") || (token_is(&p->t, i - 1, ">") && i > 1 &&
		token_is(&p->t, i - 2, "-"))))
		return;
	if (declares(p, i)) {
		scope_add(&p->scope, p->t.at[i].text, (struct ppc_register){ 0, 0 }, p->depth);
		return;
	}
	copy_to(p, p->t.at[i].text.at);
	if (scope_global(&p->scope, p->t.at[i].text, &p->r->body)) {
		replaced(p, p->t.at[i].text);
		return;
	}
	out_format(&p->r->body, "(*(__typeof__(_bgq_f%u_", v->id);
	out_span(&p->r->body, v->name.at, v->name.end);
	out_format(&p->r->body, ")*)bgqrt_fpr[%d])", v->reg.number);
	replaced(p, p->t.at[i].text);
}

/* ---- statements */

static void statement_write(struct place *p, struct translation *t, struct span whole)
{
	struct rewrite *r = p->r;
	copy_to(p, whole.at);
	if (!t->flows && t->a->outputs == 0) { /* of no registers: needs no function */
		out_text(&r->body, "do{");
		out_span(&r->body, t->body.text, t->body.text + t->body.size);
		for (uint32_t k = 0; k < t->a->operands; k++) {
			const struct out *value = &t->a->operand[k].value;
			out_text(&r->body, "(void)(");
			out_span(&r->body, value->text, value->text + value->size);
			out_text(&r->body, ");");
		}
		out_text(&r->body, "}while(0)");
	} else {
		out_format(&r->functions, "# %ld \"", marker_line(&p->mark, whole.at));
		out_span(&r->functions, p->mark.file.at, p->mark.file.end);
		out_text(&r->functions, "\" 3\n");
		call_write(t, &r->functions, &r->body);
	}
	replaced(p, whole);
}

/* int f(int) asm("g"); within a function: one word behind parentheses, no instruction. */
static bool names_function(const struct place *p, uint32_t i, const struct ppc_asm *a,
	const struct ppc_lines *lines)
{
	struct ppc_branch b;
	bool record;
	return !a->extended && i > 0 && token_is(&p->t, i - 1, ")") && lines->count == 1 &&
		lines->at[0].operands == 0 && *lines->at[0].name.at != '.' &&
		insn_find(lines->at[0].name, NONE, &record) == NULL &&
		!branch_find(lines->at[0].name, &b);
}

static void statement(struct place *p, uint32_t i, uint32_t open, uint32_t end)
{
	struct ppc_asm a = { 0 };
	struct translation t = { .a = &a, .scope = &p->scope, .cxx = p->r->cxx };
	struct span whole = { p->t.at[i].text.at, p->t.at[end - 1].text.end };
	const char *wrong = asm_parse(&p->t, open + 1, end - 1, &p->scope, &a);
	if (wrong != NULL) {
		out_text(&t.error, wrong);
		error_at(p, whole.at, &t.error);
		return;
	}
	template_read(&a.text, &t.lines);
	if (translation_is_hosts(&a, &t.lines) || names_function(p, i, &a, &t.lines))
		return;
	t.number = p->r->statements++;
	translation_run(&t);
	if (t.error.size > 0)
		error_at(p, whole.at, &t.error);
	else
		statement_write(p, &t, whole);
}

/* asm at token i; returns the token to go on with. */
static uint32_t assembly(struct place *p, uint32_t i)
{
	uint32_t open = i + 1;
	bool qualified = false;
	while (open < p->t.count && (p->t.at[open].kind == TOKEN_NAME ||
		p->t.at[open].kind == TOKEN_LINE)) {
		qualified = true;
		open++;
	}
	if (!token_is(&p->t, open, "("))
		return i + 1;
	uint32_t end = tokens_skip(&p->t, open);
	bool named = i > 0 && (p->t.at[i - 1].kind == TOKEN_NAME || token_is(&p->t, i - 1, "]")) &&
		!token_is(&p->t, i - 1, "else") && !token_is(&p->t, i - 1, "do") &&
		!token_is(&p->t, i - 1, "__extension__");
	if (named && !qualified && register_token(p, i) != NONE) {
		struct out text = { 0 };
		for (uint32_t k = open + 1; k + 1 < end; k++)
			if (p->t.at[k].kind == TOKEN_STRING)
				token_unescape(p->t.at[k].text, &text);
		struct ppc_register reg = register_named((struct span){ text.text,
			text.text + text.size });
		if (reg.class != 0)
			variable(p, i, end, reg);
		return end;
	}
	if (!named && in_body(p))
		statement(p, i, open, end);
	return end;
}

/* (vector4double)(a, b, c, d), or of one number or vector, as bgxlc takes it, at token i is written
 * to o.  Returns the token behind it, or 0. */
static uint32_t literal_write(struct place *p, uint32_t i, struct out *o)
{
	const struct tokens *t = &p->t;
	uint32_t open = token_is(t, i, "(") ? vector_type(t, i + 1, &p->vectors) + 1 : 1;
	if (open == 1 || !token_is(t, open - 1, ")") || !token_is(t, open, "("))
		return 0;
	uint32_t end = tokens_skip(t, open), commas = 0, depth = 0;
	const char *at = t->at[open].text.end;
	struct out in = { 0 };
	for (uint32_t k = open + 1; k + 1 < end; k++) {
		struct out inner = { 0 };
		uint32_t behind = literal_write(p, k, &inner);
		if (behind != 0) {
			out_span(&in, at, t->at[k].text.at);
			out_span(&in, inner.text, inner.text + inner.size);
			at = t->at[behind - 1].text.end;
			k = behind - 1;
		}
		depth += token_is(t, k, "(") || token_is(t, k, "[") || token_is(t, k, "{");
		if (behind == 0 && (token_is(t, k, ")") || token_is(t, k, "]") ||
			token_is(t, k, "}")))
			depth--;
		commas += depth == 0 && token_is(t, k, ",");
		free(inner.text);
	}
	out_span(&in, at, t->at[end - 1].text.at);
	const char *one = p->r->cxx ? "_bgq_literal($)" : "_Generic(($),vector4double:($),"
		"default:vec_splats(_Generic(($),vector4double:0.0,default:($))))";
	/* GCC takes one of the very name of a variable's type as its first value. */
	for (const char *c = commas > 0 ? "((%){$})" : one; *c != '\0'; c++)
		if (*c == '$')
			out_span(o, in.text, in.text + in.size);
		else if (*c == '%')
			out_span(o, t->at[i + 1].text.at, t->at[open - 2].text.end);
		else
			out_span(o, c, c + 1);
	free(in.text);
	return end;
}

static uint32_t literal(struct place *p, uint32_t i)
{
	struct out o = { 0 };
	uint32_t end = p->t.at[i].text.at < p->copied ? 0 : literal_write(p, i, &o);
	if (end != 0) {
		copy_to(p, p->t.at[i].text.at);
		out_span(&p->r->body, o.text, o.text + o.size);
		replaced(p, (struct span){ p->t.at[i].text.at, p->t.at[end - 1].text.end });
	}
	free(o.text);
	return end;
}

/* register, of arrays, for a compiler that lets none be named by a variable. */
static void array(struct place *p, uint32_t i)
{
	if (!p->r->xl || p->r->cxx || !in_body(p) || !token_is(&p->t, i, "register") ||
		!register_arrays(&p->t, i))
		return;
	copy_to(p, p->t.at[i].text.at);
	replaced(p, p->t.at[i].text);
}

/* The second name of a typedef that aligns, and arrays of that. */
static void alignment(struct place *p, uint32_t i)
{
	struct ppc_aligned a;
	if (token_is(&p->t, i, "typedef") && aligned_read(&p->t, i, &a)) {
		p->aligned = as_grow(p->aligned, p->aligneds, &p->aligned_room, sizeof a);
		p->aligned[p->aligneds++] = a;
		if (!p->r->cxx || a.unnamed == NULL)
			return;
		copy_to(p, a.unnamed);
		out_span(&p->r->body, a.name.at, a.name.end);
		return;
	}
	const struct ppc_aligned *of = aligned_array(p->aligned, p->aligneds, &p->t, i);
	if (of == NULL || of->end > i)
		return;
	copy_to(p, p->t.at[i].text.at);
	out_text(&p->r->body, "_bgq_plain_");
	out_span(&p->r->body, of->name.at, of->name.end);
	out_text(&p->r->body, " ");
	if (i > 0 && !token_is(&p->t, i - 1, "(") && !token_is(&p->t, i - 1, ","))
		out_span(&p->r->body, of->attribute.at, of->attribute.end);
	replaced(p, p->t.at[i].text);
}

static void aligned_end(struct place *p, uint32_t i)
{
	for (uint32_t k = p->aligneds; k-- > 0;) {
		if (p->aligned[k].end != i)
			continue;
		copy_to(p, p->t.at[i].text.at);
		out_text(&p->r->body, ",_bgq_plain_");
		out_span(&p->r->body, p->aligned[k].name.at, p->aligned[k].name.end);
		p->changed = true;
	}
}

static void member(struct place *p, uint32_t i)
{
	if (p->mark.system || !member_lacks_template(&p->t, i, &p->members))
		return;
	copy_to(p, p->t.at[i].text.at);
	out_text(&p->r->body, "template ");
	p->changed = true;
}

/* extern "builtin", a declaration of what XL for C++ has built in, or a block of them: as our
 * header declares it, perhaps as a macro, it goes.  Returns the token behind it, or 0. */
static uint32_t built_in(struct place *p, uint32_t i)
{
	uint32_t k = i + 1;
	if (!p->r->cxx || !token_is(&p->t, i, "extern"))
		return 0;
	while (k < p->t.count && p->t.at[k].kind == TOKEN_LINE)
		k++;
	if (k == p->t.count || !span_is(p->t.at[k].text, "\"builtin\""))
		return 0;
	uint32_t end = statement_skip(&p->t, k + 1);
	copy_to(p, p->t.at[i].text.at);
	for (k = i; k < end; k++)
		if (p->t.at[k].kind == TOKEN_LINE)
			marker_read(&p->mark, p->t.at[k].text);
	replaced(p, (struct span){ p->t.at[i].text.at, p->t.at[end - 1].text.end });
	return end;
}

/* ---- pragmas of XL (ppc_pragma.c) */

static void pragma(struct place *p, uint32_t i)
{
	struct span line = p->t.at[i].text;
	enum ppc_pragma kind = p->mark.system ? PRAGMA_OTHER : pragma_read(line);
	if (kind == PRAGMA_SPECULATIVE)
		warn_at(p, line.at, "#pragma speculative: runs on one thread, one part after "
			"the other");
	if (kind == PRAGMA_TRANSACTION && !p->r->transactions)
		warn_at(p, line.at, "#pragma tm_atomic is ignored without -qtm, as by bgxlc");
	if (kind != PRAGMA_TRANSACTION || !p->r->transactions)
		return;
	copy_to(p, line.at);
	out_format(&p->r->body, "{__attribute__((__cleanup__(bgqrt_tm_leave))) int _bgq_tm%u="
		"bgqrt_tm_enter();", i);
	replaced(p, line);
	p->ends = as_grow(p->ends, p->open, &p->open_room, sizeof *p->ends);
	p->ends[p->open++] = statement_skip(&p->t, i + 1) - 1;
}

static void transactions_end(struct place *p, uint32_t i)
{
	for (; p->open > 0 && p->ends[p->open - 1] == i; p->open--) {
		copy_to(p, p->t.at[i].text.end);
		out_text(&p->r->body, "}");
	}
}

static void walk(struct place *p)
{
	for (uint32_t i = 0; i < p->t.count;) {
		const struct token *k = &p->t.at[i];
		uint32_t end = *k->text.at == '(' && !p->mark.system ? literal(p, i) :
			built_in(p, i);
		if (k->kind == TOKEN_LINE) {
			marker_read(&p->mark, k->text);
			pragma(p, i);
		} else if (end != 0)
			i = end - 1;
		else if (k->kind == TOKEN_PUNCT)
			brace(p, i);
		else if (!p->mark.system && is_asm(&p->t, i)) {
			i = assembly(p, i);
			continue;
		} else if (k->kind == TOKEN_NAME && !p->mark.system)
			alignment(p, i), array(p, i);
		if (token_is(&p->t, i, "typedef") || token_is(&p->t, i, "using"))
			vector_names(&p->t, i, &p->vectors);
		if (k->kind == TOKEN_NAME && p->scope.count > 0)
			mention(p, i);
		if (k->kind == TOKEN_NAME && p->members.count > 0)
			member(p, i);
		if (*k->text.at == ';' && p->aligneds > 0)
			aligned_end(p, i);
		transactions_end(p, i);
		i++;
	}
	copy_to(p, p->r->text.end);
}

/* Behind the first line marker, which names the source. */
static const char *head_end(struct span text)
{
	const char *newline = memchr(text.at, '\n', text.end - text.at);
	return text.at < text.end && *text.at == '#' && newline != NULL ? newline + 1 : text.at;
}

void rewrite_text(struct rewrite *r, const char *prologue, struct out *o)
{
	const char *head = head_end(r->text);
	struct place p = { .r = r, .copied = head,
		.mark = { { "-", &"-"[1] }, .line = 1, .line_at = head } };
	tokens_scan(r->text, &p.t);
	if (r->cxx)
		members_find(&p.t, &p.members);
	walk(&p);
	if (!p.changed)
		return;
	out_span(o, r->text.at, head);
	out_text(o, "# 1 \"bgq-ppc\" 3\n");
	out_text(o, r->cxx ? "extern \"C\" {\n" : "");
	out_text(o, prologue);
	out_span(o, r->functions.text, r->functions.text + r->functions.size);
	out_text(o, r->cxx ? "}\n" : "\n");
	out_span(o, r->text.at, head); /* back in the source */
	out_span(o, r->body.text, r->body.text + r->body.size);
}
