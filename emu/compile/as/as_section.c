/*
 * as_section.c - which section the text is in, and what sections hold.
 */
#include "as.h"

#include <string.h>

static bool starts_any(struct span s, const char *const *names)
{
	for (; *names != NULL; names++)
		if (span_starts(s, *names))
			return true;
	return false;
}

static uint32_t section_get(struct unit_text *f, struct span name, bool executable)
{
	static const char *const code[] = { ".text", ".init", ".fini", ".gnu.linkonce.t", NULL };
	static const char *const arrays[] = { ".init_array", ".fini_array", NULL };
	static const char *const ignored[] = { ".debug", ".zdebug", ".eh_frame", ".stab",
		".comment", ".note", NULL };
	for (uint32_t i = 0; i < f->sections; i++) {
		struct span known = f->section[i].name;
		if (known.end - known.at == name.end - name.at &&
			memcmp(known.at, name.at, name.end - name.at) == 0)
			return i;
	}
	f->section = as_grow(f->section, f->sections, &f->section_room, sizeof *f->section);
	f->section[f->sections] = (struct section){
		.name = name,
		.code = executable || (starts_any(name, code) && !starts_any(name, arrays)),
		.tables = span_starts(name, ".gcc_except_table"),
		.ignored = starts_any(name, ignored),
		.last = NONE,
	};
	return f->sections++;
}

static struct span named(const char *name)
{
	return (struct span){ name, name + strlen(name) };
}

void section_start(struct reader *r)
{
	r->section = r->previous = section_get(r->f, named(".text"), true);
}

/* Stubs go where the section is left. */
static void section_leave(struct reader *r, uint32_t to, const char *at)
{
	struct unit_text *f = r->f;
	if (f->section[r->section].code && r->asm_start == NULL) {
		f->gap = as_grow(f->gap, f->gaps, &f->gap_room, sizeof *f->gap);
		f->gap[f->gaps++] = (struct gap){ at, f->insns, r->section, true };
	}
	r->previous = r->section;
	r->section = to;
}

/* The fields of .section: name, "flags", @type, and what the flags ask for. */
static uint32_t section_parse(struct unit_text *f, struct span rest)
{
	struct span field[6] = { 0 };
	uint32_t n = 0;
	const char *p = rest.at;
	while (p < rest.end && n < 6) {
		const char *comma = memchr(p, ',', rest.end - p);
		const char *end = comma != NULL ? comma : rest.end;
		const char *from = p, *to = end;
		while (from < to && (*from == ' ' || *from == '\t' || *from == '"'))
			from++;
		while (to > from && (to[-1] == ' ' || to[-1] == '\t' || to[-1] == '"'))
			to--;
		field[n++] = (struct span){ from, to };
		p = end + 1;
	}
	for (uint32_t i = 2; i < n; i++)
		if (span_is(field[i], "unique"))
			f->strange = true;
	bool executable = n > 1 && memchr(field[1].at, 'x', field[1].end - field[1].at) != NULL;
	bool group = n > 3 && memchr(field[1].at, 'G', field[1].end - field[1].at) != NULL;
	uint32_t s = section_get(f, field[0], executable);
	if (group)
		f->section[s].group = field[3];
	return s;
}

/* Whether it is a directive that changes the section; if so, it is done. */
bool section_directive(struct reader *r, struct span name, struct span rest)
{
	struct unit_text *f = r->f;
	bool push = span_is(name, ".pushsection");
	if (push || span_is(name, ".section")) {
		uint32_t to = section_parse(f, rest);
		if (push && r->depth < 16)
			r->stack[r->depth++] = r->section;
		section_leave(r, to, name.at);
	} else if (span_is(name, ".text") || span_is(name, ".data") || span_is(name, ".bss")) {
		uint32_t to = section_get(f, name, false);
		section_leave(r, to, name.at);
	} else if (span_is(name, ".popsection")) {
		if (r->depth > 0)
			section_leave(r, r->stack[--r->depth], name.at);
	} else if (span_is(name, ".previous")) {
		section_leave(r, r->previous, name.at);
	} else {
		return false;
	}
	return true;
}
