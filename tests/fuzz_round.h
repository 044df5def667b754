/*
 * fuzz_round.h - what every round of the descriptor fuzzers has: a machine of a
 * random shape, programs that empty their reception FIFOs, and an end at which
 * nothing may be left.
 */
#ifndef BGQ_TESTS_FUZZ_ROUND_H
#define BGQ_TESTS_FUZZ_ROUND_H

#include "mu_random.h"

#define DRAIN_EVENTS 200000u  /* until what is under way counts as endless */
#define CLOSE_EVENTS 4000000u /* most that are under way when nothing can start */

static inline void rounds_shape(struct rng *g, struct net_shape *s)
{
	static const struct net_shape shapes[] = {
		{ { 2, 2, 1, 1, 2 }, { 1, 1, 1, 1, 1 } },
		{ { 2, 2, 1, 1, 2 }, { 0, 0, 0, 0, 0 } },
		{ { 1, 1, 1, 1, 1 }, { 1, 1, 1, 1, 1 } },
		{ { 4, 1, 1, 1, 1 }, { 0, 1, 1, 1, 1 } },
		{ { 3, 1, 2, 1, 1 }, { 1, 0, 1, 0, 1 } },
		{ { 2, 1, 1, 1, 1 }, { 1, 1, 1, 1, 1 } },
	};

	*s = PICK(g, shapes);
}

/* Empties node's reception FIFOs; returns the bytes that were in them, and adds
 * those of FIFO id to taken[id]. */
static inline uint64_t rounds_take(struct rig *r, uint32_t node, uint64_t *taken)
{
	uint64_t all = 0;

	for (unsigned i = 0; i < COUNT(rec_ids); i++) {
		uint64_t bytes = 0;

		if (rig_reg(r, node, rig_rec_reg(rec_ids[i], RIG_SIZE_1)))
			bytes = rig_take(r, node, rec_ids[i]);
		if (taken)
			taken[rec_ids[i]] += bytes;
		all += bytes;
	}
	return all;
}

/* Programs take all there is until nothing moves any more.  False if that would
 * never be.  taken: [node], or NULL. */
static inline bool rounds_drain(struct rig *r, uint64_t (*taken)[272])
{
	uint64_t bytes, begin = r->sim.carried_out;

	do {
		if (!rig_run(r, PS_NEVER, DRAIN_EVENTS))
			return false;
		bytes = 0;
		for (uint32_t n = 0; n < r->nodes; n++)
			bytes += rounds_take(r, n, taken ? taken[n] : NULL);
	} while (bytes && r->sim.carried_out - begin < DRAIN_EVENTS);
	return bytes == 0;
}

/* Gives everything back.  What is under way must end then, for nothing can start,
 * and no packet may be left. */
static inline void rounds_close(struct rig *r)
{
	static const uint32_t all[] = { 0, 1, 2, 3, 4, 5, 6, 7 };

	for (uint32_t n = 0; n < r->nodes; n++)
		for (uint32_t s = 0; s < MU_SUBGROUPS; s++) {
			mu_injfifo_free(r->mu, n, s, 8, all, r->sim.now_ps);
			mu_recfifo_free(r->mu, n, s, 4, all, r->sim.now_ps);
			mu_bat_free(r->mu, n, s, 8, all);
		}
	if (!rig_run(r, PS_NEVER, CLOSE_EVENTS) || !rig_at_rest(r))
		fail_msg("%zu events and %llu packets are left", r->sim.events,
			 (unsigned long long)fake_pool_live);
}

#endif
