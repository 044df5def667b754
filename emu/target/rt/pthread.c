/*
 * pthread.c - the part of threads inside the program: code that runs at a thread's
 * beginning and end on its own stack.  Everything else is in bgq-run
 * (emu/node/posix/posix.h).  A thread must always end in bgqrt_thread_finish(): only there its
 * destructors run.
 */
#include "pthread_private.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <threads.h>

/* In glibc's order: objects of C++, then POSIX's data. */
_Noreturn void bgqrt_thread_finish(void *result)
{
	bgqemu_thread_exiting();
	if (bgqrt_thread_exit)
		bgqrt_thread_exit();
	bgqemu_thread_destructors();
	bgqemu_thread_end(result);
	exit(0); /* the last thread, after main's has ended by pthread_exit */
}

/* Start argument of a thread whose creator blocks signals. */
struct masked {
	void *(*start)(void *);
	void *arg;
	sigset_t mask;
};

static void *run_masked(void *arg)
{
	struct masked m = *(struct masked *)arg;

	free(arg);
	bgqrt_signal_mask(&m.mask, true);
	return m.start(m.arg);
}

static void run_posix(void *(*start)(void *), void *arg)
{
	bgqrt_thread_finish(start(arg));
}

int pthread_create(pthread_t *restrict handle, const pthread_attr_t *restrict attr,
	void *(*start)(void *), void *restrict arg)
{
	struct masked *m = NULL;
	sigset_t mask;

	sigemptyset(&mask);
	if (bgqrt_signal_mask)
		bgqrt_signal_mask(&mask, false);
	if (!sigisemptyset(&mask)) {
		if (!(m = malloc(sizeof *m)))
			return EAGAIN;
		*m = (struct masked){ start, arg, mask };
		start = run_masked;
		arg = m;
	}
	int rc = bgqemu_thread_create(handle, attr, run_posix, start, arg);

	if (rc)
		free(m);
	return rc;
}

/* C11 has no signal masks, and its function returns an int. */
static void run_c11(void *(*start)(void *), void *arg)
{
	thrd_start_t start_c11 = (thrd_start_t)(void (*)(void))start;

	bgqrt_thread_finish((void *)(intptr_t)start_c11(arg));
}

int thrd_create(thrd_t *handle, thrd_start_t start, void *arg)
{
	int rc = bgqemu_thread_create(handle, NULL, run_c11,
		(void *(*)(void *))(void (*)(void))start, arg);

	return rc == 0 ? thrd_success : rc == ENOMEM ? thrd_nomem : thrd_error;
}
