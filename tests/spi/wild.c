/* wild.c - rank 3 injects a descriptor whose payload lies nowhere. */
#include "mail.h"

#include <unistd.h>

int main(void)
{
	mail_init();
	test_barrier();
	if (Kernel_GetRank() == 3) {
		MUSPI_Pt2PtMemoryFIFODescriptorInfo_t info;
		MUHWI_Descriptor_t d __attribute__((aligned(64)));

		memset(&info, 0, sizeof info);
		info.Base.Payload_Address = UINT64_C(0xdeadbeef0);
		info.Base.Message_Length = 64;
		info.Base.Torus_FIFO_Map = MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_AP;
		CHECK(MUSPI_CreatePt2PtMemoryFIFODescriptor(&d, &info) == 0);
		CHECK(MUSPI_InjFifoInject(MUSPI_IdToInjFifo(0, &mail_inj), &d) == 1);
	}
	usleep(100);
	return 0;
}
