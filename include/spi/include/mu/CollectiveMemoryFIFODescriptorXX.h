/*
 * mu/CollectiveMemoryFIFODescriptorXX.h - the descriptor of a memory FIFO message,
 * collective, for C++.  Only constructors: see DescriptorBaseXX.h.
 */
#ifndef SPI_MU_COLLECTIVE_MEMORY_FIFO_DESCRIPTOR_XX_H
#define SPI_MU_COLLECTIVE_MEMORY_FIFO_DESCRIPTOR_XX_H

#include <spi/include/mu/Descriptor.h>
#include <spi/include/mu/DescriptorBaseXX.h>

class MUSPI_CollectiveMemoryFIFODescriptor : public MUSPI_DescriptorBase
{
public:
	MUSPI_CollectiveMemoryFIFODescriptor()
		: MUSPI_DescriptorBase(MUHWI_COLLECTIVE_DATA_PACKET_TYPE,
				       MUHWI_PACKET_TYPE_FIFO)
	{
	}

	/* Sets nothing. */
	MUSPI_CollectiveMemoryFIFODescriptor(int dummy)
		: MUSPI_DescriptorBase(dummy)
	{
	}

	MUSPI_CollectiveMemoryFIFODescriptor(MUSPI_CollectiveMemoryFIFODescriptorInfo_t *info)
		: MUSPI_DescriptorBase(0)
	{
		MUSPI_CreateCollectiveMemoryFIFODescriptor(this, info);
	}
};

#endif
