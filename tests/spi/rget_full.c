/*
 * rget_full.c - rank 16 never activates its remote-get FIFO of 16 descriptors; all others
 * send it more gets than it holds, and wait for room or answers that never come.  With
 * "busy", rank 0 looks at its clock for ever instead.
 */
#include "mail.h"
#include "rget_fifo.h"

#define VICTIM 16
#define GETS   30

static char rget_memory[16 * 64] __attribute__((aligned(64)));
static MUHWI_Descriptor_t piece __attribute__((aligned(64)));

static void open_rget_fifo(void)
{
	static MUSPI_InjFifoSubGroup_t group;

	rget_init(&group, rget_memory, sizeof rget_memory);
}

static void send_get(void)
{
	MUSPI_Pt2PtRemoteGetDescriptorInfo_t info;
	MUHWI_Descriptor_t d __attribute__((aligned(64)));

	memset(&info, 0, sizeof info);
	info.Base.Payload_Address = test_physical(&piece);
	info.Base.Message_Length = sizeof piece;
	info.Base.Torus_FIFO_Map = MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_AP;
	mail_destination(&info.Base.Dest, VICTIM);
	info.Pt2Pt.Misc1 = MUHWI_PACKET_USE_DETERMINISTIC_ROUTING;
	info.Pt2Pt.Misc2 = MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC;
	info.RemoteGet.Type = MUHWI_PACKET_TYPE_GET;
	info.RemoteGet.Rget_Inj_FIFO_Id = RGET_ID;
	CHECK(MUSPI_CreatePt2PtRemoteGetDescriptor(&d, &info) == 0);
	while (MUSPI_InjFifoInject(MUSPI_IdToInjFifo(0, &mail_inj), &d) == (uint64_t)-1)
		;
}

int main(int argc, char **argv)
{
	(void)argv;
	mail_init();
	if (Kernel_GetRank() == VICTIM)
		open_rget_fifo();
	test_barrier();
	if (argc > 1 && Kernel_GetRank() == 0)
		while (GetTimeBase() != 0)
			;
	if (Kernel_GetRank() != VICTIM)
		for (unsigned i = 0; i < GETS; i++)
			send_get();
	while (MUSPI_RecFifoPoll(MUSPI_IdToRecFifo(0, &mail_rec), 1) == 0)
		;
	return 0;
}
