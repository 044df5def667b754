/* fetch.c - code that comes into a thread's instruction cache: for fetch_x86_64.S, which has the
 * program's vector registers still.  Compiled without them. */
#include "fetch.h"

int64_t fetch_take(struct fetch *f, uint32_t what, uintptr_t from)
{
	if (!fetch_has_room(f))
		return -1;
	return fetch_cost(f, fetch_enter(f, (uint32_t)from, what));
}
