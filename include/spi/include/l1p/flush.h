/*
 * l1p/flush.h - make the core's earlier stores visible to the message unit.
 *
 * Source: the driver's description of the call.
 */
#ifndef SPI_L1P_FLUSH_H
#define SPI_L1P_FLUSH_H

#include <sys/types.h>

#include <bgqemu/abi.h>
#include <hwi/include/common/compiler_support.h>
#include <hwi/include/bqc/MU_Macros.h>

#ifndef __INLINE__
#define __INLINE__ static inline
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* A full fence, at the cost of one.  Does not wait for anything else. */
__INLINE__ void L1P_FlushRequests(void)
{
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	bgqemu_charge(BGQEMU_OP_SYNC, 1);
}

#ifdef __cplusplus
}
#endif
#endif
