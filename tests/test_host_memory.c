/*
 * test_host_memory.c - what the host says of memory.  Not here: when it is nearly used up.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "emu/cmd/cli/host_cpus.h"
#include "emu/cmd/cli/host_memory.h"
#include "emu/cmd/cli/workers.h"
#include "root_files.h"

#define BYTES ((size_t)64 << 20)

static void memory_in_use_is_resident(void **state)
{
	uint64_t before = host_memory_resident();
	char *p = malloc(BYTES);

	(void)state;
	assert_non_null(p);
	memset(p, 1, BYTES);
	assert_in_range(host_memory_resident(), before + BYTES - BYTES / 8, UINT64_MAX);
	free(p);
}

static void the_host_has_what_it_has_left(void **state)
{
	struct host_memory m = host_memory_now();

	(void)state;
	assert_in_range(m.bytes, BYTES, (uint64_t)1 << 60);
	assert_in_range(m.left, 1, (uint64_t)1 << 60);
	assert_in_range(host_memory_resident(), 1, m.bytes);
}

/* ---- control groups: a root of files */

#define MIB ((uint64_t)1 << 20)

static int root_make(void **state)
{
	(void)state;
	if (root_begin() != 0)
		return -1;
	put("proc/meminfo", "MemTotal: 8388608 kB\nMemAvailable: 4194304 kB\nSwapFree: 0 kB\n");
	return 0;
}

static void assert_memory(uint64_t mib, uint64_t left_mib, bool limited)
{
	struct host_memory m = host_memory_of(root);

	assert_int_equal(m.bytes / MIB, mib);
	assert_int_equal(m.left / MIB, left_mib);
	assert_int_equal(m.limited, limited);
}

static void without_groups_it_is_the_hosts(void **state)
{
	(void)state;
	assert_memory(8192, 4096, false);
	put("proc/self/cgroup", "0::/job\n");
	put("sys/fs/cgroup/job/memory.max", "max\n");
	put("sys/fs/cgroup/job/memory.current", "1048576\n");
	assert_memory(8192, 4096, false);
}

static void group_of_version_2_limits(void **state)
{
	(void)state;
	put("proc/self/cgroup", "0::/slice/job\n");
	put("sys/fs/cgroup/slice/job/memory.max", "1073741824\n");
	put("sys/fs/cgroup/slice/job/memory.current", "943718400\n");
	assert_memory(1024, 124, true);
	put("sys/fs/cgroup/slice/job/memory.stat",
	    "anon 1\ninactive_file 104857600\nactive_file 104857600\n");
	assert_memory(1024, 324, true);
	put("sys/fs/cgroup/slice/memory.max", "2147483648\n"); /* around it, with less left */
	put("sys/fs/cgroup/slice/memory.current", "2097152000\n");
	assert_memory(2048, 48, true);
}

static void group_of_version_1_limits(void **state)
{
	(void)state;
	put("proc/self/cgroup", "9:name=systemd:/\n4:memory:/job\n0::/\n");
	put("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
	put("sys/fs/cgroup/memory/memory.usage_in_bytes", "1\n");
	put("sys/fs/cgroup/memory/job/memory.limit_in_bytes", "536870912\n");
	put("sys/fs/cgroup/memory/job/memory.usage_in_bytes", "536870912\n");
	assert_memory(512, 0, true);
}

/* A container has mounted its own group as the top, and sees the host's path. */
static void top_of_a_container_limits(void **state)
{
	(void)state;
	put("proc/self/cgroup", "0::/system.slice/container\n");
	put("sys/fs/cgroup/memory.max", "1073741824\n");
	put("sys/fs/cgroup/memory.current", "0\n");
	assert_memory(1024, 1024, true);
}

static void time_of_processors_is_limited(void **state)
{
	(void)state;
	put("proc/self/cgroup", "0::/slice/job\n");
	put("sys/fs/cgroup/slice/job/cpu.max", "max 100000\n");
	assert_int_equal(host_cpus_limit_of(root), 0);
	put("sys/fs/cgroup/slice/cpu.max", "350000 100000\n");
	assert_int_equal(host_cpus_limit_of(root), 3);
	put("sys/fs/cgroup/slice/job/cpu.max", "5000 100000\n");
	assert_int_equal(host_cpus_limit_of(root), 1);
	put("proc/self/cgroup", "4:cpu,cpuacct:/one\n");
	put("sys/fs/cgroup/cpu/one/cpu.cfs_period_us", "100000\n");
	put("sys/fs/cgroup/cpu/one/cpu.cfs_quota_us", "-1\n");
	assert_int_equal(host_cpus_limit_of(root), 0);
	put("sys/fs/cgroup/cpu/one/cpu.cfs_quota_us", "200000\n");
	assert_int_equal(host_cpus_limit_of(root), 2);
}

static unsigned two_cores(void)
{
	return 2;
}

static unsigned many_cores(void)
{
	return 64;
}

static void machines_of_a_run_share_the_cores(void **state)
{
	(void)state;
	assert_int_equal(workers_default(16, NULL, 1), 1);
	assert_int_equal(workers_default(1024, two_cores, 3), 1);
	assert_in_range(workers_default(32, many_cores, 2), 1, 4); /* 8 nodes for each */
	if (!host_cpus_limit())
		assert_int_equal(workers_default(1024, many_cores, 4), 16);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(memory_in_use_is_resident),
		cmocka_unit_test(the_host_has_what_it_has_left),
#define T(f) cmocka_unit_test_setup_teardown(f, root_make, root_remove)
		T(without_groups_it_is_the_hosts),
		T(group_of_version_2_limits),
		T(group_of_version_1_limits),
		T(top_of_a_container_limits),
		T(time_of_processors_is_limited),
		cmocka_unit_test(machines_of_a_run_share_the_cores),
	};

	return cmocka_run_group_tests_name("host_memory", tests, NULL, NULL);
}
