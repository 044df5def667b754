/*
 * wait_shapes.h - the ways in which programs wait for a word: one function for each shape
 * of loop, until *p == v.  Used by wait_random.c and wait_ties.c.
 *
 * All but the last four come back to the state in which they were until the
 * word changes, though some only after several rounds, through calls, or by way of stores
 * that restore what was there.  None may store anything that another thread looks at.
 *
 * For a waiter that asks there are others: loops with calls that read state, whatever they return.
 */
#ifndef WAIT_SHAPES_H
#define WAIT_SHAPES_H

#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include <hwi/include/bqc/A2_inlines.h>
#include <spi/include/kernel/location.h>
#include <spi/include/kernel/process.h>
#include <spi/include/kernel/thread.h>
#include <spi/include/l2/atomic.h>
#include <spi/include/mu/GIBarrier.h>

#define NOINLINE __attribute__((noinline))

/* A thread's own words, to look at and to scribble on. */
struct waiter {
	unsigned me;
	uint64_t looks;            /* of the shapes that count */
	void (*advance)(void);     /* polls FIFOs; NULL for threads that must not */
	volatile uint64_t never;   /* stays 0 */
	volatile uint64_t scratch;
	volatile uint64_t *list[5]; /* words to look at in rotation */
	pthread_mutex_t held;      /* by this thread */
	bool asks;
	MUSPI_GIBarrier_t gi;      /* never entered by it: of those that ask */
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

/* Looks at the awaited word every fifth time. */
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

/* ---- for those that ask: A(name, call) */

#define ASKS(A)                                                                          \
	A(rank, Kernel_GetRank())                                                        \
	A(processor, Kernel_ProcessorID())                                               \
	A(core, Kernel_ProcessorCoreID())                                                \
	A(thread, Kernel_ProcessorThreadID())                                            \
	A(slot, Kernel_MyTcoord())                                                       \
	A(processes, Kernel_ProcessCount())                                              \
	A(runnable, Kernel_SnoopRunnable())                                              \
	A(mask, Kernel_ThreadMask(0))                                                    \
	A(self, pthread_self())                                                          \
	A(cpu, sched_getcpu())                                                           \
	A(pid, getpid())                                                                 \
	A(yield, sched_yield())                                                          \
	A(lock, pthread_mutex_trylock(&w->held))                                         \
	A(l2, L2_AtomicLoad(&w->never))                                                  \
	A(status, *muspi_gi_status(0))                                                   \
	A(state, MUSPI_GIBarrierInit(&w->gi, 0))                                         \
	A(poll, (bgqemu_poll_miss(BGQEMU_WAIT_GI, w), 0))                                \
	A(clock, GetTimeBase() & 0)

#define A(name, call)                                                                    \
	static NOINLINE uint64_t ask_##name(struct waiter *w)                            \
	{                                                                                \
		(void)w;                                                                 \
		return (uint64_t)(call);                                                 \
	}                                                                                \
	static void behind_##name(struct waiter *w, word *p, uint64_t v)                 \
	{                                                                                \
		while (*p != v)                                                          \
			w->scratch = (uint64_t)(call);                                   \
	}                                                                                \
	static void before_##name(struct waiter *w, word *p, uint64_t v)                 \
	{                                                                                \
		do                                                                       \
			w->scratch += (uint64_t)(call) == v && w->never;                 \
		while (*p != v);                                                         \
	}
ASKS(A)
#undef A

static uint64_t (*const asks[])(struct waiter *w) = {
#define A(name, call) ask_##name,
	ASKS(A)
#undef A
};

#define ASKS_COUNT (sizeof asks / sizeof *asks)

static void (*const asking[])(struct waiter *, word *, uint64_t) = {
#define A(name, call) behind_##name, before_##name,
	ASKS(A)
#undef A
};

#define ASKING (sizeof asking / sizeof *asking)

/* Three, by way of pointers, on all sides of two words. */
static void ask_three(struct waiter *w, uint64_t shape, word *p, uint64_t v)
{
	uint64_t (*volatile first)(struct waiter *) = asks[(shape >> 8) % ASKS_COUNT];
	uint64_t (*volatile next)(struct waiter *) = asks[(shape >> 20) % ASKS_COUNT];
	uint64_t (*volatile last)(struct waiter *) = asks[(shape >> 32) % ASKS_COUNT];

	for (;;) {
		first(w);
		if (*p == v)
			return;
		next(w);
		if (w->never)
			return;
		last(w);
		if (shape >> 48 & 1 && *p == v)
			return;
	}
}

static NOINLINE uint64_t ask_deep(struct waiter *w, uint64_t shape, volatile int depth)
{
	uint64_t answer = asks[(shape >> 12 * depth) % ASKS_COUNT](w);

	return depth ? answer | ask_deep(w, shape, depth - 1) : answer;
}

/* In functions that call each other; the word is looked at in between. */
static void ask_deeply(struct waiter *w, uint64_t shape, word *p, uint64_t v)
{
	do
		ask_deep(w, shape, 1 + (int)(shape >> 50 & 1));
	while (!there(p, v) && !is_there(p, v));
}

static void wait_asking(struct waiter *w, uint64_t shape, word *p, uint64_t v)
{
	if (shape % 3 == 0)
		asking[shape / 3 % ASKING](w, p, v);
	else if (shape % 3 == 1)
		ask_three(w, shape, p, v);
	else
		ask_deeply(w, shape, p, v);
}

/* So many that differ, one by one: each call directly, and mixtures. */
#define MIXTURES 24
#define ASKING_ALL (ASKING + MIXTURES)

static inline void wait_asking_by(unsigned number, struct waiter *w, word *p, uint64_t v)
{
	uint64_t mixed = (number + UINT64_C(1)) * UINT64_C(0x9e3779b97f4a7c15);

	mixed ^= mixed >> 29;
	if (number < ASKING)
		asking[number](w, p, v);
	else
		wait_asking(w, mixed - mixed % 3 + 1 + number % 2, p, v);
}

static inline void wait_word(struct waiter *w, uint64_t shape, word *p, uint64_t v)
{
	if (w->asks)
		wait_asking(w, shape, p, v);
	else
		shapes[shape % SHAPES](w, p, v);
}

#endif
