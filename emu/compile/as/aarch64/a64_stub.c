/*
 * a64_stub.c - the pieces of code that are added to AArch64 text.  The word behind the thread
 * pointer (tpidr_el0 + 8) leads to the budget: budget_base() of
 * emu/core/engine/engine_budget.c.
 *
 * Never: a change of the flags, or of a register of the program.
 */
#include "a64.h"

#include <stdlib.h>

#define SPILL "stp x13,x14,[sp,-32]!;str x15,[sp,16];"
#define UNSPILL "ldr x15,[sp,16];ldp x13,x14,[sp],32;"
#define SPILL_BYTES 32
#define CALL_BYTES 32

/* A comparison with a branch to so near a place reaches it, however the text grows. */
#define NEAR_INSNS 600

/* x15 less the cost, which may need x13 as well. */
static void subtract(struct out *o, cost_t cost)
{
	if (cost >> 24 == 0) {
		if (cost >> 12 != 0)
			out_format(o, "sub x15,x15,%u,lsl 12;", (unsigned)(cost >> 12));
		if ((cost & 0xfff) != 0)
			out_format(o, "sub x15,x15,%u;", (unsigned)(cost & 0xfff));
		return;
	}
	out_format(o, "movz x13,%u;", (unsigned)(cost & 0xffff));
	for (unsigned shift = 16; shift < 64; shift += 16)
		if ((cost >> shift & 0xffff) != 0)
			out_format(o, "movk x13,%u,lsl %u;", (unsigned)(cost >> shift & 0xffff),
				shift);
	out_text(o, "sub x15,x15,x13;");
}

static void pay(struct out *o, cost_t cost)
{
	out_text(o, "mrs x14,tpidr_el0;ldr x14,[x14,8];ldr x15,[x14];");
	subtract(o, cost);
	if (cost != 0)
		out_text(o, "str x15,[x14];");
}

void code_pay(struct emitter *e, struct out *o, cost_t cost, const int32_t *mix, uint8_t reg,
	bool flags)
{
	(void)e, (void)mix, (void)reg;
	if (cost == 0)
		return;
	if (flags)
		out_text(o, SPILL);
	pay(o, cost);
	if (flags)
		out_text(o, UNSPILL);
}

/* Out of line: calls the emulator and comes back.  What is linked in between may change x16 and
 * x17, and the call x30. */
static void stub_check(struct emitter *e, uint32_t stub, uint32_t back, int lower)
{
	struct out *o = &e->stubs;
	unwind_stub(e);
	unwind_lower(e, lower);
	out_format(o, ".Lbgq%u:stp x29,x30,[sp,-32]!;stp x16,x17,[sp,16];", stub);
	unwind_lower(e, CALL_BYTES);
	out_text(o, "bl bgqemu_check;ldp x16,x17,[sp,16];ldp x29,x30,[sp],32;");
	unwind_lower(e, -CALL_BYTES - lower);
	out_format(o, JUMP ".Lbgq%u;", back);
}

void code_check(struct emitter *e, const struct node *n, bool flags)
{
	uint32_t stub = e->labels++, back = e->labels++;
	if (flags)
		out_text(e->o, SPILL);
	pay(e->o, n->pay);
	if (e->f->insns < NEAR_INSNS)
		out_format(e->o, "tbnz x15,63,.Lbgq%u;.Lbgq%u:", stub, back);
	else
		out_format(e->o, "tbz x15,63,.Lbgq%u;b .Lbgq%u;.Lbgq%u:", back, stub, back);
	if (flags)
		out_text(e->o, UNSPILL);
	stub_check(e, stub, back, flags ? SPILL_BYTES : 0);
}

/* x15, which nothing of the program uses at a call, has the target; out of line, the emulator's
 * answer. */
void code_target(struct emitter *e, const struct insn *i)
{
	uint32_t stub = e->labels++, back = e->labels++;
	out_text(e->o, "mov x15,");
	out_span(e->o, i->where.at, i->where.end);
	out_format(e->o, ";adrp x14,bgqrt_image;add x14,x14,:lo12:bgqrt_image;"
		"ldp x13,x14,[x14];cmp x15,x13;b.lo .Lbgq%u;cmp x15,x14;b.hs .Lbgq%u;.Lbgq%u:",
		stub, stub, back);
	out_format(&e->stubs, ".Lbgq%u:", stub);
	out_format(&e->stubs, "stp x29,x30,[sp,-32]!;stp x16,x17,[sp,16];bl bgqemu_call_target;"
		"ldp x16,x17,[sp,16];ldp x29,x30,[sp],32;" JUMP ".Lbgq%u;", back);
}

/* A call or tail call through a register.  Without tables of jumps a jump leads out of its
 * function, unless that has labels whose address is used. */
void targets_find(struct unit_text *f)
{
	bool *labels = as_alloc(f->units + 1, sizeof *labels);
	for (uint32_t n = 0; n < f->nodes; n++)
		labels[unit_of(f, &f->node[n])->parent] |= f->node[n].taken && !f->node[n].entry;
	for (uint32_t k = 0; f->compiled && k < f->insns; k++) {
		struct insn *i = &f->insn[k];
		const struct node *n = &f->node[f->node_of[k]];
		bool jump = i->kind == INSN_INDIRECT && !labels[unit_of(f, n)->parent];
		bool call = i->kind == INSN_CALL && i->target == NONE && i->where.at != NULL;
		i->by_pointer = (jump || call) && !i->glued && i->reads == 0;
	}
}

/* The word has to be near enough for its kind of branch. */
bool target_reaches(const struct unit_text *f, const struct insn *i)
{
	if (i->kind != INSN_JCC || f->insns < NEAR_INSNS)
		return true;
	return *i->text.at != 't' && f->insns < 32 * NEAR_INSNS;
}

/* The opposite condition jumps past a branch that reaches everything. */
void code_reach(struct emitter *e, const struct insn *i, uint32_t to)
{
	struct span name = { i->text.at, i->text.at };
	while (name.end < i->where.at && *name.end != ' ' && *name.end != '\t')
		name.end++;
	if (*name.at == 'b') {
		out_span(e->o, name.at, name.end);
		out_text(e->o, " .+8;b .+8;");
	} else {
		bool not_zero = name.end[-2] == 'n';
		out_format(e->o, "%cb%sz", *name.at, not_zero ? "" : "n");
		out_span(e->o, name.end, i->where.at);
		out_text(e->o, ".+8;");
	}
	out_text(e->o, JUMP);
	if (to != NONE)
		out_format(e->o, ".Lbgq%u", to);
	else
		out_span(e->o, i->where.at, i->where.end);
}

/* The budget is always in memory. */
void code_load(struct out *o, uint8_t reg, uint8_t keep)
{
	(void)o, (void)reg, (void)keep;
	abort();
}

void code_store(struct out *o, uint8_t reg)
{
	(void)o, (void)reg;
	abort();
}

void code_restore(struct out *o, uint8_t reg, uint8_t keep)
{
	(void)o, (void)reg, (void)keep;
	abort();
}

void code_count(struct emitter *e, const struct insn *i, bool back, uint8_t reg, bool flags)
{
	(void)e, (void)i, (void)back, (void)reg, (void)flags;
	abort(); /* no instruction repeats */
}
