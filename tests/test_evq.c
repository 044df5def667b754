/*
 * test_evq.c - the event queue against a plain sorted array: same order for
 * random times, ties, floods, far futures and removals.  Not here: speed.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../net/base/evq.h"

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

/* A life like the engine's: events are pushed at or after the time of the last
 * one popped, some are removed, everything is compared with a sorted array. */
static void random_life_matches_a_sorted_array(void **state)
{
	enum { N = 300, STEPS = 200000 };
	static struct event ev[N];
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
		uint64_t what = random_u64() % 8;

		if (!event_queued(e) && what < 5) {
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
	evq_cleanup(q);
	free(q);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(near_events_come_in_order),
		cmocka_unit_test(events_from_now_to_hours_ahead_come_in_order),
		cmocka_unit_test(ties_come_by_node_origin_and_sequence),
		cmocka_unit_test(a_flood_in_one_bucket_comes_in_order),
		cmocka_unit_test(pop_before_leaves_what_is_not_due),
		cmocka_unit_test(random_life_matches_a_sorted_array),
	};

	return cmocka_run_group_tests_name("evq", tests, NULL, NULL);
}
