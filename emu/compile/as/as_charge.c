/*
 * as_charge.c - what every node and edge pays.
 *
 * The sum on any way from call to call is exactly the cost of what is executed on it;
 * within that, payments are made early, so that few are needed.  Let ahead(n) be the
 * cost of the cheapest way from the beginning of n to where nothing may be paid in
 * advance: a call, a return, a check, a label that may be reached in unknown ways (a
 * root).  A root pays ahead(root).  Where ways part, the one that costs more pays the
 * difference; where they meet, each has paid what is ahead from there.  Every cycle has a
 * root, and most edges but those to roots lead forward in the text, so a few passes
 * backwards find ahead(), and one forwards what is paid.
 *
 * A node all through which flags are needed does not pay itself: it owes (after < 0),
 * and the edges out of it pay.  Never: a payment below zero.
 */
#include "as.h"

#include <string.h>

/* Returns the least cycles and the least demand of two costs. */
cost_t cost_least(cost_t a, cost_t b)
{
	const cost_t demand = BUDGET_CYCLE - 1;
	cost_t cycles = (a | demand) < (b | demand) ? a : b;
	cost_t demands = (a & demand) < (b & demand) ? a : b;
	return (cycles & ~demand) | (demands & demand);
}

static cost_t paid_in_advance(const struct unit_text *f, uint32_t n)
{
	return n == NONE || f->node[n].root ? 0 : f->node[n].ahead;
}

/* Returns what is paid in advance when the node ends. */
static cost_t way_on(const struct unit_text *f, const struct node *n)
{
	switch (f->insn[n->last].kind) {
	case INSN_PLAIN:
		return paid_in_advance(f, n->next);
	case INSN_JMP:
		return paid_in_advance(f, n->jump);
	case INSN_JCC:
		return cost_least(paid_in_advance(f, n->next), paid_in_advance(f, n->jump));
	default:
		return 0;
	}
}

static bool insn_is(const struct insn *i, const char *name, const char *operands)
{
	struct span s = i->text;
	size_t n = strlen(name);
	if (!span_starts(s, name))
		return false;
	for (s.at += n; s.at < s.end && (*s.at == '\t' || *s.at == ' '); s.at++)
		;
	return span_is(s, operands);
}

/* Debuggers read how a function begins, to stop at it where its arguments are on the stack: they
 * must see its frame set up first.  Returns the instruction behind that, or the first one.  A
 * function that aligns its stack first is left alone: within that, its frame is found by a register
 * that unwinding from a check does not know. */
uint32_t behind_set_up(const struct unit_text *f, const struct node *n)
{
	uint32_t i = n->first;
	if (!n->entry)
		return i;
	if (span_is(f->insn[i].text, "endbr64"))
		i++;
	if (i + 1 < n->last && insn_is(&f->insn[i], "pushq", "%rbp") &&
		insn_is(&f->insn[i + 1], "movq", "%rsp, %rbp"))
		return i + 2;
	return n->first;
}

/* Where to put a payment: before the first instruction where flags are not needed, or before what
 * takes a lock. */
static void place_find(const struct unit_text *f, struct node *n)
{
	n->pay_at = behind_set_up(f, n);
	if (n->locks)
		return;
	if (n->pay_at > n->first && !f->insn[n->pay_at].glued && !f->insn[n->pay_at].flags_live)
		return;
	n->pay_at = n->first;
	for (uint32_t i = n->first; i <= n->last; i++) {
		if (!f->insn[i].glued && !f->insn[i].flags_live) {
			n->pay_at = i;
			return;
		}
	}
	while (n->pay_at < n->last && f->insn[n->pay_at].glued)
		n->pay_at++;
}

static void pay_in_node(const struct unit_text *f, struct node *n)
{
	bool flags = f->insn[n->pay_at].flags_live;
	bool can_owe = f->mode != MODE_BLOCKS && f->insn[n->last].kind == INSN_JCC && !n->check;
	if (flags && can_owe)
		n->pay = 0;
	else
		n->pay = n->ahead - n->before;
	n->after = n->before + (int64_t)n->pay - (int64_t)n->cost;
}

/* Returns what an edge pays.  The only edge into a node leaves that to the node, if that is
 * later. */
static cost_t pay_on_edge(struct unit_text *f, const struct node *from, uint32_t to)
{
	if (to != NONE && !f->node[to].root && f->node[to].preds == 1 && &f->node[to] > from) {
		f->node[to].before = from->after;
		return 0;
	}
	return (int64_t)paid_in_advance(f, to) - from->after;
}

/* A way that meets others where flags are needed pays nothing in advance. */
static void roots_add(struct unit_text *f)
{
	for (uint32_t n = 0; n < f->nodes; n++) {
		struct node *node = &f->node[n];
		if (node->preds > 1 && f->insn[node->first].flags_live)
			node->root = true;
	}
}

static void ahead_find(struct unit_text *f)
{
	bool changed;

	do {
		changed = false;
		for (uint32_t n = f->nodes; n-- > 0;) {
			struct node *node = &f->node[n];
			cost_t ahead = node->cost + way_on(f, node);

			changed |= ahead != node->ahead;
			node->ahead = ahead;
		}
	} while (changed);
}

/* Paying on an edge that is jumped along takes a jump more: if most of the edges to where
 * ways meet would have to, it pays itself, and also if one leads back in the text, since it
 * is taken often.  Counts in two's what edges to it would cost. */
static void edges_weigh(struct unit_text *f, uint32_t *weight)
{
	for (uint32_t n = 0; n < f->nodes; n++) {
		const struct node *node = &f->node[n];
		cost_t paid = way_on(f, node);
		bool two = f->insn[node->last].kind == INSN_JCC;
		if (!two)
			continue;
		if (node->next != NONE && f->node[node->next].ahead > paid)
			weight[node->next] += 2;
		if (node->jump != NONE && f->node[node->jump].ahead > paid)
			weight[node->jump] += node->jump > n ? 3 : 2 * f->node[node->jump].preds;
	}
}

static void joins_pay(struct unit_text *f)
{
	uint32_t *weight = as_alloc(f->nodes, sizeof *weight);
	for (int round = 0; round < 3; round++) {
		memset(weight, 0, f->nodes * sizeof *weight);
		ahead_find(f);
		edges_weigh(f, weight);
		for (uint32_t n = 0; n < f->nodes; n++)
			if (f->node[n].preds > 1 && weight[n] >= 2 * f->node[n].preds)
				f->node[n].root = true;
	}
}

void charge_place(struct unit_text *f)
{
	roots_add(f);
	joins_pay(f);
	ahead_find(f);
	for (uint32_t n = 0; n < f->nodes; n++) {
		struct node *node = &f->node[n];
		node->before = node->root ? 0 : (int64_t)node->ahead;
		place_find(f, node);
	}
	for (uint32_t n = 0; n < f->nodes; n++) {
		struct node *node = &f->node[n];
		uint8_t kind = f->insn[node->last].kind;
		pay_in_node(f, node);
		if (kind == INSN_PLAIN || kind == INSN_JCC)
			node->next_pay = pay_on_edge(f, node, node->next);
		if (kind == INSN_JMP || kind == INSN_JCC)
			node->jump_pay = pay_on_edge(f, node, node->jump);
	}
}
