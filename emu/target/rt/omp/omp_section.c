/*
 * omp_section.c - one thread at a time in OpenMP's own data, and sleeping until
 * another has done something.
 *
 * A section costs one round trip to L2, paid before it, as the atomic operations
 * of the machine's L2 do; nothing inside lets time pass or waits, so on a node,
 * which switches threads only there, no section is ever met half done.  The flag
 * is for other hosts of this code (its tests).  A thread woken in a section gets up
 * at its end: the caller wakes some, those wake the others.
 */
#include "omp_rt.h"

#include <sched.h>

#include <bgqemu/abi.h>

static bool taken;
static struct omp_thread *woken, **woken_end = &woken;
static unsigned woken_count;

void omprt_enter(void)
{
	bgqemu_charge(BGQEMU_OP_POLL, 2);
	while (__atomic_exchange_n(&taken, true, __ATOMIC_ACQUIRE))
		sched_yield();
}

/* The first of list is woken and wakes half of the others, and so on. */
static void raise_up(struct omp_thread *list, unsigned count)
{
	while (count > 0) {
		struct omp_thread *t = list;
		unsigned heirs = (count - 1) / 2;

		t->heirs = t->next_woken;
		t->heir_count = heirs;
		list = t->next_woken;
		for (unsigned i = 0; i < heirs; i++)
			list = list->next_woken;
		count -= 1 + heirs;
		sem_post(&t->wake);
	}
}

void omprt_leave(void)
{
	struct omp_thread *list = woken;
	unsigned count = woken_count;

	woken = NULL;
	woken_end = &woken;
	woken_count = 0;
	__atomic_store_n(&taken, false, __ATOMIC_RELEASE);
	raise_up(list, count);
}

void omprt_wake(struct omp_thread *t)
{
	if (!t->asleep)
		return;
	t->asleep = false;
	t->next_woken = NULL;
	*woken_end = t;
	woken_end = &t->next_woken;
	woken_count++;
}

void omprt_lie_down(struct omp_thread *me)
{
	me->asleep = true;
	omprt_leave();
}

void omprt_get_up(struct omp_thread *me)
{
	raise_up(me->heirs, me->heir_count);
	omprt_enter();
}
