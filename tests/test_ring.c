/*
 * test_ring.c - rings and channels: order, limits, and two threads that hand
 * over a million pointers (also the test that runs under ThreadSanitizer).
 * Not here: what the engine passes through them (test_engine.c), speed.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>
#include <pthread.h>
#include <sched.h>

#include "net/base/ring.h"

#define ITEMS 1000000u

static void *item(uintptr_t i)
{
	return (void *)(i + 1);
}

static void ring_refuses_when_full_and_keeps_order(void **state)
{
	struct ring r;

	(void)state;
	assert_int_equal(ring_init(&r, 3), -EINVAL);
	assert_int_equal(ring_init(&r, 4), 0);
	assert_null(ring_pop(&r));
	for (uintptr_t round = 0; round < 10; round++) {
		for (uintptr_t i = 0; i < 4; i++)
			assert_true(ring_push(&r, item(round * 4 + i)));
		assert_false(ring_push(&r, item(99)));
		for (uintptr_t i = 0; i < 4; i++)
			assert_ptr_equal(ring_pop(&r), item(round * 4 + i));
		assert_null(ring_pop(&r));
	}
	ring_cleanup(&r);
}

static int push(struct chan *c, void *what)
{
	struct event_entry e = { .what = what };

	return chan_push(c, &e);
}

static void channel_takes_any_number_and_keeps_order(void **state)
{
	struct chan c;

	(void)state;
	chan_init(&c);
	assert_null(chan_pop(&c));
	for (uintptr_t i = 0; i < 5000; i++)
		assert_int_equal(push(&c, item(i)), 0);
	for (uintptr_t i = 0; i < 5000; i++)
		assert_ptr_equal(chan_pop(&c)->what, item(i));
	assert_null(chan_pop(&c));
	chan_cleanup(&c);
}

static void *push_ring(void *arg)
{
	for (uintptr_t i = 0; i < ITEMS; i++)
		while (!ring_push(arg, item(i)))
			sched_yield();
	return NULL;
}

static void *push_chan(void *arg)
{
	for (uintptr_t i = 0; i < ITEMS; i++)
		if (push(arg, item(i)) != 0)
			return arg;
	return NULL;
}

static void two_threads_hand_over_by_ring(void **state)
{
	struct ring r;
	pthread_t producer;
	void *p;

	(void)state;
	assert_int_equal(ring_init(&r, 256), 0);
	assert_int_equal(pthread_create(&producer, NULL, push_ring, &r), 0);
	for (uintptr_t i = 0; i < ITEMS; i++) {
		while (!(p = ring_pop(&r)))
			sched_yield();
		assert_ptr_equal(p, item(i));
	}
	pthread_join(producer, NULL);
	assert_null(ring_pop(&r));
	ring_cleanup(&r);
}

static void two_threads_hand_over_by_channel(void **state)
{
	struct chan c;
	pthread_t producer;
	const struct event_entry *e;
	void *failed;

	(void)state;
	chan_init(&c);
	assert_int_equal(pthread_create(&producer, NULL, push_chan, &c), 0);
	for (uintptr_t i = 0; i < ITEMS; i++) {
		while (!(e = chan_pop(&c)))
			sched_yield();
		assert_ptr_equal(e->what, item(i));
	}
	pthread_join(producer, &failed);
	assert_null(failed);
	assert_null(chan_pop(&c));
	chan_cleanup(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ring_refuses_when_full_and_keeps_order),
		cmocka_unit_test(channel_takes_any_number_and_keeps_order),
		cmocka_unit_test(two_threads_hand_over_by_ring),
		cmocka_unit_test(two_threads_hand_over_by_channel),
	};

	return cmocka_run_group_tests_name("ring", tests, NULL, NULL);
}
