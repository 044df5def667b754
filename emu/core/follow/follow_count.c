/*
 * follow_count.c - a wait that counts its rounds; see follow.h and count.h.
 *
 * A proof has failed because after some rounds so many are alike, but for the slopes of induction
 * variables, that the first state does not come back.  So it is made again from the check on, with
 * the slopes that have been found: if they hold in its very first round, that and those after it,
 * as many as follow_slope.rounds says, differ by the slopes alone, take the same time and use the
 * same words at the same times of a round.
 *
 * Registers that a round writes before it reads them are not live at the head, but may be so behind
 * the loop.  Their slopes are believed only if the registers have changed by those of the first
 * proof in fact, and the second proof finds the same.
 *
 * A count in a register at the head may be in memory elsewhere: functions that the loop calls keep
 * it on the stack.  So where its stores may not be deferred, the outermost check is the head.
 *
 * Never: a count in memory that others see.
 */
#include "follow.h"

#include <string.h>

void follow_count_take(struct follow *f)
{
	struct follow_count *c = &f->count;

	memcpy(c->reg, f->slope.reg, sizeof c->reg);
	c->steady = true;
	for (unsigned i = 0; i < REG_IMAGE; i++)
		if (!(f->junk >> i & 1) && (c->reg[i] == SLOPE_WILD ||
					     f->reg[i] - f->skip.reg[i] != (uint64_t)c->reg[i]))
			c->steady = false;
}

bool follow_count_may(const struct follow *f)
{
	return f->may_count && f->skip.endless && !f->why && f->count.steady;
}

/* Compares the slopes of all registers but those that a call has left undefined. */
static bool same_slopes(const struct follow *f)
{
	for (unsigned i = 0; i < REG_IMAGE; i++)
		if (!(f->junk >> i & 1) && f->slope.reg[i] != f->count.reg[i])
			return false;
	return true;
}

/* Whether the words that the wait counts in are its own, or its stores to them may be deferred. */
static bool words_may(struct follow *f)
{
	for (unsigned i = 0; i < f->slope.words; i++) {
		uint64_t at = f->slope.word[i].at;

		if (follow_is_dead(f, at) || (f->may_defer_stores && !follow_is_seen(f, at)))
			continue;
		if (!f->may_differ)
			return false;
		follow_cell_differs(f, at);
	}
	return true;
}

/* The last of the rounds is executed. */
bool follow_counts(struct follow *f)
{
	if (!follow_stack_is_own(f) || !f->skip.looked || !f->skip.good)
		return false;
	if (!follow_vectors_same(f) || !same_slopes(f) || f->slope.rounds <= FOLLOW_SKIP_MOST)
		return false;
	f->has_deferred_stores = !words_may(f);
	if (f->has_deferred_stores)
		return false;
	f->rounds = f->slope.rounds - 1;
	return true;
}
