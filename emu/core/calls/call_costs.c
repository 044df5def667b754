/* call_costs.c - see call_costs.h. */
#include "call_costs.h"

#include <stdbool.h>
#include <string.h>

#define CALL_WRAPPED(wrapper) extern void wrapper(void);
#include "calls.def"

#define CALL_COST(call, ...) { .name = #call, .cycles = __VA_ARGS__ },
#define BY_LENGTH(c, line, n) c, .per_line = line, .argument = n
#define BY_PRODUCT(c, line, n, m) c, .per_line = line, .argument = n, .factor = m
#define CALL_RATE(call, c, line, wrapper) \
	{ .name = #call, .cycles = c, .per_line = line, .wrap = (const void *)wrapper },

/* Costs of calls, by topic in the source. */
static struct call_cost table[] = {
#include "calls.def"
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

	hash_once();
	uint16_t found = *slot_of(name);

	return found ? &table[found - 1] : &usual;
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
