/*
 * mu/Descriptor.h - what a program says about a message; the builders turn it into
 * the 64-byte descriptor (DescriptorBuilders.h, included at the end).
 *
 * A descriptor is: Base, then how it travels (Pt2Pt or Collective), then what
 * becomes of it (MemoryFIFO, DirectPut or RemoteGet).  Values are the macros of
 * the hwi headers.  Types only.
 */
#ifndef SPI_MU_DESCRIPTOR_H
#define SPI_MU_DESCRIPTOR_H

#include <spi/include/kernel/cnk/kernel_impl.h>
#include <hwi/include/common/compiler_support.h>
#include <hwi/include/bqc/MU_Descriptor.h>
#include <hwi/include/bqc/MU_PacketCommon.h>
#include <hwi/include/bqc/MU_PacketHeader.h>
#include <spi/include/mu/Util.h>

typedef struct MUSPI_BaseDescriptorInfoFields {
	uint32_t Pre_Fetch_Only;
	uint64_t Payload_Address; /* physical */
	uint64_t Message_Length;  /* bytes */
	uint64_t Torus_FIFO_Map;
	MUHWI_Destination_t Dest; /* unused by collectives */
} MUSPI_BaseDescriptorInfoFields_t;

typedef struct MUSPI_Pt2PtDescriptorInfoFields {
	uint8_t Hints_ABCD;
	uint8_t Misc1; /* header byte 2: E hints, I/O, routing, deposit */
	uint8_t Misc2; /* header byte 3: virtual channel, zone, bubble */
	uint16_t Skip; /* 4-byte words left out of the checksum */
} MUSPI_Pt2PtDescriptorInfoFields_t;

typedef struct MUSPI_CollectiveDescriptorInfoFields {
	uint8_t Op_Code;
	uint16_t Word_Length; /* bytes: a power of two, 4..512 */
	uint8_t Class_Route;  /* 0..15 */
	uint8_t Misc;         /* header byte 3: virtual channel, type */
	uint16_t Skip;
} MUSPI_CollectiveDescriptorInfoFields_t;

typedef struct MUSPI_MemoryFIFODescriptorInfoFields {
	uint16_t Rec_FIFO_Id; /* of the node, 0..271 */
	uint64_t Rec_Put_Offset;
	uint32_t Interrupt;
	uint8_t SoftwareBit;
	uint8_t SoftwareBytes[14]; /* [0] is the receive function's id */
} MUSPI_MemoryFIFODescriptorInfoFields_t;

typedef struct MUSPI_DirectPutDescriptorInfoFields {
	uint16_t Rec_Payload_Base_Address_Id; /* BAT entry of the node, 0..543 */
	uint64_t Rec_Payload_Offset;
	uint16_t Rec_Counter_Base_Address_Id;
	uint64_t Rec_Counter_Offset;
	uint8_t Pacing;
} MUSPI_DirectPutDescriptorInfoFields_t;

typedef struct MUSPI_RemoteGetDescriptorInfoFields {
	uint8_t Type;              /* MUHWI_PACKET_TYPE_GET or _PACED_GET */
	uint16_t Rget_Inj_FIFO_Id; /* of the destination node, 0..543 */
} MUSPI_RemoteGetDescriptorInfoFields_t;

typedef struct MUSPI_Pt2PtMemoryFIFODescriptorInfo {
	MUSPI_BaseDescriptorInfoFields_t Base;
	MUSPI_Pt2PtDescriptorInfoFields_t Pt2Pt;
	MUSPI_MemoryFIFODescriptorInfoFields_t MemFIFO;
} MUSPI_Pt2PtMemoryFIFODescriptorInfo_t;

typedef struct MUSPI_Pt2PtDirectPutDescriptorInfo {
	MUSPI_BaseDescriptorInfoFields_t Base;
	MUSPI_Pt2PtDescriptorInfoFields_t Pt2Pt;
	MUSPI_DirectPutDescriptorInfoFields_t DirectPut;
} MUSPI_Pt2PtDirectPutDescriptorInfo_t;

typedef struct MUSPI_Pt2PtRemoteGetDescriptorInfo {
	MUSPI_BaseDescriptorInfoFields_t Base;
	MUSPI_Pt2PtDescriptorInfoFields_t Pt2Pt;
	MUSPI_RemoteGetDescriptorInfoFields_t RemoteGet;
} MUSPI_Pt2PtRemoteGetDescriptorInfo_t;

typedef struct MUSPI_CollectiveMemoryFIFODescriptorInfo {
	MUSPI_BaseDescriptorInfoFields_t Base;
	MUSPI_CollectiveDescriptorInfoFields_t Collective;
	MUSPI_MemoryFIFODescriptorInfoFields_t MemFIFO;
} MUSPI_CollectiveMemoryFIFODescriptorInfo_t;

typedef struct MUSPI_CollectiveDirectPutDescriptorInfo {
	MUSPI_BaseDescriptorInfoFields_t Base;
	MUSPI_CollectiveDescriptorInfoFields_t Collective;
	MUSPI_DirectPutDescriptorInfoFields_t DirectPut;
} MUSPI_CollectiveDirectPutDescriptorInfo_t;

typedef struct MUSPI_CollectiveRemoteGetDescriptorInfo {
	MUSPI_BaseDescriptorInfoFields_t Base;
	MUSPI_CollectiveDescriptorInfoFields_t Collective;
	MUSPI_RemoteGetDescriptorInfoFields_t RemoteGet;
} MUSPI_CollectiveRemoteGetDescriptorInfo_t;

#include <spi/include/mu/DescriptorBuilders.h>

#endif
