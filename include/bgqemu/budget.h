/*
 * include/bgqemu/budget.h - the budget that compiled code counts down, part of the ABI.
 *
 * A signed number of 64 bits at %gs:0, or in a register (section .bgq_budget).  Each piece of
 * code subtracts its core cycles, times BUDGET_CYCLE, and what others that compute on the same
 * core add to them (emu/cc/as_depend.c): cycles for the first other thread, times BUDGET_FIRST,
 * and those that three add beyond three times as much.  Sums of each between two looks of the
 * emulator fit below what is above it, since neither is more than the cycles.  A check asks for
 * the sign only.
 */
#ifndef BGQEMU_BUDGET_H
#define BGQEMU_BUDGET_H

#include <stdint.h>

#define BUDGET_SHARE_BITS 26
#define BUDGET_CYCLE      (INT64_C(1) << BUDGET_SHARE_BITS)
#define BUDGET_FIRST_BITS (BUDGET_SHARE_BITS / 2)
#define BUDGET_FIRST      (1u << BUDGET_FIRST_BITS)
/* Of one budget, and of what the path to the next check subtracts beyond it. */
#define BUDGET_CYCLES_MAX (BUDGET_FIRST / 2)

#endif
