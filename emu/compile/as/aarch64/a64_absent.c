/*
 * a64_absent.c - steps that text of AArch64 does not need, or that are not there yet: a verifier,
 * counts of instructions by class, and looks for code in the instruction cache.
 *
 * Never: a silent yes in place of the verifier's.
 */
#include "a64.h"

#include "emu/compile/as/as_verify.h"

#include <stdio.h>

void text_prepare(struct out *text, enum as_mode mode)
{
	(void)text, (void)mode;
}

void target_steps(struct unit_text *f)
{
	(void)f;
}

/* b, cbz, tbz and so on. */
bool asm_may_loop(struct span s)
{
	char first = (char)(*s.at | 32);
	return first == 'b' || span_starts(s, "cb") || span_starts(s, "tb");
}

bool vectors_are_wide(struct span text)
{
	(void)text;
	return false;
}

void mix_clear(struct insn *i)
{
	(void)i;
}

void mix_of_node(const struct unit_text *f, const struct node *n, int32_t *sum)
{
	(void)f, (void)n;
	for (unsigned c = 0; c < MIX_COUNT; c++)
		sum[c] = 0;
}

void fetch_find(struct unit_text *f)
{
	(void)f;
}

void code_fetch(struct emitter *e, const struct node *n)
{
	(void)e, (void)n;
}

bool verify_text(struct span before, struct span after)
{
	(void)before, (void)after;
	fprintf(stderr, "bgq-as: there is no verifier for AArch64 (BGQ_AS_VERIFY)\n");
	return false;
}
