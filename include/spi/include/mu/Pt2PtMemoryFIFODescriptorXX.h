/*
 * mu/Pt2PtMemoryFIFODescriptorXX.h - the descriptor of a memory FIFO message,
 * point-to-point, for C++.  Only constructors: see DescriptorBaseXX.h.
 */
#ifndef SPI_MU_PT2PT_MEMORY_FIFO_DESCRIPTOR_XX_H
#define SPI_MU_PT2PT_MEMORY_FIFO_DESCRIPTOR_XX_H

#include <spi/include/mu/Descriptor.h>
#include <spi/include/mu/DescriptorBaseXX.h>

class MUSPI_Pt2PtMemoryFIFODescriptor : public MUSPI_DescriptorBase
{
public:
	MUSPI_Pt2PtMemoryFIFODescriptor()
		: MUSPI_DescriptorBase(MUHWI_PT2PT_DATA_PACKET_TYPE,
				       MUHWI_PACKET_TYPE_FIFO)
	{
	}

	/* Sets nothing. */
	MUSPI_Pt2PtMemoryFIFODescriptor(int dummy)
		: MUSPI_DescriptorBase(dummy)
	{
	}

	MUSPI_Pt2PtMemoryFIFODescriptor(MUSPI_Pt2PtMemoryFIFODescriptorInfo_t *info)
		: MUSPI_DescriptorBase(0)
	{
		MUSPI_CreatePt2PtMemoryFIFODescriptor(this, info);
	}
};

#endif
