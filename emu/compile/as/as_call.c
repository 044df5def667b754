/*
 * as_call.c - calls of the SPI cost what their begin says (include/bgqemu/call_cost.h), whatever
 * the compiler has made of them: the instructions between their marks are free.
 *
 * Compilers move code and merge ends, so marks are followed along all ways.  An SPI call has one
 * begin, which is an instruction to bgq-as and which each way into it passes, and an end on each
 * way out of it; a function that it calls is not within it.  So text within one that follows a
 * function call from outside is not reached by that: the function never returns, as exit().
 *
 * Never: a node that is free by a guess: a way that comes from outside makes its target count.  A
 * loop that takes no time, in which a thread would wait for ever.
 */
#include "as.h"

#include "net/machine/core.h"

#include <string.h>

/* Where threads may be when a node begins. */
enum { OUTSIDE = 1, INSIDE = 2 };

/* Where they may be when it ends, by its marks. */
static uint8_t way_out(const struct unit_text *f, const struct node *n, uint8_t in)
{
	for (uint32_t i = n->first; i <= n->last; i++)
		if (f->insn[i].call_mark != MARK_NONE)
			in = f->insn[i].call_mark == MARK_BEGIN ? INSIDE : OUTSIDE;
	return in;
}

static bool calls(const struct unit_text *f, const struct node *n)
{
	return f->insn[n->last].kind == INSN_CALL;
}

static bool way_add(uint8_t *to, uint8_t from)
{
	uint8_t was = *to;
	*to |= from;
	return *to != was;
}

/* State of the search for ways.  unknown: nothing but what stands before it in the text leads to a
 * node, as far as is known. */
struct ways {
	uint8_t *in;
	bool *jumped, *unknown;
};

/* A target of jumps, within or outside, is not led there by a function call before it, too, that
 * is on the other side. */
static bool falls_through(const struct unit_text *f, const struct ways *w, const struct node *n)
{
	return n->next != NONE &&
	       (!calls(f, n) || !w->jumped[n->next] || w->unknown[n->next]);
}

static bool ways_spread(const struct unit_text *f, const struct ways *w)
{
	bool changed = false;
	for (uint32_t k = 0; k < f->nodes; k++) {
		const struct node *n = &f->node[k];
		uint8_t out = way_out(f, n, w->in[k]);
		if (n->jump != NONE)
			changed |= way_add(&w->in[n->jump], out);
		if (falls_through(f, w, n))
			changed |= way_add(&w->in[n->next], out);
	}
	return changed;
}

static void jumped_find(const struct unit_text *f, bool *jumped)
{
	for (uint32_t k = 0; k < f->nodes; k++) {
		const struct node *n = &f->node[k];
		if (n->next != NONE && !calls(f, n))
			jumped[n->next] = true;
		if (n->jump != NONE)
			jumped[n->jump] = true;
	}
}

static void insn_free(struct insn *i)
{
	i->op = i->load = i->store = CORE_NOTHING;
	i->elements = 0;
	i->address_shift = i->address_add = false;
	mix_clear(i);
}

/* True within a call, and for a jump from its end to what follows: where that is, is a matter of
 * how the compiler has laid the call out. */
static bool is_calls(const struct insn *i, bool in)
{
	return in || (i->call_mark == MARK_END && i->kind == INSN_JMP);
}

static void node_free(struct unit_text *f, const struct node *n, bool in)
{
	for (uint32_t k = n->first; k <= n->last; k++) {
		struct insn *i = &f->insn[k];
		if (i->call_mark != MARK_NONE)
			in = i->call_mark == MARK_BEGIN;
		if (is_calls(i, in) && i->cycles == 0 && i->kind != INSN_ASM)
			insn_free(i);
	}
}

static bool has_calls(const struct unit_text *f)
{
	for (uint32_t i = 0; i < f->insns; i++)
		if (f->insn[i].call_mark != MARK_NONE)
			return true;
	return false;
}

static bool takes_time(const struct unit_text *f, const struct node *n)
{
	for (uint32_t k = n->first; k <= n->last; k++)
		if (f->insn[k].op != CORE_NOTHING || f->insn[k].load != CORE_NOTHING ||
		    f->insn[k].store != CORE_NOTHING || f->insn[k].cycles > 0)
			return true;
	return false;
}

static bool is_endless(const bool *endless, uint32_t node)
{
	return node != NONE && endless[node];
}

/* Free nodes, from which ways through free nodes lead on for ever, take a cycle each. */
static void loops_pay(struct unit_text *f)
{
	bool *endless = as_alloc(f->nodes, sizeof *endless), changed = true;
	for (uint32_t k = 0; k < f->nodes; k++)
		endless[k] = !takes_time(f, &f->node[k]);
	while (changed) {
		changed = false;
		for (uint32_t k = 0; k < f->nodes; k++) {
			const struct node *n = &f->node[k];
			if (endless[k] && !is_endless(endless, n->next) &&
			    !is_endless(endless, n->jump))
				endless[k] = false, changed = true;
		}
	}
	for (uint32_t k = 0; k < f->nodes; k++)
		if (endless[k])
			f->insn[f->node[k].last].cycles = 1;
}

void calls_free(struct unit_text *f)
{
	if (!has_calls(f))
		return;
	struct ways w = { as_alloc(f->nodes, sizeof *w.in), as_alloc(f->nodes, sizeof *w.jumped),
			  as_alloc(f->nodes, sizeof *w.unknown) };
	jumped_find(f, w.jumped);
	for (uint32_t k = 0; k < f->nodes; k++) {
		const struct node *n = &f->node[k];
		w.in[k] = n->entry || n->taken || n->pad || n->preds == 0 ? OUTSIDE : 0;
	}
	while (ways_spread(f, &w))
		;
	for (uint32_t k = 0; k < f->nodes; k++)
		w.unknown[k] = w.in[k] == 0; /* such as the head of a loop that waits */
	while (ways_spread(f, &w))
		;
	for (uint32_t k = 0; k < f->nodes; k++)
		node_free(f, &f->node[k], w.in[k] == INSIDE);
	loops_pay(f);
}

/* Code that bgq-ppc has made of machine assembly takes the time that its comments say, and is
 * called for nothing. */
void insn_translated(const struct reader *r, struct insn *i, struct span operands)
{
	bool leads = i->kind == INSN_CALL || i->kind == INSN_JMP;
	if (!r->translated && !(leads && span_starts(operands, TRANSLATED)))
		return;
	i->op = i->load = i->store = CORE_NOTHING;
	i->repeats = i->counts_down = false;
	mix_clear(i);
}
