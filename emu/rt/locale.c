/*
 * locale.c - compute nodes know the C locale only.  The host's is shared by all
 * processes and must never change.
 */
#include "cost.h"

#include <locale.h>
#include <string.h>

char *setlocale(int category, const char *name)
{
	static char c[] = "C";

	RT_COST(setlocale);
	if (category < LC_CTYPE || category > LC_IDENTIFICATION)
		return NULL;
	if (name && *name && strcmp(name, "C") && strcmp(name, "POSIX"))
		return NULL;
	return c;
}
