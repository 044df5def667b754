/* hidden.c - where every thread waits: whether transient values could end a wait; see
 * follow/hidden.h. */
#include <stdlib.h>

#include "emu/core/engine/watch.h"
#include "emu/core/follow/follow.h"
#include "emu/core/follow/or_die.h"
#include "proof.h"
#include "range.h"

static bool waits(const struct thread *t, struct hidden *h)
{
	struct follow *f = proof_begin(t);

	f->may_differ = true;
	f->hidden = h;
	return follow_hidden(f);
}

/* A value of another thread for which t waits in a call; or NULL. */
static const struct hidden_value *ends_call(const struct thread *t, const struct hidden *h)
{
	const struct wait *w = t->loop.wait;

	for (unsigned i = 0; i < h->values; i++)
		if (h->value[i].by != t && wait_reads(t, (const void *)(uintptr_t)h->value[i].at,
						       sizeof *w->word->at))
			return &h->value[i];
	return NULL;
}

static void range_note(const struct wait *w, struct hidden *h)
{
	const struct thread *t = node_parked(w->thread->node);

	h->ranged = true;
	for (; t; t = t->next_parked)
		h->full |= range_holds(w->range, t->stack_low,
				       (uint64_t)(t->stack_high - t->stack_low));
}

/* Notes what all threads of the node watch. */
static void uses_note(uint32_t node, struct hidden *h)
{
	for (const struct thread *t = node_parked(node); t; t = t->next_parked) {
		const struct wait *w = t->loop.wait;

		if (!t->loop.watching)
			continue;
		if (w->range)
			range_note(w, h);
		for (unsigned i = 0; i < w->words; i++)
			hidden_use(h, (uintptr_t)w->word[i].at, t);
	}
}

static bool is_ended(const struct thread *t, struct hidden *h, struct wait_hidden *found)
{
	bool loop = wait_is_loop(t), ended = loop && !waits(t, h);
	const struct hidden_value *v = loop ? h->found : ends_call(t, h);

	ended |= !loop && v;
	*found = (struct wait_hidden){ t, v ? v->by : NULL,
				       v ? (const void *)(uintptr_t)v->at : NULL };
	return ended;
}

/* Whether all threads of the node go on waiting, whatever transient values they find. */
static bool node_waits(uint32_t node, struct hidden *h, struct wait_hidden *found)
{
	*h = (struct hidden){ .grows = true };
	uses_note(node, h);
	while (h->grows) {
		h->grows = false;
		for (const struct thread *t = node_parked(node); t; t = t->next_parked)
			if (t->loop.watching && is_ended(t, h, found))
				return false;
	}
	return true;
}

static bool has_watchers(uint32_t node)
{
	unsigned n = 0;

	for (const struct thread *t = node_parked(node); t; t = t->next_parked)
		n += t->loop.watching;
	return n > 1;
}

bool wait_hidden(uint32_t node, struct wait_hidden *found)
{
	static __thread struct hidden *h;

	if (!has_watchers(node))
		return false;
	if (!h)
		h = or_die(malloc(sizeof *h));
	return !node_waits(node, h, found);
}
