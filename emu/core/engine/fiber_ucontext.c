/*
 * fiber_ucontext.c - fibers by the C library's contexts, where no switch in assembly is: a stack
 * pointer is that of the context, which is on the fiber's stack while it does not run.  Each switch
 * sets the signal mask, a call of the kernel.
 */
#if defined(BGQ_PORTABLE)

#include "fiber.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#define START_BYTES 4096 /* what the context is told that its stack has, at least */

/* On a new fiber's stack, above what it uses. */
struct start {
	ucontext_t context;
	void (*entry)(void *);
	void *arg;
};

void fiber_switch(void **save_sp, void *load_sp)
{
	ucontext_t here;

	*save_sp = &here;
	if (swapcontext(&here, load_sp) != 0)
		abort();
}

/* Arguments of a context are ints. */
static void begin(unsigned high, unsigned low)
{
	const struct start *s = (const struct start *)((uintptr_t)high << 32 | low);

	s->entry(s->arg);
	abort();
}

void *fiber_prepare(void *top, void (*entry)(void *), void *arg)
{
	struct start *s = (struct start *)(((uintptr_t)top - sizeof *s) & ~(uintptr_t)63);

	memset(s, 0, sizeof *s);
	if (getcontext(&s->context) != 0)
		abort();
	s->entry = entry;
	s->arg = arg;
	s->context.uc_stack.ss_sp = (char *)s - START_BYTES;
	s->context.uc_stack.ss_size = START_BYTES;
	makecontext(&s->context, (void (*)(void))begin, 2, (unsigned)((uintptr_t)s >> 32),
		    (unsigned)(uintptr_t)s);
	return &s->context;
}

/* A backtrace of a fiber needs its processor's frames. */
void fiber_probe(void *sp, void (*fn)(void))
{
	(void)sp, (void)fn;
}

#endif
