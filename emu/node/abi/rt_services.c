/*
 * rt_services.c - services of bgq-run for the support library inside every image
 * (emu/target/rt/): the end of the process, checks in calls that do not come back.
 */
#include <signal.h>

#include "emu/core/calls/call_stack.h"
#include "emu/node/io/io.h"
#include "emu/node/machine/call.h"
#include "emu/node/machine/machine.h"
#include "emu/node/machine/own_code.h"
#include "emu/show/report/core_file.h"
#include "emu/show/report/report.h"
#include "emu/node/posix/thread.h"
#include "emu/node/posix/posix.h"
#include "emu/target/rt/rt.h"
#include "emu/core/wait/check.h"
#include "emu/core/wait/preempt.h"
#include "emu/node/machine/status.h"

void bgqemu_process_exit(int status)
{
	call_begin();
	thread_charge(0);
	core_file_exit(thread_self, status & 0xff);
	process_exit(status & 0xff);
}

void bgqemu_call_check(void)
{
	check_in_call();
}

void *bgqemu_own_code(const void *fn)
{
	return (void *)own_code((uintptr_t)fn);
}

static bool is_within(struct posix_thread_bounds b, const void *p)
{
	return (uintptr_t)p - (uintptr_t)b.low < (uintptr_t)b.high - (uintptr_t)b.low;
}

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>

static void unpoison(struct posix_thread_bounds b, const void *to)
{
	const struct posix_thread *pt = thread_self->user->posix;

	if (is_within(b, to))
		__asan_unpoison_memory_region(b.low, (uintptr_t)to - (uintptr_t)b.low);
	if (pt && pt->signal_stack_bytes)
		__asan_unpoison_memory_region(pt->signal_stack, pt->signal_stack_bytes);
}
#else
static void unpoison(struct posix_thread_bounds b, const void *to)
{
	(void)b, (void)to;
}
#endif

void bgqemu_stack_left(const void *to)
{
	struct posix_thread_bounds b = posix_thread_stack(thread_self);

	if (is_within(b, to))
		io_left(b.low, to);
	unpoison(b, to);
}

/* Calls the program's handler, if it has one. */
static bool call_handler(siginfo_t *info)
{
	const struct posix *x = process_self()->posix;

	return x && x->faults_handled >> (info->si_signo - 1) & 1 &&
	       (bool)(uint8_t)call_stack_program((const void *)x->fault_enter, info->si_signo,
						 (long)info, 0);
}

/* What the process has buffered. */
static void flush(void)
{
	void (*of_program)(void) = (void (*)(void))(uintptr_t)(process_image(process_self()) +
							       machine.image.flush);

	if (machine.image.flush)
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
	call_handler(&info);
	flush();
	report_signal(thread_self, SIGABRT, text, preempt_in_image(pc) ? pc : 0, 0);
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
