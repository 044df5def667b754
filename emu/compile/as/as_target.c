/*
 * as_target.c - calls through pointers lead into the image of the rank that makes them.
 *
 * On the machine a program has the same addresses on all nodes, so a pointer to a function that
 * one rank sends to another is the receiver's own function there.  Here images lie at different
 * addresses: a target outside the image is given to the emulator, which knows whether it is in
 * another rank's and where the own function is.
 *
 * Never: a jump by a table, whose targets are its own function's.
 */
#include "emit.h"

#include <string.h>

static bool contains(struct span s, const char *text)
{
	return memmem(s.at, s.end - s.at, text, strlen(text)) != NULL;
}

/* Behind the asterisk. */
static struct span operand_of(const struct insn *i)
{
	const char *star = memchr(i->text.at, '*', i->text.end - i->text.at);
	return (struct span){ star == NULL ? i->text.end : star + 1, i->text.end };
}

/* Neither another segment nor the linker's table of addresses, and readable when r11 is. */
static bool is_pointer(struct span operand)
{
	bool memory = *operand.at != '%';
	return !contains(operand, "@") && !contains(operand, ":") && !contains(operand, "$") &&
		!contains(operand, "\n") && !(memory && contains(operand, "%r11"));
}

/* The jump ends its function, which has no label whose address is used. */
static bool is_tail_call(const struct unit_text *f, const struct node *n, const bool *by_table)
{
	return n->reg == NO_REG && !by_table[unit_of(f, n)->parent];
}

void targets_find(struct unit_text *f)
{
	bool *by_table = as_alloc(f->units + 1, sizeof *by_table);
	for (uint32_t n = 0; n < f->nodes; n++)
		by_table[unit_of(f, &f->node[n])->parent] |= f->node[n].taken;
	for (uint32_t i = 0; f->compiled && i < f->insns; i++) {
		struct insn *insn = &f->insn[i];
		const struct node *n = &f->node[f->node_of[i]];
		struct span operand = operand_of(insn);
		bool call = insn->kind == INSN_CALL && n->reg == NO_REG;
		bool jump = insn->kind == INSN_INDIRECT && is_tail_call(f, n, by_table);
		bool whole = !insn->glued && (i + 1 == f->insns || !f->insn[i + 1].glued);
		insn->by_pointer = (call || jump) && whole && operand.at < operand.end &&
			!insn->flags_live && is_pointer(operand);
	}
}

/* r11, which calls may change, has the target; out of line, the emulator's answer. */
void code_target(struct emitter *e, const struct insn *i)
{
	struct span operand = operand_of(i);
	uint32_t stub = e->labels++, back = e->labels++;
	if (!span_is(operand, "%r11")) {
		out_text(e->o, "movq ");
		out_span(e->o, operand.at, operand.end);
		out_text(e->o, ",%r11;");
	}
	out_format(e->o, "cmpq bgqrt_image(%%rip),%%r11;jb .Lbgq%u;"
		"cmpq bgqrt_image+8(%%rip),%%r11;jae .Lbgq%u;.Lbgq%u:", stub, stub, back);
	out_format(&e->stubs, ".Lbgq%u:", stub);
	range_set(e, &e->stubs, NO_REG);
	out_format(&e->stubs, "leaq -128(%%rsp),%%rsp;call bgqemu_call_target@PLT;"
		"leaq 128(%%rsp),%%rsp;jmp .Lbgq%u;", back);
}
