/*
 * conformance_mu.c - results and errors of the calls that hand out FIFOs and base
 * address table entries.  Not the assertions (conformance_ends.c), nor what the
 * message unit does with them (memfifo.c).
 */
#include "conformance.h"

#include <string.h>

#include <hwi/include/bqc/mu_dcr.h>
#include <spi/include/kernel/MU.h>
#include <spi/include/mu/Addressing_inlines.h>

#define SUBGROUP 9u /* of group 2, the second */

static char memory[65536] __attribute__((aligned(64)));

static MUSPI_InjFifoSubGroup_t inj;
static MUSPI_RecFifoSubGroup_t rec;
static MUSPI_BaseAddressTableSubGroup_t bat;
static uint32_t ids[8];
static Kernel_InjFifoAttributes_t inj_attr[8];
static Kernel_RecFifoAttributes_t rec_attr[4];

typedef int32_t query(uint32_t, uint32_t *, uint32_t *);

/* The free ids are those of mask, ascending. */
static int free_are(query *q, uint32_t subgroup, uint32_t mask)
{
	uint32_t n = 99, list[8], next = 0;

	memset(list, 0xee, sizeof list);
	if (q(subgroup, &n, list) != 0)
		return 0;
	for (uint32_t i = 0; i < 8; i++)
		if (mask >> i & 1 && (next >= n || list[next++] != i))
			return 0;
	return next == n;
}

static uint32_t *list(uint32_t a, uint32_t b)
{
	ids[0] = a;
	ids[1] = b;
	return ids;
}

static void queries_refuse_bad_pointers(void)
{
	uint32_t n, free_ids[8];

	CHECK_EFAULT(Kernel_QueryInjFifos(0, bad, free_ids));
	CHECK_EFAULT(Kernel_QueryInjFifos(0, &n, bad));
	CHECK_EFAULT(Kernel_QueryRecFifos(0, bad, free_ids));
	CHECK_EFAULT(Kernel_QueryRecFifos(0, &n, bad));
	CHECK_EFAULT(Kernel_QueryBaseAddressTable(0, bad, free_ids));
	CHECK_EFAULT(Kernel_QueryBaseAddressTable(0, &n, bad));
}

static void injection_fifos(void)
{
	CHECK(free_are(Kernel_QueryInjFifos, SUBGROUP, 0xff));
	CHECK(DCRReadUser(MU_DCR(IMFIFO_SYSTEM) + 2) == 0xffffffffu);
	memset(&inj, 0xff, sizeof inj);
	inj_attr[0].RemoteGet = 1;
	inj_attr[1].Priority = 1;
	CHECK(Kernel_AllocateInjFifos(SUBGROUP, &inj, 2, list(5, 3), inj_attr) == 0);
	CHECK(free_are(Kernel_QueryInjFifos, SUBGROUP, 0xff & ~(1u << 3 | 1u << 5)));
	CHECK(free_are(Kernel_QueryInjFifos, SUBGROUP + 1, 0xff));
	CHECK(inj.subgroupid == SUBGROUP && inj.groupStatus);
	CHECK(inj._injfifos[5].hw_injfifo && inj._injfifos[3]._fifo.hwfifo);
	CHECK(!inj._injfifos[0].hw_injfifo && !inj._injfifos[4]._fifo.hwfifo);
	CHECK(inj._injfifos[5].numInjected == 0);
	/* Bit 31 - (subgroup in group * 8 + FIFO). */
	CHECK(DCRReadUser(MU_DCR(IMFIFO_SYSTEM) + 2) ==
	      (0xffffffffu & ~(1u << (31 - 8 - 3) | 1u << (31 - 8 - 5))));
	CHECK(DCRReadUser(MU_DCR(IMFIFO_RGET) + 2) == 1u << (31 - 8 - 5));

	/* All or none. */
	CHECK(Kernel_AllocateInjFifos(SUBGROUP, &inj, 2, list(4, 5), inj_attr) == EAGAIN);
	CHECK(Kernel_AllocateInjFifos(SUBGROUP, &inj, 2, list(6, 6), inj_attr) == EAGAIN);
	CHECK(free_are(Kernel_QueryInjFifos, SUBGROUP, 0xff & ~(1u << 3 | 1u << 5)));
	inj_attr[1].System = 1;
	CHECK(Kernel_AllocateInjFifos(SUBGROUP, &inj, 2, list(6, 7), inj_attr) == EACCES);
	CHECK(Kernel_AllocateInjFifos(SUBGROUP, &inj, 2, list(6, 99), inj_attr) == EACCES);
	inj_attr[1].System = 0;
	CHECK(free_are(Kernel_QueryInjFifos, SUBGROUP, 0xff & ~(1u << 3 | 1u << 5)));
	CHECK(Kernel_AllocateInjFifos(SUBGROUP + 1, &inj, 0, ids, inj_attr) == 0);
	CHECK_EFAULT(Kernel_AllocateInjFifos(0, bad, 1, ids, inj_attr));
	CHECK_EFAULT(Kernel_AllocateInjFifos(0, &inj, 1, bad, inj_attr));
	CHECK_EFAULT(Kernel_AllocateInjFifos(0, &inj, 1, ids, bad));

	CHECK_EFAULT(Kernel_DeallocateInjFifos(bad, 1, ids));
	CHECK_EFAULT(Kernel_DeallocateInjFifos(&inj, 1, bad));
	inj.subgroupid = SUBGROUP;
	CHECK(Kernel_DeallocateInjFifos(&inj, 2, list(3, 5)) == 0);
	CHECK(free_are(Kernel_QueryInjFifos, SUBGROUP, 0xff));
	CHECK(DCRReadUser(MU_DCR(IMFIFO_SYSTEM) + 2) == 0xffffffffu);
	CHECK(DCRReadUser(MU_DCR(IMFIFO_RGET) + 2) == 0);
}

static void reception_fifos(void)
{
	CHECK(free_are(Kernel_QueryRecFifos, SUBGROUP, 0xf));
	memset(&rec, 0xff, sizeof rec);
	CHECK(Kernel_AllocateRecFifos(SUBGROUP, &rec, 2, list(2, 0), rec_attr) == 0);
	CHECK(free_are(Kernel_QueryRecFifos, SUBGROUP, 0xa));
	CHECK(rec.subgroupid == SUBGROUP && rec.groupStatus);
	CHECK(rec._recfifos[2]._fifo.hwfifo && !rec._recfifos[1]._fifo.hwfifo);
	CHECK(DCRReadUser(MU_DCR(RMFIFO_SYSTEM) + 2) == (0xffffu & ~(1u << 11 | 1u << 9)));
	CHECK(Kernel_AllocateRecFifos(SUBGROUP, &rec, 2, list(1, 2), rec_attr) == EAGAIN);
	CHECK(Kernel_AllocateRecFifos(SUBGROUP, &rec, 2, list(1, 1), rec_attr) == EAGAIN);
	rec_attr[0].System = 1;
	CHECK(Kernel_AllocateRecFifos(SUBGROUP, &rec, 1, list(1, 0), rec_attr) == EACCES);
	rec_attr[0].System = 0;
	CHECK(free_are(Kernel_QueryRecFifos, SUBGROUP, 0xa));
	CHECK_EFAULT(Kernel_AllocateRecFifos(0, bad, 1, ids, rec_attr));
	CHECK_EFAULT(Kernel_AllocateRecFifos(0, &rec, 1, bad, rec_attr));
	CHECK_EFAULT(Kernel_AllocateRecFifos(0, &rec, 1, ids, bad));
	CHECK_EFAULT(Kernel_DeallocateRecFifos(bad, 1, ids));
	CHECK_EFAULT(Kernel_DeallocateRecFifos(&rec, 1, bad));
	CHECK(Kernel_DeallocateRecFifos(&rec, 2, list(0, 2)) == 0);
	CHECK(free_are(Kernel_QueryRecFifos, SUBGROUP, 0xf));
}

static void base_addresses(void)
{
	const uint64_t mine = UINT64_C(1) << (63 - SUBGROUP);

	CHECK(free_are(Kernel_QueryBaseAddressTable, SUBGROUP, 0xff));
	CHECK(DCRReadUser(MU_DCR(RPUTBASE_SYSTEM0)) == ~UINT64_C(0));
	CHECK(DCRReadUser(MU_DCR(RPUTBASE_SYSTEM1)) == UINT64_C(0xf) << 60);
	CHECK(Kernel_AllocateBaseAddressTable(SUBGROUP, &bat, 2, list(1, 7), 0) == 0);
	CHECK(bat.subgrpid == SUBGROUP && bat.permissions == (0x80 >> 1 | 0x80 >> 7));
	CHECK(bat.hw_bat[1] == 0 && bat.hw_bat[7] == 0 && bat.sw_bat[7] == 0);
	CHECK(bat.hw_bat[2] == UINT64_C(0x1fffffffff));
	CHECK(free_are(Kernel_QueryBaseAddressTable, SUBGROUP, 0x7d));
	CHECK(DCRReadUser(MU_DCR(RPUTBASE_SYSTEM0)) == ~mine);
	CHECK(MUSPI_SetBaseAddress(&bat, 1, 0x123456789a) == 0);
	CHECK(bat.hw_bat[1] == 0x123456789a);
	CHECK(MUSPI_GetBaseAddress(&bat, 1) == 0x123456789a);

	CHECK(Kernel_AllocateBaseAddressTable(SUBGROUP, &bat, 2, list(0, 1), 0) == EAGAIN);
	CHECK(Kernel_AllocateBaseAddressTable(SUBGROUP, &bat, 2, list(0, 0), 0) == EAGAIN);
	CHECK(Kernel_AllocateBaseAddressTable(SUBGROUP, &bat, 1, list(0, 0), 1) == EACCES);
	CHECK(free_are(Kernel_QueryBaseAddressTable, SUBGROUP, 0x7d));
	CHECK_EFAULT(Kernel_AllocateBaseAddressTable(0, bad, 1, ids, 0));
	CHECK_EFAULT(Kernel_AllocateBaseAddressTable(0, &bat, 1, bad, 0));
	CHECK_EFAULT(Kernel_DeallocateBaseAddressTable(bad, 1, ids));
	CHECK_EFAULT(Kernel_DeallocateBaseAddressTable(&bat, 1, bad));
	CHECK(Kernel_DeallocateBaseAddressTable(&bat, 1, list(1, 0)) == 0);
	CHECK(bat.hw_bat[1] == UINT64_C(0x1fffffffff) && bat.sw_bat[1] == 0);
	CHECK(bat.permissions == 0x80 >> 7);
	CHECK(DCRReadUser(MU_DCR(RPUTBASE_SYSTEM0)) == ~mine);
	CHECK(Kernel_DeallocateBaseAddressTable(&bat, 1, list(7, 0)) == 0);
	CHECK(DCRReadUser(MU_DCR(RPUTBASE_SYSTEM0)) == ~UINT64_C(0));
}

static void fifos_are_placed_empty(void)
{
	Kernel_MemoryRegion_t r;

	CHECK(Kernel_CreateMemoryRegion(&r, memory, sizeof memory) == 0);
	uint64_t at = (uint64_t)(memory - (char *)r.BaseVa), pa = (uintptr_t)r.BasePa + at;

	CHECK(Kernel_AllocateInjFifos(SUBGROUP, &inj, 1, list(1, 0), inj_attr) == 0);
	CHECK_EFAULT(Kernel_InjFifoInit(bad, 1, &r, at, 1023));
	CHECK_EFAULT(Kernel_InjFifoInit(&inj, 1, bad, at, 1023));
	CHECK(Kernel_InjFifoInit(&inj, 1, &r, at, 1023) == 0);
	MUSPI_InjFifo_t *i = MUSPI_IdToInjFifo(1, &inj);

	CHECK(MUSPI_getStartVa(&i->_fifo) == memory && MUSPI_getStartPa(&i->_fifo) == pa);
	CHECK(MUSPI_getHeadVa(&i->_fifo) == memory && MUSPI_getTailVa(&i->_fifo) == memory);
	CHECK(MUSPI_getHwHead(&i->_fifo) == pa && MUSPI_getHwTail(&i->_fifo) == pa);
	CHECK(MUSPI_getHwFreeSpace(i) == 15 && MUSPI_getFreeSpaceFromShadow(i) == 15);
	CHECK(MUSPI_getHwDescCount(i) == 0 && MUSPI_getNumInjected(i) == 0);
	CHECK_EFAULT(Kernel_InjFifoActivate(bad, 1, ids, KERNEL_INJ_FIFO_ACTIVATE));
	CHECK_EFAULT(Kernel_InjFifoActivate(&inj, 1, bad, KERNEL_INJ_FIFO_ACTIVATE));
	CHECK(Kernel_InjFifoActivate(&inj, 1, ids, KERNEL_INJ_FIFO_ACTIVATE) == 0);
	CHECK(inj.groupStatus->isEnabled == 1u << (31 - 8 - 1));
	CHECK(Kernel_InjFifoActivate(&inj, 1, ids, KERNEL_INJ_FIFO_DEACTIVATE) == 0);
	CHECK(inj.groupStatus->isEnabled == 0);

	CHECK(Kernel_AllocateRecFifos(SUBGROUP, &rec, 1, list(3, 0), rec_attr) == 0);
	CHECK_EFAULT(Kernel_RecFifoInit(bad, 3, &r, at + 1024, 1023));
	CHECK_EFAULT(Kernel_RecFifoInit(&rec, 3, bad, at + 1024, 1023));
	CHECK(Kernel_RecFifoInit(&rec, 3, &r, at + 1024, 1023) == 0);
	MUSPI_RecFifo_t *f = MUSPI_IdToRecFifo(3, &rec);

	CHECK(MUSPI_getStartVa(&f->_fifo) == memory + 1024);
	CHECK(MUSPI_getHwHead(&f->_fifo) == pa + 1024);
	CHECK(MUSPI_getHwTail(&f->_fifo) == pa + 1024);
	CHECK(DCRReadUser(MU_DCR(RMFIFO_EN) + 2) == 0);
	CHECK(Kernel_RecFifoEnable(SUBGROUP / 4, 1u << (15 - 4 - 3)) == 0);
	CHECK(DCRReadUser(MU_DCR(RMFIFO_EN) + 2) == 1u << (15 - 4 - 3));
	CHECK(Kernel_RecFifoDisable(SUBGROUP / 4, 1u << (15 - 4 - 3)) == 0);
	CHECK(DCRReadUser(MU_DCR(RMFIFO_EN) + 2) == 1u << (15 - 4 - 3)); /* as on CNK */
}

int main(void)
{
	conformance_init();
	queries_refuse_bad_pointers();
	injection_fifos();
	reception_fifos();
	base_addresses();
	fifos_are_placed_empty();
	return 0;
}
