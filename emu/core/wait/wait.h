/*
 * wait.h - spin loops of programs: proven to wait, then parked with a watch on their words.
 *
 * Programs wait by reading memory in a loop.  The rule: parking is invisible.  A thread is
 * parked only if it has been proven, by interpreting its loop instruction by instruction from
 * one check back to the same one, that a round leaves all registers and all memory as
 * they were and calls nothing that changes anything (follow.h).  The proof also gives the
 * words that the loop reads.  When another thread or the message unit changes one of them,
 * the thread resumes where it would be if it had executed every round: each takes the
 * same time, so that is a division.
 *
 *     start_ps                        T: a word changes
 *        |-- period --|-- period --|-- *  period --|
 *        ^ check      ^            ^ head: the thread resumes here, or, if it has read
 *                                    one of the words since, runs from here to T
 *                                    with the old values of the words
 *
 * What cannot be proven is executed, however long it takes.
 *
 * Never: a parked thread whose loop would see another value than it did; a result or a time
 * that depends on whether a thread was parked.
 */
#ifndef BGQ_EMU_WAIT_H
#define BGQ_EMU_WAIT_H

#include <stdbool.h>
#include <stdint.h>

#include "emu/core/engine/thread.h"
#include "emu/core/follow/frame.h"
#include "emu/core/follow/why.h"
#include "emu/core/follow/word.h"
#include "count.h"

/* Failed proofs at a place: when the next attempt may be made; how often in a row. */
struct wait_failed {
	uint64_t pc;
	ps_t next_try_ps;
	unsigned failures;
};

#define WAIT_FAILED 4 /* a power of two */

struct wait {
	struct thread *thread;
	const uint8_t *image; /* of its process */
	/* After a failed proof: when the next attempt may be made elsewhere; how many have
	 * failed since its last call. */
	ps_t next_other_ps;
	uint64_t calls;
	unsigned others;
	ps_t start_ps;       /* time at the head */
	ps_t period_ps;      /* of a round, from the next head on */
	ps_t last_ps;        /* its last check, from the head on */
	ps_t left_ps;        /* it leaves since then: thread_leave() */
	unsigned words, capacity;
	bool counting;       /* it is parked, induction variables are as at the head */
	uint64_t rounds;     /* that are alike from the head on; 0: the wait does not count */
	struct wait_count *count; /* slopes of a wait that counts; NULL until needed */
	ps_t lost_ps;        /* of period_ps, it waits for others on its core */
	int64_t *mix;        /* instructions of a round, by class; NULL: they are not counted */
	bool differs;        /* some words do, within a round: together.h, */
	ps_t differ_next_ps; /* such a wait is not tried before, */
	unsigned differ_failures; /* and has cost more than it saved so many times in a row */
	bool marked;         /* changed may be set for some of them */
	struct wait_word *word;
	struct wait_use *use; /* of each word */
	unsigned *open;      /* words that other processes share, by number, */
	unsigned opens;      /* and how many these are */
	uintptr_t shared;    /* where such memory begins */
	const bool *held;    /* it waits only while this is set; NULL: whatever it is */
	struct shared_range *range; /* watched instead of words; NULL: none */
	unsigned steps;      /* instructions of a round, */
	unsigned steps_before; /* and of the proof that it is no wait without a count */
	bool registers_set;
	/* Speculative resume, without a proof that the wait ends: value hash (a bit), call
	 * count. */
	uint8_t guessed;
	uint64_t guessed_calls;
	unsigned poll_kind;  /* of the last poll of the runtime in a round; 0: none */
	const volatile void *poll_what;
	/* A loop's state at the head, at start_ps.  The thread's own frame, on its stack, which
	 * is cold while it is parked, gets the registers when the thread goes on, if they have
	 * been set since. */
	struct check_frame at;
	const void *vectors; /* NULL: it has come from a call of bgqemu_l2() for a plain load */
	uint64_t steady[CHECK_REGS]; /* from the next head on; only dead registers differ */
	struct wait_failed failed[WAIT_FAILED]; /* by place: code may compute in some in turn */
	uint64_t early_pc;   /* the last proof has failed there, the next one may not: is_early() */
	/* Brief wait that is executed: where, after how many calls, and since when. */
	uint64_t brief_pc, brief_calls;
	ps_t brief_ps;
	unsigned briefs;     /* executed since the last proof of one, */
	uint64_t executed;   /* and ever */
};

/* The running thread, at a check: parks if it is proven to wait, and returns true when it is
 * resumed. */
bool wait_park(struct check_frame *f, const void *vectors);

/* After the running thread may have yielded at a check, with at_check set, or in a plain load of
 * the L2 (vectors: NULL): if others of its node have deferred stores now, it is parked, too, or
 * lets them go on first.  When this returns, it may run. */
void wait_join(struct check_frame *f, const void *vectors);

/* The running thread, in a call of the runtime, waits until the word at `at` is not value,
 * or deadline_ps; returns at once if it is not. */
void wait_for_word(unsigned kind, const volatile uint64_t *at, uint64_t value, uint64_t pc,
		   ps_t deadline_ps);

/* Like wait_for_word(), but only while *held: the thread's reservation. */
void wait_for_loss(const volatile uint64_t *at, uint64_t value, uint64_t pc, const bool *held);

/* Like wait_for_word(), for any of so many words. */
void wait_for_words(unsigned kind, const volatile uint64_t *at, uint64_t words, uint64_t pc);

/* Wake threads that are parked in loops: engine_config.stored and .core_changes. */
void wait_stored(void *ctx, struct thread *t);
void wait_core_changes(void *ctx, uint32_t node, unsigned core, const struct process *process);
/* Brings threads of node with deferred stores to where they would be now: engine_config.settle. */
void wait_settle(void *ctx, uint32_t node);
/* Brings all threads of node that are parked in loops to where they would be now. */
void wait_bring_up(uint32_t node);
/* Wakes threads after an event at now_ps that has changed memory of node: [at, at + bytes) where
 * the emulator writes it; at NULL: anywhere. */
void wait_changed(uint32_t node, const volatile void *at, uint64_t bytes, ps_t now_ps);

/* Prefetch hook for wait_changed; see struct event_type. */
void wait_prefetch(uint32_t node);

/* t, parked in a loop, resumes it although no word has changed: where it would be at at_ps,
 * or, within a round, at its head. */
void wait_interrupt(struct thread *t, ps_t at_ps);

/* A thread that waits in a loop which a transient value of another thread's round might end, and
 * that value's word; setter is NULL if there is no proof for another reason. */
struct wait_hidden {
	const struct thread *waiter, *setter;
	const void *at;
};
/* Where all threads of node wait: whether it has such ones, by its owner. */
bool wait_hidden(uint32_t node, struct wait_hidden *found);

/* The running thread has reserved a word: loops that store near it are executed. */
void wait_reserved(void);

/* True if t is parked in a loop. */
bool wait_is_loop(const struct thread *t);
/* Start time of the wait of t, which is parked: equal whether the wait was parked at once or
 * executed for a while. */
ps_t wait_since(const struct thread *t);
/* True if t is parked in a loop and memory is as when it was parked. */
bool wait_is_still(const struct thread *t);
/* Returns a word that the loop of t reads, not on its stack; NULL: none. */
const volatile void *wait_address(const struct thread *t);
/* Whether the loop of t uses any of [at, at + bytes). */
bool wait_reads(const struct thread *t, const void *at, uint64_t bytes);
/* Whether t would stay waiting if the aligned word at `word` had another value. */
bool wait_stays(const struct thread *t, const uint64_t *word, uint64_t value);
/* Whether t is proven to stay waiting with every value of the word but zero. */
bool wait_stays_unless_zero(const struct thread *t, const uint64_t *word);
/* Takes the new values of t's words, which have been changed in a way that leaves it waiting. */
void wait_renew(struct thread *t);

/* How many proofs have had that outcome.  Depends on the workers: each makes its own. */
uint64_t wait_proofs(enum follow_why why);
/* How many waits have been executed since those before at their place were brief. */
uint64_t wait_executed(void);
void wait_free(struct thread *t);

#endif
