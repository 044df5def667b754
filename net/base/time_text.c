/* time_text.c - see time_text.h. */
#include "time_text.h"

#include <stdlib.h>
#include <string.h>

#define TIME_MAX_PS 1e18

const char *time_text_parse(const char *text, ps_t *ps)
{
	static const struct { const char *name; double ps; } units[] = {
		{ "ps", 1 }, { "ns", 1e3 }, { "us", 1e6 }, { "ms", 1e9 }, { "s", 1e12 } };
	char *unit;
	double n = strtod(text, &unit);

	if (unit == text || !(n >= 0))
		return NULL;
	for (unsigned i = 0; i < sizeof units / sizeof *units; i++) {
		size_t length = strlen(units[i].name);

		if (strncmp(unit, units[i].name, length))
			continue;
		if (n * units[i].ps > TIME_MAX_PS)
			return NULL;
		*ps = (ps_t)(n * units[i].ps + 0.5);
		return unit + length;
	}
	return NULL;
}
