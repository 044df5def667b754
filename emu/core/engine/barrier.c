/* barrier.c - see barrier.h. */
#include "barrier.h"

#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

/* To sleep and be woken takes as long as many rounds of waiting, in a virtual machine more so,
 * but another program may have use for the core. */
#define SPINS       40000
#define SPINS_ALONE 4000 /* from there on others go first, now and then */
#define SPINS_TURN  64

static inline void cpu_relax(void)
{
#if defined(__x86_64__)
	__builtin_ia32_pause();
#elif defined(__aarch64__)
	__asm__ volatile("yield");
#endif
}

void barrier_init(struct barrier *b, unsigned parties, unsigned cores)
{
	b->parties = parties;
	b->spins = parties <= cores ? SPINS : 0;
	atomic_init(&b->arrived, 0);
	atomic_init(&b->round, 0);
	atomic_init(&b->sleepers, 0);
}

bool barrier_spins(const struct barrier *b, int turn)
{
	if (turn >= b->spins)
		return false;
	if (turn >= SPINS_ALONE && turn % SPINS_TURN == 0)
		sched_yield();
	cpu_relax();
	return true;
}

static void sleep_until_next(struct barrier *b, uint32_t round)
{
	atomic_fetch_add(&b->sleepers, 1);
	while (atomic_load(&b->round) == round)
		syscall(SYS_futex, &b->round, FUTEX_WAIT_PRIVATE, round, NULL, NULL, 0);
	atomic_fetch_sub(&b->sleepers, 1);
}

void barrier_wait(struct barrier *b, void (*serial)(void *), void *arg)
{
	/* Read before arriving: the round cannot end without us. */
	uint32_t round = atomic_load_explicit(&b->round, memory_order_relaxed);

	/* A0: pairs with itself; the last arrival sees all earlier writes. */
	if (atomic_fetch_add_explicit(&b->arrived, 1, memory_order_acq_rel) + 1 ==
	    b->parties) {
		serial(arg);
		atomic_store_explicit(&b->arrived, 0, memory_order_relaxed);
		/* R0: publishes serial()'s writes to the loads below. */
		atomic_store(&b->round, round + 1);
		if (atomic_load(&b->sleepers))
			syscall(SYS_futex, &b->round, FUTEX_WAKE_PRIVATE, INT32_MAX, NULL,
				NULL, 0);
		return;
	}
	for (int turn = 0; /* pairs with R0 */
	     atomic_load_explicit(&b->round, memory_order_acquire) == round; turn++)
		if (!barrier_spins(b, turn)) {
			sleep_until_next(b, round);
			return;
		}
}
