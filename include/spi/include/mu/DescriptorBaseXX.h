/*
 * mu/DescriptorBaseXX.h - a descriptor with methods, for C++.
 *
 * The object is the 64 bytes and nothing else, so it can be constructed in a FIFO
 * slot; the methods are the calls of Descriptor_inlines.h.  Must never get data
 * members or virtual functions.
 */
#ifndef SPI_MU_DESCRIPTOR_BASE_XX_H
#define SPI_MU_DESCRIPTOR_BASE_XX_H

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <hwi/include/common/compiler_support.h>
#include <hwi/include/bqc/MU_Descriptor.h>
#include <spi/include/mu/Descriptor_inlines.h>

class MUSPI_DescriptorBase : public MUHWI_Descriptor_t
{
public:
	MUSPI_DescriptorBase()
	{
		MUSPI_DescriptorZeroOut(this);
	}

	/* Sets nothing; the argument only selects this one. */
	MUSPI_DescriptorBase(int)
	{
	}

	MUSPI_DescriptorBase(uint8_t data_packet_type, uint8_t MU_packet_type)
	{
		muspi_descriptor_start(this, data_packet_type, MU_packet_type);
	}

	void setPayload(uint64_t payloadAddress, uint64_t messageLength)
	{
		MUSPI_SetPayload(this, payloadAddress, messageLength);
	}

	/* The destination word. */
	void setDestination(uint32_t dest)
	{
		PacketHeader.NetworkHeader.pt2pt.Destination.Destination.Destination = dest;
	}

	void setHints(uint8_t hintsABCD, uint8_t hintsE)
	{
		MUSPI_SetHints(this, hintsABCD, hintsE);
	}

	void setSoftwareByte(uint8_t byteNumber, uint8_t byteValue)
	{
		MUSPI_SetSoftwareByte(this, byteNumber, byteValue);
	}

	void setRecPayloadBaseAddressInfo(uint16_t id, uint64_t offset)
	{
		MUSPI_SetRecPayloadBaseAddressInfo(this, id, offset);
	}

	void setRecCounterBaseAddressInfo(uint16_t id, uint64_t offset)
	{
		MUSPI_SetRecCounterBaseAddressInfo(this, id, offset);
	}

	void setDataPacketType(uint8_t type)
	{
		MUSPI_SetDataPacketType(this, type);
	}

	void setMessageUnitPacketType(uint8_t type)
	{
		MUSPI_SetMessageUnitPacketType(this, type);
	}

	void setPrefetchOnly(uint32_t indicator)
	{
		MUSPI_SetPrefetchOnly(this, indicator);
	}

	void setInterrupt(uint32_t indicator)
	{
		MUSPI_SetInterrupt(this, indicator);
	}

	void setTorusInjectionFIFOMap(uint64_t torusFIFOMap)
	{
		MUSPI_SetTorusInjectionFIFOMap(this, torusFIFOMap);
	}

	void setDestination(MUHWI_Destination_t dest)
	{
		MUSPI_SetDestination(this, dest);
	}

	void setHintsABCD(uint8_t hintsABCD)
	{
		MUSPI_SetHintsABCD(this, hintsABCD);
	}

	void setPt2PtMisc1(uint8_t misc1)
	{
		MUSPI_SetPt2PtMisc1(this, misc1);
	}

	void setRouteToIONode(uint8_t indicator)
	{
		MUSPI_SetRouteToIONode(this, indicator);
	}

	void setReturnFromIONode(uint8_t port)
	{
		MUSPI_SetReturnFromIONode(this, port);
	}

	void setRouting(uint8_t indicator)
	{
		MUSPI_SetRouting(this, indicator);
	}

	void setDeposit(uint8_t indicator)
	{
		MUSPI_SetDeposit(this, indicator);
	}

	void setPt2PtMisc2(uint8_t misc2)
	{
		MUSPI_SetPt2PtMisc2(this, misc2);
	}

	void setPt2PtVirtualChannel(uint8_t channel)
	{
		MUSPI_SetPt2PtVirtualChannel(this, channel);
	}

	void setZoneRouting(uint8_t zone)
	{
		MUSPI_SetZoneRouting(this, zone);
	}

	void setStayOnBubble(uint8_t stay)
	{
		MUSPI_SetStayOnBubble(this, stay);
	}

	void setPt2PtSkip(uint16_t skip)
	{
		MUSPI_SetPt2PtSkip(this, skip);
	}

	void setOpCode(uint8_t opCode)
	{
		MUSPI_SetOpCode(this, opCode);
	}

	void setWordLength(uint8_t wordLength)
	{
		MUSPI_SetWordLength(this, wordLength);
	}

	void setClassRoute(uint8_t classRoute)
	{
		MUSPI_SetClassRoute(this, classRoute);
	}

	void setCollectiveMisc(uint8_t misc)
	{
		MUSPI_SetCollectiveMisc(this, misc);
	}

	void setCollectiveVirtualChannel(uint8_t virtualChannel)
	{
		MUSPI_SetCollectiveVirtualChannel(this, virtualChannel);
	}

	void setCollectiveType(uint8_t type)
	{
		MUSPI_SetCollectiveType(this, type);
	}

	void setCollectiveSkip(uint16_t skip)
	{
		MUSPI_SetCollectiveSkip(this, skip);
	}

	void setRecFIFOId(uint16_t id)
	{
		MUSPI_SetRecFIFOId(this, id);
	}

	void setRecPutOffset(uint64_t offset)
	{
		MUSPI_SetRecPutOffset(this, offset);
	}

	void setSoftwareBit(uint8_t softwareBit)
	{
		MUSPI_SetSoftwareBit(this, softwareBit);
	}

	void setSoftwareBytes(uint8_t *softwareBytes)
	{
		MUSPI_SetSoftwareBytes(this, softwareBytes);
	}

	void setPacing(uint8_t indicator)
	{
		MUSPI_SetPacing(this, indicator);
	}

	void setRemoteGetInjFIFOId(uint16_t id)
	{
		MUSPI_SetRemoteGetInjFIFOId(this, id);
	}

	/* Unlike MUSPI_SetBaseFields(), leaves the packet's size as it is. */
	void setBaseFields(MUSPI_BaseDescriptorInfoFields_t *info)
	{
		Half_Word0.Half_Word0 = info->Pre_Fetch_Only;
		MUSPI_SetPayload(this, info->Payload_Address, info->Message_Length);
		MUSPI_SetTorusInjectionFIFOMap(this, info->Torus_FIFO_Map);
		MUSPI_SetDestination(this, info->Dest);
	}

	void setPt2PtFields(MUSPI_Pt2PtDescriptorInfoFields_t *info)
	{
		MUSPI_SetPt2PtFields(this, info);
	}

	void setCollectiveFields(MUSPI_CollectiveDescriptorInfoFields_t *info)
	{
		MUSPI_SetCollectiveFields(this, info);
	}

	void setMemoryFIFOFields(MUSPI_MemoryFIFODescriptorInfoFields_t *info)
	{
		MUSPI_SetMemoryFIFOFields(this, info);
	}

	void setDirectPutFields(MUSPI_DirectPutDescriptorInfoFields_t *info)
	{
		MUSPI_SetDirectPutFields(this, info);
	}

	void setRemoteGetFields(MUSPI_RemoteGetDescriptorInfoFields_t *info)
	{
		MUSPI_SetRemoteGetFields(this, info);
	}

	/* Copies this descriptor to obj. */
	void clone(MUSPI_DescriptorBase &obj)
	{
		memcpy((void *)&obj, (const void *)this, sizeof(*this));
	}

	void dump()
	{
		char name[] = "MUSPI_DescriptorBase";

		MUSPI_DescriptorDumpHex(name, this);
	}
};

#endif
