/*
 * count.h - waits that count their rounds: by how much, and how long they may be parked.
 *
 * Programs count how often they have polled, to print a trace now and then, to give up, or for
 * nothing.  Such a loop waits, too, if it is proven that for many rounds each differs from the
 * one before by constants in some registers and words (follow_count.c).  It is parked until the
 * last of those rounds at the latest.  When it resumes, its words and registers get the values of
 * the round that it is in.  Registers are its own.  Words in memory it owes: they are as they were
 * at its start meanwhile, so with such ones it may be parked only where nothing uses them: it is
 * the only thread of its node (its handlers run after it has been resumed), or all of them are
 * parked together (together.h), and the node's events come after wait_settle(), which resumes it.
 * Without a clock (--clock=off) any number of rounds is right, since any time may pass between two:
 * where such a wait ends before its time, it has had none, and owes nothing.
 *
 * Never: a word that anything sees before it has the value that it would have if each round had
 * been executed.
 */
#ifndef BGQ_EMU_WAIT_COUNT_H
#define BGQ_EMU_WAIT_COUNT_H

#include <stdbool.h>
#include <stdint.h>

#include "check.h"
#include "emu/core/engine/engine.h"

struct follow;
struct wait;

#define SLOPE_MOST  (INT64_C(1) << 32)
#define SLOPE_WILD  INT64_MIN /* of a register that has changed by more */
#define SLOPE_WORDS 8

/* A word, or half of one, whose value changes by a constant from round to round. */
struct slope_word {
	uint64_t at;
	int64_t slope;
	uint8_t bytes;
};

struct wait_count {
	int64_t reg[CHECK_REGS];
	unsigned words;
	struct slope_word word[SLOPE_WORDS];
};

/* Whether threads may be parked at now_ps in loops that count; t, running, in memory. */
bool count_may_park(ps_t now_ps);
bool count_may_owe(const struct thread *t);
/* Copies what f has found to w. */
void count_take(struct wait *w, const struct follow *f);
/* Its registers, already those after the first round, and its words get the values that they
 * have after so many rounds. */
void count_set(struct wait *w, uint64_t rounds);
/* The time at which it is resumed at the latest. */
ps_t count_until(const struct wait *w);
/* Whether it was parked, for so long, in vain: a proof costs as much as to execute it. */
bool count_was_brief(const struct wait *w, ps_t length_ps);

#endif
