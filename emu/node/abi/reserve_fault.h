/*
 * reserve_fault.h - stores to pages that are closed for a reservation (emu/node/machine/reserve.h):
 * the instruction that has faulted is executed with the page open and the processor's trap flag
 * set, so that the next one finds it closed again.
 *
 * Never: anything but what a signal handler may do, wherever the store is: in a program, a library
 * or the emulator.
 */
#ifndef BGQ_EMU_ABI_RESERVE_FAULT_H
#define BGQ_EMU_ABI_RESERVE_FAULT_H

#include <signal.h>
#include <stdbool.h>
#include <ucontext.h>

/* First in the handler of faults: true if the signal was such a store, or the trap behind it, and
 * the context goes on. */
bool reserve_fault(int sig, const siginfo_t *si, ucontext_t *uc);

#endif
