/*
 * wu/wait.h - the wakeup unit: what ends a hardware thread's wait instruction.
 *
 * Arm, look whether there is something to do, and if not, ppc_wait() or
 * ppc_waitimpl(): it returns when what is armed has happened since, and at every
 * delivery to the node.  On the machine too a wait may end without its event, so
 * programs look again.  Each hardware thread has its own unit.
 */
#ifndef SPI_WU_WAIT_H
#define SPI_WU_WAIT_H

#include <stdint.h>
#include <sys/types.h>

#include <bgqemu/abi.h>
#include <bgqemu/abi_wakeup.h>
#include <hwi/include/common/compiler_support.h>
#include <spi/include/kernel/location.h>
#include <spi/include/kernel/memory.h>
#include <hwi/include/bqc/wu_dcr.h>
#include <hwi/include/bqc/wu_mmio.h>

#ifndef __INLINE__
#define __INLINE__ static inline
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Stores to addresses that agree with physical_address in the bits of mask. */
__INLINE__ void WU_ArmWithAddress(uint64_t physical_address, uint64_t mask)
{
	bgqemu_wakeup_arm(physical_address, mask);
}

/* The message unit's interrupts of the given bits, beside the address.  Deliveries end
 * waits in any case. */
__INLINE__ void WU_ArmMU(uint64_t bits)
{
	(void)bits;
	bgqemu_charge(BGQEMU_OP_MMIO_LOAD, 1);
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
