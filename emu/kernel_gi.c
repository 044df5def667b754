/*
 * kernel_gi.c - Kernel_* calls on class routes (spi/include/kernel/gi.h,
 * collective.h).  So far there is one route, comm world (class 0), set up when
 * the job starts; calls that would make others end the process by name.
 */
#include <errno.h>

#include <spi/include/kernel/gi.h>

#include "kernel.h"

int32_t Kernel_GetGlobalBarrierUserClassRouteId(uint32_t *id)
{
	const uint32_t route = 0;

	kernel_call();
	return kernel_copy_out(id, &route, sizeof route) ? 0 : EFAULT;
}
