/*
 * fuzz_kernel_route.h - for fuzz_kernel.c: class routes set at random, and barrier
 * classes driven over them: nothing that they do may stop, hang or reach another node.
 * Processes of a node share its routes, so only pointers tell what a call returns.
 */
#ifndef FUZZ_KERNEL_ROUTE_H
#define FUZZ_KERNEL_ROUTE_H

#include "fuzz_kernel.h"

#include <spi/include/kernel/collective.h>
#include <spi/include/kernel/gi.h>
#include <spi/include/mu/GI.h>

/* Not the job's own class: its barrier must go on. */
static uint32_t some_class(void)
{
	return 1 + (uint32_t)below(15);
}

static ClassRoute_t *some_route(void)
{
	ClassRoute_t *cr = pointer(sizeof *cr), made;

	made.input = (uint16_t)any();
	made.output = (uint16_t)(below(8) ? 1u << below(12) & ~1u : any());
	if (below(4))
		made.input &= (uint16_t)~made.output;
	if (good)
		memcpy(cr, &made, sizeof made);
	return cr;
}

/* Whether id is one that users may neither free nor set, in jobs of several nodes. */
static int is_of_system(uint32_t id)
{
	return id >= 13;
}

static void call_set_route(void)
{
	ClassRoute_t *cr = some_route();
	uint32_t id = some_class();
	int refused = is_of_system(id);
	int32_t rc;

	photograph();
	switch (below(3)) {
	case 0: rc = Kernel_SetCollectiveClassRoute(id, cr); break;
	case 1:
		rc = Kernel_CheckGlobalInterruptClassRoute((int32_t)id, cr);
		refused = 0;
		break;
	default: rc = Kernel_SetGlobalInterruptClassRoute((int32_t)id, cr); break;
	}
	CHECK(!good ? rc == EFAULT : refused ? rc == EACCES : rc >= 0 && rc <= 5);
	CHECK(memcmp(arena, picture, ARENA) == 0);
}

static void call_hold_route(void)
{
	uint32_t id = some_class();
	uint64_t call = below(6);
	int32_t rc;

	switch (call) {
	case 0: rc = Kernel_AllocateCollectiveClassRoute(id); break;
	case 1: rc = Kernel_AllocateGlobalInterruptClassRoute(id, NULL); break;
	case 2: rc = Kernel_DeallocateCollectiveClassRoute(id); break;
	case 3: rc = Kernel_DeallocateGlobalInterruptClassRoute((int32_t)id); break;
	case 4: rc = Kernel_SetEmptyGlobalInterruptClassRoute((int32_t)id); break;
	default: rc = Kernel_ConfigureGIInterrupts(id, (uint32_t)below(3), below(2)); break;
	}
	if (is_of_system(id) && call >= 2 && call <= 4)
		CHECK(rc == EACCES);
	else
		CHECK(rc == 0 || rc == EAGAIN);
}

static void call_query_routes(void)
{
	uint32_t n = ~0u, *ids = pointer(16 * sizeof *ids);
	int was_good = good;
	size_t bytes = below(16 * sizeof *ids + 1);
	int32_t rc;

	photograph();
	rc = below(2) ? Kernel_QueryCollectiveClassRoutes(&n, ids, bytes)
		      : Kernel_QueryGlobalInterruptClassRoutes(&n, ids, bytes);
	CHECK(was_good ? rc == 0 && n <= bytes / sizeof *ids : rc == EFAULT || bytes == 0);
	check_untouched(ids, was_good ? n * sizeof *ids : 0);
}

static void call_drive_class(void)
{
	MUSPI_GI_t gi;

	CHECK(MUSPI_GIInit(&gi, some_class(), (uint32_t)below(3)) == 0);
	CHECK((below(2) ? MUSPI_GISend(&gi) : MUSPI_GISendClear(&gi)) == 0);
}

static void call_route(void)
{
	switch (below(4)) {
	case 0: call_query_routes(); break;
	case 1: call_hold_route(); break;
	case 2: call_drive_class(); break;
	default: call_set_route(); break;
	}
}

#endif
