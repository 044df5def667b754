/*
 * agent_fence.c - a fence by the communication agent: every rank puts long data into its right
 * neighbour, asks the agent there to send a descriptor back, and when that is back tells the
 * neighbour, whose data has to be there by then.  Not here: what the agent refuses.
 */
#include "mail.h"

#include <spi/include/mu/Addressing_inlines.h>

#include <agents/include/comm/commagent.h>
#include <agents/include/comm/fence.h>

#define PUTS  4u
#define BYTES 65536u
#define BACK  1 /* receive functions: the fence is back; the left neighbour's data is here */
#define HERE  2

static char data[BYTES], there[PUTS][BYTES];
static volatile uint64_t counter;
static MUSPI_BaseAddressTableSubGroup_t bat;
static unsigned back, here;

static int receive(void *param, MUHWI_PacketHeader_t *packet, uint32_t bytes)
{
	(void)packet;
	(void)bytes;
	if (param == &back)
		back++;
	if (param == &here) {
		CHECK(counter == 0);
		here++;
	}
	return 0;
}

static void inject(MUHWI_Descriptor_t *d)
{
	while (MUSPI_InjFifoInject(MUSPI_IdToInjFifo(0, &mail_inj), d) == (uint64_t)-1)
		;
}

static void common(MUSPI_BaseDescriptorInfoFields_t *base, MUSPI_Pt2PtDescriptorInfoFields_t *pt,
		   uint32_t to, const void *payload, uint64_t bytes)
{
	base->Payload_Address = bytes ? test_physical(payload) : 0;
	base->Message_Length = bytes;
	base->Torus_FIFO_Map = MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_AP;
	mail_destination(&base->Dest, to);
	pt->Misc1 = MUHWI_PACKET_USE_DETERMINISTIC_ROUTING;
	pt->Misc2 = MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC;
}

static void put(uint32_t to, unsigned i)
{
	MUSPI_Pt2PtDirectPutDescriptorInfo_t info;
	MUHWI_Descriptor_t d __attribute__((aligned(64)));

	memset(&info, 0, sizeof info);
	common(&info.Base, &info.Pt2Pt, to, data, BYTES);
	info.DirectPut.Rec_Payload_Base_Address_Id = 0;
	info.DirectPut.Rec_Payload_Offset = i * BYTES;
	info.DirectPut.Rec_Counter_Base_Address_Id = 1;
	info.DirectPut.Rec_Counter_Offset = 0;
	CHECK(MUSPI_CreatePt2PtDirectPutDescriptor(&d, &info) == 0);
	inject(&d);
}

static void fence(uint32_t to, uint32_t self, CommAgent_Control_t control)
{
	static MUHWI_Descriptor_t answer __attribute__((aligned(64)));
	MUSPI_Pt2PtMemoryFIFODescriptorInfo_t info;
	MUHWI_Descriptor_t d __attribute__((aligned(64)));

	memset(&info, 0, sizeof info);
	common(&info.Base, &info.Pt2Pt, self, NULL, 0);
	info.MemFIFO.SoftwareBytes[0] = BACK;
	CHECK(MUSPI_CreatePt2PtMemoryFIFODescriptor(&answer, &info) == 0);
	memset(&info, 0, sizeof info);
	common(&info.Base, &info.Pt2Pt, to, &answer, sizeof answer);
	info.MemFIFO.Rec_FIFO_Id = CommAgent_GetRecFifoId(control);
	info.MemFIFO.SoftwareBytes[0] = CommAgent_Fence_GetRecFifoDispatchId();
	CHECK(MUSPI_CreatePt2PtMemoryFIFODescriptor(&d, &info) == 0);
	inject(&d);
}

int main(void)
{
	uint32_t ids[2] = { 0, 1 }, rank = Kernel_GetRank(), ranks;
	CommAgent_Control_t control;

	CHECK(CommAgent_Init(&control) == 0);
	CHECK(CommAgent_GetVersion(control) >= COMM_AGENT_STATE_INITIALIZED_VERSION_2);
	CHECK(CommAgent_Fence_Init(control) == 0);
	mail_init();
	ranks = (uint32_t)mail_self.Network_Config.Anodes * mail_self.Network_Config.Bnodes *
		mail_self.Network_Config.Cnodes * mail_self.Network_Config.Dnodes *
		mail_self.Network_Config.Enodes;
	MUSPI_RegisterRecvFunction(receive, &back, BACK);
	MUSPI_RegisterRecvFunction(receive, &here, HERE);
	CHECK(Kernel_AllocateBaseAddressTable(0, &bat, 2, ids, 0) == 0);
	CHECK(MUSPI_SetBaseAddress(&bat, 0, test_physical(there)) == 0);
	CHECK(MUSPI_SetBaseAddress(&bat, 1, MUSPI_GetAtomicAddress(
		test_physical((void *)&counter), MUHWI_ATOMIC_OPCODE_STORE_ADD)) == 0);
	counter = (uint64_t)PUTS * BYTES;
	test_barrier();
	for (unsigned i = 0; i < PUTS; i++)
		put((rank + 1) % ranks, i);
	fence((rank + 1) % ranks, rank, control);
	while (!back)
		MUSPI_RecFifoPoll(MUSPI_IdToRecFifo(0, &mail_rec), 4);
	mail_send((rank + 1) % ranks, data, 8, HERE);
	while (!here)
		MUSPI_RecFifoPoll(MUSPI_IdToRecFifo(0, &mail_rec), 4);
	test_barrier();
	printf("rank %u: fence back, data here\n", rank);
	return 0;
}
