/*
 * kernel/upc_hw.h - what tools of the performance counters expect of the kernel.
 *
 * Names follow the driver header of the same name.  The counters' registers are not
 * modelled: UPC_P_Addr() and UPC_L1p_Addr() end the process with a message; counts are in
 * bgpm/include/bgpm.h.
 */
#ifndef SPI_KERNEL_UPC_HW_H
#define SPI_KERNEL_UPC_HW_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <bgqemu/abi.h>
#include <hwi/include/bqc/A2_inlines.h>
#include <hwi/include/bqc/PhysicalMap.h>
#include <hwi/include/bqc/dcr_support.h>
#include <hwi/include/bqc/l1p_mmio.h>
#include <hwi/include/common/compiler_support.h>
#include <spi/include/kernel/location.h>

#ifndef LIKELY
#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
#endif

/* Where this is written, as a string. */
#define STRINGIFY(x) #x
#define TOSTRING(x) STRINGIFY(x)
#define _AT_ __FILE__ ":" TOSTRING(__LINE__)

#define UPC_LOCAL_UNIT (-1)
#define UPC_C_MMIO_ADDR PHYMAP_MINADDR_UPC
#define L1P_CFG_UPC_UADDR (L1P_CFG_UPC - PHYMAP_PRIVILEGEDOFFSET)

__BEGIN_DECLS

typedef struct upc_p_mmio upc_p_mmio_t;

__INLINE__ upc_p_mmio_t *UPC_P_Addr(int unit)
{
	(void)unit;
	bgqemu_unsupported("UPC_P_Addr");
}

__INLINE__ volatile uint64_t *UPC_L1p_Addr(int unit)
{
	(void)unit;
	bgqemu_unsupported("UPC_L1p_Addr");
}

__END_DECLS

#endif
