/*
 * test_topology.c - the cores that workers use are those that the process may use, another
 * for each worker, and not those of another process's workers.  Not here: with which of them they
 * begin, as the host may move a process meanwhile; other hosts (test_topology_many.c); whether
 * pinning is worth anything.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <sched.h>

#include "emu/core/engine/topology.h"

static cpu_set_t allowed;

/* Leaves out the first processor, as taskset(1) can, if there are several. */
static int leave_the_first_out(void **state)
{
	(void)state;
	if (sched_getaffinity(0, sizeof allowed, &allowed) != 0)
		return -1;
	for (int cpu = 0; CPU_COUNT(&allowed) > 1; cpu++)
		if (CPU_ISSET(cpu, &allowed)) {
			CPU_CLR(cpu, &allowed);
			break;
		}
	return sched_setaffinity(0, sizeof allowed, &allowed);
}

static void pinned_to(unsigned index, cpu_set_t *set)
{
	topology_pin(index);
	assert_int_equal(sched_getaffinity(0, sizeof *set, set), 0);
}

static void cores_are_those_that_the_process_may_use(void **state)
{
	(void)state;
	assert_in_range(topology_cores(), 1, CPU_COUNT(&allowed));
}

static void each_worker_is_pinned_to_another_core_of_them(void **state)
{
	unsigned cores = topology_cores();
	cpu_set_t used, set, both;

	(void)state;
	CPU_ZERO(&used);
	for (unsigned i = 0; i < cores; i++) {
		pinned_to(i, &set);
		CPU_AND(&both, &set, &used);
		assert_int_equal(CPU_COUNT(&both), 0);
		CPU_OR(&used, &used, &set);
	}
	assert_true(CPU_EQUAL(&used, &allowed));
	pinned_to(cores, &used);
	pinned_to(0, &set);
	assert_true(CPU_EQUAL(&used, &set));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cores_are_those_that_the_process_may_use),
		cmocka_unit_test(each_worker_is_pinned_to_another_core_of_them),
	};

	return cmocka_run_group_tests(tests, leave_the_first_out, NULL);
}
