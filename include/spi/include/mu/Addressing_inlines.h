/*
 * mu/Addressing_inlines.h - base address table entries and atomic addresses.
 *
 * A put's address is BAT entry + offset, modulo 2^37; bit 36 of the sum makes the
 * access an atomic operation whose opcode is in bits 0..2.  entryid counts inside
 * the subgroup and must be allocated (asserted).  Nothing here waits.
 */
#ifndef SPI_MU_ADDRESSING_INLINES_H
#define SPI_MU_ADDRESSING_INLINES_H

#include <bgqemu/abi.h>
#include <spi/include/mu/Addressing.h>

#ifndef __INLINE__
#define __INLINE__ static inline
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define MUSPI_ASSERT_BAT_ENTRY_(bat, entryid) \
	do { \
		MUSPI_assert((bat) != NULL); \
		MUSPI_assert((entryid) < BGQ_MU_NUM_DATA_COUNTERS_PER_SUBGROUP); \
		MUSPI_assert((bat)->permissions & (0x80 >> (entryid))); \
	} while (0)

/* Returns 0.  Puts that arrive from now on use the new base. */
__INLINE__ int32_t MUSPI_SetBaseAddress(MUSPI_BaseAddressTableSubGroup_t *bat,
					uint8_t entryid, uint64_t baseAddress)
{
	MUSPI_ASSERT_BAT_ENTRY_(bat, entryid);
	bat->sw_bat[entryid] = baseAddress;
	bgqemu_mmio_store(&bat->hw_bat[entryid], baseAddress);
	return 0;
}

__INLINE__ uint64_t MUSPI_GetBaseAddress(MUSPI_BaseAddressTableSubGroup_t *bat,
					 uint8_t entryid)
{
	MUSPI_ASSERT_BAT_ENTRY_(bat, entryid);
	return bat->sw_bat[entryid];
}

/* Offset o with base + o = pa. */
__INLINE__ uint64_t
MUSPI_GetOffsetFromBaseAddress(MUSPI_BaseAddressTableSubGroup_t *bat, uint8_t entryid,
			       uint64_t pa)
{
	return pa - MUSPI_GetBaseAddress(bat, entryid);
}

/* The atomic address that performs op (0..7) on the 8-byte aligned pa. */
__INLINE__ uint64_t MUSPI_GetAtomicAddress(uint64_t pa, uint64_t op)
{
	MUSPI_assert((pa & 7) == 0);
	MUSPI_assert(op <= 7);
	return MUHWI_ATOMIC_ADDRESS_INDICATOR | pa | op;
}

/* Offset o with base + o = the atomic address of (pa, op).  A base that already
 * has the atomic bit keeps it; one that already has an opcode keeps that, and op
 * is ignored. */
__INLINE__ uint64_t
MUSPI_GetAtomicOffsetFromBaseAddress(MUSPI_BaseAddressTableSubGroup_t *bat,
				     uint8_t entryid, uint64_t pa, uint64_t op)
{
	uint64_t base = MUSPI_GetBaseAddress(bat, entryid);
	uint64_t base_op = base & 7;
	uint64_t target = MUSPI_GetAtomicAddress(pa, base_op ? base_op : op);

	return target - base;
}

#ifdef __cplusplus
}
#endif
#endif
