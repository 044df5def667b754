/* or_die.h - memory without which a wait could not be told from computing. */
#ifndef BGQ_EMU_WAIT_OR_DIE_H
#define BGQ_EMU_WAIT_OR_DIE_H

#include <stdlib.h>

static inline void *or_die(void *p)
{
	if (!p)
		abort();
	return p;
}

#endif
