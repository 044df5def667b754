/*
 * call_cycles.h - the figures of calls.def as constants of the compiler:
 * CALL_CYCLES_name, and CALL_RATE_name for those that charge by their result.  Read by
 * the table itself, by wrappers (call_wrap.h) and inside images (rt/cost.h).
 */
#ifndef BGQ_EMU_CALL_CYCLES_H
#define BGQ_EMU_CALL_CYCLES_H

/* A function of a few instructions: branch there and back, both taken (6 cycles each,
 * a2_core.csv), and two instructions. */
#define CALL_LEAF 14
/* A call that is an inline of a few instructions on the machine: an address, a load from
 * L1 or a move from a special register (6 cycles), a shift or mask. */
#define CALL_LOOK 10
/* Into the kernel and back.  The instruction takes 16 cycles (a2_core.csv), to save and
 * restore 32 registers and to dispatch the service some 100; the kernel's own data and
 * code, rarely used, lie in L2: about ten lines of 82 cycles.  An estimate, the same as in
 * net/machine/machine.c; the time of I/O on its way to an I/O node is not in it. */
#define CALL_SYSTEM 1000
/* Any other function: a leaf and some eighty instructions, an estimate. */
#define CALL_DEFAULT_CYCLES 100

/* Rates are for so many bytes (or elements): one line of L1. */
#define CALL_LINE 64
/* Copying: four ld, four std, addi, bdnz move 32 bytes. */
#define CALL_COPY_RATE 20

#define CALL_COST(name, cost) CALL_CYCLES_##name = (cost),
#define CALL_RATE(name, cycles, per_line, wrapper) \
	CALL_COST(name, cycles) CALL_RATE_##name = (per_line),
enum {
#include "calls.def"
};

#endif
