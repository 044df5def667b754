/* inbox.c - see inbox.h. */
#include "inbox.h"

#include <errno.h>
#include <stdlib.h>

static bool is_near(const struct engine *e, unsigned from, unsigned to)
{
	return from != to && (!e->cut.joined || e->cut.joined[from * e->cfg.workers + to]);
}

void inbox_cut(struct worker *w)
{
	w->near_count = 0;
	for (unsigned i = 0; i < w->engine->cfg.workers; i++)
		if (is_near(w->engine, i, w->index))
			w->near[w->near_count++] = i;
}

int inbox_init(struct worker *w)
{
	unsigned workers = w->engine->cfg.workers, words = INBOX_WORDS(workers);
	size_t lines = (words * sizeof *w->far + CACHE_LINE - 1) / CACHE_LINE;

	w->inbox = aligned_alloc(CACHE_LINE, workers * sizeof *w->inbox);
	w->near = calloc(workers, sizeof *w->near);
	w->far = aligned_alloc(CACHE_LINE, lines * CACHE_LINE);
	if (!w->inbox || !w->near || !w->far)
		return -ENOMEM;
	for (unsigned i = 0; i < workers; i++)
		chan_init(&w->inbox[i]);
	for (unsigned i = 0; i < words; i++)
		atomic_init(&w->far[i], 0);
	inbox_cut(w);
	return 0;
}

void inbox_cleanup(struct worker *w)
{
	for (unsigned i = 0; w->far && i < w->engine->cfg.workers; i++)
		chan_cleanup(&w->inbox[i]);
	free(w->inbox);
	free(w->near);
	free(w->far);
}

void inbox_send(struct worker *w, unsigned to, const struct event_entry *entry)
{
	struct worker *other = w->engine->worker[to];

	if (chan_push(&other->inbox[w->index], entry) != 0)
		abort(); /* a lost event would be a wrong result */
	if (!is_near(w->engine, w->index, to)) /* F0: after the push */
		atomic_fetch_or_explicit(&other->far[w->index / 64],
					 UINT64_C(1) << w->index % 64, memory_order_release);
}

static void receive_far(struct worker *w, unsigned word, inbox_take *take, ps_t from_ps)
{
	uint64_t bits;

	if (!atomic_load_explicit(&w->far[word], memory_order_relaxed))
		return;
	/* Pairs with F0. */
	bits = atomic_exchange_explicit(&w->far[word], 0, memory_order_acquire);
	for (; bits; bits &= bits - 1)
		take(w, &w->inbox[64 * word + (unsigned)__builtin_ctzll(bits)], from_ps);
}

void inbox_receive(struct worker *w, inbox_take *take, ps_t from_ps)
{
	for (unsigned i = 0; i < w->near_count; i++)
		take(w, &w->inbox[w->near[i]], from_ps);
	for (unsigned i = 0; i < INBOX_WORDS(w->engine->cfg.workers); i++)
		receive_far(w, i, take, from_ps);
}
