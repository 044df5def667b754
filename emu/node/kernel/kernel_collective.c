/*
 * kernel_collective.c - Kernel_* calls on class routes of the collective network
 * (spi/include/kernel/collective.h).  Route 0 is comm world's and is set when the job
 * starts.
 */
#include <errno.h>

#include <spi/include/kernel/collective.h>

#include "coll/coll.h"
#include "kernel.h"
#include "kernel_classroute.h"

int32_t Kernel_QueryCollectiveClassRoutes(uint32_t *n, uint32_t *ids, size_t bytes)
{
	return kernel_route_query(COLL_NET_COLLECTIVE, n, ids, bytes);
}

int32_t Kernel_AllocateCollectiveClassRoute(uint32_t id)
{
	/* A type that no packet has. */
	const ClassRoute_t held = { BGQ_CLASS_INPUT_VC_MASK, 0 };

	call_begin_in_order();
	kernel_check_route(__func__, id);
	if (!coll_classroute_is_free(kernel_route_get(COLL_NET_COLLECTIVE, id)))
		return EAGAIN;
	kernel_route_set(COLL_NET_COLLECTIVE, id, held);
	return 0;
}

int32_t Kernel_DeallocateCollectiveClassRoute(uint32_t id)
{
	const ClassRoute_t none = { 0, 0 };

	call_begin_in_order();
	kernel_check_route(__func__, id);
	if (kernel_route_is_system(id))
		return EACCES;
	kernel_route_set(COLL_NET_COLLECTIVE, id, none);
	return 0;
}

/* Comm world's and the system's virtual channels share their buffers: true if r uses a link
 * that a route on the other of the two uses. */
static int shares_links(unsigned id, ClassRoute_t r)
{
	unsigned type = r.input & BGQ_CLASS_INPUT_VC_MASK, other;

	if (type == BGQ_CLASS_INPUT_VC_USER)
		other = BGQ_CLASS_INPUT_VC_SYSTEM;
	else if (type == BGQ_CLASS_INPUT_VC_SYSTEM)
		other = BGQ_CLASS_INPUT_VC_USER;
	else
		return 0;
	for (unsigned i = 0; i < COLL_CLASSES; i++) {
		ClassRoute_t set = kernel_route_get(COLL_NET_COLLECTIVE, i);

		if (i != id && (set.input & BGQ_CLASS_INPUT_VC_MASK) == other &&
		    coll_classroute_links(r) & coll_classroute_links(set))
			return 1;
	}
	return 0;
}

int32_t Kernel_SetCollectiveClassRoute(uint32_t id, ClassRoute_t *cr)
{
	ClassRoute_t r;

	if (kernel_route_read(cr, &r))
		return EFAULT;
	kernel_check_route(__func__, id);
	if (kernel_route_is_system(id))
		return EACCES;
	int wrong = kernel_route_wrong(r);

	if (wrong == 1 || wrong == 2)
		return wrong;
	if (!coll_classroute_is_local(r))
		return 3;
	if (wrong)
		return 4;
	if (shares_links(id, r))
		return 5;
	int32_t dead = kernel_route_dead(COLL_NET_COLLECTIVE, id, r);

	if (!dead)
		kernel_route_set(COLL_NET_COLLECTIVE, id, r);
	return dead;
}
