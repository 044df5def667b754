/*
 * spin_wait.c - all nodes but one spin raw on a word in memory, for as many
 * simulated microseconds as the argument says; then node 0 releases them, each
 * by a direct put.  Waiting should cost the host nothing.
 */
#include <unistd.h>

#include "put.h"

static volatile uint64_t counter = 8, released;
static uint64_t send = 1;

static void release(const MUHWI_Destination_t *to)
{
	MUSPI_Pt2PtDirectPutDescriptorInfo_t info;
	MUHWI_Descriptor_t d __attribute__((aligned(64)));

	memset(&info, 0, sizeof info);
	info.Base.Payload_Address = physical(&send);
	info.Base.Message_Length = 8;
	info.Base.Torus_FIFO_Map = MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_AP;
	info.Base.Dest = *to;
	info.Pt2Pt.Misc1 = MUHWI_PACKET_USE_DETERMINISTIC_ROUTING;
	info.Pt2Pt.Misc2 = MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC;
	info.DirectPut.Rec_Counter_Base_Address_Id = 1;
	check(MUSPI_CreatePt2PtDirectPutDescriptor(&d, &info), "descriptor");
	while (MUSPI_InjFifoInject(MUSPI_IdToInjFifo(0, &put_inj), &d) == (uint64_t)-1)
		;
}

int main(int argc, char **argv)
{
	MUSPI_GIBarrier_t barrier;
	Personality_t p;

	check(Kernel_GetPersonality(&p, sizeof p), "personality");
	put_init(&released, &counter);
	check(MUSPI_GIBarrierInit(&barrier, 0), "barrier");
	MUSPI_GIBarrierEnterAndWait(&barrier);
	const Personality_Networks_t *n = &p.Network_Config;

	if (Kernel_GetRank() != 0) {
		while (counter != 0)
			;
		return released == 1 ? 0 : 1;
	}
	usleep((useconds_t)(argc > 1 ? atoi(argv[1]) : 1000));
	for (uint32_t a = 0; a < n->Anodes; a++)
		for (uint32_t b = 0; b < n->Bnodes; b++)
			for (uint32_t c = 0; c < n->Cnodes; c++)
				for (uint32_t d = 0; d < n->Dnodes; d++)
					for (uint32_t e = 0; e < n->Enodes; e++) {
						MUHWI_Destination_t to;

						MUSPI_SetUpDestination(&to, a, b, c, d, e);
						if (a | b | c | d | e)
							release(&to);
					}
	return 0;
}
