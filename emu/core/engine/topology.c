/* topology.c - see topology.h. */
#include "topology.h"

#include <errno.h>
#include <hwloc.h>
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

static hwloc_topology_t topology;
static unsigned cores;
static unsigned here; /* the core on which the process has started */
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* Cores that taskset(1) or a batch system keeps for others are not ours to use. */
static void leave_others(void)
{
	hwloc_bitmap_t own = hwloc_bitmap_alloc();

	if (own && hwloc_get_cpubind(topology, own, HWLOC_CPUBIND_THREAD) == 0 &&
	    !hwloc_bitmap_iszero(own))
		hwloc_topology_restrict(topology, own, 0);
	hwloc_bitmap_free(own);
}

static hwloc_obj_t core_at(unsigned index)
{
	return hwloc_get_obj_by_type(topology, HWLOC_OBJ_CORE, index % cores);
}

/* hwloc asks for ever for what the host forbids. */
static bool may_ask(void)
{
	cpu_set_t set;

	return sched_getaffinity(0, sizeof set, &set) == 0 || errno == EINVAL;
}

/* Without pinning. */
static void do_without(void)
{
	long online = sysconf(_SC_NPROCESSORS_ONLN);

	cores = online > 1 ? (unsigned)online : 1;
	if (topology)
		hwloc_topology_destroy(topology);
	topology = NULL;
}

static void load(void)
{
	if (!may_ask()) {
		do_without();
		return;
	}
	/* What Linux says is enough: hwloc's other sources, and the plugins that
	 * bring them, take milliseconds. */
	setenv("HWLOC_COMPONENTS", "linux,stop", 0);
	setenv("HWLOC_PLUGINS_PATH", "", 0);
	setenv("HWLOC_HIDE_ERRORS", "2", 0); /* without /sys it would say so */
	if (hwloc_topology_init(&topology) != 0) {
		topology = NULL;
		do_without();
		return;
	}
	/* Caches and devices take milliseconds to find and are not needed. */
	hwloc_topology_set_all_types_filter(topology, HWLOC_TYPE_FILTER_KEEP_NONE);
	hwloc_topology_set_type_filter(topology, HWLOC_OBJ_CORE, HWLOC_TYPE_FILTER_KEEP_ALL);
	if (hwloc_topology_load(topology) != 0) {
		do_without();
		return;
	}
	leave_others();
	int n = hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_CORE), cpu = sched_getcpu();

	cores = n > 0 ? (unsigned)n : 0;
	if (!cores) {
		do_without();
		return;
	}
	for (unsigned i = 0; i < cores && cpu >= 0; i++)
		if (hwloc_bitmap_isset(core_at(i)->cpuset, (unsigned)cpu))
			here = i;
}

unsigned topology_cores(void)
{
	pthread_once(&once, load);
	return cores ? cores : 1;
}

void topology_pin(unsigned index)
{
	pthread_once(&once, load);
	if (!topology)
		return;
	hwloc_set_cpubind(topology, core_at(here + index)->cpuset, HWLOC_CPUBIND_THREAD);
}
