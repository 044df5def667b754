/*
 * call_costs.h - the cost model of library calls: cycles on the machine, by name
 * (calls.def).  Knows names and numbers; how they are charged: call_thunk.h.
 */
#ifndef BGQ_EMU_CALL_COSTS_H
#define BGQ_EMU_CALL_COSTS_H

#include <stddef.h>
#include <stdint.h>

#include "call_cycles.h"

struct call_cost {
	const char *name;      /* NULL: the function has no entry */
	uint32_t cycles;       /* of every call */
	/* and for each CALL_LINE of the length in an argument */
	uint16_t per_line;
	uint8_t argument;      /* which one, 1-6; 0: none */
	uint8_t factor;        /* another one that it is multiplied by, 0: none */
	const void *wrap;      /* wrapper: calls the function and charges by its
				* result; NULL: none */
};

/* Never NULL: names that are not in the table get the default. */
const struct call_cost *call_cost_of(const char *name);

/* Sets the wrapper of a function that charges by its result.  Before programs are loaded. */
void call_cost_wrap(const char *name, const void *wrap);

/* The table, by topic; NULL behind its end. */
const struct call_cost *call_cost_at(size_t i);

#endif
