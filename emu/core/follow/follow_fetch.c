/*
 * follow_fetch.c - code that is fetched in the rounds of a wait; see follow.h.
 *
 * A look for young code changes nothing.  From the first other one on, looks are made in a copy of
 * the thread's cache, and charged as bgqemu_fetch charges them.  A round whose code is more than
 * is young changes the order of functions; it is a fixed point if the order at its end is that at
 * the head, as it is, sooner or later, for a loop that takes the same way in each round.  The
 * order at some round before is kept, too: if that comes again instead, the loop waits from there
 * on, and is proven once it has been executed so far (R. P. Brent, An improved Monte Carlo
 * factorization algorithm, 1980, keeps those of rounds 1, 2, 4 and so on).
 *
 * Never: the cache of the thread itself changed.
 */
#include "follow.h"

void follow_fetch_begin(struct follow *f)
{
	f->fetch.used = f->fetch.in_round = false;
	f->fetch.round = f->fetch.kept = 0;
}

static void enter(struct follow *f, const struct op *op)
{
	struct follow_fetch *c = &f->fetch;

	if (!c->used)
		fetch_copy(&c->now, f->thread->fetch);
	if (!fetch_has_room(&c->now))
		fetch_make_room(&c->now);
	c->used = c->in_round = true;
	uint32_t key = (uint32_t)((uintptr_t)f->base + op->target);
	f->left -= (uint64_t)fetch_cost(&c->now, fetch_enter(&c->now, key, op->what));
}

void follow_fetch(struct follow *f, const struct op *op)
{
	const struct fetch *cache = f->fetch.used ? &f->fetch.now : f->thread->fetch;

	if (!fetch_is_young(cache, op->function))
		enter(f, op);
	follow_set_reg(f, REG_FETCH, 0); /* its bits, or number: the program has nothing there */
	f->flags.bytes = 0;
}

bool follow_fetch_same(struct follow *f)
{
	struct follow_fetch *c = &f->fetch;

	if (!c->used || fetch_is_same(&c->now, f->thread->fetch))
		return true;
	if (c->kept && fetch_is_same(&c->now, &c->before)) {
		f->needs_warmup = true;
	} else if (++c->round >= 2 * c->kept) {
		fetch_copy(&c->before, &c->now);
		c->kept = c->round;
	}
	return false;
}

bool follow_fetch_changes(struct follow *f)
{
	bool changes = f->fetch.in_round;

	f->fetch.in_round = false;
	return changes;
}
