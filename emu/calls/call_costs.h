/*
 * call_costs.h - what a call of a library function takes on the machine, by name
 * (call_costs_*.def).  Knows names and numbers; how a program comes to pay: call_thunk.h.
 */
#ifndef BGQ_EMU_CALL_COSTS_H
#define BGQ_EMU_CALL_COSTS_H

#include <stddef.h>
#include <stdint.h>

#include "call_cycles.h"

struct call_cost {
	const char *name;      /* NULL: the function has no entry */
	uint32_t cycles;       /* of every call */
	/* and for each CALL_LINE of what the length argument says */
	uint16_t per_line;
	uint8_t argument;      /* which one, 1-6; 0: none */
	uint8_t factor;        /* another one that it is multiplied by, 0: none */
	const void *wrap;      /* does the work in the function's place and charges by
				* what it was; NULL: none */
};

/* Never NULL: names that are not in the table get the default. */
const struct call_cost *call_cost_of(const char *name);

/* The table, in the order of names; NULL behind its end. */
const struct call_cost *call_cost_at(size_t i);

#endif
