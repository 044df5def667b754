/*
 * agents/include/comm/fence.h - have the communication agent of another node send
 * a descriptor back once everything before it has arrived.
 *
 * Public; C99 and C++98.  Names and signatures follow the driver header of the
 * same name.  A memory FIFO packet for the agent's reception FIFO
 * (CommAgent_GetRecFifoId) has the dispatch id below in its first software byte, and as
 * payload a descriptor, whose addresses are those of the agent's node.  The agent
 * injects it there.
 */
#ifndef AGENTS_COMM_FENCE_H
#define AGENTS_COMM_FENCE_H

#include <agents/include/comm/commagent.h>
#include <spi/include/l1p/flush.h>
#include <spi/include/mu/Descriptor.h>

__BEGIN_DECLS

/* Returns 0: fences are always on. */
__INLINE__ int CommAgent_Fence_Init(CommAgent_Control_t control)
{
	(void)control;
	return 0;
}

__INLINE__ uint8_t CommAgent_Fence_GetRecFifoDispatchId(void)
{
	return BGQEMU_AGENT_FENCE;
}

__END_DECLS

#endif
