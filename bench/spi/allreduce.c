/*
 * allreduce.c - the collective tests of the SC11 paper, section V.D: sums of doubles
 * over all nodes by direct put, one after the other; all nodes get the result.  An SPI
 * program like any other.
 *
 * Usage: allreduce [least bytes [most bytes]]; sizes double, from 8 up.
 * Prints for 8 bytes: nodes, ns per allreduce; for each other size: KiB, GB/s.
 */
#include "put.h"

#define MOST_BYTES (1 << 20)
#define ROUNDS 5
#define CORE_HZ 1.6e9

static double mine[MOST_BYTES / sizeof(double)] __attribute__((aligned(128)));
static double sum[MOST_BYTES / sizeof(double)] __attribute__((aligned(128)));
static volatile uint64_t counter[2] __attribute__((aligned(64)));
static MUHWI_Descriptor_t descriptor[2] __attribute__((aligned(64)));
static MUSPI_GIBarrier_t barrier;

static void describe(int i, uint64_t bytes)
{
	MUSPI_CollectiveDirectPutDescriptorInfo_t info;

	memset(&info, 0, sizeof info);
	info.Base.Payload_Address = physical(mine);
	info.Base.Message_Length = bytes;
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

/* Compilers are to have little choice in the rounds: parts of them are no functions. */
#define PART static inline __attribute__((always_inline))

static uint64_t full; /* a descriptor that did not fit, */
static char spare[BGQ_MU_DESCRIPTOR_SIZE_IN_BYTES]; /* and where it goes */

PART void write_next(int round)
{
	void *slot = spare;

	full |= MUSPI_InjFifoNextDesc(MUSPI_IdToInjFifo(0, &put_inj), &slot) >> 63;
	memcpy(slot, &descriptor[round & 1], sizeof descriptor[0]);
}

/* Others may be a round ahead: counter and descriptor of the next one are ready before
 * this one is over. */
PART void allreduce(uint64_t bytes, int round)
{
	MUSPI_InjFifoAdvanceDesc(MUSPI_IdToInjFifo(0, &put_inj));
	write_next(round + 1);
	while (counter[round & 1] != 0)
		;
	counter[round & 1] = bytes;
}

/* Returns the cycles of all rounds. */
static __attribute__((noinline)) uint64_t rounds(uint64_t bytes, int n)
{
	uint64_t start = GetTimeBase();

	for (int i = 0; i < n; i++)
		allreduce(bytes, i);
	return GetTimeBase() - start;
}

static void print(uint64_t bytes, uint32_t nodes, double ns)
{
	if (Kernel_GetRank() != 0)
		return;
	if (bytes == sizeof(double))
		printf("%u %.1f\n", nodes, ns);
	else
		printf("%g %.3f\n", (double)bytes / 1024, (double)bytes / ns);
}

static void verify(uint64_t bytes, uint32_t nodes)
{
	for (uint64_t i = 0; i < bytes / sizeof(double); i++)
		check(sum[i] != mine[i] * nodes, "sum");
}

int main(int argc, char **argv)
{
	uint64_t least = argc > 1 ? strtoull(argv[1], NULL, 0) : 8;
	uint64_t most = argc > 2 ? strtoull(argv[2], NULL, 0) : least;
	Personality_t p;

	check(least < sizeof(double) || most > MOST_BYTES, "sizes");
	check(Kernel_GetPersonality(&p, sizeof p), "personality");
	const Personality_Networks_t *n = &p.Network_Config;
	uint32_t nodes = (uint32_t)n->Anodes * n->Bnodes * n->Cnodes * n->Dnodes * n->Enodes;

	put_init((volatile uint64_t *)sum, counter);
	check(MUSPI_GIBarrierInit(&barrier, 0), "barrier");
	for (uint64_t i = 0; i < most / sizeof(double); i++)
		mine[i] = (double)(i + 1);
	for (uint64_t bytes = least; bytes <= most; bytes *= 2) {
		for (int i = 0; i < 2; i++) {
			describe(i, bytes);
			counter[i] = bytes;
		}
		write_next(0);
		MUSPI_GIBarrierEnterAndWait(&barrier);
		rounds(bytes, 2);
		double ns = (double)rounds(bytes, ROUNDS) / CORE_HZ * 1e9 / ROUNDS;

		check(full != 0, "injection FIFO full");
		verify(bytes, nodes);
		print(bytes, nodes, ns);
		MUSPI_GIBarrierEnterAndWait(&barrier);
	}
	return 0;
}
