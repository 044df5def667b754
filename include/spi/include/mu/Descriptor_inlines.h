/*
 * mu/Descriptor_inlines.h - set the fields of a descriptor one by one.
 *
 * Each call changes its own bits and leaves the rest.  Values that stand for bits
 * of a header byte are given in place (the masks of the hwi headers), ids and
 * lengths as numbers.  Must never touch a FIFO.
 */

/* Descriptor.h ends with the builders, which need this file: before the guard, so
 * that either may be included first. */
#include <spi/include/mu/Descriptor.h>

#ifndef SPI_MU_DESCRIPTOR_INLINES_H
#define SPI_MU_DESCRIPTOR_INLINES_H

#include <spi/include/kernel/cnk/kernel_impl.h>
#include <hwi/include/common/compiler_support.h>
#include <hwi/include/bqc/MU_Descriptor.h>
#include <spi/include/mu/Util.h>

#ifndef __INLINE__
#define __INLINE__ static inline
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Chunks of 32 bytes in a full packet; the MU sets the real number of each. */
#define MUSPI_FULL_PACKET_CHUNKS_ 16

#define MUSPI_PT2PT_(desc) (&(desc)->PacketHeader.NetworkHeader.pt2pt)
#define MUSPI_COLL_(desc)  (&(desc)->PacketHeader.NetworkHeader.collective)
#define MUSPI_MUH_(desc)   (&(desc)->PacketHeader.messageUnitHeader.Packet_Types)

/* byte with the bits of mask taken from value. */
__INLINE__ uint8_t muspi_bits(uint8_t byte, uint8_t mask, uint8_t value)
{
	return (uint8_t)((byte & ~mask) | (value & mask));
}

/* ---- Whole descriptor. */

__INLINE__ void MUSPI_DescriptorZeroOut(MUHWI_Descriptor_t *desc)
{
	memset((void *)desc, 0, sizeof(*desc));
}

__INLINE__ uint8_t MUSPI_DescriptorGetNumPacketChunks(uint64_t message_length)
{
	(void)message_length;
	return MUSPI_FULL_PACKET_CHUNKS_;
}

/* MUHWI_PT2PT_DATA_PACKET_TYPE or MUHWI_COLLECTIVE_DATA_PACKET_TYPE. */
__INLINE__ void MUSPI_SetDataPacketType(MUHWI_Descriptor_t *desc, uint8_t type)
{
	MUSPI_PT2PT_(desc)->Data_Packet_Type = type;
}

/* MUHWI_PACKET_TYPE_*. */
__INLINE__ void MUSPI_SetMessageUnitPacketType(MUHWI_Descriptor_t *desc, uint8_t type)
{
	MUSPI_PT2PT_(desc)->Byte8.Byte8 =
		muspi_bits(MUSPI_PT2PT_(desc)->Byte8.Byte8, 0xc0, type);
}

__INLINE__ void MUSPI_SetSize(MUHWI_Descriptor_t *desc)
{
	MUSPI_PT2PT_(desc)->Byte8.Size = MUSPI_FULL_PACKET_CHUNKS_;
}

__INLINE__ void MUSPI_SetPrefetchOnly(MUHWI_Descriptor_t *desc, uint32_t indicator)
{
	desc->Half_Word0.Half_Word0 =
		(desc->Half_Word0.Half_Word0 & ~1u) | (indicator & 1u);
}

__INLINE__ void MUSPI_SetInterrupt(MUHWI_Descriptor_t *desc, uint32_t indicator)
{
	desc->Half_Word1.Half_Word1 =
		(desc->Half_Word1.Half_Word1 & ~1u) | (indicator & 1u);
}

/* Physical address and bytes. */
__INLINE__ void MUSPI_SetPayload(MUHWI_Descriptor_t *desc, uint64_t payloadAddress,
				 uint64_t messageLength)
{
	desc->Pa_Payload = payloadAddress;
	desc->Message_Length = messageLength;
}

__INLINE__ void MUSPI_SetTorusInjectionFIFOMap(MUHWI_Descriptor_t *desc,
					       uint64_t torusFIFOMap)
{
	desc->Torus_FIFO_Map = torusFIFOMap;
}

/* ---- Point to point. */

/* The destination word of a node's coordinates. */
__INLINE__ void MUSPI_SetUpDestination(MUHWI_Destination_t *dest, uint32_t A, uint32_t B,
				       uint32_t C, uint32_t D, uint32_t E)
{
	dest->Destination.Destination = A << 24 | B << 18 | C << 12 | D << 6 | E;
}

__INLINE__ void MUSPI_SetDestination(MUHWI_Descriptor_t *desc, MUHWI_Destination_t dest)
{
	MUSPI_PT2PT_(desc)->Destination = dest;
}

__INLINE__ void MUSPI_SetHintsABCD(MUHWI_Descriptor_t *desc, uint8_t hintsABCD)
{
	MUSPI_PT2PT_(desc)->Hints = hintsABCD;
}

__INLINE__ void MUSPI_SetHints(MUHWI_Descriptor_t *desc, uint8_t hintsABCD,
			       uint8_t hintsE)
{
	MUSPI_PT2PT_(desc)->Hints = hintsABCD;
	MUSPI_PT2PT_(desc)->Byte2.Byte2 =
		muspi_bits(MUSPI_PT2PT_(desc)->Byte2.Byte2, 0xc0, hintsE);
}

/* All of header byte 2; then its parts. */
__INLINE__ void MUSPI_SetPt2PtMisc1(MUHWI_Descriptor_t *desc, uint8_t misc1)
{
	MUSPI_PT2PT_(desc)->Byte2.Byte2 =
		muspi_bits(MUSPI_PT2PT_(desc)->Byte2.Byte2, 0xff, misc1);
}

__INLINE__ void MUSPI_SetRouteToIONode(MUHWI_Descriptor_t *desc, uint8_t indicator)
{
	MUSPI_PT2PT_(desc)->Byte2.Byte2 =
		muspi_bits(MUSPI_PT2PT_(desc)->Byte2.Byte2, 0x20, indicator);
}

__INLINE__ void MUSPI_SetReturnFromIONode(MUHWI_Descriptor_t *desc, uint8_t port)
{
	MUSPI_PT2PT_(desc)->Byte2.Byte2 =
		muspi_bits(MUSPI_PT2PT_(desc)->Byte2.Byte2, 0x18, port);
}

__INLINE__ void MUSPI_SetRouting(MUHWI_Descriptor_t *desc, uint8_t indicator)
{
	MUSPI_PT2PT_(desc)->Byte2.Byte2 =
		muspi_bits(MUSPI_PT2PT_(desc)->Byte2.Byte2, 0x04, indicator);
}

__INLINE__ void MUSPI_SetDeposit(MUHWI_Descriptor_t *desc, uint8_t indicator)
{
	MUSPI_PT2PT_(desc)->Byte2.Byte2 =
		muspi_bits(MUSPI_PT2PT_(desc)->Byte2.Byte2, 0x02, indicator);
}

/* All of header byte 3; then its parts. */
__INLINE__ void MUSPI_SetPt2PtMisc2(MUHWI_Descriptor_t *desc, uint8_t misc2)
{
	MUSPI_PT2PT_(desc)->Byte3.Byte3 =
		muspi_bits(MUSPI_PT2PT_(desc)->Byte3.Byte3, 0xff, misc2);
}

__INLINE__ void MUSPI_SetPt2PtVirtualChannel(MUHWI_Descriptor_t *desc, uint8_t channel)
{
	MUSPI_PT2PT_(desc)->Byte3.Byte3 =
		muspi_bits(MUSPI_PT2PT_(desc)->Byte3.Byte3, 0xe0, channel);
}

__INLINE__ void MUSPI_SetZoneRouting(MUHWI_Descriptor_t *desc, uint8_t zone)
{
	MUSPI_PT2PT_(desc)->Byte3.Byte3 =
		muspi_bits(MUSPI_PT2PT_(desc)->Byte3.Byte3, 0x18, zone);
}

__INLINE__ void MUSPI_SetStayOnBubble(MUHWI_Descriptor_t *desc, uint8_t stay)
{
	MUSPI_PT2PT_(desc)->Byte3.Byte3 =
		muspi_bits(MUSPI_PT2PT_(desc)->Byte3.Byte3, 0x04, stay);
}

__INLINE__ void MUSPI_SetPt2PtSkip(MUHWI_Descriptor_t *desc, uint16_t skip)
{
	MUSPI_PT2PT_(desc)->Injection_Info.Skip = (uint8_t)skip;
}

/* ---- Collective. */

__INLINE__ void MUSPI_SetOpCode(MUHWI_Descriptor_t *desc, uint8_t opCode)
{
	MUSPI_COLL_(desc)->Byte1.Byte1 =
		muspi_bits(MUSPI_COLL_(desc)->Byte1.Byte1, 0xf0, opCode);
}

/* Bytes of a word as the header has them: n with bytes = 4 * 2^n. */
__INLINE__ uint8_t muspi_word_length_code(uint32_t bytes)
{
	return (uint8_t)((__builtin_popcount(bytes - 1u) - 2) & 0x7);
}

__INLINE__ void MUSPI_SetWordLength(MUHWI_Descriptor_t *desc, uint8_t wordLength)
{
	MUSPI_COLL_(desc)->Byte1.Byte1 =
		muspi_bits(MUSPI_COLL_(desc)->Byte1.Byte1, 0x0f,
			   muspi_word_length_code(wordLength));
}

__INLINE__ void MUSPI_SetClassRoute(MUHWI_Descriptor_t *desc, uint8_t classRoute)
{
	MUSPI_COLL_(desc)->Byte2.Byte2 =
		muspi_bits(MUSPI_COLL_(desc)->Byte2.Byte2, 0xf0,
			   (uint8_t)(classRoute << 4));
}

/* All of header byte 3; then its parts. */
__INLINE__ void MUSPI_SetCollectiveMisc(MUHWI_Descriptor_t *desc, uint8_t misc)
{
	MUSPI_COLL_(desc)->Byte3.Byte3 =
		muspi_bits(MUSPI_COLL_(desc)->Byte3.Byte3, 0xff, misc);
}

__INLINE__ void MUSPI_SetCollectiveVirtualChannel(MUHWI_Descriptor_t *desc,
						  uint8_t virtualChannel)
{
	MUSPI_COLL_(desc)->Byte3.Byte3 =
		muspi_bits(MUSPI_COLL_(desc)->Byte3.Byte3, 0xe0, virtualChannel);
}

__INLINE__ void MUSPI_SetCollectiveType(MUHWI_Descriptor_t *desc, uint8_t type)
{
	MUSPI_COLL_(desc)->Byte3.Byte3 =
		muspi_bits(MUSPI_COLL_(desc)->Byte3.Byte3, 0x18, type);
}

__INLINE__ void MUSPI_SetCollectiveSkip(MUHWI_Descriptor_t *desc, uint16_t skip)
{
	MUSPI_COLL_(desc)->Injection_Info.Skip = (uint8_t)skip;
}

/* ---- Memory FIFO. */

__INLINE__ void MUSPI_SetRecFIFOId(MUHWI_Descriptor_t *desc, uint16_t id)
{
	MUSPI_MUH_(desc)->Memory_FIFO.Rec_FIFO_Id = id & 0x1ff;
}

/* 37 bits; in the same place in memory FIFO and direct put descriptors. */
__INLINE__ void MUSPI_SetRecPutOffset(MUHWI_Descriptor_t *desc, uint64_t offset)
{
	MUSPI_MUH_(desc)->Memory_FIFO.Put_Offset_MSB = (offset >> 32) & 0x1f;
	MUSPI_MUH_(desc)->Memory_FIFO.Put_Offset_LSB = (uint32_t)offset;
}

__INLINE__ void MUSPI_SetSoftwareBit(MUHWI_Descriptor_t *desc, uint8_t softwareBit)
{
	MUSPI_MUH_(desc)->Memory_FIFO.Unused1 = softwareBit & 1;
}

/* 14 bytes; byteNumber 0..13. */
__INLINE__ void MUSPI_SetSoftwareBytes(MUHWI_Descriptor_t *desc, uint8_t softwareBytes[])
{
	memcpy(MUSPI_MUH_(desc)->Memory_FIFO.Unused2, softwareBytes,
	       sizeof(MUSPI_MUH_(desc)->Memory_FIFO.Unused2));
}

__INLINE__ void MUSPI_SetSoftwareByte(MUHWI_Descriptor_t *desc, uint8_t byteNumber,
				      uint8_t byteValue)
{
	MUSPI_MUH_(desc)->Memory_FIFO.Unused2[byteNumber] = byteValue;
}

/* ---- Direct put. */

__INLINE__ void MUSPI_SetRecPayloadBaseAddressInfo(MUHWI_Descriptor_t *desc, uint16_t id,
						   uint64_t offset)
{
	MUSPI_MUH_(desc)->Direct_Put.Rec_Payload_Base_Address_Id = id & 0x3ff;
	MUSPI_SetRecPutOffset(desc, offset);
}

__INLINE__ void MUSPI_SetRecCounterBaseAddressInfo(MUHWI_Descriptor_t *desc, uint16_t id,
						   uint64_t offset)
{
	MUSPI_MUH_(desc)->Direct_Put.Rec_Counter_Base_Address_Id = id & 0x3ff;
	MUSPI_MUH_(desc)->Direct_Put.Counter_Offset = offset;
}

__INLINE__ void MUSPI_SetPacing(MUHWI_Descriptor_t *desc, uint8_t indicator)
{
	MUSPI_MUH_(desc)->Direct_Put.Pacing = indicator & 1;
}

/* ---- Remote get. */

__INLINE__ void MUSPI_SetRemoteGetInjFIFOId(MUHWI_Descriptor_t *desc, uint16_t id)
{
	MUSPI_MUH_(desc)->Remote_Get.Rget_Inj_FIFO_Id = id & 0x3ff;
}

/* ---- Groups of fields. */

__INLINE__ void MUSPI_SetBaseFields(MUHWI_Descriptor_t *desc,
				    MUSPI_BaseDescriptorInfoFields_t *info)
{
	desc->Half_Word0.Half_Word0 = info->Pre_Fetch_Only;
	MUSPI_SetPayload(desc, info->Payload_Address, info->Message_Length);
	MUSPI_SetTorusInjectionFIFOMap(desc, info->Torus_FIFO_Map);
	MUSPI_SetDestination(desc, info->Dest);
	MUSPI_SetSize(desc);
}

__INLINE__ void MUSPI_SetPt2PtFields(MUHWI_Descriptor_t *desc,
				     MUSPI_Pt2PtDescriptorInfoFields_t *info)
{
	MUSPI_SetHintsABCD(desc, info->Hints_ABCD);
	MUSPI_SetPt2PtMisc1(desc, info->Misc1);
	MUSPI_SetPt2PtMisc2(desc, info->Misc2);
	MUSPI_SetPt2PtSkip(desc, info->Skip);
}

/* The rest of header bytes 1 and 2 becomes 0. */
__INLINE__ void MUSPI_SetCollectiveFields(MUHWI_Descriptor_t *desc,
					  MUSPI_CollectiveDescriptorInfoFields_t *info)
{
	MUSPI_COLL_(desc)->Byte1.Byte1 =
		(uint8_t)(info->Op_Code | muspi_word_length_code(info->Word_Length));
	MUSPI_COLL_(desc)->Byte2.Byte2 = (uint8_t)(info->Class_Route << 4);
	MUSPI_SetCollectiveMisc(desc, info->Misc);
	MUSPI_SetCollectiveSkip(desc, info->Skip);
}

__INLINE__ void MUSPI_SetMemoryFIFOFields(MUHWI_Descriptor_t *desc,
					  MUSPI_MemoryFIFODescriptorInfoFields_t *info)
{
	MUSPI_SetRecFIFOId(desc, info->Rec_FIFO_Id);
	MUSPI_SetRecPutOffset(desc, info->Rec_Put_Offset);
	MUSPI_SetSoftwareBit(desc, info->SoftwareBit);
	MUSPI_SetSoftwareBytes(desc, info->SoftwareBytes);
	desc->Half_Word1.Half_Word1 = info->Interrupt;
}

__INLINE__ void MUSPI_SetDirectPutFields(MUHWI_Descriptor_t *desc,
					 MUSPI_DirectPutDescriptorInfoFields_t *info)
{
	MUSPI_SetRecPayloadBaseAddressInfo(desc, info->Rec_Payload_Base_Address_Id,
					   info->Rec_Payload_Offset);
	MUSPI_SetRecCounterBaseAddressInfo(desc, info->Rec_Counter_Base_Address_Id,
					   info->Rec_Counter_Offset);
	MUSPI_SetPacing(desc, info->Pacing);
}

__INLINE__ void MUSPI_SetRemoteGetFields(MUHWI_Descriptor_t *desc,
					 MUSPI_RemoteGetDescriptorInfoFields_t *info)
{
	MUSPI_SetMessageUnitPacketType(desc, info->Type);
	MUSPI_SetRemoteGetInjFIFOId(desc, info->Rget_Inj_FIFO_Id);
}

#ifdef __cplusplus
}
#endif
#endif
