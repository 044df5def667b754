/*
 * routes.c - how packets of rank 0 are to be routed, as its descriptors say it:
 * COUNT packets go to the last rank, which looks at their headers.  Which links they
 * took is for bgq-run --counters to say.
 * Arguments: deterministic | ZONE | ZONE+bubble, COUNT.
 */
#include "mail.h"

#define ROUTING_BITS 0x2e /* of header byte 2: to I/O, ..., dynamic, deposit */

static uint8_t routing, channel; /* header bytes 2 and 3 */
static unsigned seen;

static int receive(void *param, MUHWI_PacketHeader_t *packet, uint32_t bytes)
{
	const MUHWI_Pt2PtNetworkHeader_t *h = &packet->NetworkHeader.pt2pt;

	(void)param, (void)bytes;
	CHECK((h->Byte2.Byte2 & ROUTING_BITS) == routing);
	CHECK(h->Byte3.Byte3 == channel);
	seen++;
	return 0;
}

/* Describes a message: whether fields are given or set must make no difference. */
static void describe(MUHWI_Descriptor_t *d, uint32_t to)
{
	MUSPI_Pt2PtMemoryFIFODescriptorInfo_t info;
	MUHWI_Descriptor_t other __attribute__((aligned(64)));
	static char payload[512];

	memset(&info, 0, sizeof info);
	info.Base.Payload_Address = test_physical(payload);
	info.Base.Message_Length = sizeof payload;
	info.Base.Torus_FIFO_Map = MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_AP;
	mail_destination(&info.Base.Dest, to);
	info.MemFIFO.SoftwareBytes[0] = 1;
	CHECK(MUSPI_CreatePt2PtMemoryFIFODescriptor(&other, &info) == 0);
	MUSPI_SetRouting(&other, routing);
	MUSPI_SetPt2PtVirtualChannel(&other, channel & 0xe0);
	MUSPI_SetZoneRouting(&other, channel & 0x18);
	MUSPI_SetStayOnBubble(&other, channel & 0x04);
	info.Pt2Pt.Misc1 = routing;
	info.Pt2Pt.Misc2 = channel;
	CHECK(MUSPI_CreatePt2PtMemoryFIFODescriptor(d, &info) == 0);
	CHECK(memcmp(d, &other, sizeof other) == 0);
}

static void read_way(const char *way)
{
	static const uint8_t zones[] = { MUHWI_PACKET_ZONE_ROUTING_0, MUHWI_PACKET_ZONE_ROUTING_1,
					 MUHWI_PACKET_ZONE_ROUTING_2, MUHWI_PACKET_ZONE_ROUTING_3 };

	if (!strcmp(way, "deterministic")) {
		routing = MUHWI_PACKET_USE_DETERMINISTIC_ROUTING;
		channel = MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC;
		return;
	}
	CHECK(*way >= '0' && *way <= '3');
	routing = MUHWI_PACKET_USE_DYNAMIC_ROUTING;
	channel = MUHWI_PACKET_VIRTUAL_CHANNEL_DYNAMIC | zones[*way - '0'];
	if (!strcmp(way + 1, "+bubble"))
		channel |= MUHWI_PACKET_STAY_ON_BUBBLE;
}

int main(int argc, char **argv)
{
	CHECK(argc == 3);
	unsigned count = (unsigned)atoi(argv[2]);

	mail_init();
	read_way(argv[1]);
	uint32_t last = (uint32_t)mail_self.Network_Config.Anodes *
			mail_self.Network_Config.Bnodes * mail_self.Network_Config.Cnodes *
			mail_self.Network_Config.Dnodes * mail_self.Network_Config.Enodes - 1;

	MUSPI_RegisterRecvFunction(receive, NULL, 1);
	test_barrier();
	if (Kernel_GetRank() == 0) {
		MUHWI_Descriptor_t d __attribute__((aligned(64)));

		describe(&d, last);
		for (unsigned i = 0; i < count; i++)
			while (MUSPI_InjFifoInject(MUSPI_IdToInjFifo(0, &mail_inj), &d) ==
			       (uint64_t)-1)
				;
	}
	if (Kernel_GetRank() == last)
		while (seen < count)
			MUSPI_RecFifoPoll(MUSPI_IdToRecFifo(0, &mail_rec), 8);
	return 0;
}
