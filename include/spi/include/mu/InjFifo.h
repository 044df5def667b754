/*
 * mu/InjFifo.h - injection FIFOs: hand 64-byte descriptors to the message unit
 * and learn when it has taken them.
 *
 * Descriptors are numbered from 1 in the order of injection.  A FIFO of n slots
 * holds n - 1 descriptors.  freeSpace and descCount are software's shadows of the
 * registers in *hw_injfifo; shadows are refreshed only when they do not suffice.
 * One FIFO belongs to one thread at a time; nothing here locks or waits, a call
 * that finds no room says so and returns.
 *
 * Costs: each injected descriptor is charged once: when a call hands its slot out, else
 * when the tail passes it.
 */
#ifndef SPI_MU_INJ_FIFO_H
#define SPI_MU_INJ_FIFO_H

#include <bgqemu/abi.h>
#include <bgqemu/call_cost.h>
#include <hwi/include/bqc/MU_Descriptor.h>
#include <hwi/include/bqc/MU_Fifo.h>
#include <spi/include/mu/Fifo.h>
#include <spi/include/mu/Descriptor.h>

#ifndef __INLINE__
#define __INLINE__ static inline
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct MUSPI_InjFifo {
	MUSPI_Fifo_t _fifo;
	uint64_t descCount;   /* shadow: descriptors completed */
	uint64_t freeSpace;   /* shadow: free slots */
	uint64_t numInjected; /* number of the last descriptor injected */
	MUHWI_InjFifo_t *hw_injfifo;
	uint64_t charged;     /* number of the last descriptor whose slot was handed out */
} MUSPI_InjFifo_t;

typedef struct MUSPI_InjFifoSubGroup {
	MUSPI_InjFifo_t _injfifos[BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP];
	MUHWI_InjFifoStatus_t *groupStatus;
	uint32_t subgroupid;
} MUSPI_InjFifoSubGroup_t;

#define MUSPI_INJ_FIFO_FULL_ ((uint64_t)-1)

__INLINE__ MUSPI_InjFifo_t *MUSPI_IdToInjFifo(int fifoid,
					      MUSPI_InjFifoSubGroup_t *fg_ptr)
{
	MUSPI_assert(fifoid < BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP);
	return &fg_ptr->_injfifos[fifoid];
}

__INLINE__ uint64_t MUSPI_getFreeSpaceFromShadow(MUSPI_InjFifo_t *ififo)
{
	return ififo->freeSpace;
}

__INLINE__ uint64_t MUSPI_getDescCountFromShadow(MUSPI_InjFifo_t *ififo)
{
	return ififo->descCount;
}

__INLINE__ uint64_t MUSPI_getNumInjected(MUSPI_InjFifo_t *ififo)
{
	return ififo->numInjected;
}

__INLINE__ uint64_t MUSPI_getHwFreeSpace(MUSPI_InjFifo_t *ififo)
{
	return muspi_register_load(&ififo->hw_injfifo->freeSpace);
}

__INLINE__ uint64_t MUSPI_getHwDescCount(MUSPI_InjFifo_t *ififo)
{
	return muspi_register_load(&ififo->hw_injfifo->descCount);
}

/* 1 if there is room for n descriptors, else 0. */
__INLINE__ int muspi_injfifo_reserve(MUSPI_InjFifo_t *injfifo, uint32_t n)
{
	if (injfifo->freeSpace >= n)
		return 1;
	injfifo->freeSpace = injfifo->hw_injfifo->freeSpace;
	if (injfifo->freeSpace >= n) {
		bgqemu_charge(BGQEMU_OP_MMIO_LOAD, 1);
		return 1;
	}
	bgqemu_poll_miss(BGQEMU_WAIT_INJFIFO, injfifo);
	return 0;
}

/* The slot after slot. */
__INLINE__ char *muspi_injfifo_next(MUSPI_InjFifo_t *injfifo, char *slot)
{
	slot += BGQ_MU_DESCRIPTOR_SIZE_IN_BYTES;
	if (slot >= (char *)injfifo->_fifo.va_end)
		slot = (char *)injfifo->_fifo.va_start;
	return slot;
}

/* The n slots before tail now hold descriptors, fresh of them not charged yet: count
 * them, publish the tail. */
__INLINE__ uint64_t muspi_injfifo_publish(MUSPI_InjFifo_t *injfifo, char *tail,
					  uint32_t n, uint32_t fresh)
{
	MUSPI_Fifo_t *fifo = &injfifo->_fifo;

	injfifo->freeSpace -= n;
	injfifo->numInjected += n;
	MUSPI_setTailVa(fifo, tail);
	bgqemu_inject(&fifo->hwfifo->pa_tail,
		      fifo->pa_start + (uint64_t)(tail - (char *)fifo->va_start), fresh);
	return injfifo->numInjected;
}

/* ---- In place: get the next slots, write the descriptors there, advance.  A call that asks for
 * slots is charged for writing them; for a caller that finds them by the tail, advancing is. */

/* The n slots from the tail on are handed out. */
__INLINE__ void muspi_injfifo_charge(MUSPI_InjFifo_t *injfifo, uint32_t n)
{
	bgqemu_charge(BGQEMU_OP_INJECT, n);
	if (injfifo->charged < injfifo->numInjected + n)
		injfifo->charged = injfifo->numInjected + n;
}

/* How many of the next n descriptors are in slots that were not handed out. */
__INLINE__ uint32_t muspi_injfifo_fresh(const MUSPI_InjFifo_t *injfifo, uint32_t n)
{
	uint64_t last = injfifo->numInjected + n;

	if (n == 1)
		return last > injfifo->charged;
	if (last <= injfifo->charged)
		return 0;
	return last - injfifo->charged < n ? (uint32_t)(last - injfifo->charged) : n;
}

/* *desc = the slot at the tail.  Returns the number its descriptor will have, or
 * (uint64_t)-1 if the FIFO is full. */
__INLINE__ uint64_t MUSPI_InjFifoNextDesc(MUSPI_InjFifo_t *injfifo, void **desc)
{
	uint64_t number = MUSPI_INJ_FIFO_FULL_;

	BGQEMU_CALL_BEGIN(12);
	if (muspi_injfifo_reserve(injfifo, 1)) {
		muspi_injfifo_charge(injfifo, 1);
		*desc = injfifo->_fifo.va_tail;
		number = injfifo->numInjected + 1;
	}
	BGQEMU_CALL_END();
	return number;
}

/* descs[0..N-1] = the N slots from the tail on, without asking for room.  Returns
 * the number the last descriptor will have. */
__INLINE__ uint64_t MUSPI_InjFifoNextDescMultipleNoCheck(MUSPI_InjFifo_t *injfifo,
							 uint32_t N, void **descs)
{
	char *slot = (char *)injfifo->_fifo.va_tail;
	uint32_t i;

	BGQEMU_CALL_BEGIN(6);
	muspi_injfifo_charge(injfifo, N);
	for (i = 0; i < N; i++) {
		BGQEMU_CALL_STEP(5);
		descs[i] = slot;
		slot = muspi_injfifo_next(injfifo, slot);
	}
	BGQEMU_CALL_END();
	return injfifo->numInjected + N;
}

/* The same, or (uint64_t)-1 if there is no room for all N. */
__INLINE__ uint64_t MUSPI_InjFifoNextDescMultiple(MUSPI_InjFifo_t *injfifo, uint32_t N,
						  void **descs)
{
	int room;

	BGQEMU_CALL_BEGIN(8);
	room = muspi_injfifo_reserve(injfifo, N);
	BGQEMU_CALL_END();
	if (!room)
		return MUSPI_INJ_FIFO_FULL_;
	return MUSPI_InjFifoNextDescMultipleNoCheck(injfifo, N, descs);
}

/* Inject the N descriptors that were written at the tail; the caller knows that
 * there is room.  Returns the number of the last one. */
__INLINE__ uint64_t MUSPI_InjFifoAdvanceDescMultiple(MUSPI_InjFifo_t *injfifo,
						     uint32_t N)
{
	char *tail;
	uint64_t number;
	uint32_t fresh, i;

	BGQEMU_CALL_BEGIN(19);
	tail = (char *)injfifo->_fifo.va_tail;
	fresh = muspi_injfifo_fresh(injfifo, N);
	for (i = 0; i < N; i++) {
		BGQEMU_CALL_STEP(4);
		tail = muspi_injfifo_next(injfifo, tail);
	}
	number = muspi_injfifo_publish(injfifo, tail, N, fresh);
	BGQEMU_CALL_END();
	return number;
}

__INLINE__ uint64_t MUSPI_InjFifoAdvanceDesc(MUSPI_InjFifo_t *injfifo)
{
	return MUSPI_InjFifoAdvanceDescMultiple(injfifo, 1);
}

/* ---- By copy: desc may be reused on return. */

/* Inject ndesc descriptors that lie one after another at desc: all or none.
 * Returns the number of the last one, or (uint64_t)-1 if there is no room. */
__INLINE__ uint64_t MUSPI_InjFifoInjectMultiple(MUSPI_InjFifo_t *injfifo, void *desc,
						uint32_t ndesc)
{
	char *tail;
	const char *from = (const char *)desc;
	uint64_t number = MUSPI_INJ_FIFO_FULL_;
	uint32_t i;

	BGQEMU_CALL_BEGIN(24);
	tail = (char *)injfifo->_fifo.va_tail;
	if (muspi_injfifo_reserve(injfifo, ndesc)) {
		for (i = 0; i < ndesc; i++) {
			BGQEMU_CALL_STEP(20);
			memcpy(tail, from, BGQ_MU_DESCRIPTOR_SIZE_IN_BYTES);
			from += BGQ_MU_DESCRIPTOR_SIZE_IN_BYTES;
			tail = muspi_injfifo_next(injfifo, tail);
		}
		number = muspi_injfifo_publish(injfifo, tail, ndesc, ndesc);
	}
	BGQEMU_CALL_END();
	return number;
}

__INLINE__ uint64_t MUSPI_InjFifoInject(MUSPI_InjFifo_t *injfifo, void *desc)
{
	return MUSPI_InjFifoInjectMultiple(injfifo, desc, 1);
}

/* ---- Completion. */

/* Refresh the shadow.  1 if number n is among the completed now, else 0: that was a
 * look in vain, and charged as one. */
__INLINE__ uint32_t muspi_injfifo_look(MUSPI_InjFifo_t *injfifo, uint64_t n)
{
	injfifo->descCount = injfifo->hw_injfifo->descCount;
	if (injfifo->descCount >= n) {
		bgqemu_charge(BGQEMU_OP_MMIO_LOAD, 1);
		return 1;
	}
	bgqemu_poll_miss(BGQEMU_WAIT_INJFIFO, injfifo);
	return 0;
}

/* Has the MU sent descriptor number desc_count, which is what injecting it has
 * returned?  1 if so (its payload may be reused), else 0.  Does not wait. */
__INLINE__ uint32_t MUSPI_CheckDescComplete(MUSPI_InjFifo_t *injfifo,
					    uint64_t desc_count)
{
	uint32_t complete;

	BGQEMU_CALL_BEGIN(8);
	complete = injfifo->descCount >= desc_count ||
		   muspi_injfifo_look(injfifo, desc_count);
	BGQEMU_CALL_END();
	return complete;
}

#ifdef __cplusplus
}
#endif
#endif
