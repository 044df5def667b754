/*
 * budget.h - simulated time that passes in code which the assembler does not count:
 * library calls and the support library of images.
 *
 * On x86-64, %gs:0 is the running thread's budget, a signed number of core cycles that
 * counts down; the program looks at its sign at its next check.  Nothing here may look
 * at it: others must not run in the midst of a library call.  On other hosts such code
 * costs nothing.
 *
 * A budget must not come round to positive before that check, so what is large stops at
 * BUDGET_FLOOR: below it is room for all that can follow until then.
 */
#ifndef BGQ_EMU_BUDGET_H
#define BGQ_EMU_BUDGET_H

#include <stdint.h>

#define BUDGET_ONE_MOST (1 << 30)       /* of a call */
#define BUDGET_SMALL    (1 << 20)       /* below, a charge is not looked at again */
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

/* So many core cycles pass for the running thread. */
static inline void charge_budget(uint64_t cycles)
{
	if (cycles < BUDGET_SMALL)
		charge_budget_small((uint32_t)cycles);
	else
		charge_budget_large(cycles < BUDGET_ONE_MOST ? (uint32_t)cycles
							     : BUDGET_ONE_MOST);
}

#endif
