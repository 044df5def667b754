/* hwthread_stack.h - memory of threads, for hwthread.c. */
#ifndef BGQ_EMU_HWTHREAD_STACK_H
#define BGQ_EMU_HWTHREAD_STACK_H

#include "hwthread.h"

/* A stack for h, whose thread has its process: 0, EAGAIN (no room) or EINVAL (the
 * program's own is too small). */
int hwthread_stack_take(struct hwthread *h, const struct hwthread_plan *plan);
void hwthread_stack_free(struct hwthread *h);

/* Fills in the thread's handle and thread-locals; where its frames begin. */
void *hwthread_stack_lay_out(struct hwthread *h);

#endif
