/*
 * as_verify_flow.c - follows what added instructions have overwritten along every way through
 * the text, for the verifier.
 *
 * States meet at labels; what one of the ways has made junk is junk.  Where the budget is, and
 * what is on the stack, has to be the same on all.  Labels whose address is used are reached
 * from every indirect jump and all inline assembly of their function, landing pads from all
 * its calls.
 */
#include "as_verify_flow.h"

#include <string.h>

/* ---- states */

static const struct state clean = {
	.place = NO_REG, .kept = NO_REG, .keeper = NO_REG, .known = true,
};

static bool alike(const struct state *a, const struct state *b)
{
	bool stack = a->spared == b->spared && a->depth == b->depth &&
		a->number == b->number;
	for (uint8_t i = 0; stack && i < a->depth; i++)
		stack = a->pushed[i].flags == b->pushed[i].flags;
	return stack && a->place == b->place && a->kept == b->kept && a->keeper == b->keeper;
}

/* Returns whether into has changed. */
static bool state_join(struct state *into, const struct state *from)
{
	bool changed = !into->known;
	if (changed) {
		*into = *from;
		return true;
	}
	changed = (into->added & ~from->added) != 0 || (into->unused & ~from->unused) != 0 ||
		(from->junk & ~into->junk) != 0 || (from->vectors & ~into->vectors) != 0 ||
		(from->kept_junk & ~into->kept_junk) != 0 || (from->atomic && !into->atomic);
	into->atomic |= from->atomic;
	if (into->target.at != NULL && into->target.at != from->target.at) {
		into->target = (struct span){ 0 };
		changed = true;
	}
	into->junk |= from->junk;
	into->kept_junk |= from->kept_junk;
	into->added &= from->added;
	into->unused &= from->unused;
	into->vectors |= from->vectors;
	for (uint8_t i = 0; i < into->depth; i++) {
		changed |= (from->pushed[i].junk & ~into->pushed[i].junk) != 0;
		into->pushed[i].junk |= from->pushed[i].junk;
	}
	return changed;
}

static void fail(struct flow *w, uint32_t k, const char *why)
{
	if (w->good)
		verify_fails(w->t, k, why);
	w->good = false;
}

static void arrive(struct flow *w, struct label *l, const struct state *st, uint32_t from)
{
	uint32_t number = (uint32_t)(l - w->label);
	struct state *at = &w->at[number];
	if (at->known && !alike(at, st)) {
		fail(w, from, "ways meet, and the budget or the stack is not alike on them");
		return;
	}
	if (state_join(at, st) && !w->waits[number]) {
		w->waits[number] = true;
		w->work[w->works++] = number;
	}
}

/* Joins st into a function's state at its jumps or calls, and takes that to all its labels of the
 * kind which those may lead to. */
static void gather(struct flow *w, struct state *to, const struct state *st, uint32_t function,
	bool pads)
{
	if (!state_join(to, st))
		return;
	for (uint32_t l = 0; l < w->labels; l++) {
		const struct statement *s = &w->t->s[w->label[l].at];
		if (s->code && s->function == function &&
			(pads ? w->label[l].pad : w->label[l].taken))
			arrive(w, &w->label[l], to, w->label[l].at);
	}
}

static const char *balanced(const struct state *st)
{
	if (st->spared != 0 || st->depth != 0)
		return "the stack is not balanced";
	return NULL;
}

static const char *leaves_with(const struct state *st, regs_t needed, bool compiled)
{
	if (st->place != NO_REG || st->kept != NO_REG)
		return "the budget is in a register, and control leaves";
	if (st->junk & (needed | (compiled ? 0 : REGS_FLAGS)))
		return "a register that what follows may read was overwritten";
	return NULL;
}

static const char *reads_junk(const struct state *st, const struct effect *e)
{
	if (st->junk & e->reads & REGS_FLAGS)
		return "flags that it reads were overwritten";
	if (st->junk & e->reads)
		return "a register that it reads was overwritten";
	if (st->vectors & e->vectors)
		return "a vector register that it names keeps something";
	if (st->place != NO_REG && (e->writes & REG(st->place)))
		return "the budget is overwritten";
	return NULL;
}

/* ---- one statement of the program */

/* A call through r11, which has the operand of the program's or, from the emulator, what that is
 * to this rank. */
static const char *retargets(const struct state *st, struct span was)
{
	const char *star = memchr(was.at, '*', was.end - was.at);
	struct span operand = { star + 1, was.end };
	if (span_is(operand, "%r11"))
		return NULL;
	return st->target.at == NULL || !statement_equal(st->target, operand) ?
		"a call to something else" : NULL;
}

/* Follows it; returns whether control goes on behind it. */
static bool own_insn(struct flow *w, uint32_t k, struct state *st)
{
	const struct statement *s = &w->t->s[k];
	struct function *fn = &w->function[s->function];
	struct effect e;
	effect_find(s->was.at != NULL ? s->was : s->text, &e);
	const char *why = balanced(st);
	if (why == NULL && s->was.at != NULL)
		why = retargets(st, s->was);
	if (why == NULL)
		why = reads_junk(st, &e);
	st->target = (struct span){ 0 };
	bool by_table = e.jump && e.indirect;
	struct label *to = e.jump && !by_table ? verify_target(w, e.target, k) : NULL;
	bool out = by_table || (e.jump && (to == NULL || !verify_local(w->t->s[to->at].text)));
	out &= to == NULL || !verify_cold(w->t->s[to->at].text);
	if (why == NULL && (out || e.call))
		why = leaves_with(st, REGS_PASSED | REGS_SAVED, w->t->compiled);
	if (why == NULL && e.returns)
		why = leaves_with(st, REGS_SAVED | REG(RAX) | REG(RDX), w->t->compiled);
	if (why == NULL && e.call && st->atomic)
		why = "a call between the parts of an atomic";
	if (why != NULL) {
		fail(w, k, why);
		return false;
	}
	st->function = s->function;
	st->junk &= ~e.writes;
	st->unused &= ~(e.reads | e.writes);
	st->added = 0;
	if (to != NULL)
		arrive(w, to, st, k);
	if (by_table)
		gather(w, &fn->jumps, st, s->function, false);
	if (e.call) {
		st->junk = 0;
		st->vectors = 0;
		gather(w, &fn->calls, st, s->function, true);
	}
	return !e.returns && !(e.jump && !e.conditional);
}

static bool own_asm(struct flow *w, uint32_t k, struct state *st)
{
	const struct statement *s = &w->t->s[k];
	const char *why = balanced(st);
	if (why == NULL)
		why = leaves_with(st, REGS_GPR | REGS_FLAGS, false);
	if (why == NULL && st->vectors != 0)
		why = "a vector register keeps something";
	if (why != NULL) {
		fail(w, k, why);
		return false;
	}
	st->function = s->function;
	st->added = st->unused = 0;
	gather(w, &w->function[s->function].jumps, st, s->function, false);
	return true;
}

static bool is_prefix_data(struct span s)
{
	return span_is(s, ".byte 0x66") || span_is(s, ".byte\t0x66") ||
		span_is(s, ".value\t0x6666") || span_is(s, ".word\t26214") ||
		span_is(s, ".byte\t102");
}

static bool is_data(struct span s)
{
	static const char *const data[] = { ".byte", ".value", ".word", ".short", ".long", ".quad",
		".int", ".string", ".ascii", ".zero", ".skip", ".space", ".octa", ".2byte",
		".4byte", ".8byte", ".fill", ".org", ".insn", NULL };
	for (int i = 0; data[i] != NULL; i++)
		if (span_starts(s, data[i]))
			return true;
	return false;
}

static bool own_statement(struct flow *w, uint32_t k, struct state *st)
{
	const struct statement *s = &w->t->s[k];
	if (s->kind == STATEMENT_BEGIN || s->kind == STATEMENT_END) {
		st->atomic = s->kind == STATEMENT_BEGIN;
		return true;
	}
	if (s->kind == STATEMENT_INSN)
		return own_insn(w, k, st);
	bool data = s->kind == STATEMENT_DIRECTIVE && is_data(s->text) &&
		!is_prefix_data(s->text);
	return s->kind == STATEMENT_ASM || data ? own_asm(w, k, st) : true;
}

static bool added_statement(struct flow *w, uint32_t k, struct state *st)
{
	const struct statement *s = &w->t->s[k];
	struct span jump;
	bool ends;
	const char *why = added_apply(s->text, st, w->t, w->function[st->function].x87, &jump,
		&ends);
	struct label *to = why == NULL && jump.at < jump.end ? verify_target(w, jump, k) : NULL;
	/* The end of a stub: the branch that led to it was the program's. */
	if (why == NULL && jump.at < jump.end && to == NULL)
		why = leaves_with(st, REGS_PASSED | REGS_SAVED, w->t->compiled);
	if (why != NULL) {
		fail(w, k, why);
		return false;
	}
	if (to != NULL)
		arrive(w, to, st, k);
	return !ends;
}

/* Compilers' pieces for calls through a register: GCC's, and Clang's. */
static bool is_thunk(struct span name)
{
	return span_starts(name, "__x86_indirect_thunk") || span_starts(name, "__llvm_retpoline");
}

/* A compiler's function is passed nothing in %r11 and flags. */
static void function_enter(const struct flow *w, const struct statement *label, struct state *st)
{
	const regs_t unused = REG(R11) | REGS_FLAGS;
	if (!w->t->compiled || label->added || verify_local(label->text) ||
		verify_cold(label->text) || is_thunk(label->text))
		return;
	st->junk &= ~unused;
	st->unused |= unused;
}

/* Follows the way from a label on, until control goes elsewhere. */
static void way_follow(struct flow *w, uint32_t l)
{
	const struct statements *t = w->t;
	struct state st = w->at[l];
	bool glued = false;
	function_enter(w, &t->s[w->label[l].at], &st);
	for (uint32_t k = t->s[w->label[l].at].next; k != NONE && w->good; k = t->s[k].next) {
		const struct statement *s = &t->s[k];
		if (s->kind == STATEMENT_LABEL) {
			arrive(w, &w->label[w->label_of[k]], &st, k);
			if (!(glued && s->added))
				return;
			continue;
		}
		if (glued && s->added) {
			fail(w, k, "between a prefix and its instruction");
			return;
		}
		if (!(s->added ? added_statement(w, k, &st) : own_statement(w, k, &st)))
			return;
		struct effect e = { 0 };
		if (s->kind == STATEMENT_INSN && !s->added)
			effect_find(s->text, &e);
		glued = e.glues || (s->kind == STATEMENT_DIRECTIVE && !s->added &&
			is_prefix_data(s->text));
	}
}

static void works_follow(struct flow *w)
{
	while (w->works > 0 && w->good) {
		uint32_t l = w->work[--w->works];
		w->waits[l] = false;
		way_follow(w, l);
	}
}

/* Entries of functions, and what only code leads to that no way is seen to lead to. */
static void entries_follow(struct flow *w)
{
	for (uint32_t l = 0; l < w->labels; l++) {
		const struct statement *s = &w->t->s[w->label[l].at];
		struct state st = clean;
		bool entry = !s->added && ((!verify_local(s->text) && !verify_cold(s->text)) ||
			w->label[l].taken || w->label[l].pad);
		st.function = s->function;
		if (s->code && entry)
			arrive(w, &w->label[l], &st, w->label[l].at);
	}
	works_follow(w);
	for (uint32_t l = 0; l < w->labels && w->good; l++) {
		const struct statement *s = &w->t->s[w->label[l].at];
		struct state st = clean;
		st.function = s->function;
		if (s->code && !s->added && w->label[l].branched && !w->at[l].known)
			arrive(w, &w->label[l], &st, w->label[l].at);
		works_follow(w);
	}
}

bool states_follow(const struct statements *t)
{
	struct flow w = { .t = t, .good = true };
	labels_find(&w);
	w.at = as_alloc(w.labels, sizeof *w.at);
	w.work = as_alloc(w.labels, sizeof *w.work);
	w.waits = as_alloc(w.labels, sizeof *w.waits);
	entries_follow(&w);
	return w.good;
}
