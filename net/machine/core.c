/*
 * core.c - cycles of the A2's instructions; see core.h.
 *
 * From LLVM's PPCScheduleA2.td, which names IBM's A2 Processor User's Manual.  A
 * thread issues one instruction a cycle; what is pipelined costs that cycle, what is
 * not costs its latency.
 */
#include "core.h"

const uint8_t instruction_cycles[CORE_CLASSES] = {
	[CORE_NOTHING] = 0,
	[CORE_INTEGER_SIMPLE] = 1,
	[CORE_INTEGER_GENERAL] = 1,
	[CORE_INTEGER_COMPARE] = 1,
	[CORE_INTEGER_ROTATE_SHIFT] = 1,
	[CORE_INTEGER_MULTIPLY_32] = 1, /* pipelined, result after 5 */
	[CORE_INTEGER_MULTIPLY_64] = 1, /* pipelined, result after 6 */
	[CORE_INTEGER_DIVIDE_32] = 39,  /* not pipelined */
	[CORE_INTEGER_DIVIDE_64] = 71,  /* not pipelined */
	[CORE_BRANCH] = 1,
	[CORE_CONDITION_LOGIC] = 1,
	[CORE_LOAD_INTEGER] = 1, /* pipelined, result after 6 from L1 */
	[CORE_LOAD_FLOAT] = 1,   /* pipelined, result after 7 from L1 */
	[CORE_STORE] = 1,
	[CORE_LOAD_RESERVE] = 82,      /* a round trip to L2 */
	[CORE_STORE_CONDITIONAL] = 82, /* another one */
	[CORE_SYNC] = 6,
	[CORE_ISYNC] = 16, /* empties the pipeline */
	[CORE_MOVE_FROM_SPR] = 6,
	[CORE_READ_TIME_BASE] = 4,
	[CORE_SYSTEM_CALL] = 16,
	[CORE_CACHE_BLOCK] = 1,
	[CORE_FLOAT_ARITHMETIC] = 1, /* pipelined, result after 6 */
	[CORE_FLOAT_COMPARE] = 1,    /* pipelined, result after 5 */
	[CORE_FLOAT_DIVIDE_DOUBLE] = 72, /* the divider is one, and not pipelined */
	[CORE_FLOAT_DIVIDE_SINGLE] = 59,
	[CORE_FLOAT_SQRT_DOUBLE] = 69,
	[CORE_FLOAT_SQRT_SINGLE] = 65,
};
