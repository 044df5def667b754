/* cache.c - see cache.h: samples, and what they cost. */
#include "cache.h"

#include <stdlib.h>
#include <string.h>

#include "emu/node/machine/booted.h"
#include "emu/node/machine/job.h"
#include "emu/node/machine/units.h"
#include "emu/core/check/check.h"
#include "lru.h"
#include "loop.h"
#include "sample.h"

#define CACHE_SAMPLE_CYCLES 131072u
#define CHECKS_MAX 8    /* to come back to the same one */
#define LOOPS 8u         /* that a thread is remembered in */
#define EPOCH 16u        /* samples for which a reach is remembered, and as long again */
#define BLOCKS_MAX 256u /* of one access that are looked at in a sample */

/* Accesses of a thread that were sampled in one loop. */
struct seen {
	uint64_t check;
	unsigned samples;
	struct reach reach[LOOP_ACCESSES];
};

struct cache_thread {
	ps_t begin_ps;       /* what is charged at the next sample begins here */
	ps_t first_ps;       /* the first of two rounds */
	unsigned checks;     /* left to find the second; 0: none is looked for */
	uint64_t check;
	uint64_t at[LOOP_ACCESSES];
	struct seen seen[LOOPS];
};

static struct lru **lru; /* by node */
static cache_prefetch *core_prefetch;

static ps_t grid(ps_t at_ps)
{
	const ps_t step_ps = (ps_t)CACHE_SAMPLE_CYCLES * CORE_CYCLE_PS;

	return at_ps / step_ps * step_ps;
}

/* A time somewhere in the step that begins at at_ps: loops may take a part of a step. */
static ps_t spread(ps_t at_ps)
{
	uint64_t mixed = at_ps * UINT64_C(0x9e3779b97f4a7c15);

	mixed = (mixed ^ mixed >> 31) * UINT64_C(0xbf58476d1ce4e5b9);
	return at_ps + (ps_t)((mixed >> 32) * CACHE_SAMPLE_CYCLES >> 32) * CORE_CYCLE_PS;
}

static void next_sample(struct thread *t, ps_t from_ps)
{
	const ps_t step_ps = (ps_t)CACHE_SAMPLE_CYCLES * CORE_CYCLE_PS;

	t->user->cache->checks = 0;
	t->user->cache->begin_ps = from_ps;
	thread_sample_at(t, SAMPLER_CACHES, spread(grid(from_ps) + step_ps));
}

static uint64_t address(const struct check_frame *f, const uint8_t *base, const struct operand *o)
{
	uint64_t at = (uint64_t)o->value;

	if (o->reg == REG_IMAGE)
		at += (uintptr_t)base;
	else if (o->reg != REG_NONE)
		at += f->reg[o->reg];
	if (o->index != REG_NONE)
		at += f->reg[o->index] * o->scale;
	return at;
}

static struct seen *seen_in(struct cache_thread *c, uint64_t check)
{
	struct seen *s = &c->seen[(check * UINT64_C(0x9e3779b97f4a7c15) >> 40) % LOOPS];

	if (s->check != check)
		*s = (struct seen){ .check = check };
	return s;
}

/* ---- one sample */

static uint64_t reach_bytes(const struct reach *r)
{
	uint64_t now = r->high - r->low + L1_LINE;

	return now > r->before ? now : r->before;
}

static void reach_note(struct reach *r, uint64_t at, bool first, bool epoch)
{
	if (epoch)
		r->before = r->high - r->low + L1_LINE;
	if (first || epoch)
		r->low = r->high = at;
	r->low = at < r->low ? at : r->low;
	r->high = at > r->high ? at : r->high;
}

static void accesses_take(struct sample *s, struct seen *seen, const struct loop *l,
			  const struct check_frame *f, const uint8_t *base)
{
	const struct cache_thread *c = s->thread->user->cache;
	bool first = seen->samples == 0, epoch = !first && seen->samples % EPOCH == 0;

	seen->samples++;
	for (unsigned i = 0; i < l->accesses; i++) {
		struct reach *r = &seen->reach[i];
		uint64_t at = address(f, base, &l->at[i]);
		struct loop_access a = { .low = at, .high = at, .lines = 1,
					 .stride = (int64_t)(at - c->at[i]), .reach = r,
					 .loads = !l->store[i],
					 .stores = l->store[i] };

		if (at - (uintptr_t)space_window(s->thread->node) >= space.window_bytes)
			continue;
		a.regular = first || a.stride == r->stride;
		r->stride = a.stride;
		reach_note(r, at, first, epoch);
		if (a.stride == 0 || streams_join(s, &a))
			continue;
		s->reach_bytes += reach_bytes(r);
		s->access[s->accesses++] = a;
	}
}

/* A block that it is still in is as it was at first. */
static bool block_pass(struct lru *l, struct reach *r, uint64_t at)
{
	bool was = lru_touch(l, at);

	if (r->block != at / LRU_BLOCK)
		r->in_l2 = was;
	r->block = at / LRU_BLOCK;
	return r->in_l2;
}

/* In 256ths, how much of what a regular access has passed is in the L2. */
static unsigned passed_in_l2(struct sample *s, const struct loop_access *a)
{
	uint64_t bytes = stride_bytes(a) * sample_rounds(s), reach = reach_bytes(a->reach);
	uint64_t from, hits = 0, blocks;

	bytes = bytes < reach ? bytes : reach;
	from = a->stride > 0 ? (a->low - bytes) : a->low;
	blocks = bytes / LRU_BLOCK + 1;
	blocks = blocks < BLOCKS_MAX ? blocks : BLOCKS_MAX;
	for (uint64_t b = 0; b < blocks; b++)
		hits += block_pass(s->lru, a->reach, from + b * LRU_BLOCK);
	return (unsigned)(256 * hits / blocks);
}

/* Returns the cycles of a load that no prefetcher has seen coming, beside what it takes in L1. */
static uint64_t l1_miss_cycles(bool in_l2)
{
	const struct net_machine *m = job.model;

	return (in_l2 ? 2 * m->l2_way_cycles : m->memory_cycles) - L1_CYCLES;
}

/* Counts lines of L1 that were requested from the L2, whose lines are twice as long: in_l2 of 256
 * requests hit. */
static void lines_count(struct sample *s, const struct loop_access *a, uint64_t lines,
			bool streams, unsigned in_l2)
{
	struct thread_user *u = s->thread->user;
	struct node *n = &booted.node[s->thread->node];
	uint64_t requests = streams ? streams_l2_lines(s, a) : lines;
	uint64_t hits = requests * in_l2 / 256;

	if (a->loads)
		u->lines_loaded += lines;
	else
		u->lines_stored += lines;
	if (streams && a->loads)
		u->lines_prefetched += lines;
	n->l2_hits += hits;
	n->l2_misses += requests - hits;
}

/* Lines from memory, so long each: what is stored to is read first, and written back. */
static void memory_count(struct sample *s, const struct loop_access *a, uint64_t bytes)
{
	uint64_t *to = a->stores ? &s->written_bytes : &s->read_bytes;

	*to += bytes * (256 - a->in_l2) / 256;
}

static void charge_regular(struct sample *s, struct loop_access *a)
{
	uint64_t lines = streams_lines(s, a);
	bool streams = streams_has(s, a);

	a->in_l2 = passed_in_l2(s, a);
	lines_count(s, a, lines, streams, a->in_l2);
	if (a->loads && !streams)
		s->wait_cycles += lines * (a->in_l2 * l1_miss_cycles(true) +
					   (256 - a->in_l2) * l1_miss_cycles(false)) / 256;
	memory_count(s, a, streams_l2_lines(s, a) * L2_LINE);
}

/* Somewhere within its reach: one place stands for all. */
static void charge_irregular(struct sample *s, struct loop_access *a)
{
	const struct net_machine *m = job.model;
	uint64_t reach = s->reach_bytes, misses;
	bool room = lru_has_room(s->lru);
	bool in_l2 = lru_touch(s->lru, a->low) || (room && reach <= m->l2_bytes);

	a->in_l2 = in_l2 ? 256 : 0;
	misses = sample_rounds(s) * ((reach - m->l1_bytes) / L1_LINE) / (reach / L1_LINE);
	lines_count(s, a, misses, false, a->in_l2);
	if (a->loads)
		s->wait_cycles += misses * l1_miss_cycles(in_l2);
	memory_count(s, a, misses * L2_LINE);
}

/* All that the node's other threads do before has happened.  That is no call behind which a
 * program may wait. */
static void in_order(struct thread *t)
{
	ps_t probe_ps = t->probe_ps;

	thread_charge(0);
	t->probe_ps = probe_ps;
}

static ps_t sample_cost(struct sample *s)
{
	ps_t now_ps = s->thread->clock_ps, own_ps, memory_ps = 0;

	if (s->reach_bytes * thread_sharers(s->thread) <= job.model->l1_bytes)
		return 0;
	in_order(s->thread);
	for (unsigned i = 0; i < s->accesses; i++) {
		if (s->access[i].regular)
			charge_regular(s, &s->access[i]);
		else if (s->reach_bytes > job.model->l1_bytes)
			charge_irregular(s, &s->access[i]);
	}
	own_ps = cycles_ps(s->wait_cycles + streams_wait(s));
	if (s->read_bytes + s->written_bytes >= L2_LINE) {
		ps_t done_ps = mu_memory_use(units.mu, s->thread->node, s->read_bytes,
					     s->written_bytes, now_ps - s->time_ps);
		memory_ps = done_ps > now_ps ? done_ps - now_ps : 0;
	}
	return own_ps > memory_ps ? own_ps : memory_ps;
}

static void second_round(struct thread *t, const struct check_frame *f, const struct loop *l,
			 const uint8_t *base)
{
	struct cache_thread *c = t->user->cache;
	ps_t time_ps = t->clock_ps - c->begin_ps, cost_ps;
	const ps_t most_ps = 2 * (ps_t)CACHE_SAMPLE_CYCLES * CORE_CYCLE_PS;
	struct sample s = { .thread = t, .round_ps = t->clock_ps - c->first_ps };
	struct seen *seen = seen_in(c, l->check);
	bool begins = seen->samples == 0;

	s.time_ps = time_ps < most_ps ? time_ps : most_ps;
	if (!lru[t->node])
		lru[t->node] = lru_create(job.model->l2_bytes);
	s.lru = lru[t->node];
	core_prefetch(&s.lines_each, &s.lines_all);
	accesses_take(&s, seen, l, f, base);
	cost_ps = s.accesses && !begins ? sample_cost(&s) : 0;
	t->clock_ps += cost_ps; /* the check yields, if that is due */
	if (begins && s.accesses) { /* how far it reaches is known soon */
		c->checks = 0;
		thread_sample_at(t, SAMPLER_CACHES, t->clock_ps + most_ps / 8);
	} else {
		next_sample(t, cost_ps ? t->clock_ps : grid(t->clock_ps));
	}
}

/* ---- checks */

static void first_round(struct thread *t, const struct check_frame *f, const struct loop *l,
			const uint8_t *base)
{
	struct cache_thread *c = t->user->cache;

	if (!l->accesses) {
		next_sample(t, grid(t->clock_ps));
		return;
	}
	for (unsigned i = 0; i < l->accesses; i++)
		c->at[i] = address(f, base, &l->at[i]);
	c->check = l->check;
	c->first_ps = t->clock_ps;
	c->checks = CHECKS_MAX;
	thread_sample_at(t, SAMPLER_CACHES, t->clock_ps); /* the next check, too */
}

static void at_check(const struct check_frame *f)
{
	struct thread *t = thread_self;
	const uint8_t *base = process_image(t->process);
	const struct loop *l = loop_find(base, f->pc - (uintptr_t)base);
	struct cache_thread *c = t->user->cache;

	if (!c && !(c = t->user->cache = calloc(1, sizeof *c)))
		abort();
	if (!c->checks)
		first_round(t, f, l, base);
	else if (c->check == l->check && t->clock_ps > c->first_ps)
		second_round(t, f, l, base);
	else if (!--c->checks)
		next_sample(t, grid(t->clock_ps));
}

/* Resumes sampling as if the thread had been looked at meanwhile, which a wait does not notice. */
static void resumed(void)
{
	struct thread *t = thread_self;
	ps_t now_ps = t->clock_ps, step_ps = grid(now_ps);

	if (!t->user->cache || (!t->user->cache->checks && now_ps < t->sampler_ps[SAMPLER_CACHES]))
		return;
	if (spread(step_ps) <= now_ps)
		next_sample(t, step_ps);
	else if (step_ps)
		next_sample(t, grid(step_ps - 1));
}

void cache_init(cache_prefetch *prefetch)
{
	static const struct check_samples samples = { at_check, resumed };

	core_prefetch = prefetch;
	if (!(lru = calloc(job.nodes, sizeof(struct lru *))))
		abort();
	check_sample(SAMPLER_CACHES, &samples);
}
