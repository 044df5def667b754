/*
 * rt_services.c - services of bgq-run for the support library inside every image
 * (emu/target/rt/): checks in calls that do not come back, stacks that are left.
 */
#include "emu/node/io/io.h"
#include "emu/node/machine/process.h"
#include "emu/node/machine/own_code.h"
#include "emu/node/posix/thread.h"
#include "emu/node/posix/posix.h"
#include "emu/target/rt/rt.h"
#include "emu/core/check/check.h"

void bgqemu_call_check(void)
{
	check_in_call();
}

void *bgqemu_own_code(const void *fn)
{
	return (void *)own_code((uintptr_t)fn);
}

static bool is_within(struct posix_thread_bounds b, const void *p)
{
	return (uintptr_t)p - (uintptr_t)b.low < (uintptr_t)b.high - (uintptr_t)b.low;
}

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>

static void unpoison(struct posix_thread_bounds b, const void *to)
{
	const struct posix_thread *pt = thread_self->user->posix;

	if (is_within(b, to))
		__asan_unpoison_memory_region(b.low, (uintptr_t)to - (uintptr_t)b.low);
	if (pt && pt->signal_stack_bytes)
		__asan_unpoison_memory_region(pt->signal_stack, pt->signal_stack_bytes);
}
#else
static void unpoison(struct posix_thread_bounds b, const void *to)
{
	(void)b, (void)to;
}
#endif

void bgqemu_stack_left(const void *to)
{
	struct posix_thread_bounds b = posix_thread_stack(thread_self);

	if (is_within(b, to))
		io_left(b.low, to);
	unpoison(b, to);
}
