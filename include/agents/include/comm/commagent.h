/*
 * agents/include/comm/commagent.h - the communication agent of the node.
 *
 * Public; C99 and C++98.  Names and signatures follow the driver header of the
 * same name.  What the agent does is done by the emulated message unit, on every
 * node and from the start of the job.  Fences work (fence.h); work requests do not
 * (rgetpacing.h): the calls for them end the process with a message that names them.
 */
#ifndef AGENTS_COMM_COMMAGENT_H
#define AGENTS_COMM_COMMAGENT_H

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

#include <agents/include/comm/commagentWorkRequests.h>
#include <bgqemu/abi.h>
#include <hwi/include/common/compiler_support.h>
#include <spi/include/kernel/location.h>
#include <spi/include/kernel/memory.h>
#include <spi/include/mu/Addressing.h>
#include <spi/include/mu/Util.h>

__BEGIN_DECLS

typedef struct {
	void *pOpaqueObject;
} CommAgent_Control_t;

typedef enum CommAgentState {
	COMM_AGENT_STATE_UNINITIALIZED = 0,
	COMM_AGENT_STATE_INITIALIZED_VERSION_1 = 1,
	COMM_AGENT_STATE_INITIALIZED_VERSION_2 = 2
} CommAgent_State_t;

/* Returns 0: the agent is ready.  Does not wait. */
__INLINE__ int CommAgent_Init(CommAgent_Control_t *controlPtr)
{
	controlPtr->pOpaqueObject = NULL;
	return 0;
}

__INLINE__ int CommAgent_AllocateWorkRequest(CommAgent_Control_t control,
					     CommAgent_WorkRequest_t **workRequestPtrAddress,
					     uint64_t *uniqueID)
{
	(void)control;
	(void)workRequestPtrAddress;
	(void)uniqueID;
	bgqemu_unsupported("CommAgent_AllocateWorkRequest");
}

/* The agent's reception FIFO in the message unit, the same on every node. */
__INLINE__ uint32_t CommAgent_GetRecFifoId(CommAgent_Control_t control)
{
	(void)control;
	return BGQEMU_AGENT_RECFIFO;
}

__INLINE__ CommAgent_State_t CommAgent_GetVersion(CommAgent_Control_t control)
{
	(void)control;
	return COMM_AGENT_STATE_INITIALIZED_VERSION_2;
}

__END_DECLS

#endif
