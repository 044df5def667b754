/*
 * as_emit.c - writes the text again with the payments in it.  Everything that is added
 * goes on a line that is there already, so lines keep their numbers.
 */
#include "emit.h"

#include <string.h>

/* A payment may have to save the flags that what follows still needs. */
static bool flags_needed(const struct unit_text *f, uint32_t node)
{
	return node != NONE && f->insn[f->node[node].first].flags_live;
}

static const struct node nowhere = { .reg = NO_REG, .keep = NO_REG };

static const struct node *node_at(const struct unit_text *f, uint32_t n)
{
	return n == NONE ? &nowhere : &f->node[n];
}

/* Whether the budget stays in its place on an edge. */
static bool keeps_place(const struct unit_text *f, const struct node *from, uint32_t to)
{
	const struct node *n = node_at(f, to);
	return n->reg == from->reg && n->keep == from->keep;
}

static bool next_idle(const struct unit_text *f, const struct node *n)
{
	return n->next_pay == 0 && keeps_place(f, n, n->next) &&
		mix_is_nothing(f->mix[n - f->node].next_pay);
}

static bool jump_idle(const struct unit_text *f, const struct node *n)
{
	return n->jump_pay == 0 && keeps_place(f, n, n->jump) &&
		mix_is_nothing(f->mix[n - f->node].jump_pay);
}

static void edge_write(struct emitter *e, struct out *o, const struct node *from, bool jump)
{
	const struct node_mix *m = &e->f->mix[from - e->f->node];
	uint32_t to = jump ? from->jump : from->next;
	const struct node *n = node_at(e->f, to);
	range_set(e, o, from->reg);
	code_pay(e, o, jump ? from->jump_pay : from->next_pay, jump ? m->jump_pay : m->next_pay,
		from->reg, flags_needed(e->f, to));
	if (n->reg == from->reg && n->keep == from->keep)
		return;
	if (from->reg != NO_REG) {
		code_store(o, from->reg);
		range_set(e, o, NO_REG);
		code_restore(o, from->reg, from->keep);
	}
	if (n->reg != NO_REG) {
		code_load(o, n->reg, n->keep);
		range_set(e, o, n->reg);
	}
}

static void node_pay(struct emitter *e, const struct node *n)
{
	bool flags = e->f->insn[n->pay_at].flags_live;
	if (n->check)
		code_check(e, n, flags);
	else
		code_pay(e, e->o, n->pay, e->f->mix[n - e->f->node].pay, n->reg, flags);
}

/* For the function's code in the instruction cache: as_fetch.c. */
static bool looks(const struct unit_text *f, uint32_t i, const struct node *n)
{
	return n->fetch != 0 && i == behind_set_up(f, n);
}

/* Returns the label of what the branch of a node has to lead to instead, or NONE. */
static uint32_t before_insn(struct emitter *e, uint32_t i, const struct node *n)
{
	const struct insn *insn = &e->f->insn[i];
	uint32_t own = NONE;
	out_text(e->o, ";");
	if (i == n->first)
		range_set(e, e->o, n->reg);
	if (insn->self) {
		own = e->labels++;
		out_format(e->o, ".Lbgq%u:", own);
	}
	if (looks(e->f, i, n))
		code_fetch(e, n);
	if (i == n->pay_at)
		node_pay(e, n);
	if (insn->repeats)
		code_count(e, insn, false, n->reg, insn->flags_live);
	if (insn->by_pointer)
		code_target(e, insn);
	if (insn->kind == INSN_JMP && !jump_idle(e->f, n))
		edge_write(e, e->o, n, true);
	if (insn->kind != INSN_JCC || jump_idle(e->f, n))
		return own;
	uint32_t stub = e->labels++;
	unwind_stub(e);
	out_format(&e->stubs, ".Lbgq%u:", stub);
	edge_write(e, &e->stubs, n, true);
	out_text(&e->stubs, JUMP);
	out_span(&e->stubs, insn->where.at, insn->where.end);
	out_text(&e->stubs, ";");
	range_set(e, &e->stubs, NO_REG);
	return stub;
}

static void after_insn(struct emitter *e, uint32_t i, const struct node *n)
{
	const struct insn *insn = &e->f->insn[i];
	bool ends = i == n->last && n->next != NONE;
	if (!insn->counts_down && (!ends || next_idle(e->f, n)))
		return;
	out_text(e->o, ";");
	if (insn->counts_down)
		code_count(e, insn, true, n->reg, true);
	if (ends)
		edge_write(e, e->o, n, false);
}

static bool idle(const struct unit_text *f, uint32_t i, const struct node *n)
{
	const struct insn *insn = &f->insn[i];
	const struct node_mix *m = &f->mix[n - f->node];
	bool pays = i == n->pay_at &&
		(n->pay > 0 || n->check || !mix_is_nothing(m->pay));
	bool first = i == n->first; /* the budget's place may change */
	bool branch = i == n->last && n->jump_pay + n->next_pay > 0;
	return !pays && !first && !branch && !looks(f, i, n) && !insn->repeats && !insn->self &&
		!insn->data16 && !insn->by_pointer && target_reaches(f, insn) &&
		(i != n->last || (jump_idle(f, n) && next_idle(f, n)));
}

/* Puts what is out of line where no code is in its way. */
static void gap_fill(struct emitter *e, const struct gap *gap)
{
	range_set(e, e->o, NO_REG);
	if (e->stubs.size == 0)
		return;
	const struct insn *last = &e->f->insn[gap->insns - 1];
	bool passes = last->kind != INSN_JMP && last->kind != INSN_RET &&
		last->kind != INSN_INDIRECT;
	uint32_t behind = e->labels++;
	if (passes)
		out_format(e->o, JUMP ".Lbgq%u;", behind);
	out_span(e->o, e->stubs.text, e->stubs.text + e->stubs.size);
	unwind_gap(e, gap->leaves && gap->at != e->f->text.end);
	if (passes)
		out_format(e->o, ".Lbgq%u:;", behind);
	if (gap->at == e->f->text.end)
		out_text(e->o, "\n");
	e->stubs.size = 0;
}

static const char *insn_write(struct emitter *e, uint32_t i, const struct node *n, const char *p)
{
	const struct insn *insn = &e->f->insn[i];
	if (idle(e->f, i, n))
		return p;
	if (n->align != 0 && i == n->first && insn->label != NULL && insn->label >= p) {
		out_span(e->o, p, insn->label);
		out_format(e->o, ".p2align 6,,%u;", n->align - 1);
		p = insn->label;
	}
	out_span(e->o, p, insn->text.at);
	uint32_t to = before_insn(e, i, n);
	p = insn->text.at;
	if (!target_reaches(e->f, insn)) {
		code_reach(e, insn, to);
		p = insn->text.end;
	} else if (to != NONE) {
		out_span(e->o, p, insn->where.at);
		out_format(e->o, ".Lbgq%u", to);
		p = insn->where.end;
	}
	if (insn->by_pointer) {
		out_span(e->o, p, insn->where.at);
		out_text(e->o, POINTER);
		p = insn->text.end;
	}
	if (insn->data16) { /* as Clang writes it; the assembler warns of that, but not of */
		out_text(e->o, ".byte 0x66");
		p = insn->text.end;
	}
	out_span(e->o, p, insn->text.end);
	after_insn(e, i, n);
	return insn->text.end;
}

void emit_text(struct unit_text *f, struct out *o)
{
	struct emitter e = { .f = f, .o = o };
	const char *p = f->text.at;
	bool counts = f->compiled && !f->loops;
	uint32_t g = 0;
	range_start(&e);
	for (uint32_t i = 0; i <= f->insns; i++) {
		for (; g < f->gaps && f->gap[g].insns <= i; g++) {
			bool ends = f->gap[g].leaves && e.counted.reg != NO_REG;
			if (f->gap[g].insns == 0 ||
				(e.stubs.size == 0 && e.open[0].reg == NO_REG && !ends))
				continue;
			out_span(o, p, f->gap[g].at);
			p = f->gap[g].at;
			gap_fill(&e, &f->gap[g]);
			if (ends)
				counted_set(&e, false);
		}
		if (i == f->insns)
			break;
		e.section = f->insn[i].section;
		unwind_follow(&e, i);
		if (counts && e.counted.reg == NO_REG && !f->insn[i].glued) {
			out_span(o, p, f->insn[i].text.at);
			p = f->insn[i].text.at;
			counted_set(&e, true);
		}
		p = insn_write(&e, i, &f->node[f->node_of[i]], p);
	}
	out_span(o, p, f->text.end);
	ranges_write(&e);
	sites_write(&e);
}
