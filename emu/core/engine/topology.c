/* topology.c - see topology.h. */
#include "topology.h"

#include <errno.h>
#include <hwloc.h>
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

#include "topology_claim.h"

static hwloc_topology_t topology;
static unsigned cores;
static unsigned *order; /* [cores]: which one is taken first; NULL: no pinning */
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

static hwloc_obj_t core_at(unsigned core)
{
	return hwloc_get_obj_by_type(topology, HWLOC_OBJ_CORE, core);
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

/* Linux's own answer is enough: hwloc's other sources, and the plugins that bring them, take
 * milliseconds; so do caches and devices. */
static bool find(void)
{
	setenv("HWLOC_COMPONENTS", "linux,stop", 0);
	setenv("HWLOC_PLUGINS_PATH", "", 0);
	setenv("HWLOC_HIDE_ERRORS", "2", 0); /* without /sys it would say so */
	if (!may_ask() || hwloc_topology_init(&topology) != 0) {
		topology = NULL;
		return false;
	}
	hwloc_topology_set_all_types_filter(topology, HWLOC_TYPE_FILTER_KEEP_NONE);
	hwloc_topology_set_type_filter(topology, HWLOC_OBJ_CORE, HWLOC_TYPE_FILTER_KEEP_ALL);
	hwloc_topology_set_type_filter(topology, HWLOC_OBJ_PACKAGE, HWLOC_TYPE_FILTER_KEEP_ALL);
	if (hwloc_topology_load(topology) != 0)
		return false;
	leave_others();
	return hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_CORE) > 0;
}

/* The core on which the process has started. */
static unsigned here(void)
{
	int cpu = sched_getcpu();

	for (unsigned i = 0; i < cores && cpu >= 0; i++)
		if (hwloc_bitmap_isset(core_at(i)->cpuset, (unsigned)cpu))
			return i;
	return 0;
}

static hwloc_obj_t package_of(unsigned core)
{
	return hwloc_get_ancestor_obj_by_type(topology, HWLOC_OBJ_PACKAGE, core_at(core));
}

/* 0: they share memory, 1: a package, 2: neither. */
static int distance(unsigned a, unsigned b)
{
	return package_of(a) != package_of(b) ? 2
	       : !hwloc_bitmap_isequal(core_at(a)->nodeset, core_at(b)->nodeset);
}

static void put_in_order(void)
{
	unsigned first = here(), n = 0;

	for (int far = 0; far <= 2; far++)
		for (unsigned i = 0; i < cores; i++)
			if (distance(first, (first + i) % cores) == far)
				order[n++] = (first + i) % cores;
}

static void load(void)
{
	if (!find()) {
		do_without();
		return;
	}
	cores = (unsigned)hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_CORE);
	order = calloc(cores, sizeof *order);
	if (order)
		put_in_order();
}

unsigned topology_cores(void)
{
	pthread_once(&once, load);
	return cores;
}

/* Those that others have claimed are moved to the end, in order. */
void topology_take(unsigned workers)
{
	unsigned unclaimed = 0, claimed = 0, *other;

	if (topology_cores() < 2 || !order || !hwloc_topology_is_thissystem(topology) ||
	    !(other = calloc(cores, sizeof *other)))
		return;
	for (unsigned i = 0; i < cores; i++) {
		int processor = hwloc_bitmap_first(core_at(order[i])->cpuset);

		if (unclaimed >= workers || topology_claim((unsigned)processor))
			order[unclaimed++] = order[i];
		else
			other[claimed++] = order[i];
	}
	for (unsigned i = 0; i < claimed; i++)
		order[unclaimed + i] = other[i];
	free(other);
}

void topology_pin(unsigned index)
{
	pthread_once(&once, load);
	if (order)
		hwloc_set_cpubind(topology, core_at(order[index % cores])->cpuset,
				  HWLOC_CPUBIND_THREAD);
}

struct pinned_call {
	unsigned index;
	void (*fn)(void *arg);
	void *arg;
};

static void *call_pinned(void *arg)
{
	struct pinned_call *c = arg;

	topology_pin(c->index);
	c->fn(c->arg);
	return NULL;
}

void topology_call(unsigned index, void (*fn)(void *arg), void *arg)
{
	struct pinned_call c = { index, fn, arg };
	pthread_t thread;

	pthread_once(&once, load);
	if (order && hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_NUMANODE) > 1 &&
	    pthread_create(&thread, NULL, call_pinned, &c) == 0)
		pthread_join(thread, NULL);
	else
		fn(arg);
}

struct topology_place topology_place(unsigned index)
{
	struct topology_place p = { 0 };

	pthread_once(&once, load);
	if (!order)
		return p;
	p.core = order[index % cores];
	hwloc_obj_t package = package_of(p.core);
	int memory = hwloc_bitmap_first(core_at(p.core)->nodeset);

	p.package = package ? package->logical_index : 0;
	p.memory = memory > 0 ? (unsigned)memory : 0;
	return p;
}
