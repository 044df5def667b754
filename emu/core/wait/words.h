/*
 * words.h - the words that a parked thread watches: which have changed, and when its loop uses
 * them.
 *
 * For wait.c, and quick.c, which calls nothing: what is on a hot path is inline.  Never:
 * anything but words.
 */
#ifndef BGQ_EMU_WAIT_WORDS_H
#define BGQ_EMU_WAIT_WORDS_H

#include "emu/node/image/mmio_pages.h"
#include "wait.h"

void words_clear(struct wait *w);
/* Like words_clear(), and frees their memory. */
void words_free(struct wait *w);
void words_add(struct wait *w, const volatile uint64_t *at, uint64_t value);

/* Through the emulator's mapping: that of a register's page is warm in the TLB. */
static inline uint64_t word_now(const struct wait_word *word)
{
	return *mmio_writable(word->at);
}

static inline bool words_differ(const struct wait *w)
{
	uint64_t differ = 0;

	for (const struct wait_word *word = w->word; word < w->word + w->words; word++)
		differ |= word_now(word) ^ word->value;
	return differ != 0;
}

static inline bool words_differ_open(const struct wait *w)
{
	uint64_t differ = 0;

	for (unsigned i = 0; i < w->opens; i++)
		differ |= word_now(&w->word[w->open[i]]) ^ w->word[w->open[i]].value;
	return differ != 0;
}

/* Only open ones can have changed, unless all is set. */
static inline bool words_differ_from(const struct wait *w, bool all)
{
	return all ? words_differ(w) : words_differ_open(w);
}

/* Like words_differ_from(), and marks the words; if none has changed, mostly, writes nothing. */
static inline bool words_changed_any(struct wait *w, bool all)
{
	bool any = false;

	if (!w->marked && !words_differ_from(w, all))
		return false;
	for (unsigned i = 0; i < w->words; i++)
		any |= w->use[i].changed = word_now(&w->word[i]) != w->word[i].value;
	w->marked = any;
	return any;
}

static inline bool word_is_in(const struct wait_word *word, const volatile void *at,
			      uint64_t bytes)
{
	uintptr_t from = (uintptr_t)at, own = (uintptr_t)mmio_writable(word->at);

	return own < from + bytes && from < own + sizeof *word->at;
}

/* Words outside [at, at + bytes) count as unchanged. */
static inline bool words_changed_in(struct wait *w, const volatile void *at, uint64_t bytes)
{
	bool any = false;

	for (unsigned i = 0; i < w->words; i++) {
		const struct wait_word *word = &w->word[i];

		any |= w->use[i].changed = word_is_in(word, at, bytes) &&
					   word_now(word) != word->value;
	}
	w->marked = any;
	return any;
}

/* No word is used at or after this time of the round. */
static inline bool words_done_before(const struct wait *w, ps_t offset_ps)
{
	for (unsigned i = 0; i < w->words; i++)
		if (w->use[i].last_ps >= offset_ps)
			return false;
	return true;
}

/* A word that has changed is used before this time of the round. */
static inline bool words_used_before(const struct wait *w, ps_t offset_ps)
{
	for (unsigned i = 0; i < w->words; i++)
		if (w->use[i].changed && w->use[i].first_ps < offset_ps)
			return true;
	return false;
}

/* Any word is used before this time of the round. */
static inline bool words_looked_at_before(const struct wait *w, ps_t offset_ps)
{
	for (unsigned i = 0; i < w->words; i++)
		if (w->use[i].first_ps < offset_ps)
			return true;
	return false;
}

/* Restores the old values of the words that have changed; keeps those words with their new
 * values.  (The others are the thread's own, and change while it runs.) */
static inline unsigned words_put_back(struct wait_word *word, const struct wait_use *use,
				      unsigned words)
{
	unsigned kept = 0;

	for (unsigned i = 0; i < words; i++) {
		volatile uint64_t *at = mmio_writable(word[i].at);
		uint64_t now = *at;

		if (use[i].changed) {
			*at = word[i].value;
			word[kept].at = at;
			word[kept++].value = now;
		}
	}
	return kept;
}

#endif
