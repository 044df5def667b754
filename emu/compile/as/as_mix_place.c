/*
 * as_mix_place.c - which instructions each payment of a node and an edge stands for, by class.
 *
 * The sums of as_charge.c, with vectors of numbers instead of a cost: what is paid on any way
 * from call to call are exactly the instructions executed on it.  A payment may be of a negative
 * number, so where ways part any of them may be the one that is paid in advance: the one that is
 * jumped to if it is the cheapest, since it pays nothing then.  Where a number is due and no cost,
 * an instruction that does nothing stands for it.
 */
#include "emit.h"

#include <string.h>

typedef int32_t mix_t[MIX_COUNT];

static const mix_t none;

static const int32_t *paid_in_advance(const struct unit_text *f, uint32_t n)
{
	return n == NONE || f->node[n].root ? none : f->mix[n].ahead;
}

static cost_t cost_in_advance(const struct unit_text *f, uint32_t n)
{
	return n == NONE || f->node[n].root ? 0 : f->node[n].ahead;
}

static const int32_t *way_on(const struct unit_text *f, const struct node *n)
{
	cost_t next = cost_in_advance(f, n->next), jump = cost_in_advance(f, n->jump);
	switch (f->insn[n->last].kind) {
	case INSN_PLAIN:
		return paid_in_advance(f, n->next);
	case INSN_JMP:
		return paid_in_advance(f, n->jump);
	case INSN_JCC:
		return paid_in_advance(f, jump <= next || n->next == NONE ? n->jump : n->next);
	default:
		return none;
	}
}

static void sum(int32_t *to, const int32_t *a, const int32_t *b)
{
	for (unsigned c = 0; c < MIX_COUNT; c++)
		to[c] = a[c] + b[c];
}

static void difference(int32_t *to, const int32_t *a, const int32_t *b)
{
	for (unsigned c = 0; c < MIX_COUNT; c++)
		to[c] = a[c] - b[c];
}

static bool equal(const int32_t *a, const int32_t *b)
{
	return memcmp(a, b, sizeof(mix_t)) == 0;
}

static void ahead_find(struct unit_text *f)
{
	bool changed;

	do {
		changed = false;
		for (uint32_t n = f->nodes; n-- > 0;) {
			struct node_mix *m = &f->mix[n];
			mix_t ahead;

			sum(ahead, m->own, way_on(f, &f->node[n]));
			changed |= !equal(ahead, m->ahead);
			memcpy(m->ahead, ahead, sizeof ahead);
		}
	} while (changed);
}

/* A node that owes a cost pays by its edges (as_charge.c), and its number, too. */
static bool pays_by_edges(const struct node *n)
{
	return n->pay == 0 && !n->check && n->after < 0;
}

static void pay_in_node(const struct unit_text *f, uint32_t n)
{
	struct node_mix *m = &f->mix[n];
	const struct node *node = &f->node[n];

	difference(m->pay, m->ahead, m->before);
	if (pays_by_edges(node))
		memset(m->pay, 0, sizeof m->pay);
	sum(m->after, m->before, m->pay);
	difference(m->after, m->after, m->own);
}

/* Whether the edge leaves it to the node, as in as_charge.c. */
static bool is_left(const struct unit_text *f, const struct node *from, uint32_t to)
{
	return to != NONE && !f->node[to].root && f->node[to].preds == 1 && &f->node[to] > from;
}

static void pay_on_edge(struct unit_text *f, uint32_t n, uint32_t to, int32_t *pay)
{
	if (is_left(f, &f->node[n], to)) {
		memcpy(f->mix[to].before, f->mix[n].after, sizeof(mix_t));
		memset(pay, 0, sizeof(mix_t));
	} else {
		difference(pay, paid_in_advance(f, to), f->mix[n].after);
	}
}

void mix_place(struct unit_text *f)
{
	f->mix = as_alloc(f->nodes, sizeof *f->mix);
	for (uint32_t n = 0; n < f->nodes; n++)
		mix_of_node(f, &f->node[n], f->mix[n].own);
	ahead_find(f);
	for (uint32_t n = 0; n < f->nodes; n++)
		memcpy(f->mix[n].before, f->node[n].root ? none : f->mix[n].ahead, sizeof none);
	for (uint32_t n = 0; n < f->nodes; n++) {
		const struct node *node = &f->node[n];
		uint8_t kind = f->insn[node->last].kind;

		pay_in_node(f, n);
		if (kind == INSN_PLAIN || kind == INSN_JCC)
			pay_on_edge(f, n, node->next, f->mix[n].next_pay);
		if (kind == INSN_JMP || kind == INSN_JCC)
			pay_on_edge(f, n, node->jump, f->mix[n].jump_pay);
	}
}
