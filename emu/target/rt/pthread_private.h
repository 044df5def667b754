/* pthread_private.h - shared by the files on threads. */
#ifndef BGQ_EMU_RT_PTHREAD_PRIVATE_H
#define BGQ_EMU_RT_PTHREAD_PRIVATE_H

#include "private.h"

/* pthread.c: destructors, and the end of the calling thread. */
RT_HIDDEN _Noreturn void bgqrt_thread_finish(void *result);

#endif
