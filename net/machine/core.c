/*
 * core.c - the A2's instructions in cycles; see core.h.
 *
 * From LLVM's PPCScheduleA2.td, which names IBM's A2 Processor User's Manual: latencies of
 * results by class; a thread issues one instruction a cycle, in order; a core has two
 * pipelines, XU (integer, branch, load, store) and FU (floating point), each of which takes
 * one instruction a cycle, of whichever thread.  Dividers are not pipelined.
 */
#include "core.h"

/* Pipelined; and one that its thread waits for in any case. */
#define XU(latency)     { 1, latency, CORE_XU, 1 }
#define FU(latency)     { 1, latency, CORE_FU, 1 }
#define ALONE(cycles)   { cycles, cycles, CORE_XU, 1 }

const struct core_instruction core_instructions[CORE_CLASSES] = {
	[CORE_NOTHING] = { 0, 0, CORE_XU, 0 },
	[CORE_INTEGER_SIMPLE] = XU(1),
	[CORE_INTEGER_GENERAL] = XU(2),
	[CORE_INTEGER_COMPARE] = XU(2),
	[CORE_INTEGER_ROTATE_SHIFT] = XU(2),
	[CORE_INTEGER_MULTIPLY_32] = XU(5),
	[CORE_INTEGER_MULTIPLY_64] = XU(6),
	[CORE_INTEGER_DIVIDE_32] = { 1, 39, CORE_XU_DIVIDER, 39 },
	[CORE_INTEGER_DIVIDE_64] = { 1, 71, CORE_XU_DIVIDER, 71 },
	[CORE_BRANCH] = XU(1),
	[CORE_BRANCH_INDIRECT] = ALONE(6), /* the target is fetched when it is known */
	[CORE_CONDITION_LOGIC] = XU(1),
	[CORE_LOAD_INTEGER] = XU(6), /* from L1 */
	[CORE_LOAD_FLOAT] = XU(7),   /* from L1 */
	[CORE_STORE] = XU(1),
	[CORE_LOAD_RESERVE] = ALONE(82),      /* a round trip to L2 */
	[CORE_STORE_CONDITIONAL] = ALONE(82), /* another one */
	[CORE_SYNC] = ALONE(6),
	[CORE_ISYNC] = ALONE(16), /* empties the pipeline */
	[CORE_MOVE_FROM_SPR] = XU(6),
	[CORE_READ_TIME_BASE] = XU(4),
	[CORE_SYSTEM_CALL] = ALONE(16),
	[CORE_CACHE_BLOCK] = XU(1),
	[CORE_FLOAT_ARITHMETIC] = FU(6),
	[CORE_FLOAT_COMPARE] = FU(5),
	[CORE_FLOAT_DIVIDE_DOUBLE] = { 1, 72, CORE_FU_DIVIDER, 72 },
	[CORE_FLOAT_DIVIDE_SINGLE] = { 1, 59, CORE_FU_DIVIDER, 59 },
	[CORE_FLOAT_SQRT_DOUBLE] = { 1, 69, CORE_FU_DIVIDER, 69 },
	[CORE_FLOAT_SQRT_SINGLE] = { 1, 65, CORE_FU_DIVIDER, 65 },
	[CORE_FLOAT_STATUS] = { 6, 6, CORE_FU, 1 }, /* alone in its pipeline */
};
