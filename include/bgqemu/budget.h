/*
 * include/bgqemu/budget.h - the budget that compiled code counts down, part of the ABI.
 *
 * The budget is a signed number of 64 bits at %gs:0, or in a register (section .bgq_budget); on
 * AArch64 it is where the word at tpidr_el0 + 8 leads to, which the C library leaves alone.  Each
 * piece of code subtracts its core cycles, times BUDGET_CYCLE, and its demand
 * (emu/compile/as/as_depend.c): in how many of them it keeps what threads of a core share from the
 * others.  Demands of a stretch between two looks of the emulator fit below BUDGET_CYCLE.  A check
 * asks for the sign only.
 */
#ifndef BGQEMU_BUDGET_H
#define BGQEMU_BUDGET_H

#include <stdint.h>

#define BUDGET_DEMAND_BITS 20
#define BUDGET_CYCLE      (INT64_C(1) << BUDGET_DEMAND_BITS)
/* Most cycles of one budget, and of what the path to the next check subtracts beyond it. */
#define BUDGET_CYCLES_MAX (1u << (BUDGET_DEMAND_BITS - 1))

#endif
