/* report_list.c - lists of what ranks wait for or compute: after a deadlock, at the end of
 * the time limit, or when a signal asks.  Threads that do the same at the same place are one
 * line.  Serial: no thread runs meanwhile. */
#include "emu/core/wait/wait.h"
#include "emu/node/machine/booted.h"
#include "emu/node/machine/job.h"
#include "emu/core/engine/engine.h"
#include "report_internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "output.h"
#include "progress.h"
#include "rank_set.h"

#define PREFIX "bgq-run:   "
#define GROUPS_SHOWN 24
#define ALONE_MAX 4    /* threads of a group that have a line each, if they are all */
#define GROUPS_MAX 256 /* what is beyond is counted only */

struct waited_span {
	ps_t from_ps, to_ps;
};

/* Threads in the same way at the same place. */
struct place_group {
	const char *way;
	uint64_t offset;            /* of the place in the image */
	const struct thread *thread[ALONE_MAX]; /* the first ones */
	uint32_t threads;
	struct waited_span since;          /* they wait since times in it */
	struct rank_set ranks;
};

struct listing {
	FILE *to;
	struct place_group group[GROUPS_MAX];
	unsigned groups;
	uint32_t uncovered;         /* threads without a group */
};

static bool is_alive(const struct thread *t)
{
	return t->state != THREAD_DEAD;
}

/* Not a loop that counts, which may come to an end: it runs, although its rounds need not be
 * executed now. */
static bool is_waiting(const struct thread *t)
{
	return t->state == THREAD_PARKED && !t->loop.counting;
}

static bool is_runner(const struct thread *t)
{
	return t->state == THREAD_READY || t->state == THREAD_RUNNING || t->loop.counting;
}

static struct place_group *group_of(struct listing *l, const char *way, uint64_t offset)
{
	struct place_group *g = l->group;

	for (; g < l->group + l->groups; g++)
		if (g->offset == offset && !strcmp(g->way, way))
			return g;
	g = &l->group[l->groups];
	if (l->groups == GROUPS_MAX || rank_set_init(&g->ranks, job.ranks) != 0)
		return NULL;
	l->groups++;
	g->way = way;
	g->offset = offset;
	g->since.from_ps = PS_NEVER;
	return g;
}

static void list(struct listing *l, const struct thread *t)
{
	uint64_t pc = report_pc(t), base = (uintptr_t)process_image(t->process);
	struct place_group *g = group_of(l, report_way(t), pc ? pc - base : 0);
	ps_t since_ps = is_waiting(t) ? wait_since(t) : 0;

	if (!g) {
		l->uncovered++;
		return;
	}
	if (g->threads < ALONE_MAX)
		g->thread[g->threads] = t;
	g->threads++;
	rank_set_add(&g->ranks, t->process->rank);
	g->since.from_ps = ps_min(g->since.from_ps, since_ps);
	g->since.to_ps = ps_max(g->since.to_ps, since_ps);
}

static double us(ps_t at_ps)
{
	return (double)at_ps / (double)PS_PER_US;
}

/* "510 ranks (0-509), first rank 0 <...>:" */
static void print_ranks(FILE *to, const struct place_group *g)
{
	char name[REPORT_NAME_BYTES], ranks[RANK_SET_NAME_BYTES];

	if (g->threads > g->ranks.count)
		fprintf(to, "%u threads of ", g->threads);
	fprintf(to, "%s, first %s:", rank_set_name(&g->ranks, ranks, sizeof ranks),
		report_name_thread(g->thread[0], name, sizeof name));
}

/* Prints what t does, since a time between from_ps and to_ps. */
static void print_way(FILE *to, const struct thread *t, const struct waited_span *since,
		      const char *runs)
{
	char other[32], where[256];

	if (!is_waiting(t)) {
		report_place(t, report_pc(t), where, sizeof where);
		fprintf(to, " %s%s%s\n", runs, *where ? ", at " : "", where);
		return;
	}
	fprintf(to, " %s%s since %.3f", report_way(t), report_other(t, other, sizeof other),
		us(since->from_ps));
	if (since->to_ps > since->from_ps)
		fprintf(to, " to %.3f", us(since->to_ps));
	fprintf(to, " us");
	report_wait(to, t);
	fputc('\n', to);
}

static void print_alone(FILE *to, const struct thread *t, const char *runs)
{
	char name[REPORT_NAME_BYTES];
	ps_t since_ps = wait_since(t);

	fprintf(to, PREFIX "%s", report_name_thread(t, name, sizeof name));
	print_way(to, t, &(struct waited_span){ since_ps, since_ps }, runs);
}

static void print_group(FILE *to, const struct place_group *g, const char *runs)
{
	if (g->threads > ALONE_MAX) {
		fputs(PREFIX, to);
		print_ranks(to, g);
		print_way(to, g->thread[0], &g->since, runs);
		return;
	}
	for (uint32_t i = 0; i < g->threads; i++)
		print_alone(to, g->thread[i], runs);
}

/* Adds p's threads for which is_listed is true; with --verbose prints them at once. */
static void list_process(struct listing *l, const struct process *p,
			 bool (*is_listed)(const struct thread *t), const char *runs)
{
	for (const struct thread *t = &p->main; t; t = t->user->next) {
		if (p->status != PROCESS_ALIVE || !is_listed(t))
			continue;
		if (job.opt.verbose)
			print_alone(l->to, t, runs);
		else
			list(l, t);
	}
}

/* The threads of live ranks; runs: what is said of those that do not wait. */
static void print_list(FILE *to, bool (*is_listed)(const struct thread *t), const char *runs)
{
	struct listing *l = calloc(1, sizeof *l);
	uint32_t hidden = 0;

	if (!l)
		return;
	l->to = to;
	for (uint32_t i = 0; i < job.places; i++)
		list_process(l, &booted.process[i], is_listed, runs);
	for (unsigned i = 0; i < l->groups; i++) {
		if (i < GROUPS_SHOWN)
			print_group(to, &l->group[i], runs);
		else
			hidden += l->group[i].threads;
		rank_set_cleanup(&l->group[i].ranks);
	}
	if (hidden + l->uncovered)
		fprintf(to, PREFIX "... and %u more at other places\n",
			hidden + l->uncovered);
	free(l);
}

static uint32_t alive(void)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < job.places; i++)
		n += booted.process[i].status == PROCESS_ALIVE;
	return n;
}

void report_waiting(FILE *to)
{
	print_list(to, is_alive, "runs");
	report_network(to);
}

/* The last thing that has happened: threads run ahead of events. */
static ps_t latest(void)
{
	ps_t at_ps = engine_now(booted.engine);

	for (uint32_t i = 0; i < job.places; i++)
		if (booted.process[i].main.clock_ps > at_ps)
			at_ps = booted.process[i].main.clock_ps;
	return at_ps;
}

void report_asked(void)
{
	progress_clear_now();
	fprintf(stderr, "bgq-run: at %.3f us: %u of %u ranks have not ended\n", us(latest()),
		alive(), job.ranks);
	report_waiting(stderr);
}

static bool has_runner(const struct process *p)
{
	for (const struct thread *t = &p->main; t; t = t->user->next)
		if (p->status == PROCESS_ALIVE && is_runner(t))
			return true;
	return false;
}

bool report_has_runners(void)
{
	for (uint32_t i = 0; i < job.places; i++)
		if (has_runner(&booted.process[i]))
			return true;
	return false;
}

void report_silence(void)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < job.places; i++)
		n += has_runner(&booted.process[i]);
	output_finish();
	fprintf(stderr,
		"bgq-run: no rank has made a call for %g s of simulated time; %u of %u ranks "
		"compute\n", job.opt.silence_s, n, job.ranks);
	print_list(stderr, is_runner, "computes");
}

void report_deadlock(ps_t now_ps)
{
	output_finish();
	fprintf(stderr,
		"bgq-run: deadlock at %.3f us: %u of %u ranks wait and nothing moves\n",
		us(now_ps), alive(), job.ranks);
	report_waiting(stderr);
}

void report_hidden(const struct wait_hidden *h)
{
	char waiter[REPORT_NAME_BYTES], setter[REPORT_NAME_BYTES];

	output_finish();
	report_name_thread(h->waiter, waiter, sizeof waiter);
	if (h->setter)
		fprintf(stderr,
			"bgq-run: %s waits for memory at %p, where %s stores between two checks "
			"what may end the wait: no deadlock, turns of its node will end "
			"between checks, too\n", waiter, h->at,
			report_name_thread(h->setter, setter, sizeof setter));
	else
		fprintf(stderr,
			"bgq-run: %s waits, and what others store between two checks may end the "
			"wait: no deadlock, turns of its node will end between checks, too\n",
			waiter);
}
