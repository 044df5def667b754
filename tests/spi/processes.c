/*
 * processes.c - several processes on every node: their ranks, what they share
 * and what not, direct puts from each rank to the next, and how soon a process
 * sees what another one of its node has stored.
 */
#include "spi_test.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <hwi/include/bqc/A2_inlines.h>
#include <spi/include/kernel/MU.h>
#include <spi/include/kernel/memory.h>
#include <spi/include/kernel/process.h>
#include <spi/include/mu/Addressing_inlines.h>
#include <spi/include/mu/Descriptor_inlines.h>
#include <spi/include/mu/InjFifo.h>

#define FIFO_BYTES 4096
#define RANKS_MAX 4096

static uint32_t rank, ranks, t, processes;
static BG_CoordinateMapping_t map[RANKS_MAX];
static Personality_t self;
static char fifo_memory[FIFO_BYTES] __attribute__((aligned(64)));
static struct {
	volatile uint64_t counter, value;
} box __attribute__((aligned(64))) = { 8, 0 };
static uint64_t to_send;

/* All processes of a node map the same object. */
static volatile uint64_t *shared;

static void check_identity(void)
{
	uint64_t entries = 0;
	uint32_t threads = 64 / processes;

	CHECK(Kernel_RanksToCoords(sizeof map, map, &entries) == 0);
	ranks = (uint32_t)entries;
	CHECK(rank < ranks && ranks % processes == 0);
	CHECK(map[rank].t == t && t < processes);
	CHECK(map[rank].a == self.Network_Config.Acoord);
	CHECK(map[rank].b == self.Network_Config.Bcoord);
	CHECK(map[rank].c == self.Network_Config.Ccoord);
	CHECK(map[rank].d == self.Network_Config.Dcoord);
	CHECK(map[rank].e == self.Network_Config.Ecoord);
	CHECK(Kernel_ProcessorCount() == threads);
	CHECK(Kernel_ProcessorID() == t * threads);
	CHECK(Kernel_ProcessorCoreID() == t * threads / 4);
	CHECK(Kernel_ProcessorThreadID() == t * threads % 4);
	CHECK(Kernel_ThreadMask(t) >> (63 - t * threads) & 1);
}

static void share(void)
{
	struct stat st;
	int fd = shm_open("/box", O_RDWR | O_CREAT, 0600);

	CHECK(fd >= 0);
	CHECK(ftruncate(fd, 8192) == 0);
	CHECK(fstat(fd, &st) == 0 && st.st_size == 8192);
	shared = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	CHECK(shared != MAP_FAILED);
	CHECK(close(fd) == 0 && close(fd) == -1);
	CHECK(shm_open("/none", O_RDWR, 0) == -1);
	shared[t] = rank + 1;
	for (uint32_t i = 0; i < processes; i++)
		while (shared[i] == 0)
			;
	/* The node's own ranks and no other's. */
	for (uint32_t i = 0; i < processes; i++) {
		uint32_t other = (uint32_t)shared[i] - 1;

		CHECK(map[other].t == i && map[other].a == map[rank].a);
		CHECK(map[other].b == map[rank].b && map[other].c == map[rank].c);
		CHECK(map[other].d == map[rank].d && map[other].e == map[rank].e);
	}
}

/* Process 0 stores after 10 us; the others see it at most 1/32 later and a poll. */
static void check_sight(void)
{
	volatile uint64_t *when = shared + 128;

	if (t == 0) {
		Delay(16000);
		*when = GetTimeBase();
	} else {
		uint64_t start = GetTimeBase();

		while (*when == 0)
			;
		uint64_t seen = GetTimeBase();

		CHECK(seen >= *when && *when > start);
		CHECK(seen - *when <= (seen - start) / 32 + 200);
	}
}

/* Each process works with its own subgroup. */
static void put_to_next(void)
{
	static MUSPI_InjFifoSubGroup_t inj;
	static MUSPI_BaseAddressTableSubGroup_t bat;
	static MUHWI_Descriptor_t d __attribute__((aligned(64)));
	const BG_CoordinateMapping_t *to = &map[(rank + 1) % ranks];
	uint32_t id = 0, bats[2] = { 0, 1 };
	Kernel_InjFifoAttributes_t attr;
	Kernel_MemoryRegion_t r;
	MUSPI_Pt2PtDirectPutDescriptorInfo_t info;

	memset(&attr, 0, sizeof attr);
	CHECK(Kernel_AllocateInjFifos(t, &inj, 1, &id, &attr) == 0);
	CHECK(Kernel_CreateMemoryRegion(&r, fifo_memory, FIFO_BYTES) == 0);
	CHECK(Kernel_InjFifoInit(&inj, id, &r, (uint64_t)fifo_memory - (uint64_t)r.BaseVa,
				 FIFO_BYTES - 1) == 0);
	CHECK(Kernel_InjFifoActivate(&inj, 1, &id, KERNEL_INJ_FIFO_ACTIVATE) == 0);
	CHECK(Kernel_AllocateBaseAddressTable(t, &bat, 2, bats, 0) == 0);
	CHECK(MUSPI_SetBaseAddress(&bat, 0, test_physical(&box.value)) == 0);
	CHECK(MUSPI_SetBaseAddress(&bat, 1, MUSPI_GetAtomicAddress(test_physical(&box.counter),
					MUHWI_ATOMIC_OPCODE_STORE_ADD)) == 0);
	/* All ranks of this node, then (process 0) all others. */
	shared[256 + t] = 1;
	for (uint32_t i = 0; i < processes; i++)
		while (shared[256 + i] == 0)
			;
	if (t == 0) {
		test_barrier();
		shared[512] = 1;
	}
	while (shared[512] == 0)
		;
	to_send = 1000 + rank;
	memset(&info, 0, sizeof info);
	info.Base.Payload_Address = test_physical(&to_send);
	info.Base.Message_Length = 8;
	info.Base.Torus_FIFO_Map = MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_AP;
	MUSPI_SetUpDestination(&info.Base.Dest, to->a, to->b, to->c, to->d, to->e);
	info.Pt2Pt.Misc1 = MUHWI_PACKET_USE_DETERMINISTIC_ROUTING;
	info.Pt2Pt.Misc2 = MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC;
	info.DirectPut.Rec_Payload_Base_Address_Id = (uint16_t)(to->t * 8);
	info.DirectPut.Rec_Counter_Base_Address_Id = (uint16_t)(to->t * 8 + 1);
	CHECK(MUSPI_CreatePt2PtDirectPutDescriptor(&d, &info) == 0);
	CHECK(MUSPI_InjFifoInject(MUSPI_IdToInjFifo(id, &inj), &d) != (uint64_t)-1);
	while (box.counter != 0)
		;
	CHECK(box.value == 1000 + (rank + ranks - 1) % ranks);
}

int main(void)
{
	rank = Kernel_GetRank();
	t = Kernel_MyTcoord();
	processes = Kernel_ProcessCount();
	CHECK(Kernel_GetPersonality(&self, sizeof self) == 0);
	check_identity();
	share();
	check_sight();
	put_to_next();
	printf("rank %u: T %u of %u, done at %llu\n", rank, t, processes,
	       (unsigned long long)GetTimeBase());
	return 0;
}
