/*
 * mu/Pt2PtRemoteGetDescriptorXX.h - the descriptor of a remote get message,
 * point-to-point, for C++.  Only constructors: see DescriptorBaseXX.h.
 */
#ifndef SPI_MU_PT2PT_REMOTE_GET_DESCRIPTOR_XX_H
#define SPI_MU_PT2PT_REMOTE_GET_DESCRIPTOR_XX_H

#include <spi/include/mu/Descriptor.h>
#include <spi/include/mu/DescriptorBaseXX.h>

class MUSPI_Pt2PtRemoteGetDescriptor : public MUSPI_DescriptorBase
{
public:
	MUSPI_Pt2PtRemoteGetDescriptor()
		: MUSPI_DescriptorBase(MUHWI_PT2PT_DATA_PACKET_TYPE,
				       MUHWI_PACKET_TYPE_GET)
	{
	}

	/* Sets nothing. */
	MUSPI_Pt2PtRemoteGetDescriptor(int dummy)
		: MUSPI_DescriptorBase(dummy)
	{
	}

	MUSPI_Pt2PtRemoteGetDescriptor(MUSPI_Pt2PtRemoteGetDescriptorInfo_t *info)
		: MUSPI_DescriptorBase(0)
	{
		MUSPI_CreatePt2PtRemoteGetDescriptor(this, info);
	}
};

#endif
