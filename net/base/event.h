/*
 * event.h - simulated time, events, and what the layers may ask of the engine.
 *
 * The base of a discrete-event simulation: net/, coll/ and mu/ describe everything
 * that takes time as events.  On which worker thread a handler runs is the
 * engine's business (emu/core/engine/engine.c) and must never be visible from here.
 *
 * Two kinds.  A struct event lives inside the packet, thread or unit that it moves
 * on, and has a handler of its own.  A light event is only its entry in the queue:
 * the network posts one or two for every hop.
 *
 * Order.  All events are totally ordered by (time_ps, node, origin, seq).  Light
 * events have origin 0 and come first; the network numbers them by what they are,
 * so that no two of a node at one time are the same.  All others have the node that
 * posted them, and seq from its counter, which only handlers and threads of that
 * node advance.  So the order is the same for any number of workers.
 */
#ifndef BGQ_BASE_EVENT_H
#define BGQ_BASE_EVENT_H

#include <stdbool.h>
#include <stdint.h>

typedef uint64_t ps_t; /* simulated time or duration, picoseconds */

static inline ps_t ps_min(ps_t a, ps_t b)
{
	return a < b ? a : b;
}

static inline ps_t ps_max(ps_t a, ps_t b)
{
	return a > b ? a : b;
}

#define PS_PER_NS     UINT64_C(1000)
#define PS_PER_US     UINT64_C(1000000)
#define PS_PER_S      UINT64_C(1000000000000)
#define PS_NEVER      UINT64_MAX
#define CORE_CYCLE_PS UINT64_C(625)  /* A2 core and time base, 1.6 GHz */
#define MU_CYCLE_PS   UINT64_C(1250) /* message unit, L2, crossbar, 800 MHz */
#define NET_CYCLE_PS  UINT64_C(2000) /* network device, 500 MHz, 4 B a cycle */

static inline ps_t cycles_ps(uint64_t cycles)
{
	return cycles * CORE_CYCLE_PS;
}

struct event;

/* Kind of events: one constant object for each, so that its address identifies the kind. */
struct event_type {
	/* Runs on the worker that owns ev->node, at simulated time ev->time_ps.  The event
	 * belongs to it from then on: it may post it again. */
	void (*run)(struct event *ev);
	/* Prefetch hook, or NULL: runs a few events before run, on the same worker, and
	 * changes nothing.  The engine has prefetched the event's first lines some events
	 * earlier. */
	void (*prefetch)(const struct event *ev);
	/* Prefetch hook still later, or NULL: for the memory of the node that run reads or
	 * changes. */
	void (*prefetch_memory)(const struct event *ev);
	/* Run moves packets of the network, and no more: it is as far from the memory of its node
	 * as light events are. */
	bool network_only;
	/* Neither reads nor changes memory of its node: what does follows from it, and needs a
	 * fetch from memory first (refetch_ps of the engine's configuration). */
	bool before_fetch;
};

struct event {
	ps_t time_ps;
	uint32_t node;   /* run touches this node's state */
	const struct event_type *type;
	void *ctx;       /* the net, mu, ... it belongs to */
	uint64_t slot;   /* the queue's; not 0 while queued */
};

/* An event's place in the order, and itself: what queues hold and workers pass to
 * each other. */
struct event_entry {
	ps_t time_ps;
	uint64_t place; /* node in the high half, then 0 for light ones, origin + 1 */
	uint64_t seq;
	void *what;     /* the struct event, or the light one's */
};

static inline uint64_t event_place(uint32_t node, uint32_t origin_1)
{
	return (uint64_t)node << 32 | origin_1;
}

static inline uint32_t entry_node(const struct event_entry *e)
{
	return (uint32_t)(e->place >> 32);
}

static inline bool entry_is_light(const struct event_entry *e)
{
	return (uint32_t)e->place == 0;
}

/* True if a runs before b. */
static inline bool entry_before(const struct event_entry *a, const struct event_entry *b)
{
	if (a->time_ps != b->time_ps)
		return a->time_ps < b->time_ps;
	if (a->place != b->place)
		return a->place < b->place;
	return a->seq < b->seq;
}

/* Whether ev is in some queue: never one that was zeroed, or has run. */
static inline bool event_queued(const struct event *ev)
{
	return ev->slot != 0;
}

/* The engine, seen from below. */
struct sim {
	/* Queue e at the owner of its node.  Between different nodes its time must be
	 * at least lookahead_ps after the current time. */
	void (*post)(struct sim *sim, const struct event_entry *e);
	/* Send a note, a message that is not an event, from node from to e's node:
	 * light() gets it within the window, or at its end. */
	void (*note)(struct sim *sim, uint32_t from, const struct event_entry *e);
	uint64_t *node_seq; /* [node]: next seq; written by the node's worker */
	ps_t lookahead_ps;  /* least delay of an event from node to node */
	const uint16_t *owner; /* [node]: its worker; NULL if there is one only */
	/* Set by the network: the handler of light events and notes. */
	void (*light)(void *ctx, const struct event_entry *e);
	/* Prefetch hook for a light event to come, at steps 0, 1 and 2, each of which reads only
	 * what the one before has prefetched.  NULL: nothing is prefetched. */
	void (*prefetch)(void *ctx, const struct event_entry *e, unsigned step);
	/* Those with steps after the first: bit seq >> EVENT_KIND_SHIFT. */
	uint32_t prefetch_kinds;
	void *light_ctx;
};

#define PREFETCH_STEPS 3
#define EVENT_KIND_SHIFT 8 /* in a light event's seq */
#define EVENT_LINES_BYTES 128 /* fetched at step 0 */

/* Prefetch bytes that are read or written soon. */
static inline void sim_prefetch(const void *p, unsigned bytes)
{
	__asm__ volatile(""); /* or GCC leaves out calls of what does nothing but prefetch */
	for (unsigned i = 0; i < bytes; i += 64)
		__builtin_prefetch((const char *)p + i);
}

/* True if one worker owns both nodes: a handler of a may touch b's state, too. */
static inline bool sim_together(const struct sim *sim, uint32_t a, uint32_t b)
{
	return !sim->owner || sim->owner[a] == sim->owner[b];
}

/* Post ev from node origin to node at time at_ps; type and ctx are set before. */
static inline void sim_post(struct sim *sim, struct event *ev, uint32_t origin,
			    uint32_t node, ps_t at_ps)
{
	struct event_entry e = { at_ps, event_place(node, origin + 1),
				 sim->node_seq[origin]++, ev };

	ev->time_ps = at_ps;
	ev->node = node;
	sim->post(sim, &e);
}

static inline void sim_post_light(struct sim *sim, uint32_t node, uint64_t seq, void *what,
				  ps_t at_ps)
{
	struct event_entry e = { at_ps, event_place(node, 0), seq, what };

	sim->post(sim, &e);
}

/* A step of the prefetch for an entry that comes soon. */
static inline void sim_prefetch_step(const struct sim *sim, const struct event_entry *e,
				     unsigned step)
{
	const struct event *ev = e->what;

	if (entry_is_light(e)) {
		if (step == 0 || sim->prefetch_kinds >> (e->seq >> EVENT_KIND_SHIFT) & 1)
			sim->prefetch(sim->light_ctx, e, step);
	} else if (step == 0) {
		sim_prefetch(ev, EVENT_LINES_BYTES);
	} else if (ev) { /* it was not removed */
		void (*hook)(const struct event *ev) =
			step == 1 ? ev->type->prefetch : ev->type->prefetch_memory;

		if (hook)
			hook(ev);
	}
}

/* Run the event that a queue gave. */
static inline void sim_carry_out(struct sim *sim, const struct event_entry *e)
{
	if (entry_is_light(e)) {
		sim->light(sim->light_ctx, e);
	} else {
		struct event *ev = e->what;

		ev->type->run(ev);
	}
}

#endif
