/*
 * as_live.c - which registers and flags are still needed before every instruction.
 * Errs on the side of needed: calls read whatever they may be passed and overwrite
 * nothing but flags, a return reads whatever the ABI lets a caller rely on.
 */
#include "as.h"

/* What is needed after a node's last instruction, as the edges do not show it. */
static regs_t needed_elsewhere(const struct unit_text *f, const struct node *n)
{
	const struct insn *last = &f->insn[n->last];
	const struct unit *u = unit_of(f, n);
	regs_t regs = 0;
	if (insn_leaves(f, last))
		regs |= REGS_PASSED | REGS_SAVED;
	if (last->kind == INSN_INDIRECT || last->kind == INSN_ASM)
		regs |= u->taken_live;
	if (last->kind == INSN_CALL)
		regs |= u->pads_live;
	if (!f->compiled && (insn_leaves(f, last) || last->kind == INSN_RET ||
		last->kind == INSN_CALL))
		regs |= REGS_FLAGS;
	if (last->kind != INSN_RET && last->kind != INSN_TRAP && n->next == NONE &&
		n->jump == NONE)
		regs |= REGS_ALL & ~REGS_FLAGS;
	return regs;
}

static regs_t live_out(const struct unit_text *f, const struct node *n)
{
	regs_t regs = needed_elsewhere(f, n);
	if (n->next != NONE)
		regs |= f->node[n->next].live_in;
	if (n->jump != NONE)
		regs |= f->node[n->jump].live_in;
	return regs;
}

/* Hand-written code may pass flags to what it calls, and get some back. */
static regs_t kills_of(const struct unit_text *f, const struct insn *i)
{
	return i->kind == INSN_CALL && !f->compiled ? 0 : i->kills;
}

static void node_summarize(const struct unit_text *f, struct node *n)
{
	for (uint32_t i = n->last + 1; i-- > n->first;) {
		const struct insn *insn = &f->insn[i];
		regs_t kills = kills_of(f, insn);
		n->reads = (n->reads & ~kills) | insn->reads;
		n->kills = n->kills | kills;
		n->touches |= insn->touches;
	}
	unit_of(f, n)->touches |= n->touches;
}

static bool node_update(struct unit_text *f, struct node *n)
{
	regs_t live = n->reads | (live_out(f, n) & ~n->kills);
	if (n->flags_dead)
		live &= ~REGS_FLAGS;
	struct unit *u = unit_of(f, n);
	regs_t taken = n->taken ? live & ~u->taken_live : 0;
	regs_t pads = n->pad ? live & ~u->pads_live : 0;
	bool changed = live != n->live_in || taken != 0 || pads != 0;
	n->live_in = live;
	u->taken_live |= taken;
	u->pads_live |= pads;
	return changed;
}

static void flags_place(struct unit_text *f, const struct node *n)
{
	regs_t live = live_out(f, n);
	for (uint32_t i = n->last + 1; i-- > n->first;) {
		struct insn *insn = &f->insn[i];
		live = (live & ~kills_of(f, insn)) | insn->reads;
		insn->flags_live = (live & REGS_FLAGS) != 0;
	}
	if (n->flags_dead)
		f->insn[n->first].flags_live = false;
}

void live_find(struct unit_text *f)
{
	for (uint32_t n = 0; n < f->nodes; n++)
		node_summarize(f, &f->node[n]);
	bool changed = true;
	while (changed) {
		changed = false;
		for (uint32_t n = f->nodes; n-- > 0;)
			changed |= node_update(f, &f->node[n]);
	}
	for (uint32_t n = 0; n < f->nodes; n++)
		flags_place(f, &f->node[n]);
}
