/* fault.c - see fault.h. */
#include "fault.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "emu/engine/context.h"
#include "emu/posix/hwthread.h"
#include "l2_alias.h"
#include "emu/machine/machine.h"
#include "mmio_store.h"
#include "move.h"
#include "emu/report/core_file.h"
#include "emu/report/report.h"

#define ALTSTACK_BYTES (128 * 1024)

/* A fault in bgq-run's code, or outside any node thread, is a bug of bgq-run. */
static void internal_error(int sig, uint64_t pc, const void *address)
{
	char line[160];
	int n = snprintf(line, sizeof line,
			 "bgq-run: internal error: signal %d at pc 0x%llx, address %p\n", sig,
			 (unsigned long long)pc, address);

	if (write(STDERR_FILENO, line, (size_t)n) < 0)
		_exit(70);
	signal(sig, SIG_DFL);
	raise(sig);
	_exit(70);
}

extern char __executable_start, etext;

static int in_emulator(uint64_t pc)
{
	return pc >= (uintptr_t)&__executable_start && pc < (uintptr_t)&etext;
}

/* ---- the budget of code that has it in a register */

static __thread int budget_register; /* or BUDGET_IN_MEMORY */

void fault_settle(ucontext_t *uc)
{
	uint64_t offset = *context_pc(uc) - (uintptr_t)process_image(process_self());

	budget_register = budget_map_find(&machine.image.budget, offset);
	if (budget_register != BUDGET_IN_MEMORY)
		thread_budget_set((int32_t)*context_register(uc, budget_register));
}

void fault_unsettle(ucontext_t *uc)
{
	if (budget_register != BUDGET_IN_MEMORY)
		*context_register(uc, budget_register) = (uint32_t)thread_budget();
}

/* ---- the end of a process */

/* Of the running thread, from the signal handler to last_words(). */
struct crash {
	int sig;
	uint64_t pc, address;
};

static __thread struct crash crash;

/* Runs after the signal handler, in normal context: any function may be called.  Output that
 * the process has buffered must not be lost. */
static void last_words(void)
{
	struct process *p = process_self();
	void (*flush)(void) = (void (*)(void))(uintptr_t)(process_image(p) +
							  machine.image.flush);
	static __thread bool flushing;

	thread_clock();
	if (p->status == PROCESS_ALIVE)
		report_signal(thread_self, crash.sig, mmio_store_refusal(crash.address),
			      crash.pc, crash.address);
	process_ended(p, 128 + crash.sig);
	if (machine.image.flush && !flushing) {
		flushing = true; /* after a fault in here do not flush again */
		flush();
	}
	flushing = false;
	hwthread_end_others(p);
	thread_exit();
}

/* The processor does not tell addresses of more than 48 bits; the instruction does. */
static uint64_t faulty_address(const siginfo_t *si, ucontext_t *uc)
{
	struct move m;

	if (!si->si_addr && move_decode(uc, &m))
		return m.address;
	return (uintptr_t)si->si_addr;
}

static void on_fault(int sig, siginfo_t *si, void *context)
{
	ucontext_t *uc = context;
	uint64_t *pc = context_pc(uc), *sp = context_sp(uc);
	struct thread *t = thread_self;
	bool access = sig == SIGSEGV || sig == SIGBUS;

	if (!t || in_emulator(*pc))
		internal_error(sig, *pc, si->si_addr);
	fault_settle(uc);
	if (access && l2_alias_access(uc)) {
		fault_unsettle(uc);
		return;
	}
	enum mmio_access mmio = access ? mmio_store_access(uc, budget_register) : MMIO_NOT;

	if (mmio == MMIO_DONE)
		fault_unsettle(uc);
	if (mmio != MMIO_NOT)
		return;
	core_file_registers(uc);
	crash = (struct crash){ sig, *pc, access ? faulty_address(si, uc) : 0 };
	context_as_at_start(uc);
	thread_abandon(last_words, pc, sp);
}

void fault_install(void)
{
	static const int signals[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP };
	struct sigaction sa = { .sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK };

	/* The handler does not return to the faulting instruction, but it does
	 * return, so the mask is restored. */
	sigemptyset(&sa.sa_mask);
	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
		sigaction(signals[i], &sa, NULL);
	signal(SIGPIPE, SIG_IGN);
}

static __thread stack_t worker_stack, host_stack;

void fault_worker_begin(void)
{
	worker_stack = (stack_t){ .ss_size = ALTSTACK_BYTES, .ss_sp = malloc(ALTSTACK_BYTES) };
	if (worker_stack.ss_sp)
		sigaltstack(&worker_stack, &host_stack);
}

void fault_worker_end(void)
{
	if (worker_stack.ss_sp)
		sigaltstack(&host_stack, NULL);
	free(worker_stack.ss_sp);
}
