/*
 * as_verify_read.c - statements of an assembly text, for the verifier.
 *
 * Inline assembly is one statement, since nothing is put into it; one that is empty is none.
 */
#include "as_verify.h"

#include <string.h>

struct cursor {
	struct statements *t;
	const char *p, *end;
	uint32_t line, section, previous, stack[16], depth;
	struct known_section {
		struct span name;
		bool code;
		uint32_t last; /* statement in it */
	} *known;
	uint32_t sections, room;
};

bool statement_equal(struct span a, struct span b)
{
	return a.end - a.at == b.end - b.at && memcmp(a.at, b.at, a.end - a.at) == 0;
}

static bool blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

static struct span trimmed(struct span s)
{
	while (s.at < s.end && blank(*s.at))
		s.at++;
	while (s.end > s.at && blank(s.end[-1]))
		s.end--;
	return s;
}

/* Up to a blank; the rest begins behind the blanks. */
struct span word_first(struct span s, struct span *rest)
{
	s = trimmed(s);
	const char *p = s.at;
	while (p < s.end && !blank(*p))
		p++;
	*rest = trimmed((struct span){ p, s.end });
	return (struct span){ s.at, p };
}

static void append(struct cursor *c, struct span text, enum statement_kind kind)
{
	struct statements *t = c->t;
	t->s = as_grow(t->s, t->n, &t->room, sizeof *t->s);
	t->s[t->n] = (struct statement){ .text = text, .line = c->line, .kind = kind,
		.section = c->section, .next = NONE, .code = c->known[c->section].code };
	if (c->known[c->section].last != NONE)
		t->s[c->known[c->section].last].next = t->n;
	c->known[c->section].last = t->n++;
}

/* ---- sections */

static bool has_code(struct span name, struct span rest)
{
	const char *flags = memchr(rest.at, ',', rest.end - rest.at);
	const char *close = flags == NULL ? NULL : memchr(flags + 1, ',', rest.end - flags - 1);
	const char *end = close != NULL ? close : rest.end;
	if (span_starts(name, ".text") || span_is(name, ".init") || span_is(name, ".fini"))
		return true;
	return flags != NULL && memchr(flags, 'x', end - flags) != NULL;
}

static uint32_t section_number(struct cursor *c, struct span rest)
{
	const char *comma = memchr(rest.at, ',', rest.end - rest.at);
	struct span name = trimmed((struct span){ rest.at, comma != NULL ? comma : rest.end });
	/* Parts of one name in several groups are several sections. */
	const char *group = span_starts(name, ".bgq_budget") ? NULL :
		memmem(rest.at, rest.end - rest.at, ",comdat", 7);
	struct span whole = { name.at, group != NULL ? group : name.end };
	for (uint32_t i = c->sections; i-- > 0;)
		if (statement_equal(c->known[i].name, whole))
			return i;
	c->known = as_grow(c->known, c->sections, &c->room, sizeof *c->known);
	c->known[c->sections] = (struct known_section){ whole, has_code(name, rest), NONE };
	return c->sections++;
}

static void section_enter(struct cursor *c, uint32_t section)
{
	c->previous = c->section;
	c->section = section;
}

static void section_change(struct cursor *c, struct span s)
{
	struct span rest, name = word_first(s, &rest);
	if (span_is(name, ".section"))
		section_enter(c, section_number(c, rest));
	else if (span_is(name, ".text") || span_is(name, ".data") || span_is(name, ".bss"))
		section_enter(c, section_number(c, name));
	else if (span_is(name, ".previous"))
		section_enter(c, c->previous);
	else if (span_is(name, ".pushsection")) {
		if (c->depth < 16)
			c->stack[c->depth++] = c->section;
		section_enter(c, section_number(c, rest));
	} else if (span_is(name, ".popsection") && c->depth > 0)
		section_enter(c, c->stack[--c->depth]);
}

/* ---- statements */

/* Where the statement at p ends: at ; or # or the end of the line, outside of quotes. */
static const char *statement_end(const char *p, const char *end)
{
	bool quoted = false;
	for (; p < end && *p != '\n'; p++) {
		if (*p == '"')
			quoted = !quoted;
		else if (quoted && *p == '\\' && p + 1 < end && p[1] != '\n')
			p++;
		else if (!quoted && (*p == ';' || *p == '#'))
			break;
	}
	return p;
}

static bool name_byte(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
		c == '_' || c == '.' || c == '$' || (c & 0x80);
}

/* The label that s begins with, if it does; s begins behind it then. */
static bool label_take(struct span *s, struct span *name)
{
	const char *p = s->at;
	bool quoted = p < s->end && *p == '"';
	const char *close = quoted ? memchr(p + 1, '"', s->end - p - 1) : NULL;
	if (quoted && close == NULL)
		return false;
	*name = (struct span){ p + quoted, close };
	if (quoted) {
		p = close + 1;
	} else {
		while (p < s->end && name_byte(*p))
			p++;
		name->end = p;
	}
	if (name->at == name->end || p == s->end || *p != ':')
		return false;
	*s = trimmed((struct span){ p + 1, s->end });
	return true;
}

static void statement(struct cursor *c, struct span s)
{
	struct span name;
	s = trimmed(s);
	while (label_take(&s, &name))
		append(c, name, STATEMENT_LABEL);
	if (s.at == s.end)
		return;
	bool directive = *s.at == '.' || memchr(s.at, '=', s.end - s.at) != NULL;
	append(c, s, directive ? STATEMENT_DIRECTIVE : STATEMENT_INSN);
	if (directive)
		section_change(c, s);
	c->t->compiled |= span_starts(s, ".ident") &&
		(memmem(s.at, s.end - s.at, "GCC: (", 6) != NULL ||
		memmem(s.at, s.end - s.at, "clang version", 13) != NULL);
}

/* Whether inline assembly has anything but comments; it may change the section. */
static bool asm_scan(struct cursor *c, struct span s)
{
	bool any = false;
	for (const char *p = s.at; p < s.end;) {
		const char *stop = statement_end(p, s.end);
		struct span one = trimmed((struct span){ p, stop });
		while (span_starts(one, "/*")) {
			const char *close = memmem(one.at, s.end - one.at, "*/", 2);
			one.at = close == NULL || close + 2 > one.end ? one.end : close + 2;
			one = trimmed(one);
		}
		for (struct span name; label_take(&one, &name);)
			; /* GCC puts those of debugging there */
		if (one.at < one.end && !span_starts(one, ".loc")) {
			any = true;
			section_change(c, one);
		}
		if (stop < s.end && *stop == '#')
			while (stop < s.end && *stop != '\n')
				stop++;
		p = stop + 1;
	}
	return any;
}

/* p is at the # of #APP. */
static const char *asm_take(struct cursor *c, const char *p)
{
	const char *stop = memmem(p, c->end - p, "#NO_APP", 7);
	const char *end = stop != NULL ? stop : c->end;
	const char *line = memchr(p, '\n', end - p);
	struct span s = { line != NULL ? line : end, end };
	size_t n = s.end - s.at;
	uint32_t at = c->t->n, section = c->section, before = c->line;
	if (memmem(s.at, n, "/* bgq-atomic-begin */", 22) != NULL)
		append(c, s, STATEMENT_BEGIN);
	else if (memmem(s.at, n, "/* bgq-atomic-end */", 20) != NULL)
		append(c, s, STATEMENT_END);
	else if (asm_scan(c, s)) {
		uint32_t into = c->section;
		c->section = section;
		append(c, s, STATEMENT_ASM);
		c->section = into;
	}
	for (; p < end; p++)
		c->line += *p == '\n';
	if (c->t->n > at)
		c->t->s[at].line = before;
	return stop != NULL ? stop + 7 : c->end;
}

static const char *comment_take(struct cursor *c, const char *p)
{
	const char *close = memmem(p + 2, c->end - p - 2, "*/", 2);
	const char *end = close != NULL ? close + 2 : c->end;
	for (; p < end; p++)
		c->line += *p == '\n';
	return end;
}

static bool names_wide(struct span s)
{
	for (const char *p = s.at; (p = memchr(p, '%', s.end - p)) != NULL; p++) {
		struct span r = { p + 1, s.end };
		if (span_starts(r, "ymm") || span_starts(r, "zmm") || span_starts(r, "tmm"))
			return true;
		if (s.end - p > 2 && p[1] == 'k' && p[2] >= '0' && p[2] <= '7')
			return true;
		if (span_starts(r, "xmm") && s.end - p > 5 && p[5] >= '0' && p[5] <= '9' &&
			(p[4] > '1' || p[5] > '5'))
			return true;
	}
	return false;
}

void statements_read(struct statements *t, struct span text)
{
	struct cursor c = { .t = t, .p = text.at, .end = text.end, .line = 1 };
	static const char first[] = ".text";
	section_enter(&c, section_number(&c, (struct span){ first, first + 5 }));
	t->wide = names_wide(text);
	while (c.p < c.end) {
		const char *stop;
		while (c.p < c.end && blank(*c.p))
			c.p++;
		if (c.end - c.p > 4 && memcmp(c.p, "#APP", 4) == 0) {
			c.p = asm_take(&c, c.p);
			continue;
		}
		if (c.end - c.p > 1 && c.p[0] == '/' && c.p[1] == '*') {
			c.p = comment_take(&c, c.p);
			continue;
		}
		stop = statement_end(c.p, c.end);
		if (stop > c.p)
			statement(&c, (struct span){ c.p, stop });
		if (stop < c.end && *stop == '#' && !(c.end - stop > 4 &&
			memcmp(stop, "#APP", 4) == 0))
			while (stop < c.end && *stop != '\n')
				stop++;
		c.line += stop < c.end && *stop == '\n';
		c.p = stop < c.end && *stop != '#' ? stop + 1 : stop;
	}
}
