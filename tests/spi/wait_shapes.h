/*
 * wait_shapes.h - the ways in which programs wait for a word: one function for each shape
 * of loop, until *p == v.  Used by wait_random.c and wait_ties.c.
 *
 * All but the last four come back to the state in which they were until the
 * word changes, though some only after several rounds, through calls, or by way of stores
 * that restore what was there.  None may store anything that another thread looks at.
 */
#ifndef WAIT_SHAPES_H
#define WAIT_SHAPES_H

#include <pthread.h>
#include <sched.h>
#include <string.h>

#include <hwi/include/bqc/A2_inlines.h>
#include <spi/include/kernel/location.h>
#include <spi/include/l2/atomic.h>

#define NOINLINE __attribute__((noinline))

/* What a thread has of its own to look at and to scribble on. */
struct waiter {
	unsigned me;
	uint64_t looks;            /* of the shapes that count */
	void (*advance)(void);     /* polls FIFOs; NULL for threads that must not */
	volatile uint64_t never;   /* stays 0 */
	volatile uint64_t scratch;
	volatile uint64_t *list[5]; /* words to look at in rotation */
	pthread_mutex_t held;      /* by this thread */
} __attribute__((aligned(128)));

static void waiter_init(struct waiter *w, unsigned me, void (*advance)(void))
{
	memset(w, 0, sizeof *w);
	w->me = me;
	w->advance = advance;
	pthread_mutex_init(&w->held, NULL);
	pthread_mutex_lock(&w->held);
}

typedef volatile uint64_t word;

static void shape_plain(struct waiter *w, word *p, uint64_t v)
{
	(void)w;
	while (*p != v)
		;
}

static void shape_two_in_turn(struct waiter *w, word *p, uint64_t v)
{
	for (;;) {
		if (*p == v)
			return;
		if (w->never)
			return;
	}
}

/* The same word is looked at every fifth time. */
static void shape_rotation(struct waiter *w, word *p, uint64_t v)
{
	for (int i = 0; i < 5; i++)
		w->list[i] = i == 2 ? p : &w->never;
	for (unsigned i = 0;; i = (i + 1) % 5)
		if (*w->list[i] == v && w->list[i] == p)
			return;
}

static NOINLINE int is_there(word *p, uint64_t v)
{
	return *p == v;
}

static void shape_function(struct waiter *w, word *p, uint64_t v)
{
	(void)w;
	while (!is_there(p, v))
		;
}

static int (*volatile there)(word *, uint64_t) = is_there;

static void shape_pointer(struct waiter *w, word *p, uint64_t v)
{
	(void)w;
	while (!there(p, v))
		;
}

/* A counter on the stack that begins anew each round. */
static void shape_nested(struct waiter *w, word *p, uint64_t v)
{
	(void)w;
	for (;;)
		for (volatile int i = 0; i < 7; i++)
			if (*p == v)
				return;
}

static void shape_restores(struct waiter *w, word *p, uint64_t v)
{
	do {
		w->scratch ^= 0x55;
		w->scratch ^= 0x55;
	} while (*p != v);
}

/* The first look after a store of something else. */
static void shape_marks(struct waiter *w, word *p, uint64_t v)
{
	for (;;) {
		w->scratch = 1;
		uint64_t seen = *p;

		w->scratch = 0;
		if (seen == v)
			return;
	}
}

static void shape_l2(struct waiter *w, word *p, uint64_t v)
{
	(void)w;
	while (L2_AtomicLoad(p) != v)
		;
}

static void shape_l2_and_word(struct waiter *w, word *p, uint64_t v)
{
	while (L2_AtomicLoad(&w->never) == 0 && *p != v)
		;
}

static void shape_swap_fails(struct waiter *w, word *p, uint64_t v)
{
	(void)w;
	while (!__sync_bool_compare_and_swap(p, v, v))
		;
}

static NOINLINE int deep(word *p, uint64_t v, volatile int depth)
{
	volatile uint64_t frame[9];

	frame[depth] = v;
	if (depth < 4)
		return deep(p, v, depth + 1) && frame[depth] == v;
	return *p == v;
}

static void shape_recursion(struct waiter *w, word *p, uint64_t v)
{
	(void)w;
	while (!deep(p, v, 0))
		;
}

/* Three states and a long way round. */
static void shape_states(struct waiter *w, word *p, uint64_t v)
{
	unsigned state = 0;

	for (;;) {
		switch (state) {
		case 0:
			state = w->never ? 0 : 2;
			break;
		case 1:
			if (*p == v)
				return;
			state = 0;
			break;
		default:
			state = 1;
		}
	}
}

static void shape_double(struct waiter *w, word *p, uint64_t v)
{
	double goal = (double)v;

	(void)w;
	while ((double)*p != goal)
		;
}

static void shape_bytes(struct waiter *w, word *p, uint64_t v)
{
	const volatile unsigned char *at = (const volatile unsigned char *)p;

	(void)w;
	for (;;) {
		uint64_t seen = 0;

		for (int i = 7; i >= 0; i--)
			seen = seen << 8 | at[i];
		if (seen == v)
			return;
	}
}

static void shape_yields(struct waiter *w, word *p, uint64_t v)
{
	(void)w;
	while (*p != v)
		sched_yield();
}

static void shape_rank(struct waiter *w, word *p, uint64_t v)
{
	while (*p != v && Kernel_GetRank() + Kernel_ProcessorID() != 12345)
		w->scratch = 7;
}

static void shape_try_lock(struct waiter *w, word *p, uint64_t v)
{
	while (*p != v)
		if (pthread_mutex_trylock(&w->held) == 0)
			return;
}

static void shape_advances(struct waiter *w, word *p, uint64_t v)
{
	while (*p != v)
		if (w->advance)
			w->advance();
}

static NOINLINE void engine(struct waiter *w, word *p, uint64_t v, int *done)
{
	int seen[4] = { 0 };

	if (w->advance)
		w->advance();
	seen[1] = is_there(p, v);
	if (w->advance)
		w->advance();
	seen[2] = there(p, v);
	*done = seen[1] | seen[2] | seen[3];
}

static void shape_engine(struct waiter *w, word *p, uint64_t v)
{
	int done;

	do {
		engine(w, p, v, &done);
	} while (!done);
}

/* ---- shapes that are no waits: they count, or look at the clock */

static void shape_counts(struct waiter *w, word *p, uint64_t v)
{
	while (*p != v)
		w->looks++;
}

static void shape_clock(struct waiter *w, word *p, uint64_t v)
{
	uint64_t start = GetTimeBase();

	while (*p != v)
		w->looks += GetTimeBase() - start > 1000;
}

/* Gives up ten times, then waits. */
static void shape_time_outs(struct waiter *w, word *p, uint64_t v)
{
	for (int i = 0; i < 10; i++) {
		uint64_t end = GetTimeBase() + 300;

		while (*p != v && GetTimeBase() < end)
			;
		if (*p == v)
			return;
		w->looks++;
	}
	while (*p != v)
		;
}

static void shape_counts_down(struct waiter *w, word *p, uint64_t v)
{
	for (unsigned left = 200; *p != v; left--)
		if (left == 0) {
			shape_two_in_turn(w, p, v);
			return;
		}
}

static void (*const shapes[])(struct waiter *, word *, uint64_t) = {
	shape_plain,	  shape_two_in_turn, shape_rotation, shape_function,
	shape_pointer,	  shape_nested,	     shape_restores, shape_marks,
	shape_l2,	  shape_l2_and_word, shape_swap_fails, shape_recursion,
	shape_states,	  shape_double,	     shape_bytes,    shape_yields,
	shape_rank,	  shape_try_lock,    shape_advances, shape_engine,
	shape_counts,	  shape_clock,	     shape_time_outs, shape_counts_down,
};

#define SHAPES (sizeof shapes / sizeof *shapes)

static inline void wait_word(struct waiter *w, uint64_t shape, word *p, uint64_t v)
{
	shapes[shape % SHAPES](w, p, v);
}

#endif
