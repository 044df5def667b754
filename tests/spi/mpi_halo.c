/*
 * mpi_halo.c - a halo exchange by direct puts of the program's own, as SPI codes have it: MPI
 * says which ranks are neighbours and passes addresses round, the message unit does the rest.  Any
 * number of ranks a node: each has FIFOs and base addresses of its own first subgroup, beside
 * those of MPI.  With a rank on each node it also has a barrier of its own.
 *
 * Cells of a 2D grid become the sum of their four neighbours modulo a prime; after some steps
 * each rank computes the whole grid alone and compares.
 */
#include "mpi_test.h"

#include <mpix.h>
#include <hwi/include/bqc/A2_inlines.h>
#include <spi/include/kernel/MU.h>
#include <spi/include/kernel/location.h>
#include <spi/include/kernel/process.h>
#include <spi/include/mu/Addressing_inlines.h>
#include <spi/include/mu/Descriptor_inlines.h>
#include <spi/include/mu/GIBarrier.h>
#include <spi/include/mu/InjFifo.h>

#define SIDE  8
#define FACES 4 /* up, down, left, right */
#define STEPS 6
#define PRIME 1000003u
#define FACE_BYTES (SIDE * sizeof(uint64_t))

/* Address that a rank tells the others. */
struct address {
	int torus[6];
	uint32_t subgroup;
	uint64_t halo, counter; /* physical */
};

static uint64_t cell[SIDE][SIDE], face[FACES][SIDE], halo[2][FACES][SIDE];
static volatile uint64_t counter[2][FACES] __attribute__((aligned(64)));
static char fifo[2048] __attribute__((aligned(64)));
static MUSPI_InjFifoSubGroup_t inj;
static MUSPI_BaseAddressTableSubGroup_t bat;
static MUHWI_Descriptor_t put[2][FACES] __attribute__((aligned(64)));
static int dims[2], at[2], neighbour[FACES];

static uint64_t physical(const volatile void *p)
{
	Kernel_MemoryRegion_t r;

	CHECK(Kernel_CreateMemoryRegion(&r, (void *)p, 1) == 0);
	return (uint64_t)r.BasePa + ((uint64_t)p - (uint64_t)r.BaseVa);
}

/* The first hardware thread of the process has its first subgroup. */
static uint32_t subgroup(void)
{
	return (uint32_t)__builtin_clzll(Kernel_ThreadMask(Kernel_MyTcoord()));
}

static void resources(void)
{
	uint32_t id = 0, bats[2] = { 0, 1 };
	Kernel_InjFifoAttributes_t attr;
	Kernel_MemoryRegion_t r;

	memset(&attr, 0, sizeof attr);
	CHECK(Kernel_AllocateInjFifos(subgroup(), &inj, 1, &id, &attr) == 0);
	CHECK(Kernel_CreateMemoryRegion(&r, fifo, sizeof fifo) == 0);
	CHECK(Kernel_InjFifoInit(&inj, 0, &r, (uint64_t)fifo - (uint64_t)r.BaseVa,
				 sizeof fifo - 1) == 0);
	CHECK(Kernel_InjFifoActivate(&inj, 1, &id, KERNEL_INJ_FIFO_ACTIVATE) == 0);
	CHECK(Kernel_AllocateBaseAddressTable(subgroup(), &bat, 2, bats, 0) == 0);
	MUSPI_SetBaseAddress(&bat, 0, physical(halo));
	MUSPI_SetBaseAddress(&bat, 1, MUSPI_GetAtomicAddress(physical((void *)counter),
						MUHWI_ATOMIC_OPCODE_STORE_ADD));
}

/* A face arrives at the neighbour from the opposite side. */
static void describe(int half, int f, const struct address *to)
{
	MUSPI_Pt2PtDirectPutDescriptorInfo_t info;

	memset(&info, 0, sizeof info);
	info.Base.Payload_Address = physical(face[f]);
	info.Base.Message_Length = FACE_BYTES;
	info.Base.Torus_FIFO_Map = MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_LOCAL0 |
				   MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_AP;
	MUSPI_SetUpDestination(&info.Base.Dest, (uint32_t)to->torus[0], (uint32_t)to->torus[1],
			       (uint32_t)to->torus[2], (uint32_t)to->torus[3],
			       (uint32_t)to->torus[4]);
	info.Pt2Pt.Misc1 = MUHWI_PACKET_USE_DETERMINISTIC_ROUTING;
	info.Pt2Pt.Misc2 = MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC;
	info.DirectPut.Rec_Payload_Base_Address_Id = (uint16_t)(to->subgroup * 8);
	info.DirectPut.Rec_Payload_Offset = (uint64_t)(half * FACES + (f ^ 1)) * FACE_BYTES;
	info.DirectPut.Rec_Counter_Base_Address_Id = (uint16_t)(to->subgroup * 8 + 1);
	info.DirectPut.Rec_Counter_Offset = (uint64_t)(half * FACES + (f ^ 1)) * 8;
	CHECK(MUSPI_CreatePt2PtDirectPutDescriptor(&put[half][f], &info) == 0);
}

static uint64_t first_value(int row, int column)
{
	return ((uint64_t)row * 7919u + (uint64_t)column * 104729u) % PRIME;
}

static void set_up(MPI_Comm *grid)
{
	struct address mine, *all = malloc((size_t)mpi_size * sizeof *all);
	int periods[2] = { 1, 1 }, rank;

	MPI_Dims_create(mpi_size, 2, dims);
	MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, grid);
	MPI_Comm_rank(*grid, &rank);
	MPI_Cart_coords(*grid, rank, 2, at);
	for (int d = 0; d < 2; d++)
		MPI_Cart_shift(*grid, d, 1, &neighbour[2 * d], &neighbour[2 * d + 1]);
	resources();
	CHECK(MPIX_Rank2torus(mpi_rank, mine.torus) == MPI_SUCCESS);
	mine.subgroup = subgroup();
	mine.halo = physical(halo);
	mine.counter = physical((void *)counter);
	MPI_Allgather(&mine, sizeof mine, MPI_BYTE, all, sizeof mine, MPI_BYTE, *grid);
	for (int f = 0; f < FACES; f++)
		for (int half = 0; half < 2; half++) {
			counter[half][f] = FACE_BYTES;
			describe(half, f, &all[neighbour[f]]);
		}
	free(all);
	for (int i = 0; i < SIDE; i++)
		for (int j = 0; j < SIDE; j++)
			cell[i][j] = first_value(at[0] * SIDE + i, at[1] * SIDE + j);
	MPI_Barrier(*grid);
}

/* All have entered before one leaves, in turns with MPI's. */
static void barriers(void)
{
	static MUSPI_GIBarrier_t own;

	if (Kernel_ProcessCount() > 1)
		return;
	CHECK(MUSPI_GIBarrierInit(&own, 0) == 0);
	for (int i = 0; i < 5; i++) {
		uint64_t begin;

		MPI_Barrier(MPI_COMM_WORLD);
		begin = GetTimeBase();
		DelayTimeBase((uint64_t)mpi_rank * 500);
		if (i % 2)
			MUSPI_GIBarrierEnterAndWait(&own);
		else
			MPI_Barrier(MPI_COMM_WORLD);
		/* Ranks left the barrier before within a microsecond of each other. */
		CHECK(GetTimeBase() - begin + 1600 > (uint64_t)(mpi_size - 1) * 500);
	}
}

static void exchange(int half)
{
	uint64_t last = 0;

	for (int i = 0; i < SIDE; i++) {
		face[0][i] = cell[0][i];
		face[1][i] = cell[SIDE - 1][i];
		face[2][i] = cell[i][0];
		face[3][i] = cell[i][SIDE - 1];
	}
	for (int f = 0; f < FACES; f++)
		last = MUSPI_InjFifoInject(MUSPI_IdToInjFifo(0, &inj), &put[half][f]);
	for (int f = 0; f < FACES; f++) {
		while (counter[half][f] != 0)
			;
		counter[half][f] = FACE_BYTES;
	}
	while (!MUSPI_CheckDescComplete(MUSPI_IdToInjFifo(0, &inj), last))
		;
}

static void compute(int half)
{
	uint64_t next[SIDE][SIDE];

	for (int i = 0; i < SIDE; i++)
		for (int j = 0; j < SIDE; j++)
			next[i][j] = ((i > 0 ? cell[i - 1][j] : halo[half][0][j]) +
				      (i < SIDE - 1 ? cell[i + 1][j] : halo[half][1][j]) +
				      (j > 0 ? cell[i][j - 1] : halo[half][2][i]) +
				      (j < SIDE - 1 ? cell[i][j + 1] : halo[half][3][i])) % PRIME;
	memcpy(cell, next, sizeof cell);
}

/* Compares, on rank 0, with the steps of one rank alone. */
static void compare(const uint64_t *all)
{
	int rows = dims[0] * SIDE, columns = dims[1] * SIDE;
	uint64_t *now = malloc((size_t)(rows * columns) * sizeof *now);
	uint64_t *next = malloc((size_t)(rows * columns) * sizeof *now), *was;

	for (int i = 0; i < rows * columns; i++)
		now[i] = first_value(i / columns, i % columns);
	for (int step = 0; step < STEPS; step++) {
		for (int i = 0; i < rows; i++)
			for (int j = 0; j < columns; j++)
				next[i * columns + j] =
					(now[(i + rows - 1) % rows * columns + j] +
					 now[(i + 1) % rows * columns + j] +
					 now[i * columns + (j + columns - 1) % columns] +
					 now[i * columns + (j + 1) % columns]) % PRIME;
		was = now, now = next, next = was;
	}
	for (int r = 0; r < mpi_size; r++)
		for (int i = 0; i < SIDE; i++)
			CHECK(memcmp(&all[(r * SIDE + i) * SIDE],
				     &now[(r / dims[1] * SIDE + i) * columns +
					  r % dims[1] * SIDE], SIDE * sizeof *now) == 0);
	free(now);
	free(next);
}

int main(int argc, char **argv)
{
	uint64_t *all = NULL, begin, end;
	MPI_Comm grid;

	mpi_begin(&argc, &argv);
	set_up(&grid);
	barriers();
	begin = GetTimeBase();
	for (int step = 0; step < STEPS; step++) {
		exchange(step & 1);
		compute(step & 1);
	}
	end = GetTimeBase() - begin;
	if (mpi_rank == 0)
		all = malloc((size_t)mpi_size * sizeof cell);
	MPI_Gather(cell, sizeof cell / 8, MPI_UINT64_T, all, sizeof cell / 8, MPI_UINT64_T, 0,
		   grid);
	if (mpi_rank == 0)
		compare(all);
	printf("rank %d at (%d,%d) of %dx%d: %llu, %llu cycles\n", mpi_rank, at[0], at[1],
	       dims[0], dims[1], (unsigned long long)cell[0][0], (unsigned long long)end);
	free(all);
	MPI_Comm_free(&grid);
	mpi_end();
	return 0;
}
