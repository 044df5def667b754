/*
 * mu/RecFifo.h - reception FIFOs: take packets out and give them to the functions
 * that are registered for them.
 *
 * Packets lie back to back, each 32 * (Size + 1) bytes with its 32-byte header.
 * One that reaches the end of the FIFO continues at the start; since both are
 * multiples of 32, the header itself is never split.  Such a packet is put
 * together in _wrapBuf.  One FIFO belongs to one thread at a time.  Nothing here
 * waits for packets.
 */
#ifndef SPI_MU_REC_FIFO_H
#define SPI_MU_REC_FIFO_H

#include <bgqemu/abi.h>
#include <hwi/include/bqc/MU_PacketHeader.h>
#include <spi/include/mu/Fifo.h>

#ifndef __INLINE__
#define __INLINE__ static inline
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define _bgq_msync ppc_msync

#define MUSPI_MAX_PACKET_BYTES_ 544

typedef struct MUSPI_RecFifo {
	MUSPI_Fifo_t _fifo;
	uint64_t numProcessed; /* packets dispatched so far */
	char _wrapBuf[MUSPI_MAX_PACKET_BYTES_] __attribute__((__aligned__(32)));
} MUSPI_RecFifo_t;

typedef struct MUSPI_RecFifoSubGroup {
	MUSPI_RecFifo_t _recfifos[BGQ_MU_NUM_REC_FIFOS_PER_SUBGROUP];
	MUHWI_RecFifoStatus_t *groupStatus;
	uint32_t subgroupid;
} MUSPI_RecFifoSubGroup_t;

__INLINE__ MUSPI_RecFifo_t *MUSPI_IdToRecFifo(int fifoid,
					      MUSPI_RecFifoSubGroup_t *fg_ptr)
{
	return &fg_ptr->_recfifos[fifoid];
}

/* ---- Receive functions.
 *
 * packet_bytes counts the header and is a multiple of 32; the packet is valid
 * until the function returns.  The result is ignored.  The first software byte
 * of a packet (byte 18) is the id of its function. */
typedef int (*MUSPI_RecvFunction_t)(void *recv_func_parm,
				    MUHWI_PacketHeader_t *packet_ptr,
				    uint32_t packet_bytes);

#define MUSPI_MAX_FUNCTION_IDS 256

typedef struct MUSPI_RecvInfoElement {
	MUSPI_RecvFunction_t recvFunction;
	void *recvParam;
} MUSPI_RecvInfoElement_t;

typedef struct MUSPI_RecvInfoTable {
	MUSPI_RecvInfoElement_t table[MUSPI_MAX_FUNCTION_IDS];
} MUSPI_RecvInfoTable_t;

/* One table per process: defined once in the support library that bgq-cc links
 * into every program. */
extern MUSPI_RecvInfoTable_t _muspi_RecvInfo;
extern uint32_t _muspi_RecvInfoNextFreeId;

/* Packets with this id (0..255) go to fn(param, ...). */
__INLINE__ void MUSPI_RegisterRecvFunction(MUSPI_RecvFunction_t fn, void *param,
					   uint32_t id)
{
	MUSPI_assert(id < MUSPI_MAX_FUNCTION_IDS);
	_muspi_RecvInfo.table[id].recvFunction = fn;
	_muspi_RecvInfo.table[id].recvParam = param;
}

/* The same with an id that is free.  Returns the id, or -1 if none is. */
__INLINE__ int32_t MUSPI_RegisterReceiveFunction(MUSPI_RecvFunction_t fn, void *param)
{
	uint32_t id = _muspi_RecvInfoNextFreeId;

	MUSPI_assert(fn != NULL);
	while (id < MUSPI_MAX_FUNCTION_IDS &&
	       _muspi_RecvInfo.table[id].recvFunction != NULL)
		id++;
	if (id >= MUSPI_MAX_FUNCTION_IDS) {
		_muspi_RecvInfoNextFreeId = 0;
		return -1;
	}
	MUSPI_RegisterRecvFunction(fn, param, id);
	_muspi_RecvInfoNextFreeId = id + 1;
	return (int32_t)id;
}

/* Returns 0, or -1 if there is no such id. */
__INLINE__ int32_t MUSPI_DeRegisterReceiveFunction(uint32_t id)
{
	if (id >= MUSPI_MAX_FUNCTION_IDS)
		return -1;
	MUSPI_RegisterRecvFunction(NULL, NULL, id);
	/* Search from the start again: ids below may be the free ones now. */
	_muspi_RecvInfoNextFreeId = 0;
	return 0;
}

/* ---- Packet by packet. */

__INLINE__ uint32_t muspi_recfifo_packet_bytes(const MUHWI_PacketHeader_t *hdr)
{
	return (hdr->NetworkHeader.pt2pt.Byte8.Size + 1u) * 32u;
}

/* Address of what the hardware tail stands at.  Pairs with the engine's store of
 * the tail after the packet: what is read after this is the packet. */
__INLINE__ char *muspi_recfifo_tail(MUSPI_Fifo_t *fifo)
{
	uint64_t offset = fifo->hwfifo->pa_tail - fifo->pa_start;

	__atomic_thread_fence(__ATOMIC_ACQUIRE);
	return (char *)fifo->va_start + offset;
}

/* Bytes that can be read from the software head on, 0 if the FIFO is empty.  With
 * *wrap = 1 the next packet may be split: take it by MUSPI_getNextPacketWrap and
 * ask again.  With *wrap = 0, MUSPI_getNextPacketOptimized may be called until
 * that many bytes or more were taken. */
__INLINE__ uint32_t MUSPI_getAvailableBytes(MUSPI_RecFifo_t *rec_fifo, uint32_t *wrap)
{
	MUSPI_Fifo_t *fifo = &rec_fifo->_fifo;
	char *head = (char *)fifo->va_head;
	char *tail = muspi_recfifo_tail(fifo);
	uint32_t to_end = (uint32_t)((char *)fifo->va_end - head);

	MUSPI_setTailVa(fifo, tail);
	if (head == tail) {
		bgqemu_poll_miss(BGQEMU_WAIT_RECFIFO, rec_fifo);
		return 0;
	}
	*wrap = 0;
	if (tail > head)
		return (uint32_t)(tail - head);
	if (to_end > MUSPI_MAX_PACKET_BYTES_)
		return to_end - MUSPI_MAX_PACKET_BYTES_;
	*wrap = 1;
	return to_end;
}

/* The packet at the head, which is whole.  *pbytes = its bytes with the header.
 * Moves the software head only: MUSPI_syncRecFifoHwHead when done with it. */
__INLINE__ MUHWI_PacketHeader_t *
MUSPI_getNextPacketOptimized(MUSPI_RecFifo_t *rec_fifo, uint32_t *pbytes)
{
	MUHWI_PacketHeader_t *hdr = (MUHWI_PacketHeader_t *)rec_fifo->_fifo.va_head;

	*pbytes = muspi_recfifo_packet_bytes(hdr);
	rec_fifo->_fifo.va_head = (char *)hdr + *pbytes;
	bgqemu_charge(BGQEMU_OP_RECEIVE, 1);
	return hdr;
}

/* The packet at the head, which may be split; then the result is _wrapBuf and
 * valid until the next call. */
__INLINE__ MUHWI_PacketHeader_t *MUSPI_getNextPacketWrap(MUSPI_RecFifo_t *rec_fifo,
							 uint32_t *pbytes)
{
	MUSPI_Fifo_t *fifo = &rec_fifo->_fifo;
	char *head = (char *)fifo->va_head;
	uint32_t to_end = (uint32_t)((char *)fifo->va_end - head);
	uint32_t bytes = muspi_recfifo_packet_bytes((MUHWI_PacketHeader_t *)head);

	*pbytes = bytes;
	bgqemu_charge(BGQEMU_OP_RECEIVE, 1);
	if (bytes < to_end) {
		fifo->va_head = head + bytes;
		return (MUHWI_PacketHeader_t *)head;
	}
	fifo->va_head = (char *)fifo->va_start + (bytes - to_end);
	if (bytes == to_end)
		return (MUHWI_PacketHeader_t *)head;
	memcpy(rec_fifo->_wrapBuf, head, to_end);
	memcpy(rec_fifo->_wrapBuf + to_end, fifo->va_start, bytes - to_end);
	return (MUHWI_PacketHeader_t *)rec_fifo->_wrapBuf;
}

/* Give the packets before the software head back to the MU. */
__INLINE__ void MUSPI_syncRecFifoHwHead(MUSPI_RecFifo_t *rec_fifo)
{
	MUSPI_Fifo_t *fifo = &rec_fifo->_fifo;

	MUSPI_setHwHead(fifo,
			(uint64_t)((char *)fifo->va_head - (char *)fifo->va_start));
}

/* ---- Dispatch. */

/* Up to npackets (1 or more) of the packets that are there go to their functions,
 * each given back to the MU after its function.  Returns their number, 0 if the
 * FIFO is empty.  A packet whose id has no function is an error (asserted). */
__INLINE__ uint32_t MUSPI_RecFifoPoll(MUSPI_RecFifo_t *rec_fifo, uint32_t npackets)
{
	MUSPI_Fifo_t *fifo = &rec_fifo->_fifo;
	char *tail = muspi_recfifo_tail(fifo);
	uint32_t done = 0;

	MUSPI_assert(npackets >= 1);
	if (fifo->va_head == tail) {
		bgqemu_poll_miss(BGQEMU_WAIT_RECFIFO, rec_fifo);
		return 0;
	}
	while (fifo->va_head != tail && done < npackets) {
		uint32_t bytes;
		MUHWI_PacketHeader_t *hdr = MUSPI_getNextPacketWrap(rec_fifo, &bytes);
		uint8_t id =
			hdr->messageUnitHeader.Packet_Types.Memory_FIFO.Unused2[0];
		MUSPI_RecvInfoElement_t *to = &_muspi_RecvInfo.table[id];

		MUSPI_assert(to->recvFunction != NULL);
		to->recvFunction(to->recvParam, hdr, bytes);
		rec_fifo->numProcessed++;
		done++;
		MUSPI_syncRecFifoHwHead(rec_fifo);
	}
	return done;
}

/* The variant for a head packet that may be split.  MUSPI_RecFifoPoll copes with
 * that itself; this name is for programs that call it. */
__INLINE__ uint32_t MUSPI_RecFifoPollWrap(MUSPI_RecFifo_t *rec_fifo, uint32_t npackets)
{
	return MUSPI_RecFifoPoll(rec_fifo, npackets);
}

/* Give all packets that are there to one function, without looking at ids. */
__INLINE__ void MUSPI_RecFifoExamplePoll(MUSPI_RecFifo_t *rfifo, MUSPI_RecvFunction_t fn,
					 void *clientdata)
{
	char *tail = muspi_recfifo_tail(&rfifo->_fifo);

	while (rfifo->_fifo.va_head != tail) {
		uint32_t bytes;
		MUHWI_PacketHeader_t *hdr = MUSPI_getNextPacketWrap(rfifo, &bytes);

		fn(clientdata, hdr, bytes);
		MUSPI_syncRecFifoHwHead(rfifo);
		tail = muspi_recfifo_tail(&rfifo->_fifo);
	}
}

/* ---- Interrupt status of the subgroup: 1 bits in mask are cleared. */

__INLINE__ volatile uint64_t *
MUSPI_GetClearInterruptsStatusPtr(MUSPI_RecFifoSubGroup_t *sg_ptr)
{
	return &sg_ptr->groupStatus->clearInterruptStatus;
}

__INLINE__ void MUSPI_ClearInterruptsDirect(volatile uint64_t *clearInterruptStatusPtr,
					    uint64_t mask)
{
	if (mask != 0)
		bgqemu_mmio_store(clearInterruptStatusPtr, mask);
}

__INLINE__ void MUSPI_ClearInterrupts(MUSPI_RecFifoSubGroup_t *sg_ptr, uint64_t mask)
{
	MUSPI_ClearInterruptsDirect(MUSPI_GetClearInterruptsStatusPtr(sg_ptr), mask);
}

#ifdef __cplusplus
}
#endif
#endif
