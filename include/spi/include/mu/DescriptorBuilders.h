/*
 * mu/DescriptorBuilders.h - a complete descriptor from what Descriptor.h's info
 * structures say.  Not a header of the machine: Descriptor.h includes it.
 *
 * Builders clear *desc first, so every field that info does not name is 0.  They
 * return 0 always and check nothing; the MU does, when it takes the descriptor.
 */
#ifndef SPI_MU_DESCRIPTOR_BUILDERS_H
#define SPI_MU_DESCRIPTOR_BUILDERS_H

#include <stdio.h>

#include <spi/include/mu/Descriptor_inlines.h>

#ifndef __INLINE__
#define __INLINE__ static inline
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* network: MUHWI_*_DATA_PACKET_TYPE; mu: MUHWI_PACKET_TYPE_*. */
__INLINE__ void muspi_descriptor_start(MUHWI_Descriptor_t *desc, uint8_t network,
				       uint8_t mu)
{
	MUSPI_DescriptorZeroOut(desc);
	MUSPI_SetDataPacketType(desc, network);
	MUSPI_SetMessageUnitPacketType(desc, mu);
	MUSPI_SetSize(desc);
}

__INLINE__ int
MUSPI_CreatePt2PtMemoryFIFODescriptor(MUHWI_Descriptor_t *desc,
				MUSPI_Pt2PtMemoryFIFODescriptorInfo_t *info)
{
	muspi_descriptor_start(desc, MUHWI_PT2PT_DATA_PACKET_TYPE,
			       MUHWI_PACKET_TYPE_FIFO);
	MUSPI_SetBaseFields(desc, &info->Base);
	MUSPI_SetPt2PtFields(desc, &info->Pt2Pt);
	MUSPI_SetMemoryFIFOFields(desc, &info->MemFIFO);
	return 0;
}

__INLINE__ int
MUSPI_CreatePt2PtDirectPutDescriptor(MUHWI_Descriptor_t *desc,
				MUSPI_Pt2PtDirectPutDescriptorInfo_t *info)
{
	muspi_descriptor_start(desc, MUHWI_PT2PT_DATA_PACKET_TYPE,
			       MUHWI_PACKET_TYPE_PUT);
	MUSPI_SetBaseFields(desc, &info->Base);
	MUSPI_SetPt2PtFields(desc, &info->Pt2Pt);
	MUSPI_SetDirectPutFields(desc, &info->DirectPut);
	return 0;
}

__INLINE__ int
MUSPI_CreatePt2PtRemoteGetDescriptor(MUHWI_Descriptor_t *desc,
				MUSPI_Pt2PtRemoteGetDescriptorInfo_t *info)
{
	muspi_descriptor_start(desc, MUHWI_PT2PT_DATA_PACKET_TYPE,
			       info->RemoteGet.Type);
	MUSPI_SetBaseFields(desc, &info->Base);
	MUSPI_SetPt2PtFields(desc, &info->Pt2Pt);
	MUSPI_SetRemoteGetFields(desc, &info->RemoteGet);
	return 0;
}

__INLINE__ int
MUSPI_CreateCollectiveMemoryFIFODescriptor(MUHWI_Descriptor_t *desc,
				MUSPI_CollectiveMemoryFIFODescriptorInfo_t *info)
{
	muspi_descriptor_start(desc, MUHWI_COLLECTIVE_DATA_PACKET_TYPE,
			       MUHWI_PACKET_TYPE_FIFO);
	MUSPI_SetBaseFields(desc, &info->Base);
	MUSPI_SetCollectiveFields(desc, &info->Collective);
	MUSPI_SetMemoryFIFOFields(desc, &info->MemFIFO);
	return 0;
}

__INLINE__ int
MUSPI_CreateCollectiveDirectPutDescriptor(MUHWI_Descriptor_t *desc,
				MUSPI_CollectiveDirectPutDescriptorInfo_t *info)
{
	muspi_descriptor_start(desc, MUHWI_COLLECTIVE_DATA_PACKET_TYPE,
			       MUHWI_PACKET_TYPE_PUT);
	MUSPI_SetBaseFields(desc, &info->Base);
	MUSPI_SetCollectiveFields(desc, &info->Collective);
	MUSPI_SetDirectPutFields(desc, &info->DirectPut);
	return 0;
}

__INLINE__ int
MUSPI_CreateCollectiveRemoteGetDescriptor(MUHWI_Descriptor_t *desc,
				MUSPI_CollectiveRemoteGetDescriptorInfo_t *info)
{
	muspi_descriptor_start(desc, MUHWI_COLLECTIVE_DATA_PACKET_TYPE,
			       info->RemoteGet.Type);
	MUSPI_SetBaseFields(desc, &info->Base);
	MUSPI_SetCollectiveFields(desc, &info->Collective);
	MUSPI_SetRemoteGetFields(desc, &info->RemoteGet);
	return 0;
}

/* To stdout: a line with identifier and address, then the 16 words. */
__INLINE__ void MUSPI_DescriptorDumpHex(char *identifier, MUHWI_Descriptor_t *desc)
{
	uint32_t word[16];
	int i;

	memcpy(word, (const void *)desc, sizeof(word));
	printf("%s: descriptor at %p\n", identifier, (void *)desc);
	for (i = 0; i < 16; i++)
		printf("%08x%c", word[i], i % 8 == 7 ? '\n' : ' ');
}

#ifdef __cplusplus
}
#endif
#endif
