/* engine_start.c - a node thread begins: what it runs, and its first turn; see thread.h. */
#include "engine_internal.h"
#include "fetch.h"
#include "fiber.h"

void thread_prepare(struct thread *t, void *stack_top, void (*entry)(void *), void *arg)
{
	t->sp = fiber_prepare(stack_top, entry, arg);
}

void thread_start(struct thread *t, uint32_t node, void *stack_top, void (*entry)(void *),
		  void *arg, ps_t at_ps)
{
	thread_prepare(t, stack_top, entry, arg);
	thread_start_unprepared(t, node, at_ps);
}

static void samplers_begin(struct thread *t, const struct engine_config *cfg)
{
	t->sampler_ps[SAMPLER_CACHES] = cfg->sampled ? t->clock_ps : PS_NEVER;
	t->sampler_ps[SAMPLER_PROFILE] = cfg->profiled ? t->clock_ps : PS_NEVER;
	thread_sample_at(t, SAMPLER_STRESS, cfg->stressed ? 0 : PS_NEVER);
}

void thread_start_unprepared(struct thread *t, uint32_t node, ps_t at_ps)
{
	struct worker *w = worker_self;

	t->node = node;
	t->slowness = w->engine->wait[node].slowness;
	t->clock_ps = at_ps;
	samplers_begin(t, &w->engine->cfg);
	budget_probe_soon(t);
	t->state = THREAD_READY;
	t->waiting.kind = WAIT_NONE;
	t->call_stack = NULL;
	t->fetch = fetch_create(w->engine->cfg.fetch_cycles);
	atomic_fetch_add(&w->engine->live, 1);
	w->engine->wait[node].live++;
	w->engine->wait[node].siblings += t->sibling;
	core_share(w, t, true);
	thread_post_resume(w, t, at_ps);
}
