/* options_trace.c - see options_trace.h. */
#include "options_trace.h"

#include <stdlib.h>
#include <string.h>

const char *options_trace_links(struct options_trace *o, const char *text)
{
	o->links = 0;
	if (!strcmp(text, "none"))
		return NULL;
	for (;; text += 3) {
		if (*text < 'A' || *text > 'E' || (text[1] != '-' && text[1] != '+') ||
		    (text[2] && text[2] != ','))
			return "not a list of links like A+,C-";
		o->links |= (uint16_t)(1u << (2 * (*text - 'A') + (text[1] == '+')));
		if (!text[2])
			return NULL;
	}
}

#define MAX_PS 1e18 /* a million seconds */

/* "1.5us"; *end is behind it. */
static bool take_time(const char *text, const char **end, ps_t *ps)
{
	static const struct { const char *name; double ps; } units[] = {
		{ "ps", 1 }, { "ns", 1e3 }, { "us", 1e6 }, { "ms", 1e9 }, { "s", 1e12 } };
	char *unit;
	double n = strtod(text, &unit);

	if (unit == text || !(n >= 0))
		return false;
	for (unsigned i = 0; i < sizeof units / sizeof *units; i++) {
		size_t length = strlen(units[i].name);

		if (strncmp(unit, units[i].name, length))
			continue;
		if (n * units[i].ps > MAX_PS)
			return false;
		*ps = (ps_t)(n * units[i].ps);
		*end = unit + length;
		return true;
	}
	return false;
}

const char *options_trace_time(struct options_trace *o, const char *text)
{
	static const char wrong[] = "not of the form FROM:TO, as 10us:1.5ms";

	o->from_ps = 0;
	o->to_ps = PS_NEVER;
	if (*text != ':' && !take_time(text, &text, &o->from_ps))
		return wrong;
	if (*text++ != ':')
		return wrong;
	if (*text && !take_time(text, &text, &o->to_ps))
		return wrong;
	if (*text)
		return wrong;
	return o->from_ps < o->to_ps ? NULL : "its end is not behind its beginning";
}
