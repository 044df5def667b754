/* wait.c - when to try a proof, parking, and waking by watched words; see wait.h. */
#include "wait.h"

#include <stdlib.h>
#include <string.h>

#include "emu/machine/machine.h"
#include "follow.h"
#include "or_die.h"
#include "range.h"
#include "site.h"
#include "words.h"

/* Limit of followed instructions: at first, and its largest growth (a shift) by failures. */
#define STEPS_FIRST 512u
#define STEPS_SHIFT 7
/* Additional steps allowed when words have changed: the round may take another path. */
#define STEPS_BACK 64
/* So many waits that are likely to be brief are executed; then one is proven. */
#define BRIEFS_EXECUTED 64
/* After a probe that is made too early, so long no poll leads to another one: in a loop that
 * makes calls between its polls each round would enter the emulator. */
#define POLLS_REST_PS cycles_ps(16384)
static __thread struct follow *follow_self;

static struct wait *wait_of(struct thread *t)
{
	if (!t->wait) {
		t->wait = or_die(calloc(1, sizeof *t->wait));
		t->wait->image = process_image(t->process);
		t->wait->shared = (uintptr_t)space_window(t->node) + space_shared();
	}
	return t->wait;
}

static void range_watch(struct wait *w, struct shared_range *r)
{
	if (w->range)
		range_drop(w->range);
	w->range = r;
}

void wait_free(struct thread *t)
{
	if (t->wait) {
		words_free(t->wait);
		free(t->wait->count);
		range_watch(t->wait, NULL);
	}
	free(t->wait);
	free(t->user->cache);
	t->wait = NULL;
	t->user->cache = NULL;
}

/* ---- proofs */

static struct follow *prepare(const struct thread *t)
{
	if (!follow_self)
		follow_self = or_die(calloc(1, sizeof *follow_self));
	struct follow *f = follow_self;

	f->thread = t;
	f->seen = node_is_seen(t->node);
	f->frame = &t->wait->at;
	f->vectors = t->wait->vectors;
	f->known = NULL;
	f->knowns = 0;
	f->word = NULL;
	f->zero = (struct follow_zero){ .on = false };
	f->may_count = f->may_owe = false;
	f->steps_most = STEPS_FIRST << STEPS_SHIFT;
	return f;
}

/* The stack pointer is the frame's: the path from the check to the head changes it. */
static void steady_take(struct wait *w, const struct follow *f)
{
	memcpy(w->steady, f->reg, sizeof w->steady);
	w->steady[REG_RSP] = w->at.reg[REG_RSP];
}

/* Copies what f has found to w. */
static void words_take(struct wait *w, const struct follow *f)
{
	uint64_t dead = follow_dead_below(f);

	words_clear(w);
	for (unsigned i = 0; i < f->cells; i++) {
		const struct follow_cell *c = &f->cell[i];

		if (c->at < dead && dead - c->at < SPACE_STACK)
			continue;
		words_add(w, (const volatile uint64_t *)(uintptr_t)c->at, c->memory);
		w->use[w->words - 1].first_ps = c->first_ps;
		w->use[w->words - 1].last_ps = c->last_ps;
	}
	w->period_ps = f->time_ps;
	w->last_ps = f->last_ps;
	w->steps = f->steps;
	steady_take(w, f);
}

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

/* Whether a proof has failed only since the round has yet to be executed once, or since it counts
 * where another check of it would not.  Then it is tried again there, once: runtime calls may
 * leave something else each time. */
static bool is_early(struct thread *t, struct wait *w, const struct follow *f, ps_t now_ps)
{
	ps_t later_ps = f->fills ? f->time_ps : f->owes ? f->outer_ps : 0;
	bool again = later_ps && w->early_pc != f->frame->pc;

	w->early_pc = again ? f->frame->pc : 0;
	if (again)
		t->probe_ps = now_ps + later_ps;
	return again;
}

static bool prove(struct thread *t, struct wait *w, struct site *s, ps_t now_ps)
{
	struct follow *f = prepare(t);

	f->may_count = count_may_park(now_ps);
	f->may_owe = count_may_owe(t);
	f->steps_most = STEPS_FIRST;
	if (s->credit)
		f->steps_most = 2 * s->steps + STEPS_BACK;
	else
		f->steps_most <<= site_failures(s, w) < STEPS_SHIFT ? site_failures(s, w)
								      : STEPS_SHIFT;
	if (!follow(f)) {
		if (!is_early(t, w, f, now_ps))
			site_failed(s, w, t->user->calls, f->steps, now_ps);
		return false;
	}
	if (w->guessed_calls == t->user->calls)
		s->ends &= (uint8_t)~w->guessed; /* it still waits */
	w->guessed = 0;
	w->early_pc = 0;
	if (!f->rounds)
		site_waits(s, w, f->steps);
	w->steps_before = f->steps_before;
	words_take(w, f);
	count_take(w, f);
	prefetch_set(t, w, f);
	w->poll_kind = f->wait_kind;
	w->poll_what = f->wait_what;
	return true;
}

/* Whether t executes its wait for now.  It is probed again when that has not been brief.  A
 * call is taken for the end of a wait, which it need not be: only so many times. */
static bool is_brief(struct thread *t, struct wait *w, const struct site *s, ps_t now_ps)
{
	if (!site_is_brief(s) || machine.model->host_code)
		return false;
	if (w->brief_pc != s->pc || w->brief_calls != t->user->calls) {
		if (w->briefs++ == BRIEFS_EXECUTED) {
			w->briefs = 0;
			return false;
		}
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
		t->watches_shared |= range_holds(w->range, (const void *)shared,
						 space_shared_bytes());

	for (unsigned i = 0; i < w->words; i++)
		t->watches_shared |= (uintptr_t)w->word[i].at - shared < space_shared_bytes();
}

/* Sets its registers, and the words that it counts in, to those at the head of the round that
 * begins at head_ps. */
static void registers_set(struct wait *w, ps_t head_ps)
{
	if (head_ps > w->start_ps) {
		memcpy(w->at.reg, w->steady, sizeof w->steady);
		w->registers_set = true;
	}
	if (w->counting)
		count_set(w, (ps_max(head_ps, w->start_ps) - w->start_ps) / w->period_ps);
}

/* It has, since start_ps. */
static void waited(const struct thread *t, struct wait *w, ps_t start_ps)
{
	struct site *s = site_of(w, w->at.pc);
	ps_t length_ps = thread_clock() - start_ps;

	site_waited(s, length_ps);
	if (w->rounds && count_was_brief(w, length_ps))
		site_failed(s, w, t->user->calls, w->steps, thread_clock());
	else if (w->rounds)
		site_waits(s, w, w->steps_before);
}

bool wait_park(struct check_frame *frame, const void *vectors)
{
	struct thread *t = thread_self;
	struct wait *w = wait_of(t);
	struct site *s = site_of(w, frame->pc);
	ps_t now_ps = thread_clock();

	if (machine.opt.no_parking || site_is_too_early(s, w, now_ps) ||
	    is_brief(t, w, s, now_ps)) {
		t->user->polls_from_ps = now_ps + POLLS_REST_PS;
		t->prefetch[0] = (const void *)(uintptr_t)frame->pc; /* another may run next */
		t->prefetch[1] = w;
		t->prefetch[2] = NULL;
		return false;
	}
	w->at = *frame;
	w->registers_set = false;
	w->vectors = vectors;
	w->start_ps = now_ps;
	if (!prove(t, w, s, now_ps))
		return false;
	shared_set(t, w);
	if (w->counting)
		thread_watch_counting(WAIT_SPIN, w->poll_what, frame->pc, count_until(w),
				      w->count->words != 0);
	else if (w->last_ps) /* it may have to catch up from between two checks */
		thread_watch_apart(WAIT_SPIN, w->poll_what, frame->pc);
	else
		thread_watch(WAIT_SPIN, w->poll_what, frame->pc, PS_NEVER);
	if (w->counting) /* still: it is time */
		registers_set(w, thread_clock());
	words_clear(w);
	waited(t, w, now_ps);
	t->waits = true;
	if (w->registers_set)
		memcpy(frame->reg, w->at.reg, sizeof frame->reg);
	return true;
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

/* ---- words that change */

/* True if the loop is proven to wait still with the new values of its words, from head_ps on. */
static bool goes_on(struct thread *t, struct wait *w, ps_t head_ps)
{
	struct follow *f = prepare(t);

	f->steps_most = w->steps + STEPS_BACK;
	f->known = w->word;
	f->known_use = w->use;
	f->knowns = w->words;
	if (!follow(f) || f->time_ps != w->period_ps || !f->last_ps != !w->last_ps)
		return false; /* also if it would need the other kind of parking */
	words_take(w, f);
	w->start_ps = head_ps;
	return true;
}

/* The bit of the first word that has changed. */
static uint8_t ends_bit_of(const struct wait *w)
{
	unsigned i = 0;

	while (!w->use[i].changed)
		i++;
	return site_ends_bit(word_now(&w->word[i]));
}

/* Runs t from head_ps to at_ps with the old values of the words. */
static void catch_up(struct thread *t, struct wait *w, ps_t head_ps, ps_t at_ps)
{
	struct wait_word *word = w->word;
	unsigned kept = words_put_back(word, w->use, w->words);

	w->word = NULL; /* it may start another wait */
	words_free(w);
	thread_catch_up(t, head_ps, at_ps);
	for (unsigned i = 0; i < kept; i++)
		*(volatile uint64_t *)(uintptr_t)word[i].at = word[i].value;
	free(word);
}

/* Also false, without a proof, where such a value ended the last wait: executing the loop
 * once more costs less than a proof. */
static bool may_go_on(struct thread *t, struct wait *w, ps_t head_ps)
{
	struct site *s = site_of(w, w->at.pc);
	uint8_t bit = ends_bit_of(w);

	if (w->rounds)
		return false;
	if (s->ends & bit) {
		w->guessed = bit;
		w->guessed_calls = t->user->calls;
		return false;
	}
	if (goes_on(t, w, head_ps))
		return true;
	s->ends |= bit;
	return false;
}

/* Time since its round began, at at_ps. */
static ps_t round_offset(const struct wait *w, ps_t at_ps)
{
	return at_ps > w->start_ps ? (at_ps - w->start_ps) % w->period_ps : 0;
}

/* t leaves its loop, but resumes after all events of this time: if a word changes now that
 * it has looked at before at_ps, it catches up to there first (leaving_changed()). */
static void leave(struct thread *t, struct wait *w, ps_t head_ps, ps_t at_ps)
{
	w->left_ps = at_ps;
	thread_leave(t, head_ps);
}

/* The same for one that leaves already: a word has changed again, or another one has. */
static void leaving_changed(struct thread *t, struct wait *w)
{
	if (words_used_before(w, w->left_ps - t->clock_ps))
		catch_up(t, w, t->clock_ps, w->left_ps);
}

/* t, which waits in a loop, sees the new values from at_ps on. */
static void loop_changed(struct thread *t, ps_t at_ps)
{
	struct wait *w = t->wait;

	if (t->leaving) {
		leaving_changed(t, w);
		return;
	}
	if (machine.model->host_code) { /* rounds are not counted */
		registers_set(w, PS_NEVER);
		thread_wake(t, at_ps);
		return;
	}
	ps_t offset_ps = round_offset(w, at_ps), head_ps = ps_max(at_ps, w->start_ps) - offset_ps;
	bool done = offset_ps && words_done_before(w, offset_ps);

	if (done) /* the next round is the first to see the new values */
		head_ps += w->period_ps;
	registers_set(w, head_ps);
	if (!done && offset_ps && words_used_before(w, offset_ps)) {
		catch_up(t, w, head_ps, at_ps);
		return;
	}
	if (may_go_on(t, w, head_ps))
		return;
	if (!done && words_looked_at_before(w, offset_ps))
		leave(t, w, head_ps, at_ps);
	else
		thread_resume(t, head_ps);
}

void wait_interrupt(struct thread *t, ps_t at_ps)
{
	struct wait *w = t->wait;
	ps_t offset_ps = round_offset(w, at_ps), head_ps = ps_max(at_ps, w->start_ps) - offset_ps;

	if (t->leaving)
		return;
	if (!w->last_ps && offset_ps) /* its only check is at the head */
		head_ps += w->period_ps;
	registers_set(w, head_ps);
	if (!machine.model->host_code && w->last_ps && words_looked_at_before(w, offset_ps))
		leave(t, w, head_ps, at_ps);
	else
		thread_resume(t, head_ps);
}

static void changed(struct thread *t, ps_t at_ps)
{
	if (t->wait_kind == WAIT_SPIN)
		loop_changed(t, at_ps);
	else
		thread_wake(t, at_ps);
}

static bool has_changed(const struct thread *t)
{
	struct wait *w = t->wait;

	return w->range ? range_has_changed(w->range) : words_changed_any(w, thread_reaches(t));
}

void wait_stored(void *ctx, struct thread *by)
{
	struct thread *t = node_parked(by->node), *next;

	(void)ctx;
	ranges_compare(by->node);
	for (; t; t = next) {
		next = t->next_parked;
		if (t->watching && thread_is_seen_by(t) && has_changed(t))
			changed(t, thread_seen_ps(by, t));
	}
}

/* t, which waits in a loop, leaves it at its first check or charge from at_ps on. */
static void loop_leave(struct thread *t, ps_t at_ps)
{
	struct wait *w = t->wait;
	ps_t offset_ps = round_offset(w, at_ps), head_ps = ps_max(at_ps, w->start_ps) - offset_ps;
	bool inside = offset_ps && w->last_ps;

	for (unsigned i = 0; i < w->words; i++)
		w->use[i].changed = false;
	if (t->leaving) {
		catch_up(t, w, t->clock_ps, w->left_ps);
		return;
	}
	if (offset_ps && !inside)
		head_ps += w->period_ps;
	registers_set(w, head_ps);
	if (inside)
		catch_up(t, w, head_ps, at_ps);
	else
		thread_resume(t, head_ps);
}

void wait_core_changes(void *ctx, uint32_t node, unsigned core, const struct process *process)
{
	const struct thread *by = thread_self;
	struct thread *t = node_parked(node), *next;

	(void)ctx;
	if (machine.model->host_code) /* rounds are not counted */
		return;
	for (; t; t = next) {
		next = t->next_parked;
		if (t->core == core && (!process || t->process == process) && wait_is_loop(t))
			loop_leave(t, by ? thread_seen_ps(by, t) : worker_now());
	}
}

void wait_before_event(void *ctx, uint32_t node)
{
	struct thread *t = node_parked(node), *next;

	(void)ctx;
	for (; t; t = next) {
		next = t->next_parked;
		if (t->owes && t->wait->counting)
			loop_leave(t, worker_now());
	}
}

static void words_changed(struct thread *t, const volatile void *at, uint64_t bytes,
			  ps_t now_ps)
{
	struct thread *next;

	for (; t; t = next) {
		next = t->next_parked;
		if (t->watching && t->wait_kind == WAIT_SPIN &&
		    (at ? words_changed_in(t->wait, at, bytes) : words_changed_any(t->wait, true)))
			loop_changed(t, now_ps);
	}
}

void wait_changed(uint32_t node, const volatile void *at, uint64_t bytes, ps_t now_ps)
{
	if (!node_is_watched(node))
		return;
	/* In a call: what the thread has stored before it is seen from then on, not from now. */
	if (thread_self && thread_self->node == node && !thread_is_catching_up())
		wait_stored(NULL, thread_self);
	words_changed(node_parked(node), at, bytes, now_ps);
}

void wait_prefetch(uint32_t node)
{
	const struct thread *t = node_is_watched(node) ? node_parked(node) : NULL;

	if (t && t->watching && t->wait_kind == WAIT_SPIN) {
		sim_prefetch(t->wait, sizeof *t->wait);
		sim_prefetch(t->wait->word, sizeof *t->wait->word);
	}
}

/* ---- for trains */

static bool is_known(const struct wait *w, uint64_t at)
{
	for (unsigned i = 0; i < w->words; i++)
		if ((uintptr_t)w->word[i].at == at)
			return true;
	return false;
}

static bool stays(const struct thread *t, struct follow *f)
{
	const struct wait *w = t->wait;

	f->steps_most = w->steps + STEPS_BACK;
	if (!follow(f) || f->time_ps != w->period_ps)
		return false;
	for (unsigned i = 0; i < f->cells; i++)
		if (f->cell[i].at >= follow_dead_below(f) && !is_known(w, f->cell[i].at))
			return false;
	return true;
}

bool wait_stays(const struct thread *t, const uint64_t *word, uint64_t value)
{
	struct follow *f = prepare(t);

	f->word = word;
	f->value = value;
	return stays(t, f);
}

bool wait_stays_unless_zero(const struct thread *t, const uint64_t *word)
{
	struct follow *f = prepare(t);

	f->word = word;
	f->value = *word;
	f->zero.on = true;
	return *word && stays(t, f) && follow_only_if_zero(f);
}

void wait_renew(struct thread *t)
{
	struct wait *w = t->wait;
	struct follow *f = prepare(t);

	for (unsigned i = 0; i < w->words; i++)
		w->word[i].value = *w->word[i].at;
	if (follow(f))
		steady_take(w, f);
}
