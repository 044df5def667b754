/*
 * firmware/include/fwext/fwext.h - running on the firmware without a kernel.
 *
 * Public; C99 and C++98.  Names follow the driver header of the same name.  An
 * emulated program always runs under the compute node kernel's calls, so whatever
 * needs the firmware below ends the process with a message that names it.
 */
#ifndef _FWEXT_H_
#define _FWEXT_H_

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <bgqemu/abi.h>
#include <firmware/include/Firmware.h>
#include <firmware/include/personality.h>
#include <hwi/include/common/compiler_support.h>

__BEGIN_DECLS

#define FWEXT_STACK_SIZE (1UL << 20)

typedef struct {
	volatile __attribute__((__aligned__(32))) uint64_t start;
	volatile __attribute__((__aligned__(32))) uint64_t count;
} FwExt_Barrier_t;

__INLINE__ void fwext_barrier(FwExt_Barrier_t *barrier, unsigned numberOfThreads)
{
	(void)barrier;
	(void)numberOfThreads;
	bgqemu_unsupported("fwext_barrier");
}

__INLINE__ void fwext_coreBarrier(void)
{
	bgqemu_unsupported("fwext_coreBarrier");
}

__INLINE__ Personality_t *fwext_getPersonality(void)
{
	bgqemu_unsupported("fwext_getPersonality");
}

__END_DECLS

#endif
