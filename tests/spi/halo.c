/*
 * halo.c - a halo exchange with 16 threads on every node: all of them compute, and
 * each of ten sends one face through its own FIFO and waits for the one that comes
 * from that side, on memory.  Threads meet in L2 barriers, nodes in a GI barrier.
 *
 * Every cell becomes the sum of its neighbours' cells modulo a prime, so after some
 * steps each node can say what it must be, computing the whole machine alone.
 */
#include "spi_test.h"

#include <pthread.h>
#include <string.h>

#include <hwi/include/bqc/A2_inlines.h>
#include <spi/include/kernel/MU.h>
#include <spi/include/kernel/process.h>
#include <spi/include/l2/barrier.h>
#include <spi/include/mu/Addressing_inlines.h>
#include <spi/include/mu/Descriptor_inlines.h>
#include <spi/include/mu/InjFifo.h>

#define THREADS 16
#define FACES   10
#define CELLS   256 /* of a face, each thread computes 1/16 of them */
#define STEPS   8
#define PRIME   1000003u
#define NODES_MAX 512
#define FACE_BYTES (CELLS * sizeof(uint64_t))

static uint64_t cells[CELLS], halo[2][FACES][CELLS] __attribute__((aligned(64)));
static volatile uint64_t counter[2][FACES] __attribute__((aligned(64)));
static MUSPI_InjFifoSubGroup_t group[THREADS];
static MUSPI_BaseAddressTableSubGroup_t bat;
static MUHWI_Descriptor_t face[2][FACES] __attribute__((aligned(64)));
static char fifo[THREADS][1024] __attribute__((aligned(64)));
static L2_Barrier_t meet = L2_BARRIER_INITIALIZER;
static uint32_t size[5], me[5];

/* The neighbour on side f: minus and plus of each dimension. */
static void neighbour(const uint32_t from[5], int f, uint32_t to[5])
{
	int d = f / 2;

	memcpy(to, from, 5 * sizeof *to);
	to[d] = (from[d] + (f % 2 ? 1 : size[d] - 1)) % size[d];
}

static uint32_t node_of(const uint32_t c[5])
{
	return (((c[0] * size[1] + c[1]) * size[2] + c[2]) * size[3] + c[3]) * size[4] + c[4];
}

static uint64_t first_value(uint32_t node, uint32_t i)
{
	return (node * 7919u + i * 104729u) % PRIME;
}

static void describe(int step, int f)
{
	MUSPI_Pt2PtDirectPutDescriptorInfo_t info;
	uint32_t to[5];

	neighbour(me, f, to);
	memset(&info, 0, sizeof info);
	info.Base.Payload_Address = test_physical(cells);
	info.Base.Message_Length = FACE_BYTES;
	info.Base.Torus_FIFO_Map = MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_AM >> f;
	MUSPI_SetUpDestination(&info.Base.Dest, to[0], to[1], to[2], to[3], to[4]);
	info.Pt2Pt.Misc1 = MUHWI_PACKET_USE_DETERMINISTIC_ROUTING;
	info.Pt2Pt.Misc2 = MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC;
	info.DirectPut.Rec_Payload_Base_Address_Id = 0;
	/* The neighbour gets it from the other side. */
	info.DirectPut.Rec_Payload_Offset =
		(uint64_t)((char *)halo[step][f ^ 1] - (char *)halo);
	info.DirectPut.Rec_Counter_Base_Address_Id = 1;
	info.DirectPut.Rec_Counter_Offset =
		(uint64_t)((char *)&counter[step][f ^ 1] - (char *)counter);
	CHECK(MUSPI_CreatePt2PtDirectPutDescriptor(&face[step][f], &info) == 0);
}

static void set_up(void)
{
	uint32_t id = 0, bats[2] = { 0, 1 };
	Kernel_InjFifoAttributes_t attr;
	Kernel_MemoryRegion_t r;

	memset(&attr, 0, sizeof attr);
	for (uint32_t t = 0; t < THREADS; t++) {
		CHECK(Kernel_AllocateInjFifos(t, &group[t], 1, &id, &attr) == 0);
		CHECK(Kernel_CreateMemoryRegion(&r, fifo[t], sizeof fifo[t]) == 0);
		CHECK(Kernel_InjFifoInit(&group[t], 0, &r,
					 (uint64_t)fifo[t] - (uint64_t)r.BaseVa,
					 sizeof fifo[t] - 1) == 0);
		CHECK(Kernel_InjFifoActivate(&group[t], 1, &id, KERNEL_INJ_FIFO_ACTIVATE) == 0);
	}
	CHECK(Kernel_AllocateBaseAddressTable(0, &bat, 2, bats, 0) == 0);
	CHECK(MUSPI_SetBaseAddress(&bat, 0, test_physical(halo)) == 0);
	CHECK(MUSPI_SetBaseAddress(&bat, 1, MUSPI_GetAtomicAddress(test_physical(counter),
					MUHWI_ATOMIC_OPCODE_STORE_ADD)) == 0);
	CHECK(Kernel_L2AtomicsAllocate(&meet, sizeof meet) == 0);
	for (int f = 0; f < FACES; f++) {
		counter[0][f] = counter[1][f] = FACE_BYTES;
		describe(0, f);
		describe(1, f);
	}
	for (uint32_t i = 0; i < CELLS; i++)
		cells[i] = first_value(node_of(me), i);
}

static void *work(void *arg)
{
	uint32_t t = (uint32_t)(uintptr_t)arg, part = CELLS / THREADS;

	for (int step = 0; step < STEPS; step++) {
		int now = step & 1;

		L2_Barrier(&meet, THREADS);
		if (t == 0)
			test_barrier(); /* no rank sends into a halo that is being read */
		L2_Barrier(&meet, THREADS);
		if (t < FACES) {
			CHECK(MUSPI_InjFifoInject(MUSPI_IdToInjFifo(0, &group[t]),
						  &face[now][t]) != (uint64_t)-1);
			while (counter[now][t] != 0)
				;
			counter[now][t] = FACE_BYTES;
			while (!MUSPI_CheckDescComplete(MUSPI_IdToInjFifo(0, &group[t]),
							(uint64_t)step + 1))
				;
		}
		L2_Barrier(&meet, THREADS);
		for (uint32_t i = t * part; i < (t + 1) * part; i++) {
			cells[i] = 0;
			for (int f = 0; f < FACES; f++)
				cells[i] += halo[now][f][i];
			cells[i] %= PRIME;
		}
	}
	return NULL;
}

/* Cell i of this node after STEPS, from the beginning. */
static uint64_t expected(uint32_t i)
{
	static uint64_t value[2][NODES_MAX];
	uint32_t nodes = size[0] * size[1] * size[2] * size[3] * size[4];

	for (uint32_t n = 0; n < nodes; n++)
		value[0][n] = first_value(n, i);
	for (int step = 0; step < STEPS; step++)
		for (uint32_t n = 0; n < nodes; n++) {
			uint32_t c[5], to[5], rest = n;
			uint64_t sum = 0;

			for (int d = 4; d >= 0; d--) {
				c[d] = rest % size[d];
				rest /= size[d];
			}
			for (int f = 0; f < FACES; f++) {
				neighbour(c, f, to);
				sum += value[step & 1][node_of(to)];
			}
			value[~step & 1][n] = sum % PRIME;
		}
	return value[STEPS & 1][node_of(me)];
}

int main(void)
{
	pthread_t thread[THREADS];
	Personality_t p;

	CHECK(Kernel_GetPersonality(&p, sizeof p) == 0);
	const Personality_Networks_t *n = &p.Network_Config;

	size[0] = n->Anodes, size[1] = n->Bnodes, size[2] = n->Cnodes;
	size[3] = n->Dnodes, size[4] = n->Enodes;
	me[0] = n->Acoord, me[1] = n->Bcoord, me[2] = n->Ccoord;
	me[3] = n->Dcoord, me[4] = n->Ecoord;
	set_up();
	for (uintptr_t t = 1; t < THREADS; t++)
		CHECK(pthread_create(&thread[t], NULL, work, (void *)t) == 0);
	work(NULL);
	for (int t = 1; t < THREADS; t++)
		CHECK(pthread_join(thread[t], NULL) == 0);
	for (uint32_t i = 0; i < CELLS; i += 51)
		CHECK(cells[i] == expected(i));
	printf("node %u: %llu, done at %llu\n", node_of(me), (unsigned long long)cells[0],
	       (unsigned long long)GetTimeBase());
	return 0;
}
