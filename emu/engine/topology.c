/* topology.c - see topology.h. */
#include "topology.h"

#include <hwloc.h>
#include <pthread.h>
#include <stdlib.h>

static hwloc_topology_t topology;
static unsigned cores;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void)
{
	/* What Linux says is enough: hwloc's other sources, and the plugins that
	 * bring them, take milliseconds. */
	setenv("HWLOC_COMPONENTS", "linux,stop", 0);
	setenv("HWLOC_PLUGINS_PATH", "", 0);
	if (hwloc_topology_init(&topology) != 0)
		return;
	/* Caches and devices take milliseconds to find and are not needed. */
	hwloc_topology_set_all_types_filter(topology, HWLOC_TYPE_FILTER_KEEP_NONE);
	hwloc_topology_set_type_filter(topology, HWLOC_OBJ_CORE, HWLOC_TYPE_FILTER_KEEP_ALL);
	if (hwloc_topology_load(topology) != 0) {
		hwloc_topology_destroy(topology);
		return;
	}
	int n = hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_CORE);

	cores = n > 0 ? (unsigned)n : 0;
}

unsigned topology_cores(void)
{
	pthread_once(&once, load);
	return cores ? cores : 1;
}

void topology_pin(unsigned index)
{
	pthread_once(&once, load);
	if (!cores)
		return;
	hwloc_obj_t core = hwloc_get_obj_by_type(topology, HWLOC_OBJ_CORE, index % cores);

	if (core && core->cpuset)
		hwloc_set_cpubind(topology, core->cpuset, HWLOC_CPUBIND_THREAD);
}
