/*
 * test_pool.c - blocks of packets and events: distinct, aligned, reused, and home
 * again when another worker puts them back.  Runs under ThreadSanitizer, too.
 * Not here: speed.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <pthread.h>
#include <sched.h>

#include "net/base/pool.h"
#include "net/base/ring.h"

#define BLOCK_BYTES 600
#define ROUNDS 200000
#define IN_FLIGHT 64

static const uint16_t list_of_node[2] = { 0, 1 };

static void blocks_are_distinct_and_aligned(void **state)
{
	struct pool *p = pool_create(BLOCK_BYTES, 2, list_of_node, 2);
	unsigned char *b[200];

	(void)state;
	assert_non_null(p);
	for (int i = 0; i < 200; i++) {
		b[i] = pool_get(p, (uint32_t)i & 1);
		assert_non_null(b[i]);
		assert_int_equal((uintptr_t)b[i] % 64, 0);
		memset(b[i], i, BLOCK_BYTES);
	}
	for (int i = 0; i < 200; i++) {
		assert_int_equal(b[i][0], (unsigned char)i);
		assert_int_equal(b[i][BLOCK_BYTES - 1], (unsigned char)i);
		pool_put(p, (uint32_t)i & 1, b[i]);
	}
	pool_destroy(p);
}

/* Node 0 takes, node 1 puts back: the same few blocks serve for ever. */
static void one_way_traffic_reuses_its_blocks(void **state)
{
	struct pool *p = pool_create(BLOCK_BYTES, 2, list_of_node, 2);
	void *low = (void *)UINTPTR_MAX, *high = NULL;

	(void)state;
	for (int i = 0; i < ROUNDS; i++) {
		void *b = pool_get(p, 0);

		low = b < low ? b : low;
		high = b > high ? b : high;
		memset(b, 0xff, BLOCK_BYTES);
		pool_put(p, 1, b);
	}
	assert_true((char *)high - (char *)low < 64 * 1024);
	pool_destroy(p);
}

struct pair {
	struct pool *pool;
	struct ring ring;
};

static void *put_back(void *arg)
{
	struct pair *q = arg;
	void *b;

	for (int i = 0; i < ROUNDS; i++) {
		while (!(b = ring_pop(&q->ring)))
			sched_yield();
		memset(b, 0x5a, BLOCK_BYTES);
		pool_put(q->pool, 1, b);
	}
	return NULL;
}

static void two_workers_pass_blocks_one_way(void **state)
{
	struct pair q = { .pool = pool_create(BLOCK_BYTES, 2, list_of_node, 2) };
	pthread_t t;

	(void)state;
	assert_int_equal(ring_init(&q.ring, IN_FLIGHT), 0);
	assert_int_equal(pthread_create(&t, NULL, put_back, &q), 0);
	for (int i = 0; i < ROUNDS; i++) {
		unsigned char *b = pool_get(q.pool, 0);

		assert_non_null(b);
		memset(b, i, BLOCK_BYTES);
		while (!ring_push(&q.ring, b))
			sched_yield();
	}
	pthread_join(t, NULL);
	ring_cleanup(&q.ring);
	pool_destroy(q.pool);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(blocks_are_distinct_and_aligned),
		cmocka_unit_test(one_way_traffic_reuses_its_blocks),
		cmocka_unit_test(two_workers_pass_blocks_one_way),
	};

	return cmocka_run_group_tests_name("pool", tests, NULL, NULL);
}
