/* wait.c - when to try a proof, and parking; see wait.h.  How a thread resumes: wake.c. */
#include "wait.h"

#include <stdatomic.h>

#include <stdlib.h>
#include <string.h>

#include "include/bgqemu/abi.h"
#include "emu/node/machine/booted.h"
#include "emu/node/machine/job.h"
#include "emu/node/machine/reserve.h"
#include "emu/core/follow/follow.h"
#include "emu/core/follow/or_die.h"
#include "emu/core/engine/watch.h"
#include "proof.h"
#include "range.h"
#include "site.h"
#include "together.h"
#include "words.h"

/* After this many brief waits, prove one again. */
#define BRIEFS_EXECUTED 64
/* Limit of interpreted instructions in the rare proofs for several threads of a node. */
#define STEPS_TOGETHER (PROOF_STEPS << 4)
/* After a probe that is made too early, so long no poll leads to another one: in a loop that
 * makes calls between its polls each round would enter the emulator. */
#define POLLS_REST_PS cycles_ps(16384)

static struct wait *wait_of(struct thread *t)
{
	if (!t->loop.wait) {
		t->loop.wait = or_die(calloc(1, sizeof *t->loop.wait));
		t->loop.wait->thread = t;
		t->loop.wait->image = process_image(t->process);
		t->loop.wait->shared = (uintptr_t)space_window(t->node) + space_shared();
		site_begin(t->loop.wait, t->clock_ps);
	}
	return t->loop.wait;
}

static void range_watch(struct wait *w, struct shared_range *r)
{
	if (w->range)
		range_drop(w->range);
	w->range = r;
}

static _Atomic uint64_t executed_ended; /* by threads that are freed */

void wait_free(struct thread *t)
{
	struct wait *w = t->loop.wait;

	if (w) {
		atomic_fetch_add_explicit(&executed_ended, w->executed, memory_order_relaxed);
		words_free(w);
		free(w->count);
		free(w->mix);
		range_watch(w, NULL);
	}
	free(w);
	free(t->user->cache);
	free(t->user->interleave);
	t->loop.wait = NULL;
	t->user->cache = NULL;
	t->user->interleave = NULL;
}

/* ---- proofs */

/* Sets the prefetch of what the thread will use first when it resumes. */
static void prefetch_set(struct thread *t, const struct wait *w, const struct follow *f)
{
	unsigned n = 0;

	for (unsigned i = 0; i < f->lines && n < THREAD_PREFETCH_LINES; i++)
		t->prefetch[n++] = f->base + f->line[i] * FOLLOW_LINE;
	for (unsigned i = 0; i < w->words && n < THREAD_PREFETCH_LINES; i++)
		t->prefetch[n++] = w->word[i].at;
	if (n < THREAD_PREFETCH_LINES)
		t->prefetch[n] = NULL;
}

/* Whether a proof has failed only because the round has yet to be executed once, or because a
 * count is in memory where at the outermost check it would not be.  Then it is tried again there,
 * once: runtime calls may leave something else each time. */
static bool is_early(struct thread *t, struct wait *w, const struct follow *f, ps_t now_ps)
{
	ps_t later_ps = f->needs_warmup ? f->time_ps : f->has_deferred_stores ? f->outer_ps : 0;
	bool again = later_ps && w->early_pc != f->frame->pc;

	w->early_pc = again ? f->frame->pc : 0;
	if (again)
		t->probe_ps = now_ps + later_ps;
	return again;
}

static unsigned steps_most(const struct site *s, const struct wait *w)
{
	unsigned failures = site_failures(s, w);

	if (s->credit)
		return 2 * s->steps + PROOF_STEPS_BACK;
	return PROOF_STEPS << (failures < PROOF_STEPS_SHIFT ? failures : PROOF_STEPS_SHIFT);
}

/* Whether the loop stores to a page where another thread has a reservation, which that may break:
 * then the loop is executed. */
static bool stores_near_others(const struct thread *t, const struct follow *f)
{
	if (!atomic_load_explicit(&booted.reserving, memory_order_relaxed))
		return false;
	for (unsigned i = 0; i < f->cells; i++)
		if (f->cell[i].stored &&
		    reserve_is_near(t, (const volatile void *)(uintptr_t)f->cell[i].at))
			return true;
	return false;
}

static _Atomic uint64_t proofs[FOLLOW_WHY_COUNT]; /* by outcome */

uint64_t wait_proofs(enum follow_why why)
{
	return atomic_load_explicit(&proofs[why], memory_order_relaxed);
}

uint64_t wait_executed(void)
{
	uint64_t n = executed_ended;

	for (uint32_t i = 0; i < job.places; i++)
		for (const struct thread *t = &booted.process[i].main; t && t->user;
		     t = t->user->next)
			n += t->loop.wait ? t->loop.wait->executed : 0;
	return n;
}

/* Proves that t waits; joins: other threads of its node have deferred stores already. */
static bool prove(struct thread *t, struct wait *w, struct site *s, ps_t now_ps, bool joins)
{
	struct follow *f = proof_begin(t);

	f->may_count = count_may_park(now_ps);
	f->may_defer_stores = count_may_owe(t);
	f->steps_most = steps_most(s, w);
	bool proven = follow_loop(f);

	if (!proven && !joins && is_early(t, w, f, now_ps))
		return false;
	if (!proven && (f->differs || f->has_deferred_stores || f->must_be_dead_below) &&
	    (joins || together_may(t, now_ps))) {
		f->may_differ = true;
		if (f->steps_most < STEPS_TOGETHER)
			f->steps_most = STEPS_TOGETHER;
		proven = follow_loop(f);
	}
	atomic_fetch_add_explicit(&proofs[proven ? FOLLOW_WAITS : f->why], 1, memory_order_relaxed);
	if (!proven || stores_near_others(t, f) || !together_apart(t, f)) {
		site_failed(s, w, t->user->calls, f->steps, now_ps);
		return false;
	}
	if (w->guessed_calls == t->user->calls)
		s->ends &= (uint8_t)~w->guessed; /* it still waits */
	w->guessed = 0;
	w->early_pc = 0;
	if (!f->rounds && !f->differs)
		site_waits(s, w, f->steps);
	w->steps_before = f->steps_before;
	proof_take(w, f);
	count_take(w, f);
	prefetch_set(t, w, f);
	w->poll_kind = f->wait_kind;
	w->poll_what = f->wait_what;
	return true;
}

/* Whether t executes its wait for now, as one that is likely to be brief.  It is probed again when
 * that has not been brief.  A call is taken for the end of a wait, which it need not be: only so
 * many times. */
static bool is_brief(struct thread *t, struct wait *w, const struct site *s, ps_t now_ps)
{
	if (!site_is_brief(s) || job.model->host_code)
		return false;
	if (w->brief_pc != s->pc || w->brief_calls != t->user->calls) {
		if (w->briefs++ == BRIEFS_EXECUTED) {
			w->briefs = 0;
			return false;
		}
		w->executed++;
		w->brief_pc = s->pc;
		w->brief_calls = t->user->calls;
		w->brief_ps = now_ps;
		t->probe_ps = now_ps + SITE_BRIEF_PS;
	}
	return now_ps < w->brief_ps + SITE_BRIEF_PS;
}

/* Before t is parked: whether it watches memory that processes share. */
static void shared_set(struct thread *t, const struct wait *w)
{
	uintptr_t shared = (uintptr_t)space_window(t->node) + space_shared();

	if (w->range)
		t->loop.watches_shared |= range_holds(w->range, (const void *)shared,
						 space_shared_bytes());

	for (unsigned i = 0; i < w->words; i++)
		t->loop.watches_shared |= (uintptr_t)w->word[i].at - shared < space_shared_bytes();
}

/* Notes at its place that t has waited since start_ps. */
static void waited(const struct thread *t, struct wait *w, ps_t start_ps)
{
	struct site *s = site_of(w, w->at.pc);
	ps_t length_ps = thread_clock() - start_ps;

	site_waited(s, length_ps);
	if (!w->rounds && !w->differs)
		return;
	bool brief = w->differs ? together_was_brief(w, length_ps) : count_was_brief(w, length_ps);

	if (brief)
		site_failed(s, w, t->user->calls, w->steps, thread_clock());
	else
		site_waits(s, w, w->rounds ? w->steps_before : w->steps);
}

static bool park(struct thread *t, struct wait *w, struct check_frame *frame,
		 const void *vectors, bool joins)
{
	ps_t now_ps = thread_clock();

	w->at = *frame;
	w->registers_set = false;
	w->vectors = vectors;
	w->start_ps = now_ps;
	if (!prove(t, w, site_of(w, frame->pc), now_ps, joins))
		return false;
	shared_set(t, w);
	if (w->counting)
		thread_watch_counting(WAIT_SPIN, w->poll_what, frame->pc, count_until(w),
				      !job.opt.clock_off &&
					      (w->count->words || w->differs));
	else if (w->last_ps) /* it may have to catch up from between two checks */
		thread_watch_apart(WAIT_SPIN, w->poll_what, frame->pc, w->differs);
	else
		thread_watch(WAIT_SPIN, w->poll_what, frame->pc, PS_NEVER);
	if (w->counting) /* still: it is time */
		proof_set_registers(w, thread_clock());
	words_clear(w);
	waited(t, w, now_ps);
	t->loop.found = true;
	if (w->registers_set)
		memcpy(frame->reg, w->at.reg, sizeof frame->reg);
	return true;
}

bool wait_park(struct check_frame *frame, const void *vectors)
{
	struct thread *t = thread_self;
	struct wait *w = wait_of(t);
	struct site *s = site_of(w, frame->pc);
	ps_t now_ps = thread_clock();

	if (job.opt.no_parking || site_is_too_early(s, w, now_ps) ||
	    is_brief(t, w, s, now_ps)) {
		t->user->polls_from_ps = now_ps + POLLS_REST_PS;
		t->prefetch[0] = (const void *)(uintptr_t)frame->pc; /* another may run next */
		t->prefetch[1] = w;
		t->prefetch[2] = NULL;
		return false;
	}
	return park(t, w, frame, vectors, false);
}

static bool joins(struct thread *t, struct check_frame *frame, const void *vectors)
{
	return !t->signalled && thread_may_probe() &&
	       park(t, wait_of(t), frame, vectors, true);
}

void wait_join(struct check_frame *frame, const void *vectors)
{
	struct thread *t = thread_self;

	while (!thread_is_catching_up() && node_is_owed(t->node) && !joins(t, frame, vectors)) {
		wait_settle(NULL, t->node);
		t->loop.at_check = true;
		thread_again();
		t->loop.at_check = false;
	}
}

/* ---- waits in calls */

void wait_for_word(unsigned kind, const volatile uint64_t *at, uint64_t value, uint64_t pc,
		   ps_t deadline_ps)
{
	struct wait *w = wait_of(thread_self);

	if (*at != value)
		return;
	words_clear(w);
	words_add(w, at, value);
	shared_set(thread_self, w);
	thread_watch(kind, at, pc, deadline_ps);
	words_clear(w);
}

void wait_for_loss(const volatile uint64_t *at, uint64_t value, uint64_t pc, const bool *held)
{
	struct wait *w = wait_of(thread_self);

	w->held = held;
	if (*held)
		wait_for_word(BGQEMU_WAIT_MEMORY, at, value, pc, PS_NEVER);
	w->held = NULL;
}

void wait_for_words(unsigned kind, const volatile uint64_t *at, uint64_t words, uint64_t pc)
{
	struct wait *w = wait_of(thread_self);

	words_clear(w);
	if (words < RANGE_WORDS_MIN)
		for (uint64_t i = 0; i < words; i++)
			words_add(w, at + i, at[i]);
	else
		range_watch(w, range_take(thread_self->node, at, words));
	shared_set(thread_self, w);
	thread_watch(kind, at, pc, PS_NEVER);
	words_clear(w);
	range_watch(w, NULL);
}

