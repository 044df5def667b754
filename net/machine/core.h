/*
 * core.h - classes of instructions of the A2 core and what each costs its thread.
 *
 * Shared by bgq-as, which charges compiled code with it, and by whatever else has to
 * charge for instructions.  Never: anything of one host's instruction set.
 */
#ifndef BGQ_CORE_H
#define BGQ_CORE_H

#include <stdint.h>

/* Their cycles are in core.c. */
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
	CORE_CLASSES
};

/* Core cycles for which an instruction of a class keeps its thread from issuing the
 * next one.  Results that come later (latencies) are not in it. */
extern const uint8_t instruction_cycles[CORE_CLASSES];

#endif
