/*
 * test_futex.c - waiting for addresses, by posix_wait and emu/node/posix/futex.h: which thread is
 * woken, when, and by what not; threads that are killed while they wait.  Not here:
 * what POSIX makes of it (tests/spi/threads.c).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "emu/node/posix/posix.h"
#include "emu/node/machine/booted.h"
#include "emu/node/machine/process.h"
#include "emu/core/engine/engine.h"
#include "emu/core/engine/watch.h"
#include "include/bgqemu/abi.h"

#define STACK_BYTES (64 * 1024)
#define THREADS 6
#define OP_PS (82 * CORE_CYCLE_PS)

/* Node 0 with a few threads, of two processes in turn; each runs body(i). */
static struct thread threads[THREADS];
static struct thread_user users[THREADS];
static struct process processes[2];
static uint8_t *stacks;
static void (*body)(unsigned i);
static char log_text[64];
static int word, other;
static struct thread *reaped[THREADS];
static unsigned reaps;

static void run(void *arg)
{
	body((unsigned)(uintptr_t)arg);
	thread_exit();
}

static void boot(void *ctx, unsigned w, uint32_t first, uint32_t last)
{
	(void)ctx, (void)w, (void)first, (void)last;
	for (unsigned i = 0; i < THREADS; i++) {
		threads[i].process = &processes[i % 2];
		threads[i].user = &users[i];
		users[i].serial = i / 2;
		threads[i].order = (uint8_t)(i % 2 * THREADS / 2 + i / 2);
		threads[i].sibling = i / 2 > 0;
		thread_start(&threads[i], 0, stacks + (i + 1) * (size_t)STACK_BYTES, run,
			     (void *)(uintptr_t)i, 0);
	}
}

static void reap(void *ctx, struct thread *t)
{
	(void)ctx;
	reaped[reaps++] = t;
}

static void run_all(void (*fn)(unsigned))
{
	struct engine_config cfg = { .nodes = 1, .workers = 1, .boot = boot, .reap = reap,
				     .lookahead_ps = PS_PER_US };
	struct engine *e;

	job.model = net_machine_bgq();
	memset(threads, 0, sizeof threads);
	memset(processes, 0, sizeof processes);
	processes[1].rank = 1;
	log_text[0] = '\0';
	reaps = 0;
	body = fn;
	stacks = aligned_alloc(4096, THREADS * (size_t)STACK_BYTES);
	e = engine_create(&cfg);
	assert_non_null(stacks);
	assert_non_null(e);
	assert_int_equal(engine_run(e), 0);
	engine_destroy(e);
	free(stacks);
}

static void note(unsigned i)
{
	size_t n = strlen(log_text);

	log_text[n] = (char)('0' + i);
	log_text[n + 1] = '\0';
}

static void sleep_until(ps_t at_ps)
{
	assert_int_equal(posix_wait(WAIT_SLEEP, NULL, at_ps), -ETIMEDOUT);
}

/* ---- */

/* 5 and 4 have waited longest; 1, 2, 3 have come at one time.  Threads that are woken at one
 * time go on by hardware thread: by rank here, then by creation. */
static void body_order(unsigned i)
{
	if (i == 0) {
		sleep_until(10 * PS_PER_US);
		assert_ptr_equal(futex_first(&word), &threads[5]);
		assert_int_equal(futex_wake(&word, 2), 2);
		assert_int_equal(futex_wake(&other, 9), 0);
		thread_charge(PS_PER_US);
		assert_string_equal(log_text, "45");
		assert_int_equal(futex_wake(&word, 9), 3);
		return;
	}
	sleep_until(i == 5 ? 1 * PS_PER_US : i == 4 ? 2 * PS_PER_US : 3 * PS_PER_US);
	assert_int_equal(posix_wait(WAIT_MUTEX, &word, PS_NEVER), 0);
	note(i);
}

static void who_has_waited_longest_is_woken_first(void **state)
{
	(void)state;
	run_all(body_order);
	assert_string_equal(log_text, "45213");
}

static void body_times(unsigned i)
{
	struct thread *t = thread_self;

	if (i == 0) {
		sleep_until(5 * PS_PER_US);
		futex_wake(&word, 1);
	} else if (i == 1) {
		assert_int_equal(posix_wait(WAIT_COND, &word, 9 * PS_PER_US), 0);
		assert_int_equal(t->clock_ps, 5 * PS_PER_US + OP_PS);
	} else if (i == 2) {
		assert_int_equal(posix_wait(WAIT_COND, &other, 7 * PS_PER_US), -ETIMEDOUT);
		assert_int_equal(t->clock_ps, 7 * PS_PER_US);
		assert_null(futex_first(&other));
	}
}

static void the_woken_pays_and_a_deadline_is_exact(void **state)
{
	(void)state;
	run_all(body_times);
}

/* Deliveries are for threads that poll. */
static void body_delivery(unsigned i)
{
	if (i == 0) {
		sleep_until(PS_PER_US);
		node_wake(0, thread_self->clock_ps);
		sleep_until(3 * PS_PER_US);
		assert_int_equal(futex_wake(&word, 9), 1);
	} else if (i == 1) {
		assert_int_equal(posix_wait(WAIT_FUTEX, &word, PS_NEVER), 0);
		assert_int_equal(thread_self->clock_ps, 3 * PS_PER_US + OP_PS);
	} else if (i == 2) {
		thread_park(BGQEMU_WAIT_MEMORY, &word, 0, PS_NEVER);
		assert_int_equal(thread_self->clock_ps, PS_PER_US);
	}
}

static void deliveries_wake_nobody_here(void **state)
{
	(void)state;
	run_all(body_delivery);
}

static void body_interrupt(unsigned i)
{
	if (i == 0) {
		sleep_until(PS_PER_US);
		futex_interrupt(&threads[1]);
		futex_interrupt(&threads[2]);
		futex_interrupt(&threads[3]); /* spins: nothing to interrupt */
		assert_int_equal(futex_move(&word, &other, 9), 1);
		assert_int_equal(futex_wake(&word, 9), 0);
		assert_int_equal(futex_wake(&other, 9), 1);
		node_wake(0, 2 * PS_PER_US);
	} else if (i == 1) {
		assert_int_equal(posix_wait(WAIT_SLEEP, NULL, PS_PER_S), -EINTR);
		assert_int_equal(thread_self->clock_ps, PS_PER_US);
	} else if (i == 2) {
		assert_int_equal(posix_wait(WAIT_JOIN, &word, PS_NEVER), -EINTR);
		/* The next wait is a new one. */
		assert_int_equal(posix_wait(WAIT_JOIN, &word, 9 * PS_PER_US), -ETIMEDOUT);
	} else if (i == 3) {
		thread_park(BGQEMU_WAIT_MEMORY, &word, 0, PS_NEVER);
		assert_int_equal(thread_self->clock_ps, 2 * PS_PER_US);
	} else if (i == 4) {
		assert_int_equal(posix_wait(WAIT_MUTEX, &word, PS_NEVER), 0);
	}
}

static void an_interrupted_wait_says_so(void **state)
{
	(void)state;
	run_all(body_interrupt);
}

/* 1 waits, 2 waits with a deadline, 3 watches, 4 can run, 5 has ended. */
static void body_kill(unsigned i)
{
	if (i == 0) {
		sleep_until(PS_PER_US);
		for (unsigned k = 1; k < 5; k++)
			thread_kill(&threads[k]);
		assert_null(futex_first(&word));
		sleep_until(PS_PER_S);
		note(0);
	} else if (i == 1) {
		posix_wait(WAIT_MUTEX, &word, PS_NEVER);
	} else if (i == 2) {
		posix_wait(WAIT_MUTEX, &word, 5 * PS_PER_US);
	} else if (i == 3) {
		thread_watch(WAIT_SPIN, &word, 0, PS_NEVER);
	} else if (i == 4) {
		thread_charge(3 * PS_PER_US);
	}
	if (i > 0 && i < 5)
		note(i);
}

static void killed_threads_never_go_on(void **state)
{
	(void)state;
	run_all(body_kill);
	assert_string_equal(log_text, "0");
	for (unsigned i = 0; i < THREADS; i++)
		assert_int_equal(threads[i].state, THREAD_DEAD);
	/* Threads that ended themselves were reaped, and no others. */
	assert_int_equal(reaps, 2);
	assert_ptr_equal(reaped[0], &threads[5]);
	assert_ptr_equal(reaped[1], &threads[0]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(who_has_waited_longest_is_woken_first),
		cmocka_unit_test(the_woken_pays_and_a_deadline_is_exact),
		cmocka_unit_test(deliveries_wake_nobody_here),
		cmocka_unit_test(an_interrupted_wait_says_so),
		cmocka_unit_test(killed_threads_never_go_on),
	};

	return cmocka_run_group_tests_name("futex", tests, NULL, NULL);
}
