/*
 * kernel_mu.c - Kernel_* calls that hand out message unit resources
 * (spi/include/kernel/MU.h): check what the program passed, ask mu/, and fill
 * in the software objects that the MUSPI inlines work on.
 *
 * Arguments are copied in before they are checked and results copied out: the
 * objects a program names may overlap, be misaligned or hold wild pointers.
 */
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "kernel_mu.h"
#include "mu/mu.h"
#include "emu/node/machine/booted.h"
#include "emu/node/machine/units.h"
#include "emu/node/image/mmio_pages.h"

void kernel_check_subgroup(const char *call, uint32_t subgroup)
{
	if (subgroup >= MU_SUBGROUPS)
		kernel_assert_failed(call, "subgroup id", subgroup);
}

void kernel_check_id(const char *call, uint32_t id, uint32_t most)
{
	if (id >= most)
		kernel_assert_failed(call, "id", id);
}

/* For reports: records the process as the subgroup's owner. */
static void own_subgroup(uint32_t subgroup)
{
	booted.node[self_node()].owner[subgroup] = (uint8_t)process_self()->slot;
}

int kernel_get_ids(const char *call, const uint32_t *from, uint32_t n, uint32_t most,
		   uint32_t *ids)
{
	if (!call_may_access(from, (size_t)n * sizeof *ids))
		return EFAULT;
	if (n > most)
		kernel_assert_failed(call, "number of ids", n);
	memcpy(ids, from, n * sizeof *ids);
	for (uint32_t i = 0; i < n; i++)
		kernel_check_id(call, ids[i], most);
	return 0;
}

void *kernel_register(uint32_t subgroup, uint32_t off)
{
	return (void *)(uintptr_t)mmio_shown(self_node(),
					     subgroup / 4 * MU_MMIO_GROUP_STRIDE +
					     subgroup % 4 * MU_MMIO_SUBGROUP_STRIDE + off);
}

static int32_t list_free(uint32_t mask, uint32_t *n, uint32_t *ids)
{
	uint32_t list[MU_INJ_PER_SUBGROUP], count = 0;

	for (uint32_t i = 0; mask >> i; i++)
		if (mask >> i & 1)
			list[count++] = i;
	memcpy(ids, list, count * sizeof *ids);
	memcpy(n, &count, sizeof *n);
	return 0;
}

#define DEFINE_QUERY(NAME, MASK, MAX)                                                \
	int32_t NAME(uint32_t subgrpid, uint32_t *n, uint32_t *ids)                   \
	{                                                                             \
		call_begin_in_order();                                                \
		kernel_check_subgroup(#NAME, subgrpid);                               \
		if (!call_may_access(n, sizeof *n) ||                                 \
		    !call_may_access(ids, (MAX) * sizeof *ids))                      \
			return EFAULT;                                                \
		return list_free(MASK(units.mu, self_node(), subgrpid), n, ids);      \
	}

DEFINE_QUERY(Kernel_QueryInjFifos, mu_injfifo_free_mask, MU_INJ_PER_SUBGROUP)
DEFINE_QUERY(Kernel_QueryRecFifos, mu_recfifo_free_mask, MU_REC_PER_SUBGROUP)
DEFINE_QUERY(Kernel_QueryBaseAddressTable, mu_bat_free_mask, MU_BAT_PER_SUBGROUP)

/* A program's request: n FIFOs of a subgroup, and the object that is to name them. */
struct fifo_request {
	const char *call;
	uint32_t subgroup, n;
	const void *object;
	const uint32_t *fifoids;
	const void *attributes; /* a word for each FIFO */
	uint32_t ids[MU_INJ_PER_SUBGROUP];
};

struct fifo_kind {
	uint32_t most;
	size_t object_bytes;
	bool (*attribute)(const void *word, uint32_t *bits); /* false: of the system's FIFOs */
	int (*alloc)(struct mu *mu, uint32_t node, uint32_t subgroup, uint32_t n,
		     const uint32_t *ids, const uint32_t *bits);
};

static bool inj_attribute(const void *word, uint32_t *bits)
{
	Kernel_InjFifoAttributes_t a;

	memcpy(&a, word, sizeof a);
	*bits = (a.RemoteGet ? MU_ATTR_REMOTE_GET : 0) | (a.Priority ? MU_ATTR_PRIORITY : 0);
	return !a.System;
}

static bool rec_attribute(const void *word, uint32_t *bits)
{
	Kernel_RecFifoAttributes_t a;

	memcpy(&a, word, sizeof a);
	*bits = 0; /* there are no others */
	return !a.System;
}

static const struct fifo_kind
	injection = { MU_INJ_PER_SUBGROUP, sizeof(MUSPI_InjFifoSubGroup_t), inj_attribute,
		      mu_injfifo_alloc },
	reception = { MU_REC_PER_SUBGROUP, sizeof(MUSPI_RecFifoSubGroup_t), rec_attribute,
		      mu_recfifo_alloc };

/* Takes all FIFOs or none; 0 or an errno.  CNK checks in this order. */
static int fifos_take(const struct fifo_kind *kind, struct fifo_request *r)
{
	uint32_t bits[MU_INJ_PER_SUBGROUP];

	call_begin_in_order();
	if (!call_may_access(r->object, kind->object_bytes) ||
	    !call_may_access(r->fifoids, (size_t)r->n * sizeof *r->fifoids) ||
	    !call_may_access(r->attributes, (size_t)r->n * sizeof(uint32_t)))
		return EFAULT;
	for (uint32_t i = 0; i < r->n && i < kind->most; i++)
		if (!kind->attribute((const uint32_t *)r->attributes + i, &bits[i]))
			return EACCES;
	kernel_check_subgroup(r->call, r->subgroup);
	kernel_get_ids(r->call, r->fifoids, r->n, kind->most, r->ids);
	int rc = kind->alloc(units.mu, self_node(), r->subgroup, r->n, r->ids, bits);

	if (!rc)
		own_subgroup(r->subgroup);
	return rc;
}

int32_t Kernel_AllocateInjFifos(uint32_t subgrpid, MUSPI_InjFifoSubGroup_t *sg,
				uint32_t n, uint32_t *fifoids,
				Kernel_InjFifoAttributes_t *attributes)
{
	struct fifo_request r = { __func__, subgrpid, n, sg, fifoids, attributes, { 0 } };
	MUSPI_InjFifoSubGroup_t made;
	int rc = fifos_take(&injection, &r);

	if (rc)
		return rc;
	memset(&made, 0, sizeof made);
	made.subgroupid = subgrpid;
	made.groupStatus = kernel_register(subgrpid, STATUS_OFFSET);
	for (uint32_t i = 0; i < n; i++) {
		MUSPI_InjFifo_t *f = &made._injfifos[r.ids[i]];

		f->_fifo.hwfifo = kernel_register(subgrpid, INJ_OFFSET(r.ids[i]));
		f->hw_injfifo = kernel_register(subgrpid, INJ_OFFSET(r.ids[i]) + COUNTS_OFFSET);
	}
	memcpy((void *)sg, &made, sizeof made);
	return 0;
}

int32_t Kernel_AllocateRecFifos(uint32_t subgrpid, MUSPI_RecFifoSubGroup_t *sg,
				uint32_t n, uint32_t *fifoids,
				Kernel_RecFifoAttributes_t *attributes)
{
	struct fifo_request r = { __func__, subgrpid, n, sg, fifoids, attributes, { 0 } };
	MUSPI_RecFifoSubGroup_t made;
	int rc = fifos_take(&reception, &r);

	if (rc)
		return rc;
	memset(&made, 0, sizeof made);
	made.subgroupid = subgrpid;
	made.groupStatus = kernel_register(subgrpid, STATUS_OFFSET);
	for (uint32_t i = 0; i < n; i++)
		made._recfifos[r.ids[i]]._fifo.hwfifo =
			kernel_register(subgrpid, REC_OFFSET(r.ids[i]));
	memcpy((void *)sg, &made, sizeof made);
	return 0;
}

int32_t Kernel_AllocateBaseAddressTable(uint32_t subgrpid,
					MUSPI_BaseAddressTableSubGroup_t *sg, uint32_t n,
					uint32_t *batids, uint32_t system)
{
	uint32_t ids[MU_BAT_PER_SUBGROUP];
	MUSPI_BaseAddressTableSubGroup_t made;

	call_begin_in_order();
	if (!call_may_access(sg, sizeof *sg) ||
	    !call_may_access(batids, (size_t)n * sizeof *ids))
		return EFAULT;
	if (system == 1)
		return EACCES;
	kernel_check_subgroup(__func__, subgrpid);
	if (n == 0)
		kernel_assert_failed(__func__, "number of ids", n);
	kernel_get_ids(__func__, batids, n, MU_BAT_PER_SUBGROUP, ids);
	if (system != 0)
		kernel_assert_failed(__func__, "system", system);
	int rc = mu_bat_alloc(units.mu, self_node(), subgrpid, n, ids, 0);

	if (rc)
		return rc;
	own_subgroup(subgrpid);
	memset(&made, 0, sizeof made);
	made.subgrpid = (uint8_t)subgrpid;
	made.hw_bat = kernel_register(subgrpid, BAT_OFFSET);
	for (uint32_t i = 0; i < n; i++)
		made.permissions |= (uint8_t)(0x80u >> ids[i]);
	memcpy((void *)sg, &made, sizeof made);
	return 0;
}

/* The subgroup id in a program's object of so many bytes; 0 or EFAULT. */
static int subgroup_get(const char *call, const void *sg, size_t bytes, size_t at,
			uint32_t *subgroup)
{
	if (!call_may_access(sg, bytes))
		return EFAULT;
	memcpy(subgroup, (const char *)sg + at, sizeof *subgroup);
	kernel_check_subgroup(call, *subgroup);
	return 0;
}

int kernel_get_injfifos(const char *call, const MUSPI_InjFifoSubGroup_t *sg,
			uint32_t *subgroup)
{
	return subgroup_get(call, sg, sizeof *sg,
			    offsetof(MUSPI_InjFifoSubGroup_t, subgroupid), subgroup);
}

int kernel_get_recfifos(const char *call, const MUSPI_RecFifoSubGroup_t *sg,
			uint32_t *subgroup)
{
	return subgroup_get(call, sg, sizeof *sg,
			    offsetof(MUSPI_RecFifoSubGroup_t, subgroupid), subgroup);
}

#define DEFINE_DEALLOCATE(NAME, OBJECT, GET, MOST, FREE)                               \
	int32_t NAME(OBJECT *sg, uint32_t n, uint32_t *fifoids)                       \
	{                                                                             \
		uint32_t subgroup, ids[MOST];                                         \
									      \
		call_begin_in_order();                                                \
		if (GET(#NAME, sg, &subgroup) ||                                      \
		    kernel_get_ids(#NAME, fifoids, n, MOST, ids))                     \
			return EFAULT;                                                \
		return FREE(units.mu, self_node(), subgroup, n, ids, self_now());     \
	}

DEFINE_DEALLOCATE(Kernel_DeallocateInjFifos, MUSPI_InjFifoSubGroup_t, kernel_get_injfifos,
		  MU_INJ_PER_SUBGROUP, mu_injfifo_free)
DEFINE_DEALLOCATE(Kernel_DeallocateRecFifos, MUSPI_RecFifoSubGroup_t, kernel_get_recfifos,
		  MU_REC_PER_SUBGROUP, mu_recfifo_free)

int32_t Kernel_DeallocateBaseAddressTable(MUSPI_BaseAddressTableSubGroup_t *sg,
					  uint32_t n, uint32_t *batids)
{
	MUSPI_BaseAddressTableSubGroup_t held;
	uint32_t ids[MU_BAT_PER_SUBGROUP];

	call_begin_in_order();
	if (!call_may_access(sg, sizeof *sg) ||
	    !call_may_access(batids, (size_t)n * sizeof *ids))
		return EFAULT;
	memcpy(&held, (const void *)sg, sizeof held);
	kernel_check_subgroup(__func__, held.subgrpid);
	if (n == 0)
		kernel_assert_failed(__func__, "number of ids", n);
	kernel_get_ids(__func__, batids, n, MU_BAT_PER_SUBGROUP, ids);
	for (uint32_t i = 0; i < n; i++) {
		held.permissions &= (uint8_t)~(0x80u >> ids[i]);
		held.sw_bat[ids[i]] = 0;
	}
	memcpy((void *)sg, &held, sizeof held);
	return mu_bat_free(units.mu, self_node(), held.subgrpid, n, ids);
}
