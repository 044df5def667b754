/* pthread_once.c - calls the function of a one-time initialization.  Compiled with
 * -fexceptions: if it leaves by an exception or with its thread, another call may try. */
#include "cost.h"
#include "private.h"

#include <threads.h>

#define PTHREAD_ONCE_DONE 2 /* as in emu/node/posix/pthread_once.c */

struct attempt {
	pthread_once_t *once;
	bool done;
};

static void settle(struct attempt *a)
{
	bgqemu_once_end(a->once, a->done);
}

static void attempt(pthread_once_t *once, void (*fn)(void))
{
	struct attempt a __attribute__((cleanup(settle))) = { .once = once };

	RT_OWN(fn)();
	a.done = true;
}

int pthread_once(pthread_once_t *once, void (*fn)(void))
{
	RT_COST(pthread_once);
	if (*once != PTHREAD_ONCE_DONE && bgqemu_once_begin(once))
		attempt(once, fn);
	return 0;
}

void call_once(once_flag *flag, void (*fn)(void))
{
	pthread_once((pthread_once_t *)(void *)flag, fn);
}
