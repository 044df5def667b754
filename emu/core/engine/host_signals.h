/*
 * host_signals.h - sets of signals for code that signals from elsewhere must not interrupt.
 * Never: those of the code's own faults in one, whose handler may have to do something.
 */
#ifndef BGQ_EMU_HOST_SIGNALS_H
#define BGQ_EMU_HOST_SIGNALS_H

#include <signal.h>
#include <stddef.h>

/* All signals that do not tell of a fault. */
static inline void host_signals_from_elsewhere(sigset_t *set)
{
	static const int own[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP };

	sigfillset(set);
	for (size_t i = 0; i < sizeof own / sizeof *own; i++)
		sigdelset(set, own[i]);
}

#endif
