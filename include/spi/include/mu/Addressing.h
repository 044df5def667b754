/*
 * mu/Addressing.h - a subgroup's part of the base address table (BAT).
 *
 * Filled by Kernel_AllocateBaseAddressTable, used by the inlines of
 * Addressing_inlines.h.  Types only.
 */
#ifndef SPI_MU_ADDRESSING_H
#define SPI_MU_ADDRESSING_H

#include <spi/include/kernel/cnk/kernel_impl.h>
#include <hwi/include/common/compiler_support.h>
#include <hwi/include/bqc/MU_Macros.h>
#include <hwi/include/bqc/MU_Addressing.h>
#include <spi/include/mu/Util.h>

/* Bit 7 - i of permissions: entry i is allocated.  sw_bat repeats what was stored
 * to hw_bat, so that reading an entry back costs no MMIO load. */
typedef struct MUSPI_BaseAddressTableSubGroup {
	uint8_t subgrpid;
	uint8_t permissions;
	MUHWI_BaseAddressTable_t hw_bat;
	MUHWI_BaseAddress_t sw_bat[BGQ_MU_NUM_DATA_COUNTERS_PER_SUBGROUP];
} MUSPI_BaseAddressTableSubGroup_t;

#endif
