/* values.c - see values.h. */
#include "values.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>

unsigned long value_number(struct argp_state *st, const char *arg, const char *what,
			   unsigned long least, unsigned long most)
{
	char *end;

	errno = 0;
	unsigned long n = strtoul(arg, &end, 0);

	if (errno || *end || !isdigit((unsigned char)*arg) || n < least || n > most)
		argp_error(st, "%s: '%s' is not a number from %lu to %lu", what, arg, least,
			   most);
	return n;
}
