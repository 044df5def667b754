/*
 * engine_core.c - how many threads share a core: the time of their code depends on it
 * (thread_cost_ps()).
 *
 * Threads of one process run in step: one that blocks, or goes on, counts for the others from
 * where they stand.  Those of another process count as they did when the quantum began in
 * which a thread's clock is: so code of ranks that share a core may run ahead of each other to
 * the quantum's end (engine_budget.c), and what it counts does not depend on how far they are.
 * A quantum is core_quantum_ps, from time 0 on; without it a core is one process's.
 *
 * Never: a count that a thread due before the quantum began may still change.
 */
#include "engine_internal.h"
#include "engine.h"

#include <stdlib.h>

#define HISTORY_BITS 4 /* of a number of threads that compute: one for each hardware thread */
#define HISTORY (64 / HISTORY_BITS)

/* Threads of one process on a core: how many compute, and did when each quantum began, back from
 * the one of the last change: the lowest bits. */
struct core_group {
	const struct process *process;
	uint64_t changed, history;
	uint8_t computing;
};

struct node_cores {
	struct core_group group[NODE_CORES][CORE_THREADS];
	struct event turn;  /* the end of a quantum at which parked threads count anew: */
	uint32_t turns;     /* of these cores, by bit, */
	ps_t turns_ps;      /* up to here */
};

ps_t core_quantum_end(const struct worker *w, ps_t at_ps)
{
	ps_t quantum_ps = w->engine->cfg.core_quantum_ps;

	return (at_ps / quantum_ps + 1) * quantum_ps;
}

static struct core_group *group_of(struct node_wait *nw, const struct thread *t)
{
	if (!nw->cores)
		nw->cores = calloc(1, sizeof *nw->cores);
	if (!nw->cores)
		abort();
	struct core_group *g = nw->cores->group[t->core];

	while (g->process && g->process != t->process)
		g++;
	g->process = t->process;
	return g;
}

/* Before the count changes in this quantum. */
static void history_take(struct core_group *g, uint64_t quantum)
{
	for (unsigned i = 0; g->changed < quantum && i < HISTORY; i++) {
		g->history = g->history << HISTORY_BITS | g->computing;
		g->changed++;
	}
	if (g->changed < quantum)
		g->changed = quantum;
}

static unsigned computed_at(const struct core_group *g, uint64_t quantum)
{
	uint64_t back = g->changed - quantum;

	if (quantum > g->changed)
		return g->computing;
	if (back >= HISTORY)
		back = HISTORY - 1;
	return g->history >> back * HISTORY_BITS & ((1u << HISTORY_BITS) - 1);
}

static void count(const struct worker *w, struct thread *t)
{
	const struct core_group *g = w->engine->wait[t->node].cores->group[t->core];
	uint64_t quantum = t->clock_ps / w->engine->cfg.core_quantum_ps;

	t->others = 0;
	for (unsigned i = 0; i < CORE_THREADS && g[i].process; i++)
		if (g[i].process != t->process)
			t->others += (uint8_t)computed_at(&g[i], quantum);
	t->count_ps = core_quantum_end(w, t->clock_ps);
}

void core_count(struct worker *w, struct thread *t)
{
	if (t->clock_ps < t->count_ps)
		return;
	count(w, t);
	if (t == thread_self)
		budget_grant(w, t);
}

/* ---- parked threads, whose rounds take longer or less long from the next quantum on */

static const struct event_type turning;

static void turn_post(struct worker *w, struct node_cores *c, uint32_t node, ps_t at_ps)
{
	struct sim *sim = &w->engine->sim;

	c->turn.type = &turning;
	sim_post(sim, &c->turn, node, node, at_ps);
}

static void turned(struct event *ev)
{
	struct worker *w = worker_self;
	struct node_cores *c = w->engine->wait[ev->node].cores;
	uint32_t cores = c->turns;

	if (c->turns_ps > ev->time_ps)
		turn_post(w, c, ev->node, core_quantum_end(w, ev->time_ps));
	else
		c->turns = 0;
	for (; cores; cores &= cores - 1)
		w->engine->cfg.core_changes(w->engine->cfg.ctx, ev->node,
					    (unsigned)__builtin_ctz(cores), NULL);
}

static const struct event_type turning = { .run = turned };

/* True if a thread of another process is parked in a loop on t's core. */
static bool others_spin(const struct node_wait *nw, const struct thread *t)
{
	for (const struct thread *o = nw->parked; o; o = o->next_parked)
		if (o->core == t->core && o->process != t->process && o->waiting.kind == WAIT_SPIN)
			return true;
	return false;
}

static void turn_at_end(struct worker *w, struct node_wait *nw, const struct thread *t)
{
	struct node_cores *c = nw->cores;
	ps_t at_ps = core_quantum_end(w, t->clock_ps);

	c->turns |= 1u << t->core;
	c->turns_ps = ps_max(c->turns_ps, at_ps);
	if (event_queued(&c->turn) && c->turn.time_ps > at_ps) { /* by a thread that is ahead */
		evq_remove(&w->q, &c->turn);
		pending_remove(nw, pending_due(w, &c->turn));
	}
	if (!event_queued(&c->turn))
		turn_post(w, c, t->node, at_ps);
}

void core_spins(struct worker *w, const struct thread *t)
{
	struct node_wait *nw = &w->engine->wait[t->node];
	unsigned others = 0;

	if (!w->engine->cfg.core_quantum_ps || !w->engine->cfg.core_changes)
		return;
	const struct core_group *g = nw->cores->group[t->core];

	for (unsigned i = 0; i < CORE_THREADS && g[i].process; i++)
		if (g[i].process != t->process)
			others += g[i].computing;
	if (others != t->others)
		turn_at_end(w, nw, t);
}

/* ---- changes */

static void slow_all(struct thread *t, struct thread *queued, uint16_t slowness)
{
	for (; t; t = t->next_parked)
		t->slowness = slowness;
	for (; queued; queued = queued->next_queued)
		queued->slowness = slowness;
}

void node_slow(uint32_t node, unsigned factor)
{
	struct worker *w = worker_self;
	struct node_wait *nw = &w->engine->wait[node];
	const struct engine_config *cfg = &w->engine->cfg;

	for (unsigned core = 0; nw->watching && cfg->core_changes && core < NODE_CORES; core++)
		cfg->core_changes(cfg->ctx, node, core, NULL);
	nw->slowness = (uint16_t)(factor - 1);
	slow_all(nw->parked, nw->queued, nw->slowness);
}

static uint8_t *counter_of(const struct worker *w, struct node_wait *nw, const struct thread *t)
{
	if (!w->engine->cfg.core_quantum_ps)
		return &nw->computing[t->core];
	struct core_group *g = group_of(nw, t);

	history_take(g, t->clock_ps / w->engine->cfg.core_quantum_ps);
	return &g->computing;
}

void core_share(struct worker *w, struct thread *t, bool computes)
{
	const struct engine_config *cfg = &w->engine->cfg;
	struct node_wait *nw = &w->engine->wait[t->node];
	struct thread *self = thread_self;

	if (t->computes == computes)
		return;
	t->sharing = counter_of(w, nw, t);
	if (self == t || (self && self->sharing != t->sharing) || worker_is_untimed(w))
		self = NULL;
	if (self)
		budget_settle(w, self);
	if (nw->watching && cfg->core_changes)
		cfg->core_changes(cfg->ctx, t->node, t->core,
				  cfg->core_quantum_ps ? t->process : NULL);
	t->computes = computes;
	*t->sharing += computes ? 1 : -1;
	if (cfg->core_quantum_ps) {
		if (nw->watching && cfg->core_changes && others_spin(nw, t))
			turn_at_end(w, nw, t);
		count(w, t);
	} else {
		t->count_ps = PS_NEVER;
	}
	if (self)
		budget_grant(w, self);
}

void thread_core(struct thread *t, unsigned core)
{
	bool computes = t->computes;

	if (t == thread_self)
		budget_settle(worker_self, t);
	if (computes)
		core_share(worker_self, t, false);
	t->core = (uint8_t)core;
	if (computes)
		core_share(worker_self, t, true); /* else when it computes again */
	if (t == thread_self)
		budget_go_on(worker_self, t);
}
