/*
 * conformance_ends.c - arguments on which the kernel asserts: each ends rank 5 with
 * status 134 and a message that names call, argument and value.  And records that a
 * program writes to the RAS log, which end nothing.  The first argument chooses;
 * test_bgq_run.sh reads the messages.
 */
#include "spi_test.h"

#include <string.h>

#include <spi/include/kernel/MU.h>
#include <spi/include/kernel/collective.h>
#include <spi/include/kernel/debug.h>
#include <spi/include/kernel/gi.h>

static char memory[4096] __attribute__((aligned(64)));

static MUSPI_InjFifoSubGroup_t inj;
static MUSPI_RecFifoSubGroup_t rec;
static MUSPI_BaseAddressTableSubGroup_t bat;
static uint32_t n, ids[16];
static Kernel_InjFifoAttributes_t inj_attr[16];
static Kernel_RecFifoAttributes_t rec_attr[16];
static Kernel_InjFifoInterrupts_t interrupts[16];
static Kernel_MemoryRegion_t region;
static uint64_t start;

static void prepare(void)
{
	CHECK(Kernel_CreateMemoryRegion(&region, memory, sizeof memory) == 0);
	start = (uint64_t)(memory - (char *)region.BaseVa);
	CHECK(Kernel_AllocateInjFifos(0, &inj, 1, ids, inj_attr) == 0);
	CHECK(Kernel_AllocateRecFifos(0, &rec, 1, ids, rec_attr) == 0);
}

static void inj_subgroup(void) { Kernel_AllocateInjFifos(68, &inj, 1, ids, inj_attr); }
static void rec_subgroup(void) { Kernel_AllocateRecFifos(68, &rec, 1, ids, rec_attr); }
static void bat_subgroup(void) { Kernel_AllocateBaseAddressTable(68, &bat, 1, ids, 0); }
static void query_subgroup(void) { Kernel_QueryInjFifos(68, &n, ids); }
static void inj_number(void) { Kernel_AllocateInjFifos(0, &inj, 9, ids, inj_attr); }
static void rec_number(void) { Kernel_AllocateRecFifos(0, &rec, 5, ids, rec_attr); }
static void bat_number(void) { Kernel_AllocateBaseAddressTable(0, &bat, 9, ids, 0); }
static void bat_none(void) { Kernel_AllocateBaseAddressTable(0, &bat, 0, ids, 0); }
static void bat_free_none(void) { Kernel_DeallocateBaseAddressTable(&bat, 0, ids); }
static void bat_system(void) { Kernel_AllocateBaseAddressTable(0, &bat, 1, ids, 2); }

static ClassRoute_t cr;

static void coll_get(void) { Kernel_AllocateCollectiveClassRoute(16); }
static void coll_set(void) { Kernel_SetCollectiveClassRoute(17, &cr); }
static void coll_free(void) { Kernel_DeallocateCollectiveClassRoute(18); }
static void gi_get(void) { Kernel_AllocateGlobalInterruptClassRoute(16, NULL); }
static void gi_set(void) { Kernel_SetGlobalInterruptClassRoute(-1, &cr); }
static void gi_check(void) { Kernel_CheckGlobalInterruptClassRoute(16, &cr); }
static void gi_empty(void) { Kernel_SetEmptyGlobalInterruptClassRoute(16); }
static void gi_free(void) { Kernel_DeallocateGlobalInterruptClassRoute(16); }
static void gi_signal(void) { Kernel_ConfigureGIInterrupts(1, 3, KERNEL_GI_INTERRUPT_FLAG_ENABLE); }

static void inj_id(void)
{
	ids[0] = 8;
	Kernel_AllocateInjFifos(0, &inj, 1, ids, inj_attr);
}

static void rec_id(void)
{
	ids[0] = 4;
	Kernel_AllocateRecFifos(0, &rec, 1, ids, rec_attr);
}

static void bat_id(void)
{
	ids[0] = 8;
	Kernel_AllocateBaseAddressTable(0, &bat, 1, ids, 0);
}

static void interrupt_id(void)
{
	ids[0] = 8;
	Kernel_ConfigureInjFifoInterrupts(&inj, 1, ids, interrupts);
}

static void gea_subgroup(void) { Kernel_Configure_MU_GEA(68, 1); }

static void inj_small(void) { Kernel_InjFifoInit(&inj, 0, &region, start, 63); }
static void inj_odd(void) { Kernel_InjFifoInit(&inj, 0, &region, start, 1000); }
static void inj_misaligned(void) { Kernel_InjFifoInit(&inj, 0, &region, start + 32, 1023); }
static void rec_small(void) { Kernel_RecFifoInit(&rec, 0, &region, start, 543); }
static void rec_misaligned(void) { Kernel_RecFifoInit(&rec, 0, &region, start + 16, 1023); }
static void inj_nowhere(void) { Kernel_InjFifoInit(&inj, 0, &region, 1ull << 60, 1023); }
static void enable_none(void) { Kernel_RecFifoEnable(0, 0); }
static void enable_group(void) { Kernel_RecFifoEnable(17, 1); }

static void ras(void)
{
	static const char text[256] = "the cat\nis out";
	uint64_t words[17] = { 1, 0xabcdef };

	CHECK(Kernel_InjectASCIIRAS(0xd0001, (const uint8_t *)text) == 0);
	CHECK(Kernel_InjectASCIIRAS(1, NULL) == EFAULT);
	CHECK(Kernel_InjectRAWRAS(0xd0003, 16, words) == 0);
	CHECK(Kernel_InjectRAWRAS(0xd0003, 12, words) == EINVAL);
	CHECK(Kernel_InjectRAWRAS(0xd0003, 17 * 8, words) == EINVAL);
	CHECK(Kernel_InjectRAWRAS(0xd0003, 8, NULL) == EFAULT);
}

#define WAY(name) { #name, name }
static const struct {
	const char *name;
	void (*act)(void);
} ways[] = {
	WAY(inj_subgroup), WAY(rec_subgroup), WAY(bat_subgroup), WAY(query_subgroup),
	WAY(inj_number), WAY(rec_number), WAY(bat_number), WAY(bat_none),
	WAY(bat_free_none), WAY(bat_system), WAY(inj_id), WAY(rec_id), WAY(bat_id),
	WAY(interrupt_id), WAY(gea_subgroup), WAY(inj_small), WAY(inj_odd),
	WAY(inj_misaligned), WAY(rec_small), WAY(rec_misaligned), WAY(inj_nowhere),
	WAY(enable_none), WAY(enable_group), WAY(ras), WAY(coll_get), WAY(coll_set),
	WAY(coll_free), WAY(gi_get), WAY(gi_set), WAY(gi_check), WAY(gi_empty), WAY(gi_free),
	WAY(gi_signal),
};

int main(int argc, char **argv)
{
	prepare();
	for (unsigned i = 0; i < sizeof ways / sizeof *ways; i++)
		if (argc > 1 && !strcmp(argv[1], ways[i].name)) {
			if (Kernel_GetRank() == 5)
				ways[i].act();
			return 0;
		}
	return 9; /* no such way */
}
