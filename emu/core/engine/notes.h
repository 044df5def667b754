/*
 * notes.h - notes to nodes of the same worker (struct sim, note), kept back for a few more while
 * the host fetches what they change: nothing on the node that sends one tells beforehand that it
 * will, so that line is in no cache.
 *
 * Never: a note that is not carried out by its time, or by the end of its window.
 */
#ifndef BGQ_EMU_NOTES_H
#define BGQ_EMU_NOTES_H

#include "net/base/event.h"

#define NOTES_BACK 8u /* a power of two */

struct notes {
	struct event_entry at[NOTES_BACK]; /* a ring: the last count of those */
	unsigned end, count;
	ps_t least_ps; /* none is earlier, if there are any */
};

static inline void notes_carry_out_first(struct notes *n, struct sim *sim)
{
	struct event_entry note = n->at[(n->end - n->count--) % NOTES_BACK];

	sim->light(sim->light_ctx, &note);
}

static inline void notes_carry_out(struct notes *n, struct sim *sim)
{
	while (n->count)
		notes_carry_out_first(n, sim);
}

static inline void notes_add(struct notes *n, struct sim *sim, const struct event_entry *note)
{
	if (n->count == NOTES_BACK)
		notes_carry_out_first(n, sim);
	if (!n->count || note->time_ps < n->least_ps)
		n->least_ps = note->time_ps;
	n->at[n->end++ % NOTES_BACK] = *note;
	n->count++;
	sim->prefetch(sim->light_ctx, note, 0);
}

#endif
