/*
 * as_loop.c - loops without calls keep the budget in a register.
 *
 * A payment in memory is a load, a subtraction and a store that the next one waits for:
 * too slow for short loops.  A loop here is any set of nodes that lie on cycles with
 * each other and are entered and left by edges only, whatever its shape; where a
 * register is free in all of it, edges into it load the budget and edges out of it
 * store it.  The outermost such loops are best; if no register is free, those
 * inside are tried, which are what is left without the node that it jumps back to.
 *
 * A register is free if nothing in the loop mentions it and it is dead where the loop is
 * left.  If none is, one that is live there is kept in a vector register during the loop.
 *
 * Never: a register that calls preserve, since unwinding from within the loop needs it; a
 * register of a function that may have another convention than the ABI's and preserve
 * it (no_caller_saved_registers, ms_abi, preserve_most): see keeps_none().
 */
#include "scc.h"

#include <string.h>

/* Entered and left by edges that can be seen. */
static bool can_have(const struct unit_text *f, const struct node *n)
{
	const struct insn *last = &f->insn[n->last];
	bool flows = last->kind == INSN_PLAIN || last->kind == INSN_JCC || last->kind == INSN_JMP;
	return flows && !n->outside && !insn_leaves(f, last);
}

static regs_t needed_outside(const struct scc *s, const struct node *from, uint32_t to)
{
	if (to == NONE)
		return 0;
	const struct node *node = &s->f->node[to];
	return s->set[to] == s->set[from - s->f->node] ? 0 : node->live_in;
}

static uint8_t register_choose(regs_t free)
{
	static const uint8_t order[] = { R11, R10, R9, R8, RCX, RDX, RSI, RDI, RAX };
	for (size_t i = 0; i < sizeof order; i++)
		if (free & REG(order[i]))
			return order[i];
	return NO_REG;
}

/* A vector register in which a general one can be kept meanwhile. */
static uint8_t keeper_choose(regs_t used)
{
	for (uint8_t v = 15; v >= 8; v--)
		if (!(used & VECTOR(v)))
			return v;
	return NO_REG;
}

/* A function that overwrites a register, and stores it nowhere, keeps it for no caller.  One that
 * keeps them all (no_caller_saved_registers) has no vector instructions. */
static bool keeps_none(const struct unit *u)
{
	return u->vectors || (u->written & ~u->stored & REGS_VOLATILE & ~REG(RAX)) != 0;
}

/* In the convention that keeps xmm6 to xmm15 (ms_abi) these are kept, too. */
static bool keeps_no_vector(const struct unit *u)
{
	return (u->written & ~u->stored & (REG(RSI) | REG(RDI))) != 0;
}

/* Whether the nodes, all of one set, get a register. */
static bool loop_register(struct scc *s, struct unit_text *f, const uint32_t *nodes,
	uint32_t count)
{
	regs_t used = REG(RSP), needed = 0;
	for (uint32_t i = 0; i < count; i++) {
		const struct node *n = &f->node[nodes[i]];
		used |= n->touches;
		needed |= needed_outside(s, n, n->next) | needed_outside(s, n, n->jump);
	}
	const struct unit *u = unit_of(f, &f->node[nodes[0]]);
	if (!keeps_none(u))
		return false;
	uint8_t reg = register_choose(REGS_GPR & (u->touches | REG(R11)) & ~(used | needed));
	uint8_t keep = NO_REG;
	if (reg == NO_REG && keeps_no_vector(u)) {
		keep = keeper_choose(u->touches);
		reg = keep == NO_REG ? NO_REG : register_choose(REGS_GPR & ~used);
	}
	for (uint32_t i = 0; reg != NO_REG && i < count; i++) {
		f->node[nodes[i]].reg = reg;
		f->node[nodes[i]].keep = keep;
	}
	return reg != NO_REG;
}

static bool cyclic(const struct unit_text *f, const uint32_t *nodes, uint32_t count)
{
	const struct node *n = &f->node[nodes[0]];
	return count > 1 || n->next == nodes[0] || n->jump == nodes[0];
}

/* Moves the node that the outermost loop jumps back to behind the others. */
static void head_remove(const struct unit_text *f, uint32_t *nodes, uint32_t count)
{
	uint32_t head = 0;
	for (uint32_t i = 0; i < count; i++) {
		bool better = f->node[nodes[i]].head && (!f->node[nodes[head]].head ||
			nodes[i] < nodes[head]);
		if (better)
			head = i;
	}
	uint32_t node = nodes[head];
	nodes[head] = nodes[count - 1];
	nodes[count - 1] = node;
}

/* A set of nodes that is still to be looked at: from nodes[start]. */
struct part {
	uint32_t start, count;
};

static uint32_t eligible(const struct unit_text *f, uint32_t *nodes)
{
	uint32_t count = 0;
	for (uint32_t n = 0; n < f->nodes; n++)
		if (can_have(f, &f->node[n]))
			nodes[count++] = n;
	return count;
}

/* A cycle gets a register, or what is inside it is tried later. */
static void loop_try(struct scc *s, struct unit_text *f, uint32_t *nodes, struct part *p)
{
	uint32_t count = p->count;
	p->count = 0;
	if (!cyclic(f, nodes + p->start, count))
		return;
	s->sets++;
	for (uint32_t i = 0; i < count; i++)
		s->set[nodes[p->start + i]] = s->sets;
	if (loop_register(s, f, nodes + p->start, count))
		return;
	head_remove(f, nodes + p->start, count);
	p->count = count - 1;
}

void loop_registers(struct unit_text *f)
{
	struct scc s;
	struct part *part = as_alloc((size_t)f->nodes + 1, sizeof *part);
	uint32_t parts = 0, *nodes = as_alloc(f->nodes, sizeof *nodes);
	scc_init(&s, f);
	part[parts++] = (struct part){ 0, eligible(f, nodes) };
	while (parts > 0) {
		struct part p = part[--parts];
		scc_find(&s, nodes + p.start, p.count);
		memcpy(nodes + p.start, s.found, p.count * sizeof *nodes);
		for (uint32_t c = 0; c < s.components; c++) {
			part[parts] = (struct part){ p.start + s.start[c],
				s.start[c + 1] - s.start[c] };
			loop_try(&s, f, nodes, &part[parts]);
			parts += part[parts].count > 0;
		}
	}
}
