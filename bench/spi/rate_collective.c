/*
 * rate_collective.c - so many allreduces of 8 bytes, or barriers, one after the other,
 * over all nodes: for bench/collective.sh, which takes the host's time.
 * Usage: rate_collective allreduce|barrier ROUNDS
 */
#include "put.h"

static uint64_t mine, sum;
static volatile uint64_t counter;
static MUHWI_Descriptor_t descriptor __attribute__((aligned(64)));
static MUSPI_GIBarrier_t barrier;

static void describe(void)
{
	MUSPI_CollectiveDirectPutDescriptorInfo_t info;

	memset(&info, 0, sizeof info);
	info.Base.Payload_Address = physical(&mine);
	info.Base.Message_Length = sizeof mine;
	info.Base.Torus_FIFO_Map = MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_CUSER;
	info.Collective.Op_Code = MUHWI_COLLECTIVE_OP_CODE_UNSIGNED_ADD;
	info.Collective.Word_Length = sizeof mine;
	info.Collective.Misc = MUHWI_PACKET_VIRTUAL_CHANNEL_USER_SUB_COMM |
			       MUHWI_COLLECTIVE_TYPE_ALLREDUCE;
	info.DirectPut.Rec_Counter_Base_Address_Id = 1;
	check(MUSPI_CreateCollectiveDirectPutDescriptor(&descriptor, &info), "descriptor");
}

static void allreduce(void)
{
	/* No next result comes before this node has contributed to it. */
	counter = sizeof mine;
	check(MUSPI_InjFifoInject(MUSPI_IdToInjFifo(0, &put_inj), &descriptor) == (uint64_t)-1,
	      "injection FIFO full");
	while (counter != 0)
		;
}

int main(int argc, char **argv)
{
	check(argc != 3, "usage: rate_collective allreduce|barrier ROUNDS");
	unsigned long rounds = strtoul(argv[2], NULL, 0);
	int barriers = strcmp(argv[1], "barrier") == 0;

	put_init(&sum, &counter);
	describe();
	mine = Kernel_GetRank() + 1u;
	check(MUSPI_GIBarrierInit(&barrier, 0), "barrier");
	MUSPI_GIBarrierEnterAndWait(&barrier);
	for (unsigned long i = 0; i < rounds; i++)
		if (barriers)
			MUSPI_GIBarrierEnterAndWait(&barrier);
		else
			allreduce();
	return 0;
}
