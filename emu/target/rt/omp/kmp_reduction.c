/*
 * kmp_reduction.c - Clang's reductions over tasks.  A task group has the variables; each thread
 * that carries out one of its tasks has a copy of each, made when it is first asked for.  They are
 * combined at the group's end, in the order of threads.  Where all threads of a region share a
 * reduction, each has a group of its own, and the last one to end combines.
 */
#include "kmp.h"

#include <stdlib.h>

/* A variable as the program describes it. */
struct kmp_variable {
	void *shared, *original;
	size_t bytes;
	void (*init)(void *copy, void *original);
	void (*end)(void *copy);
	void (*combine)(void *to, void *copy);
	unsigned flags;
};

/* Copies, of all groups that share a reduction. */
struct copies {
	unsigned count, threads;
	unsigned users; /* groups that have not ended */
	void *copy[];   /* [count][threads], NULL: none yet */
};

/* Variables of a group. */
struct kmp_reduction {
	struct copies *copies;
	struct kmp_variable variable[];
};

static struct copies *copies_new(unsigned count, unsigned threads, unsigned users)
{
	struct copies *c = omprt_alloc(sizeof *c + count * threads * sizeof *c->copy);

	c->count = count;
	c->threads = threads;
	c->users = users;
	return c;
}

/* The group's variables; copies follow. */
static struct kmp_reduction *reduction_new(unsigned count, const struct kmp_variable *variable)
{
	struct kmp_reduction *r = omprt_alloc(sizeof *r + count * sizeof *variable);

	for (unsigned i = 0; i < count; i++)
		r->variable[i] = variable[i];
	return r;
}

/* Into the variables of the group that ends last. */
static void combine_all(const struct kmp_reduction *r)
{
	struct copies *c = r->copies;

	for (unsigned i = 0; i < c->count * c->threads; i++) {
		const struct kmp_variable *v = &r->variable[i / c->threads];

		if (!c->copy[i])
			continue;
		v->combine(v->shared, c->copy[i]);
		if (v->end)
			v->end(c->copy[i]);
		free(c->copy[i]);
	}
	free(c);
}

void omprt_kmp_reductions_end(struct omp_thread *me)
{
	struct task_group *group = me->at.task->group;
	struct kmp_reduction *r = group->kmp;
	bool last;

	if (!r)
		return;
	omprt_enter();
	while (group->tasks)
		omprt_task_help_group(me, group);
	group->kmp = NULL;
	last = --r->copies->users == 0;
	omprt_leave();
	if (last)
		combine_all(r);
	free(r);
}

/* The current group's; returns it. */
void *__kmpc_taskred_init(int thread, int count, const struct kmp_variable *variable)
{
	struct omp_thread *me = omprt_self();
	struct task_group *group = me->at.task->group;

	(void)thread;
	if (me->at.team->threads > 1) {
		group->kmp = reduction_new((unsigned)count, variable);
		group->kmp->copies = copies_new((unsigned)count, me->at.team->threads, 1);
	}
	return group;
}

/* All threads of a region call this, each beginning a group of its own. */
void *__kmpc_taskred_modifier_init(struct kmp_place *at, int thread, int worksharing, int count,
				   const struct kmp_variable *variable)
{
	struct omp_thread *me = omprt_self();
	struct task_group *group = omprt_group_enter(me);
	unsigned threads = me->at.team->threads;
	struct kmp_reduction *r = reduction_new((unsigned)count, variable);
	struct work *w;
	bool first;

	(void)at, (void)thread, (void)worksharing;
	group->shares_work = true;
	omprt_enter();
	w = omprt_work_next(me, &first);
	if (first)
		w->kmp = copies_new((unsigned)count, threads, threads);
	r->copies = w->kmp;
	group->kmp = r;
	omprt_leave();
	return group;
}

void __kmpc_task_reduction_modifier_fini(struct kmp_place *at, int thread, int worksharing)
{
	struct omp_thread *me = omprt_self();

	(void)at, (void)thread, (void)worksharing;
	omprt_kmp_reductions_end(me);
	omprt_group_leave(me);
}

/* ---- which copy is a task's */

/* data: the variable, or any thread's copy of it. */
static bool is_of(const struct kmp_reduction *r, unsigned i, const void *data)
{
	const struct copies *c = r->copies;

	if (r->variable[i].shared == data || r->variable[i].original == data)
		return true;
	for (unsigned k = 0; k < c->threads; k++)
		if (c->copy[i * c->threads + k] == data)
			return true;
	return false;
}

static void *copy_of(const struct kmp_reduction *r, unsigned i, unsigned num)
{
	const struct kmp_variable *v = &r->variable[i];
	void **copy = &r->copies->copy[i * r->copies->threads + num];

	if (!*copy) {
		*copy = omprt_alloc_aligned(KMP_ALIGNMENT, v->bytes);
		if (v->init)
			v->init(*copy, v->original);
	}
	return *copy;
}

void *__kmpc_task_reduction_get_th_data(int thread, struct task_group *group, void *data)
{
	const struct omp_thread *me = omprt_self();

	(void)thread;
	if (me->at.team->threads == 1)
		return data;
	for (struct task_group *g = group ? group : me->at.task->group; g; g = g->outer)
		for (unsigned i = 0; g->kmp && i < g->kmp->copies->count; i++)
			if (is_of(g->kmp, i, data))
				return copy_of(g->kmp, i, me->at.num);
	omprt_die("a task is no part of the reduction that its in_reduction clause names");
}
