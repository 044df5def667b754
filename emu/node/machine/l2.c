/* l2.c - see l2.h. */
#include "l2.h"

#include <stdlib.h>

#include "include/bgqemu/abi.h"
#include "booted.h"
#include "job.h"
#include "net/machine/core.h"
#include "reserve.h"

#define SLICES      16u
#define LINE_SHIFT  7     /* lines of 128 bytes are dealt out to the slices */
#define ATOMIC_PASSES 2u  /* through a slice: it reads and it writes */

enum { LOAD, LOAD_INCREMENT_BOUNDED = 4, LOAD_DECREMENT_BOUNDED, LOAD_INCREMENT_IF_EQUAL };

/* When a core's L1 has the line, or expects it. */
struct l2_refill {
	uint64_t line;
	ps_t at_ps;
};

struct l2_slices {
	uint64_t changes;        /* requests that have changed a word */
	ps_t free_ps[SLICES];    /* no request is at work, or waits, from then on */
	uint32_t crossed[NODE_HWTHREADS]; /* by requests and answers of each so far */
	struct l2_refill refill[NODE_HWTHREADS / CORE_THREADS]; /* each core's last one */
};

/* ---- what an operation does */

bool l2_is_plain(uint32_t op)
{
	return op == LOAD;
}

int l2_bound_at(uint32_t op)
{
	return op == LOAD_INCREMENT_BOUNDED || op == LOAD_INCREMENT_IF_EQUAL ? 1 :
	       op == LOAD_DECREMENT_BOUNDED ? -1 : 0;
}

bool l2_is_refused(uint32_t op, uint64_t word, uint64_t bound)
{
	return (word == bound) == (op != LOAD_INCREMENT_IF_EQUAL);
}

/* The word of the last call that has read one: whatever the program has given. */
static __thread const volatile void *volatile given;

bool l2_is_given(const void *at)
{
	return (uintptr_t)at - ((uintptr_t)given - 8) < 24; /* and those beside it */
}

static bool changes(uint32_t op, const volatile uint64_t *word)
{
	int bound = l2_bound_at(op);

	given = word;
	return !l2_is_plain(op) && !(bound && l2_is_refused(op, *word, word[bound]));
}

/* ---- slices */

static struct l2_slices *slices_of(uint32_t node)
{
	struct node *n = &booted.node[node];

	if (!n->l2)
		n->l2 = calloc(1, sizeof *n->l2);
	if (!n->l2)
		abort();
	return n->l2;
}

static uint64_t line_of(uint32_t node, const volatile void *word)
{
	return ((uintptr_t)word - (uintptr_t)space_window(node)) >> LINE_SHIFT;
}

static ps_t *slice_of(struct l2_slices *l2, uint32_t node, const volatile void *word)
{
	uint64_t line = line_of(node, word);

	return &l2->free_ps[(line ^ line >> 4 ^ line >> 8) % SLICES];
}

/* Cycles until what one side has ready is taken by the other, whose clock differs.  Their
 * phases are not modelled, so it is pseudo-random, by how often the hardware thread has
 * crossed.  Without it threads would find an order in which none ever waits, or one always
 * comes too late. */
static uint32_t crossing_cycles(const struct thread *t)
{
	unsigned id = hwthread_id(t);
	uint64_t mixed = (uint64_t)++slices_of(t->node)->crossed[id] * NODE_HWTHREADS + id;

	mixed *= UINT64_C(0x9e3779b97f4a7c15);
	mixed = (mixed ^ mixed >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	mixed = (mixed ^ mixed >> 27) * UINT64_C(0x94d049bb133111eb);
	return (uint32_t)((mixed >> 32) * (job.model->l2_crossing_cycles + 1) >> 32);
}

/* Returns how much later an answer is than that of a plain load, which passes the slice once. */
static uint32_t later_cycles(unsigned passes)
{
	return (uint32_t)(((passes - 1) * job.model->l2_pass_ps + CORE_CYCLE_PS / 2) /
			  CORE_CYCLE_PS);
}

/* The running thread spends so much on the L2, by its clock or its budget. */
static inline void spent(ps_t ps)
{
	thread_self->user->l2_ps += ps;
}

static void take(uint32_t cycles)
{
	spent(cycles_ps(cycles));
	thread_budget_take(cycles);
}

static void go(uint32_t cycles)
{
	spent(cycles_ps(cycles));
	thread_charge_own(cycles_ps(cycles));
}

uint64_t l2_changes(uint32_t node)
{
	return booted.node[node].l2 ? booted.node[node].l2->changes : 0;
}

/* The thread's request is at the slice now, which needs busy_ps for it: returns when the slice
 * begins with it, in cycles of its answer beyond the way back. */
static uint32_t carry_out_for(struct thread *t, const volatile void *word, ps_t busy_ps)
{
	ps_t *free_ps = slice_of(slices_of(t->node), t->node, word), now_ps = thread_clock();
	ps_t begin_ps = *free_ps > now_ps ? *free_ps : now_ps;

	slices_of(t->node)->changes++;
	*free_ps = begin_ps + busy_ps;
	if (begin_ps == now_ps)
		return 0;
	spent(begin_ps - now_ps);
	thread_charge_own(begin_ps - now_ps);
	return job.model->l2_replay_cycles;
}

static uint32_t carry_out(struct thread *t, const volatile void *word, unsigned passes)
{
	return carry_out_for(t, word, (ps_t)passes * job.model->l2_pass_ps);
}

/* The thread's request has taken its way, but for the crossing: it is carried out now, and its
 * answer under way. */
static void carry_out_and_answer(struct thread *t, const volatile void *word, unsigned passes)
{
	const struct net_machine *m = job.model;

	go(crossing_cycles(t));
	take(carry_out(t, word, passes) + m->l2_way_cycles + later_cycles(passes) +
			   crossing_cycles(t) - m->l2_crossing_cycles);
}

/* ---- lines that others have stored to */

/* A request that keeps the slice busy for busy_ps, behind those before it; the line is in L1 rest
 * cycles later, or, if it had to wait, as much as delayed more.  Others of the core know so at
 * once. */
static void refill_pass(struct thread *t, const volatile void *word, struct l2_refill *r,
			ps_t busy_ps, uint32_t rest, uint32_t delayed)
{
	ps_t free_ps = *slice_of(slices_of(t->node), t->node, word), now_ps = thread_clock();

	r->at_ps = free_ps > now_ps ? free_ps + cycles_ps(rest + delayed)
				    : now_ps + cycles_ps(rest);
	carry_out_for(t, word, busy_ps);
}

/* The slice has the store, and tells one core after the other; then this one asks for the line. */
static void refill_ask(struct thread *t, const volatile void *word, struct l2_refill *r)
{
	const struct net_machine *m = job.model;
	uint32_t way = m->l2_way_cycles - m->l2_crossing_cycles / 2, news = m->l2_news_cycles / 2;
	uint32_t there = way + crossing_cycles(t), back = way + crossing_cycles(t);

	refill_pass(t, word, r, m->l2_pass_ps, news + there + back, 0);
	go(news + there);
	refill_pass(t, word, r, cycles_ps(m->l2_line_cycles), back, m->l2_replay_cycles);
}

/* The first thread of a core that looks loads the line, for all of them. */
static void refill(struct thread *t, const volatile void *word)
{
	const struct net_machine *m = job.model;
	struct l2_refill *r = &slices_of(t->node)->refill[hwthread_id(t) / CORE_THREADS];
	uint64_t line = line_of(t->node, word);

	go(m->op_cycles[BGQEMU_OP_MISPREDICT] + m->l2_news_cycles - m->l2_news_cycles / 2);
	if (r->line != line || r->at_ps <= thread_clock()) {
		r->line = line;
		refill_ask(t, word, r);
	}
	while (r->line == line && r->at_ps > thread_clock())
		thread_charge_own(r->at_ps - thread_clock());
}

/* ---- operations */

void l2_request(const volatile void *word)
{
	go(job.model->l2_way_cycles);
	given = word;
}

void l2_answer(void)
{
	take(job.model->l2_way_cycles);
}

static void load(struct thread *t, uint32_t op, const volatile uint64_t *word)
{
	go(job.model->l2_way_cycles);
	if (changes(op, word)) {
		carry_out_and_answer(t, word, ATOMIC_PASSES);
		reserve_stored(t->node, t, word, sizeof *word);
	} else
		l2_answer();
}

void l2_operate(uint32_t op, const volatile void *word)
{
	struct thread *t = thread_self;

	if (job.model->host_code) {
		go(0);
	} else if (op == BGQEMU_L2_REFILL) {
		refill(t, word);
	} else if (op == BGQEMU_L2_PLAIN_STORE) {
		go(0);
	} else if (op < BGQEMU_L2_STORES) {
		load(t, op, word);
	} else {
		go(job.model->op_cycles[BGQEMU_OP_L2_STORE]);
		carry_out(t, word, ATOMIC_PASSES); /* the thread's next one waits for this one */
		reserve_stored(t->node, t, word, sizeof(uint64_t));
	}
}

uint32_t l2_alone_cycles(uint32_t op)
{
	return 2 * job.model->l2_way_cycles + later_cycles(l2_is_plain(op) ? 1 : ATOMIC_PASSES);
}

/* ---- reservations */

void l2_reserve_request(const volatile void *word)
{
	struct thread *t = thread_self;

	go(job.model->l2_way_cycles - job.model->l2_call_cycles);
	if (!job.model->host_code)
		carry_out_and_answer(t, word, 1);
	given = word;
}
