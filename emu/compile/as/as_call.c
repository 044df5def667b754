/*
 * as_call.c - calls of the SPI cost what their begin says (include/bgqemu/call_cost.h), whatever
 * the compiler has made of them: the instructions between their marks are free.
 *
 * Compilers move code and merge ends, so marks are followed along all ways.  A call has one begin,
 * which is an instruction to bgq-as, and an end on each way out of it; a function that it calls
 * is not within it.  Text may go on within one behind a call that never returns, such as exit():
 * what jumps there tells more than what the text comes from.
 *
 * Never: a node that is free by a guess.  A way that comes from outside makes its target count.
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

/* From outside a call that may not return tells nothing of what is jumped to as well. */
static bool ways_spread(const struct unit_text *f, const bool *jumped, uint8_t *way)
{
	bool changed = false;
	for (uint32_t k = 0; k < f->nodes; k++) {
		const struct node *n = &f->node[k];
		uint8_t out = way_out(f, n, way[k]);
		if (n->jump != NONE)
			changed |= way_add(&way[n->jump], out);
		if (n->next != NONE && calls(f, n) && jumped[n->next])
			out &= INSIDE;
		if (n->next != NONE)
			changed |= way_add(&way[n->next], out);
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

void calls_free(struct unit_text *f)
{
	if (!has_calls(f))
		return;
	uint8_t *way = as_alloc(f->nodes, sizeof *way);
	bool *jumped = as_alloc(f->nodes, sizeof *jumped);
	jumped_find(f, jumped);
	for (uint32_t k = 0; k < f->nodes; k++) {
		const struct node *n = &f->node[k];
		way[k] = n->entry || n->taken || n->pad || n->preds == 0 ? OUTSIDE : 0;
	}
	while (ways_spread(f, jumped, way))
		;
	for (uint32_t k = 0; k < f->nodes; k++)
		node_free(f, &f->node[k], way[k] == INSIDE);
}
