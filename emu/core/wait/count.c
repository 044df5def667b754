/* count.c - see count.h. */
#include "count.h"

#include <stdlib.h>
#include <string.h>

#include "emu/node/machine/booted.h"
#include "emu/node/machine/job.h"
#include "emu/core/follow/follow.h"
#include "emu/core/engine/watch.h"
#include "wait.h"

/* A loop is parked no longer than this at once, so that one that counts without end does not bring
 * the clock to its end. */
#define COUNT_MOST_PS PS_PER_S
#define CLOCK_MOST_PS (PS_NEVER / 4)
/* To prove an instruction costs as much as to execute one for so many cycles. */
#define BRIEF_CYCLES 16

bool count_may_park(ps_t now_ps)
{
	return !job.opt.clock_real && !job.opt.memory_model &&
	       !job.opt.check_stores && now_ps < CLOCK_MOST_PS;
}

bool count_may_owe(const struct thread *t)
{
	return job.opt.clock_off || (node_is_single(t->node) && !node_is_seen(t->node) &&
	       job.opt.ranks_per_node == 1 &&
	       !atomic_load_explicit(&booted.protecting, memory_order_relaxed));
}

void count_take(struct wait *w, const struct follow *f)
{
	struct wait_count *c = w->count;

	w->rounds = f->rounds;
	w->counting = f->rounds != 0;
	if (!w->counting)
		return;
	if (!c && !(c = w->count = malloc(sizeof *c)))
		abort();
	c->words = 0;
	for (unsigned i = 0; i < CHECK_REGS; i++)
		c->reg[i] = f->junk >> i & 1 ? 0 : f->slope.reg[i];
	for (unsigned i = 0; i < f->slope.words; i++)
		if (!follow_is_dead(f, f->slope.word[i].at))
			c->word[c->words++] = f->slope.word[i];
}

/* Renews the watched values of words that the parked thread's own count has changed. */
static void word_renew(struct wait *w, uint64_t at)
{
	for (unsigned i = 0; i < w->words; i++)
		if (at - (uintptr_t)w->word[i].at < sizeof *w->word[i].at)
			w->word[i].value = *w->word[i].at;
}

void count_set(struct wait *w, uint64_t rounds)
{
	const struct wait_count *c = w->count;

	w->counting = false;
	if (rounds == 0)
		return;
	for (unsigned i = 0; i < CHECK_REGS; i++)
		w->at.reg[i] += (rounds - 1) * (uint64_t)c->reg[i];
	for (unsigned i = 0; i < c->words; i++) {
		void *at = (void *)(uintptr_t)c->word[i].at;
		uint64_t more = rounds * (uint64_t)c->word[i].slope, value = 0;

		memcpy(&value, at, c->word[i].bytes);
		value += more;
		memcpy(at, &value, c->word[i].bytes);
		word_renew(w, c->word[i].at);
	}
}

ps_t count_until(const struct wait *w)
{
	uint64_t most = COUNT_MOST_PS / w->period_ps + 1;

	return w->start_ps + (w->rounds < most ? w->rounds : most) * w->period_ps;
}

bool count_was_brief(const struct wait *w, ps_t length_ps)
{
	return !job.opt.clock_off && length_ps < cycles_ps((uint64_t)w->steps * BRIEF_CYCLES);
}
