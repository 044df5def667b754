/*
 * as_x86_64.c - the steps that only text of x86-64 has, where as_main.c and as_text.c come to them
 * (target.h).
 */
#include "emit.h"

void text_prepare(struct out *text, enum as_mode mode)
{
	moves_unalign(text);
	if (mode == MODE_OFF)
		return;
	states_check(text);
	instructions_replace(text);
}

bool asm_may_loop(struct span s)
{
	return (*s.at | 32) == 'j' || span_starts(s, "loop");
}

void target_steps(struct unit_text *f)
{
	if (f->mode == MODE_FULL && f->compiled)
		loop_registers(f);
	if (f->mode == MODE_FULL)
		loops_align(f);
	if (f->mode != MODE_INSTRUCTIONS) /* each counts as it stands */
		code_reduce(f);
	vectors_divide(f);
}

/* The assembler chooses the branch that reaches. */
bool target_reaches(const struct unit_text *f, const struct insn *i)
{
	(void)f, (void)i;
	return true;
}

void code_reach(struct emitter *e, const struct insn *i, uint32_t to)
{
	(void)e, (void)i, (void)to;
}
