/*
 * bgqemu/call_cost.h - what a call of the SPI costs, as a number of the machine's instructions and
 * their waits for each other instead of what the host's compiler makes of the inline.
 *
 * The calls are compiled into programs.  Between the marks bgq-as counts no instruction, but the
 * cycles that the begin and any step say: those of GCC's code for the A2 (-mcpu=a2 -O2), in which a
 * load that is tested at once waits for L1.  What an operation waits for beyond the core is charged
 * by the calls of abi.h, as everywhere.  A function passes one begin and, on each way out, one end;
 * marks do not nest.
 *
 * Never: between the marks of an L2 atomic.
 */
#ifndef BGQEMU_CALL_COST_H
#define BGQEMU_CALL_COST_H

#define BGQEMU_COST_TEXT_(cycles) #cycles
/* Charges so many core cycles at this place. */
#define BGQEMU_CALL_STEP(cycles) \
	__asm__ __volatile__("# bgq-cycles " BGQEMU_COST_TEXT_(cycles) : : : "memory")
/* A call of the SPI begins, which takes so many core cycles itself. */
#define BGQEMU_CALL_BEGIN(cycles)                                       \
	__asm__ __volatile__("# bgq-cycles " BGQEMU_COST_TEXT_(cycles)  \
			     "\n\t/* bgq-call-begin */" : : : "memory")
/* A call of the SPI is over, on one of its ways out. */
#define BGQEMU_CALL_END() __asm__ __volatile__("/* bgq-call-end */" : : : "memory")

#endif
