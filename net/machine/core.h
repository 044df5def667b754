/*
 * core.h - classes of instructions of the A2 core, and what each takes of it.
 *
 * Shared by bgq-as, which charges compiled code with it, and by whatever else has to
 * charge for instructions.  Never: anything of one host's instruction set.
 */
#ifndef BGQ_CORE_H
#define BGQ_CORE_H

#include <stdint.h>

/* Classes of instructions; their cycles are in core.c. */
enum core_class {
	CORE_NOTHING, /* alignment, hints of the host: no instruction there */
	CORE_INTEGER_SIMPLE,
	CORE_INTEGER_GENERAL,
	CORE_INTEGER_COMPARE,
	CORE_INTEGER_ROTATE_SHIFT,
	CORE_INTEGER_MULTIPLY_32,
	CORE_INTEGER_MULTIPLY_64,
	CORE_INTEGER_DIVIDE_32,
	CORE_INTEGER_DIVIDE_64,
	CORE_BRANCH,
	CORE_BRANCH_INDIRECT,
	CORE_CONDITION_LOGIC,
	CORE_LOAD_INTEGER,
	CORE_LOAD_FLOAT,
	CORE_STORE,
	CORE_LOAD_RESERVE,
	CORE_STORE_CONDITIONAL,
	CORE_SYNC,
	CORE_ISYNC,
	CORE_MOVE_FROM_SPR,
	CORE_READ_TIME_BASE,
	CORE_SYSTEM_CALL,
	CORE_CACHE_BLOCK,
	CORE_FLOAT_ARITHMETIC,
	CORE_FLOAT_COMPARE,
	CORE_FLOAT_DIVIDE_DOUBLE,
	CORE_FLOAT_DIVIDE_SINGLE,
	CORE_FLOAT_SQRT_DOUBLE,
	CORE_FLOAT_SQRT_SINGLE,
	CORE_FLOAT_STATUS, /* to and from its status and control register */
	CORE_CLASSES
};

/* Units that the threads of a core share: a pipeline takes one instruction a cycle, a divider one
 * after the other. */
enum core_unit { CORE_XU, CORE_FU, CORE_XU_DIVIDER, CORE_FU_DIVIDER, CORE_UNITS };

/* In core cycles.  busy goes to the unit; a divide also takes one cycle of its pipeline. */
struct core_instruction {
	uint8_t issue;   /* until its thread can issue the next one */
	uint8_t latency; /* until another one can use the result, at the earliest */
	uint8_t unit;    /* enum core_unit */
	uint8_t busy;    /* until the unit can take another one, of whichever thread */
};
extern const struct core_instruction core_instructions[CORE_CLASSES];

/* Returns the cycles of one instruction after the other, where nothing is known of what waits for
 * what. */
static inline uint32_t core_cycles(enum core_class class)
{
	const struct core_instruction *in = &core_instructions[class];

	return in->busy > in->issue ? in->busy : in->issue;
}

/* Hardware threads of a core, cores of a node. */
#define CORE_THREADS    4
#define NODE_USER_CORES 16
#define NODE_CORES      17 /* with the one that the kernel keeps */
#define NODE_HWTHREADS (NODE_USER_CORES * CORE_THREADS) /* for users */
#define NODE_HWTHREADS_ALL (NODE_CORES * CORE_THREADS)

/* A conditional branch that leads forward is mispredicted at times: its thread's share of
 * that for each. */
#define CORE_BRANCH_MISS_CYCLES 1u
/* One that is taken: nothing is issued until its target has been fetched, 6 cycles from one to the
 * other.  Other threads of the core go on. */
#define CORE_BRANCH_TAKEN_CYCLES 5u

#endif
