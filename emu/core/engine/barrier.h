/*
 * barrier.h - where the workers meet between windows: the last one to arrive runs a function
 * while the others wait.  Spins briefly, then sleeps; where there are fewer cores than parties
 * it sleeps at once, because a spinning worker would hold up the one that it waits for.
 *
 * Parties arrive in groups of a few, these in groups of groups: the last one of each group
 * combines what its members have left there, so that no party looks at all others.
 *
 *	group  0 1 2 .. 7 | 8 .. 15 | ...      level 0: of parties
 *	          n           n+1              level 1: of groups
 *	                n+m                    the last one: all
 */
#ifndef BGQ_EMU_BARRIER_H
#define BGQ_EMU_BARRIER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#define BARRIER_FANIN 8

struct barrier_group {
	_Alignas(64) atomic_uint arrived;
	unsigned members;
	unsigned first;  /* of its members: a party, or a group */
	unsigned parent; /* its group, unless it is the last one */
	bool of_parties;
};

struct barrier {
	struct barrier_group *group;
	unsigned groups;
	int spins;
	_Alignas(64) _Atomic uint32_t round; /* futex word */
	atomic_uint sleepers;
};

struct barrier_ops {
	/* The group's members have all arrived; in order: before the group that it is in.  May be
	 * NULL. */
	void (*combine)(void *arg, const struct barrier_group *g, unsigned group);
	/* Once a round, after all have arrived and before any leaves. */
	void (*serial)(void *arg);
};

/* 0 or -ENOMEM. */
int barrier_init(struct barrier *b, unsigned parties, unsigned cores);
void barrier_cleanup(struct barrier *b);

/* Writes of any party before arriving are visible to serial(), and what that writes to all parties
 * after; combine() sees what its members wrote.  party: the caller's number. */
void barrier_wait(struct barrier *b, unsigned party, const struct barrier_ops *ops, void *arg);

/* A turn, counted from 0, of a loop that waits for another party; false: time to sleep. */
bool barrier_spins(const struct barrier *b, int turn);

#endif
