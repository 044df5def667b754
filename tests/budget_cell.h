/*
 * budget_cell.h - a budget for code under test that charges one: what %gs:0 is in
 * bgq-run's workers is a word of the test here.
 */
#ifndef BUDGET_CELL_H
#define BUDGET_CELL_H

#include <stdint.h>

#include "include/bgqemu/budget.h"

static __attribute__((unused)) _Alignas(64) volatile int64_t budget_cell[8];

static inline void budget_set(int64_t cycles)
{
	budget_cell[0] = cycles * BUDGET_CYCLE;
}

/* Core cycles that are left. */
static inline int64_t budget_left(void)
{
	return budget_cell[0] >> BUDGET_DEMAND_BITS;
}

#if defined(__x86_64__)

#include <asm/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "emu/core/calls/call_stack.h"

#define BUDGET_COUNTS 1

/* The cell also has the stack for calls. */
static void budget_cell_use(void)
{
	budget_cell[CALL_STACK_CELL / 8] = (int64_t)call_stack_take();
	syscall(SYS_arch_prctl, ARCH_SET_GS, budget_cell);
}

#else

#define BUDGET_COUNTS 0

static void budget_cell_use(void)
{
}

#endif

#endif
