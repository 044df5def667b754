/*
 * follow.h - wait proof: interprets one round of a program's loop, without side effects.
 *
 * Instructions are interpreted on copies of the registers, with stores kept in a buffer, from a
 * check of the thread back to the same check.  If then all words that were stored to are
 * unchanged, and so are all registers that are live at the check, the loop's head, the state is a
 * fixed point: the thread would repeat that round until one of the words that it has used changes.
 * From the second round on other registers hold what they hold now (f->reg).
 *
 * Never: a store to the program's memory; an answer for an instruction, a call or an address
 * that is not known.
 */
#ifndef BGQ_EMU_WAIT_FOLLOW_H
#define BGQ_EMU_WAIT_FOLLOW_H

#include <stdbool.h>
#include <stdint.h>

#include "hidden.h"
#include "op.h"
#include "frame.h"
#include "why.h"
#include "word.h"
#include "emu/core/engine/fetch.h"
#include "emu/core/engine/thread.h"
#include "include/bgqemu/mix.h"

/* Words that a loop may use: enough for one that looks at each of some fifty contexts of a
 * library. */
#define FOLLOW_CELLS 2048
#define FOLLOW_SLOTS 4096 /* a power of two */
#define VECTORS 16
#define FOLLOW_LINE 64
#define FOLLOW_LINES 3

/* An aligned word that the loop has used. */
struct follow_cell {
	uint64_t at;
	uint64_t memory;     /* its contents, */
	uint64_t value;      /* and the value after the loop's stores so far */
	ps_t first_ps, last_ps;
	uint16_t slot;       /* its place in follow.slot */
	bool stored;
	bool unread;         /* memory is not known yet: follow_cell_read() */
	bool written_first;  /* its first use was a store to all of it */
	bool differs;        /* where another thread may run, from what it is at the head */
	unsigned stores;     /* the number of its last one */
};

/* So many marks of the stack are kept: about as deep as a loop's calls. */
#define FOLLOW_MARKS 64

/* A place from which on nothing below a word of its stack was in use: at a check, or a call of the
 * runtime. */
struct follow_mark {
	uint64_t below;
	unsigned stores;     /* before it */
};

/* The stack that the thread is on. */
struct follow_stack {
	uint64_t low, high;  /* its ends, if it is the thread's own; else nothing is below low */
	uint64_t called;     /* highest stack pointer at a call since the head */
	unsigned marks;      /* since the head, each below the one before */
	struct follow_mark mark[FOLLOW_MARKS];
};

/* Vector registers, from the first use of one on; sets by number. */
struct follow_vectors {
	bool taken;
	uint32_t read_first, written;
	uint32_t junk;       /* undefined since a call */
	uint64_t now[VECTORS][2], start[VECTORS][2];
};

/* Result of the last comparison: a - b, or a & b if logic. */
struct follow_flags {
	uint64_t a, b, result;
	unsigned bytes;      /* of the operands; 0: flags are not known */
	bool logic;
	bool raw;            /* a holds the flags as the processor has them */
	bool no_overflow;    /* the overflow flag alone is not known; */
	bool no_carry;       /* the carry alone */
};

/* See follow_zero.c. */
struct follow_zero {
	bool on;
	bool flags;          /* are from a comparison of the word with zero */
	bool more;           /* the loop uses the word for more than that */
	uint32_t copies;     /* registers that hold the word */
};

/* See follow_slope.c. */
struct follow_slope {
	bool on;             /* they are worked out in this round */
	bool nonlinear;      /* a round later its values may not differ by their slopes */
	uint64_t rounds;     /* alike but for slopes, itself included, if not nonlinear */
	int64_t reg[REG_IMAGE];
	uint32_t vectors;    /* that the round has set */
	unsigned words;
	struct slope_word word[SLOPE_WORDS];
};

/* A wait whose counts do not matter is followed for so many rounds, each with another state; with
 * more it is proven with its counts. */
#define FOLLOW_SKIP_MOST 4096

/* See follow_skip.c. */
struct follow_skip {
	unsigned rest;       /* heads until the next round that may be looked at */
	unsigned failures;   /* in a row */
	bool looked;         /* the round that has ended was looked at, */
	bool good;           /* and those after it are like it, */
	uint32_t regs;       /* which begin with these registers */
	bool endless;        /* so many rounds are alike that it is no wait */
	int64_t seed[REG_IMAGE]; /* by how much registers changed in the round before */
	/* At the last head: */
	uint64_t reg[REG_IMAGE];
	ps_t time_ps;
	uint64_t left;
	uint64_t word[FOLLOW_CELLS];
	unsigned cells, words;
	struct slope_word seed_word[SLOPE_WORDS];
	int64_t mix[MIX_COUNT];
	ps_t lost_ps;
	struct follow_zero zero;
	/* In all rounds before the one that is looked at. */
	uint32_t read_first, written;
};

/* See follow_fetch.c. */
struct follow_fetch {
	bool used;           /* now is the thread's cache by now; else it is as it was */
	bool in_round;       /* it has changed since the last head */
	unsigned round;      /* its number, */
	unsigned kept;       /* and that of the one at whose end it was `before`; 0: none */
	struct fetch now, before;
};

/* See follow_count.c. */
struct follow_count {
	bool on;             /* the round is the first of many, or no wait */
	int64_t reg[REG_IMAGE]; /* slopes after a later round */
	bool steady;         /* registers have changed by them in fact */
};

struct follow {
	/* --- given */
	const uint8_t *base;         /* of the image of the thread's process */
	const struct thread *thread;
	const struct check_frame *frame;
	const void *vectors; /* NULL: it begins at the return from a load of the L2 */
	/* Words with their values, except for those that have changed, in the order of their
	 * first use: memory need not be read for them. */
	const struct wait_word *known;
	const struct wait_use *known_use; /* of each of them */
	unsigned knowns;
	const uint64_t *word;        /* is assumed to hold this value; NULL: none */
	uint64_t value;
	unsigned steps_most;
	bool seen;                   /* other threads can see all its stores, at each yield point */
	struct follow_zero zero;     /* of word, if on */
	bool may_count;              /* the wait may count: follow_count.c, */
	bool may_defer_stores;       /* in memory, with deferred stores */
	bool may_differ;             /* words may differ within a round: together.h */
	struct hidden *hidden;       /* transient values that loads may find; NULL: none */
	/* --- as it goes */
	uint64_t image_bytes;
	struct follow_stack stack;
	uint64_t reg[REG_IMAGE + 1], start[REG_IMAGE];
	/* Registers read before they were written; written; undefined since a call (the loop must
	 * not read them). */
	uint32_t read_first, written, junk;
	struct follow_vectors vector;
	/* Registers that hold what a vector register, copy_of, had at the head: to move a value
	 * to and fro, as code does that has no register left, does not use it. */
	uint32_t copies;
	uint8_t copy_of[REG_IMAGE];
	uint64_t head;               /* the check, or return, that it began at; an offset */
	unsigned returned;           /* a call of the runtime has, at this step */
	uint64_t start_left;
	uint64_t left;               /* the budget's cell */
	bool begun;                  /* head and start are known */
	enum follow_why why;         /* there is no proof; the first reason */
	bool needs_warmup;           /* the next round begins with other words than this one */
	uint64_t must_be_dead_below; /* or the thread goes on */
	bool has_deferred_stores;    /* it would wait if it might defer those of its counts */
	bool differs;                /* words do within a round */
	/* The check with the highest stack pointer, if it is not the head: the outermost one of
	 * functions' loops.  outer_ps: since the head. */
	uint64_t outer;
	ps_t outer_ps;
	struct follow_flags flags;
	/* --- found */
	ps_t time_ps;                /* since the head */
	ps_t check_ps;               /* its last check, or charge by a call, */
	ps_t last_ps;                /* and the one before */
	ps_t lost_ps;                /* the part of time_ps that it waits for others on its core */
	int64_t mix[MIX_COUNT];      /* instructions since the head, if they are counted */
	unsigned steps;
	unsigned steps_before;       /* of the proof that failed, if it counts */
	unsigned lines;              /* of code, in the order of their first use */
	uint64_t line[FOLLOW_LINES]; /* offset / FOLLOW_LINE */
	unsigned wait_kind;          /* of the last poll of the runtime; 0: none */
	const volatile void *wait_what;
	unsigned cells;
	struct follow_cell cell[FOLLOW_CELLS];
	uint16_t slot[FOLLOW_SLOTS]; /* index in cell + 1; 0: free */
	unsigned stores;             /* so far */
	struct {                     /* words that were stored to and follow_is_seen() */
		unsigned count;
		uint16_t cell[FOLLOW_CELLS];
	} seen_store;
	struct follow_slope slope;
	struct follow_skip skip;
	struct follow_fetch fetch;
	struct follow_count count;
	/* Rounds that are alike, with the slopes of slope.reg and slope.word from each to the
	 * next, if the wait counts; else 0. */
	uint64_t rounds;
};

/* True if the thread waits: its state at the head is a fixed point of the round, but for slopes.
 * The caller zeroes cells and slots before.  False with needs_warmup set: it may wait a round
 * later, after f->time_ps. */
bool follow_loop(struct follow *f);

/* After follow_loop() with zero on: the result is the same for every value of the word but zero. */
bool follow_only_if_zero(const struct follow *f);

/* The lower end of the live stack: nothing outside the loop may rely on memory below. */
uint64_t follow_dead_below(const struct follow *f);

/* ---- for the files follow*.c */

#define FOLLOW_BUDGET (UINT64_C(1) << 62)

static inline void follow_give_up(struct follow *f, enum follow_why why)
{
	if (!f->why)
		f->why = why;
}

/* Load and store through the buffer of the loop's stores; bytes 1, 2, 4 or 8.  They set why. */
uint64_t follow_load(struct follow *f, uint64_t at, unsigned bytes);
void follow_store(struct follow *f, uint64_t at, unsigned bytes, uint64_t value);
void follow_forget(struct follow *f);
/* See follow_hidden.c; called with f->hidden set: what a load of the bytes of mask finds in the
 * word, whether a store leaves it as another thread has it, and after a store. */
uint64_t follow_hidden_load(struct follow *f, const struct follow_cell *c, uint64_t mask);
bool follow_hidden_keeps(const struct follow *f, const struct follow_cell *c, uint64_t mask,
			 uint64_t value);
void follow_hidden_store(struct follow *f, struct follow_cell *c);
/* Whether other threads can see the word. */
bool follow_is_seen(const struct follow *f, uint64_t at);
/* The word at `at`, if the loop has used it; or NULL. */
const struct follow_cell *follow_cell_of(const struct follow *f, uint64_t at);
/* The word that at is in does differ within a round. */
void follow_cell_differs(struct follow *f, uint64_t at);
/* Makes sure that c->memory is known. */
void follow_cell_read(const struct follow *f, struct follow_cell *c);

/* Interprets op, which is no jump; sets why. */
void follow_operate(struct follow *f, const struct op *op);
/* True if op sets a register to 0. */
bool follow_clears(const struct op *op);
/* True if op sets a register to nothing but the carry. */
bool follow_is_carry(const struct op *op);
uint64_t follow_operand(struct follow *f, const struct operand *o);
uint64_t follow_address(struct follow *f, const struct operand *o);
uint64_t follow_reg(struct follow *f, unsigned reg);
void follow_set_reg(struct follow *f, unsigned reg, uint64_t value);
/* After a call: registers that it may change are undefined. */
void follow_returned(struct follow *f);
/* Flags as after a comparison of two numbers. */
void follow_compared(struct follow *f, bool less, bool equal, bool unordered);
/* Interprets OP_VECTOR_* instructions. */
void follow_vector(struct follow *f, const struct op *op);
void follow_vectors_begin(struct follow *f);
void follow_vectors_returned(struct follow *f);
bool follow_vectors_same(const struct follow *f);
bool follow_condition(struct follow *f, unsigned number);
/* At a check or a charge of the runtime: adds the budget used so far to the time. */
void follow_settle(struct follow *f);
void follow_check(struct follow *f);
/* Compares words, where another thread may run (at a check or in a call of the runtime), with what
 * they are at the head, where the thread is parked.  Where one differs and its stores may not be
 * deferred, sets why. */
void follow_yields(struct follow *f);
/* Whether, at the end of a round, no other thread can have used the part of the stack below the
 * head's frame. */
bool follow_stack_is_own(const struct follow *f);

/* Called before op is interpreted: tracks copies of the word. */
void follow_zero_step(struct follow *f, const struct op *op);

/* True for words in the stack frames of functions that have returned. */
bool follow_is_dead(const struct follow *f, uint64_t at);

/* Begins a round in which slopes are worked out from the given ones of registers and words. */
void follow_slope_begin(struct follow *f);
/* Called before op is interpreted. */
void follow_slope_step(struct follow *f, const struct op *op);
/* A call uses a register, or memory; it has changed the registers regs. */
void follow_slope_argument(struct follow *f, unsigned reg);
void follow_slope_read(struct follow *f, uint64_t at, unsigned bytes);
void follow_slope_returned(struct follow *f, uint32_t regs);

/* At the first head. */
void follow_skip_begin(struct follow *f);
/* At each other one, before states are compared; and if it is not the first one again: f may be
 * at the head of a later round then. */
void follow_skip_look_end(struct follow *f);
void follow_skip(struct follow *f);

/* Begins a round in which the slopes of the last one are given. */
void follow_skip_look_begin(struct follow *f);

/* Interprets a look of a function for its code. */
void follow_fetch_begin(struct follow *f);
void follow_fetch(struct follow *f, const struct op *op);
/* At a head: whether the cache is as at the first one.  False with needs_warmup set: it is as at
 * another one, from which on it would be. */
bool follow_fetch_same(struct follow *f);
/* At a head: whether the round has changed the cache. */
bool follow_fetch_changes(struct follow *f);

/* At the end of a round of many: takes the slopes of registers after it. */
void follow_count_take(struct follow *f);
/* After a proof has failed: true if it may be made again with count.on. */
bool follow_count_may(const struct follow *f);
/* At the second head of a proof with count.on: true if the thread waits, and counts. */
bool follow_counts(struct follow *f);

/* Interprets a call of the function at `at`, outside the image. */
void follow_call(struct follow *f, uint64_t at);

/* A call that changes nothing: interpret() takes its arguments from the registers, and leaves its
 * result there and its cost in the time.  What it may do is in emu/cmd/run/pure_calls.c. */
struct follow_pure {
	void (*target)(void);
	void (*interpret)(struct follow *f);
	bool reads; /* words that the loop does not read itself */
};

#define FOLLOW_CHECKS 3

/* A proof's knowledge of the machine: the program, its memory and its checks, what a load of the L2
 * costs, and which calls are pure.  Given once, before workers start. */
struct follow_model {
	const struct image *image;
	/* Memory of node that programs may read at an offset in its window; or NULL. */
	void *(*memory)(void *ctx, uint32_t node, uint64_t offset, uint64_t bytes, int write);
	void (*check[FOLLOW_CHECKS])(void); /* which a stub calls */
	uint32_t l2_way_cycles;
	const struct follow_pure *pure;
	unsigned pures;
	bool marks_parts; /* of saved vector registers, those that are zero: as XSAVE does */
};
extern struct follow_model follow_model;

#endif
