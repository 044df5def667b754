/* rate_rget.c - remote gets of 8 bytes a second: a window of gets, each of one put
 * descriptor that the other node's message unit executes.  Prints "get rate". */
#include "pair.h"

#define REMOTE 0x1122334455667788ul

static struct {
	volatile uint64_t counter, value;
	uint64_t remote;
} box __attribute__((aligned(64)));
static MUHWI_Descriptor_t put __attribute__((aligned(64)));
static MUHWI_Descriptor_t get __attribute__((aligned(64)));
static char rget_memory[PUT_FIFO_BYTES] __attribute__((aligned(64)));
static MUSPI_InjFifoSubGroup_t rget_group;

static void open_rget_fifo(void)
{
	uint32_t id = 0;
	Kernel_InjFifoAttributes_t attr;
	Kernel_MemoryRegion_t r;

	memset(&attr, 0, sizeof attr);
	attr.RemoteGet = 1;
	check(Kernel_AllocateInjFifos(1, &rget_group, 1, &id, &attr), "remote get FIFO");
	check((int)Kernel_CreateMemoryRegion(&r, rget_memory, sizeof rget_memory), "region");
	check(Kernel_InjFifoInit(&rget_group, id, &r,
				 (uint64_t)rget_memory - (uint64_t)r.BaseVa,
				 sizeof rget_memory - 1), "FIFO init");
	check(Kernel_InjFifoActivate(&rget_group, 1, &id, KERNEL_INJ_FIFO_ACTIVATE),
	      "activate");
}

static void work(int me)
{
	if (me)
		return;
	for (unsigned i = 0; i < pair_windows; i++) {
		box.counter = pair_window * 8ul;
		for (unsigned k = 0; k < pair_window; k++)
			pair_inject(&get);
		while (box.counter != 0)
			;
	}
}

int main(int argc, char **argv)
{
	int me = pair_me();
	MUSPI_Pt2PtRemoteGetDescriptorInfo_t info;

	pair_arguments(argc, argv);
	box.remote = me ? REMOTE : 0;
	put_init(&box.value, &box.counter);
	open_rget_fifo();
	/* Executed there, it reads that node's box and comes back here. */
	pair_put(&put, &box.remote, 8, me);
	memset(&info, 0, sizeof info);
	pair_base(&info.Base, &info.Pt2Pt, &put, sizeof put, 1 - me);
	info.RemoteGet.Type = MUHWI_PACKET_TYPE_GET;
	info.RemoteGet.Rget_Inj_FIFO_Id = BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP;
	check(MUSPI_CreatePt2PtRemoteGetDescriptor(&get, &info), "descriptor");
	pair_barrier();
	pair_measure("get", work, me, pair_windows * pair_window);
	check(me == 0 && box.value != REMOTE, "payload");
	return 0;
}
