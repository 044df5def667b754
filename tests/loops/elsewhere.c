/* elsewhere.c - state of loops behind a call into another file. */
#include "loops.h"

static long count;

long elsewhere_next(void)
{
	return ++count;
}

void elsewhere_reset(void)
{
	count = 0;
}

static void add(long *n)
{
	++*n;
}

void (*elsewhere_hook)(long *) = add;
