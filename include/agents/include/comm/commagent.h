/*
 * agents/include/comm/commagent.h - the communication agent of the node.
 *
 * Public; C99 and C++98.  Names and signatures follow the driver header of the
 * same name.  No agent runs beside emulated processes, which a job may also find
 * on the machine: CommAgent_Init says so, and a library does without.  The other
 * calls need an agent and end the process with a message that names them.
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

/* Returns ENOENT: the agent is not running.  *controlPtr is left alone.  Does not
 * wait. */
__INLINE__ int CommAgent_Init(CommAgent_Control_t *controlPtr)
{
	(void)controlPtr;
	return ENOENT;
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

__INLINE__ uint32_t CommAgent_GetRecFifoId(CommAgent_Control_t control)
{
	(void)control;
	bgqemu_unsupported("CommAgent_GetRecFifoId");
}

__INLINE__ CommAgent_State_t CommAgent_GetVersion(CommAgent_Control_t control)
{
	(void)control;
	bgqemu_unsupported("CommAgent_GetVersion");
}

__END_DECLS

#endif
