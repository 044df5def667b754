/*
 * pthread_exit.c - a thread that ends in the middle of its calls: by pthread_exit
 * or because it was cancelled.  Its frames are unwound as by an exception, so
 * destructors of C++ and handlers compiled with -fexceptions run where they are;
 * handlers of plain C wait in lists and run when their frame has been passed.
 */
#include "pthread_private.h"

#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
#include <unwind.h>

/* A cancellation buffer is a jmp_buf without the signal mask that none has saved. */
_Noreturn void jump(void *buffer, int value) __asm__("longjmp");

/* In the pad of glibc's __pthread_unwind_buf_t. */
struct link {
	__pthread_unwind_buf_t *previous;
	int type;
};

static __thread __pthread_unwind_buf_t *frames; /* innermost first */
static __thread struct _Unwind_Exception exception;
static __thread void *result;

static struct link *link_of(__pthread_unwind_buf_t *b)
{
	return (struct link *)(void *)b->__pad;
}

static bool passed(const void *in_frame, struct _Unwind_Context *context, bool end)
{
	return end || (uintptr_t)in_frame < _Unwind_GetCFA(context);
}

/* At every frame, before it is unwound; the lists' objects lie in their frames. */
static _Unwind_Reason_Code stop(int version, _Unwind_Action actions,
	_Unwind_Exception_Class class, struct _Unwind_Exception *e,
	struct _Unwind_Context *context, void *arg)
{
	bool end = actions & _UA_END_OF_STACK;
	struct bgqrt_cleanup *b;

	(void)version, (void)class, (void)e, (void)arg;
	while ((b = bgqrt_cleanup_innermost()) && passed(b, context, end) &&
	       (!frames || (void *)b < (void *)frames))
		_pthread_cleanup_pop(b, 1);
	if (frames && passed(frames, context, end))
		jump(frames->__cancel_jmp_buf, 1);
	if (end)
		bgqrt_thread_finish(result);
	return _URC_NO_REASON;
}

/* catch (...) kept it: a thread cannot be called back. */
static void kept(_Unwind_Reason_Code reason, struct _Unwind_Exception *e)
{
	(void)reason, (void)e;
	bgqrt_die(SIGABRT, "the end of a thread was caught and not rethrown");
}

static _Noreturn void unwind(void)
{
	memset(&exception, 0, sizeof exception);
	exception.exception_cleanup = kept;
	_Unwind_ForcedUnwind(&exception, stop, NULL);
	bgqrt_die(SIGABRT, "a thread's stack cannot be unwound");
}

void pthread_exit(void *value)
{
	bgqemu_thread_exiting();
	result = value;
	unwind();
}

void thrd_exit(int value)
{
	pthread_exit((void *)(intptr_t)value);
}

static void cancelled(void)
{
	pthread_exit(PTHREAD_CANCELED);
}

int pthread_cancel(pthread_t handle)
{
	return bgqemu_thread_cancel(handle, cancelled);
}

/* ---- what pthread_cleanup_push and _pop of glibc's headers call */

void __pthread_register_cancel(__pthread_unwind_buf_t *b)
{
	link_of(b)->previous = frames;
	frames = b;
}

void __pthread_unregister_cancel(__pthread_unwind_buf_t *b)
{
	frames = link_of(b)->previous;
}

void __pthread_register_cancel_defer(__pthread_unwind_buf_t *b)
{
	__pthread_register_cancel(b);
	pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &link_of(b)->type);
}

void __pthread_unregister_cancel_restore(__pthread_unwind_buf_t *b)
{
	__pthread_unregister_cancel(b);
	pthread_setcanceltype(link_of(b)->type, NULL);
}

/* The handler has run: on to the frames above. */
void __pthread_unwind_next(__pthread_unwind_buf_t *b)
{
	frames = link_of(b)->previous;
	unwind();
}
