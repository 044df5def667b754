/*
 * atomic.h - what the library's atomic accesses share: one lock for all of them, since threads of
 * a node seldom meet there.  The thread that has it is not switched (rt.h), so an access to an
 * object that instructions take, too, is whole for them.
 * Never: a call of bgq-run between lock and unlock.
 */
#ifndef BGQ_EMU_RT_ATOMIC_H
#define BGQ_EMU_RT_ATOMIC_H

#include <pthread.h>

extern pthread_mutex_t bgqrt_atomics;

static inline void atomics_lock(void)
{
	pthread_mutex_lock(&bgqrt_atomics);
}

static inline void atomics_unlock(void)
{
	pthread_mutex_unlock(&bgqrt_atomics);
}

#endif
