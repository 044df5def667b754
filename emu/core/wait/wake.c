/*
 * wake.c - parked threads whose words change, or that must go on: where in its round a thread
 * resumes; see wait.h.
 *
 * Never: a second look at a word in a round whose end others have seen.
 */
#include <stdlib.h>

#include "emu/node/machine/job.h"
#include "emu/node/machine/process.h"
#include "emu/node/machine/reserve.h"
#include "emu/core/follow/follow.h"
#include "emu/core/engine/watch.h"
#include "proof.h"
#include "range.h"
#include "site.h"
#include "words.h"

/* True if the loop is proven to wait still with the new values of its words, from head_ps on. */
static bool goes_on(struct thread *t, struct wait *w, ps_t head_ps)
{
	struct follow *f = proof_begin(t);

	f->steps_most = w->steps + PROOF_STEPS_BACK;
	f->known = w->word;
	f->known_use = w->use;
	f->knowns = w->words;
	if (!follow_loop(f) || f->time_ps != w->period_ps || !f->last_ps != !w->last_ps)
		return false; /* also if it would need the other kind of parking */
	proof_take(w, f);
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
	unsigned kept;

	reserve_ours(true);
	kept = words_put_back(word, w->use, w->words);

	w->word = NULL; /* it may start another wait */
	words_free(w);
	reserve_ours(false);
	thread_catch_up(t, head_ps, at_ps);
	reserve_ours(true);
	for (unsigned i = 0; i < kept; i++)
		*(volatile uint64_t *)(uintptr_t)word[i].at = word[i].value;
	reserve_ours(false);
	free(word);
}

/* Whether t waits with the new values, too.  Speculation: also false, without a proof, where such
 * a value ended the last wait: executing the loop once more costs less than a proof. */
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

/* Catches up t, which leaves its loop already, if a word that it has looked at changes, or does so
 * again. */
static void leaving_changed(struct thread *t, struct wait *w)
{
	if (words_used_before(w, w->left_ps - t->clock_ps))
		catch_up(t, w, t->clock_ps, w->left_ps);
}

/* t, which waits in a loop, sees the new values from at_ps on. */
static void loop_changed(struct thread *t, ps_t at_ps)
{
	struct wait *w = t->loop.wait;

	if (t->loop.leaving) {
		leaving_changed(t, w);
		return;
	}
	if (job.model->host_code) { /* rounds are not counted */
		if (!w->counting)
			proof_set_registers(w, PS_NEVER);
		w->counting = false;
		thread_wake(t, at_ps);
		return;
	}
	ps_t offset_ps = round_offset(w, at_ps), head_ps = ps_max(at_ps, w->start_ps) - offset_ps;
	bool done = offset_ps && words_done_before(w, offset_ps);

	if (done) /* the next round is the first to see the new values */
		head_ps += w->period_ps;
	proof_set_registers(w, head_ps);
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
	struct wait *w = t->loop.wait;
	ps_t offset_ps = round_offset(w, at_ps), head_ps = ps_max(at_ps, w->start_ps) - offset_ps;

	if (t->loop.leaving)
		return;
	if (!w->last_ps && offset_ps) /* its only check is at the head */
		head_ps += w->period_ps;
	proof_set_registers(w, head_ps);
	if (!job.model->host_code && w->last_ps && words_looked_at_before(w, offset_ps))
		leave(t, w, head_ps, at_ps);
	else
		thread_resume(t, head_ps);
}

static void changed(struct thread *t, ps_t at_ps)
{
	if (t->waiting.kind == WAIT_SPIN)
		loop_changed(t, at_ps);
	else
		thread_wake(t, at_ps);
}

static bool has_changed(const struct thread *t)
{
	struct wait *w = t->loop.wait;

	if (w->held && !*w->held)
		return true;
	return w->range ? range_has_changed(w->range) : words_changed_any(w, thread_reaches(t));
}

void wait_stored(void *ctx, struct thread *by)
{
	struct thread *t = node_parked(by->node), *next;

	(void)ctx;
	ranges_compare(by->node);
	for (; t; t = next) {
		next = t->next_parked;
		if (t->loop.watching && thread_is_seen_by(t) && has_changed(t))
			changed(t, thread_seen_ps(by, t));
	}
}

/* t, which waits in a loop, leaves it at its first check or charge from at_ps on. */
static void loop_leave(struct thread *t, ps_t at_ps)
{
	struct wait *w = t->loop.wait;
	ps_t offset_ps = round_offset(w, at_ps), head_ps = ps_max(at_ps, w->start_ps) - offset_ps;
	bool inside = offset_ps && w->last_ps;

	for (unsigned i = 0; i < w->words; i++)
		w->use[i].changed = false;
	if (t->loop.leaving) {
		catch_up(t, w, t->clock_ps, w->left_ps);
		return;
	}
	if (offset_ps && !inside)
		head_ps += w->period_ps;
	proof_set_registers(w, head_ps);
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
	if (job.model->host_code) /* rounds are not counted */
		return;
	for (; t; t = next) {
		next = t->next_parked;
		if (t->core == core && (!process || t->process == process) && wait_is_loop(t))
			loop_leave(t, by ? thread_seen_ps(by, t) : worker_now());
	}
}

static bool stores_near(const struct thread *t)
{
	const struct wait *w = t->loop.wait;

	for (unsigned i = 0; i < w->words; i++)
		if (w->use[i].stored && reserve_is_near(t, w->word[i].at))
			return true;
	return false;
}

void wait_reserved(void)
{
	struct thread *t = node_parked(thread_self->node), *next;

	for (; t; t = next) {
		next = t->next_parked;
		if (t != thread_self && wait_is_loop(t) && stores_near(t))
			loop_leave(t, thread_clock());
	}
}

void wait_settle(void *ctx, uint32_t node)
{
	struct thread *t = node_parked(node), *next;
	ps_t at_ps = thread_self ? thread_clock() : worker_now();

	(void)ctx;
	for (; t; t = next) {
		next = t->next_parked;
		const struct thread_loop *l = &t->loop;

		if (l->has_deferred_stores && (l->wait->counting || l->wait->differs))
			loop_leave(t, at_ps);
	}
}

void wait_bring_up(uint32_t node)
{
	struct thread *t = node_parked(node), *next;
	ps_t at_ps = thread_clock();

	for (; t; t = next) {
		next = t->next_parked;
		if (wait_is_loop(t) && !job.model->host_code)
			loop_leave(t, at_ps);
	}
}

static void words_changed(struct thread *t, const volatile void *at, uint64_t bytes,
			  ps_t now_ps)
{
	struct thread *next;

	for (; t; t = next) {
		next = t->next_parked;
		struct wait *w = t->loop.wait;

		if (t->loop.watching && t->waiting.kind == WAIT_SPIN &&
		    (at ? words_changed_in(w, at, bytes) : words_changed_any(w, true)))
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

	if (t && t->loop.watching && t->waiting.kind == WAIT_SPIN) {
		sim_prefetch(t->loop.wait, sizeof *t->loop.wait);
		sim_prefetch(t->loop.wait->word, sizeof *t->loop.wait->word);
	}
}
