/*
 * cost.h - charges for calls of the support library's entries.
 *
 * The library is not counted by the assembler, and it lies in the image, so its entries
 * have no thunks.  Most entries do their work by calls out of the image, which
 * charge; those that do not, or that find the host's function by themselves (RT_HOST),
 * begin with RT_COST(name).  The figures are in emu/core/calls/calls*.def with all others.
 * Without a clock they are still charged, as the program's own instructions are.
 */
#ifndef BGQ_EMU_RT_COST_H
#define BGQ_EMU_RT_COST_H

#include "emu/core/calls/budget.h"
#include "emu/core/calls/call_cycles.h"

#define RT_COST(name) charge_budget(CALL_CYCLES_##name)

#endif
