/* call_costs.c - see call_costs.h. */
#include "call_costs.h"

#include <stdlib.h>
#include <string.h>

#define CALL(name, cycles)
#define CALL_LENGTH(name, cycles, per_line, argument)
#define CALL_PRODUCT(name, cycles, per_line, argument, factor)
#define CALL_RESULT(name, cycles, per_line) extern void call_wrap_##name(void);
#include "call_costs.def"
#undef CALL
#undef CALL_LENGTH
#undef CALL_PRODUCT
#undef CALL_RESULT

#define CALL(name, cycles) { #name, cycles, 0, 0, 0, NULL },
#define CALL_LENGTH(name, cycles, per_line, argument) \
	{ #name, cycles, per_line, argument, 0, NULL },
#define CALL_PRODUCT(name, cycles, per_line, argument, factor) \
	{ #name, cycles, per_line, argument, factor, NULL },
#define CALL_RESULT(name, cycles, per_line) \
	{ #name, cycles, per_line, 0, 0, (const void *)call_wrap_##name },

/* By topic in the source; sorted when it is first asked, before workers exist. */
static struct call_cost table[] = {
#include "call_costs.def"
};

#define COUNT (sizeof table / sizeof *table)

static int by_name(const void *a, const void *b)
{
	return strcmp(((const struct call_cost *)a)->name, ((const struct call_cost *)b)->name);
}

static void sort_once(void)
{
	static int sorted;

	if (!sorted)
		qsort(table, COUNT, sizeof *table, by_name);
	sorted = 1;
}

const struct call_cost *call_cost_at(size_t i)
{
	sort_once();
	return i < COUNT ? &table[i] : NULL;
}

const struct call_cost *call_cost_of(const char *name)
{
	static const struct call_cost usual = { .cycles = CALL_DEFAULT_CYCLES };
	static const struct call_cost own = { .cycles = 0 };
	const struct call_cost key = { .name = name }, *found;

	sort_once();
	found = bsearch(&key, table, COUNT, sizeof *table, by_name);
	if (found)
		return found;
	return strncmp(name, "bgqemu_", 7) == 0 ? &own : &usual;
}
