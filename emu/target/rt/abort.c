/*
 * abort.c - the violent end of a process: abort and failed checks.  What the
 * process has printed is handed over first; it ends alone.
 */
#include "private.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

void bgqrt_die(int sig, const char *text)
{
	bgqrt_flush();
	bgqemu_process_abort(sig, text);
}

/* Code that has gone wrong may end on a stack that is not aligned for calls. */
#if defined(__x86_64__)
#define FROM_ANY_STACK __attribute__((force_align_arg_pointer))
#else
#define FROM_ANY_STACK
#endif

FROM_ANY_STACK void abort(void)
{
	if (bgqrt_signal_handle)
		bgqrt_signal_handle(SIGABRT);
	bgqrt_die(SIGABRT, NULL);
}

static _Noreturn void assertion_failed(const char *file, unsigned line,
	const char *function, const char *what, const char *expression)
{
	const char *self = program_invocation_short_name;

	bgqrt_flush();
	bgqrt_message(2, "%s%s%s:%u: %s%s%s%s%s.\n", self, *self ? ": " : "", file, line,
		function ? function : "", function ? ": " : "", what, expression,
		*what == 'A' ? "' failed" : "");
	abort();
}

FROM_ANY_STACK void __assert_fail(const char *assertion, const char *file, unsigned line,
	const char *function)
{
	assertion_failed(file, line, function, "Assertion `", assertion);
}

void __assert(const char *assertion, const char *file, int line);
void __assert(const char *assertion, const char *file, int line)
{
	__assert_fail(assertion, file, (unsigned)line, NULL);
}

void __assert_perror_fail(int errnum, const char *file, unsigned line,
	const char *function)
{
	assertion_failed(file, line, function, "Unexpected error: ", strerror(errnum));
}

_Noreturn void __stack_chk_fail(void);
FROM_ANY_STACK void __stack_chk_fail(void)
{
	bgqrt_die(SIGABRT, "stack smashing detected");
}
