/* together.c - see together.h. */
#include "together.h"

#include "emu/node/machine/booted.h"
#include "emu/core/follow/follow.h"
#include "emu/core/engine/watch.h"

/* To prove a round for all threads of a node, to compare what they use, and to bring them to where
 * they would be costs as much as to execute one of them for so many cycles an instruction. */
#define BRIEF_CYCLES 64
/* After failures it is tried again after the same number of cycles, doubled with each. */
#define SHIFT_MOST 8

bool together_may(const struct thread *t, ps_t now_ps)
{
	return now_ps >= t->loop.wait->differ_next_ps && count_may_park(now_ps) &&
	       !atomic_load_explicit(&booted.protecting, memory_order_relaxed);
}

/* Whether it uses no word of w that it or w changes. */
static bool apart_from(const struct follow *f, const struct wait *w)
{
	for (unsigned i = 0; i < w->words; i++) {
		if (!f->differs && !w->use[i].differs)
			continue;
		const struct follow_cell *c = follow_cell_of(f, (uintptr_t)w->word[i].at);

		if (c && (c->differs || w->use[i].differs))
			return false;
	}
	return !(w->range && f->differs);
}

bool together_apart(const struct thread *t, const struct follow *f)
{
	if (!f->differs && !node_is_owed(t->node))
		return true;
	for (const struct thread *o = node_parked(t->node); o; o = o->next_parked)
		if (o->loop.watching && !apart_from(f, o->loop.wait))
			return false;
	return true;
}

bool together_was_brief(struct wait *w, ps_t length_ps)
{
	uint64_t cycles = (uint64_t)w->steps * BRIEF_CYCLES;

	if (length_ps >= cycles_ps(cycles)) {
		w->differ_failures = 0;
		return false;
	}
	w->differ_next_ps = thread_clock() + cycles_ps(cycles << w->differ_failures);
	w->differ_failures += w->differ_failures < SHIFT_MOST;
	return true;
}
