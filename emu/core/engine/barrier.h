/*
 * barrier.h - where the workers meet between windows: the last one to arrive runs a function
 * while the others wait.  Spins briefly, then sleeps; where there are fewer cores than parties
 * it sleeps at once, because a spinning worker would hold up the one that it waits for.
 */
#ifndef BGQ_EMU_BARRIER_H
#define BGQ_EMU_BARRIER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct barrier {
	unsigned parties;
	int spins;
	_Alignas(64) atomic_uint arrived;
	_Alignas(64) _Atomic uint32_t round; /* futex word */
	atomic_uint sleepers;
};

void barrier_init(struct barrier *b, unsigned parties, unsigned cores);

/* serial(arg) runs once a round, after all have arrived and before any leaves;
 * what any party wrote before arriving is visible to it, and what it writes to
 * all parties after. */
void barrier_wait(struct barrier *b, void (*serial)(void *), void *arg);

/* A turn, counted from 0, of a loop that waits for another party; false: time to sleep. */
bool barrier_spins(const struct barrier *b, int turn);

#endif
