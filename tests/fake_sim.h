/*
 * fake_sim.h - the engine as the layers below emu/ see it, for tests: one
 * thread, one queue in the order of event.h.  It fails the test on an event in
 * the past or nearer to another node than the lookahead.  Notes are given at once, as
 * late as event.h allows, or now so, now so, as between workers.  Include after
 * cmocka.h.
 */
#ifndef BGQ_TESTS_FAKE_SIM_H
#define BGQ_TESTS_FAKE_SIM_H

#include <stdlib.h>

#include "net/base/event.h"

enum fake_notes { FAKE_NOTES_EARLY, FAKE_NOTES_LATE, FAKE_NOTES_MIXED };

struct fake_note {
	ps_t due_ps;
	struct event_entry entry;
};

struct fake_sim {
	struct sim sim; /* first: post() gets a pointer to it */
	struct event_entry *heap;
	size_t events, room;
	ps_t now_ps;      /* of the event that is being carried out */
	enum fake_notes notes;
	struct fake_note *late; /* a queue: [late_first, late_end) */
	size_t late_first, late_end, late_room;
	uint64_t carried_out;
};

static inline void fake_sim_post(struct sim *sim, const struct event_entry *e)
{
	struct fake_sim *f = (struct fake_sim *)sim;
	/* Where light events come from is not known. */
	bool near = entry_is_light(e) || entry_node(e) + 1 == (uint32_t)e->place;
	ps_t least_ps = f->now_ps + (near ? 0 : sim->lookahead_ps);

	if (e->time_ps < least_ps)
		fail_msg("event at %u at %llu ps, allowed from %llu", entry_node(e),
			 (unsigned long long)e->time_ps, (unsigned long long)least_ps);
	if (!entry_is_light(e)) {
		struct event *ev = e->what;

		assert_int_equal(ev->slot, 0);
		ev->slot = 1; /* event_queued() */
	}
	if (f->events == f->room) {
		f->room = f->room ? 2 * f->room : 1024;
		f->heap = realloc(f->heap, f->room * sizeof *f->heap);
		assert_non_null(f->heap);
	}
	size_t i = f->events++;

	for (; i > 0 && entry_before(e, &f->heap[(i - 1) / 2]); i = (i - 1) / 2)
		f->heap[i] = f->heap[(i - 1) / 2];
	f->heap[i] = *e;
}

static inline void fake_sim_note(struct sim *sim, uint32_t from, const struct event_entry *e)
{
	struct fake_sim *f = (struct fake_sim *)sim;

	assert_true(e->time_ps >= f->now_ps + sim->lookahead_ps);
	if (f->notes == FAKE_NOTES_EARLY ||
	    (f->notes == FAKE_NOTES_MIXED && from % 3 == entry_node(e) % 3)) {
		sim->light(sim->light_ctx, e);
		return;
	}
	if (f->late_end == f->late_room) {
		f->late_room = f->late_room ? 2 * f->late_room : 1024;
		f->late = realloc(f->late, f->late_room * sizeof *f->late);
		assert_non_null(f->late);
	}
	f->late[f->late_end++] = (struct fake_note){ f->now_ps + sim->lookahead_ps, *e };
}

/* Gives the notes that must be known before what happens at now_ps. */
static inline void fake_sim_give_notes(struct fake_sim *f, ps_t now_ps)
{
	while (f->late_first < f->late_end && f->late[f->late_first].due_ps <= now_ps) {
		struct event_entry e = f->late[f->late_first++].entry;

		f->sim.light(f->sim.light_ctx, &e);
	}
	if (f->late_first == f->late_end)
		f->late_first = f->late_end = 0;
}

static inline ps_t fake_sim_next_ps(struct fake_sim *f)
{
	ps_t event_ps = f->events ? f->heap[0].time_ps : PS_NEVER;
	ps_t note_ps = f->late_first < f->late_end ? f->late[f->late_first].due_ps : PS_NEVER;

	return event_ps < note_ps ? event_ps : note_ps;
}

static inline struct event_entry fake_sim_pop(struct fake_sim *f)
{
	struct event_entry first = f->heap[0], last = f->heap[--f->events];
	size_t i = 0;

	for (size_t c; (c = 2 * i + 1) < f->events; i = c) {
		if (c + 1 < f->events && entry_before(&f->heap[c + 1], &f->heap[c]))
			c++;
		if (!entry_before(&f->heap[c], &last))
			break;
		f->heap[i] = f->heap[c];
	}
	f->heap[i] = last;
	if (!entry_is_light(&first))
		((struct event *)first.what)->slot = 0;
	return first;
}

/* Carries out all events before end_ps, and those that they post. */
static inline void fake_sim_run(struct fake_sim *f, ps_t end_ps)
{
	for (ps_t now_ps; (now_ps = fake_sim_next_ps(f)) < end_ps;) {
		fake_sim_give_notes(f, now_ps);
		/* A note may have made an earlier event. */
		if (!f->events || f->heap[0].time_ps > now_ps)
			continue;
		struct event_entry e = fake_sim_pop(f);

		f->now_ps = e.time_ps;
		f->carried_out++;
		sim_carry_out(&f->sim, &e);
	}
}

static inline void fake_sim_init(struct fake_sim *f, uint32_t nodes, ps_t lookahead_ps)
{
	*f = (struct fake_sim){ .sim = { .post = fake_sim_post, .note = fake_sim_note,
					 .lookahead_ps = lookahead_ps } };
	f->sim.node_seq = calloc(nodes, sizeof *f->sim.node_seq);
	assert_non_null(f->sim.node_seq);
}

static inline void fake_sim_cleanup(struct fake_sim *f)
{
	free(f->late);
	free(f->heap);
	free(f->sim.node_seq);
}

#endif
