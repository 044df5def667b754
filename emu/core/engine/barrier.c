/* barrier.c - see barrier.h. */
#include "barrier.h"

#include <errno.h>
#include <linux/futex.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

/* To sleep and be woken takes as long as many rounds of waiting, in a virtual machine more so,
 * but another program may have use for the core. */
#define SPINS       40000
#define SPINS_ALONE 4000 /* from there on others go first, now and then */
#define SPINS_TURN  64

static inline void cpu_relax(void)
{
#if defined(__x86_64__) && !defined(BGQ_PORTABLE)
	__builtin_ia32_pause();
#elif defined(__aarch64__) && !defined(BGQ_PORTABLE)
	__asm__ volatile("yield");
#endif
}

/* Groups of all levels. */
static unsigned groups_of(unsigned parties)
{
	unsigned all = 0, members = parties;

	do {
		members = (members + BARRIER_FANIN - 1) / BARRIER_FANIN;
		all += members;
	} while (members > 1);
	return all;
}

/* Lays out a level of groups behind those that there are, over members from first on.  Returns
 * their number. */
static unsigned lay_level(struct barrier *b, unsigned first, unsigned members, bool of_parties)
{
	unsigned count = (members + BARRIER_FANIN - 1) / BARRIER_FANIN;

	for (unsigned i = 0; i < count; i++) {
		unsigned before = i * BARRIER_FANIN, left = members - before;
		struct barrier_group *g = &b->group[b->groups + i];

		*g = (struct barrier_group){ .members = left < BARRIER_FANIN ? left : BARRIER_FANIN,
					     .first = first + before, .of_parties = of_parties };
		for (unsigned k = 0; !of_parties && k < g->members; k++)
			b->group[g->first + k].parent = b->groups + i;
	}
	b->groups += count;
	return count;
}

int barrier_init(struct barrier *b, unsigned parties, unsigned cores)
{
	b->spins = parties <= cores ? SPINS : 0;
	b->groups = 0;
	b->group = aligned_alloc(_Alignof(struct barrier_group),
				 groups_of(parties) * sizeof *b->group);
	atomic_init(&b->round, 0);
	atomic_init(&b->sleepers, 0);
	if (!b->group)
		return -ENOMEM;
	for (unsigned count = lay_level(b, 0, parties, true); count > 1;)
		count = lay_level(b, b->groups - count, count, false);
	return 0;
}

void barrier_cleanup(struct barrier *b)
{
	free(b->group);
	b->group = NULL;
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

/* The last party to arrive returns true.  Its arrival has to be the caller's last access to what
 * others combine. */
static bool arrive_all(struct barrier *b, unsigned party, const struct barrier_ops *ops, void *arg)
{
	for (unsigned i = party / BARRIER_FANIN;; i = b->group[i].parent) {
		struct barrier_group *g = &b->group[i];

		/* A0: pairs with itself; the last arrival sees all earlier writes. */
		if (atomic_fetch_add_explicit(&g->arrived, 1, memory_order_acq_rel) + 1 <
		    g->members)
			return false;
		/* The next round begins after R0. */
		atomic_store_explicit(&g->arrived, 0, memory_order_relaxed);
		if (ops->combine)
			ops->combine(arg, g, i);
		if (i == b->groups - 1)
			return true;
	}
}

static void release(struct barrier *b, uint32_t round)
{
	/* R0: publishes serial()'s writes to the loads below. */
	atomic_store(&b->round, round + 1);
	if (atomic_load(&b->sleepers))
		syscall(SYS_futex, &b->round, FUTEX_WAKE_PRIVATE, INT32_MAX, NULL, NULL, 0);
}

void barrier_wait(struct barrier *b, unsigned party, const struct barrier_ops *ops, void *arg)
{
	/* Read before arriving: the round cannot end without us. */
	uint32_t round = atomic_load_explicit(&b->round, memory_order_relaxed);

	if (arrive_all(b, party, ops, arg)) {
		if (ops->serial)
			ops->serial(arg);
		release(b, round);
		return;
	}
	for (int turn = 0; /* pairs with R0 */
	     atomic_load_explicit(&b->round, memory_order_acquire) == round; turn++)
		if (!barrier_spins(b, turn)) {
			sleep_until_next(b, round);
			return;
		}
}
