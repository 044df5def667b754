/*
 * hwi/include/bqc/MU_Fifo.h - the registers of one FIFO, and size limits.
 *
 * Public; C99 and C++98.  Follows the driver header of the same name.  The
 * structs lie over MMIO: loads see what the engine last wrote.  Stores, by the SPI's inlines
 * or of 8 bytes by the program itself, to pa_head, pa_tail, descCount, enable or disable,
 * take effect where they stand; others change nothing.  Offsets are in MU_Macros.h.
 */
#ifndef _MUHWI_FIFO_H_
#define _MUHWI_FIFO_H_

#include <hwi/include/bqc/MU_Macros.h>
#include <hwi/include/common/compiler_support.h>

__BEGIN_DECLS

#define BGQ_MU_DESCRIPTOR_SIZE_IN_POWER_OF_2 6
#define BGQ_MU_DESCRIPTOR_SIZE_IN_BYTES 64

/* One slot always stays free, so two is the least that holds a descriptor. */
#define BGQ_MU_MIN_INJFIFO_SLOTS 2
#define BGQ_MU_MIN_INJFIFO_SIZE_IN_BYTES \
	(BGQ_MU_MIN_INJFIFO_SLOTS * BGQ_MU_DESCRIPTOR_SIZE_IN_BYTES)
/* A largest payload of descriptors, and the free slot. */
#define BGQ_MU_MIN_RGETFIFO_SIZE_IN_BYTES (512 + BGQ_MU_DESCRIPTOR_SIZE_IN_BYTES)
/* A largest packet, and the 32 bytes that always stay free. */
#define BGQ_MU_MIN_RECFIFO_SIZE_IN_BYTES (32 + 512 + 32)

/* Injection FIFO i at +0x40*i, reception FIFO i at +0x200+0x40*i. */
typedef struct MUHWI_Fifo {
	volatile uint64_t pa_start;
	volatile uint64_t size_1; /* bytes, less one */
	volatile uint64_t pa_head;
	volatile uint64_t pa_tail;
} MUHWI_Fifo_t;

/* Follows the former at +0x20 for an injection FIFO; both count descriptors. */
typedef struct MUHWI_InjFifo {
	volatile uint64_t descCount; /* completed since allocation */
	volatile uint64_t freeSpace;
} MUHWI_InjFifo_t;

/* At +0x300 of a subgroup page. */
typedef struct MUHWI_InjFifoStatus {
	volatile uint64_t isEnabled;
	volatile uint64_t enable;
	volatile uint64_t disable;
	volatile uint64_t priority;
	volatile uint64_t interruptStatus;
	volatile uint64_t clearInterruptStatus;
} MUHWI_InjFifoStatus_t;

/* The same six registers as reception sees them. */
typedef struct MUHWI_RecFifoStatus {
	volatile uint64_t _reserved[4];
	volatile uint64_t interruptStatus;
	volatile uint64_t clearInterruptStatus;
} MUHWI_RecFifoStatus_t;

__END_DECLS

#endif
