/*
 * agents/include/comm/rgetpacing.h - have the communication agent send remote gets
 * in pieces.
 *
 * Public; C99 and C++98.  Names and signatures follow the driver header of the
 * same name.  The agent takes no work requests yet: submitting one, and counters for
 * them, end the process with a message that names the call.
 */
#ifndef AGENTS_COMM_RGETPACING_H
#define AGENTS_COMM_RGETPACING_H

#include <agents/include/comm/commagent.h>
#include <spi/include/l1p/flush.h>
#include <spi/include/mu/Descriptor.h>

__BEGIN_DECLS

/* Where in the process's shared memory its completion counters are. */
typedef struct CommAgent_RemoteGetPacing_SharedMemoryInfo {
	char *sharedMemoryNamePtr;
	uint64_t handleOffset;
	uint64_t counterRegionOffset;
	size_t counterRegionSize; /* bytes */
} CommAgent_RemoteGetPacing_SharedMemoryInfo_t;

/* Returns 0 if no completion counters are given. */
__INLINE__ int CommAgent_RemoteGetPacing_Init(
	CommAgent_Control_t control,
	CommAgent_RemoteGetPacing_SharedMemoryInfo_t *sharedMemoryInfoPtr)
{
	(void)control;
	if (sharedMemoryInfoPtr)
		bgqemu_unsupported("CommAgent_RemoteGetPacing_Init with completion counters");
	return 0;
}

__INLINE__ int CommAgent_RemoteGetPacing_SubmitWorkRequest(
	CommAgent_Control_t control, int handle,
	CommAgent_RemoteGetPacing_WorkRequest_t *workRequestPtr)
{
	(void)control;
	(void)handle;
	(void)workRequestPtr;
	bgqemu_unsupported("CommAgent_RemoteGetPacing_SubmitWorkRequest");
}

__END_DECLS

#endif
