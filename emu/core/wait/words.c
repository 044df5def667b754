/* words.c - see words.h. */
#include "words.h"

#include <stdlib.h>

#include "emu/node/image/space.h"
#include "emu/core/follow/or_die.h"

void words_clear(struct wait *w)
{
	w->words = w->opens = 0;
}

void words_free(struct wait *w)
{
	free(w->word);
	free(w->use);
	free(w->open);
	w->word = NULL;
	w->use = NULL;
	w->open = NULL;
	w->capacity = 0;
	words_clear(w);
}

void words_add(struct wait *w, const volatile uint64_t *at, uint64_t value)
{
	if (w->words == w->capacity) {
		w->capacity = w->capacity ? 2 * w->capacity : 4;
		w->word = or_die(realloc(w->word, w->capacity * sizeof *w->word));
		w->use = or_die(realloc(w->use, w->capacity * sizeof *w->use));
		w->open = or_die(realloc(w->open, w->capacity * sizeof *w->open));
	}
	w->use[w->words] = (struct wait_use){ .changed = false };
	if ((uintptr_t)at - w->shared < space_shared_bytes() || mmio_contains((uintptr_t)at))
		w->open[w->opens++] = w->words;
	w->word[w->words++] = (struct wait_word){ .at = at, .value = value };
}
