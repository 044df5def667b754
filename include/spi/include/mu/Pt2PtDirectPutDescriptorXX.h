/*
 * mu/Pt2PtDirectPutDescriptorXX.h - the descriptor of a direct put message,
 * point-to-point, for C++.  Only constructors: see DescriptorBaseXX.h.
 */
#ifndef SPI_MU_PT2PT_DIRECT_PUT_DESCRIPTOR_XX_H
#define SPI_MU_PT2PT_DIRECT_PUT_DESCRIPTOR_XX_H

#include <spi/include/mu/Descriptor.h>
#include <spi/include/mu/DescriptorBaseXX.h>

class MUSPI_Pt2PtDirectPutDescriptor : public MUSPI_DescriptorBase
{
public:
	MUSPI_Pt2PtDirectPutDescriptor()
		: MUSPI_DescriptorBase(MUHWI_PT2PT_DATA_PACKET_TYPE,
				       MUHWI_PACKET_TYPE_PUT)
	{
	}

	/* Sets nothing. */
	MUSPI_Pt2PtDirectPutDescriptor(int dummy)
		: MUSPI_DescriptorBase(dummy)
	{
	}

	MUSPI_Pt2PtDirectPutDescriptor(MUSPI_Pt2PtDirectPutDescriptorInfo_t *info)
		: MUSPI_DescriptorBase(0)
	{
		MUSPI_CreatePt2PtDirectPutDescriptor(this, info);
	}
};

#endif
