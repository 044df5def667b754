/* stays.c - for trains: whether a parked thread would stay waiting; see wait.h. */
#include "emu/core/follow/follow.h"
#include "proof.h"

#include <string.h>

static bool is_known(const struct wait *w, uint64_t at)
{
	for (unsigned i = 0; i < w->words; i++)
		if ((uintptr_t)w->word[i].at == at)
			return true;
	return false;
}

static bool stays(const struct thread *t, struct follow *f)
{
	const struct wait *w = t->loop.wait;

	f->steps_most = w->steps + PROOF_STEPS_BACK;
	if (!follow_loop(f) || f->time_ps != w->period_ps)
		return false;
	if (w->mix && memcmp(w->mix, f->mix, sizeof f->mix) != 0)
		return false;
	for (unsigned i = 0; i < f->cells; i++)
		if (!follow_is_dead(f, f->cell[i].at) && !is_known(w, f->cell[i].at))
			return false;
	return true;
}

bool wait_stays(const struct thread *t, const uint64_t *word, uint64_t value)
{
	struct follow *f = proof_begin(t);

	f->word = word;
	f->value = value;
	return stays(t, f);
}

bool wait_stays_unless_zero(const struct thread *t, const uint64_t *word)
{
	struct follow *f = proof_begin(t);

	f->word = word;
	f->value = *word;
	f->zero.on = true;
	return *word && stays(t, f) && follow_only_if_zero(f);
}

void wait_renew(struct thread *t)
{
	struct wait *w = t->loop.wait;
	struct follow *f = proof_begin(t);

	for (unsigned i = 0; i < w->words; i++)
		w->word[i].value = *w->word[i].at;
	if (follow_loop(f))
		proof_take_steady(w, f);
}
