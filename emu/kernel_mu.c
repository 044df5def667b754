/*
 * kernel_mu.c - Kernel_* calls that hand out message unit resources
 * (spi/include/kernel/MU.h): check what the program passed, ask mu/, and fill
 * in the software objects that the MUSPI inlines work on.
 */
#include <errno.h>
#include <string.h>

#include <spi/include/kernel/MU.h>

#include "kernel.h"
#include "machine.h"

#define INJ_OFFSET(i) (0x40u * (i))
#define REC_OFFSET(i) (0x200u + 0x40u * (i))
#define BAT_OFFSET    0x400u
#define STATUS_OFFSET 0x300u

static uint32_t self_node(void)
{
	return thread_self->node;
}

static ps_t self_now(void)
{
	return thread_self->clock_ps;
}

static void check_subgroup(const char *call, uint32_t subgroup)
{
	if (subgroup >= MU_SUBGROUPS)
		kernel_assert_failed(call, "subgroup id", subgroup);
}

static void check_ids(const char *call, const uint32_t *ids, uint32_t n, uint32_t most)
{
	if (n == 0 || n > most)
		kernel_assert_failed(call, "number of ids", n);
	for (uint32_t i = 0; i < n; i++)
		if (ids[i] >= most)
			kernel_assert_failed(call, "id", ids[i]);
}

/* For reports: who works with the subgroup. */
static void own_subgroup(uint32_t subgroup)
{
	machine.node[self_node()].owner[subgroup] = (uint8_t)process_self()->slot;
}

/* The register at off of a subgroup's MMIO page, in the caller's window. */
static void *register_at(uint32_t subgroup, uint32_t off)
{
	return space_window(self_node()) + SPACE_MMIO +
	       (uint64_t)(subgroup / 4) * MU_MMIO_GROUP_STRIDE +
	       (uint64_t)(subgroup % 4) * MU_MMIO_SUBGROUP_STRIDE + off;
}

static int32_t list_free(uint32_t mask, uint32_t *n, uint32_t *ids)
{
	uint32_t count = 0;

	for (uint32_t i = 0; mask >> i; i++)
		if (mask >> i & 1)
			ids[count++] = i;
	*n = count;
	return 0;
}

#define DEFINE_QUERY(NAME, MASK, MOST)                                                \
	int32_t NAME(uint32_t subgrpid, uint32_t *n, uint32_t *ids)                   \
	{                                                                             \
		kernel_call();                                                        \
		check_subgroup(#NAME, subgrpid);                                      \
		if (!kernel_can_access(n, sizeof *n) ||                               \
		    !kernel_can_access(ids, (MOST) * sizeof *ids))                    \
			return EFAULT;                                                \
		return list_free(MASK(machine.mu, self_node(), subgrpid), n, ids);    \
	}

DEFINE_QUERY(Kernel_QueryInjFifos, mu_injfifo_free_mask, MU_INJ_PER_SUBGROUP)
DEFINE_QUERY(Kernel_QueryRecFifos, mu_recfifo_free_mask, MU_REC_PER_SUBGROUP)
DEFINE_QUERY(Kernel_QueryBaseAddressTable, mu_bat_free_mask, MU_BAT_PER_SUBGROUP)

int32_t Kernel_AllocateInjFifos(uint32_t subgrpid, MUSPI_InjFifoSubGroup_t *sg,
				uint32_t n, uint32_t *ids, Kernel_InjFifoAttributes_t *attr)
{
	uint32_t bits[MU_INJ_PER_SUBGROUP];

	kernel_call();
	check_subgroup(__func__, subgrpid);
	if (!kernel_can_access(sg, sizeof *sg) || !kernel_can_access(ids, n * sizeof *ids) ||
	    !kernel_can_access(attr, n * sizeof *attr))
		return EFAULT;
	check_ids(__func__, ids, n, MU_INJ_PER_SUBGROUP);
	for (uint32_t i = 0; i < n; i++)
		bits[i] = (attr[i].RemoteGet ? MU_ATTR_REMOTE_GET : 0) |
			  (attr[i].System ? MU_ATTR_SYSTEM : 0) |
			  (attr[i].Priority ? MU_ATTR_PRIORITY : 0);
	int rc = mu_injfifo_alloc(machine.mu, self_node(), subgrpid, n, ids, bits);

	if (rc)
		return rc;
	own_subgroup(subgrpid);
	memset(sg, 0, sizeof *sg);
	sg->subgroupid = subgrpid;
	sg->groupStatus = register_at(subgrpid, STATUS_OFFSET);
	for (uint32_t i = 0; i < n; i++) {
		MUSPI_InjFifo_t *f = &sg->_injfifos[ids[i]];

		f->_fifo.hwfifo = register_at(subgrpid, INJ_OFFSET(ids[i]));
		f->hw_injfifo = register_at(subgrpid, INJ_OFFSET(ids[i]) + 0x20);
	}
	return 0;
}

int32_t Kernel_AllocateRecFifos(uint32_t subgrpid, MUSPI_RecFifoSubGroup_t *sg,
				uint32_t n, uint32_t *ids, Kernel_RecFifoAttributes_t *attr)
{
	uint32_t bits[MU_REC_PER_SUBGROUP];

	kernel_call();
	check_subgroup(__func__, subgrpid);
	if (!kernel_can_access(sg, sizeof *sg) || !kernel_can_access(ids, n * sizeof *ids) ||
	    !kernel_can_access(attr, n * sizeof *attr))
		return EFAULT;
	check_ids(__func__, ids, n, MU_REC_PER_SUBGROUP);
	for (uint32_t i = 0; i < n; i++)
		bits[i] = attr[i].System ? MU_ATTR_SYSTEM : 0;
	int rc = mu_recfifo_alloc(machine.mu, self_node(), subgrpid, n, ids, bits);

	if (rc)
		return rc;
	own_subgroup(subgrpid);
	memset(sg, 0, sizeof *sg);
	sg->subgroupid = subgrpid;
	sg->groupStatus = register_at(subgrpid, STATUS_OFFSET);
	for (uint32_t i = 0; i < n; i++)
		sg->_recfifos[ids[i]]._fifo.hwfifo = register_at(subgrpid, REC_OFFSET(ids[i]));
	return 0;
}

int32_t Kernel_AllocateBaseAddressTable(uint32_t subgrpid,
					MUSPI_BaseAddressTableSubGroup_t *sg, uint32_t n,
					uint32_t *ids, uint32_t system)
{
	kernel_call();
	check_subgroup(__func__, subgrpid);
	if (!kernel_can_access(sg, sizeof *sg) || !kernel_can_access(ids, n * sizeof *ids))
		return EFAULT;
	check_ids(__func__, ids, n, MU_BAT_PER_SUBGROUP);
	int rc = mu_bat_alloc(machine.mu, self_node(), subgrpid, n, ids, system != 0);

	if (rc)
		return rc;
	own_subgroup(subgrpid);
	memset(sg, 0, sizeof *sg);
	sg->subgrpid = (uint8_t)subgrpid;
	sg->hw_bat = register_at(subgrpid, BAT_OFFSET);
	for (uint32_t i = 0; i < n; i++)
		sg->permissions |= (uint8_t)(0x80u >> ids[i]);
	return 0;
}

#define DEFINE_DEALLOCATE(NAME, SG_T, FIELD, FREE, MOST)                              \
	int32_t NAME(SG_T *sg, uint32_t n, uint32_t *ids)                             \
	{                                                                             \
		kernel_call();                                                        \
		if (!kernel_can_access(sg, sizeof *sg) ||                             \
		    !kernel_can_access(ids, n * sizeof *ids))                         \
			return EFAULT;                                                \
		check_subgroup(#NAME, sg->FIELD);                                     \
		check_ids(#NAME, ids, n, MOST);                                       \
		return FREE(machine.mu, self_node(), sg->FIELD, n, ids);              \
	}

DEFINE_DEALLOCATE(Kernel_DeallocateInjFifos, MUSPI_InjFifoSubGroup_t, subgroupid,
		  mu_injfifo_free, MU_INJ_PER_SUBGROUP)
DEFINE_DEALLOCATE(Kernel_DeallocateRecFifos, MUSPI_RecFifoSubGroup_t, subgroupid,
		  mu_recfifo_free, MU_REC_PER_SUBGROUP)
DEFINE_DEALLOCATE(Kernel_DeallocateBaseAddressTable, MUSPI_BaseAddressTableSubGroup_t,
		  subgrpid, mu_bat_free, MU_BAT_PER_SUBGROUP)

/* Both kinds of FIFO begin empty at the start of their memory. */
static void fifo_place(MUSPI_Fifo_t *f, uint8_t *va, uint64_t pa, uint64_t size_1)
{
	f->pa_start = pa;
	f->va_start = f->va_head = f->va_tail = va;
	f->va_end = va + size_1 + 1;
	f->size_1 = size_1;
}

static uint8_t *fifo_memory(const char *call, const Kernel_MemoryRegion_t *r,
			    uint64_t offset, uint64_t *pa)
{
	uint8_t *va = (uint8_t *)r->BaseVa + offset;

	if (!space_contains(va) || space_node_of(va) != self_node())
		kernel_assert_failed(call, "FIFO address", (uintptr_t)va);
	*pa = (uint64_t)(va - space_window(self_node()));
	return va;
}

int32_t Kernel_InjFifoInit(MUSPI_InjFifoSubGroup_t *sg, uint32_t id,
			   Kernel_MemoryRegion_t *region, uint64_t offset, uint64_t size_1)
{
	uint64_t pa;

	kernel_call();
	if (!kernel_can_access(sg, sizeof *sg) || !kernel_can_access(region, sizeof *region))
		return EFAULT;
	check_subgroup(__func__, sg->subgroupid);
	check_ids(__func__, &id, 1, MU_INJ_PER_SUBGROUP);
	uint8_t *va = fifo_memory(__func__, region, offset, &pa);

	if (mu_injfifo_init(machine.mu, self_node(), sg->subgroupid * MU_INJ_PER_SUBGROUP + id,
			    pa, size_1 + 1, self_now()) != 0)
		kernel_assert_failed(__func__, "FIFO size", size_1 + 1);
	MUSPI_InjFifo_t *f = &sg->_injfifos[id];

	fifo_place(&f->_fifo, va, pa, size_1);
	f->numInjected = 0;
	f->descCount = f->hw_injfifo->descCount;
	f->freeSpace = f->hw_injfifo->freeSpace;
	return 0;
}

int32_t Kernel_RecFifoInit(MUSPI_RecFifoSubGroup_t *sg, uint32_t id,
			   Kernel_MemoryRegion_t *region, uint64_t offset, uint64_t size_1)
{
	uint64_t pa;

	kernel_call();
	if (!kernel_can_access(sg, sizeof *sg) || !kernel_can_access(region, sizeof *region))
		return EFAULT;
	check_subgroup(__func__, sg->subgroupid);
	check_ids(__func__, &id, 1, MU_REC_PER_SUBGROUP);
	uint8_t *va = fifo_memory(__func__, region, offset, &pa);

	if (mu_recfifo_init(machine.mu, self_node(), sg->subgroupid * MU_REC_PER_SUBGROUP + id,
			    pa, size_1 + 1, self_now()) != 0)
		kernel_assert_failed(__func__, "FIFO size", size_1 + 1);
	fifo_place(&sg->_recfifos[id]._fifo, va, pa, size_1);
	sg->_recfifos[id].numProcessed = 0;
	return 0;
}

int32_t Kernel_InjFifoActivate(MUSPI_InjFifoSubGroup_t *sg, uint32_t n, uint32_t *ids,
			       uint32_t activate)
{
	kernel_call();
	if (!kernel_can_access(sg, sizeof *sg) || !kernel_can_access(ids, n * sizeof *ids))
		return EFAULT;
	check_subgroup(__func__, sg->subgroupid);
	check_ids(__func__, ids, n, MU_INJ_PER_SUBGROUP);
	for (uint32_t i = 0; i < n; i++)
		mu_injfifo_activate(machine.mu, self_node(),
				    sg->subgroupid * MU_INJ_PER_SUBGROUP + ids[i],
				    activate == KERNEL_INJ_FIFO_ACTIVATE, self_now());
	return 0;
}

int32_t Kernel_RecFifoEnable(uint32_t group, uint64_t bits)
{
	kernel_call();
	if (group >= MU_SUBGROUPS / 4)
		kernel_assert_failed(__func__, "group id", group);
	if ((bits & 0xffff) == 0)
		kernel_assert_failed(__func__, "enable bits", bits);
	for (uint32_t f = 0; f < 16; f++)
		if (bits >> (15 - f) & 1)
			mu_recfifo_enable(machine.mu, self_node(), group * 16 + f, 1,
					  self_now());
	return 0;
}

int32_t Kernel_RecFifoDisable(uint32_t group, uint64_t bits)
{
	(void)group, (void)bits;
	kernel_call();
	return 0;
}
