/*
 * interleaving.c - see interleaving.h.  Turns are interleaved at multiples of a period of simulated
 * time, whatever has been found to wait by then.
 */
#include "interleaving.h"

#include <stdlib.h>

#include "emu/core/check/interleave.h"
#include "emu/core/engine/engine.h"
#include "emu/core/follow/or_die.h"
#include "emu/core/wait/wait.h"
#include "emu/node/machine/booted.h"
#include "emu/node/machine/job.h"
#include "emu/show/report/report.h"

#define PERIOD_PS (PS_PER_S / 10)
/* Turns are short at first, and longer each time, up to those of rounds of some thousand
 * instructions; then short again, with more steps. */
#define SHIFT_LEAST 3
#define SHIFTS      9
#define STEPS       4096
#define STEPS_SHIFT_MOST 6

static struct {
	struct interleaved {
		struct event event;
		unsigned times;
	} *node;             /* [job.nodes]; NULL until needed */
	bool named;
} interleaving;

static void begin(struct event *ev)
{
	struct interleaved *n = &interleaving.node[ev->node];
	unsigned more = n->times / SHIFTS;
	struct interleave_how how = {
		.shift = SHIFT_LEAST + n->times % SHIFTS,
		.steps = STEPS << (more < STEPS_SHIFT_MOST ? more : STEPS_SHIFT_MOST),
		.seed = ev->time_ps,
	};

	n->times++;
	interleave_begin(ev->node, &how, ev->time_ps);
}

static void post(uint32_t node, ps_t at_ps)
{
	static const struct event_type interleaved = { .run = begin };

	if (!interleaving.node)
		interleaving.node = or_die(calloc(job.nodes, sizeof *interleaving.node));
	struct event *ev = &interleaving.node[node].event;

	ev->type = &interleaved;
	sim_post(engine_sim(booted.engine), ev, node, node, at_ps);
}

bool interleaving_goes_on(ps_t stop_ps, ps_t now_ps)
{
	ps_t at_ps = (ps_max(stop_ps, now_ps) / PERIOD_PS + 1) * PERIOD_PS;
	struct wait_hidden found;
	bool any = false;

	for (uint32_t node = 0; node < job.nodes; node++) {
		if (!wait_hidden(node, &found))
			continue;
		engine_act_for(booted.engine, node);
		post(node, at_ps);
		if (!interleaving.named)
			report_hidden(&found, at_ps);
		any = interleaving.named = true;
	}
	return any;
}
