/*
 * agents/include/comm/fence.h - have the communication agent of another node send
 * a descriptor back once everything before it has arrived.
 *
 * Public; C99 and C++98.  Names and signatures follow the driver header of the
 * same name.  There is no agent (commagent.h): the calls end the process with a
 * message that names them.
 */
#ifndef AGENTS_COMM_FENCE_H
#define AGENTS_COMM_FENCE_H

#include <agents/include/comm/commagent.h>
#include <spi/include/l1p/flush.h>
#include <spi/include/mu/Descriptor.h>

__BEGIN_DECLS

__INLINE__ int CommAgent_Fence_Init(CommAgent_Control_t control)
{
	(void)control;
	bgqemu_unsupported("CommAgent_Fence_Init");
}

__INLINE__ uint8_t CommAgent_Fence_GetRecFifoDispatchId(void)
{
	bgqemu_unsupported("CommAgent_Fence_GetRecFifoDispatchId");
}

__END_DECLS

#endif
