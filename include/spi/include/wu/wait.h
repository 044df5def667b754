/*
 * wu/wait.h - the wakeup unit: what ends a hardware thread's wait instruction.
 *
 * Here every delivery to the node ends a wait, so there is nothing to arm and the
 * calls below only order memory.  That is legal: on the machine too a wait may end
 * without its event, and programs look again.
 */
#ifndef SPI_WU_WAIT_H
#define SPI_WU_WAIT_H

#include <stdint.h>
#include <sys/types.h>

#include <hwi/include/common/compiler_support.h>
#include <spi/include/kernel/location.h>
#include <spi/include/kernel/memory.h>

#ifndef __INLINE__
#define __INLINE__ static inline
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Stores to addresses that agree with physical_address in the bits of mask. */
__INLINE__ void WU_ArmWithAddress(uint64_t physical_address, uint64_t mask)
{
	(void)physical_address;
	(void)mask;
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
}

/* The message unit's interrupts of the given bits. */
__INLINE__ void WU_ArmMU(uint64_t bits)
{
	(void)bits;
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
}

__INLINE__ void WU_ArmMU_system(uint64_t bits)
{
	WU_ArmMU(bits);
}

__INLINE__ void WU_DisarmMU(uint64_t bits)
{
	(void)bits;
}

#ifdef __cplusplus
}
#endif
#endif
