/*
 * sample.c - what threads tell while they run; see profile.h.
 *
 * At first a thread stops at each check, and what has passed is known.  Then its own time is cut
 * into windows, and it stops at the first check behind a moment in each, at random: the whole
 * window counts there.  How long the next one is may follow from where it stopped, as windows do
 * not overlap; a function has its part then, in the mean.
 */
#include <stdlib.h>

#include "emu/node/machine/booted.h"
#include "emu/node/machine/job.h"
#include "emu/node/machine/memory.h"
#include "emu/node/machine/process.h"
#include "emu/core/calls/call_thunk.h"
#include "emu/core/check/check.h"
#include "emu/core/engine/fetch.h"
#include "emu/core/wait/wait.h"
#include "profile_internal.h"

#define STEP_CYCLES 1024u /* a window's, at least */
#define RSP 4 /* in the order of encodings */
#define STEPS_OF_ALL 1024u /* a window is this part of the thread's time at most */
/* All threads together stop at each check so often, some 40 ns each time, 5 ms in all: a short
 * run's profile is no sample.  Half of these are left for checks that come once in a while. */
#define STOPS_AT_EACH (1u << 17)
#define LONG_LOOP 256

/* State of a thread that has been looked at. */
struct profile_thread {
	ps_t begin_ps;   /* of the thread */
	ps_t waited_ps;  /* in all */
	ps_t counted_ps; /* of its own time */
	ps_t l2_ps;      /* of that, for the L2 */
	uint64_t misses; /* of its instruction cache, so far */
	uint32_t node;   /* where it stopped last, */
	uint32_t alike;  /* and how often in a row it did in that function; */
	bool at_each;    /* the next check is the next stop's; else it stops once in a window: */
	ps_t window_ps;  /* the last stop's, from counted_ps on, */
	ps_t next_ps;    /* then that of the next one */
	uint32_t stops, stops_all; /* at each check that are left, of how many */
	uint32_t call;   /* its last call that costs by a length */
};

static uint32_t index_of(const struct thread *t)
{
	return (uint32_t)(t->process - booted.process);
}

static struct profile_thread *profile_of(const struct thread *t)
{
	struct profile_thread *p = t->user->profile;

	if (!p) {
		p = t->user->profile = calloc(1, sizeof *p);
		if (!p)
			abort();
		p->begin_ps = t->sampler_ps[SAMPLER_PROFILE];
		p->stops = p->stops_all = STOPS_AT_EACH / job.places;
		p->at_each = p->stops != 0;
	}
	return p;
}

static ps_t own_ps(const struct thread *t, const struct profile_thread *p)
{
	return t->clock_ps - p->begin_ps - p->waited_ps;
}

/* Adds what is its own from p->counted_ps on up to until_ps. */
static struct passed passed(const struct thread *t, struct profile_thread *p, ps_t until_ps)
{
	ps_t more_ps = until_ps - p->counted_ps, l2_ps = ps_min(t->user->l2_ps - p->l2_ps, more_ps);
	uint64_t misses = t->fetch->misses;
	struct passed all = {
		.code_ps = more_ps - l2_ps, .l2_ps = l2_ps,
		.fetch_ps = cycles_ps((misses - p->misses) * t->fetch->cycles /
				      FETCH_PARTS),
	};

	p->l2_ps += l2_ps;
	p->misses = misses;
	p->counted_ps = until_ps;
	return all;
}

/* The node's window, or as much of that as there is. */
static void count_window(const struct thread *t, struct profile_thread *p)
{
	struct passed all = passed(t, p, ps_min(p->counted_ps + p->window_ps, own_ps(t, p)));

	(p->stops ? share_window : share_random)(index_of(t), p->node, &all);
}

/* A number below ps, by a hash of where: ranks that do the same stop elsewhere. */
static ps_t some_ps(ps_t ps, uint64_t where)
{
	uint64_t mixed = where * UINT64_C(0x9e3779b97f4a7c15);

	mixed = (mixed ^ mixed >> 31) * UINT64_C(0xbf58476d1ce4e5b9);
	return (ps >> 16) * (mixed >> 48);
}

/* A function that has come so often to its checks, and to none of others, gets windows. */
static bool is_long(const struct profile_thread *p)
{
	return p->alike >= LONG_LOOP && p->stops < p->stops_all / 2;
}

/* The window in which the thread stops next; 0: it stops at the next check.  Windows become longer
 * as long as a thread stays in a function: a loop of vectors computes a thousand cycles in less
 * than a stop takes. */
static ps_t next_window(struct profile_thread *p)
{
	ps_t least_ps = cycles_ps(STEP_CYCLES);

	if (p->stops && p->stops--)
		return is_long(p) ? least_ps : 0;
	if (!p->alike || p->next_ps < least_ps)
		return least_ps;
	return ps_min(p->next_ps + p->next_ps / 2, ps_max(least_ps, p->counted_ps / STEPS_OF_ALL));
}

/* Counts what has passed since the last stop, or the window of that; this one's window begins where
 * that ends, and it is the first one behind a moment in it. */
static void count(const struct thread *t, struct profile_thread *p, uint32_t node, ps_t now_ps)
{
	if (p->window_ps)
		count_window(t, p);
	p->window_ps = 0;
	if (p->next_ps) {
		p->window_ps = ps_max(p->counted_ps + p->next_ps, now_ps) - p->counted_ps;
		return;
	}
	struct passed all = passed(t, p, now_ps);

	if (p->at_each)
		share_next(index_of(t), p->node, node, &all);
	else
		share_window(index_of(t), node, &all);
}

static void at_check(const struct check_frame *f)
{
	struct thread *t = thread_self;
	struct profile_thread *p = profile_of(t);
	uint32_t before = p->node, node = stack_at_check(t, f);
	ps_t now_ps = own_ps(t, p), end_ps;

	count(t, p, node, now_ps);
	p->at_each = !p->next_ps;
	p->node = node;
	p->alike = tree_at(node)->parent == tree_at(before)->parent ? p->alike + 1 : 0;
	p->next_ps = next_window(p);
	end_ps = p->counted_ps + p->window_ps;
	thread_sample_at(t, SAMPLER_PROFILE, t->clock_ps + (end_ps - now_ps) +
			 some_ps(p->next_ps, end_ps ^ (uint64_t)index_of(t) << 40));
}

/* Cost of a function by its length is spent where it is called: the next check may be in another
 * function.  Little is left to that check. */
#define CHARGED_CYCLES 256u

/* In charge_hook_x86_64.S. */
extern const char profile_charge_hook[] __attribute__((visibility("hidden")));
void profile_charged(uint64_t charge, const uint64_t *saved);

/* The registers that a call keeps, by their encodings, as the hook saves them from saved[0] on;
 * behind them the return address. */
static const uint8_t saved_at[] = { 15, 14, 13, 12, 3, 5 };
#define SAVED (sizeof saved_at)

static void sample_later(struct thread *t, ps_t ps)
{
	thread_sample_at(t, SAMPLER_PROFILE, t->sampler_ps[SAMPLER_PROFILE] + ps);
}

/* Like a wait, it is counted as a whole, and moments are spread over what is left. */
static void add_call(struct thread *t, struct profile_thread *p, ps_t ps)
{
	tree_add(index_of(t), p->call, SPENT_CODE, ps);
	p->counted_ps += ps;
	sample_later(t, ps);
}

__attribute__((used)) void profile_charged(uint64_t charge, const uint64_t *saved)
{
	struct thread *t = thread_self;
	struct check_frame f = { .pc = saved[SAVED] - 1 };
	uint64_t cycles = charge >> BUDGET_DEMAND_BITS;

	if (!t || !t->process || cycles < CHARGED_CYCLES)
		return;
	for (unsigned i = 0; i < SAVED; i++)
		f.reg[saved_at[i]] = saved[i];
	f.reg[RSP] = (uintptr_t)&saved[SAVED + 1];
	struct profile_thread *p = profile_of(t);

	p->call = stack_at_check(t, &f);
	add_call(t, p, cycles_ps(cycles));
}

/* In that call. */
__attribute__((unused)) static void passed_memory(ps_t ps)
{
	struct thread *t = thread_self;
	struct profile_thread *p = profile_of(t);

	add_call(t, p, ps);
}

/* A loop that polls by a call of the runtime waits as that call does. */
static unsigned kind_of_wait(const struct thread *t)
{
	unsigned poll = t->waiting.kind == WAIT_SPIN && t->loop.wait ? t->loop.wait->poll_kind : 0;

	return poll ? poll - 1 : t->waiting.kind;
}

static void add_wait(const struct thread *t, struct profile_thread *p, uint32_t node, ps_t until_ps)
{
	ps_t ps = until_ps > t->waiting.since_ps ? until_ps - t->waiting.since_ps : 0;

	tree_add(index_of(t), tree_node(node, TREE_WAITS + kind_of_wait(t)), SPENT_WAIT, ps);
	p->waited_ps += ps;
}

void profile_waited(const struct thread *t)
{
	struct thread *self = thread_self;
	struct profile_thread *p = profile_of(t);
	ps_t before_ps = p->waited_ps;

	add_wait(t, p, t->waiting.kind == WAIT_SPIN ? stack_at_check(t, &t->loop.wait->at)
						  : stack_in_call(t, t->waiting.pc), t->clock_ps);
	sample_later(self, p->waited_ps - before_ps);
}

/* Where t, which does not run, has waited: no more is known than the call. */
static uint32_t parked_node(const struct thread *t)
{
	uint64_t base = (uintptr_t)process_image(t->process);

	return t->waiting.pc ? tree_node(TREE_ROOT, t->waiting.pc - 1 - base) : TREE_ROOT;
}

static void end(const struct thread *t, ps_t end_ps)
{
	struct profile_thread *p = profile_of(t);

	if (t != thread_self && t->waiting.kind != WAIT_NONE)
		add_wait(t, p, parked_node(t), end_ps);
	count_window(t, p);
	p->window_ps = PS_NEVER - p->counted_ps;
	count_window(t, p);
}

void profile_ended(const struct thread *t)
{
	end(t, t->clock_ps);
	free(t->user->profile);
	t->user->profile = NULL;
}

/* Threads that live when the run ends. */
void sample_end(ps_t end_ps)
{
	for (uint32_t i = 0; i < job.places; i++) {
		struct process *p = &booted.process[i];

		if (p->status == PROCESS_NOT_STARTED)
			continue;
		for (struct thread *t = &p->main; t; t = t->user->next)
			if (t->state == THREAD_PARKED) {
				t->clock_ps = ps_max(t->clock_ps, end_ps);
				end(t, end_ps);
			} else if (t->state != THREAD_DEAD) {
				end(t, t->clock_ps);
			}
	}
}

void sample_charges(void)
{
#if defined(__x86_64__) && !defined(BGQ_PORTABLE)
	call_thunks_tell_lengths(profile_charge_hook);
	memory_tell(passed_memory);
#endif
}

int profile_start(void)
{
	static const struct check_samples samples = { at_check, NULL };

	check_sample(SAMPLER_PROFILE, &samples);
	return 0;
}
