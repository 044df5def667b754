/*
 * test_call_costs.c - the table of what library calls cost: that each name is there
 * once, and that it can be charged.  Leaves out the figures themselves, but for the few that other
 * parts rely on.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "emu/core/calls/budget.h"
#include "emu/core/calls/call_costs.h"

static void every_name_is_there_once(void **state)
{
	(void)state;
	for (size_t i = 0; call_cost_at(i); i++)
		assert_ptr_equal(call_cost_of(call_cost_at(i)->name), call_cost_at(i));
}

static void entries_can_be_charged(void **state)
{
	(void)state;
	for (size_t i = 0; call_cost_at(i); i++) {
		const struct call_cost *c = call_cost_at(i);

		if (c->cycles >= 1 << 20 || c->argument > 6 || c->factor > 6 ||
		    (c->factor && !c->argument) || (c->argument && !c->cycles) ||
		    (c->argument && c->wrap))
			fail_msg("%s", c->name);
	}
}

static void what_is_not_there_takes_the_default(void **state)
{
	const struct call_cost *c = call_cost_of("no_such_function");

	(void)state;
	assert_null(c->name);
	assert_int_equal(c->cycles, CALL_DEFAULT_CYCLES);
	assert_int_equal(c->argument, 0);
}

static void the_emulators_own_entries_are_free(void **state)
{
	(void)state;
	assert_int_equal(call_cost_of("bgqemu_timebase")->cycles, 0);
	assert_int_equal(call_cost_of("bgqemu_check")->cycles, 0);
	assert_int_equal(call_cost_of("bgqemu_write")->cycles, CALL_SYSTEM);
}

/* Calls on threads charge a round trip to L2 inside, or wait. */
static void calls_on_threads_charge_by_themselves(void **state)
{
	static const char *const free_calls[] = {
		"pthread_mutex_lock", "pthread_mutex_unlock", "pthread_cond_wait", "sem_post",
		"sem_wait", "pthread_barrier_wait", "mtx_lock", "cnd_signal", "pthread_join",
		"sched_yield", "nanosleep", "flockfile", "__tls_get_addr",
		"__sanitizer_cov_trace_pc",
	};

	(void)state;
	for (size_t i = 0; i < sizeof free_calls / sizeof *free_calls; i++)
		if (call_cost_of(free_calls[i])->cycles)
			fail_msg("%s", free_calls[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_name_is_there_once),
		cmocka_unit_test(entries_can_be_charged),
		cmocka_unit_test(what_is_not_there_takes_the_default),
		cmocka_unit_test(the_emulators_own_entries_are_free),
		cmocka_unit_test(calls_on_threads_charge_by_themselves),
	};

	return cmocka_run_group_tests_name("call_costs", tests, NULL, NULL);
}
