/*
 * thread_atexit.c - destructors of C++ thread_local objects.  They run when
 * their thread ends (bgqrt_thread_exit), the main thread's before exit's own
 * handlers, as with glibc.
 */
#include "private.h"

#include <pthread.h>

static struct handlers at_thread_exit;

int __cxa_thread_atexit_impl(void (*fn)(void *), void *arg, void *dso);
int __cxa_thread_atexit_impl(void (*fn)(void *), void *arg, void *dso)
{
	(void)dso;
	return bgqrt_handlers_add(&at_thread_exit, &(struct handler){
		.kind = HANDLER_ARG, .fn.arg = fn, .arg = arg,
		.owner = (const void *)pthread_self() });
}

void bgqrt_thread_exit(void)
{
	bgqrt_handlers_run(&at_thread_exit, (const void *)pthread_self(), 0);
}
