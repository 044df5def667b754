/* hsearch.c - the one hash table of a process: libc's would be that of all ranks. */
#include <search.h>
#include <stddef.h>

static struct hsearch_data table;

int hcreate(size_t n)
{
	return hcreate_r(n, &table);
}

ENTRY *hsearch(ENTRY item, ACTION action)
{
	ENTRY *found = NULL;

	hsearch_r(item, action, &found, &table);
	return found;
}

void hdestroy(void)
{
	hdestroy_r(&table);
}
