/* reserve_fault.c - see reserve_fault.h. */
#include "reserve_fault.h"

#include "check_stores.h"
#include "equal_access.h"
#include "step.h"
#include "store_past.h"
#include "emu/core/engine/context.h"
#include "emu/node/machine/job.h"
#include "emu/node/machine/process.h"
#include "emu/node/machine/reserve.h"
#include "emu/core/check/preempt.h"

/* Whether --check-stores forbids the access, which the closing of the page must not hide. */
static bool is_forbidden(const siginfo_t *si, ucontext_t *uc)
{
	if (!job.opt.check_stores || !thread_self)
		return false;
	return preempt_in_image(*context_pc(uc)) &&
	       check_stores_forbids((uintptr_t)si->si_addr);
}

bool reserve_fault(int sig, const siginfo_t *si, ucontext_t *uc)
{
	bool alone;

	if (step_ends(sig, uc)) {
		reserve_stepped();
		equal_stepped();
		return true;
	}
	if (sig != SIGSEGV || is_forbidden(si, uc))
		return false;
	if (store_past(uc, si->si_addr))
		return true;
	if (!reserve_faulted(si->si_addr, step_is_possible(), &alone))
		return false;
	if (alone)
		step_begin(uc);
	return true;
}
