/* fault.c - see fault.h. */
#include "fault.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>

#include "hwthread.h"
#include "l2_alias.h"
#include "machine.h"
#include "output.h"
#include "report.h"

#define ALTSTACK_BYTES (128 * 1024)

static uint64_t *context_pc(ucontext_t *uc)
{
#if defined(__x86_64__)
	return (uint64_t *)&uc->uc_mcontext.gregs[REG_RIP];
#else
	return (uint64_t *)&uc->uc_mcontext.pc;
#endif
}

static uint64_t *context_sp(ucontext_t *uc)
{
#if defined(__x86_64__)
	return (uint64_t *)&uc->uc_mcontext.gregs[REG_RSP];
#else
	return (uint64_t *)&uc->uc_mcontext.sp;
#endif
}

/* A fault in our own code, or outside any node thread, is our bug. */
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

/* What the process has printed but not yet handed over must not be lost. */
static void last_words(void)
{
	void (*flush)(void) = (void (*)(void))(uintptr_t)(
		process_image(process_self()) + machine.image.flush);
	static __thread bool flushing;

	if (machine.image.flush && !flushing) {
		flushing = true; /* a fault in here is not tried again */
		flush();
	}
	flushing = false;
	hwthread_end_others(process_self());
	thread_exit();
}

static void on_fault(int sig, siginfo_t *si, void *context)
{
	ucontext_t *uc = context;
	uint64_t *pc = context_pc(uc), *sp = context_sp(uc);
	struct thread *t = thread_self;
	uint64_t address = sig == SIGSEGV || sig == SIGBUS ? (uintptr_t)si->si_addr : 0;

	if (!t || in_emulator(*pc))
		internal_error(sig, *pc, si->si_addr);
	if ((sig == SIGSEGV || sig == SIGBUS) && l2_alias_access(uc))
		return;
	if (t->process->status == PROCESS_ALIVE)
		report_signal(t, sig, NULL, *pc, address);
	process_ended(t->process, 128 + sig);
	thread_abandon(last_words, pc, sp);
}

void fault_install(void)
{
	static const int signals[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP };
	struct sigaction sa = { .sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK };

	/* The handler leaves by other means than returning to the fault, but
	 * it does return, so the mask is restored. */
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
