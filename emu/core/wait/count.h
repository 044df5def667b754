/*
 * count.h - waits that count their rounds: by how much, and how long they may be parked.
 *
 * Programs count how often they have polled, to print a trace now and then, to give up, or for
 * nothing.  Such a loop waits, too, if it is proven that for many rounds all that differs from one
 * to the next are induction variables: some registers and words, by constants (follow_count.c).  It
 * is parked until the last of those rounds at the latest.  When it resumes, they get the values of
 * the round that it is in.  Stores to words in memory are deferred meanwhile: the words are as they
 * were at its start.  So a thread with deferred stores may be parked only where nothing uses the
 * words: it is the only thread of its node (its handlers run after it has been resumed), or all of
 * them are parked together (together.h); and the node's events come after wait_settle(), which
 * carries out the stores and resumes it.
 * Without a clock (--clock=off) any number of rounds is right, since any time may pass between
 * two: where such a wait ends before its time, it has had none, and defers nothing.
 *
 * Never: a word that anything sees before it has the value that it would have if each round had
 * been executed.
 */
#ifndef BGQ_EMU_WAIT_COUNT_H
#define BGQ_EMU_WAIT_COUNT_H

#include <stdbool.h>
#include <stdint.h>

#include "emu/core/follow/frame.h"
#include "emu/core/follow/word.h"
#include "emu/core/engine/thread.h"

struct follow;
struct wait;

struct wait_count {
	int64_t reg[CHECK_REGS];
	unsigned words;
	struct slope_word word[SLOPE_WORDS];
};

/* Whether threads may be parked at now_ps in loops that count; and whether t, running, may be so
 * with deferred stores. */
bool count_may_park(ps_t now_ps);
bool count_may_owe(const struct thread *t);
/* Copies what f has found to w. */
void count_take(struct wait *w, const struct follow *f);
/* Sets the thread's registers, already those after the first round, and its words to their values
 * after so many rounds. */
void count_set(struct wait *w, uint64_t rounds);
/* Returns the time at which the thread is resumed at the latest. */
ps_t count_until(const struct wait *w);
/* Whether the proof has cost more than the wait of length_ps saved. */
bool count_was_brief(const struct wait *w, ps_t length_ps);

#endif
