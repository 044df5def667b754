/*
 * process_end.c - the ways in which a running process ends itself, or is ended by what it does:
 * each with what it says, the handler that may come first, and the output that is not to be lost.
 *
 * Never: an end that leaves the process's buffered output unwritten, except where libc does.
 */
#include <signal.h>

#include "emu/core/calls/call_stack.h"
#include "emu/core/check/preempt.h"
#include "emu/node/machine/call.h"
#include "emu/node/machine/booted.h"
#include "emu/node/machine/process_ops.h"
#include "emu/node/machine/status.h"
#include "emu/node/posix/posix.h"
#include "emu/show/report/core_file.h"
#include "emu/show/report/report.h"
#include "emu/show/report/where.h"
#include "emu/target/rt/rt.h"

void bgqemu_process_exit(int status)
{
	call_begin();
	thread_charge(0);
	core_file_exit(thread_self, status & 0xff);
	process_exit(status & 0xff);
}

/* Calls the program's handler, if it has one. */
static bool call_handler(siginfo_t *info)
{
	const struct posix *x = process_self()->posix;

	return x && x->faults_handled >> (info->si_signo - 1) & 1 &&
	       (bool)(uint8_t)call_stack_program((const void *)x->fault_enter, info->si_signo,
						 (long)info, 0);
}

/* Writes what the process has buffered. */
static void flush(void)
{
	void (*of_program)(void) = (void (*)(void))(uintptr_t)(process_image(process_self()) +
							       booted.image.flush);

	if (booted.image.flush)
		of_program();
}

void process_fail(void)
{
	flush();
	process_exit(STATUS_SIGNAL(SIGABRT));
}

void process_abort(const char *text, uint64_t pc)
{
	siginfo_t info = { .si_signo = SIGABRT, .si_code = SI_TKILL };

	call_begin();
	if (!preempt_in_image(pc)) /* a function of libc has called */
		pc = where_called();
	call_handler(&info);
	flush();
	report_signal(thread_self, SIGABRT, text, pc, 0);
	process_exit(STATUS_SIGNAL(SIGABRT));
}

void process_fault(const volatile void *address, const char *text, uint64_t pc)
{
	siginfo_t info = { .si_signo = SIGSEGV, .si_code = SEGV_MAPERR,
			   .si_addr = (void *)(uintptr_t)address };

	call_begin();
	if (call_handler(&info))
		return;
	flush();
	pc = preempt_place(pc, (uintptr_t)__builtin_frame_address(0));
	report_signal(thread_self, SIGSEGV, text, pc, (uintptr_t)address);
	process_exit(STATUS_SIGNAL(SIGSEGV));
}

void bgqemu_process_abort(int sig, const char *text)
{
	call_begin();
	thread_charge(0);
	report_signal(thread_self, sig, text, 0, 0);
	process_exit(STATUS_SIGNAL(sig));
}

void process_ops_begin(void)
{
	process_ops = (struct process_ops){
		.exit = process_exit,
		.abort = process_abort,
		.fault = process_fault,
		.killed = bgqemu_process_abort,
	};
}
