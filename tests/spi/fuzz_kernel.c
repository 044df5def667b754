/*
 * fuzz_kernel.c - calls of the kernel and of the MU's SPI with random arguments:
 * each rank from a seed of its own, over pointers that are good, misaligned, null,
 * wild or another node's.  A call must return what it says and write nothing but
 * its result; bgq-run must survive.  Calls that by definition end the process are
 * made last, if at all: then the rank ends with 134.
 *
 * Usage: fuzz_kernel [CALLS [SEED [end]]]
 */
#include "fuzz_kernel_mu.h"
#include "fuzz_kernel_node.h"
#include "fuzz_kernel_route.h"

static void one_call(void)
{
	struct unit *u = &units[below(SUBGROUPS_USED)];

	switch (below(17)) {
	case 0: call_location(); break;
	case 1: call_memory(); break;
	case 12: call_core(); break;
	case 13: call_prefetcher(); break;
	case 14: call_service(); break;
	case 15: call_interrupts(u); break;
	case 16: call_route(); break;
	case 2: call_query(u); break;
	case 3: call_allocate(u); break;
	case 4: if (below(4) == 0) call_deallocate(u); break;
	case 5: call_init(u); break;
	case 6: if (below(4) == 0) call_switch(u); break;
	case 7:
	case 8:
	case 9: call_inject(u); break;
	case 10: call_receive(u); break;
	default:
		call_base_address(u);
		if (below(4) == 0)
			DelayTimeBase(below(2000));
	}
}

/* ---- calls that end the process; returns if this one does not */

static void last_call(void)
{
	struct unit *u = &units[0];
	uint32_t ids[16] = { 0 }, n, huge = 9 + (uint32_t)below(1u << 30);
	Kernel_MemoryRegion_t r = { ~(size_t)0, NULL, NULL };

	switch (below(9)) {
	case 0: Kernel_QueryInjFifos(68 + (uint32_t)number(), &n, ids); break;
	case 1: Kernel_AllocateBaseAddressTable(0, &u->bat, 9, ids, 0); break;
	case 2:
		ids[0] = 8 + (uint32_t)below(1000);
		Kernel_DeallocateInjFifos(&u->inj, 1, ids);
		break;
	case 3:
		u->rec.subgroupid = 68 + (uint32_t)below(1000);
		Kernel_DeallocateRecFifos(&u->rec, 1, ids);
		break;
	case 4: Kernel_InjFifoInit(&u->inj, 8, &r, (uint64_t)inj_memory, 2047); break;
	case 5: Kernel_InjFifoInit(&u->inj, 0, &r, number(), number()); break;
	case 6: Kernel_RecFifoInit(&u->rec, 0, &r, (uint64_t)rec_memory + 1, 2047); break;
	case 7: Kernel_RecFifoEnable(0, 0); break;
	default: CHECK(Kernel_DeallocateInjFifos(&u->inj, huge, ids) == EFAULT); return;
	}
	CHECK(!"the process has ended");
}

int main(int argc, char **argv)
{
	uint64_t calls = argc > 1 ? strtoull(argv[1], NULL, 0) : 1000;
	Kernel_MemoryRegion_t r;

	state = (argc > 2 ? strtoull(argv[2], NULL, 0) : 1) * UINT64_C(0x9e3779b97f4a7c15) +
		Kernel_GetRank() * UINT64_C(0xd1342543de82ef95);
	CHECK(Kernel_CreateMemoryRegion(&r, payload, 1) == 0);
	window = (uint64_t)r.BaseVa - (uint64_t)r.BasePa;
	for (uint32_t i = 0; i < SUBGROUPS_USED; i++)
		units[i].subgroup = Kernel_MyTcoord() * (64 / Kernel_ProcessCount()) + i;
	memset(arena, FILL, sizeof arena);
	for (uint32_t id = 0; id < 256; id++)
		MUSPI_RegisterRecvFunction(receive, NULL, id);
	for (unsigned i = 0; i < sizeof for_gets / sizeof *for_gets; i++)
		random_descriptor(&for_gets[i]);
	for (uint64_t i = 0; i < calls; i++)
		one_call();
	if (argc > 3)
		last_call();
	return 0;
}
