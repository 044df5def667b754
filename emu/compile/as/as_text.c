/*
 * as_text.c - splits assembly text into statements, and sets inline assembly apart,
 * which stands between #APP and #NO_APP.
 */
#include "as.h"

#include <stdlib.h>
#include <string.h>

static bool blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\f';
}

static bool in_label(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
		c == '_' || c == '.' || c == '$' || (c & 0x80);
}

/* Where the statement at p ends: at ; a comment, / * or the end of the line.  Quoted text and
 * comments within belong to it. */
static const char *statement_end(const char *p, const char *end)
{
	for (; p < end; p++) {
		if (*p == '\n' || *p == ';' || COMMENT_STARTS(p, end))
			break;
		if (*p == '"') {
			for (p++; p < end && *p != '"' && *p != '\n'; p++)
				p += *p == '\\' && p + 1 < end;
			if (p == end || *p == '\n')
				break;
		} else if (*p == '/' && p + 1 < end && p[1] == '*') {
			const char *close = memmem(p + 2, end - p - 2, "*/", 2);
			if (close == NULL)
				return end;
			p = close + 1;
		}
	}
	return p;
}

/* If a label stands at p, where it ends (behind the colon), or NULL. */
static const char *label_end(const char *p, const char *end, struct span *name)
{
	*name = (struct span){ p, p };
	if (p < end && *p == '"') {
		const char *close = memchr(p + 1, '"', end - p - 1);
		if (close == NULL)
			return NULL;
		*name = (struct span){ p + 1, close };
		p = close + 1;
	} else {
		while (p < end && in_label(*p))
			p++;
		name->end = p;
	}
	while (p < end && blank(*p))
		p++;
	return p < end && *p == ':' && name->end > name->at ? p + 1 : NULL;
}

/* One instruction more, of which nothing is known. */
struct insn *text_append(struct reader *r, struct span s)
{
	struct unit_text *f = r->f;
	f->insn = as_grow(f->insn, f->insns, &f->insn_room, sizeof *f->insn);
	struct insn *i = &f->insn[f->insns++];
	*i = (struct insn){
		.text = s, .target = NONE, .section = r->section, .glued = r->glue,
		.label = r->label, .mark = r->mark, .call_mark = r->call_mark,
	};
	r->label = NULL;
	r->mark = r->call_mark = MARK_NONE;
	r->glue = false;
	r->in_function = true;
	return i;
}

static void label_define(struct reader *r, struct span name)
{
	struct unit_text *f = r->f;
	r->table_entry = 0;
	if (!f->section[r->section].code)
		return;
	if (span_starts(name, ".Lfunc_end")) {
		f->gap = as_grow(f->gap, f->gaps, &f->gap_room, sizeof *f->gap);
		f->gap[f->gaps++] = (struct gap){ name.at, f->insns, r->section, false };
	}
	if (!span_starts(name, ".L")) {
		r->in_function = true;
		r->translated = span_starts(name, TRANSLATED);
	}
	if (r->label == NULL)
		r->label = name.at;
	uint32_t s = symbol_defined(f, name);
	f->symbol[s].insn = f->insns;
	f->symbol[s].section = r->section;
}

/* name = value */
static bool assignment(struct reader *r, struct span s)
{
	const char *p = s.at;
	while (p < s.end && in_label(*p))
		p++;
	while (p < s.end && blank(*p))
		p++;
	if (p == s.at || p == s.end || *p != '=')
		return false;
	symbol_alias(r->f, s);
	return true;
}

/* Alignment by instructions that do nothing: without a value to fill with.  Compilers put that of
 * their next label before the end of inline assembly that ends a way. */
static bool is_padding(struct span name, struct span rest)
{
	const char *p = memchr(rest.at, ',', rest.end - rest.at);
	if (!span_is(name, ".p2align") && !span_is(name, ".balign") && !span_is(name, ".align"))
		return false;
	if (p == NULL)
		return true;
	while (++p < rest.end && blank(*p))
		;
	return p == rest.end || *p == ',';
}

/* Inline assembly is counted, and nothing more is asked of it. */
static void asm_statement(struct reader *r, struct span s)
{
	const char *p = s.at;
	while (p < s.end && in_label(*p))
		p++;
	if (span_is((struct span){ s.at, p }, ".loc") ||
	    is_padding((struct span){ s.at, p }, (struct span){ p, s.end }))
		return; /* the compiler's */
	if (*s.at == '.') {
		if (span_starts(s, ".cfi_"))
			unwind_note(r, s, (struct span){ p, s.end }); /* not followed */
		section_directive(r, (struct span){ s.at, p }, (struct span){ p, s.end });
		r->asm_jumps = true;
		r->f->wide = true; /* instructions may be written as data */
	} else {
		r->f->loops |= asm_may_loop(s);
		r->asm_count++;
	}
	symbols_taken(r->f, (struct span){ p, s.end });
}

/* True if the statement may use the x87 unit: its instructions, and only they, begin with that
 * letter. */
static bool uses_x87(const struct unit_text *f, struct span s)
{
	return *s.at == 'f' || *s.at == 'F' ||
		(f->mmx && memmem(s.at, s.end - s.at, "%mm", 3) != NULL);
}

static void statement(struct reader *r, struct span s)
{
	struct span name;
	const char *p = s.at;
	for (;;) {
		while (p < s.end && blank(*p))
			p++;
		const char *behind = label_end(p, s.end, &name);
		if (behind == NULL)
			break;
		if (r->asm_start == NULL)
			label_define(r, name);
		else
			symbol_alias(r->f, name);
		p = behind;
	}
	s.at = p;
	while (s.end > s.at && blank(s.end[-1]))
		s.end--;
	if (s.at == s.end || (s.at[0] == '/' && s.at[1] == '*'))
		return;
	bool x87 = uses_x87(r->f, s);
	if (r->asm_start != NULL) {
		asm_statement(r, s);
		r->asm_x87 |= x87;
	} else if (assignment(r, s)) {
		return;
	} else if (*s.at == '.') {
		line_directive(r, s);
	} else if (r->f->section[r->section].code) {
		insn_read(r, s);
		if (r->f->insns > 0)
			r->f->insn[r->f->insns - 1].x87 |= x87;
	}
}

static void mark_find(struct span s, const char *begin, const char *end, uint8_t *mark)
{
	if (memmem(s.at, s.end - s.at, begin, strlen(begin)) != NULL)
		*mark = MARK_BEGIN;
	if (memmem(s.at, s.end - s.at, end, strlen(end)) != NULL)
		*mark = MARK_END;
}

static void mark_read(struct reader *r, struct span s)
{
	mark_find(s, "/* bgq-atomic-begin */", "/* bgq-atomic-end */", &r->mark);
	mark_find(s, "/* bgq-call-begin */", "/* bgq-call-end */", &r->call_mark);
}

/* A piece of inline assembly becomes one instruction that may do anything. */
static void asm_end(struct reader *r, const char *end)
{
	struct unit_text *f = r->f;
	struct span s = { r->asm_start, end };
	mark_read(r, s);
	bool empty = r->asm_count == 0 && !r->asm_jumps;
	f->loops |= r->asm_jumps || (r->asm_scope && !empty);
	r->asm_start = NULL;
	bool begins = r->call_mark == MARK_BEGIN; /* of itself, whatever label follows */
	if ((empty && r->asm_cycles == 0 && !begins) || r->asm_scope ||
	    !f->section[r->section].code)
		return;
	struct insn *i = text_append(r, s);
	i->cycles = r->asm_count + r->asm_cycles;
	if (empty)
		return; /* only takes time */
	i->kind = INSN_ASM;
	i->x87 = r->asm_x87;
	i->reads = REGS_GPR | REGS_FLAGS;
	i->kills = REGS_FLAGS;
	i->touches = REGS_ALL;
}

/* A line that begins with #: a comment, or the border of inline assembly.  s begins
 * at the mark and ends before the end of the line. */
static void comment(struct reader *r, struct span s, const char *line)
{
	static const char scope[] = "# Start of file scope inline assembly";
	static const char cycles[] = "# bgq-cycles ";
	bool starts_scope = span_starts(s, scope);
	if (r->asm_start == NULL && (span_is(s, "#APP") || starts_scope)) {
		r->asm_start = line;
		r->asm_count = r->asm_cycles = 0;
		r->asm_jumps = r->asm_x87 = false;
		r->asm_scope = starts_scope || !r->in_function;
	} else if (r->asm_start != NULL && (span_is(s, "#NO_APP") ||
		span_starts(s, "# End of file scope inline assembly"))) {
		asm_end(r, s.end < r->f->text.end ? s.end + 1 : s.end);
	} else if (r->asm_start != NULL && span_starts(s, cycles)) {
		r->asm_cycles += strtoul(s.at + sizeof cycles - 1, NULL, 10);
	}
}

static void line_read(struct reader *r)
{
	const char *end = r->f->text.end, *line = r->at, *p = line;
	while (p < end && *p != '\n') {
		while (p < end && blank(*p))
			p++;
		if (p < end && (*p == '#' || COMMENT_STARTS(p, end))) {
			const char *stop = memchr(p, '\n', end - p);
			struct span s = { p, stop != NULL ? stop : end };
			const char *newline = s.end;
			while (s.end > s.at && blank(s.end[-1]))
				s.end--;
			if (s.end != newline && span_is(s, "#NO_APP"))
				r->f->strange = true;
			comment(r, s, line);
			p = newline;
			break;
		}
		const char *stop = statement_end(p, end);
		if (stop > p)
			statement(r, (struct span){ p, stop });
		p = stop;
		if (p < end && *p == ';')
			p++;
	}
	r->at = p < end ? p + 1 : end;
}

void text_read(struct unit_text *f)
{
	struct reader r = { .f = f, .at = f->text.at };
	section_start(&r);
	f->wide = vectors_are_wide(f->text);
	f->mmx = memmem(f->text.at, f->text.end - f->text.at, "%mm", 3) != NULL;
	while (r.at < f->text.end && !f->strange)
		line_read(&r);
	if (r.asm_start != NULL)
		f->strange = true;
	f->gap = as_grow(f->gap, f->gaps, &f->gap_room, sizeof *f->gap);
	f->gap[f->gaps++] = (struct gap){ f->text.end, f->insns, r.section, true };
}
