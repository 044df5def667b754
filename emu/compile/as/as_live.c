/*
 * as_live.c - which registers and flags are live before every instruction, over the whole
 * graph of the text: what an edge leads to is live, whatever the edge is.
 *
 * Unknown means live.  Calls read whatever they may be passed and overwrite nothing but flags;
 * a return reads whatever the ABI lets a caller rely on; a jump through a register or a table
 * leads to every label of the function whose address is used, and to every one that no
 * function is seen to jump to; a landing pad may be reached from every instruction of
 * its function, with the registers that calls preserve.
 *
 * Never: a register or flag taken for dead because of what a call does or does not do, save
 * that a call between functions of a compiler leaves the flags undefined (the ABI says so).
 */
#include "as.h"

static bool jumps(const struct insn *i)
{
	return i->kind == INSN_JMP || i->kind == INSN_JCC;
}

/* Leads to a name that stands for another one, or for a place in data: unknown. */
static bool leads_to_alias(const struct unit_text *f, const struct insn *i)
{
	return jumps(i) && i->target != NONE && f->symbol[i->target].alias;
}

/* Registers and flags that are live after a node's last instruction for another reason than one
 * of its edges. */
static regs_t live_elsewhere(const struct unit_text *f, const struct node *n)
{
	const struct insn *last = &f->insn[n->last];
	const struct unit *u = unit_of(f, n);
	bool leaves = insn_leaves(f, last), returns = last->kind == INSN_RET;
	bool follows = n->next != NONE || n->jump != NONE;
	regs_t regs = u->pads_live & REGS_SAVED;
	if (leaves)
		regs |= REGS_PASSED | REGS_SAVED;
	if (last->kind == INSN_INDIRECT || last->kind == INSN_ASM)
		regs |= u->taken_live | f->taken_live;
	if (last->kind == INSN_CALL)
		regs |= (u->taken_live | f->taken_live) & REGS_SAVED;
	if (!f->compiled && (leaves || returns || last->kind == INSN_CALL))
		regs |= REGS_FLAGS;
	if (leads_to_alias(f, last) || (!follows && !leaves && !returns))
		regs |= REGS_ALL;
	return regs;
}

static regs_t live_out(const struct unit_text *f, const struct node *n)
{
	regs_t regs = live_elsewhere(f, n);
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
	struct unit *u = unit_of(f, n);
	regs_t *by_address = u->entered ? &u->taken_live : &f->taken_live;
	regs_t taken = n->taken ? live & ~*by_address : 0;
	regs_t pads = n->pad ? live & ~u->pads_live : 0;
	bool changed = live != n->live_in || taken != 0 || pads != 0;
	n->live_in = live;
	*by_address |= taken;
	u->pads_live |= pads;
	return changed;
}

static void flags_place(struct unit_text *f, const struct node *n)
{
	regs_t live = live_out(f, n);
	for (uint32_t i = n->last + 1; i-- > n->first;) {
		struct insn *insn = &f->insn[i];
		insn->tells |= (live & insn->told) != 0;
		live = (live & ~kills_of(f, insn)) | insn->reads;
		insn->flags_live = (live & REGS_FLAGS) != 0;
	}
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
