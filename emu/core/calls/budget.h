/*
 * budget.h - charges simulated time for code that the assembler does not count:
 * library calls and the support library of images.
 *
 * The running thread's budget (bgqemu/budget.h) counts down; the program tests its sign at
 * its next check.  Nothing here may test it: other threads must not run inside a library
 * call.  On hosts without bgq-as such code costs nothing.
 */
#ifndef BGQ_EMU_BUDGET_H
#define BGQ_EMU_BUDGET_H

#include <stdint.h>

#include "include/bgqemu/budget.h"

#define BUDGET_ONE_MAX (1 << 30) /* cycles of a call */

#if defined(__x86_64__) && !defined(BGQ_PORTABLE)

static inline void charge_budget_now(int64_t cycles)
{
	__asm__ volatile("subq %0, %%gs:0" : : "er"(cycles * BUDGET_CYCLE) : "cc");
}

#elif defined(__aarch64__) && !defined(BGQ_PORTABLE)

static inline void charge_budget_now(int64_t cycles)
{
	int64_t *left = ((int64_t **)__builtin_thread_pointer())[1];

	*left -= cycles * BUDGET_CYCLE;
}

#else

static inline void charge_budget_now(int64_t cycles)
{
	(void)cycles;
}

#endif

/* Charges so many core cycles to the running thread. */
static inline void charge_budget(uint64_t cycles)
{
	charge_budget_now(cycles < BUDGET_ONE_MAX ? (int64_t)cycles : BUDGET_ONE_MAX);
}

#endif
