/*
 * budget.h - charges simulated time for code that the assembler does not count:
 * library calls and the support library of images.
 *
 * On x86-64, %gs:0 is the running thread's budget, a signed number of core cycles that
 * counts down; the program tests its sign at its next check.  Nothing here may test
 * it: other threads must not run inside a library call.  On other hosts such code
 * costs nothing.
 *
 * A budget must not wrap round to positive before that check, so a large charge saturates
 * at BUDGET_FLOOR: the range below is enough for all charges until then.
 */
#ifndef BGQ_EMU_BUDGET_H
#define BGQ_EMU_BUDGET_H

#include <stdint.h>

#define BUDGET_ONE_MAX (1 << 30)       /* of a call */
#define BUDGET_SMALL    (1 << 20)       /* below, a charge needs no test for the floor */
#define BUDGET_FLOOR    (-(3 << 29))

#if defined(__x86_64__)

/* No more than BUDGET_SMALL. */
static inline void charge_budget_small(uint32_t cycles)
{
	__asm__ volatile("subl %0, %%gs:0" : : "ri"(cycles) : "cc");
}

static inline void charge_budget_large(uint32_t cycles)
{
	__asm__ volatile("subl %0, %%gs:0\n\t"
			 "jo 1f\n\t"
			 "cmpl %1, %%gs:0\n\t"
			 "jge 2f\n"
			 "1:\tmovl %1, %%gs:0\n"
			 "2:"
			 : : "r"(cycles), "i"(BUDGET_FLOOR) : "cc");
}

#else

static inline void charge_budget_small(uint32_t cycles)
{
	(void)cycles;
}

static inline void charge_budget_large(uint32_t cycles)
{
	(void)cycles;
}

#endif

/* Charges so many core cycles to the running thread. */
static inline void charge_budget(uint64_t cycles)
{
	if (cycles < BUDGET_SMALL)
		charge_budget_small((uint32_t)cycles);
	else
		charge_budget_large(cycles < BUDGET_ONE_MAX ? (uint32_t)cycles
							     : BUDGET_ONE_MAX);
}

#endif
