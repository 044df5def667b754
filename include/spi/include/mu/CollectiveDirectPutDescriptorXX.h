/*
 * mu/CollectiveDirectPutDescriptorXX.h - the descriptor of a direct put message,
 * collective, for C++.  Only constructors: see DescriptorBaseXX.h.
 */
#ifndef SPI_MU_COLLECTIVE_DIRECT_PUT_DESCRIPTOR_XX_H
#define SPI_MU_COLLECTIVE_DIRECT_PUT_DESCRIPTOR_XX_H

#include <spi/include/mu/Descriptor.h>
#include <spi/include/mu/DescriptorBaseXX.h>

class MUSPI_CollectiveDirectPutDescriptor : public MUSPI_DescriptorBase
{
public:
	MUSPI_CollectiveDirectPutDescriptor()
		: MUSPI_DescriptorBase(MUHWI_COLLECTIVE_DATA_PACKET_TYPE,
				       MUHWI_PACKET_TYPE_PUT)
	{
	}

	/* Sets nothing. */
	MUSPI_CollectiveDirectPutDescriptor(int dummy)
		: MUSPI_DescriptorBase(dummy)
	{
	}

	MUSPI_CollectiveDirectPutDescriptor(MUSPI_CollectiveDirectPutDescriptorInfo_t *info)
		: MUSPI_DescriptorBase(0)
	{
		MUSPI_CreateCollectiveDirectPutDescriptor(this, info);
	}
};

#endif
