/* rank_list.c - see rank_list.h. */
#include "rank_list.h"

#include <ctype.h>
#include <stdlib.h>

/* The next "4" or "4-7" of a list; false at its end, *list NULL if it is bad. */
static bool next_range(const char **list, unsigned long *first, unsigned long *last)
{
	char *end;

	if (!**list)
		return false;
	*first = *last = strtoul(*list, &end, 10);
	bool ok = isdigit((unsigned char)**list);

	if (*end == '-') {
		ok = ok && isdigit((unsigned char)end[1]);
		*last = strtoul(end + 1, &end, 10);
	}
	ok = ok && *first <= *last && (!*end || (*end == ',' && end[1]));
	*list = ok ? end + (*end == ',') : NULL;
	return ok;
}

bool rank_list_ok(const char *list)
{
	unsigned long first, last;
	bool any = *list;

	while (next_range(&list, &first, &last))
		;
	return any && list;
}

bool rank_list_below(const char *list, uint32_t ranks, unsigned long *beyond)
{
	unsigned long first;

	while (next_range(&list, &first, beyond))
		if (*beyond >= ranks)
			return false;
	return true;
}

bool rank_list_has(const char *list, uint32_t rank)
{
	unsigned long first, last;

	while (next_range(&list, &first, &last))
		if (rank >= first && rank <= last)
			return true;
	return false;
}
