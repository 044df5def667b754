/*
 * mask.h - the thread's signal mask in what setjmp and getcontext save.  A program that calls no
 * function of signals has none (signal.c is not linked); the system call costs the same.
 */
#ifndef BGQ_EMU_RT_MASK_H
#define BGQ_EMU_RT_MASK_H

#include <signal.h>

#include "cost.h"
#include "private.h"

/* The caller charges: swapcontext saves one and loads the other by one call. */
static inline void bgqrt_mask_save(sigset_t *mask)
{
	if (bgqrt_signal_mask)
		bgqrt_signal_mask(mask, false);
	else
		*mask = (sigset_t){ 0 };
}

static inline void bgqrt_mask_load(const sigset_t *mask)
{
	sigset_t copy = *mask;

	if (bgqrt_signal_mask)
		bgqrt_signal_mask(&copy, true); /* charges */
	else
		RT_COST(sigprocmask);
}

#endif
