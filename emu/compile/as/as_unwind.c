/*
 * as_unwind.c - what unwinders and debuggers need to know of code out of line: where the frame of
 * the function is, and the line.  A stub stands at the function's end, where the compiler's
 * directives tell another frame and line than where the stub was jumped to from.
 *
 * The directives are followed through the text as the assembler does.  Before a stub stand those
 * that tell the frame at its jump; behind the last one the state is what it was.
 *
 * Never: a directive where one of the program could not be followed.
 */
#include "emit.h"

#include <stdlib.h>
#include <string.h>

#define KEPT_MAX 8   /* .cfi_remember_state within each other */

void unwind_note(struct reader *r, struct span name, struct span rest)
{
	struct unit_text *f = r->f;
	if (!f->section[r->section].code)
		return;
	f->unwind = as_grow(f->unwind, f->unwinds, &f->unwind_room, sizeof *f->unwind);
	f->unwind[f->unwinds++] = (struct unwind_note){ f->insns, r->section, name, rest };
}

/* A register by its number or its name; NONE: it is no general one. */
static uint32_t number_of(struct span s)
{
	static const char *const names[UNWIND_REGS] = UNWIND_NAMES;
	if (s.at < s.end && *s.at == '%')
		s.at++;
	for (uint32_t i = 0; i < UNWIND_REGS; i++)
		if (span_is(s, names[i]))
			return i;
	char *end;
	unsigned long n = strtoul(s.at, &end, 10);
	return end == s.end && end > s.at && n < UNWIND_REGS ? (uint32_t)n : NONE;
}

/* Up to a comma, which is passed. */
static struct span field(struct span *rest)
{
	const char *comma = memchr(rest->at, ',', rest->end - rest->at);
	struct span s = { rest->at, comma != NULL ? comma : rest->end };
	rest->at = comma != NULL ? comma + 1 : rest->end;
	while (rest->at < rest->end && (*rest->at == ' ' || *rest->at == '\t'))
		rest->at++;
	return s;
}

/* Registers that the function saves anywhere, and whether all of its directives are known. */
static void function_begin(struct emitter *e, uint32_t from)
{
	struct unwinding *u = &e->unwinding;
	u->now = (struct frame_rule){ .known = true, .reg = UNWIND_STACK, .offset = UNWIND_CALLED };
	u->open = true;
	u->ever = 0;
	u->depth = 0;
	u->section = e->f->unwind[from].section;
	for (uint32_t i = from + 1; i < e->f->unwinds; i++) {
		struct span rest = e->f->unwind[i].rest;
		if (span_is(e->f->unwind[i].name, ".cfi_endproc"))
			break;
		uint32_t reg = number_of(field(&rest));
		if (reg != NONE && (span_is(e->f->unwind[i].name, ".cfi_offset") ||
			span_is(e->f->unwind[i].name, ".cfi_rel_offset")))
			u->ever |= 1u << reg;
	}
}

static void remember(struct unwinding *u)
{
	if (u->depth < KEPT_MAX)
		u->kept[u->depth++] = u->now;
	else
		u->now.known = false;
}

static void saved(struct frame_rule *rule, uint32_t reg, int32_t at)
{
	if (reg == NONE) {
		rule->known = false;
		return;
	}
	rule->saved |= 1u << reg;
	rule->at[reg] = at;
}

static bool changes_no_frame(struct span name)
{
	return span_is(name, ".cfi_personality") || span_is(name, ".cfi_lsda") ||
		span_is(name, ".cfi_sections") || span_is(name, ".cfi_signal_frame");
}

/* The register that the frame is found by. */
static void found_by(struct frame_rule *rule, uint32_t reg)
{
	rule->reg = reg;
	rule->known &= reg != NONE;
}

static void rule_apply(struct unwinding *u, struct span name, struct span rest)
{
	struct frame_rule *rule = &u->now;
	struct span first = field(&rest);
	int32_t number = (int32_t)strtol(first.at, NULL, 0);
	int32_t second = (int32_t)strtol(rest.at, NULL, 0);

	if (span_is(name, ".cfi_def_cfa")) {
		found_by(rule, number_of(first));
		rule->offset = second;
	} else if (span_is(name, ".cfi_def_cfa_register"))
		found_by(rule, number_of(first));
	else if (span_is(name, ".cfi_def_cfa_offset"))
		rule->offset = number;
	else if (span_is(name, ".cfi_adjust_cfa_offset"))
		rule->offset += number;
	else if (span_is(name, ".cfi_offset"))
		saved(rule, number_of(first), second);
	else if (span_is(name, ".cfi_rel_offset"))
		saved(rule, number_of(first), second - rule->offset);
	else if (span_is(name, ".cfi_restore") && number_of(first) != NONE)
		rule->saved &= ~(1u << number_of(first));
	else if (span_is(name, ".cfi_remember_state"))
		remember(u);
	else if (span_is(name, ".cfi_restore_state") && u->depth > 0)
		*rule = u->kept[--u->depth];
	else if (!changes_no_frame(name))
		rule->known = false;
}

void unwind_follow(struct emitter *e, uint32_t insn)
{
	struct unwinding *u = &e->unwinding;
	for (; u->next < e->f->unwinds && e->f->unwind[u->next].insns <= insn; u->next++) {
		const struct unwind_note *note = &e->f->unwind[u->next];
		if (span_is(note->name, ".loc"))
			u->line = note->rest;
		else if (span_is(note->name, ".cfi_startproc"))
			function_begin(e, u->next);
		else if (span_is(note->name, ".cfi_endproc"))
			u->open = false;
		else
			rule_apply(u, note->name, note->rest);
	}
}

static bool rule_equal(const struct frame_rule *a, const struct frame_rule *b)
{
	if (a->reg != b->reg || a->offset != b->offset || a->saved != b->saved)
		return false;
	for (uint32_t reg = 0; reg < UNWIND_REGS; reg++)
		if (a->saved >> reg & 1 && a->at[reg] != b->at[reg])
			return false;
	return true;
}

/* The line that the code belongs to: the first three words, file, line and column. */
static void line_tell(struct emitter *e, struct out *o)
{
	const char *p = e->unwinding.line.at, *end = e->unwinding.line.end;
	for (int word = 0; word < 3 && p < end; word++) {
		while (p < end && (*p == ' ' || *p == '\t'))
			p++;
		while (p < end && *p >= '0' && *p <= '9')
			p++;
	}
	if (p == e->unwinding.line.at)
		return;
	out_text(o, ".loc ");
	out_span(o, e->unwinding.line.at, p);
	out_text(o, ";");
}

void unwind_stub(struct emitter *e)
{
	struct unwinding *u = &e->unwinding;
	line_tell(e, &e->stubs);
	bool by_frame = u->now.reg == UNWIND_STACK || u->now.reg == UNWIND_FRAME;
	bool told = u->open && u->now.known && by_frame && u->section == e->section;
	if (u->telling && told && rule_equal(&u->told, &u->now))
		return;
	unwind_end(e, &e->stubs);
	if (!told)
		return;
	out_format(&e->stubs, ".cfi_remember_state;.cfi_def_cfa %u,%d;", u->now.reg,
		u->now.offset);
	for (uint32_t reg = 0; reg < UNWIND_REGS; reg++) {
		if (u->now.saved >> reg & 1)
			out_format(&e->stubs, ".cfi_offset %u,%d;", reg, u->now.at[reg]);
		else if (u->ever >> reg & 1)
			out_format(&e->stubs, ".cfi_restore %u;", reg);
	}
	u->told = u->now;
	u->telling = true;
}

void unwind_lower(struct emitter *e, int bytes)
{
	if (e->unwinding.telling && e->unwinding.told.reg == UNWIND_STACK)
		out_format(&e->stubs, ".cfi_adjust_cfa_offset %d;", bytes);
}

void unwind_gap(struct emitter *e, bool goes_on)
{
	unwind_end(e, e->o);
	if (goes_on)
		line_tell(e, e->o);
}

void unwind_end(struct emitter *e, struct out *o)
{
	if (e->unwinding.telling)
		out_text(o, ".cfi_restore_state;");
	e->unwinding.telling = false;
}
