/*
 * follow_call.c - calls of the runtime in a loop that is interpreted: pure ones, of a table that is
 * given at set-up, by which any other ends the proof.  See follow.h.
 */
#include "include/bgqemu/budget.h"
#include "emu/core/calls/call_thunk.h"
#include "emu/node/image/image.h"
#include "follow.h"

/* Where the call at an address was found last, by this worker: looked at before all others. */
struct hint {
	uint32_t thunk, pure;
};
#define HINTS 32u /* a power of two */

static struct hint *hint_of(uint64_t at)
{
	static __thread struct hint hints[HINTS];

	return &hints[(at ^ at >> 5) % HINTS];
}

static const struct call_thunk *thunk_at(struct hint *h, uint64_t at)
{
	const struct call_thunks *c = &follow_model.image->thunks;
	uint64_t offset = at - (uintptr_t)c->code;
	const struct call_thunk *thunk;

	if (h->thunk < c->count && c->list[h->thunk].offset == offset)
		return &c->list[h->thunk];
	thunk = call_thunks_find(c, at);
	if (thunk)
		h->thunk = (uint32_t)(thunk - c->list);
	return thunk;
}

static const struct follow_pure *pure_at(struct hint *h, uint64_t target)
{
	const struct follow_pure *pure = follow_model.pure;

	if (h->pure < follow_model.pures && (uintptr_t)pure[h->pure].target == target)
		return &pure[h->pure];
	for (h->pure = 0; h->pure < follow_model.pures; h->pure++)
		if ((uintptr_t)pure[h->pure].target == target)
			return &pure[h->pure];
	return NULL;
}

/* Charges the cost of a call through a thunk; returns its target. */
static uint64_t through_thunk(struct follow *f, struct hint *h, uint64_t at)
{
	const struct call_thunk *thunk = thunk_at(h, at);

	if (!thunk)
		return at;
	if (thunk->cost->argument)
		follow_give_up(f, FOLLOW_CALL); /* its cost depends on a length: no known call */
	f->left -= thunk->cost->cycles * BUDGET_CYCLE;
	return (uintptr_t)thunk->target;
}

void follow_call(struct follow *f, uint64_t at)
{
	struct hint *h = hint_of(at);
	const struct follow_pure *pure;

	follow_yields(f);
	pure = pure_at(h, through_thunk(f, h, at));
	if (!pure) {
		follow_give_up(f, FOLLOW_CALL);
		return;
	}
	f->zero.more |= pure->reads;
	pure->interpret(f);
}
