/*
 * event.h - simulated time, events, and what the layers may ask of the engine.
 *
 * The bottom of the house: net/, coll/ and mu/ describe everything that takes
 * time as events; who carries them out, on which worker thread, is the
 * engine's business (emu/engine.c) and must never be visible from here.
 *
 * Order.  All events are totally ordered by (time_ps, node, origin, seq).
 * seq comes from a counter of the origin node, which only handlers and threads
 * of that node advance, so the order is the same for any number of workers.
 */
#ifndef BGQ_BASE_EVENT_H
#define BGQ_BASE_EVENT_H

#include <stdbool.h>
#include <stdint.h>

typedef uint64_t ps_t; /* simulated time or duration, picoseconds */

#define PS_PER_NS     UINT64_C(1000)
#define PS_PER_US     UINT64_C(1000000)
#define PS_PER_S      UINT64_C(1000000000000)
#define PS_NEVER      UINT64_MAX
#define CORE_CYCLE_PS UINT64_C(625)  /* A2 core and time base, 1.6 GHz */
#define MU_CYCLE_PS   UINT64_C(1250) /* message unit, L2, crossbar, 800 MHz */
#define NET_CYCLE_PS  UINT64_C(2000) /* network device, 500 MHz, 4 B a cycle */

struct event;

/* Runs on the worker that owns ev->node, at simulated time ev->time_ps.  The
 * event belongs to the handler from then on: it may post it again. */
typedef void event_fn(struct event *ev);

/* Intrusive: lives inside the packet, thread or unit that it moves on. */
struct event {
	ps_t time_ps;
	uint32_t node;   /* whose state the handler touches */
	uint32_t origin; /* node whose handler or thread posted it */
	uint64_t seq;    /* from the origin's counter */
	event_fn *fn;
	void *ctx;                  /* for fn: the net, mu, ... it belongs to */
	struct event *next, *prev;  /* the queue's; NULL-free only while queued */
	uint64_t slot;              /* the queue's */
};

/* True if a is carried out before b. */
static inline int event_before(const struct event *a, const struct event *b)
{
	if (a->time_ps != b->time_ps)
		return a->time_ps < b->time_ps;
	if (a->node != b->node)
		return a->node < b->node;
	if (a->origin != b->origin)
		return a->origin < b->origin;
	return a->seq < b->seq;
}

/* The engine, seen from below. */
struct sim {
	/* Queue ev at the owner of ev->node.  Between different nodes
	 * ev->time_ps must be at least lookahead_ps after the current time. */
	void (*post)(struct sim *sim, struct event *ev);
	uint64_t *node_seq; /* [node]: next seq; written by the node's worker */
	ps_t lookahead_ps;  /* least delay of an event from node to node */
	const uint16_t *owner; /* [node]: its worker; NULL if there is one only */
};

/* True if whoever acts for node a may touch b's state, too. */
static inline bool sim_together(const struct sim *sim, uint32_t a, uint32_t b)
{
	return !sim->owner || sim->owner[a] == sim->owner[b];
}

/* Post ev from node origin to node at time at_ps; fn and ctx are set before. */
static inline void sim_post(struct sim *sim, struct event *ev, uint32_t origin,
			    uint32_t node, ps_t at_ps)
{
	ev->time_ps = at_ps;
	ev->node = node;
	ev->origin = origin;
	ev->seq = sim->node_seq[origin]++;
	sim->post(sim, ev);
}

#endif
