/* call_costs.c - see call_costs.h. */
#include "call_costs.h"

#include <stdbool.h>
#include <string.h>

#define CALL(name, cycles)
#define CALL_LENGTH(name, cycles, per_line, argument)
#define CALL_PRODUCT(name, cycles, per_line, argument, factor)
#define CALL_GIVEN(name, cycles, per_line)
#define CALL_RESULT(name, cycles, per_line) extern void call_wrap_##name(void);
#include "call_costs.def"
#undef CALL
#undef CALL_LENGTH
#undef CALL_PRODUCT
#undef CALL_RESULT
#undef CALL_GIVEN

#define CALL(name, cycles) { #name, cycles, 0, 0, 0, NULL },
#define CALL_LENGTH(name, cycles, per_line, argument) \
	{ #name, cycles, per_line, argument, 0, NULL },
#define CALL_PRODUCT(name, cycles, per_line, argument, factor) \
	{ #name, cycles, per_line, argument, factor, NULL },
#define CALL_GIVEN(name, cycles, per_line) { #name, cycles, per_line, 0, 0, NULL },
#define CALL_RESULT(name, cycles, per_line) \
	{ #name, cycles, per_line, 0, 0, (const void *)call_wrap_##name },

/* Costs of calls, by topic in the source. */
static struct call_cost table[] = {
#include "call_costs.def"
};

#define COUNT (sizeof table / sizeof *table)

/* For call_cost_of(): hashed by names when it is first asked, before workers exist; sorting
 * takes as long as half of a small program's start. */
#define SLOTS 8192 /* a power of two */

static uint16_t slot[SLOTS]; /* index in the table + 1; 0: free */

_Static_assert(COUNT < SLOTS / 2, "few names share a slot");

static uint16_t *slot_of(const char *name)
{
	uint32_t hash = 2166136261u; /* FNV-1a */

	for (const char *c = name; *c; c++)
		hash = (hash ^ (uint8_t)*c) * 16777619u;
	for (;; hash++) {
		uint16_t *s = &slot[(hash ^ hash >> 16) & (SLOTS - 1)];

		if (!*s || !strcmp(table[*s - 1].name, name))
			return s;
	}
}

static void hash_once(void)
{
	static bool hashed;

	for (size_t i = 0; !hashed && i < COUNT; i++)
		*slot_of(table[i].name) = (uint16_t)(i + 1);
	hashed = true;
}

const struct call_cost *call_cost_of(const char *name)
{
	static const struct call_cost usual = { .cycles = CALL_DEFAULT_CYCLES };
	static const struct call_cost own = { .cycles = 0 };

	hash_once();
	uint16_t found = *slot_of(name);

	if (found)
		return &table[found - 1];
	return strncmp(name, "bgqemu_", 7) == 0 ? &own : &usual;
}

void call_cost_wrap(const char *name, const void *wrap)
{
	hash_once();
	table[*slot_of(name) - 1].wrap = wrap;
}

const struct call_cost *call_cost_at(size_t i)
{
	return i < COUNT ? &table[i] : NULL;
}
