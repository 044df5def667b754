/*
 * queue_bench.c - the C side of bench_queue.cc: a hold model on the event queue
 * and on a plain binary heap, and rings (C++ cannot read C11 atomics).
 */
#include <pthread.h>
#include <stdlib.h>

#include "net/base/evq.h"
#include "net/base/ring.h"

struct hold_bench {
	struct evq q;
	struct event *ev;
	uint64_t rng, seq;
};

struct hold_bench *hold_bench_create(size_t pending, int same_time);
void hold_bench_step(struct hold_bench *b, uint64_t steps, int same_time);
void hold_bench_destroy(struct hold_bench *b);
uint64_t ring_bench_pair(uint64_t items);
uint64_t ring_bench_alone(struct ring *r, uint64_t items);
uint64_t chan_bench_alone(struct chan *c, uint64_t items);

/* Mean 200 ns, most below 400: the distances of the network model. */
static ps_t increment(struct hold_bench *b, int same_time)
{
	b->rng = b->rng * 6364136223846793005u + 1442695040888963407u;
	return same_time ? PS_PER_NS : b->rng >> 44 & 0x5ffff;
}

static void push(struct hold_bench *b, struct event *ev, ps_t time_ps)
{
	struct event_entry e = { time_ps, event_place(0, 1), b->seq++, ev };

	ev->time_ps = time_ps;
	evq_push(&b->q, &e);
}

struct hold_bench *hold_bench_create(size_t pending, int same_time)
{
	struct hold_bench *b = calloc(1, sizeof *b);

	b->ev = calloc(pending, sizeof *b->ev);
	evq_init(&b->q);
	for (size_t i = 0; i < pending; i++) {
		push(b, &b->ev[i], increment(b, same_time));
	}
	return b;
}

void hold_bench_step(struct hold_bench *b, uint64_t steps, int same_time)
{
	for (uint64_t i = 0; i < steps; i++) {
		struct event *ev = evq_pop_before(&b->q, PS_NEVER)->what;

		push(b, ev, ev->time_ps + increment(b, same_time));
	}
}

void hold_bench_destroy(struct hold_bench *b)
{
	evq_cleanup(&b->q);
	free(b->ev);
	free(b);
}

static void *produce(void *arg)
{
	struct ring *r = ((void **)arg)[0];
	uint64_t items = *(uint64_t *)((void **)arg)[1];

	for (uint64_t i = 0; i < items; i++)
		while (!ring_push(r, arg))
			sched_yield();
	return NULL;
}

/* Passes items from one thread to another; returns items received. */
uint64_t ring_bench_pair(uint64_t items)
{
	struct ring r;
	void *arg[2] = { &r, &items };
	pthread_t t;
	uint64_t got = 0;

	if (ring_init(&r, 1024) != 0 || pthread_create(&t, NULL, produce, arg) != 0)
		return 0;
	while (got < items) {
		if (ring_pop(&r))
			got++;
		else
			sched_yield();
	}
	pthread_join(t, NULL);
	ring_cleanup(&r);
	return got;
}

uint64_t ring_bench_alone(struct ring *r, uint64_t items)
{
	uint64_t got = 0;

	for (uint64_t i = 0; i < items; i++) {
		ring_push(r, r);
		got += ring_pop(r) != NULL;
	}
	return got;
}

uint64_t chan_bench_alone(struct chan *c, uint64_t items)
{
	uint64_t got = 0;

	for (uint64_t i = 0; i < items; i++) {
		struct event_entry e = { .what = c };

		chan_push(c, &e);
		got += chan_pop(c) != NULL;
	}
	return got;
}

struct ring *ring_bench_new(void);
struct chan *chan_bench_new(void);

struct ring *ring_bench_new(void)
{
	struct ring *r = aligned_alloc(64, (sizeof *r + 63) & ~(size_t)63);

	return r && ring_init(r, 1024) == 0 ? r : NULL;
}

struct chan *chan_bench_new(void)
{
	struct chan *c = aligned_alloc(64, (sizeof *c + 63) & ~(size_t)63);

	if (c)
		chan_init(c);
	return c;
}
