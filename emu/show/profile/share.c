/*
 * share.c - what passes between two checks, shared out to functions.
 *
 * A check charges the code up to the next charge; before it, a function may have returned, and the
 * next one begun.  What a check does not charge itself is spent in the innermost function that both
 * checks are called from.  That is seen where a thread stops at each check; where it stops at some
 * only, each place's shares are as they were.
 *
 * Never: a guess that changes a sum.
 */
#include <stdlib.h>
#include <string.h>

#include "emu/node/machine/booted.h"
#include "include/bgqemu/budget.h"
#include "profile_internal.h"

/* At the check of a node: its own charge, and what had passed before it, there. */
struct share {
	ps_t own_ps, before_ps;
	uint32_t there;
};

static struct {
	struct share *of;
	uint32_t nodes;
} shares;

static struct share *share_of(uint32_t node)
{
	if (node >= shares.nodes) {
		uint32_t n = tree_nodes() + 64;

		shares.of = realloc(shares.of, n * sizeof *shares.of);
		if (!shares.of)
			abort();
		memset(shares.of + shares.nodes, 0, (n - shares.nodes) * sizeof *shares.of);
		shares.nodes = n;
	}
	return &shares.of[node];
}

/* The charge of the check that goes on at offset off, as bgq-as writes it: a subtraction of 32 bits
 * and a jump; PS_NEVER: it is not known. */
static ps_t charge_ps(uint64_t off)
{
#if defined(__x86_64__) && !defined(BGQ_PORTABLE)
	const uint8_t *end = (const uint8_t *)process_image(&booted.process[0]) + off;
	uint32_t charge;

	if (off < 16 || off >= booted.image.total_bytes)
		return PS_NEVER;
	if (end[-6] == 0x0f && end[-5] == 0x8c)
		memcpy(&charge, end - 10, sizeof charge);
	else if (end[-2] == 0x7c)
		memcpy(&charge, end - 6, sizeof charge);
	else
		return PS_NEVER;
	return cycles_ps(charge >> BUDGET_DEMAND_BITS);
#else
	(void)off;
	return PS_NEVER;
#endif
}

static void learn(uint32_t node, ps_t own_ps, ps_t before_ps, uint32_t there)
{
	struct share *s = share_of(node);

	s->own_ps += own_ps;
	s->before_ps += before_ps;
	if (before_ps)
		s->there = there;
}

static void add(uint32_t index, uint32_t node, ps_t code_ps, ps_t l2_ps)
{
	tree_add(index, node, SPENT_CODE, code_ps);
	tree_add(index, node, SPENT_L2, l2_ps);
}

void share_next(uint32_t index, uint32_t before, uint32_t now, const struct passed *all)
{
	ps_t own_ps = ps_min(charge_ps(tree_at(now)->off), all->code_ps);
	uint32_t there = before == TREE_ROOT ? now : tree_common(before, now);

	own_ps = there == now ? all->code_ps : ps_min(own_ps + all->fetch_ps, all->code_ps);
	learn(now, own_ps, all->code_ps - own_ps, there);
	add(index, now, own_ps, 0);
	add(index, there, all->code_ps - own_ps, all->l2_ps);
}

void share_window(uint32_t index, uint32_t now, const struct passed *all)
{
	learn(now, all->code_ps, 0, now);
	add(index, now, all->code_ps, all->l2_ps);
}

void share_random(uint32_t index, uint32_t now, const struct passed *all)
{
	const struct share *s = share_of(now);
	ps_t before_ps = 0;

	if (s->before_ps)
		before_ps = (ps_t)((double)all->code_ps *
				   ((double)s->before_ps / (double)(s->own_ps + s->before_ps)));
	add(index, now, all->code_ps - before_ps, all->l2_ps);
	if (before_ps)
		add(index, s->there, before_ps, 0);
}
