/*
 * as_fetch.c - a look, at a function's entry, whether its code is in the thread's instruction
 * cache (include/bgqemu/fetch.h).
 *
 * The lines of a function are those of the way through it on which no branch that leads forward is
 * taken, as costs assume, half a line at its ends, and one for each of these branches, which may
 * leave a line and enter another.  So a call touches in GCC's code for the A2: of 30 functions of
 * this program's verifier, executed by qemu, 190 lines; counted so, 184.  A function that calls no
 * other and has but a line has no look.
 *
 * A look overwrites %r11 and flags, in which the ABI passes nothing to a function: it is at the
 * entry, whatever the code behind it, or inline assembly there, may read.
 *
 * Never: a look within a loop, such as one that goes back to the function's first instruction.
 */
#include "emit.h"

#include "include/bgqemu/fetch.h"

#define LEAF_LINES 2 /* of a function that calls no other, to have a look */

static bool leads_forward(const struct unit_text *f, const struct node *n)
{
	return f->insn[n->last].kind == INSN_JCC &&
		(n->jump == NONE || n->jump > (uint32_t)(n - f->node));
}

/* In instructions, with the line of its branch. */
static uint32_t node_length(const struct unit_text *f, const struct node *n)
{
	int32_t mix[MIX_COUNT];
	uint32_t sum = leads_forward(f, n) ? FETCH_LINE_INSTRUCTIONS : 0;
	mix_of_node(f, n, mix);
	for (unsigned c = 0; c < MIX_INSTRUCTIONS; c++)
		sum += mix[c];
	return sum;
}

/* The node behind n on the way, or NONE. */
static uint32_t way_next(const struct unit_text *f, const struct node *n)
{
	const struct insn *last = &f->insn[n->last];
	uint32_t next = last->kind == INSN_JMP && !insn_leaves(f, last) ? n->jump : n->next;
	return next == NONE || f->node[next].entry ? NONE : next;
}

/* seen: the entry from which each node was reached last. */
static uint32_t way_lines(const struct unit_text *f, uint32_t entry, uint32_t *seen)
{
	uint32_t sum = 0;
	for (uint32_t n = entry; n != NONE && seen[n] != entry; n = way_next(f, &f->node[n])) {
		seen[n] = entry;
		sum += node_length(f, &f->node[n]);
	}
	return sum / FETCH_LINE_INSTRUCTIONS + 1; /* what is left, and the ends, are one */
}

static bool has_room(const struct node *n)
{
	return n->entry && !n->head && n->reg == NO_REG && !n->atomic;
}

/* Functions are told apart by their names, so that builds elsewhere have the same time, and by what
 * they have of lines, as names of a file's own functions may be those of another's. */
static uint32_t number(struct span name, uint32_t lines)
{
	uint32_t hash = 2166136261u ^ lines;
	for (const char *p = name.at; p < name.end; p++)
		hash = (hash ^ (uint8_t)*p) * 16777619u;
	return (hash ^ hash >> 16) % FETCH_FUNCTIONS;
}

/* Code for the host alone: within a function on the machine, or what compilers have for calls
 * through a register, which is passed in it. */
static bool is_hosts(struct span name)
{
	return span_starts(name, TRANSLATED) || span_starts(name, "__x86_indirect_thunk") ||
		span_starts(name, "__llvm_retpoline");
}

void fetch_find(struct unit_text *f)
{
	uint32_t *seen = as_alloc(f->nodes, sizeof *seen);
	for (uint32_t n = 0; n < f->nodes; n++)
		seen[n] = NONE;
	for (uint32_t s = 0; s < f->symbols; s++) {
		const struct symbol *symbol = &f->symbol[s];
		if (!symbol->function || symbol->insn >= f->insns ||
			f->insn[symbol->insn].section != symbol->section ||
			is_hosts(symbol->name))
			continue;
		struct node *n = &f->node[f->node_of[symbol->insn]];
		if (n->fetch != 0 || n->first != symbol->insn || !has_room(n))
			continue;
		uint32_t lines = way_lines(f, f->node_of[symbol->insn], seen);
		lines = lines < FETCH_LINES ? lines : FETCH_LINES;
		if (lines >= (unit_of(f, n)->calls ? 1 : LEAF_LINES))
			n->fetch = lines * FETCH_FUNCTIONS + number(symbol->name, lines);
	}
}

/* Out of line: the cache takes the lines. */
static void stub_fetch(struct emitter *e, uint32_t stub, uint32_t back, uint32_t fetch)
{
	struct out *o = &e->stubs;
	unwind_stub(e);
	out_format(o, ".Lbgq%u:leaq -128(%%rsp),%%rsp;", stub);
	unwind_lower(e, 128);
	out_format(o, "pushq $%u;", fetch);
	unwind_lower(e, 8);
	out_text(o, "call bgqemu_fetch@PLT;popq %r11;");
	unwind_lower(e, -8);
	out_text(o, "leaq 128(%rsp),%rsp;");
	unwind_lower(e, -128);
	out_format(o, "jmp .Lbgq%u;", back);
}

void code_fetch(struct emitter *e, const struct node *n)
{
	uint32_t stub = e->labels++, back = e->labels++, bit = n->fetch % FETCH_FUNCTIONS;
	out_format(e->o, "movq %%gs:%u,%%r11;testb $%u,%u(%%r11);je .Lbgq%u;.Lbgq%u:", FETCH_CELL,
		1u << bit % 8, bit / 8, stub, back);
	stub_fetch(e, stub, back, n->fetch);
}
