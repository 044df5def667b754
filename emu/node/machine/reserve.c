/* reserve.c - see reserve.h. */
#include "reserve.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "booted.h"
#include "net/base/pages.h"
#include "protect.h"
#include "status.h"
#include "emu/core/engine/watch.h"

#define CLOSED (PROT_READ | PROT_EXEC)
#define OPEN   (PROT_READ | PROT_WRITE | PROT_EXEC)
#define CLOSED_MAX NODE_HWTHREADS
#define STEP_PAGES 4 /* that one instruction may store to */

/* Stores to other lines of its page, after which a reservation is given up. */
#define PATIENCE_BEGIN 4096u
#define PATIENCE_LEAST 16u
#define PATIENCE_MOST  (1u << 30)

/* Reservation of a hardware thread. */
struct reservation {
	const struct thread *owner; /* NULL: nothing */
	uintptr_t word;
	unsigned bytes;
	bool held;
	bool given_up;   /* held no more, and to no store */
	unsigned stores; /* to other lines of its page so far */
};

struct reservations {
	struct reservation of[NODE_HWTHREADS];
	unsigned live;       /* that are held */
	unsigned patience;
	unsigned closed;     /* pages, */
	uintptr_t page[CLOSED_MAX]; /* and which these are, in no order */
};

/* Work to be done behind an instruction that is executed alone. */
static __thread struct step {
	struct reservations *r;
	const struct thread *by;
	unsigned pages;
	uintptr_t page[STEP_PAGES];
	uint8_t line[NODE_HWTHREADS][RESERVE_LINE_BYTES]; /* of others, as they were */
} step;

static __thread bool ours;
__thread const struct thread *reserve_actor;

static uintptr_t page_of(uintptr_t at)
{
	return at & ~(uintptr_t)(PAGE_BYTES - 1);
}

static uintptr_t line_of(const struct reservation *e)
{
	return e->word & ~(uintptr_t)(RESERVE_LINE_BYTES - 1);
}

static struct reservations *of_node(uint32_t node)
{
	struct node *n = &booted.node[node];

	if (n->reservations)
		return n->reservations;
	n->reservations = calloc(1, sizeof *n->reservations);
	if (!n->reservations)
		abort();
	n->reservations->patience = PATIENCE_BEGIN;
	atomic_store_explicit(&booted.reserving, true, memory_order_relaxed);
	atomic_fetch_add(&booted.guarded, 1);
	return n->reservations;
}

static struct reservations *node_at(const void *at)
{
	if (!atomic_load_explicit(&booted.reserving, memory_order_relaxed) ||
	    !space_contains(at))
		return NULL;
	return booted.node[space_node((uintptr_t)at)].reservations;
}

static struct reservation *of_thread(const struct thread *t)
{
	return &of_node(t->node)->of[hwthread_id(t)];
}

static void lose(struct reservations *r, struct reservation *e)
{
	if (e->held && --r->live == 0)
		node_hook(e->owner->node, false);
	e->held = false;
}

/* ---- pages */

static int closed_at(const struct reservations *r, uintptr_t page)
{
	for (unsigned i = 0; i < r->closed; i++)
		if (r->page[i] == page)
			return (int)i;
	return -1;
}

static void page_open(struct reservations *r, uintptr_t page)
{
	int i = closed_at(r, page);

	if (i < 0)
		return;
	mprotect((void *)page, PAGE_BYTES, OPEN);
	r->page[i] = r->page[--r->closed];
}

static bool is_of_other(const struct reservation *e, const struct thread *by)
{
	return e->held && e->owner != by;
}

static bool has_others(const struct reservations *r, uintptr_t page, const struct thread *by)
{
	for (unsigned i = 0; i < NODE_HWTHREADS; i++)
		if (is_of_other(&r->of[i], by) && page_of(r->of[i].word) == page)
			return true;
	return false;
}

/* Opens a page in which nothing is reserved any more.  With as many closed as threads, and a
 * reservation elsewhere, there is one. */
static void make_room(struct reservations *r)
{
	for (unsigned i = 0; i < r->closed; i++)
		if (!has_others(r, r->page[i], NULL)) {
			page_open(r, r->page[i]);
			return;
		}
}

/* Stores to the page, in which something is reserved, fault from now on. */
static void page_close(struct reservations *r, uintptr_t page)
{
	if (closed_at(r, page) >= 0)
		return;
	if (r->closed == CLOSED_MAX)
		make_room(r);
	if (mprotect((void *)page, PAGE_BYTES, CLOSED) != 0) {
		perror("bgq-run: cannot watch a reservation: mprotect");
		exit(STATUS_CANNOT_RUN);
	}
	r->page[r->closed++] = page;
}

/* The program's own protection, which forbids stores, is left as it is. */
static bool may_close(const struct reservation *e)
{
	uintptr_t page = page_of(e->word);

	return space_contains((void *)page) &&
	       !protect_forbids(e->owner->process, (void *)page, PAGE_BYTES, true);
}

/* Whether code of the running thread can store there. */
static bool is_reached(const struct reservation *e)
{
	uintptr_t shared = (uintptr_t)space_window(e->owner->node) + space_shared();

	return thread_reaches(e->owner) || e->word - shared < space_shared_bytes();
}

static __attribute__((noinline)) void guard(struct reservations *r, const struct thread *t)
{
	for (unsigned i = 0; i < NODE_HWTHREADS; i++) {
		struct reservation *e = &r->of[i];

		if (is_of_other(e, t) && is_reached(e) && may_close(e))
			page_close(r, page_of(e->word));
	}
}

void reserve_guard(void)
{
	const struct thread *t = thread_self;
	struct reservations *r = t ? booted.node[t->node].reservations : NULL;

	if (r && r->live)
		guard(r, t);
}

/* ---- reservations */

void reserve_set(const struct thread *t, const volatile void *word, unsigned bytes)
{
	struct reservations *r = of_node(t->node);
	struct reservation *e = of_thread(t);

	if (e->given_up && r->patience > PATIENCE_LEAST)
		r->patience /= 2;
	if (!e->held && r->live++ == 0)
		node_hook(t->node, true);
	*e = (struct reservation){ t, (uintptr_t)word, bytes, true, false, 0 };
}

bool reserve_take(const struct thread *t, const volatile void *word, unsigned bytes)
{
	struct reservations *r = of_node(t->node);
	struct reservation *e = of_thread(t);
	bool held = e->held && e->owner == t && e->word == (uintptr_t)word && e->bytes == bytes;

	if (e->given_up && r->patience < PATIENCE_MOST)
		r->patience *= 4;
	lose(r, e);
	e->given_up = false;
	e->owner = NULL;
	return held;
}

void reserve_drop(const struct thread *t)
{
	struct reservations *r = booted.node[t->node].reservations;

	if (!r)
		return;
	lose(r, of_thread(t));
	of_thread(t)->owner = NULL;
}

const bool *reserve_of(const struct thread *t, const volatile void *word)
{
	const struct reservations *r = booted.node[t->node].reservations;
	const struct reservation *e = r ? &r->of[hwthread_id(t)] : NULL;

	return e && e->owner == t && e->word == (uintptr_t)word ? &e->held : NULL;
}

void reserve_end(const struct process *p, const struct thread *t)
{
	struct reservations *r = booted.node[p->main.node].reservations;

	for (unsigned i = 0; r && i < NODE_HWTHREADS; i++) {
		struct reservation *e = &r->of[i];

		if (!e->owner || (e->owner != t && (e->owner->process != p ||
						    p->status == PROCESS_ALIVE)))
			continue;
		lose(r, e);
		e->owner = NULL;
	}
}

bool reserve_is_near(const struct thread *t, const volatile void *at)
{
	const struct reservations *r = booted.node[t->node].reservations;

	return r && r->live && has_others(r, page_of((uintptr_t)at), t);
}

static void mark(struct reservations *r, const struct thread *by, uintptr_t at, uint64_t bytes)
{
	for (unsigned i = 0; i < NODE_HWTHREADS; i++) {
		struct reservation *e = &r->of[i];

		if (is_of_other(e, by) && line_of(e) < at + bytes &&
		    at < line_of(e) + RESERVE_LINE_BYTES)
			lose(r, e);
	}
}

void reserve_stored(uint32_t node, const struct thread *by, const volatile void *at,
		    uint64_t bytes)
{
	struct reservations *r = booted.node[node].reservations;

	if (r && r->live && !ours)
		mark(r, by, (uintptr_t)at, bytes);
}

void reserve_unit_stores(void *ctx, uint32_t node, const void *at, uint64_t bytes)
{
	(void)ctx;
	reserve_stored(node, NULL, at, bytes);
}

void reserve_forget(uint32_t node, const void *at, uint64_t bytes)
{
	struct reservations *r = booted.node[node].reservations;
	uintptr_t low = page_of((uintptr_t)at), high = (uintptr_t)at + bytes;

	if (!r)
		return;
	mark(r, NULL, low, high - low);
	for (unsigned i = r->closed; i-- > 0;)
		if (r->page[i] - low < high - low)
			page_open(r, r->page[i]);
}

bool reserve_watches(uint32_t node)
{
	const struct reservations *r = booted.node[node].reservations;

	return r && (r->live || r->closed);
}

void reserve_fill(const void *at, uint64_t bytes)
{
	struct reservations *r = node_at(at);

	if (!r)
		return;
	mark(r, thread_self, (uintptr_t)at, bytes);
	for (unsigned i = r->closed; i-- > 0;)
		if (r->page[i] + PAGE_BYTES > (uintptr_t)at && r->page[i] < (uintptr_t)at + bytes)
			page_open(r, r->page[i]);
}

void reserve_close_again(const void *at, uint64_t bytes)
{
	const struct reservations *r = node_at(at);

	for (unsigned i = 0; r && i < r->closed; i++)
		if (r->page[i] - (uintptr_t)at < bytes)
			mprotect((void *)r->page[i], PAGE_BYTES, CLOSED);
}

void reserve_ours(bool on)
{
	ours = on;
}

/* ---- the conditional store */

static int memory_file = -1;

static void memory_open(void)
{
	memory_file = open("/proc/self/mem", O_WRONLY | O_CLOEXEC);
}

/* Past the page's protection, which costs less than to change that twice. */
static bool write_past(const volatile void *to, const void *from, unsigned bytes)
{
	static pthread_once_t opened = PTHREAD_ONCE_INIT;
	off_t at = (off_t)(uintptr_t)to;

	pthread_once(&opened, memory_open);
	return memory_file >= 0 && pwrite(memory_file, from, bytes, at) == (ssize_t)bytes;
}

void reserve_store(const struct thread *t, volatile void *word, unsigned bytes, uint64_t value)
{
	struct reservations *r = of_node(t->node);
	uintptr_t page = page_of((uintptr_t)word);

	mark(r, t, (uintptr_t)word, bytes);
	if (r->closed && closed_at(r, page) >= 0) {
		if (write_past(word, &value, bytes))
			return;
		page_open(r, page);
	}
	if (bytes == 4)
		__atomic_store_n((volatile uint32_t *)word, (uint32_t)value, __ATOMIC_RELEASE);
	else
		__atomic_store_n((volatile uint64_t *)word, value, __ATOMIC_RELEASE);
	if (thread_self == t) /* the page may have been opened under others */
		reserve_guard();
}

/* ---- stores that fault */

/* One more store to the page: counts for each of its reservations. */
static void wear(struct reservations *r, uintptr_t page, const struct thread *by)
{
	for (unsigned i = 0; i < NODE_HWTHREADS; i++) {
		struct reservation *e = &r->of[i];

		if (!is_of_other(e, by) || page_of(e->word) != page || ++e->stores < r->patience)
			continue;
		lose(r, e);
		e->given_up = true;
	}
}

static void lines_keep(const struct reservations *r, uintptr_t page, const struct thread *by)
{
	for (unsigned i = 0; i < NODE_HWTHREADS; i++)
		if (is_of_other(&r->of[i], by) && page_of(r->of[i].word) == page)
			memcpy(step.line[i], (const void *)line_of(&r->of[i]), RESERVE_LINE_BYTES);
}

/* The instruction is tried again with the page open, alone. */
static bool step_begin(struct reservations *r, uintptr_t page, const struct thread *by)
{
	int i = closed_at(r, page);

	if (step.pages == STEP_PAGES)
		return false;
	step.r = r;
	step.by = by;
	step.page[step.pages++] = page;
	lines_keep(r, page, by);
	mprotect((void *)page, PAGE_BYTES, OPEN);
	r->page[i] = r->page[--r->closed];
	return true;
}

bool reserve_refuses(const void *at)
{
	const struct reservations *r = node_at(at);
	uintptr_t page = page_of((uintptr_t)at);

	return r && closed_at(r, page) >= 0 && has_others(r, page, thread_self);
}

bool reserve_store_past(const void *at, const void *from, unsigned stores, unsigned bytes)
{
	struct reservations *r = node_at(at);
	uintptr_t page = page_of((uintptr_t)at);
	const struct thread *by = thread_self;

	if (!write_past(at, from, stores * bytes))
		return false;
	for (unsigned i = 0; i < stores && !ours; i++) {
		mark(r, by, (uintptr_t)at + (uint64_t)i * bytes, bytes);
		wear(r, page, by);
	}
	return true;
}

bool reserve_faulted(const void *at, bool alone, bool *stepped)
{
	struct reservations *r = node_at(at);
	uintptr_t page = page_of((uintptr_t)at);
	const struct thread *by = thread_self;

	if (!r || closed_at(r, page) < 0)
		return false;
	if (!ours) {
		mark(r, by, (uintptr_t)at, 1);
		wear(r, page, by);
	}
	*stepped = has_others(r, page, by);
	if (*stepped && alone && step_begin(r, page, by))
		return true;
	if (*stepped) /* it cannot be watched */
		mark(r, by, page, PAGE_BYTES);
	*stepped = false;
	page_open(r, page);
	return true;
}

/* A store that began in front of the line has reached into it. */
static void lines_compare(struct reservations *r, uintptr_t page)
{
	for (unsigned i = 0; i < NODE_HWTHREADS && !ours; i++) {
		struct reservation *e = &r->of[i];

		if (is_of_other(e, step.by) && page_of(e->word) == page &&
		    memcmp(step.line[i], (const void *)line_of(e), RESERVE_LINE_BYTES))
			lose(r, e);
	}
}

void reserve_stepped(void)
{
	while (step.pages) {
		uintptr_t page = step.page[--step.pages];

		lines_compare(step.r, page);
		if (has_others(step.r, page, step.by))
			page_close(step.r, page);
	}
}
