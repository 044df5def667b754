/*
 * mu/CollectiveRemoteGetDescriptorXX.h - the descriptor of a remote get message,
 * collective, for C++.  Only constructors: see DescriptorBaseXX.h.
 */
#ifndef SPI_MU_COLLECTIVE_REMOTE_GET_DESCRIPTOR_XX_H
#define SPI_MU_COLLECTIVE_REMOTE_GET_DESCRIPTOR_XX_H

#include <spi/include/mu/Descriptor.h>
#include <spi/include/mu/DescriptorBaseXX.h>

class MUSPI_CollectiveRemoteGetDescriptor : public MUSPI_DescriptorBase
{
public:
	MUSPI_CollectiveRemoteGetDescriptor()
		: MUSPI_DescriptorBase(MUHWI_COLLECTIVE_DATA_PACKET_TYPE,
				       MUHWI_PACKET_TYPE_GET)
	{
	}

	/* Sets nothing. */
	MUSPI_CollectiveRemoteGetDescriptor(int dummy)
		: MUSPI_DescriptorBase(dummy)
	{
	}

	MUSPI_CollectiveRemoteGetDescriptor(MUSPI_CollectiveRemoteGetDescriptorInfo_t *info)
		: MUSPI_DescriptorBase(0)
	{
		MUSPI_CreateCollectiveRemoteGetDescriptor(this, info);
	}
};

#endif
