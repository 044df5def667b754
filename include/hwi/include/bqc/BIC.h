/*
 * hwi/include/bqc/BIC.h - the interrupt controllers of the cores.
 *
 * Public; C99 and C++98.  Numbers follow the driver header of the same name.  They are
 * the kernel's: no interrupt is raised here, and an access by a program to the unit at
 * BIC_DEVICE_BASE_ADDRESS, which is privileged, ends it with a message.
 */
#ifndef _BIC_H_
#define _BIC_H_

#include <hwi/include/bqc/PhysicalMap.h>
#include <hwi/include/common/bgq_bitnumbers.h>
#include <hwi/include/common/compiler_support.h>

#define BIC_DEVICE_BASE_ADDRESS \
	((unsigned long long)(PHYMAP_MINADDR_L1P + PHYMAP_PRIVILEGEDOFFSET))

/* What an input becomes: two bits for each lane of a thread's map register. */
#define BIC_NO_INTERRUPT 0
#define BIC_EXTERNAL_INTERRUPT 1
#define BIC_CRITICAL_INTERRUPT 2
#define BIC_MACHINE_CHECK 3

#define BIC_MAP_L2C_LANE(n) (n)
#define BIC_MAP_WAC_LANE 6
#define BIC_MAP_MU_LANE(n) ((n) + 7)
#define BIC_MAP_GEA_LANE(n) ((n) + 11)
#define BIC_MAP_L1P_LANE(n) ((n) + 27)

/* From core to core. */
#define BIC_C2C_INTTYPE_EXTERNAL 0
#define BIC_C2C_INTTYPE_CRITICAL 1
#define BIC_C2C_INTTYPE_WAKE 2

#define BIC_DEST_THREAD_EVENT_TO_NONE 0
#define BIC_DEST_THREAD_EVENT_TO_THREAD_0 1
#define BIC_DEST_THREAD_EVENT_TO_THREAD_1 2
#define BIC_DEST_THREAD_EVENT_TO_THREAD_2 3
#define BIC_DEST_THREAD_EVENT_TO_THREAD_3 4
#define BIC_DEST_THREAD_EVENT_TO_ALL_THREADS 7

/* Bits of the summary registers; the _ALL_ ones are all bits of a source. */
#define PUEA_INTERRUPT_STATUS_L2C(n) _BN((n) + 30)
#define PUEA_INTERRUPT_STATUS_WAC _BN(36)
#define PUEA_INTERRUPT_STATUS_MU(n) _BN((n) + 37)
#define PUEA_INTERRUPT_STATUS_GEA(n) _BN((n) + 41)
#define PUEA_INTERRUPT_STATUS_L1P(n) _BN((n) + 57)
#define PUEA_INTERRUPT_STATUS_C2C(n) _BN((n) + 62)
#define _PUEA_BITS(first, bits) (((UINT64_C(1) << (bits)) - 1) << (64 - (first) - (bits)))
#define PUEA_INTERRUPT_STATUS_L2C_ALL_MASK _PUEA_BITS(30, 4)
#define PUEA_INTERRUPT_STATUS_MU_ALL_MASK _PUEA_BITS(37, 4)
#define PUEA_INTERRUPT_STATUS_GEA_ALL_MASK _PUEA_BITS(41, 16)
#define PUEA_INTERRUPT_STATUS_L1P_ALL_MASK _PUEA_BITS(57, 5)
#define PUEA_INTERRUPT_STATUS_C2C_ALL_MASK _PUEA_BITS(62, 2)

#endif
