/*
 * as_lock.c - a check before each instruction that loads memory and stores to it in one step, as
 * compilers make of what takes a lock.
 *
 * Threads of a node change places at checks.  One that releases a lock by a plain store, and takes
 * it again before its next check, would never show the others that it was free.  Nodes are divided
 * before such instructions when their costs are known: the parts cost together what the node did.
 *
 * Never: a cycle more or less; a check between the marks of an atomic, in translated assembly, or
 * in assembly that no compiler has made.
 */
#include "as.h"

#include "net/machine/core.h"

/* One whose result nothing reads takes no lock: it may give one back. */
bool insn_locks(const struct unit_text *f, uint32_t at)
{
	const struct insn *i = &f->insn[at];
	return i->load == CORE_LOAD_RESERVE && i->tells && !i->glued;
}

static bool is_border(const struct unit_text *f, const struct node *n, uint32_t at)
{
	return !n->atomic && insn_locks(f, at);
}

static uint32_t parts_of(const struct unit_text *f, const struct node *n)
{
	uint32_t parts = 1;
	for (uint32_t i = n->first + 1; i <= n->last; i++)
		parts += is_border(f, n, i);
	return parts;
}

/* Gives each node as many numbers as it has parts, makes edges lead there and returns how many
 * there are. */
static uint32_t nodes_number(struct unit_text *f)
{
	uint32_t *number = as_alloc(f->nodes, sizeof *number), count = 0;
	for (uint32_t k = 0; k < f->nodes; k++) {
		number[k] = count;
		count += parts_of(f, &f->node[k]);
	}
	for (uint32_t k = 0; k < f->nodes; k++) {
		struct node *n = &f->node[k];
		n->next = n->next == NONE ? NONE : number[n->next];
		n->jump = n->jump == NONE ? NONE : number[n->jump];
	}
	return count;
}

/* Moves how a node ends, from an instruction on, to the next one, whose number it is given; own:
 * what is left of its cost. */
static void node_divide(struct node *n, uint32_t at, uint32_t number, cost_t own)
{
	n[1] = (struct node){ .first = at, .last = n->last, .next = n->next, .jump = n->jump,
			      .preds = 1, .unit = n->unit, .reg = n->reg, .keep = n->keep,
			      .cost = n->cost - own, .stall_xu = n->stall_xu,
			      .stall_fu = n->stall_fu };
	n->last = at - 1;
	n->next = number;
	n->jump = NONE;
	n->cost = own;
	n->stall_xu = n->stall_fu = 0;
}

/* Writes the parts of a node, of which the first is to have that number; returns the next one. */
static uint32_t parts_write(const struct unit_text *f, const struct node *n, struct node *to,
	uint32_t number)
{
	cost_t paid = 0;
	to[number] = *n;
	for (uint32_t i = n->first; i <= n->last; i++) {
		if (!is_border(f, n, i))
			continue;
		if (i > n->first) {
			cost_t upto = cost_least(f->insn[i].upto, n->cost);
			node_divide(&to[number], i, number + 1, upto - paid);
			paid = upto;
			number++;
		}
		to[number].check = to[number].locks = true;
	}
	return number + 1;
}

void locks_check(struct unit_text *f)
{
	if (!f->compiled)
		return;
	uint32_t count = nodes_number(f), number = 0;
	struct node *to = as_alloc(count, sizeof *to);
	for (uint32_t k = 0; k < f->nodes; k++)
		number = parts_write(f, &f->node[k], to, number);
	f->node = to;
	f->nodes = count;
	for (uint32_t k = 0; k < count; k++)
		for (uint32_t i = to[k].first; i <= to[k].last; i++)
			f->node_of[i] = k;
}
