/* thread_stack.h - memory of threads, for thread.c. */
#ifndef BGQ_EMU_POSIX_THREAD_STACK_H
#define BGQ_EMU_POSIX_THREAD_STACK_H

#include "thread.h"

/* A stack for pt, whose thread has its process: 0, EAGAIN (no room) or EINVAL (the
 * program's own is too small). */
int thread_stack_take(struct posix_thread *pt, const struct posix_thread_plan *plan);
void thread_stack_free(struct posix_thread *pt);

/* Fills in the thread's handle and thread-locals; where its frames begin. */
void *thread_stack_lay_out(struct posix_thread *pt);

#endif
