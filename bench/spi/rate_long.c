/*
 * rate_long.c - so many long allreduces of doubles, one after the other, over all nodes:
 * for bench/collective.sh, which takes the host's time.
 * Usage: rate_long BYTES ROUNDS
 */
#include "put.h"

#define MOST_BYTES (4 << 20)

static double mine[MOST_BYTES / sizeof(double)] __attribute__((aligned(128)));
static double sum[MOST_BYTES / sizeof(double)] __attribute__((aligned(128)));
static volatile uint64_t counter;
static MUHWI_Descriptor_t descriptor __attribute__((aligned(64)));
static MUSPI_GIBarrier_t barrier;

static void describe(uint64_t bytes)
{
	MUSPI_CollectiveDirectPutDescriptorInfo_t info;

	memset(&info, 0, sizeof info);
	info.Base.Payload_Address = physical(mine);
	info.Base.Message_Length = bytes;
	info.Base.Torus_FIFO_Map = MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_CUSER;
	info.Collective.Op_Code = MUHWI_COLLECTIVE_OP_CODE_FLOATING_POINT_ADD;
	info.Collective.Word_Length = sizeof mine[0];
	info.Collective.Misc = MUHWI_PACKET_VIRTUAL_CHANNEL_USER_SUB_COMM |
			       MUHWI_COLLECTIVE_TYPE_ALLREDUCE;
	info.DirectPut.Rec_Counter_Base_Address_Id = 1;
	check(MUSPI_CreateCollectiveDirectPutDescriptor(&descriptor, &info), "descriptor");
}

int main(int argc, char **argv)
{
	check(argc != 3, "usage: rate_long BYTES ROUNDS");
	uint64_t bytes = strtoull(argv[1], NULL, 0);
	unsigned long rounds = strtoul(argv[2], NULL, 0);

	check(bytes == 0 || bytes > MOST_BYTES, "bytes");
	put_init((volatile uint64_t *)sum, &counter);
	describe(bytes);
	for (uint64_t i = 0; i < bytes / sizeof(double); i++)
		mine[i] = sum[i] = Kernel_GetRank() + 1.0;
	check(MUSPI_GIBarrierInit(&barrier, 0), "barrier");
	for (unsigned long i = 0; i < rounds; i++) {
		counter = bytes;
		MUSPI_GIBarrierEnterAndWait(&barrier);
		check(MUSPI_InjFifoInject(MUSPI_IdToInjFifo(0, &put_inj), &descriptor) ==
			      (uint64_t)-1, "injection FIFO full");
		while (counter != 0)
			;
	}
	return 0;
}
