/*
 * fuzz_kernel_mu.h - for fuzz_kernel.c: calls on the message unit and the SPI's own
 * functions.  A few subgroups; what the process has of each is remembered, so that
 * the results can be told.
 */
#ifndef FUZZ_KERNEL_MU_H
#define FUZZ_KERNEL_MU_H

#include "fuzz_kernel.h"

#include <spi/include/kernel/MU.h>
#include <spi/include/mu/Addressing_inlines.h>
#include <spi/include/mu/Descriptor_inlines.h>
#include <spi/include/mu/InjFifo.h>
#include <spi/include/mu/RecFifo.h>

/* ---- message unit */

#define SUBGROUPS_USED 3
#define FIFO_BYTES 2048

/* Parts of a subgroup that the process has: bit i is id i. */
static struct unit {
	uint32_t subgroup, inj_have, rec_have, bat_have, inj_placed, rec_placed;
	MUSPI_InjFifoSubGroup_t inj;
	MUSPI_RecFifoSubGroup_t rec;
	MUSPI_BaseAddressTableSubGroup_t bat;
} units[SUBGROUPS_USED];
static char inj_memory[SUBGROUPS_USED][8][FIFO_BYTES] __attribute__((aligned(64)));
static char rec_memory[SUBGROUPS_USED][4][FIFO_BYTES] __attribute__((aligned(64)));
static char payload[8192] __attribute__((aligned(64)));
static MUHWI_Descriptor_t for_gets[64] __attribute__((aligned(64)));
static uint64_t window; /* address of physical address 0 */

static uint32_t random_ids(uint32_t *ids, uint32_t most, uint32_t *mask)
{
	uint32_t n = 1 + (uint32_t)below(most);

	*mask = 0;
	for (uint32_t i = 0; i < n; i++) {
		ids[i] = (uint32_t)below(most);
		*mask |= 1u << ids[i];
	}
	return n;
}

/* The ids go anywhere in the arena, unaligned, or nowhere. */
static uint32_t *ids_anywhere(const uint32_t *ids, uint32_t n)
{
	uint32_t *p = pointer(n * sizeof *p);

	if (good)
		memcpy(p, ids, n * sizeof *ids);
	return p;
}

static void call_query(struct unit *u)
{
	uint32_t n = ~0u, ids[8];
	uint32_t *list = pointer(8 * sizeof *list);

	photograph();
	switch (below(3)) {
	case 0:
		RESULT_CALL(list, sizeof ids, Kernel_QueryInjFifos((uint32_t)below(68), &n, list),
			    0);
		break;
	case 1:
		RESULT_CALL(list, sizeof ids, Kernel_QueryRecFifos((uint32_t)below(68), &n, list),
			    0);
		break;
	default:
		CHECK(Kernel_QueryBaseAddressTable(u->subgroup, &n, ids) == 0);
		CHECK(n == 8 - (uint32_t)__builtin_popcount(u->bat_have));
		for (uint32_t i = 0; i < n; i++)
			CHECK(ids[i] < 8 && !(u->bat_have >> ids[i] & 1));
		return;
	}
	CHECK(good ? n <= 8 : n == ~0u);
}

static void call_allocate(struct unit *u)
{
	uint32_t ids[8], mask, n, *list;
	int32_t rc;

	switch (below(3)) {
	case 0: {
		Kernel_InjFifoAttributes_t attr[8];

		for (unsigned i = 0; i < 8; i++) {
			memset(&attr[i], 0, sizeof attr[i]);
			attr[i].RemoteGet = below(2);
			attr[i].Priority = below(2);
			attr[i].System = below(50) == 0;
		}
		n = random_ids(ids, 8, &mask);
		list = ids_anywhere(ids, n);
		MUSPI_InjFifoSubGroup_t sg;

		rc = Kernel_AllocateInjFifos(u->subgroup, &sg, n, list, attr);
		CHECK(good ? rc == 0 || rc == EAGAIN || rc == EACCES : rc == EFAULT);
		if (rc)
			break;
		CHECK(!(u->inj_have & mask) && (uint32_t)__builtin_popcount(mask) == n);
		for (uint32_t i = 0; i < n; i++)
			u->inj._injfifos[ids[i]] = sg._injfifos[ids[i]];
		u->inj.subgroupid = sg.subgroupid;
		CHECK(sg.subgroupid == u->subgroup);
		u->inj_have |= mask;
		break;
	}
	case 1: {
		Kernel_RecFifoAttributes_t attr[4];

		memset(attr, 0, sizeof attr);
		attr[below(4)].System = below(50) == 0;
		n = random_ids(ids, 4, &mask);
		list = ids_anywhere(ids, n);
		MUSPI_RecFifoSubGroup_t sg;

		rc = Kernel_AllocateRecFifos(u->subgroup, &sg, n, list, attr);
		CHECK(good ? rc == 0 || rc == EAGAIN || rc == EACCES : rc == EFAULT);
		if (rc)
			break;
		CHECK(!(u->rec_have & mask) && (uint32_t)__builtin_popcount(mask) == n);
		for (uint32_t i = 0; i < n; i++)
			u->rec._recfifos[ids[i]] = sg._recfifos[ids[i]];
		u->rec.subgroupid = sg.subgroupid;
		u->rec_have |= mask;
		break;
	}
	default: {
		uint32_t system = below(20) == 0;

		n = random_ids(ids, 8, &mask);
		list = ids_anywhere(ids, n);
		MUSPI_BaseAddressTableSubGroup_t sg;

		rc = Kernel_AllocateBaseAddressTable(u->subgroup, &sg, n, list, system);
		if (!good)
			CHECK(rc == EFAULT);
		else if (system)
			CHECK(rc == EACCES);
		else
			CHECK(rc == ((u->bat_have & mask) ||
				     (uint32_t)__builtin_popcount(mask) != n ? EAGAIN : 0));
		if (rc)
			break;
		u->bat.subgrpid = sg.subgrpid;
		u->bat.hw_bat = sg.hw_bat;
		u->bat.permissions |= sg.permissions;
		u->bat_have |= mask;
	}
	}
}

static void call_deallocate(struct unit *u)
{
	uint32_t ids[8], mask, n, *list;
	int32_t rc;

	switch (below(3)) {
	case 0:
		n = random_ids(ids, 8, &mask);
		list = ids_anywhere(ids, n);
		u->inj.subgroupid = u->subgroup;
		rc = Kernel_DeallocateInjFifos(&u->inj, n, list);
		CHECK(rc == (good ? 0 : EFAULT));
		if (good)
			u->inj_have &= ~mask, u->inj_placed &= ~mask;
		break;
	case 1:
		n = random_ids(ids, 4, &mask);
		list = ids_anywhere(ids, n);
		u->rec.subgroupid = u->subgroup;
		rc = Kernel_DeallocateRecFifos(&u->rec, n, list);
		CHECK(rc == (good ? 0 : EFAULT));
		if (good)
			u->rec_have &= ~mask, u->rec_placed &= ~mask;
		break;
	default:
		n = random_ids(ids, 8, &mask);
		list = ids_anywhere(ids, n);
		u->bat.subgrpid = (uint8_t)u->subgroup;
		rc = Kernel_DeallocateBaseAddressTable(&u->bat, n, list);
		CHECK(rc == (good ? 0 : EFAULT));
		if (good) {
			u->bat_have &= ~mask;
			for (uint32_t i = 0; i < n; i++)
				u->bat.permissions &= (uint8_t)~(0x80u >> ids[i]);
		}
	}
}

/* Only what has been allocated anew: a FIFO at work may not be placed. */
static void call_init(struct unit *u)
{
	uint32_t i = (uint32_t)(u - units), id = (uint32_t)below(8);
	Kernel_MemoryRegion_t *r = pointer(sizeof *r), whole = { ~(size_t)0, NULL, NULL };
	uint64_t size = 576 + 64 * below((FIFO_BYTES - 576) / 64);
	int32_t rc;

	if (good)
		memcpy(r, &whole, sizeof whole);
	if (u->inj_have & ~u->inj_placed & 1u << id) {
		rc = Kernel_InjFifoInit(&u->inj, id, r, (uint64_t)inj_memory[i][id], size - 1);
		CHECK(rc == (good ? 0 : EFAULT));
		if (rc)
			return;
		u->inj_placed |= 1u << id;
		CHECK(u->inj._injfifos[id].freeSpace == size / 64 - 1);
		CHECK(Kernel_InjFifoActivate(&u->inj, 1, &id, KERNEL_INJ_FIFO_ACTIVATE) == 0);
	} else if (id < 4 && (u->rec_have & ~u->rec_placed & 1u << id)) {
		rc = Kernel_RecFifoInit(&u->rec, id, r, (uint64_t)rec_memory[i][id], size - 1);
		CHECK(rc == (good ? 0 : EFAULT));
		if (rc)
			return;
		u->rec_placed |= 1u << id;
		CHECK(Kernel_RecFifoEnable(u->subgroup / 4,
					   1u << (15 - (u->subgroup % 4 * 4 + id))) == 0);
	}
}

static void call_interrupts(struct unit *u)
{
	uint32_t ids[8], mask, n = random_ids(ids, 4, &mask);
	Kernel_InjFifoInterrupts_t inj[8];
	Kernel_RecFifoInterrupts_t rec[8];
	uint32_t *list = ids_anywhere(ids, n);
	uint64_t *word;

	memset(inj, (int)number(), sizeof inj);
	memset(rec, (int)number(), sizeof rec);
	u->inj.subgroupid = u->rec.subgroupid = u->subgroup;
	switch (below(6)) {
	case 0: CHECK(Kernel_ConfigureInjFifoInterrupts(&u->inj, n, list, inj) ==
		      (good ? 0 : EFAULT)); break;
	case 1: CHECK(Kernel_ConfigureRecFifoInterrupts(&u->rec, n, list, rec) ==
		      (good ? 0 : EFAULT)); break;
	case 2: CHECK(Kernel_Configure_MU_GEA((uint32_t)below(68), number()) == 0); break;
	case 3: word = pointer(sizeof *word);
		CHECK(Kernel_ConfigureInjFifoThresholds(word, NULL) ==
		      (good || !word ? 0 : EFAULT));
		CHECK(Kernel_GetInjFifoThresholds(NULL, word) == (good || !word ? 0 : EFAULT));
		break;
	case 4: CHECK(Kernel_ConfigureRecFifoThreshold(number()) == 0);
		word = pointer(sizeof *word);
		RESULT_CALL(word, sizeof *word, Kernel_GetRecFifoThreshold(word), 0);
		break;
	default: CHECK(Kernel_DropPacketsOnLink((uint32_t)number(), 1, 1) == ENOSYS);
		CHECK(Kernel_MU_TermCheck() == 0);
	}
}

static void call_switch(struct unit *u)
{
	uint32_t ids[8], mask, n = random_ids(ids, 8, &mask), *list = ids_anywhere(ids, n);

	switch (below(3)) {
	case 0:
		u->inj.subgroupid = u->subgroup;
		CHECK(Kernel_InjFifoActivate(&u->inj, n, list, (uint32_t)below(3)) ==
		      (good ? 0 : EFAULT));
		break;
	case 1: CHECK(Kernel_RecFifoEnable((uint32_t)below(17), number() | 1) == 0); break;
	default: CHECK(Kernel_RecFifoDisable((uint32_t)number(), number()) == 0);
	}
}

/* ---- data plane */

/* Packets that arrive may change payloads only, or a run would prove nothing: bases are the
 * payloads' address or none at all, and gets bring descriptors as made here. */
static void random_target(MUHWI_Descriptor_t *d)
{
	uint64_t counter = MUSPI_GetAtomicAddress(below(8192 / 8) * 8, 0) | below(8);

	if (below(2)) {
		MUSPI_SetMessageUnitPacketType(d, MUHWI_PACKET_TYPE_PUT);
		MUSPI_SetRecPayloadBaseAddressInfo(d, (uint16_t)below(24), below(4096));
		MUSPI_SetRecCounterBaseAddressInfo(d, (uint16_t)below(24), counter);
	} else {
		MUSPI_SetMessageUnitPacketType(d, MUHWI_PACKET_TYPE_FIFO);
		MUSPI_SetRecFIFOId(d, (uint16_t)below(12));
	}
	if (below(6) == 0) {
		MUSPI_SetMessageUnitPacketType(d, (uint8_t)(below(2) << 6 | 0x80));
		MUSPI_SetRemoteGetInjFIFOId(d, (uint16_t)below(24));
		MUSPI_SetPayload(d, (uint64_t)&for_gets[below(48)] - window,
				 64 * below(16) + (below(10) == 0));
	}
}

static void random_descriptor(MUHWI_Descriptor_t *d)
{
	uint64_t *words = (uint64_t *)d;

	for (unsigned i = 0; i < 8; i++)
		words[i] = any();
	if (below(10) == 0)
		return;
	MUSPI_SetPrefetchOnly(d, below(20) == 0);
	MUSPI_SetPayload(d, below(10) ? (uint64_t)payload - window + below(4096) : number(),
			 below(10) ? below(2048) : number() | UINT64_C(1) << 40);
	MUSPI_SetTorusInjectionFIFOMap(d, below(10) ? (any() & 0xfff8) | 0x4000 : any());
	MUSPI_SetDataPacketType(d, below(20) ? MUHWI_PT2PT_DATA_PACKET_TYPE : (uint8_t)any());
	MUSPI_SetHints(d, below(10) ? 0 : (uint8_t)any(), 0);
	MUSPI_SetPt2PtMisc1(d, below(10) ? 0x04 : (uint8_t)any());
	MUSPI_SetPt2PtMisc2(d, below(10) ? 0x20 : (uint8_t)any());
	MUHWI_Destination_t to;
	uint32_t c[5];

	for (unsigned i = 0; i < 5; i++)
		c[i] = (uint32_t)below(below(20) ? 2 : 64);
	MUSPI_SetUpDestination(&to, c[0], c[1], c[2], c[3], c[4]);
	MUSPI_SetDestination(d, to);
	random_target(d);
}

static void call_inject(struct unit *u)
{
	MUHWI_Descriptor_t d[4] __attribute__((aligned(64)));
	uint32_t id = (uint32_t)below(8);
	MUSPI_InjFifo_t *f = MUSPI_IdToInjFifo((int)id, &u->inj);

	if (!(u->inj_placed >> id & 1))
		return;
	for (unsigned i = 0; i < 4; i++)
		random_descriptor(&d[i]);
	switch (below(5)) {
	case 0: MUSPI_InjFifoInjectMultiple(f, d, 1 + (uint32_t)below(4)); break;
	case 1: CHECK(MUSPI_InjFifoInjectMultiple(f, d, (uint32_t)1 << 31) == ~UINT64_C(0));
		break;
	case 2: MUSPI_CheckDescComplete(f, number()); break;
	case 3: { /* anything into any register of the FIFO */
		volatile uint64_t *reg = (volatile uint64_t *)f->_fifo.hwfifo + below(8);

		bgqemu_mmio_store((void *)reg, below(2) ? number() : *reg + below(4) * 64);
		break;
	}
	default: MUSPI_InjFifoInject(f, d);
	}
}

static int receive(void *param, MUHWI_PacketHeader_t *packet, uint32_t bytes)
{
	(void)param;
	CHECK(bytes >= 32 && bytes <= 544 && bytes % 32 == 0 && packet != NULL);
	return 0;
}

static void call_receive(struct unit *u)
{
	uint32_t id = (uint32_t)below(4);
	MUSPI_RecFifo_t *f = MUSPI_IdToRecFifo((int)id, &u->rec);

	switch (below(4)) {
	case 0: bgqemu_mmio_store((void *)number(), number()); break; /* no register */
	case 1: MUSPI_DeRegisterReceiveFunction(256 + (uint32_t)number()); break;
	default:
		if (u->rec_placed >> id & 1)
			MUSPI_RecFifoPoll(f, 1 + (uint32_t)below(64));
	}
}

static void call_base_address(struct unit *u)
{
	uint8_t id = (uint8_t)below(8);
	uint64_t pa = number() & ~UINT64_C(7), op = below(8);

	CHECK(MUSPI_GetAtomicAddress(pa, op) == (pa | UINT64_C(1) << 36 | op));
	if (!(u->bat_have >> id & 1))
		return;
	uint64_t base = below(5) ? (uint64_t)payload - window : below(1u << 22);

	CHECK(MUSPI_SetBaseAddress(&u->bat, id, base) == 0);
	MUSPI_GetAtomicOffsetFromBaseAddress(&u->bat, id, pa, op);
}

#endif
