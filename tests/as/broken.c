/*
 * broken.c - bgq-as with one of its rules broken, for test_as_verify.sh: what it makes is wrong,
 * and BGQ_AS_VERIFY=1 has to refuse it.  AS_BREAK names the rule:
 *
 *   flags      flags are dead behind a call, whoever else jumps there
 *   registers  a register that is live where a loop is left is dead
 *   atomic     a check comes between the parts of an atomic
 */
#include <stdlib.h>
#include <string.h>

#define live_find live_find_right
#include "emu/compile/as/as_live.c"
#undef live_find
#define checks_choose checks_choose_right
#include "emu/compile/as/as_flow.c"
#undef checks_choose

static bool breaks(const char *rule)
{
	const char *asked = getenv("AS_BREAK");
	return asked != NULL && strcmp(asked, rule) == 0;
}

void live_find(struct unit_text *f)
{
	live_find_right(f);
	for (uint32_t n = 0; n < f->nodes; n++) {
		struct node *node = &f->node[n];
		if (breaks("registers"))
			node->live_in &= ~(REG(R11) | REG(R10) | REG(RCX));
		if (breaks("flags") && f->insn[node->last].kind == INSN_CALL && node->next != NONE)
			f->insn[f->node[node->next].first].flags_live = false;
	}
}

void checks_choose(struct unit_text *f)
{
	checks_choose_right(f);
	for (uint32_t n = 0; n < f->nodes; n++)
		if (breaks("atomic") && f->node[n].atomic)
			f->node[n].check = f->node[n].root = true;
}
