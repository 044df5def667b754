/* engine_mix.c - see mix.h. */
#include "mix.h"

#include <stdlib.h>
#include <string.h>

#include "engine_internal.h"

uint32_t mix_offset(void)
{
	return offsetof(struct worker, mix) - offsetof(struct worker, cell);
}

/* Adds the counts in the cells to those of the thread that they are for. */
static void collect(struct worker *w)
{
	struct thread *t = w->mixes_for;

	for (unsigned c = 0; t && t->mix && c < MIX_COUNT; c++)
		t->mix[c] += w->mix[c];
	memset(w->mix, 0, sizeof w->mix);
}

void mix_switch(void *ctx)
{
	struct worker *w = worker_self;

	(void)ctx;
	if (!w->engine->cfg.mixed || w->mixes_for == thread_self)
		return;
	collect(w);
	w->mixes_for = thread_self;
}

const int64_t *mix_of(const struct thread *t)
{
	if (worker_self->mixes_for == t)
		collect(worker_self);
	return t->mix;
}

void mix_add_times(struct thread *t, const int64_t *mix, uint64_t times)
{
	for (unsigned c = 0; t->mix && c < MIX_COUNT; c++)
		t->mix[c] += mix[c] * (int64_t)times;
}

/* Not from the heap of a program that creates it. */
void mix_begin(struct thread *t)
{
	struct thread *self = thread_self;

	if (!worker_self->engine->cfg.mixed || t->mix)
		return;
	thread_self = NULL;
	t->mix = calloc(MIX_COUNT, sizeof *t->mix);
	thread_self = self;
}

void mix_end(struct thread *t)
{
	if (worker_self && worker_self->mixes_for == t)
		worker_self->mixes_for = NULL;
	free(t->mix);
	t->mix = NULL;
}
