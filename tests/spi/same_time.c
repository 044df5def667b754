/*
 * same_time.c - two neighbours put to rank 0 in the same instant, while it is in the middle of
 * a loop that has looked at one of the counters and not yet at the other.  What it has seen
 * of each and when it left the loop is printed, for many places in the loop; test_parking.sh
 * compares that of a parked wait with that of one that is executed.
 */
#include "spi_test.h"

#include "../../bench/spi/put.h"

#define ROUNDS 80

static volatile uint64_t counter[2];
static uint64_t payload;
static MUHWI_Descriptor_t descriptor __attribute__((aligned(64)));
static MUSPI_GIBarrier_t barrier;

/* To counter[to] of the node <0,0,0,0,0>. */
static void describe(unsigned to)
{
	MUSPI_Pt2PtDirectPutDescriptorInfo_t info;

	memset(&info, 0, sizeof info);
	info.Base.Payload_Address = physical(&payload);
	info.Base.Message_Length = sizeof payload;
	info.Base.Torus_FIFO_Map = MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_AP;
	info.Pt2Pt.Misc1 = MUHWI_PACKET_USE_DETERMINISTIC_ROUTING;
	info.Pt2Pt.Misc2 = MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC;
	info.DirectPut.Rec_Counter_Base_Address_Id = 1;
	info.DirectPut.Rec_Counter_Offset = to * sizeof counter[0];
	CHECK(MUSPI_CreatePt2PtDirectPutDescriptor(&descriptor, &info) == 0);
}

static void await(int round, volatile uint64_t *early, volatile uint64_t *late)
{
	uint64_t e, l;

	do {
		e = *early;
		ppc_msync();
		l = *late;
	} while (e == 8 && l == 8);
	printf("round %d: early %lu, late %lu, at %lu\n", round, (unsigned long)e,
	       (unsigned long)l, (unsigned long)GetTimeBase());
	while (*early || *late)
		;
}

/* Cycles after the next multiple of 4096, which is the same for all. */
static void sleep_until(uint64_t cycles)
{
	uint64_t now = GetTimeBase();

	DelayTimeBase(4096 - now % 4096 + cycles);
}

int main(void)
{
	uint32_t rank = Kernel_GetRank();

	put_init(&payload, counter);
	describe(rank == 1);
	CHECK(MUSPI_GIBarrierInit(&barrier, 0) == 0);
	for (int i = 0; i < ROUNDS; i++) {
		counter[0] = counter[1] = sizeof payload;
		CHECK(MUSPI_GIBarrierEnterAndWait(&barrier) == 0);
		sleep_until(rank ? ROUNDS : i);
		if (rank == 0)
			await(i, &counter[i % 2], &counter[1 - i % 2]);
		else if (rank <= 2)
			MUSPI_InjFifoInject(MUSPI_IdToInjFifo(0, &put_inj), &descriptor);
		CHECK(MUSPI_GIBarrierEnterAndWait(&barrier) == 0);
	}
	return 0;
}
