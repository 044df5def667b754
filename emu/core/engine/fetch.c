/* fetch.c - see fetch.h. */
#include "fetch.h"

#include <stdlib.h>
#include <string.h>

static struct fetch everything;

static void *zeroed(size_t count, size_t size)
{
	void *p = calloc(count, size);

	if (!p)
		abort();
	return p;
}

struct fetch *fetch_create(uint32_t line_cycles)
{
	struct fetch *f;

	if (!line_cycles) {
		if (!fetch_is_young(&everything, 0)) /* all workers write the same */
			memset(everything.young, 0xff, sizeof everything.young);
		return &everything;
	}
	f = zeroed(1, sizeof *f);
	f->cycles = line_cycles;
	return f;
}

void fetch_free(struct fetch *f)
{
	if (!f || f == &everything)
		return;
	free(f->entered);
	free(f);
}

void fetch_remember(struct fetch *f)
{
	f->entered = zeroed(FETCH_FUNCTIONS, sizeof *f->entered);
	for (unsigned i = 0; i < FETCH_FUNCTIONS; i++)
		if (fetch_is_young(f, i))
			f->entered[i] = f->position;
}
