/*
 * as_verify_label.c - labels of a finished text, for the verifier: what each is called, which
 * function it is in, and which of them may be reached by their address.
 *
 * Labels that are named by data or by an operand may be, all of them; those named by the table
 * of exceptions are landing pads, or begin and end what they are for.
 */
#include "as_verify_flow.h"

#include <stdlib.h>
#include <string.h>

/* ---- labels */

static uint32_t hash_of(struct span s)
{
	uint32_t h = 5381;
	for (const char *p = s.at; p < s.end; p++)
		h = h * 33 + (unsigned char)*p;
	return h;
}

static struct label *label_find(const struct flow *w, struct span name)
{
	uint32_t l = w->hash[hash_of(name) & w->mask];
	while (l != 0 && !statement_equal(w->t->s[w->label[l - 1].at].text, name))
		l = w->label[l - 1].next;
	return l == 0 ? NULL : &w->label[l - 1];
}

static bool is_number(struct span s)
{
	for (const char *p = s.at; p < s.end; p++)
		if (*p < '0' || *p > '9')
			return false;
	return s.at < s.end;
}

/* 1f, 1b: the nearest definition from a statement on. */
static struct label *numbered(const struct flow *w, struct span name, uint32_t from)
{
	struct span number = { name.at, name.end - 1 };
	bool forward = name.end[-1] == 'f';
	for (uint32_t k = from; k < w->t->n; k += forward ? 1 : (uint32_t)-1)
		if (w->t->s[k].kind == STATEMENT_LABEL && statement_equal(w->t->s[k].text, number))
			return &w->label[w->label_of[k]];
	return NULL;
}

struct label *verify_target(const struct flow *w, struct span name, uint32_t from)
{
	struct span number = { name.at, name.end - 1 };
	if (name.end - name.at > 1 && (name.end[-1] == 'f' || name.end[-1] == 'b') &&
		is_number(number))
		return numbered(w, name, from);
	return label_find(w, name);
}

/* ---- functions: by their names, with their cold parts */

bool verify_local(struct span name)
{
	return span_starts(name, ".L") || is_number(name);
}

bool verify_cold(struct span name)
{
	return memmem(name.at, name.end - name.at, ".cold", 5) != NULL;
}

static uint32_t function_number(struct flow *w, struct span name)
{
	const char *cold = memmem(name.at, name.end - name.at, ".cold", 5);
	if (cold != NULL)
		name.end = cold;
	struct label *l = label_find(w, name);
	if (cold != NULL && l != NULL && w->t->s[l->at].function != NONE)
		return w->t->s[l->at].function;
	w->function = as_grow(w->function, w->functions, &w->function_room,
		sizeof *w->function);
	w->function[w->functions].name = name;
	return w->functions++;
}

static void functions_find(struct flow *w)
{
	uint32_t sections = 0;
	for (uint32_t k = 0; k < w->t->n; k++)
		if (w->t->s[k].section >= sections)
			sections = w->t->s[k].section + 1;
	uint32_t *in = as_alloc(sections, sizeof *in);
	for (uint32_t i = 0; i < sections; i++)
		in[i] = function_number(w, (struct span){ "", "" });
	for (uint32_t k = 0; k < w->t->n; k++) {
		struct statement *s = &w->t->s[k];
		s->function = NONE;
		if (s->kind == STATEMENT_LABEL && s->code && !verify_local(s->text))
			in[s->section] = function_number(w, s->text);
		s->function = in[s->section];
	}
}

static void labels_hash(struct flow *w)
{
	const struct statements *t = w->t;
	uint32_t size = 1024;
	while (size < t->n)
		size *= 2;
	w->mask = size - 1;
	w->hash = as_alloc(size, sizeof *w->hash);
	w->label_of = as_alloc(t->n, sizeof *w->label_of);
	for (uint32_t k = 0; k < t->n; k++) {
		if (t->s[k].kind != STATEMENT_LABEL)
			continue;
		w->label = as_grow(w->label, w->labels, &w->label_room, sizeof *w->label);
		uint32_t *slot = &w->hash[hash_of(t->s[k].text) & w->mask];
		w->label[w->labels] = (struct label){ .at = k, .next = *slot };
		w->label_of[k] = w->labels;
		*slot = ++w->labels;
	}
}

/* ---- which labels' addresses are used */

static bool name_byte(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
		c == '_' || c == '.' || c == '$' || (c & 0x80);
}

static void names_mark(struct flow *w, struct span s, uint32_t from, bool pad)
{
	for (const char *p = s.at; p < s.end;) {
		const char *start = p;
		while (p < s.end && name_byte(*p))
			p++;
		struct span name = { start, p };
		struct label *l = p > start && (start == s.at || start[-1] != '%') ?
			verify_target(w, name, from) : NULL;
		if (l != NULL && pad)
			l->pad = true;
		else if (l != NULL)
			l->taken = true;
		p += p == start;
	}
}

static bool changes_section(struct span name)
{
	return span_is(name, ".section") || span_is(name, ".text") || span_is(name, ".data") ||
		span_is(name, ".bss");
}

static bool names_no_address(struct span s)
{
	static const char *const starts[] = { ".size", ".type", ".cfi", ".loc", ".globl", ".global",
		".weak", ".section", ".file", ".hidden", ".protected", ".p2align", ".string",
		".asci", ".ident", NULL };
	for (int i = 0; starts[i] != NULL; i++)
		if (span_starts(s, starts[i]))
			return true;
	return false;
}

/* The section's name is what is behind the last .section before; debugging names all labels. */
static void addresses_find(struct flow *w)
{
	bool debugging = false, table = false;
	for (uint32_t k = 0; k < w->t->n; k++) {
		const struct statement *s = &w->t->s[k];
		struct span rest;
		if (s->kind == STATEMENT_LABEL || s->added)
			continue;
		struct span name = word_first(s->text, &rest);
		if (s->kind == STATEMENT_DIRECTIVE && changes_section(name)) {
			debugging = span_starts(rest, ".debug") || span_starts(rest, ".note") ||
				span_starts(rest, ".eh_frame");
			table = span_starts(rest, ".gcc_except_table");
		}
		struct effect e = { 0 };
		if (s->kind == STATEMENT_INSN)
			effect_find(s->text, &e);
		bool direct = (e.jump || e.call) && !e.indirect;
		struct label *to = direct && e.jump ? verify_target(w, e.target, k) : NULL;
		if (to != NULL)
			to->branched = true;
		if (!direct && !(debugging && !s->code) && !names_no_address(s->text))
			names_mark(w, rest, k, table && !s->code);
		if (s->kind == STATEMENT_ASM)
			names_mark(w, s->text, k, false);
	}
}

/* Inline assembly in which a line or a statement begins with f, or that names its registers. */
static bool asm_uses_x87(struct span s)
{
	bool begins = true;
	for (const char *p = s.at; p < s.end; p++) {
		if (begins && *p == 'f')
			return true;
		bool blank = *p == '\t' || *p == ' ';
		begins = *p == '\n' || *p == ';' || *p == ':' || (begins && blank);
	}
	return memmem(s.at, s.end - s.at, "%st", 3) != NULL ||
		memmem(s.at, s.end - s.at, "%mm", 3) != NULL;
}

static void x87_find(struct flow *w)
{
	for (uint32_t k = 0; k < w->t->n; k++) {
		struct effect e = { 0 };
		if (w->t->s[k].kind == STATEMENT_INSN && !w->t->s[k].added)
			effect_find(w->t->s[k].text, &e);
		w->function[w->t->s[k].function].x87 |= e.x87 ||
			(w->t->s[k].kind == STATEMENT_ASM && asm_uses_x87(w->t->s[k].text));
	}
}

void labels_find(struct flow *w)
{
	labels_hash(w);
	functions_find(w);
	addresses_find(w);
	x87_find(w);
}
