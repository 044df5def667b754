/* state_fault.c - see state_fault.h. */
#include "state_fault.h"

#include <signal.h>

#include "emu/core/engine/context.h"
#include "emu/core/engine/segments.h"
#include "emu/node/machine/call.h"
#include "emu/node/machine/process.h"
#include "emu/core/check/check.h"
#include "emu/core/check/preempt.h"

bool state_alignment_ignored(int sig, ucontext_t *uc)
{
	if (sig != SIGBUS || !context_checks_alignment(uc) ||
	    (thread_self && preempt_in_image(*context_pc(uc))))
		return false;
	context_check_no_alignment(uc);
	return true;
}

const char *state_segments_text(unsigned wrong)
{
	return wrong & SEGMENT_FS ? "its assembly has changed %fs"
				  : "its assembly has changed %gs, in which bgq-run counts time";
}

static void name_flags(int *sig, const char **text, const ucontext_t *uc)
{
	if (context_checks_alignment(uc)) {
		*sig = SIGBUS;
		*text = "its assembly leaves the alignment check (flag AC) on";
	} else {
		*sig = SIGILL;
		*text = "its assembly leaves the direction flag set";
	}
}

bool state_is_left(int *sig, const char **text, ucontext_t *uc, unsigned wrong)
{
	uint64_t pc = *context_pc(uc), sp = *context_sp(uc);

	if (pc < (uintptr_t)bgqemu_asm_state || pc >= (uintptr_t)bgqemu_asm_state_end)
		return false;
	wrong |= segments_noted();
	*sig = SIGSEGV;
	*text = state_segments_text(wrong);
	if (!wrong && (context_checks_alignment(uc) || context_goes_down(uc)))
		name_flags(sig, text, uc);
	if (call_may_access((const void *)sp, sizeof pc))
		*context_pc(uc) = *(const uint64_t *)sp - 1; /* in the statement */
	return true;
}
