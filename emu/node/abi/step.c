/* step.c - see step.h. */
#include "step.h"

#include <signal.h>
#include <stdint.h>

#include "emu/core/engine/context.h"
#include "emu/core/engine/host_signals.h"
#include "emu/node/machine/job.h"

#define PUSHF 0x9c /* stores the flags, with that one */

#if defined(__x86_64__) && !defined(BGQ_PORTABLE)

static __thread struct {
	bool on;
	sigset_t mask;  /* of the code, meanwhile without signals that come from elsewhere */
	uint8_t opcode;
} stepping;

bool step_is_possible(void)
{
	return job.opt.gdb_rank < 0;
}

void step_begin(ucontext_t *uc)
{
	if (stepping.on) /* the instruction accesses a second page */
		return;
	stepping.on = true;
	stepping.mask = uc->uc_sigmask;
	stepping.opcode = *(const uint8_t *)(uintptr_t)*context_pc(uc);
	host_signals_from_elsewhere(&uc->uc_sigmask);
	uc->uc_mcontext.gregs[REG_EFL] |= CONTEXT_TRAP;
}

bool step_ends(int sig, ucontext_t *uc)
{
	if (sig != SIGTRAP || !stepping.on)
		return false;
	stepping.on = false;
	uc->uc_sigmask = stepping.mask;
	uc->uc_mcontext.gregs[REG_EFL] &= ~CONTEXT_TRAP;
	if (stepping.opcode == PUSHF)
		*(uint64_t *)(uintptr_t)*context_sp(uc) &= ~(uint64_t)CONTEXT_TRAP;
	return true;
}

#else

bool step_is_possible(void)
{
	return false;
}

void step_begin(ucontext_t *uc)
{
	(void)uc;
}

bool step_ends(int sig, ucontext_t *uc)
{
	(void)sig, (void)uc;
	return false;
}

#endif
