/*
 * layers.c - traffic whose cost to the host is measured by packet (bench/layers.sh):
 *   put BYTES TIMES    from node 0 to node 1, one direct put after the other
 *   fifo MESSAGES      of 512 bytes to a reception FIFO of node 1, which drains it
 *   halo BYTES TIMES   each node puts to both neighbours in A, B, C and D at once
 * The first time, or first messages, warm memory up.  Prints "span FROM TO packets N": rank
 * 0's time base around the others, and what they sent.
 */
#include "pair_fifo.h"

#define PACKET_BYTES 512
#define HALO_BYTES_MAX 65536
#define PUT_BYTES_MAX (4 << 20)
#define LINKS 8
#define WARM_MESSAGES 1000

static char send_buffer[PUT_BYTES_MAX] __attribute__((aligned(128)));
static char receive_buffer[PUT_BYTES_MAX] __attribute__((aligned(128)));
static volatile uint64_t counter __attribute__((aligned(64)));
static MUHWI_Descriptor_t descriptor[LINKS] __attribute__((aligned(64)));
static char fifo_memory[LINKS][1024] __attribute__((aligned(64)));
static MUSPI_InjFifoSubGroup_t group;
static uint64_t received;
static Personality_t here;

static const uint64_t map_of[LINKS] = {
	MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_AM, MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_AP,
	MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_BM, MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_BP,
	MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_CM, MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_CP,
	MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_DM, MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_DP,
};

static uint64_t nodes(void)
{
	const Personality_Networks_t *n = &here.Network_Config;

	return (uint64_t)n->Anodes * n->Bnodes * n->Cnodes * n->Dnodes * n->Enodes;
}

/* ---- a halo exchange */

static MUHWI_Destination_t neighbour(int link)
{
	const Personality_Networks_t *n = &here.Network_Config;
	const uint32_t size[4] = { n->Anodes, n->Bnodes, n->Cnodes, n->Dnodes };
	uint32_t c[4] = { n->Acoord, n->Bcoord, n->Ccoord, n->Dcoord };
	uint32_t *at = &c[link / 2], length = size[link / 2];
	MUHWI_Destination_t to;

	*at = (*at + (link % 2 ? 1 : length - 1)) % length;
	MUSPI_SetUpDestination(&to, c[0], c[1], c[2], c[3], n->Ecoord);
	return to;
}

static void describe_halo(int link, uint64_t bytes)
{
	MUSPI_Pt2PtDirectPutDescriptorInfo_t info;

	memset(&info, 0, sizeof info);
	info.Base.Payload_Address = physical(send_buffer);
	info.Base.Message_Length = bytes;
	info.Base.Torus_FIFO_Map = map_of[link];
	info.Base.Dest = neighbour(link);
	info.Pt2Pt.Misc1 = MUHWI_PACKET_USE_DETERMINISTIC_ROUTING;
	info.Pt2Pt.Misc2 = MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC;
	info.DirectPut.Rec_Payload_Offset = (uint64_t)link * HALO_BYTES_MAX;
	info.DirectPut.Rec_Counter_Base_Address_Id = 1;
	check(MUSPI_CreatePt2PtDirectPutDescriptor(&descriptor[link], &info), "descriptor");
}

static uint64_t halo(uint64_t bytes, unsigned times)
{
	check(bytes > HALO_BYTES_MAX, "halo: too many bytes");
	put_open_fifos(0, &group, LINKS, fifo_memory[0], sizeof fifo_memory[0]);
	put_open_bats(receive_buffer, &counter);
	for (int i = 0; i < LINKS; i++)
		describe_halo(i, bytes);
	uint64_t start = 0;

	for (unsigned t = 0; t <= times; t++) {
		counter = LINKS * bytes;
		pair_barrier();
		start = t <= 1 ? GetTimeBase() : start;
		for (int i = 0; i < LINKS; i++)
			check(MUSPI_InjFifoInject(MUSPI_IdToInjFifo(i, &group), &descriptor[i]) ==
			      (uint64_t)-1, "injection FIFO full");
		while (counter != 0)
			;
	}
	pair_barrier();
	return start;
}

/* ---- from node 0 to node 1 */

static uint64_t long_put(uint64_t bytes, unsigned times)
{
	check(bytes > PUT_BYTES_MAX, "put: too many bytes");
	put_init((volatile uint64_t *)receive_buffer, &counter);
	pair_put(&descriptor[0], send_buffer, bytes, 1);
	uint64_t start = 0;

	for (unsigned t = 0; t <= times; t++) {
		counter = bytes;
		pair_barrier();
		start = t <= 1 ? GetTimeBase() : start;
		if (pair_me() == 0)
			pair_inject(&descriptor[0]);
		else
			while (counter != 0)
				;
	}
	pair_barrier();
	return start;
}

static int take(void *param, MUHWI_PacketHeader_t *packet, uint32_t bytes)
{
	(void)param, (void)packet, (void)bytes;
	received++;
	return 0;
}

static uint64_t send_many(uint64_t messages)
{
	received = 0;
	pair_barrier();
	uint64_t start = GetTimeBase();

	if (pair_me() == 0)
		for (uint64_t i = 0; i < messages; i++)
			pair_inject(&descriptor[0]);
	else
		while (received < messages)
			MUSPI_RecFifoPoll(MUSPI_IdToRecFifo(0, &pair_rec), 64);
	pair_barrier();
	return start;
}

static uint64_t stream(uint64_t messages)
{
	MUSPI_Pt2PtMemoryFIFODescriptorInfo_t info;

	put_init((volatile uint64_t *)receive_buffer, &counter);
	pair_rec_open(take);
	memset(&info, 0, sizeof info);
	pair_base(&info.Base, &info.Pt2Pt, (volatile void *)send_buffer, PACKET_BYTES, 1);
	info.MemFIFO.SoftwareBytes[0] = 1;
	check(MUSPI_CreatePt2PtMemoryFIFODescriptor(&descriptor[0], &info), "descriptor");
	send_many(WARM_MESSAGES);
	return send_many(messages);
}

int main(int argc, char **argv)
{
	check(argc < 3, "put BYTES TIMES | fifo MESSAGES | halo BYTES TIMES");
	uint64_t amount = strtoul(argv[2], NULL, 10), start, packets;
	unsigned times = argc > 3 ? (unsigned)atoi(argv[3]) : 1;

	check((int)Kernel_GetPersonality(&here, sizeof here), "personality");
	packets = (amount + PACKET_BYTES - 1) / PACKET_BYTES * times;
	if (strcmp(argv[1], "halo") == 0) {
		start = halo(amount, times);
		packets *= LINKS * nodes();
	} else if (strcmp(argv[1], "put") == 0) {
		start = long_put(amount, times);
	} else {
		start = stream(amount);
		packets = amount;
	}
	if (Kernel_GetRank() == 0)
		printf("span %llu %llu packets %llu\n", (unsigned long long)start,
		       (unsigned long long)GetTimeBase(), (unsigned long long)packets);
	pair_barrier(); /* what counts needs an event behind the span */
	return 0;
}
