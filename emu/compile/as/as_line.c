/*
 * as_line.c - what directives say: of symbols, tables, and where functions end.
 */
#include "as.h"

#include <stdlib.h>
#include <string.h>

enum directive {
	DIRECTIVE_ALIAS,   /* the first name stands for what the rest says */
	DIRECTIVE_ALIGN,
	DIRECTIVE_DATA,    /* may name symbols, and stands for code in a code section */
	DIRECTIVE_FUNCTION_END,
	DIRECTIVE_GLOBAL,
	DIRECTIVE_IDENT,
	DIRECTIVE_NAMES,   /* symbols that it names are used in unknown ways */
	DIRECTIVE_SPACE,   /* stands for code in a code section */
	DIRECTIVE_STRANGE, /* text is not what it seems */
	DIRECTIVE_SYNTAX,  /* nor is it behind this one, if it asks for another one */
	DIRECTIVE_TYPE,
};

static const struct directive_name {
	char name[16];
	enum directive what;
} directives[] = { /* sorted */
	{ ".2byte", DIRECTIVE_DATA },	{ ".4byte", DIRECTIVE_DATA },
	{ ".8byte", DIRECTIVE_DATA },	{ ".altmacro", DIRECTIVE_STRANGE },
	{ ".ascii", DIRECTIVE_SPACE },	{ ".asciz", DIRECTIVE_SPACE },
	{ ".att_syntax", DIRECTIVE_SYNTAX },
	{ ".byte", DIRECTIVE_DATA },	{ ".cfi_endproc", DIRECTIVE_FUNCTION_END },
	{ ".code16", DIRECTIVE_STRANGE }, { ".code32", DIRECTIVE_STRANGE },
	{ ".end", DIRECTIVE_STRANGE },	{ ".equ", DIRECTIVE_ALIAS },
	{ ".equiv", DIRECTIVE_ALIAS },	{ ".eqv", DIRECTIVE_ALIAS },
	{ ".fill", DIRECTIVE_SPACE },	{ ".global", DIRECTIVE_GLOBAL },
	{ ".globl", DIRECTIVE_GLOBAL },	{ ".hword", DIRECTIVE_DATA },
	{ ".ident", DIRECTIVE_IDENT },	{ ".if", DIRECTIVE_STRANGE },
	{ ".ifdef", DIRECTIVE_STRANGE }, { ".ifndef", DIRECTIVE_STRANGE },
	{ ".incbin", DIRECTIVE_SPACE },	{ ".include", DIRECTIVE_STRANGE },
	{ ".insn", DIRECTIVE_SPACE },	{ ".inst", DIRECTIVE_DATA },
	{ ".int", DIRECTIVE_DATA },
	{ ".intel_syntax", DIRECTIVE_STRANGE }, { ".irp", DIRECTIVE_STRANGE },
	{ ".irpc", DIRECTIVE_STRANGE },	{ ".long", DIRECTIVE_DATA },
	{ ".macro", DIRECTIVE_STRANGE }, { ".octa", DIRECTIVE_DATA },
	{ ".org", DIRECTIVE_SPACE },	{ ".p2align", DIRECTIVE_ALIGN },
	{ ".quad", DIRECTIVE_DATA },
	{ ".reloc", DIRECTIVE_NAMES },	{ ".rept", DIRECTIVE_STRANGE },
	{ ".set", DIRECTIVE_ALIAS },	{ ".short", DIRECTIVE_DATA },
	{ ".size", DIRECTIVE_FUNCTION_END }, { ".skip", DIRECTIVE_SPACE },
	{ ".sleb128", DIRECTIVE_DATA },	{ ".space", DIRECTIVE_SPACE },
	{ ".string", DIRECTIVE_SPACE },	{ ".subsection", DIRECTIVE_STRANGE },
	{ ".symver", DIRECTIVE_NAMES },
	{ ".type", DIRECTIVE_TYPE },	{ ".uleb128", DIRECTIVE_DATA },
	{ ".value", DIRECTIVE_DATA },	{ ".weak", DIRECTIVE_GLOBAL },
	{ ".weakref", DIRECTIVE_ALIAS }, { ".word", DIRECTIVE_DATA },
	{ ".xword", DIRECTIVE_DATA },
	{ ".zero", DIRECTIVE_SPACE },
};

static int compare(const void *key, const void *entry)
{
	const struct span *s = key;
	const char *name = ((const struct directive_name *)entry)->name;
	size_t n = s->end - s->at;
	int order = strncmp(s->at, name, n);
	return order != 0 ? order : name[n] == '\0' ? 0 : -1;
}

/* Entries of an exceptions' table come in fours; the third is the landing pad. */
static void table_entry(struct reader *r, struct span rest)
{
	bool pad = r->table_entry++ % 4 == 2;
	for (;;) {
		struct span name = symbol_scan(&rest);
		if (name.at == name.end)
			break;
		uint32_t s = symbol_referred(r->f, name);
		r->f->symbol[s].pad = true;
		if (pad)
			r->f->symbol[s].lands = true;
		pad = false;
	}
}

/* Whether it is nothing but prefixes of the instruction behind it: those that the linker wants
 * before calls, lock, rep, a segment's, rex. */
static bool prefix_bytes(struct span rest)
{
	char *end;
	unsigned long value = strtoul(rest.at, &end, 0);
	static const uint8_t prefixes[] = { 0x26, 0x2e, 0x36, 0x3e, 0x64, 0x65, 0x66, 0x67, 0xf0,
		0xf2, 0xf3 };
	if (end != rest.end)
		return false;
	return value == 0x6666 || (value >= 0x40 && value < 0x50) ||
		(value < 256 && memchr(prefixes, (int)value, sizeof prefixes) != NULL);
}

/* Code that is written as data: its bytes may be any instruction, a jump too. */
static void data_in_code(struct reader *r, struct span s, struct span rest)
{
	struct insn *i = text_append(r, s);
	if (prefix_bytes(rest)) {
		r->glue = true;
		return;
	}
	i->kind = INSN_ASM;
	i->reads = i->touches = REGS_ALL;
	r->f->wide = r->f->loops = true;
}

static void data(struct reader *r, struct span s, struct span rest)
{
	const struct section *section = &r->f->section[r->section];
	if (section->code)
		data_in_code(r, s, rest);
	if (section->tables)
		table_entry(r, rest);
	else if (!section->ignored)
		symbols_taken(r->f, rest);
}

static void function_end(struct reader *r, const char *at)
{
	struct unit_text *f = r->f;
	if (!f->section[r->section].code)
		return;
	r->in_function = false;
	f->gap = as_grow(f->gap, f->gaps, &f->gap_room, sizeof *f->gap);
	f->gap[f->gaps++] = (struct gap){ at, f->insns, r->section, false };
}

static void type(struct unit_text *f, struct span rest)
{
	struct span name = symbol_scan(&rest);
	uint32_t s = symbol_get(f, name);
	if (memmem(rest.at, rest.end - rest.at, "function", 8) != NULL)
		f->symbol[s].function = true;
}

static void global(struct unit_text *f, struct span rest)
{
	for (;;) {
		struct span name = symbol_scan(&rest);
		if (name.at == name.end)
			break;
		uint32_t s = symbol_get(f, name);
		f->symbol[s].global = true;
	}
}

static void ident(struct unit_text *f, struct span rest)
{
	f->compiled |= memmem(rest.at, rest.end - rest.at, "GCC: (", 6) != NULL ||
		memmem(rest.at, rest.end - rest.at, "clang version", 13) != NULL;
}

/* Clang 23 begins each file with .att_syntax, as all text is that has not asked for another one. */
static bool asks_for_another(struct span syntax)
{
	return syntax.at < syntax.end && !span_is(syntax, "prefix");
}

void line_directive(struct reader *r, struct span s)
{
	const char *p = s.at;
	while (p < s.end && *p != ' ' && *p != '\t')
		p++;
	struct span name = { s.at, p };
	while (p < s.end && (*p == ' ' || *p == '\t'))
		p++;
	struct span rest = { p, s.end };
	if (span_is(name, ".loc") || span_starts(name, ".cfi_"))
		unwind_note(r, name, rest);
	if (span_is(name, ".loc") || section_directive(r, name, rest))
		return;
	const struct directive_name *d = bsearch(&name, directives,
		sizeof directives / sizeof *directives, sizeof *directives, compare);
	switch (d != NULL ? (int)d->what : -1) {
	case DIRECTIVE_ALIAS: symbol_alias(r->f, rest); break;
	case DIRECTIVE_ALIGN:
		r->label = NULL;
		break;
	case DIRECTIVE_DATA: data(r, s, rest); break;
	case DIRECTIVE_FUNCTION_END: function_end(r, name.at); break;
	case DIRECTIVE_GLOBAL: global(r->f, rest); break;
	case DIRECTIVE_IDENT: ident(r->f, rest); break;
	case DIRECTIVE_NAMES: symbols_taken(r->f, rest); break;
	case DIRECTIVE_SPACE:
		if (r->f->section[r->section].code)
			data_in_code(r, s, rest);
		break;
	case DIRECTIVE_STRANGE: r->f->strange = true; break;
	case DIRECTIVE_SYNTAX: r->f->strange |= asks_for_another(rest); break;
	case DIRECTIVE_TYPE: type(r->f, rest); break;
	default: break;
	}
}
