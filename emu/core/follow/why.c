/* why.c - see why.h. */
#include "why.h"

const char *follow_why_text(enum follow_why why)
{
	static const char *const text[FOLLOW_WHY_COUNT] = {
		[FOLLOW_WAITS] = "wait",
		[FOLLOW_INSTRUCTION] = "have an instruction that is not interpreted",
		[FOLLOW_CALL] = "call a function that may change something",
		[FOLLOW_CODE] = "lead outside the program",
		[FOLLOW_MEMORY] = "access memory outside the process",
		[FOLLOW_REGISTER] = "store to a register of the machine",
		[FOLLOW_UNDEFINED] = "read what a call leaves undefined",
		[FOLLOW_WORDS] = "access too many words",
		[FOLLOW_STATE] = "show others another state within a round",
		[FOLLOW_CHANGES] = "change registers or memory in each round",
		[FOLLOW_COLD] = "have other code in the instruction cache after each round",
		[FOLLOW_LONG] = "have too long rounds",
		[FOLLOW_WARMUP] = "may be proven a round later",
	};

	return text[why];
}
