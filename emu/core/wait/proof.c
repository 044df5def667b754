/* proof.c - see proof.h. */
#include "proof.h"

#include <stdlib.h>
#include <string.h>

#include "emu/node/machine/job.h"
#include "emu/node/machine/process.h"
#include "emu/core/engine/mix.h"
#include "emu/core/engine/watch.h"
#include "emu/core/follow/follow.h"
#include "emu/core/follow/or_die.h"
#include "words.h"

static __thread struct follow *follow_self;

struct follow *proof_begin(const struct thread *t)
{
	if (!follow_self)
		follow_self = or_die(calloc(1, sizeof *follow_self));
	struct follow *f = follow_self;

	f->thread = t;
	f->base = process_image(t->process);
	f->seen = node_is_seen(t->node);
	f->frame = &t->loop.wait->at;
	f->vectors = t->loop.wait->vectors;
	f->known = NULL;
	f->knowns = 0;
	f->word = NULL;
	f->zero = (struct follow_zero){ .on = false };
	f->hidden = NULL;
	f->may_count = f->may_defer_stores = f->may_differ = false;
	f->steps_most = PROOF_STEPS << PROOF_STEPS_SHIFT;
	return f;
}

void proof_take_steady(struct wait *w, const struct follow *f)
{
	memcpy(w->steady, f->reg, sizeof w->steady);
	w->steady[REG_RSP] = w->at.reg[REG_RSP];
}

static void mix_take(struct wait *w, const struct follow *f)
{
	if (!w->mix)
		w->mix = or_die(calloc(MIX_COUNT, sizeof *w->mix));
	memcpy(w->mix, f->mix, sizeof f->mix);
}

void proof_take(struct wait *w, const struct follow *f)
{
	if (w->thread->mix)
		mix_take(w, f);
	words_clear(w);
	for (unsigned i = 0; i < f->cells; i++) {
		const struct follow_cell *c = &f->cell[i];

		if (follow_is_dead(f, c->at))
			continue;
		words_add(w, (const volatile uint64_t *)(uintptr_t)c->at, c->memory);
		w->use[w->words - 1].first_ps = c->first_ps;
		w->use[w->words - 1].last_ps = c->last_ps;
		w->use[w->words - 1].differs = c->differs;
		w->use[w->words - 1].stored = c->stored;
	}
	w->differs = f->differs;
	w->period_ps = f->time_ps;
	w->lost_ps = f->lost_ps;
	w->last_ps = f->last_ps;
	w->steps = f->steps;
	proof_take_steady(w, f);
}

/* Counts what the rounds up to head_ps have executed. */
static void rounds_count(struct wait *w, ps_t head_ps)
{
	uint64_t rounds = (head_ps - w->start_ps) / w->period_ps;

	w->thread->lost_ps += rounds * w->lost_ps;
	if (w->mix)
		mix_add_times(w->thread, w->mix, rounds);
}

void proof_set_registers(struct wait *w, ps_t head_ps)
{
	if (head_ps > w->start_ps && w->thread->mix && !job.model->host_code)
		rounds_count(w, head_ps);
	if (head_ps > w->start_ps) {
		memcpy(w->at.reg, w->steady, sizeof w->steady);
		w->registers_set = true;
	}
	if (w->counting)
		count_set(w, (ps_max(head_ps, w->start_ps) - w->start_ps) / w->period_ps);
}
