/* rate_fifo.c - memory-FIFO messages of 8 bytes a second: windows of messages that
 * the receiver drains, back and forth between two nodes.  Prints "fifo_8B rate". */
#include "pair.h"

#include <spi/include/mu/RecFifo.h>

#define REC_BYTES 65536

static uint64_t payload;
static volatile uint64_t unused[2];
static MUHWI_Descriptor_t descriptor __attribute__((aligned(64)));
static MUSPI_RecFifoSubGroup_t rec;
static char rec_memory[REC_BYTES] __attribute__((aligned(32)));
static uint32_t received;

static int count(void *param, MUHWI_PacketHeader_t *packet, uint32_t bytes)
{
	(void)param, (void)packet, (void)bytes;
	received++;
	return 0;
}

static void open_rec_fifo(void)
{
	uint32_t id = 0;
	Kernel_RecFifoAttributes_t attr;
	Kernel_MemoryRegion_t r;

	memset(&attr, 0, sizeof attr);
	check(Kernel_AllocateRecFifos(0, &rec, 1, &id, &attr), "reception FIFO");
	check((int)Kernel_CreateMemoryRegion(&r, rec_memory, REC_BYTES), "region");
	check(Kernel_RecFifoInit(&rec, id, &r, (uint64_t)rec_memory - (uint64_t)r.BaseVa,
				 REC_BYTES - 1), "FIFO init");
	check(Kernel_RecFifoEnable(0, 1u << 15), "enable");
	MUSPI_RegisterRecvFunction(count, NULL, 1);
}

static void describe(int to)
{
	MUSPI_Pt2PtMemoryFIFODescriptorInfo_t info;

	memset(&info, 0, sizeof info);
	pair_base(&info.Base, &info.Pt2Pt, &payload, 8, to);
	info.MemFIFO.SoftwareBytes[0] = 1;
	check(MUSPI_CreatePt2PtMemoryFIFODescriptor(&descriptor, &info), "descriptor");
}

static void await_window(void)
{
	for (received = 0; received < PAIR_WINDOW;)
		MUSPI_RecFifoPoll(MUSPI_IdToRecFifo(0, &rec), PAIR_WINDOW);
}

static void work(int me)
{
	for (int i = 0; i < PAIR_WINDOWS; i++) {
		if (me)
			await_window();
		for (int k = 0; k < PAIR_WINDOW; k++)
			pair_inject(&descriptor);
		if (!me)
			await_window();
	}
}

int main(void)
{
	int me = pair_me();

	put_init(&unused[0], &unused[1]);
	open_rec_fifo();
	describe(1 - me);
	pair_barrier();
	pair_measure("fifo_8B", work, me, 2.0 * PAIR_WINDOWS * PAIR_WINDOW);
	return 0;
}
