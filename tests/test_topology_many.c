/*
 * test_topology_many.c - a host of two packages of 64 cores with two hyper-threads each, by hwloc's
 * synthetic description: workers take a core each before two of them share one, those of one
 * package before the other's; and cores that another process has claimed come last.  Not here:
 * that memory is near (the host that runs tests may have one kind only), and what it is worth.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "emu/core/engine/topology.h"
#include "emu/core/engine/topology_claim.h"

#define PACKAGES 2
#define CORES 64

static int describe(void **state)
{
	(void)state;
	setenv("HWLOC_COMPONENTS", "synthetic,stop", 1);
	return setenv("HWLOC_SYNTHETIC", "pack:2 [numa] core:64 pu:2", 1);
}

static void cores_are_counted_not_hyper_threads(void **state)
{
	(void)state;
	assert_int_equal(topology_cores(), PACKAGES * CORES);
}

static void each_worker_has_a_core_before_two_share_one(void **state)
{
	bool used[PACKAGES * CORES] = { false };

	(void)state;
	for (unsigned i = 0; i < PACKAGES * CORES; i++) {
		unsigned core = topology_place(i).core;

		assert_in_range(core, 0, PACKAGES * CORES - 1);
		assert_false(used[core]);
		used[core] = true;
	}
	assert_int_equal(topology_place(PACKAGES * CORES).core, topology_place(0).core);
}

static void workers_fill_one_package_and_its_memory_first(void **state)
{
	struct topology_place first = topology_place(0), other = topology_place(CORES);

	(void)state;
	for (unsigned i = 0; i < CORES; i++) {
		assert_int_equal(topology_place(i).package, first.package);
		assert_int_equal(topology_place(i).memory, first.memory);
	}
	assert_int_not_equal(other.package, first.package);
	assert_int_not_equal(other.memory, first.memory);
	for (unsigned i = CORES; i < PACKAGES * CORES; i++)
		assert_int_equal(topology_place(i).package, other.package);
}

static void touch(void *arg)
{
	*(pthread_t *)arg = pthread_self();
}

/* With two kinds of memory, on a thread of its own, which is where its worker will be. */
static void what_is_to_be_near_is_touched_by_another_thread(void **state)
{
	pthread_t by = pthread_self();

	(void)state;
	topology_call(3, touch, &by);
	assert_false(pthread_equal(by, pthread_self()));
}

/* A process that claims processors [0, count) and lives until it is killed. */
static pid_t claim_in_another(unsigned count)
{
	int ready[2];
	char byte = 0;

	assert_int_equal(pipe(ready), 0);
	pid_t other = fork();

	if (other == 0) {
		for (unsigned i = 0; i < count; i++)
			if (!topology_claim(i))
				_exit(1);
		_exit(write(ready[1], &byte, 1) == 1 ? pause() : 1);
	}
	close(ready[1]);
	assert_int_equal(read(ready[0], &byte, 1), 1);
	close(ready[0]);
	return other;
}

static void a_claim_lasts_as_long_as_its_process(void **state)
{
	char path[] = "/tmp/test_topology.XXXXXX";
	int fd = mkstemp(path);

	(void)state;
	assert_true(fd >= 0);
	close(fd);
	topology_claim_by(path);
	pid_t other = claim_in_another(3);

	assert_false(topology_claim(0));
	assert_false(topology_claim(2));
	assert_true(topology_claim(3));
	assert_true(topology_claim(3));
	kill(other, SIGKILL);
	assert_int_equal(waitpid(other, NULL, 0), other);
	assert_true(topology_claim(0));
	unlink(path);
}

/* A host's shared memory may be full, and files of the user's may be bounded. */
static void claims_take_no_room(void **state)
{
	char path[] = "/tmp/test_topology.XXXXXX";
	int fd = mkstemp(path), status;
	struct stat st;

	(void)state;
	assert_true(fd >= 0);
	pid_t other = fork();

	if (other == 0) {
		struct rlimit none = { 0, 0 };

		topology_claim_by(path);
		_exit(setrlimit(RLIMIT_FSIZE, &none) != 0 || !topology_claim(0) ||
		      !topology_claim(100000));
	}
	assert_int_equal(waitpid(other, &status, 0), other);
	assert_int_equal(status, 0);
	assert_int_equal(fstat(fd, &st), 0);
	assert_int_equal(st.st_size, 0);
	close(fd);
	unlink(path);
}

/* A file that is not the user's own for claims is left alone, and nothing is claimed. */
static void a_link_is_not_followed(void **state)
{
	char folder[] = "/tmp/test_topology.XXXXXX", path[64];

	(void)state;
	assert_non_null(mkdtemp(folder));
	snprintf(path, sizeof path, "%s/link", folder);
	assert_int_equal(symlink("/dev/null", path), 0);
	topology_claim_by(path);
	pid_t other = claim_in_another(1);

	assert_true(topology_claim(0));
	kill(other, SIGKILL);
	waitpid(other, NULL, 0);
	unlink(path);
	rmdir(folder);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cores_are_counted_not_hyper_threads),
		cmocka_unit_test(each_worker_has_a_core_before_two_share_one),
		cmocka_unit_test(workers_fill_one_package_and_its_memory_first),
		cmocka_unit_test(what_is_to_be_near_is_touched_by_another_thread),
		cmocka_unit_test(a_claim_lasts_as_long_as_its_process),
		cmocka_unit_test(claims_take_no_room),
		cmocka_unit_test(a_link_is_not_followed),
	};

	return cmocka_run_group_tests(tests, describe, NULL);
}
