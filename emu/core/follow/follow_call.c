/*
 * follow_call.c - calls of the runtime in a loop that is interpreted: pure ones, of a table that is
 * given at set-up, by which any other ends the proof.  See follow.h.
 */
#include "include/bgqemu/budget.h"
#include "emu/core/calls/call_thunk.h"
#include "emu/node/image/image.h"
#include "follow.h"

/* Charges the cost of a call through a thunk; returns its target. */
static uint64_t through_thunk(struct follow *f, uint64_t at)
{
	const struct call_thunks *thunks = &follow_model.image->thunks;
	const struct call_thunk *thunk = call_thunks_find(thunks, at);

	if (!thunk)
		return at;
	if (thunk->cost->argument)
		follow_give_up(f, FOLLOW_CALL); /* its cost depends on a length: no known call */
	f->left -= thunk->cost->cycles * BUDGET_CYCLE;
	return (uintptr_t)thunk->target;
}

void follow_call(struct follow *f, uint64_t at)
{
	follow_yields(f);
	at = through_thunk(f, at);
	for (unsigned i = 0; i < follow_model.pures; i++)
		if ((uintptr_t)follow_model.pure[i].target == at) {
			f->zero.more |= follow_model.pure[i].reads;
			follow_model.pure[i].interpret(f);
			return;
		}
	follow_give_up(f, FOLLOW_CALL);
}
