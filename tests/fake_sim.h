/*
 * fake_sim.h - the engine as the layers below emu/ see it, for tests: one
 * thread, one queue in the order of event.h.  It fails the test on an event in
 * the past or nearer to another node than the lookahead.  Include after cmocka.h.
 */
#ifndef BGQ_TESTS_FAKE_SIM_H
#define BGQ_TESTS_FAKE_SIM_H

#include <stdlib.h>

#include "../net/base/event.h"

struct fake_sim {
	struct sim sim; /* first: post() gets a pointer to it */
	struct event_entry *heap;
	size_t events, room;
	ps_t now_ps;      /* of the event that is being carried out */
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

	(void)from;
	assert_true(e->time_ps >= f->now_ps + sim->lookahead_ps);
	sim->light(sim->light_ctx, e);
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
	return first;
}

/* Carries out all events before end_ps, and those that they post. */
static inline void fake_sim_run(struct fake_sim *f, ps_t end_ps)
{
	while (f->events > 0 && f->heap[0].time_ps < end_ps) {
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
	free(f->heap);
	free(f->sim.node_seq);
}

#endif
