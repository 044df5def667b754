/*
 * mu/Fifo.h - what injection and reception FIFOs have in common: a ring in
 * memory, software's pointers into it, and the hardware's registers.
 *
 * va_end = va_start + size_1 + 1; head == tail is empty.  Software pointers are
 * plain memory of the one thread that uses the FIFO.  Hardware registers are read
 * where they stand and written through bgqemu_mmio_store() only.  The functions here
 * that read one are charged as a load of a register of the MU.
 */
#ifndef SPI_MU_FIFO_H
#define SPI_MU_FIFO_H

#include <bgqemu/abi.h>
#include <spi/include/kernel/cnk/kernel_impl.h>
#include <hwi/include/bqc/MU_Fifo.h>
#include <spi/include/mu/Util.h>

#ifndef __INLINE__
#define __INLINE__ static inline
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct MUSPI_Fifo {
	uint64_t pa_start;
	void *va_start;
	uint64_t size_1; /* bytes - 1 */
	void *va_head;
	void *va_tail;
	void *va_end;
	MUHWI_Fifo_t *hwfifo;
} MUSPI_Fifo_t;

/* ---- Software's view. */

__INLINE__ uint64_t MUSPI_getSize(MUSPI_Fifo_t *fifo)
{
	return fifo->size_1;
}

__INLINE__ uint64_t MUSPI_getStartPa(MUSPI_Fifo_t *fifo)
{
	return fifo->pa_start;
}

__INLINE__ void *MUSPI_getStartVa(MUSPI_Fifo_t *fifo)
{
	return fifo->va_start;
}

__INLINE__ void *MUSPI_getHeadVa(MUSPI_Fifo_t *fifo)
{
	return fifo->va_head;
}

__INLINE__ void *MUSPI_getTailVa(MUSPI_Fifo_t *fifo)
{
	return fifo->va_tail;
}

__INLINE__ void *MUSPI_getEndVa(MUSPI_Fifo_t *fifo)
{
	return fifo->va_end;
}

/* Pointers must be 32-byte aligned. */
__INLINE__ void MUSPI_setHeadVa(MUSPI_Fifo_t *fifo, void *new_head)
{
	MUSPI_assert(((uintptr_t)new_head & 31) == 0);
	fifo->va_head = new_head;
}

__INLINE__ void MUSPI_setTailVa(MUSPI_Fifo_t *fifo, void *new_tail)
{
	MUSPI_assert(((uintptr_t)new_tail & 31) == 0);
	fifo->va_tail = new_tail;
}

/* ---- Hardware registers: physical addresses, and the size minus 1. */

/* The value is that when the load is back at the core. */
__INLINE__ uint64_t muspi_register_load(const volatile uint64_t *at)
{
	bgqemu_charge(BGQEMU_OP_MMIO_LOAD, 1);
	return *at;
}

__INLINE__ uint64_t MUSPI_getHwSize(MUSPI_Fifo_t *fifo)
{
	return muspi_register_load(&fifo->hwfifo->size_1);
}

__INLINE__ uint64_t MUSPI_getHwStart(MUSPI_Fifo_t *fifo)
{
	return muspi_register_load(&fifo->hwfifo->pa_start);
}

__INLINE__ uint64_t MUSPI_getHwHead(MUSPI_Fifo_t *fifo)
{
	return muspi_register_load(&fifo->hwfifo->pa_head);
}

__INLINE__ uint64_t MUSPI_getHwTail(MUSPI_Fifo_t *fifo)
{
	return muspi_register_load(&fifo->hwfifo->pa_tail);
}

/* Offsets count bytes from the start of the FIFO.  Moving the head gives memory
 * back to the MU, moving the tail hands descriptors to it. */
__INLINE__ void MUSPI_setHwHead(MUSPI_Fifo_t *fifo, uint64_t head_offset)
{
	MUSPI_assert(head_offset <= fifo->size_1);
	bgqemu_mmio_store(&fifo->hwfifo->pa_head, fifo->pa_start + head_offset);
}

__INLINE__ void MUSPI_setHwTail(MUSPI_Fifo_t *fifo, uint64_t tail_offset)
{
	MUSPI_assert(tail_offset < fifo->size_1);
	bgqemu_mmio_store(&fifo->hwfifo->pa_tail, fifo->pa_start + tail_offset);
}

#ifdef __cplusplus
}
#endif
#endif
