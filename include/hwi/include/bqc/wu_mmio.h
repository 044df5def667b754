/*
 * hwi/include/bqc/wu_mmio.h - registers of a core's wakeup unit.
 *
 * Public; C99 and C++98.  Numbers follow the driver header of the same name: the
 * unit's machine addresses, and indices into it as an array of 8-byte registers.
 * WAC_BASE and WAC_ENABLE of address compare t arm hardware thread t; the other
 * registers can be stored to without effect.  spi/include/wu/wait.h does it by calls.
 */
#ifndef WU_MMIO_H
#define WU_MMIO_H

#include <hwi/include/bqc/PhysicalMap.h>
#include <hwi/include/common/compiler_support.h>

#define WAKEUP_OFFSET_FROM_L1P 0x1c00
#define WAKEUP_BASE_USER ((unsigned long *)(PHYMAP_MINADDR_L1P + WAKEUP_OFFSET_FROM_L1P))
#define WAKEUP_BASE \
	((unsigned long *)(PHYMAP_MINADDR_L1P + PHYMAP_PRIVILEGEDOFFSET + \
			   WAKEUP_OFFSET_FROM_L1P))

#define _WU_INDEX(offset) ((offset) / sizeof(unsigned long))

/* Address compare n: address and enable mask. */
#define WAC_BASE(n) _WU_INDEX((n) * 0x40)
#define WAC_ENABLE(n) _WU_INDEX((n) * 0x40 + 0x20)
#define WAC_TTYPES _WU_INDEX(0x2d0)
#define WU_USER_ACCESS _WU_INDEX(0x2c8)

#define SET_GUARD _WU_INDEX(0x1e8)
#define CLEAR_GUARD _WU_INDEX(0x1f0)

/* What wakes hardware thread i of the core. */
#define SET_THREAD(i) _WU_INDEX(0x300 + (i) * 0x40)
#define CLEAR_THREAD(i) _WU_INDEX(0x320 + (i) * 0x40)

#endif
