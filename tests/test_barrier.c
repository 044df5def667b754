/*
 * test_barrier.c - where workers meet: what the last one of a group combines is what its members
 * have left, each group once and before the group that it is in, whatever the number of parties;
 * no party looks at more than a few others.  Not here: how long it spins; what workers agree on
 * (test_engine.c).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>
#include <pthread.h>

#include "emu/core/engine/barrier.h"

#define PARTIES_MAX 600
#define ROUNDS 200

struct meeting {
	struct barrier barrier;
	unsigned parties;
	uint64_t left[PARTIES_MAX];    /* by each party, */
	uint64_t sum[PARTIES_MAX];     /* of each group, */
	uint64_t all;                  /* and of all, as the last one has seen it */
	unsigned serial;               /* rounds */
};

static void combine(void *arg, const struct barrier_group *g, unsigned group)
{
	struct meeting *m = arg;

	assert_in_range(g->members, 1, BARRIER_FANIN);
	m->sum[group] = 0;
	for (unsigned i = 0; i < g->members; i++)
		m->sum[group] += g->of_parties ? m->left[g->first + i] : m->sum[g->first + i];
}

static void serial(void *arg)
{
	struct meeting *m = arg;

	m->all = m->sum[m->barrier.groups - 1];
	m->serial++;
}

static const struct barrier_ops ops = { combine, serial };

static void groups_are_of_few_and_cover_all(void **state)
{
	static const unsigned counts[] = { 1, 2, 7, 8, 9, 64, 65, 128, 511, 512, 513, 600 };

	(void)state;
	for (unsigned i = 0; i < sizeof counts / sizeof *counts; i++) {
		struct barrier b;
		unsigned parties = 0, members = 0;

		assert_int_equal(barrier_init(&b, counts[i], 1), 0);
		for (unsigned g = 0; g < b.groups; g++) {
			assert_in_range(b.group[g].members, 1, BARRIER_FANIN);
			parties += b.group[g].of_parties ? b.group[g].members : 0;
			members += b.group[g].members;
			for (unsigned k = 0; !b.group[g].of_parties && k < b.group[g].members; k++)
				assert_int_equal(b.group[b.group[g].first + k].parent, g);
		}
		assert_int_equal(parties, counts[i]);
		/* Each group but the last one is a member of one. */
		assert_int_equal(members, counts[i] + b.groups - 1);
		barrier_cleanup(&b);
	}
}

struct party {
	struct meeting *meeting;
	unsigned index;
};

static void *take_part(void *arg)
{
	struct party *p = arg;
	struct meeting *m = p->meeting;

	for (uint64_t round = 1; round <= ROUNDS; round++) {
		uint64_t expected = round * m->parties * (m->parties + 1) / 2;

		m->left[p->index] = round * (p->index + 1);
		barrier_wait(&m->barrier, p->index, &ops, m);
		if (m->all != expected)
			return m;
		/* All have looked before any leaves something new. */
		barrier_wait(&m->barrier, p->index, &(struct barrier_ops){ 0 }, NULL);
	}
	return NULL;
}

static void meet(unsigned parties)
{
	static struct meeting m;
	struct party party[PARTIES_MAX];
	pthread_t thread[PARTIES_MAX];
	unsigned wrong = 0;

	m = (struct meeting){ .parties = parties };
	assert_int_equal(barrier_init(&m.barrier, parties, 1), 0);
	for (unsigned i = 0; i < parties; i++) {
		party[i] = (struct party){ &m, i };
		assert_int_equal(pthread_create(&thread[i], NULL, take_part, &party[i]), 0);
	}
	for (unsigned i = 0; i < parties; i++) {
		void *failed;

		pthread_join(thread[i], &failed);
		wrong += failed != NULL;
	}
	assert_int_equal(wrong, 0);
	assert_int_equal(m.serial, ROUNDS);
	barrier_cleanup(&m.barrier);
}

static void the_last_one_sees_what_all_have_left(void **state)
{
	(void)state;
	meet(1);
	meet(2);
	meet(9);
	meet(20);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(groups_are_of_few_and_cover_all),
		cmocka_unit_test(the_last_one_sees_what_all_have_left),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
