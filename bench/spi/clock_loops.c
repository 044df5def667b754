/*
 * clock_loops.c - rounds of one communication each, all of whose waits are loops that look at a
 * word, for the cost of a run with and without a clock (bench/clock_off.sh).
 *
 * Usage: clock_loops puts|barriers|allreduces ROUNDS
 * puts: a node and its partner along E put 8 bytes to each other in turns.
 */
#include <stdbool.h>

#include "put.h"

#define BYTES sizeof(double)

static double mine = 1, sum;
static volatile uint64_t counter[2] __attribute__((aligned(64)));
static MUHWI_Descriptor_t descriptor[2] __attribute__((aligned(64)));
static MUSPI_GIBarrier_t barrier;

static void describe_put(const Personality_t *p)
{
	MUSPI_Pt2PtDirectPutDescriptorInfo_t info;
	const Personality_Networks_t *n = &p->Network_Config;

	memset(&info, 0, sizeof info);
	info.Base.Payload_Address = physical(&mine);
	info.Base.Message_Length = BYTES;
	info.Base.Torus_FIFO_Map = MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_EP;
	MUSPI_SetUpDestination(&info.Base.Dest, n->Acoord, n->Bcoord, n->Ccoord, n->Dcoord,
			       !n->Ecoord);
	info.Pt2Pt.Misc1 = MUHWI_PACKET_USE_DETERMINISTIC_ROUTING;
	info.Pt2Pt.Misc2 = MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC;
	info.DirectPut.Rec_Payload_Base_Address_Id = 0;
	info.DirectPut.Rec_Counter_Base_Address_Id = 1;
	check(MUSPI_CreatePt2PtDirectPutDescriptor(&descriptor[0], &info), "descriptor");
	descriptor[1] = descriptor[0];
}

static void describe_allreduce(int i)
{
	MUSPI_CollectiveDirectPutDescriptorInfo_t info;

	memset(&info, 0, sizeof info);
	info.Base.Payload_Address = physical(&mine);
	info.Base.Message_Length = BYTES;
	info.Base.Torus_FIFO_Map = MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_CUSER;
	info.Collective.Op_Code = MUHWI_COLLECTIVE_OP_CODE_FLOATING_POINT_ADD;
	info.Collective.Word_Length = sizeof(double);
	info.Collective.Class_Route = 0;
	info.Collective.Misc = MUHWI_PACKET_VIRTUAL_CHANNEL_USER_SUB_COMM |
			       MUHWI_COLLECTIVE_TYPE_ALLREDUCE;
	info.DirectPut.Rec_Payload_Base_Address_Id = 0;
	info.DirectPut.Rec_Counter_Base_Address_Id = 1;
	info.DirectPut.Rec_Counter_Offset = (uint64_t)i * sizeof counter[0];
	check(MUSPI_CreateCollectiveDirectPutDescriptor(&descriptor[i], &info), "descriptor");
}

static void send(int i)
{
	check(MUSPI_InjFifoInject(MUSPI_IdToInjFifo(0, &put_inj), &descriptor[i]) == UINT64_MAX,
	      "injection FIFO full");
}

static void await(int i)
{
	while (counter[i] != 0)
		;
	counter[i] = BYTES;
}

static void puts_in_turns(uint64_t rounds, bool first)
{
	for (uint64_t i = 0; i < rounds; i++) {
		if (first)
			send(0);
		await(0);
		if (!first)
			send(0);
	}
}

static void allreduces(uint64_t rounds)
{
	for (uint64_t i = 0; i < rounds; i++) {
		send(i & 1);
		await(i & 1);
	}
}

static void barriers(uint64_t rounds)
{
	for (uint64_t i = 0; i < rounds; i++) {
		MUSPI_GIBarrierEnter(&barrier);
		while (MUSPI_GIBarrierPoll(&barrier) != 0)
			;
	}
}

int main(int argc, char **argv)
{
	Personality_t p;
	uint64_t n = argc == 3 ? strtoull(argv[2], NULL, 0) : 0;

	check(n == 0, "usage: clock_loops puts|barriers|allreduces ROUNDS");
	check(Kernel_GetPersonality(&p, sizeof p), "personality");
	put_init((volatile uint64_t *)&sum, counter);
	check(MUSPI_GIBarrierInit(&barrier, 0), "barrier");
	counter[0] = counter[1] = BYTES;
	if (argv[1][0] == 'p') {
		check(p.Network_Config.Enodes != 2, "puts: two nodes along E");
		describe_put(&p);
	} else {
		describe_allreduce(0);
		describe_allreduce(1);
	}
	MUSPI_GIBarrierEnterAndWait(&barrier);
	if (argv[1][0] == 'p')
		puts_in_turns(n, p.Network_Config.Ecoord == 0);
	else if (argv[1][0] == 'a')
		allreduces(n);
	else
		barriers(n);
	if (argv[1][0] == 'a')
		check(sum != (double)p.Network_Config.Anodes * p.Network_Config.Bnodes *
				     p.Network_Config.Cnodes * p.Network_Config.Dnodes *
				     p.Network_Config.Enodes, "sum");
	MUSPI_GIBarrierEnterAndWait(&barrier);
	return 0;
}
