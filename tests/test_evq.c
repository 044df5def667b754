/*
 * test_evq.c - the event queue against a plain sorted array: same order for
 * random times, ties, floods, far futures, removals and delays.  Not here: speed.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#include <cmocka.h>

#include "net/base/evq.h"
#include "net/base/evq_few.h"

static uint64_t rng = 88172645463325252u;

static uint64_t random_u64(void)
{
	rng ^= rng << 13;
	rng ^= rng >> 7;
	rng ^= rng << 17;
	return rng;
}

static int compare(const void *a, const void *b)
{
	return entry_before(a, b) ? -1 : entry_before(b, a);
}

/* origin 0: a light one. */
static struct event_entry set(struct event *ev, ps_t time_ps, uint32_t node, uint32_t origin,
			      uint64_t seq)
{
	memset(ev, 0, sizeof *ev);
	ev->time_ps = time_ps;
	ev->node = node;
	return (struct event_entry){ time_ps, event_place(node, origin), seq, ev };
}

/* Pushes n events of so many nodes with times from next(i), pops all, expects sorted
 * order. */
static void expect_sorted(size_t n, uint32_t nodes, ps_t (*next)(size_t i))
{
	struct event *ev = calloc(n, sizeof *ev);
	struct event_entry *want = calloc(n, sizeof *want);
	struct evq *q = calloc(1, sizeof *q);

	assert_int_equal(evq_init(q), 0);
	for (size_t i = 0; i < n; i++) {
		want[i] = set(&ev[i], next(i), (uint32_t)(random_u64() % nodes),
			      (uint32_t)(random_u64() % 3), i);
		evq_push(q, &want[i]);
		assert_int_equal(event_queued(&ev[i]), !entry_is_light(&want[i]));
	}
	qsort(want, n, sizeof *want, compare);
	assert_int_equal(evq_count(q), n);
	for (size_t i = 0; i < n; i++) {
		assert_int_equal(evq_next_ps(q), want[i].time_ps);
		const struct event_entry *got = evq_pop_before(q, PS_NEVER);

		if (!got || got->what != want[i].what)
			fail_msg("event %zu: time %llu instead of %llu", i,
				 (unsigned long long)(got ? got->time_ps : 0),
				 (unsigned long long)want[i].time_ps);
		assert_int_equal(got->time_ps, want[i].time_ps);
		assert_false(event_queued(got->what));
	}
	assert_null(evq_pop_before(q, PS_NEVER));
	assert_true(evq_next_ps(q) == PS_NEVER);
	evq_cleanup(q);
	free(q);
	free(want);
	free(ev);
}

static ps_t near_time(size_t i)
{
	(void)i;
	return random_u64() % (4 * PS_PER_US);
}

static ps_t any_time(size_t i)
{
	return random_u64() >> (24 + i % 40);
}

static ps_t same_time(size_t i)
{
	(void)i;
	return 12345;
}

static ps_t same_bucket(size_t i)
{
	(void)i;
	return (UINT64_C(77) << EVQ_BUCKET_BITS) + random_u64() % (1u << EVQ_BUCKET_BITS);
}

static void near_events_come_in_order(void **state)
{
	(void)state;
	expect_sorted(20000, 7, near_time);
}

static void events_from_now_to_hours_ahead_come_in_order(void **state)
{
	(void)state;
	expect_sorted(20000, 7, any_time);
}

static void ties_come_by_node_origin_and_sequence(void **state)
{
	(void)state;
	expect_sorted(20000, 7, same_time);
}

static void a_flood_in_one_bucket_comes_in_order(void **state)
{
	(void)state;
	expect_sorted(100000, 7, same_bucket);
	expect_sorted(100000, 98304, same_bucket);
	expect_sorted(3000, 98304, same_time);
}

static void assert_pops(struct evq *q, const struct event *ev)
{
	const struct event_entry *got = evq_pop_before(q, PS_NEVER);

	assert_non_null(got);
	assert_ptr_equal(got->what, ev);
}

static void pop_before_leaves_what_is_not_due(void **state)
{
	struct evq *q = calloc(1, sizeof *q);
	struct event a, b;
	struct event_entry ea = set(&a, 1000, 0, 1, 0), eb = set(&b, 60 * PS_PER_S, 0, 1, 1);

	(void)state;
	assert_int_equal(evq_init(q), 0);
	evq_push(q, &eb);
	evq_push(q, &ea);
	assert_null(evq_pop_before(q, 1000));
	assert_ptr_equal(evq_pop_before(q, 1001)->what, &a);
	assert_null(evq_pop_before(q, 60 * PS_PER_S));
	/* Looking far ahead must not keep nearer events from coming first. */
	ea = set(&a, 1000, 0, 1, 2);
	evq_push(q, &ea);
	assert_int_equal(evq_next_ps(q), 1000);
	assert_pops(q, &a);
	assert_pops(q, &b);
	evq_cleanup(q);
	free(q);
}

/* Events that post themselves again and again within one bucket: n of them, each a step later,
 * and now and then at once or after a removal.  An entry holds while its handler pushes. */
static void expect_round(size_t n)
{
	struct event *ev = calloc(n, sizeof *ev);
	struct event_entry *want = calloc(n, sizeof *want);
	struct evq *q = calloc(1, sizeof *q);

	assert_int_equal(evq_init(q), 0);
	for (size_t i = 0; i < n; i++) {
		want[i] = set(&ev[i], 8, (uint32_t)i, 1, 0);
		evq_push(q, &want[i]);
	}
	for (uint64_t seq = 1; seq < 4000; seq++) {
		size_t first = 0;

		for (size_t i = 1; i < n; i++)
			if (entry_before(&want[i], &want[first]))
				first = i;
		const struct event_entry *got = evq_pop_before(q, PS_NEVER);

		assert_ptr_equal(got->what, &ev[first]);
		want[first] = set(&ev[first], want[first].time_ps + seq % 5 / 4, (uint32_t)first, 1,
				  seq);
		evq_push(q, &want[first]);
		assert_ptr_equal(got->what, &ev[first]);
		if (seq % 7)
			continue;
		size_t other = random_u64() % n;
		ps_t time_ps = want[other].time_ps + 2;

		evq_remove(q, &ev[other]);
		want[other] = set(&ev[other], time_ps, (uint32_t)other, 1, seq);
		evq_push(q, &want[other]);
		assert_int_equal(evq_count(q), n);
	}
	assert_true(want[0].time_ps >> EVQ_BUCKET_BITS == 0);
	evq_cleanup(q);
	free(q);
	free(want);
	free(ev);
}

static void events_go_round_in_one_bucket(void **state)
{
	(void)state;
	for (size_t n = 1; n < 5; n++)
		expect_round(n);
	for (size_t n = 253; n < 259; n++)
		expect_round(n);
	expect_round(600);
}

/* A life like the engine's: events are pushed at or after the time of the last
 * one popped, some are removed, everything is compared with a sorted array.  There are none to
 * 300 of them in the queue, more and less again: it is few events, many, and few again. */
static void random_life_matches_a_sorted_array(void **state)
{
	enum { N = 300, STEPS = 200000, WAVE = 1500 };
	static struct event ev[N];
	unsigned fews = 0, manies = 0;
	struct evq *q = calloc(1, sizeof *q);
	struct event_entry want[N];
	size_t queued = 0;
	ps_t now = 0;
	uint64_t seq = 0;

	(void)state;
	assert_int_equal(evq_init(q), 0);
	memset(ev, 0, sizeof ev);
	for (int step = 0; step < STEPS; step++) {
		struct event *e = &ev[random_u64() % N];
		uint64_t what = random_u64() % 8, pushed = step / WAVE % 2 ? 2 : 5;

		fews += evq_is_few(q);
		manies += !evq_is_few(q);
		if (!event_queued(e) && what < pushed) {
			static const ps_t range[] = { 1, 500, 5000, 300000, 9000000, PS_PER_S };

			want[queued] = set(e, now + random_u64() % range[random_u64() % 6],
					   (uint32_t)(random_u64() % 5), 1, seq++);
			evq_push(q, &want[queued++]);
		} else if (event_queued(e) && what == 5) {
			evq_remove(q, e);
			assert_false(event_queued(e));
			for (size_t i = 0; i < queued; i++)
				if (want[i].what == e)
					want[i--] = want[--queued];
		} else if (queued) {
			size_t first = 0;

			for (size_t i = 1; i < queued; i++)
				if (entry_before(&want[i], &want[first]))
					first = i;
			assert_true(evq_next_ps(q) <= want[first].time_ps);
			assert_pops(q, want[first].what);
			now = want[first].time_ps;
			want[first] = want[--queued];
		}
		assert_int_equal(evq_count(q), queued);
	}
	assert_in_range(fews, STEPS / 20, STEPS);
	assert_in_range(manies, STEPS / 20, STEPS);
	evq_cleanup(q);
	free(q);
}

/* ---- all entries at once */

#define CROWD 3000

/* A queue and what must be in it. */
struct crowd {
	struct evq q;
	struct event ev[CROWD];
	struct event_entry want[CROWD]; /* in no order */
	size_t queued;
	uint64_t seq;
	ps_t now_ps; /* of the last one popped */
};

/* A third are light ones, which point at nothing; some with NULL, as the run has for
 * those removed. */
static void crowd_push(struct crowd *c, ps_t time_ps)
{
	uint64_t i = c->seq++;
	struct event_entry *e = &c->want[c->queued++];

	assert_true(i < CROWD);
	*e = set(&c->ev[i], time_ps, (uint32_t)(random_u64() % 5), (uint32_t)(random_u64() % 3),
		 i);
	if (entry_is_light(e))
		e->what = (void *)(uintptr_t)(i % 2);
	evq_push(&c->q, e);
}

static void crowd_push_many(struct crowd *c, int n, ps_t range_ps)
{
	while (n-- > 0)
		crowd_push(c, c->now_ps + random_u64() % range_ps);
}

/* The first n come as they should, at their times; their events know it. */
static void crowd_pop(struct crowd *c, size_t n)
{
	qsort(c->want, c->queued, sizeof *c->want, compare);
	for (size_t i = 0; i < n; i++) {
		const struct event_entry *want = &c->want[i];

		assert_true(evq_next_ps(&c->q) <= want->time_ps);
		const struct event_entry *got = evq_pop_before(&c->q, want->time_ps + 1);

		assert_non_null(got);
		assert_memory_equal(got, want, sizeof *got);
		if (!entry_is_light(got)) {
			const struct event *ev = got->what;

			assert_int_equal(ev->time_ps, want->time_ps);
			assert_false(event_queued(ev));
		}
		c->now_ps = want->time_ps;
	}
	c->queued -= n;
	memmove(c->want, c->want + n, c->queued * sizeof *c->want);
	assert_int_equal(evq_count(&c->q), c->queued);
}

/* Takes out a fifth of the struct events. */
static void crowd_remove_some(struct crowd *c)
{
	for (size_t i = 0; i < c->queued; i++) {
		if (entry_is_light(&c->want[i]) || random_u64() % 5)
			continue;
		evq_remove(&c->q, c->want[i].what);
		assert_false(event_queued(c->want[i].what));
		c->want[i--] = c->want[--c->queued];
	}
	assert_int_equal(evq_count(&c->q), c->queued);
}

/* Some wait in each of the queue's parts, and some were removed from the run. */
static struct crowd *crowd_create(void)
{
	struct crowd *c = calloc(1, sizeof *c);

	assert_non_null(c);
	assert_int_equal(evq_init(&c->q), 0);
	crowd_push_many(c, 2 * EVQ_FEW_MOST, 1);
	crowd_pop(c, c->queued);
	c->now_ps = UINT64_C(3) << EVQ_BUCKET_BITS;
	crowd_push_many(c, 600, 1 << EVQ_BUCKET_BITS);
	crowd_pop(c, 200);
	crowd_push_many(c, 200, 50);
	crowd_push_many(c, 500, 300000);
	crowd_push_many(c, 500, 9 * PS_PER_US);
	crowd_push_many(c, 100, PS_PER_S);
	crowd_remove_some(c);
	assert_true(c->q.run.count && c->q.due.count && c->q.wheel_count && c->q.far.count);
	assert_true(c->q.run.count < c->q.run.end - c->q.run.head);
	return c;
}

static void crowd_destroy(struct crowd *c)
{
	evq_cleanup(&c->q);
	free(c);
}

struct seen {
	struct event_entry at[CROWD];
	size_t count;
};

static void see(void *ctx, const struct event_entry *e)
{
	struct seen *s = ctx;

	assert_true(s->count < CROWD);
	s->at[s->count++] = *e;
}

static void expect_each(struct crowd *c)
{
	struct seen *s = calloc(1, sizeof *s);

	evq_each(&c->q, see, s);
	assert_int_equal(s->count, c->queued);
	qsort(s->at, s->count, sizeof *s->at, compare);
	qsort(c->want, c->queued, sizeof *c->want, compare);
	assert_memory_equal(s->at, c->want, s->count * sizeof *s->at);
	free(s);
}

static void each_sees_what_is_left(void **state)
{
	struct crowd *c = crowd_create();

	(void)state;
	expect_each(c);
	while (c->queued) {
		crowd_pop(c, (c->queued + 1) / 2);
		crowd_remove_some(c);
		expect_each(c);
	}
	assert_null(evq_pop_before(&c->q, PS_NEVER));
	crowd_destroy(c);
}

/* Events that are delayed: all before a time, and of the others one class in three. */
struct choice {
	ps_t before_ps;
	uint64_t class; /* 3: none */
};

static bool chosen(void *ctx, const struct event_entry *e)
{
	const struct choice *choice = ctx;

	return e->time_ps < choice->before_ps || e->seq % 3 == choice->class;
}

static void crowd_delay(struct crowd *c, ps_t delay_ps, ps_t from_ps, struct choice choice)
{
	ps_t least = PS_NEVER;

	for (size_t i = 0; i < c->queued; i++) {
		if (chosen(&choice, &c->want[i]))
			c->want[i].time_ps += delay_ps;
		if (c->want[i].time_ps < least)
			least = c->want[i].time_ps;
	}
	evq_delay(&c->q, delay_ps, from_ps, chosen, &choice);
	/* Events that come soon are to be in the wheel again, not in a heap. */
	assert_int_equal(c->q.cur, from_ps >> EVQ_BUCKET_BITS);
	assert_int_equal(evq_count(&c->q), c->queued);
	assert_true(evq_next_ps(&c->q) == least);
	c->now_ps = from_ps;
}

static const ps_t some_delay_ps[] = {
	0, 1, 511, 700, 300000, 4 * PS_PER_US, 5 * PS_PER_US, 777 * PS_PER_US, 60 * PS_PER_S,
};
#define DELAYS (sizeof some_delay_ps / sizeof *some_delay_ps)

/* After a delay, the life of a queue goes on: what is there comes in the new order,
 * what is new comes between, and events can be taken out of all parts. */
static void crowd_live_on(struct crowd *c)
{
	expect_each(c);
	crowd_remove_some(c);
	for (int round = 0; round < 20; round++) {
		crowd_push_many(c, 2, 300);
		crowd_push_many(c, 3, 9 * PS_PER_US);
		crowd_pop(c, c->queued / 20);
		if (round % 7 == 0)
			crowd_remove_some(c);
	}
	expect_each(c);
}

static void delay_and_live_on(ps_t delay_ps, ps_t skip_ps, uint64_t class)
{
	struct crowd *c = crowd_create();
	ps_t from_ps = c->now_ps + skip_ps;

	crowd_delay(c, delay_ps, from_ps, (struct choice){ from_ps, class });
	crowd_live_on(c);
	crowd_pop(c, c->queued);
	crowd_destroy(c);
}

/* The clock stands still: some entries are put off. */
static void delayed_entries_come_later_and_the_others_as_before(void **state)
{
	(void)state;
	for (size_t d = 0; d < DELAYS; d++)
		for (uint64_t class = 0; class <= 3; class++)
			delay_and_live_on(some_delay_ps[d], 0, class);
}

/* The clock is moved on: all that it would leave behind comes with it. */
static void the_queue_goes_on_at_a_later_time(void **state)
{
	(void)state;
	for (size_t d = 0; d < DELAYS; d++)
		for (uint64_t class = 0; class <= 3; class++)
			delay_and_live_on(some_delay_ps[d], some_delay_ps[d], class);
}

static void a_queue_is_delayed_again_and_again(void **state)
{
	struct crowd *c = crowd_create();

	(void)state;
	for (size_t i = 0; i < 2 * DELAYS && c->seq + 100 <= CROWD; i++) {
		ps_t delay_ps = some_delay_ps[i % DELAYS], from_ps = c->now_ps + delay_ps;

		crowd_delay(c, delay_ps, from_ps, (struct choice){ from_ps, i % 4 });
		crowd_live_on(c);
	}
	crowd_pop(c, c->queued);
	crowd_destroy(c);
}

/* Delays are by whole buckets, so that each time as many are occupied. */
static void delays_need_no_more_memory(void **state)
{
	const ps_t delay_ps = UINT64_C(2000) << EVQ_BUCKET_BITS;
	const struct choice all = { PS_NEVER, 0 };
	struct crowd *c = crowd_create();

	(void)state;
	crowd_delay(c, delay_ps, c->now_ps + delay_ps, all);
	const struct evq_slab *slabs = c->q.slabs;

	for (int i = 0; i < 100; i++)
		crowd_delay(c, delay_ps, c->now_ps + delay_ps, all);
	assert_ptr_equal(c->q.slabs, slabs);
	crowd_pop(c, c->queued);
	crowd_destroy(c);
}

static void a_queue_of_few_events_is_delayed_and_grows(void **state)
{
	(void)state;
	for (size_t d = 0; d < DELAYS; d++)
		for (uint64_t class = 0; class <= 3; class++) {
			struct crowd *c = calloc(1, sizeof *c);
			ps_t delay_ps = some_delay_ps[d];

			assert_int_equal(evq_init(&c->q), 0);
			crowd_push_many(c, EVQ_FEW_MOST, 9 * PS_PER_US);
			crowd_remove_some(c);
			expect_each(c);
			assert_true(evq_is_few(&c->q));
			crowd_delay(c, delay_ps, 0, (struct choice){ 0, class });
			crowd_pop(c, 5);
			assert_true(evq_is_few(&c->q) || c->queued > EVQ_FEW_AGAIN);
			crowd_push_many(c, EVQ_FEW_MOST, PS_PER_S);
			expect_each(c);
			crowd_pop(c, c->queued);
			crowd_destroy(c);
		}
}

static void an_empty_queue_can_be_delayed(void **state)
{
	struct crowd *c = calloc(1, sizeof *c);

	(void)state;
	assert_int_equal(evq_init(&c->q), 0);
	expect_each(c);
	crowd_delay(c, PS_PER_S, PS_PER_S, (struct choice){ PS_NEVER, 0 });
	expect_each(c);
	assert_null(evq_pop_before(&c->q, PS_NEVER));
	crowd_push_many(c, 100, 9 * PS_PER_US);
	crowd_pop(c, 100);
	crowd_destroy(c);
}

/* ---- on the stack of a thread of a program, which may be small */

#define SMALL_STACK 12288
#define BELOW 0x5a
#define MANY 2000

static struct event_entry many[MANY];
static struct event many_events[MANY];
static size_t many_popped;
static ucontext_t small, home;

static struct evq many_queue;

/* All in one bucket, from many nodes. */
static void many_push(void)
{
	for (uint32_t i = 0; i < MANY; i++) {
		ps_t at_ps = many_popped * 1000 + random_u64() % 1000;

		many[i] = set(&many_events[i], at_ps, i % 1000, 1, i);
		evq_push(&many_queue, &many[i]);
	}
}

static void many_pop(void)
{
	while (evq_pop_before(&many_queue, PS_NEVER))
		many_popped++;
}

static void a_small_stack_is_enough(void **state)
{
	uint8_t *stack = malloc(4 * SMALL_STACK);

	(void)state;
	assert_int_equal(evq_init(&many_queue), 0);
	many_push();
	many_pop(); /* the queue has grown, and all functions are bound */
	many_push();
	memset(stack, BELOW, 4 * SMALL_STACK);
	getcontext(&small);
	small.uc_stack.ss_sp = stack + 3 * SMALL_STACK;
	small.uc_stack.ss_size = SMALL_STACK;
	small.uc_link = &home;
	makecontext(&small, many_pop, 0);
	assert_int_equal(swapcontext(&home, &small), 0);
	assert_int_equal(many_popped, 2 * MANY);
	for (size_t i = 0; i < 3 * SMALL_STACK; i++)
		assert_int_equal(stack[i], BELOW);
	evq_cleanup(&many_queue);
	free(stack);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(near_events_come_in_order),
		cmocka_unit_test(events_from_now_to_hours_ahead_come_in_order),
		cmocka_unit_test(ties_come_by_node_origin_and_sequence),
		cmocka_unit_test(a_flood_in_one_bucket_comes_in_order),
		cmocka_unit_test(pop_before_leaves_what_is_not_due),
		cmocka_unit_test(events_go_round_in_one_bucket),
		cmocka_unit_test(random_life_matches_a_sorted_array),
		cmocka_unit_test(each_sees_what_is_left),
		cmocka_unit_test(delayed_entries_come_later_and_the_others_as_before),
		cmocka_unit_test(the_queue_goes_on_at_a_later_time),
		cmocka_unit_test(a_queue_is_delayed_again_and_again),
		cmocka_unit_test(delays_need_no_more_memory),
		cmocka_unit_test(a_queue_of_few_events_is_delayed_and_grows),
		cmocka_unit_test(an_empty_queue_can_be_delayed),
		cmocka_unit_test(a_small_stack_is_enough),
	};

	return cmocka_run_group_tests_name("evq", tests, NULL, NULL);
}
