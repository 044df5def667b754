/*
 * all_pairs.c - for reports: each node puts a message of its own length to STRIDES others, the
 * argument, which are spread evenly over the machine, and waits for all that come to it.
 */
#include "../../bench/spi/put.h"

#define BYTES_MAX 512

static uint64_t from[BYTES_MAX / 8], to[BYTES_MAX / 8];
static volatile uint64_t counter;
static uint32_t shape[5], nodes = 1, self;

static void find_place(void)
{
	Personality_t p;

	check(Kernel_GetPersonality(&p, sizeof p), "personality");
	const Personality_Networks_t *n = &p.Network_Config;
	const uint32_t size[5] = { n->Anodes, n->Bnodes, n->Cnodes, n->Dnodes, n->Enodes };
	const uint32_t at[5] = { n->Acoord, n->Bcoord, n->Ccoord, n->Dcoord, n->Ecoord };

	for (int d = 0; d < 5; d++) {
		shape[d] = size[d];
		nodes *= size[d];
		self = self * size[d] + at[d];
	}
}

static uint64_t bytes_of(uint32_t node, uint32_t other)
{
	return 1 + (node * 37u + other * 101u + node * other % 113u) % BYTES_MAX;
}

static void put(uint32_t node)
{
	static MUHWI_Descriptor_t d __attribute__((aligned(64)));
	MUSPI_Pt2PtDirectPutDescriptorInfo_t info;
	uint32_t c[5], rest = node;

	for (int i = 4; i >= 0; i--) {
		c[i] = rest % shape[i];
		rest /= shape[i];
	}
	memset(&info, 0, sizeof info);
	info.Base.Payload_Address = physical(from);
	info.Base.Message_Length = bytes_of(self, node);
	info.Base.Torus_FIFO_Map = 0xffc0;
	MUSPI_SetUpDestination(&info.Base.Dest, c[0], c[1], c[2], c[3], c[4]);
	info.Pt2Pt.Misc1 = MUHWI_PACKET_USE_DYNAMIC_ROUTING;
	info.Pt2Pt.Misc2 = MUHWI_PACKET_VIRTUAL_CHANNEL_DYNAMIC;
	info.DirectPut.Rec_Payload_Base_Address_Id = 0;
	info.DirectPut.Rec_Counter_Base_Address_Id = 1;
	check(MUSPI_CreatePt2PtDirectPutDescriptor(&d, &info), "descriptor");
	while (MUSPI_InjFifoInject(MUSPI_IdToInjFifo(0, &put_inj), &d) == (uint64_t)-1)
		;
}

int main(int argc, char **argv)
{
	uint32_t strides = argc > 1 ? (uint32_t)atoi(argv[1]) : 8;
	MUSPI_GIBarrier_t barrier;

	find_place();
	put_init(to, &counter);
	for (uint32_t i = 1; i <= strides; i++) {
		uint32_t stride = (uint32_t)((uint64_t)nodes * i / (strides + 1));

		counter += bytes_of((self + nodes - stride) % nodes, self);
	}
	check(MUSPI_GIBarrierInit(&barrier, 0), "barrier");
	check(MUSPI_GIBarrierEnterAndWait(&barrier), "barrier");
	for (uint32_t i = 1; i <= strides; i++)
		put((uint32_t)((self + (uint64_t)nodes * i / (strides + 1)) % nodes));
	while (counter != 0)
		;
	return 0;
}
