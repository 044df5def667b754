/*
 * kernel_gi.c - Kernel_* calls on class routes of the barrier network
 * (spi/include/kernel/gi.h).  Route 0 is comm world's and is set when the job starts.
 */
#include <errno.h>
#include <string.h>

#include <spi/include/kernel/gi.h>

#include "coll/coll.h"
#include "kernel.h"
#include "kernel_classroute.h"
#include "kernel_node.h"

#define SYSTEM_AT_START 0x7fffu /* all but class 0 */

uint16_t kernel_gi_system(void)
{
	return (uint16_t)(SYSTEM_AT_START ^ kernel_node_find()->gi_system_flipped);
}

static void set_system(unsigned id, int system)
{
	uint16_t bit = (uint16_t)(1u << (COLL_CLASSES - 1 - id));

	if (!(kernel_gi_system() & bit) != !system)
		kernel_node_self()->gi_system_flipped ^= bit;
}

int32_t Kernel_QueryGlobalInterruptClassRoutes(uint32_t *n, uint32_t *ids, size_t bytes)
{
	return kernel_route_query(COLL_NET_BARRIER, n, ids, bytes);
}

int32_t
Kernel_AllocateGlobalInterruptClassRoute(uint32_t id,
					 Kernel_GlobalInterruptClassRouteAttributes_t *attributes)
{
	const ClassRoute_t empty = { BGQ_CLASS_INPUT_LINK_LOCAL, 0 };
	Kernel_GlobalInterruptClassRouteAttributes_t a = { 0 };

	call_begin_in_order();
	if (attributes) {
		if (!call_may_access(attributes, sizeof a))
			return EFAULT;
		memcpy(&a, attributes, sizeof a);
	}
	if (a.System)
		return EACCES;
	kernel_check_route(__func__, id);
	if (!coll_classroute_is_free(kernel_route_get(COLL_NET_BARRIER, id)))
		return EAGAIN;
	kernel_route_set(COLL_NET_BARRIER, id, empty);
	set_system(id, 0);
	return 0;
}

int32_t Kernel_DeallocateGlobalInterruptClassRoute(int32_t id)
{
	const ClassRoute_t none = { 0, 0 };

	call_begin_in_order();
	kernel_check_route(__func__, id);
	if (kernel_route_is_system((unsigned)id))
		return EACCES;
	kernel_route_set(COLL_NET_BARRIER, (unsigned)id, none);
	set_system((unsigned)id, 1);
	return 0;
}

/* Classes i and i + 8 share the bits of a barrier packet. */
static int32_t check(unsigned id, ClassRoute_t r)
{
	int wrong = kernel_route_wrong(r);

	if (wrong)
		return wrong;
	return coll_classroute_links(r) &
			       coll_classroute_links(kernel_route_get(COLL_NET_BARRIER,
								   (id + 8) % COLL_CLASSES))
		       ? 4
		       : 0;
}

int32_t Kernel_CheckGlobalInterruptClassRoute(int32_t id, ClassRoute_t *cr)
{
	ClassRoute_t r;

	if (kernel_route_read(cr, &r))
		return EFAULT;
	kernel_check_route(__func__, id);
	return check((unsigned)id, r);
}

static int32_t set(const char *call, int32_t id, ClassRoute_t r)
{
	kernel_check_route(call, id);
	if (kernel_route_is_system((unsigned)id))
		return EACCES;
	int32_t wrong = check((unsigned)id, r);

	if (wrong == 0)
		wrong = kernel_route_dead(COLL_NET_BARRIER, (unsigned)id, r);
	if (wrong == 0)
		kernel_route_set(COLL_NET_BARRIER, (unsigned)id, r);
	return wrong;
}

int32_t Kernel_SetGlobalInterruptClassRoute(int32_t id, ClassRoute_t *cr)
{
	ClassRoute_t r;

	if (kernel_route_read(cr, &r))
		return EFAULT;
	return set(__func__, id, r);
}

int32_t Kernel_SetEmptyGlobalInterruptClassRoute(int32_t id)
{
	const ClassRoute_t empty = { BGQ_CLASS_INPUT_LINK_LOCAL, 0 };

	call_begin_in_order();
	return set(__func__, id, empty);
}

/* Interrupts would go to a kernel; see kernel_mu_config.c. */
int32_t Kernel_ConfigureGIInterrupts(uint32_t id, uint32_t gi, Kernel_GIInterruptFlag_t flag)
{
	call_begin();
	kernel_check_route(__func__, id);
	if (gi >= BGQ_GI_CLASS_MAX_GI_PER_CLASSROUTE)
		kernel_assert_failed(__func__, "signal", gi);
	uint64_t *word = &kernel_node_self()->gi_interrupts;
	uint64_t bit = UINT64_C(1) << (62 - (id * 4 + gi));

	*word = flag == KERNEL_GI_INTERRUPT_FLAG_ENABLE ? *word | bit : *word & ~bit;
	return 0;
}

int32_t Kernel_GetGlobalBarrierUserClassRouteId(uint32_t *id)
{
	const uint32_t route = 0;

	call_begin();
	return kernel_copy_out(id, &route, sizeof route) ? 0 : EFAULT;
}
