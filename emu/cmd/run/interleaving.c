/* interleaving.c - see interleaving.h. */
#include "interleaving.h"

#include <stdlib.h>

#include "emu/core/check/interleave.h"
#include "emu/core/engine/engine.h"
#include "emu/core/follow/or_die.h"
#include "emu/core/wait/wait.h"
#include "emu/node/machine/booted.h"
#include "emu/node/machine/job.h"
#include "emu/node/machine/shm.h"
#include "emu/show/report/report.h"

#define PERIOD_PS PS_PER_S
/* Nodes are looked at so long before: further than code runs ahead. */
#define BEFORE_PS (10 * PS_PER_US)
/* Instructions of each thread at first, and of all of a node at most. */
#define STEPS      1024u
#define NODE_STEPS (STEPS << 3)

static struct {
	struct interleaved {
		struct event event;
		unsigned quiet; /* periods without a call */
	} *node;                /* [job.nodes] */
	bool named;
} interleaving;

/* ---- a node */

struct threads {
	unsigned all, quiet, calls, execute;
};

static void count(struct threads *n, const struct thread *t, ps_t at_ps)
{
	bool loop = wait_is_loop(t);

	n->all++;
	if (t->state == THREAD_PARKED && !loop)
		n->calls++; /* that it waits in */
	else
		n->quiet += t->called_ps + PERIOD_PS <= at_ps;
	n->execute += t->state != THREAD_PARKED || t->loop.counting;
}

static struct threads threads_of(uint32_t node, ps_t at_ps)
{
	struct threads n = { 0 };

	for (unsigned slot = 0; slot < job.opt.ranks_per_node; slot++) {
		const struct thread *t = &process_at(node, slot)->main;

		for (; t && t->user; t = t->user->next)
			if (t->state != THREAD_DEAD)
				count(&n, t, at_ps);
	}
	return n;
}

static bool is_power_of_2(unsigned n)
{
	return n && !(n & (n - 1));
}

static unsigned steps_of(const struct threads *n, unsigned quiet)
{
	unsigned most = NODE_STEPS / n->all;

	return quiet < most / STEPS ? quiet * STEPS : most;
}

static void act(struct event *ev)
{
	struct interleaved *n = &interleaving.node[ev->node];
	struct threads threads = threads_of(ev->node, ev->time_ps);
	struct wait_hidden found;

	if (threads.all < 2 || !threads.quiet || threads.quiet + threads.calls < threads.all) {
		n->quiet = 0;
		return;
	}
	if (!is_power_of_2(++n->quiet))
		return;
	if (threads.execute || wait_hidden(ev->node, &found))
		interleave_begin(ev->node, steps_of(&threads, n->quiet), ev->time_ps);
}

/* ---- all nodes */

static ps_t next_time(ps_t at_ps)
{
	return (at_ps / PERIOD_PS + 1) * PERIOD_PS;
}

static void post(uint32_t node, ps_t at_ps)
{
	static const struct event_type type = { .run = act };

	if (!interleaving.node)
		interleaving.node = or_die(calloc(job.nodes, sizeof *interleaving.node));
	struct event *ev = &interleaving.node[node].event;

	if (event_queued(ev))
		return;
	ev->type = &type;
	engine_act_for(booted.engine, node);
	sim_post(engine_sim(booted.engine), ev, node, node, at_ps);
}

ps_t interleaving_first(void)
{
	return PERIOD_PS - BEFORE_PS;
}

/* Whether a thread of the node may see what another one stores: of its process, or in memory that
 * processes share. */
static bool shares_memory(uint32_t node)
{
	if (shm_bytes(node))
		return threads_of(node, 0).all > 1;
	for (unsigned slot = 0; slot < job.opt.ranks_per_node; slot++) {
		const struct thread *t = &process_at(node, slot)->main;

		if (t->user && t->user->next)
			return true;
	}
	return false;
}

ps_t interleaving_look(void *ctx, ps_t look_ps)
{
	ps_t at_ps = next_time(look_ps);

	(void)ctx;
	for (uint32_t node = 0; node < job.nodes; node++)
		if (shares_memory(node))
			post(node, at_ps);
	return at_ps + PERIOD_PS - BEFORE_PS;
}

bool interleaving_goes_on(ps_t stop_ps, ps_t now_ps)
{
	ps_t at_ps = next_time(ps_max(stop_ps, now_ps));
	struct wait_hidden found;
	bool any = false;

	for (uint32_t node = 0; node < job.nodes; node++) {
		if (!wait_hidden(node, &found))
			continue;
		post(node, at_ps);
		if (!interleaving.named)
			report_hidden(&found);
		any = interleaving.named = true;
	}
	return any;
}
