/* reserve_fault.c - see reserve_fault.h. */
#include "reserve_fault.h"

#include "check_stores.h"
#include "emu/core/engine/context.h"
#include "emu/node/machine/job.h"
#include "emu/node/machine/process.h"
#include "emu/node/machine/reserve.h"
#include "emu/core/check/preempt.h"

#define TRAP_FLAG 0x100
#define PUSHF 0x9c /* stores the flags, with that one */

#if defined(__x86_64__)

static __thread struct {
	bool on;
	sigset_t mask;  /* of the code, meanwhile without signals that come from elsewhere */
	uint8_t opcode;
} stepping;

static void step(ucontext_t *uc)
{
	static const int own[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP };

	if (stepping.on) /* the instruction stores to a second page */
		return;
	stepping.on = true;
	stepping.mask = uc->uc_sigmask;
	stepping.opcode = *(const uint8_t *)(uintptr_t)*context_pc(uc);
	sigfillset(&uc->uc_sigmask);
	for (size_t i = 0; i < sizeof own / sizeof *own; i++)
		sigdelset(&uc->uc_sigmask, own[i]);
	uc->uc_mcontext.gregs[REG_EFL] |= TRAP_FLAG;
}

static bool step_ends(int sig, ucontext_t *uc)
{
	if (sig != SIGTRAP || !stepping.on)
		return false;
	stepping.on = false;
	uc->uc_sigmask = stepping.mask;
	uc->uc_mcontext.gregs[REG_EFL] &= ~TRAP_FLAG;
	if (stepping.opcode == PUSHF)
		*(uint64_t *)(uintptr_t)*context_sp(uc) &= ~(uint64_t)TRAP_FLAG;
	reserve_stepped();
	return true;
}

/* gdb would take the trap for its own. */
static bool may_step(void)
{
	return job.opt.gdb_rank < 0;
}

#else

static void step(ucontext_t *uc)
{
	(void)uc;
}

static bool step_ends(int sig, ucontext_t *uc)
{
	(void)sig, (void)uc;
	return false;
}

static bool may_step(void)
{
	return false;
}

#endif

/* The page's closing must not hide what --check-stores looks for. */
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

	if (step_ends(sig, uc))
		return true;
	if (sig != SIGSEGV || is_forbidden(si, uc) ||
	    !reserve_faulted(si->si_addr, may_step(), &alone))
		return false;
	if (alone)
		step(uc);
	return true;
}
