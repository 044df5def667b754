/* pthread_once.c - one-time initialization: 0 not yet, 1 under way, 2 done.  The
 * function itself is called by emu/target/rt/pthread_once.c, which sees it leave by an
 * exception or by the end of its thread. */
#include "emu/node/machine/call.h"
#include "emu/node/machine/process.h"
#include "posix.h"
#include "emu/target/rt/rt.h"

enum { ONCE_NOT_YET, ONCE_UNDER_WAY, ONCE_DONE };

bool bgqemu_once_begin(pthread_once_t *once)
{
	POSIX_OP();
	while (*once == ONCE_UNDER_WAY)
		posix_wait(WAIT_ONCE, once, PS_NEVER);
	if (*once == ONCE_DONE)
		return false;
	*once = ONCE_UNDER_WAY;
	return true;
}

void bgqemu_once_end(pthread_once_t *once, bool done)
{
	call_begin();
	*once = done ? ONCE_DONE : ONCE_NOT_YET;
	futex_wake(once, UINT32_MAX);
}
