/* values.c - see values.h. */
#include "values.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

bool value_parse(const char *text, int base, unsigned long least, unsigned long most,
		 unsigned long *n)
{
	char *end;

	errno = 0;
	*n = strtoul(text, &end, base);
	return !errno && !*end && isdigit((unsigned char)*text) && *n >= least && *n <= most;
}

unsigned long value_number(struct argp_state *st, const char *arg, const char *what,
			   unsigned long least, unsigned long most)
{
	unsigned long n;

	if (!value_parse(arg, 0, least, most, &n))
		argp_error(st, "%s: '%s' is not a number from %lu to %lu", what, arg, least,
			   most);
	return n;
}

void value_shape(struct argp_state *st, const char *arg, struct net_shape *s)
{
	if (net_shape_parse(arg, s) != 0)
		argp_error(st, "--shape: '%s' is not of the form AxBxCxDxE with "
			   "1 to 64 nodes in each dimension", arg);
}

unsigned value_dimensions(struct argp_state *st, const char *arg, const char *what)
{
	unsigned mask = 0;

	for (const char *p = arg; *p; p++) {
		int c = toupper((unsigned char)*p);

		if (c == ',' || c == 'X')
			continue;
		if (c < 'A' || c >= 'A' + NET_DIMS)
			argp_error(st, "%s: '%s' is not a list of dimensions out of ABCDE", what,
				   arg);
		if (mask >> (c - 'A') & 1)
			argp_error(st, "%s: '%s' names %c twice", what, arg, c);
		mask |= 1u << (c - 'A');
	}
	return mask;
}

void value_accept(struct argp_state *st, const char *arg, const char *what, const char *why)
{
	if (why)
		argp_error(st, "%s: '%s': %s", what, arg, why);
}

double value_seconds(struct argp_state *st, const char *arg, const char *what, double most)
{
	char *end;
	double s = strtod(arg, &end);

	if (*end || end == arg || !(s >= 0) || s > most)
		argp_error(st, "%s: '%s' is not a number of seconds", what, arg);
	return s;
}
