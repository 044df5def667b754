/*
 * test_engine.c - node threads, clock and windows at the engine's interface:
 * order, parking, deadlines, deliveries, the same result for any number of
 * workers.  Not here: programs, messages, host timing.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "emu/core/engine/engine.h"
#include "emu/core/engine/thread.h"
#include "emu/core/engine/watch.h"

#define STACK_BYTES (64 * 1024)
#define NODES_MAX 64
#define LOOKAHEAD_PS (40 * PS_PER_NS)

struct message {
	struct event ev;
	uint32_t value;
};

/* One engine with a function that every node's thread runs. */
struct rig {
	struct engine *engine;
	struct thread thread[NODES_MAX];
	uint8_t *stacks;
	void (*body)(struct rig *r, uint32_t node);
	uint64_t digest[NODES_MAX]; /* what each node saw, in its order */
	struct message message[NODES_MAX][64];
	unsigned quiescent_calls;
	unsigned windows;
	ps_t sent_between_ps; /* in window(); 0: nothing yet */
	ps_t ahead_ps;        /* of an answer, node 0 has been at most */
};

struct start {
	struct rig *rig;
	uint32_t node;
};
static struct start starts[NODES_MAX];

static void run_body(void *arg)
{
	struct start *s = arg;

	s->rig->body(s->rig, s->node);
	thread_exit();
}

static void boot(void *ctx, unsigned w, uint32_t first, uint32_t last)
{
	struct rig *r = ctx;

	(void)w;
	for (uint32_t n = first; n < last; n++) {
		starts[n] = (struct start){ r, n };
		thread_start(&r->thread[n], n, r->stacks + (n + 1) * (size_t)STACK_BYTES,
			     run_body, &starts[n], 0);
	}
}

static bool quiescent(void *ctx, ps_t now_ps)
{
	(void)now_ps;
	((struct rig *)ctx)->quiescent_calls++;
	return false;
}

static void send_between(struct rig *r, ps_t now_ps);

static void window(void *ctx, ps_t now_ps)
{
	struct rig *r = ctx;

	r->windows++;
	send_between(r, now_ps);
}

static bool untimed; /* engines to come have no clock */

/* cut: NULL, or how far apart the workers' nodes are. */
static struct rig *rig_run_cut(uint32_t nodes, unsigned workers,
			       void (*body)(struct rig *, uint32_t), const struct engine_cut *cut)
{
	struct rig *r = calloc(1, sizeof *r);
	struct engine_config cfg = { .nodes = nodes, .workers = workers, .boot = boot,
				     .quiescent = quiescent, .window = window,
				     .lookahead_ps = LOOKAHEAD_PS, .untimed = untimed, .ctx = r };

	assert_non_null(r);
	r->body = body;
	r->stacks = aligned_alloc(4096, nodes * (size_t)STACK_BYTES);
	assert_non_null(r->stacks);
	r->engine = engine_create(&cfg);
	assert_non_null(r->engine);
	if (cut)
		engine_cut(r->engine, cut);
	assert_int_equal(engine_run(r->engine), 0);
	return r;
}

static struct rig *rig_run(uint32_t nodes, unsigned workers, void (*body)(struct rig *, uint32_t))
{
	return rig_run_cut(nodes, workers, body, NULL);
}

static void rig_free(struct rig *r)
{
	engine_destroy(r->engine);
	free(r->stacks);
	free(r);
}

static void note(struct rig *r, uint32_t node, uint64_t what)
{
	r->digest[node] = (r->digest[node] ^ what) * UINT64_C(0x100000001b3) +
			  thread_self->clock_ps;
}

/* ---- */

static void body_charge(struct rig *r, uint32_t node)
{
	for (int i = 0; i < 10; i++)
		thread_charge((node + 1) * PS_PER_NS);
	r->digest[node] = thread_self->clock_ps;
}

static void charges_add_up_on_the_threads_own_clock(void **state)
{
	struct rig *r = rig_run(8, 1, body_charge);

	(void)state;
	for (uint32_t n = 0; n < 8; n++)
		assert_int_equal(r->digest[n], 10 * (n + 1) * PS_PER_NS);
	rig_free(r);
}

static void body_deadline(struct rig *r, uint32_t node)
{
	thread_park(WAIT_SLEEP, NULL, 0, (node + 5) * PS_PER_US);
	assert_false(thread_self->waiting.woken);
	r->digest[node] = thread_self->clock_ps;
}

static void park_ends_at_the_deadline(void **state)
{
	struct rig *r = rig_run(4, 1, body_deadline);

	(void)state;
	for (uint32_t n = 0; n < 4; n++)
		assert_int_equal(r->digest[n], (n + 5) * PS_PER_US);
	rig_free(r);
}

static void arrive(struct event *ev)
{
	struct rig *r = ev->ctx;
	struct message *m = (struct message *)ev;

	r->digest[ev->node] = r->digest[ev->node] * 31 + m->value + ev->time_ps;
	node_wake(ev->node, ev->time_ps);
}

static const struct event_type arrival = { .run = arrive };

static void send(struct rig *r, uint32_t from, uint32_t to, unsigned slot, uint32_t value,
		 ps_t delay)
{
	struct message *m = &r->message[from][slot];

	m->ev.type = &arrival;
	m->ev.ctx = r;
	m->value = value;
	sim_post(engine_sim(r->engine), &m->ev, from, to, thread_self->clock_ps + delay);
}

static void body_delivery(struct rig *r, uint32_t node)
{
	if (node == 0) {
		thread_charge(100 * PS_PER_NS);
		send(r, 0, 1, 0, 7, LOOKAHEAD_PS);
		return;
	}
	thread_park(WAIT_NONE, NULL, 0, PS_PER_S);
	assert_true(thread_self->waiting.woken);
	r->digest[node] = thread_self->clock_ps;
}

static void delivery_wakes_a_parked_thread_before_its_deadline(void **state)
{
	for (unsigned workers = 1; workers <= 2; workers++) {
		struct rig *r = rig_run(2, workers, body_delivery);

		(void)state;
		assert_int_equal(r->digest[1], 100 * PS_PER_NS + LOOKAHEAD_PS);
		rig_free(r);
	}
}

static void body_forever(struct rig *r, uint32_t node)
{
	(void)r;
	if (node == 1)
		thread_park(WAIT_NONE, NULL, 0, PS_NEVER);
}

static void a_machine_that_waits_for_ever_is_reported_once(void **state)
{
	for (unsigned workers = 1; workers <= 2; workers++) {
		struct rig *r = rig_run(2, workers, body_forever);

		(void)state;
		assert_int_equal(r->quiescent_calls, 1);
		assert_int_equal(r->thread[1].state, THREAD_PARKED);
		rig_free(r);
	}
}

/* All send to pseudo-random others at pseudo-random times, and notes
 * what arrives when. */
static void body_storm(struct rig *r, uint32_t node)
{
	uint32_t x = node * 2654435761u + 1;

	for (unsigned i = 0; i < 60; i++) {
		x = x * 1664525u + 1013904223u;
		send(r, node, (x >> 16) % NODES_MAX, i, x, LOOKAHEAD_PS + (x >> 8 & 0xffff));
		thread_charge((x & 0xff) * 100);
		note(r, node, x);
		if (x >> 30 == 0)
			thread_park(WAIT_NONE, NULL, 0,
				    thread_self->clock_ps + 3 * LOOKAHEAD_PS);
	}
	/* The run ends with the last thread: see all arrivals first. */
	thread_park(WAIT_SLEEP, NULL, 0, PS_PER_S);
}

static void assert_alike(const struct rig *r, const struct rig *one, unsigned workers)
{
	for (uint32_t n = 0; n < NODES_MAX; n++)
		if (r->digest[n] != one->digest[n])
			fail_msg("node %u differs with %u workers", n, workers);
}

static void results_do_not_depend_on_the_number_of_workers(void **state)
{
	struct rig *one = rig_run(NODES_MAX, 1, body_storm);

	(void)state;
	static const unsigned counts[] = { 2, 3, 4, 5, 9, 33 };

	for (unsigned i = 0; i < sizeof counts / sizeof *counts; i++) {
		unsigned workers = counts[i];
		struct rig *r = rig_run(NODES_MAX, workers, body_storm);

		assert_alike(r, one, workers);
		rig_free(r);
	}
	rig_free(one);
}

#define RING_STEP (NODES_MAX / 8)
#define DETOUR_PS (20 * LOOKAHEAD_PS)

/* All send to others near by in a ring, and sometimes, which takes longer, to any; some have
 * much more to do than others, and all have nothing to do now and then. */
static void body_ring(struct rig *r, uint32_t node)
{
	uint32_t x = node * 2654435761u + 1;

	for (unsigned i = 0; i < 60; i++) {
		x = x * 1664525u + 1013904223u;
		uint32_t near = node + NODES_MAX - RING_STEP + (x >> 16) % (2 * RING_STEP + 1);
		bool far = x >> 28 == 0;

		send(r, node, (far ? x >> 16 : near) % NODES_MAX, i, x,
		     (far ? DETOUR_PS : LOOKAHEAD_PS) + (x >> 8 & 0xfff));
		thread_charge((x & 0xff) * (node % 7 ? 100 : 2000));
		note(r, node, x);
		if (x >> 29 == 0)
			thread_park(WAIT_NONE, NULL, 0,
				    thread_self->clock_ps + 5 * LOOKAHEAD_PS);
	}
	thread_park(WAIT_SLEEP, NULL, 0, PS_PER_S);
}

/* Workers whose nodes are no farther from each other than RING_STEP. */
static void join_ring(bool *joined, unsigned workers)
{
	unsigned reach = workers > 8 ? workers / 8 : 1;

	for (unsigned a = 0; a < workers; a++)
		for (unsigned i = 1; i <= reach; i++)
			joined[a * workers + (a + i) % workers] =
				joined[(a + i) % workers * workers + a] = true;
}

/* With more than 8 workers most of them are not joined, and these send now and then, too. */
static void workers_in_a_ring_agree_with_one(void **state)
{
	struct rig *one = rig_run(NODES_MAX, 1, body_ring);

	(void)state;
	for (unsigned workers = 2; workers <= 64; workers *= 2) {
		struct engine_cut cut = { LOOKAHEAD_PS, calloc(workers * workers, sizeof(bool)),
					  DETOUR_PS };

		assert_non_null(cut.joined);
		join_ring(cut.joined, workers);
		struct rig *r = rig_run_cut(NODES_MAX, workers, body_ring, &cut);

		assert_alike(r, one, workers);
		rig_free(r);
	}
	rig_free(one);
}

#define ROUNDS 40
#define COMPUTED_PS (100 * PS_PER_US) /* in a round */

/* Node 0 computes, and asks another one now and then; each answers at once.  It waits for some
 * answers only: others come while it computes. */
static void body_alone(struct rig *r, uint32_t node)
{
	uint32_t x = 1;

	for (unsigned i = 0; node == 0 && i < ROUNDS; i++) {
		x = x * 1664525u + 1013904223u;
		for (ps_t since_ps = thread_self->clock_ps;
		     thread_self->clock_ps < since_ps + COMPUTED_PS;) {
			thread_charge((x >> 8 & 0xfff) + PS_PER_NS);
			note(r, 0, i);
		}
		send(r, 0, 1 + (x >> 16) % (NODES_MAX - 1), i, x, LOOKAHEAD_PS + (x >> 8 & 0xff));
		if (x >> 31)
			thread_park(WAIT_NONE, NULL, 0, PS_NEVER);
	}
	for (unsigned i = 0; node != 0; i++) {
		thread_park(WAIT_NONE, NULL, 0, (ROUNDS + 2) * COMPUTED_PS);
		if (!thread_self->waiting.woken)
			break;
		note(r, node, i);
		thread_charge(PS_PER_NS);
		send(r, node, 0, i, i, LOOKAHEAD_PS);
	}
}

static void where_one_node_computes_its_worker_runs_on(void **state)
{
	struct rig *one = rig_run(NODES_MAX, 1, body_alone);

	(void)state;
	for (unsigned workers = 2; workers <= 4; workers++) {
		struct rig *r = rig_run(NODES_MAX, workers, body_alone);

		assert_alike(r, one, workers);
		/* Not one for each LOOKAHEAD_PS. */
		assert_in_range(r->windows, ROUNDS, 20 * ROUNDS);
		rig_free(r);
	}
	rig_free(one);
}

static void without_a_clock_its_worker_runs_on_too(void **state)
{
	(void)state;
	untimed = true;
	struct rig *r = rig_run(NODES_MAX, 2, body_alone);

	untimed = false;
	assert_in_range(r->windows, ROUNDS, 20 * ROUNDS);
	rig_free(r);
}

#define BETWEEN_PS (300 * PS_PER_US)
#define STEP_PS (10 * PS_PER_NS)

static void answer(struct event *ev)
{
	struct rig *r = ev->ctx;
	ps_t at_ps = r->thread[0].clock_ps;

	if (at_ps > ev->time_ps && at_ps - ev->time_ps > r->ahead_ps)
		r->ahead_ps = at_ps - ev->time_ps;
}

static const struct event_type answering = { .run = answer };

/* Node 0 computes, the other one answers what has been sent to it between two stretches. */
static void body_between(struct rig *r, uint32_t node)
{
	struct event *ev = &r->message[1][0].ev;

	for (ps_t at_ps = 0; node == 0 && at_ps < 2 * BETWEEN_PS; at_ps += STEP_PS)
		thread_charge(STEP_PS);
	if (node == 0)
		return;
	thread_park(WAIT_NONE, NULL, 0, 2 * BETWEEN_PS);
	assert_true(thread_self->waiting.woken);
	ev->type = &answering;
	ev->ctx = r;
	sim_post(engine_sim(r->engine), ev, 1, 0, thread_self->clock_ps + LOOKAHEAD_PS);
}

/* For node 0, as the I/O node answers what the host has done. */
static void send_between(struct rig *r, ps_t now_ps)
{
	struct event *ev = &r->message[0][0].ev;

	if (r->body != body_between || r->sent_between_ps || now_ps < BETWEEN_PS)
		return;
	r->sent_between_ps = now_ps;
	engine_act_for(r->engine, 0);
	ev->type = &arrival;
	ev->ctx = r;
	sim_post(engine_sim(r->engine), ev, 0, 1, now_ps + 10 * LOOKAHEAD_PS);
}

static void no_worker_runs_past_the_answer_to_what_is_sent_between_stretches(void **state)
{
	struct rig *r = rig_run(2, 2, body_between);

	(void)state;
	assert_int_not_equal(r->sent_between_ps, 0);
	assert_in_range(r->ahead_ps, 0, STEP_PS);
	rig_free(r);
}

/* ---- threads that are prepared at their first turn */

static unsigned prepared[NODES_MAX]; /* how often, by node */

static void boot_unprepared(void *ctx, unsigned w, uint32_t first, uint32_t last)
{
	struct rig *r = ctx;

	(void)w;
	for (uint32_t n = first; n < last; n++) {
		starts[n] = (struct start){ r, n };
		thread_start_unprepared(&r->thread[n], n, n * PS_PER_NS);
	}
	thread_kill(&r->thread[last - 1]);
}

/* Its neighbour, too, if that has yet to be prepared. */
static void prepare(void *ctx, struct thread *t)
{
	struct rig *r = ctx;

	for (uint32_t n = t->node; n < t->node + 2 && n < NODES_MAX; n++) {
		if (r->thread[n].sp || r->thread[n].state == THREAD_DEAD)
			continue;
		prepared[n]++;
		thread_prepare(&r->thread[n], r->stacks + (n + 1) * (size_t)STACK_BYTES, run_body,
			       &starts[n]);
	}
}

static void threads_are_prepared_at_their_first_turn_once(void **state)
{
	struct rig *r = calloc(1, sizeof *r);
	struct engine_config cfg = { .nodes = 8, .workers = 1, .boot = boot_unprepared,
				     .first = prepare, .quiescent = quiescent, .window = window,
				     .lookahead_ps = LOOKAHEAD_PS, .ctx = r };

	(void)state;
	assert_non_null(r);
	r->body = body_charge;
	r->stacks = aligned_alloc(4096, 8 * (size_t)STACK_BYTES);
	assert_non_null(r->stacks);
	r->engine = engine_create(&cfg);
	assert_int_equal(engine_run(r->engine), 0);
	for (uint32_t n = 0; n < 7; n++) {
		assert_int_equal(prepared[n], 1);
		assert_int_equal(r->digest[n], (n + 10 * (n + 1)) * PS_PER_NS);
	}
	assert_int_equal(prepared[7], 0); /* it had none */
	rig_free(r);
}

/* ---- floating point */

#if defined(__x86_64__) && !defined(BGQ_PORTABLE)
/* Node 0 leaves conditions and another top of stack in the x87 unit, and node 1 an exception;
 * digests get the status that each finds after others have run. */
static void body_x87(struct rig *r, uint32_t node)
{
	for (int i = 0; i < 5; i++) {
		uint16_t status, control;

		if (node == 0)
			__asm__ volatile("fld1\n\tfld1\n\tfcompp\n\tfincstp" ::: "memory");
		if (node == 1)
			__asm__ volatile("fld1\n\tfldz\n\tfdivrp\n\tfstp %%st(0)" ::: "memory");
		thread_charge((node + 1) * PS_PER_NS);
		__asm__ volatile("fnstsw %0\n\tfnstcw %1" : "=m"(status), "=m"(control));
		if (node < 2)
			r->digest[node] = status & 0x7f;
		else
			r->digest[node] |= status;
		r->digest[node] |= (uint64_t)(control ^ 0x37f) << 16;
	}
}

static void exceptions_of_the_x87_unit_are_a_threads_own_and_the_rest_is_nobodys(void **state)
{
	struct rig *r = rig_run(4, 1, body_x87);

	(void)state;
	assert_int_equal(r->digest[0], 0);
	assert_int_equal(r->digest[1], 4); /* division by zero */
	assert_int_equal(r->digest[2], 0);
	assert_int_equal(r->digest[3], 0);
	rig_free(r);
}
#endif

int main(void)
{
	const struct CMUnitTest tests[] = {
#if defined(__x86_64__) && !defined(BGQ_PORTABLE)
		cmocka_unit_test(
			exceptions_of_the_x87_unit_are_a_threads_own_and_the_rest_is_nobodys),
#endif
		cmocka_unit_test(charges_add_up_on_the_threads_own_clock),
		cmocka_unit_test(park_ends_at_the_deadline),
		cmocka_unit_test(delivery_wakes_a_parked_thread_before_its_deadline),
		cmocka_unit_test(a_machine_that_waits_for_ever_is_reported_once),
		cmocka_unit_test(results_do_not_depend_on_the_number_of_workers),
		cmocka_unit_test(workers_in_a_ring_agree_with_one),
		cmocka_unit_test(where_one_node_computes_its_worker_runs_on),
		cmocka_unit_test(without_a_clock_its_worker_runs_on_too),
		cmocka_unit_test(
			no_worker_runs_past_the_answer_to_what_is_sent_between_stretches),
		cmocka_unit_test(threads_are_prepared_at_their_first_turn_once),
	};

	return cmocka_run_group_tests_name("engine", tests, NULL, NULL);
}
