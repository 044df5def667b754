/*
 * misaligned.c - loads and stores of QPX that interrupt where their address is not a multiple
 * of what they move: those ending in a, vec_lda() and so on, in C and in assembly.  CNK's
 * handler moves the bytes at the address itself, BG_MAXALIGNEXP times in each thread (1000 if
 * that is not set), and then sends SIGBUS each time.
 *
 * Never: the handler's siginfo_t names the address, as CNK's does.
 */
#include "cost.h"
#include "private.h"

#include <signal.h>
#include <stdlib.h>

/* There, if the program has handlers. */
extern unsigned bgqrt_signal_handlers_called(void) __attribute__((weak));

static __thread unsigned long so_far;

static unsigned long most(void)
{
	const char *set = getenv("BG_MAXALIGNEXP");

	return set ? strtoul(set, NULL, 0) : 1000;
}

static bool handled(void)
{
	unsigned before;

	if (!bgqrt_signal_handle || !bgqrt_signal_handlers_called)
		return false;
	before = bgqrt_signal_handlers_called();
	bgqrt_signal_handle(SIGBUS);
	return bgqrt_signal_handlers_called() != before;
}

/* Where to load or store.  A handler that returns meets the same access again. */
uintptr_t bgqrt_misaligned(uintptr_t at);
uintptr_t bgqrt_misaligned(uintptr_t at)
{
	charge_budget(CALL_SYSTEM); /* as long as a system call, an estimate */
	while (++so_far > most())
		if (!handled())
			bgqrt_die(SIGBUS, "more QPX accesses than BG_MAXALIGNEXP are not aligned");
	return at;
}
