/*
 * test_headers_spi.c - what the SPI inlines do with memory, registers and the
 * emulator's ABI (include/bgqemu/abi.h), which is faked here.
 *
 * Pins: FIFO arithmetic with its wraps and full/empty edges, the order "descriptor
 * in memory, charge, tail", every byte that the descriptor builders set, dispatch
 * of packets, the GI barrier's states and time-outs, L2 atomics, atomic addresses,
 * class route trees.  Leaves out what the machine does with any of it, and the Kernel_* calls,
 * which have no code in the headers.
 */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <bgqemu/abi.h>
#include <bgqemu/abi_mmio.h>
#include <spi/include/kernel/MU.h>
#include <spi/include/kernel/location.h>
#include <spi/include/l1p/flush.h>
#include <spi/include/l2/atomic.h>
#include <spi/include/l2/barrier.h>
#include <spi/include/l2/lock.h>
#include <spi/include/mu/Addressing_inlines.h>
#include <spi/include/mu/Classroute_inlines.h>
#include <spi/include/mu/Descriptor_inlines.h>
#include <spi/include/mu/GI.h>
#include <spi/include/mu/GIBarrier.h>
#include <spi/include/mu/InjFifo.h>
#include <spi/include/mu/RecFifo.h>

/* Byte 11 of the machine: see Rec_FIFO_Id in MU_MessageUnitHeader.h. */
#define SKIP_AT (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? 9 : 11)

MUSPI_RecvInfoTable_t _muspi_RecvInfo;
uint32_t _muspi_RecvInfoNextFreeId;

/* ---- The fake emulator: one node's page, a clock, and a log. */

static struct fake {
	uint64_t page[0x1000 / 8];
	uint64_t now;
	uint32_t charged[BGQEMU_OP_COUNT];
	unsigned l2_loads;
	uint32_t stores;
	volatile void *store_reg;
	uint64_t store_value;
	uint32_t charged_before_store; /* charges seen at the last store */
	uint32_t misses;
	uint32_t miss_kind;
	const volatile void *miss_what;
	uint32_t waits;
	uint32_t wait_kind;
	const volatile void *wait_what;
	uint64_t wait_deadline;
	void (*on_wait)(void); /* what happens while the caller is parked, */
	void (*on_miss)(void); /* polls in vain, */
	void (*on_timebase)(void); /* while it asks for the time */
	jmp_buf unsupported;
	const char *unsupported_call;
} fake;

uint64_t bgqemu_timebase(void)
{
	if (fake.on_timebase != NULL)
		fake.on_timebase();
	return fake.now;
}

void bgqemu_delay_until(uint64_t timebase)
{
	fake.now = timebase;
}

void bgqemu_charge(uint32_t op, uint32_t count)
{
	fake.charged[op] += count;
}

void bgqemu_l2(uint32_t op, const volatile void *word)
{
	(void)word;
	fake.l2_loads += op < BGQEMU_L2_STORES;
}

void bgqemu_mmio_store(volatile void *reg, uint64_t value)
{
	fake.stores++;
	fake.store_reg = reg;
	fake.store_value = value;
	fake.charged_before_store = fake.charged[BGQEMU_OP_INJECT];
	*(volatile uint64_t *)reg = value;
}

void bgqemu_inject(volatile void *tail_reg, uint64_t tail, uint32_t n)
{
	if (n)
		bgqemu_charge(BGQEMU_OP_INJECT, n);
	bgqemu_charge(BGQEMU_OP_PUBLISH, 1);
	bgqemu_mmio_store(tail_reg, tail);
}

void bgqemu_poll_miss(uint32_t kind, const volatile void *what)
{
	fake.misses++;
	fake.miss_kind = kind;
	fake.miss_what = what;
	if (fake.on_miss != NULL)
		fake.on_miss();
}

void bgqemu_wait(uint32_t kind, const volatile void *what, uint32_t bytes, uint64_t seen,
		 uint64_t deadline)
{
	(void)bytes, (void)seen;
	fake.waits++;
	fake.wait_kind = kind;
	fake.wait_what = what;
	fake.wait_deadline = deadline;
	if (fake.on_wait != NULL)
		fake.on_wait();
	else
		fake.now = deadline;
}

void bgqemu_unsupported(const char *call)
{
	fake.unsupported_call = call;
	longjmp(fake.unsupported, 1);
}

volatile uint64_t *bgqemu_mmio_base(void)
{
	return fake.page;
}

static int setup(void **state)
{
	(void)state;
	memset(&fake, 0, sizeof(fake));
	memset(&_muspi_RecvInfo, 0, sizeof(_muspi_RecvInfo));
	_muspi_RecvInfoNextFreeId = 0;
	return 0;
}

/* ---- Injection FIFOs: 4 slots at PA 0x5000. */

#define SLOTS    4
#define START_PA 0x5000u

static char inj_mem[SLOTS * 64] __attribute__((aligned(64)));
static MUHWI_Fifo_t inj_hw;
static MUHWI_InjFifo_t inj_hwinj;
static MUSPI_InjFifo_t inj;

static void inj_make(uint64_t tail_slot, uint64_t free_slots)
{
	memset(inj_mem, 0, sizeof(inj_mem));
	memset(&inj, 0, sizeof(inj));
	inj._fifo.pa_start = START_PA;
	inj._fifo.va_start = inj_mem;
	inj._fifo.size_1 = sizeof(inj_mem) - 1;
	inj._fifo.va_head = inj_mem;
	inj._fifo.va_tail = inj_mem + tail_slot * 64;
	inj._fifo.va_end = inj_mem + sizeof(inj_mem);
	inj._fifo.hwfifo = &inj_hw;
	inj.hw_injfifo = &inj_hwinj;
	inj.freeSpace = free_slots;
	inj_hwinj.freeSpace = free_slots;
	inj_hwinj.descCount = 0;
	inj_hw.pa_tail = START_PA + tail_slot * 64;
}

/* n descriptors whose bytes are 'a', 'b', ... */
static MUHWI_Descriptor_t *descs(unsigned n)
{
	static MUHWI_Descriptor_t d[SLOTS];

	for (unsigned i = 0; i < n; i++)
		memset(&d[i], 'a' + (int)i, 64);
	return d;
}

static void injfifo_inject_copies_charges_then_moves_tail(void **state)
{
	(void)state;
	inj_make(1, 3);
	assert_int_equal(MUSPI_InjFifoInject(&inj, descs(1)), 1);
	assert_memory_equal(inj_mem + 64, descs(1), 64);
	assert_int_equal(inj_mem[63] | inj_mem[128], 0);
	assert_ptr_equal(inj._fifo.va_tail, inj_mem + 128);
	assert_int_equal(inj.freeSpace, 2);
	assert_int_equal(inj.numInjected, 1);
	assert_int_equal(fake.stores, 1);
	assert_ptr_equal(fake.store_reg, &inj_hw.pa_tail);
	assert_int_equal(fake.store_value, START_PA + 128);
	assert_int_equal(fake.charged_before_store, 1);
	assert_int_equal(MUSPI_InjFifoInject(&inj, descs(1)), 2);
	assert_int_equal(fake.charged[BGQEMU_OP_INJECT], 2);
}

static void injfifo_last_slot_wraps_tail_to_start(void **state)
{
	(void)state;
	inj_make(3, 3);
	assert_int_equal(MUSPI_InjFifoInject(&inj, descs(1)), 1);
	assert_memory_equal(inj_mem + 192, descs(1), 64);
	assert_ptr_equal(inj._fifo.va_tail, inj_mem);
	assert_int_equal(fake.store_value, START_PA);
}

static void injfifo_full_rejects_without_moving_tail(void **state)
{
	void *slot = NULL;

	(void)state;
	inj_make(1, 0);
	assert_true(MUSPI_InjFifoInject(&inj, descs(1)) == (uint64_t)-1);
	assert_int_equal(fake.misses, 1);
	assert_int_equal(fake.miss_kind, BGQEMU_WAIT_INJFIFO);
	assert_ptr_equal(fake.miss_what, &inj);
	assert_true(MUSPI_InjFifoNextDesc(&inj, &slot) == (uint64_t)-1);
	assert_int_equal(fake.misses, 2);
	assert_null(slot);
	assert_int_equal(inj_mem[64], 0);
	assert_ptr_equal(inj._fifo.va_tail, inj_mem + 64);
	assert_int_equal(inj.numInjected, 0);
	assert_int_equal(fake.stores, 0);
	assert_int_equal(fake.charged[BGQEMU_OP_INJECT], 0);
}

static void injfifo_empty_shadow_is_refreshed_from_hardware(void **state)
{
	(void)state;
	inj_make(0, 0);
	inj_hwinj.freeSpace = 3;
	assert_int_equal(MUSPI_InjFifoInject(&inj, descs(1)), 1);
	assert_int_equal(inj.freeSpace, 2);
	assert_int_equal(fake.misses, 0);
}

static void injfifo_multiple_is_all_or_none_and_wraps(void **state)
{
	(void)state;
	inj_make(3, 2);
	assert_true(MUSPI_InjFifoInjectMultiple(&inj, descs(3), 3) == (uint64_t)-1);
	assert_int_equal(inj.numInjected, 0);
	assert_int_equal(inj_mem[192], 0);
	assert_int_equal(MUSPI_InjFifoInjectMultiple(&inj, descs(2), 2), 2);
	assert_int_equal(inj_mem[192], 'a');
	assert_int_equal(inj_mem[0], 'b');
	assert_int_equal(inj.freeSpace, 0);
	assert_int_equal(fake.stores, 1);
	assert_int_equal(fake.store_value, START_PA + 64);
	assert_int_equal(fake.charged_before_store, 2);
}

static void injfifo_next_then_advance_injects_in_place(void **state)
{
	void *slot, *slots[3];

	(void)state;
	inj_make(2, 3);
	assert_int_equal(MUSPI_InjFifoNextDesc(&inj, &slot), 1);
	assert_ptr_equal(slot, inj_mem + 128);
	assert_int_equal(fake.stores, 0);
	assert_int_equal(MUSPI_InjFifoAdvanceDesc(&inj), 1);
	assert_int_equal(fake.store_value, START_PA + 192);
	assert_int_equal(inj.freeSpace, 2);

	inj_hwinj.freeSpace = 2;
	assert_true(MUSPI_InjFifoNextDescMultiple(&inj, 3, slots) == (uint64_t)-1);
	assert_int_equal(MUSPI_InjFifoNextDescMultiple(&inj, 2, slots), 3);
	assert_ptr_equal(slots[0], inj_mem + 192);
	assert_ptr_equal(slots[1], inj_mem);
	assert_int_equal(MUSPI_InjFifoNextDescMultipleNoCheck(&inj, 3, slots), 4);
	assert_ptr_equal(slots[2], inj_mem + 64);
	assert_int_equal(MUSPI_InjFifoAdvanceDescMultiple(&inj, 2), 3);
	assert_ptr_equal(inj._fifo.va_tail, inj_mem + 64);
	assert_int_equal(fake.store_value, START_PA + 64);
	assert_int_equal(inj.freeSpace, 0);
	assert_int_equal(fake.charged[BGQEMU_OP_INJECT], 6); /* slots asked for */
	assert_int_equal(fake.charged[BGQEMU_OP_PUBLISH], 2);
}

static void injfifo_slot_found_by_its_tail_is_charged_when_advanced(void **state)
{
	void *slot;

	(void)state;
	inj_make(0, 3);
	memset(MUSPI_getTailVa(&inj._fifo), 'a', 64);
	assert_int_equal(fake.charged[BGQEMU_OP_INJECT], 0);
	assert_int_equal(MUSPI_InjFifoAdvanceDesc(&inj), 1);
	assert_int_equal(fake.charged[BGQEMU_OP_INJECT], 1);

	assert_int_equal(MUSPI_InjFifoNextDesc(&inj, &slot), 2);
	assert_int_equal(MUSPI_InjFifoAdvanceDescMultiple(&inj, 2), 3);
	assert_int_equal(fake.charged[BGQEMU_OP_INJECT], 3);
	assert_int_equal(MUSPI_InjFifoAdvanceDesc(&inj), 4);
	assert_int_equal(fake.charged[BGQEMU_OP_INJECT], 4);
}

static void a_look_at_a_register_is_charged_as_a_load_of_it(void **state)
{
	(void)state;
	inj_make(1, 3);
	assert_int_equal(MUSPI_getHwTail(&inj._fifo), START_PA + 64);
	assert_int_equal(fake.charged[BGQEMU_OP_MMIO_LOAD], 1);
	assert_int_equal(MUSPI_getHwHead(&inj._fifo) & 63, 0);
	assert_int_equal(MUSPI_getHwFreeSpace(&inj), 3);
	assert_int_equal(fake.charged[BGQEMU_OP_MMIO_LOAD], 3);
	assert_int_equal(MUSPI_getFreeSpaceFromShadow(&inj), 3);
	assert_int_equal(fake.charged[BGQEMU_OP_MMIO_LOAD], 3);
}

static void injfifo_completion_uses_shadow_before_hardware(void **state)
{
	(void)state;
	inj_make(0, 3);
	inj_hwinj.descCount = 2;
	assert_int_equal(MUSPI_CheckDescComplete(&inj, 2), 1);
	assert_int_equal(inj.descCount, 2);
	inj_hwinj.descCount = 0;
	assert_int_equal(MUSPI_CheckDescComplete(&inj, 1), 1);
	assert_int_equal(fake.misses, 0);
	inj_hwinj.descCount = 2;
	assert_int_equal(MUSPI_CheckDescComplete(&inj, 3), 0);
	assert_int_equal(fake.misses, 1);
	assert_int_equal(fake.miss_kind, BGQEMU_WAIT_INJFIFO);
	assert_int_equal(MUSPI_getHwDescCount(&inj), 2);
	assert_int_equal(MUSPI_getHwFreeSpace(&inj), 3);
}

/* ---- Descriptors. */

static uint8_t at8(const void *p, unsigned off)
{
	return ((const uint8_t *)p)[off];
}

static uint16_t at16(const void *p, unsigned off)
{
	uint16_t v;

	memcpy(&v, (const char *)p + off, sizeof(v));
	return v;
}

static uint32_t at32(const void *p, unsigned off)
{
	uint32_t v;

	memcpy(&v, (const char *)p + off, sizeof(v));
	return v;
}

static uint64_t at64(const void *p, unsigned off)
{
	uint64_t v;

	memcpy(&v, (const char *)p + off, sizeof(v));
	return v;
}

static const MUSPI_Pt2PtDescriptorInfoFields_t pt2pt_info = {
	.Hints_ABCD = MUHWI_PACKET_HINT_AM | MUHWI_PACKET_HINT_DP,
	.Misc1 = MUHWI_PACKET_HINT_EM | MUHWI_PACKET_USE_DYNAMIC_ROUTING,
	.Misc2 = MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC |
		 MUHWI_PACKET_ZONE_ROUTING_2,
	.Skip = 8,
};

static const MUSPI_CollectiveDescriptorInfoFields_t coll_info = {
	.Op_Code = 0xc0,
	.Word_Length = 8,
	.Class_Route = 5,
	.Misc = MUHWI_PACKET_VIRTUAL_CHANNEL_USER_SUB_COMM | 0x10,
	.Skip = 9,
};

static void base_info(MUSPI_BaseDescriptorInfoFields_t *b)
{
	b->Pre_Fetch_Only = 1;
	b->Payload_Address = 0x123456789aull;
	b->Message_Length = 0x20000;
	b->Torus_FIFO_Map = MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_CP;
	MUSPI_SetUpDestination(&b->Dest, 1, 2, 3, 4, 1);
}

static void check_base(const MUHWI_Descriptor_t *d)
{
	assert_int_equal(at32(d, 0), 1);
	assert_int_equal(at64(d, 8), 0x123456789aull);
	assert_int_equal(at64(d, 16), 0x20000);
	assert_int_equal(at64(d, 24), 0x400);
	assert_int_equal(at32(d, 36), 1u << 24 | 2u << 18 | 3u << 12 | 4u << 6 | 1u);
	assert_int_equal(at8(d, 41) | at8(d, 42) | at8(d, 43), at8(d, 32 + SKIP_AT));
}

static void check_pt2pt(const MUHWI_Descriptor_t *d, uint8_t type)
{
	check_base(d);
	assert_int_equal(at8(d, 32), 0x55);
	assert_int_equal(at8(d, 33), 0x81);
	assert_int_equal(at8(d, 34), 0x84);
	assert_int_equal(at8(d, 35), 0x30);
	assert_int_equal(at8(d, 40), type | 16);
	assert_int_equal(at8(d, 32 + SKIP_AT), 8);
}

static void check_collective(const MUHWI_Descriptor_t *d, uint8_t type)
{
	check_base(d);
	assert_int_equal(at8(d, 32), 0x5a);
	assert_int_equal(at8(d, 33), 0xc1);
	assert_int_equal(at8(d, 34), 0x50);
	assert_int_equal(at8(d, 35), 0xb0);
	assert_int_equal(at8(d, 40), type | 16);
	assert_int_equal(at8(d, 32 + SKIP_AT), 9);
}

static void memfifo_info(MUSPI_MemoryFIFODescriptorInfoFields_t *m)
{
	m->Rec_FIFO_Id = 271;
	m->Rec_Put_Offset = 0x1512345678ull;
	m->Interrupt = 1;
	m->SoftwareBit = 1;
	for (unsigned i = 0; i < 14; i++)
		m->SoftwareBytes[i] = (uint8_t)(0xa0 + i);
}

static void check_memfifo(const MUHWI_Descriptor_t *d)
{
	assert_int_equal(at32(d, 4), 1);
	assert_int_equal(at16(d, 44), 271 << 6 | 1 << 5 | 0x15);
	assert_int_equal(at32(d, 46), 0x12345678);
	for (unsigned i = 0; i < 14; i++)
		assert_int_equal(at8(d, 50 + i), 0xa0 + i);
}

static void put_info(MUSPI_DirectPutDescriptorInfoFields_t *p)
{
	p->Rec_Payload_Base_Address_Id = 543;
	p->Rec_Payload_Offset = 0x1a87654321ull;
	p->Rec_Counter_Base_Address_Id = 542;
	p->Rec_Counter_Offset = 0x1000000042ull;
	p->Pacing = 1;
}

static void check_put(const MUHWI_Descriptor_t *d)
{
	assert_int_equal(at32(d, 4), 0);
	assert_int_equal(at16(d, 44), 543 << 6 | 1 << 5 | 0x1a);
	assert_int_equal(at32(d, 46), 0x87654321u);
	assert_int_equal(at16(d, 50), 542);
	assert_int_equal(at16(d, 52), 0);
	assert_int_equal(at64(d, 56), 0x1000000042ull);
}

static void check_get(const MUHWI_Descriptor_t *d)
{
	assert_int_equal(at32(d, 4), 0);
	assert_int_equal(at16(d, 44), 537 << 6);
	for (unsigned i = 46; i < 64; i++)
		assert_int_equal(at8(d, i), 0);
}

/* Every builder starts from a descriptor full of ones. */
static MUHWI_Descriptor_t *dirty(void)
{
	static MUHWI_Descriptor_t d;

	memset(&d, 0xff, sizeof(d));
	return &d;
}

static void builder_pt2pt_memory_fifo_sets_every_byte(void **state)
{
	MUSPI_Pt2PtMemoryFIFODescriptorInfo_t info;
	MUHWI_Descriptor_t *d = dirty();

	(void)state;
	base_info(&info.Base);
	info.Pt2Pt = pt2pt_info;
	memfifo_info(&info.MemFIFO);
	assert_int_equal(MUSPI_CreatePt2PtMemoryFIFODescriptor(d, &info), 0);
	check_pt2pt(d, MUHWI_PACKET_TYPE_FIFO);
	check_memfifo(d);
}

static void builder_pt2pt_direct_put_sets_every_byte(void **state)
{
	MUSPI_Pt2PtDirectPutDescriptorInfo_t info;
	MUHWI_Descriptor_t *d = dirty();

	(void)state;
	base_info(&info.Base);
	info.Pt2Pt = pt2pt_info;
	put_info(&info.DirectPut);
	assert_int_equal(MUSPI_CreatePt2PtDirectPutDescriptor(d, &info), 0);
	check_pt2pt(d, MUHWI_PACKET_TYPE_PUT);
	check_put(d);
}

static void builder_pt2pt_remote_get_sets_every_byte(void **state)
{
	MUSPI_Pt2PtRemoteGetDescriptorInfo_t info;
	MUHWI_Descriptor_t *d = dirty();

	(void)state;
	base_info(&info.Base);
	info.Pt2Pt = pt2pt_info;
	info.RemoteGet.Type = MUHWI_PACKET_TYPE_PACED_GET;
	info.RemoteGet.Rget_Inj_FIFO_Id = 537;
	assert_int_equal(MUSPI_CreatePt2PtRemoteGetDescriptor(d, &info), 0);
	check_pt2pt(d, 0xc0);
	check_get(d);
}

static void builder_collectives_set_every_byte(void **state)
{
	MUSPI_CollectiveMemoryFIFODescriptorInfo_t fifo;
	MUSPI_CollectiveDirectPutDescriptorInfo_t put;
	MUSPI_CollectiveRemoteGetDescriptorInfo_t get;
	MUHWI_Descriptor_t *d = dirty();

	(void)state;
	base_info(&fifo.Base);
	fifo.Collective = coll_info;
	memfifo_info(&fifo.MemFIFO);
	assert_int_equal(MUSPI_CreateCollectiveMemoryFIFODescriptor(d, &fifo), 0);
	check_collective(d, 0x00);
	check_memfifo(d);

	d = dirty();
	base_info(&put.Base);
	put.Collective = coll_info;
	put_info(&put.DirectPut);
	assert_int_equal(MUSPI_CreateCollectiveDirectPutDescriptor(d, &put), 0);
	check_collective(d, 0x40);
	check_put(d);

	d = dirty();
	base_info(&get.Base);
	get.Collective = coll_info;
	get.RemoteGet.Type = MUHWI_PACKET_TYPE_GET;
	get.RemoteGet.Rget_Inj_FIFO_Id = 537;
	assert_int_equal(MUSPI_CreateCollectiveRemoteGetDescriptor(d, &get), 0);
	check_collective(d, 0x80);
	check_get(d);
}

static void setters_change_their_own_bits_only(void **state)
{
	MUHWI_Descriptor_t *d = dirty();

	(void)state;
	MUSPI_SetRouting(d, MUHWI_PACKET_USE_DETERMINISTIC_ROUTING);
	assert_int_equal(at8(d, 34), 0xfb);
	MUSPI_SetDeposit(d, 0);
	assert_int_equal(at8(d, 34), 0xf9);
	MUSPI_SetRouteToIONode(d, 0);
	assert_int_equal(at8(d, 34), 0xd9);
	MUSPI_SetReturnFromIONode(d, 0x10);
	assert_int_equal(at8(d, 34), 0xd1);
	MUSPI_SetHints(d, 0x12, MUHWI_PACKET_HINT_EP);
	assert_int_equal(at8(d, 33), 0x12);
	assert_int_equal(at8(d, 34), 0x51);
	MUSPI_SetPt2PtVirtualChannel(d, 0x40);
	assert_int_equal(at8(d, 35), 0x5f);
	MUSPI_SetZoneRouting(d, 0x08);
	assert_int_equal(at8(d, 35), 0x4f);
	MUSPI_SetStayOnBubble(d, 0);
	assert_int_equal(at8(d, 35), 0x4b);
	MUSPI_SetMessageUnitPacketType(d, MUHWI_PACKET_TYPE_PUT);
	assert_int_equal(at8(d, 40), 0x7f);
	MUSPI_SetPrefetchOnly(d, 0);
	assert_int_equal(at32(d, 0), 0xfffffffeu);
	MUSPI_SetInterrupt(d, 0);
	assert_int_equal(at32(d, 4), 0xfffffffeu);
	MUSPI_SetRecPutOffset(d, 0);
	assert_int_equal(at16(d, 44), 0xffe0);
	MUSPI_SetPacing(d, 0);
	assert_int_equal(at16(d, 44), 0xffc0);
	MUSPI_SetSoftwareByte(d, 13, 7);
	assert_int_equal(at8(d, 62), 0xff);
	assert_int_equal(at8(d, 63), 7);
	MUSPI_DescriptorZeroOut(d);
	MUSPI_SetOpCode(d, 0xe0);
	MUSPI_SetWordLength(d, 128);
	assert_int_equal(at8(d, 33), 0xe5);
	MUSPI_SetClassRoute(d, 15);
	assert_int_equal(at8(d, 34), 0xf0);
	MUSPI_SetCollectiveVirtualChannel(d, 0xa0);
	MUSPI_SetCollectiveType(d, 0x18);
	assert_int_equal(at8(d, 35), 0xb8);
}

/* ---- Reception FIFO: 1024 bytes at PA 0x9000. */

static char rec_mem[1024] __attribute__((aligned(64)));
static MUHWI_Fifo_t rec_hw;
static MUSPI_RecFifo_t rec;

static struct got {
	uint32_t calls;
	void *param[8];
	uint32_t bytes[8];
	uint64_t head[8]; /* hardware head during the call */
	char copy[8][544];
	void *where[8];
} got;

static int receive(void *param, MUHWI_PacketHeader_t *hdr, uint32_t bytes)
{
	uint32_t i = got.calls++;

	got.param[i] = param;
	got.bytes[i] = bytes;
	got.head[i] = rec_hw.pa_head;
	got.where[i] = hdr;
	memcpy(got.copy[i], hdr, bytes);
	return -1; /* ignored */
}

static void rec_make(unsigned head)
{
	memset(&got, 0, sizeof(got));
	memset(&rec, 0, sizeof(rec));
	memset(rec_mem, 0, sizeof(rec_mem));
	rec._fifo.pa_start = 0x9000;
	rec._fifo.va_start = rec_mem;
	rec._fifo.size_1 = sizeof(rec_mem) - 1;
	rec._fifo.va_head = rec._fifo.va_tail = rec_mem + head;
	rec._fifo.va_end = rec_mem + sizeof(rec_mem);
	rec._fifo.hwfifo = &rec_hw;
	rec_hw.pa_head = rec_hw.pa_tail = 0x9000 + head;
}

/* Stores a packet as the MU does: chunk by chunk, continuing at the start. */
static void arrive(uint8_t id, unsigned chunks, char fill)
{
	char packet[544];
	MUHWI_PacketHeader_t hdr;

	memset(&hdr, 0, sizeof(hdr));
	hdr.NetworkHeader.pt2pt.Byte8.Size = chunks & 0x1f;
	hdr.messageUnitHeader.Packet_Types.Memory_FIFO.Unused2[0] = id;
	memset(packet, fill, sizeof(packet));
	memcpy(packet, &hdr, sizeof(hdr));
	for (unsigned c = 0; c <= chunks; c++) {
		uint64_t off = rec_hw.pa_tail - 0x9000;

		memcpy(rec_mem + off, packet + 32 * c, 32);
		rec_hw.pa_tail = 0x9000 + (off + 32) % sizeof(rec_mem);
	}
}

static void recfifo_empty_poll_reports_a_miss(void **state)
{
	(void)state;
	rec_make(64);
	assert_int_equal(MUSPI_RecFifoPoll(&rec, 1), 0);
	assert_int_equal(fake.misses, 1);
	assert_int_equal(fake.miss_kind, BGQEMU_WAIT_RECFIFO);
	assert_ptr_equal(fake.miss_what, &rec);
	assert_int_equal(fake.stores, 0);
	assert_int_equal(fake.charged[BGQEMU_OP_RECEIVE], 0);
}

static void recfifo_dispatches_by_software_byte_in_order(void **state)
{
	int a, b;

	(void)state;
	rec_make(0);
	MUSPI_RegisterRecvFunction(receive, &a, 7);
	MUSPI_RegisterRecvFunction(receive, &b, 255);
	arrive(255, 1, 'x');
	arrive(7, 16, 'y');
	arrive(7, 0, 'z');
	assert_int_equal(MUSPI_RecFifoPoll(&rec, 2), 2);
	assert_int_equal(got.calls, 2);
	assert_ptr_equal(got.param[0], &b);
	assert_int_equal(got.bytes[0], 64);
	assert_ptr_equal(got.param[1], &a);
	assert_int_equal(got.bytes[1], 544);
	assert_int_equal(got.copy[1][543], 'y');
	/* Each packet goes back to the MU after its function. */
	assert_int_equal(got.head[0], 0x9000);
	assert_int_equal(got.head[1], 0x9040);
	assert_int_equal(rec_hw.pa_head, 0x9000 + 608);
	assert_int_equal(fake.charged[BGQEMU_OP_RECEIVE], 2);
	assert_int_equal(MUSPI_RecFifoPoll(&rec, 10), 1);
	assert_int_equal(got.bytes[2], 32);
	assert_int_equal(rec.numProcessed, 3);
	assert_int_equal(fake.misses, 0);
	assert_int_equal(MUSPI_RecFifoPoll(&rec, 10), 0);
	assert_int_equal(fake.misses, 1);
}

static void recfifo_split_packet_is_put_together(void **state)
{
	(void)state;
	rec_make(960);
	MUSPI_RegisterRecvFunction(receive, NULL, 0);
	arrive(0, 4, 's'); /* 64 bytes at the end, 96 at the start */
	arrive(0, 1, 't');
	assert_int_equal(MUSPI_RecFifoPoll(&rec, 10), 2);
	assert_ptr_equal(got.where[0], rec._wrapBuf);
	assert_int_equal(got.bytes[0], 160);
	for (unsigned i = 32; i < 160; i++)
		assert_int_equal(got.copy[0][i], 's');
	assert_ptr_equal(got.where[1], rec_mem + 96);
	assert_int_equal(got.copy[1][32], 't');
	assert_ptr_equal(rec._fifo.va_head, rec_mem + 160);
	assert_int_equal(rec_hw.pa_head, 0x9000 + 160);
}

static void recfifo_packet_that_ends_at_the_end_needs_no_copy(void **state)
{
	(void)state;
	rec_make(960);
	MUSPI_RegisterRecvFunction(receive, NULL, 0);
	arrive(0, 1, 'e');
	assert_int_equal(MUSPI_RecFifoPoll(&rec, 1), 1);
	assert_ptr_equal(got.where[0], rec_mem + 960);
	assert_ptr_equal(rec._fifo.va_head, rec_mem);
	assert_int_equal(rec_hw.pa_head, 0x9000);
	assert_int_equal(MUSPI_RecFifoPoll(&rec, 1), 0);
}

static void recfifo_available_bytes_stop_where_packets_may_split(void **state)
{
	uint32_t wrap = 9, bytes;

	(void)state;
	rec_make(448);
	assert_int_equal(MUSPI_getAvailableBytes(&rec, &wrap), 0);
	arrive(0, 3, 'a');
	assert_int_equal(MUSPI_getAvailableBytes(&rec, &wrap), 128);
	assert_int_equal(wrap, 0);
	arrive(0, 16, 'b');
	/* head 448 < 1024 - 544 and the tail has wrapped */
	assert_int_equal(MUSPI_getAvailableBytes(&rec, &wrap), 32);
	assert_int_equal(wrap, 0);
	assert_ptr_equal(MUSPI_getNextPacketOptimized(&rec, &bytes), rec_mem + 448);
	assert_int_equal(bytes, 128);
	assert_int_equal(MUSPI_getAvailableBytes(&rec, &wrap), 448);
	assert_int_equal(wrap, 1);
	assert_ptr_equal(MUSPI_getNextPacketWrap(&rec, &bytes), rec._wrapBuf);
	assert_int_equal(bytes, 544);
	assert_int_equal(rec._wrapBuf[543], 'b');
	assert_int_equal(fake.stores, 0);
	MUSPI_syncRecFifoHwHead(&rec);
	assert_int_equal(rec_hw.pa_head, 0x9000 + 96);
	assert_int_equal(MUSPI_getAvailableBytes(&rec, &wrap), 0);
}

static void recfifo_may_split_from_544_bytes_before_the_end_on(void **state)
{
	uint32_t wrap = 9;

	(void)state;
	rec_make(480);
	arrive(0, 16, 'a'); /* ends exactly at the end: the tail has wrapped */
	assert_int_equal(MUSPI_getAvailableBytes(&rec, &wrap), 544);
	assert_int_equal(wrap, 1);
}

static void recfifo_receive_ids_are_handed_out_until_none_is_left(void **state)
{
	(void)state;
	MUSPI_RegisterRecvFunction(receive, NULL, 1);
	assert_int_equal(MUSPI_RegisterReceiveFunction(receive, NULL), 0);
	for (int id = 2; id < 256; id++)
		assert_int_equal(MUSPI_RegisterReceiveFunction(receive, NULL), id);
	assert_int_equal(MUSPI_RegisterReceiveFunction(receive, NULL), -1);
	assert_int_equal(MUSPI_DeRegisterReceiveFunction(256), -1);
	assert_int_equal(MUSPI_DeRegisterReceiveFunction(100), 0);
	assert_int_equal(MUSPI_RegisterReceiveFunction(receive, NULL), 100);
}

/* ---- Base address table. */

static void bat_entry_and_atomic_addresses(void **state)
{
	MUHWI_BaseAddress_t hw[8] = { 0 };
	MUSPI_BaseAddressTableSubGroup_t bat;
	uint64_t want = 0x1000000000ull | 0x7000 | MUHWI_ATOMIC_OPCODE_STORE_ADD;

	(void)state;
	memset(&bat, 0, sizeof(bat));
	bat.hw_bat = hw;
	bat.permissions = 0x80 >> 3;
	assert_int_equal(MUSPI_SetBaseAddress(&bat, 3, 0x4008), 0);
	assert_ptr_equal(fake.store_reg, &hw[3]);
	assert_int_equal(fake.store_value, 0x4008);
	assert_int_equal(MUSPI_GetBaseAddress(&bat, 3), 0x4008);
	assert_int_equal(MUSPI_GetOffsetFromBaseAddress(&bat, 3, 0x5000), 0xff8);
	assert_int_equal(MUSPI_GetAtomicAddress(0x7000, 2), want);
	/* base + offset is the atomic address: for bases below, above, and atomic. */
	MUSPI_SetBaseAddress(&bat, 3, 0);
	assert_int_equal(MUSPI_GetAtomicOffsetFromBaseAddress(&bat, 3, 0x7000, 2), want);
	MUSPI_SetBaseAddress(&bat, 3, 0x9000);
	assert_int_equal(0x9000 + MUSPI_GetAtomicOffsetFromBaseAddress(&bat, 3, 0x7000, 2),
			 want);
	MUSPI_SetBaseAddress(&bat, 3, 0x1000006000ull);
	assert_int_equal(MUSPI_GetAtomicOffsetFromBaseAddress(&bat, 3, 0x7000, 2), 0x1002);
	MUSPI_SetBaseAddress(&bat, 3, 0x1000006002ull);
	assert_int_equal(MUSPI_GetAtomicOffsetFromBaseAddress(&bat, 3, 0x7000, 5), 0x1000);
}

/* ---- Global interrupts. */

#define GI_CONTROL(r) (&fake.page[0x500 / 8 + (r)])
#define GI_STATUS(r)  (&fake.page[0x580 / 8 + (r)])

static void gibarrier_goes_round_4_2_1(void **state)
{
	static const uint64_t next[] = { 2, 1, 4, 2 };
	MUSPI_GIBarrier_t b;
	uint64_t now = 4;

	(void)state;
	*GI_CONTROL(3) = 4;
	assert_int_equal(MUSPI_GIBarrierInit(&b, 3), 0);
	assert_ptr_equal(b.controlRegPtr, GI_CONTROL(3));
	assert_ptr_equal(b.statusRegPtr, GI_STATUS(3));
	assert_int_equal(b.classRouteId, 3);
	for (unsigned i = 0; i < 4; i++) {
		assert_int_equal(b.state, now);
		assert_int_equal(MUSPI_GIBarrierEnter(&b), 0);
		assert_ptr_equal(fake.store_reg, GI_CONTROL(3));
		assert_int_equal(fake.store_value, next[i]);
		*GI_STATUS(3) = now | next[i]; /* one is not there yet */
		assert_int_equal(MUSPI_GIBarrierPoll(&b), -1);
		assert_int_equal(fake.misses, i + 1);
		assert_int_equal(fake.miss_kind, BGQEMU_WAIT_GI);
		assert_ptr_equal(fake.miss_what, GI_STATUS(3));
		assert_int_equal(b.state, now);
		*GI_STATUS(3) = next[i];
		assert_int_equal(MUSPI_GIBarrierPoll(&b), 0);
		now = next[i];
	}
	/* A second object picks up where the node is. */
	assert_int_equal(MUSPI_GIBarrierInit(&b, 3), 0);
	assert_int_equal(b.state, 2);
}

static void last_node_enters(void)
{
	if (fake.misses == 2)
		*GI_STATUS(0) = 2;
}

static void gibarrier_wait_polls_until_all_entered(void **state)
{
	MUSPI_GIBarrier_t b;

	(void)state;
	*GI_CONTROL(0) = 4;
	*GI_STATUS(0) = 4 | 2;
	fake.on_miss = last_node_enters;
	MUSPI_GIBarrierInit(&b, 0);
	assert_int_equal(MUSPI_GIBarrierEnterAndWait(&b), 0);
	assert_int_equal(fake.misses, 2);
	assert_int_equal(fake.miss_kind, BGQEMU_WAIT_GI);
	assert_ptr_equal(fake.miss_what, GI_STATUS(0));
	assert_int_equal(fake.waits, 0);
	assert_int_equal(b.state, 2);
}

static void gibarrier_timeout_ends_at_the_deadline_and_can_be_repeated(void **state)
{
	MUSPI_GIBarrier_t b;

	(void)state;
	*GI_CONTROL(0) = 4;
	*GI_STATUS(0) = 4 | 2;
	fake.now = 1000;
	MUSPI_GIBarrierInit(&b, 0);
	assert_int_equal(MUSPI_GIBarrierEnterAndWaitWithTimeout(&b, 500), -1);
	assert_int_equal(fake.wait_deadline, 1500);
	assert_int_equal(fake.waits, 1);
	assert_int_equal(fake.now, 1500);
	assert_int_equal(b.state, 4);
	assert_int_equal(MUSPI_GIBarrierPollWithTimeout(&b, 0), -1);
	assert_int_equal(fake.waits, 1);
	*GI_STATUS(0) = 2;
	assert_int_equal(MUSPI_GIBarrierPollWithTimeout(&b, 0), 0);
	assert_int_equal(b.state, 2);
}

static void last_node_enters_now(void)
{
	*GI_STATUS(0) = 2;
}

/* Else it would park, and nothing would wake it any more. */
static void gibarrier_wait_looks_after_it_has_asked_for_the_time(void **state)
{
	MUSPI_GIBarrier_t b;

	(void)state;
	*GI_CONTROL(0) = 4;
	*GI_STATUS(0) = 4 | 2;
	fake.on_timebase = last_node_enters_now;
	MUSPI_GIBarrierInit(&b, 0);
	assert_int_equal(MUSPI_GIBarrierEnterAndWaitWithTimeout(&b, 500), 0);
	assert_int_equal(fake.waits, 0);
	assert_int_equal(b.state, 2);
}

static int barrier_calls;

static int32_t other_barrier(void *parm)
{
	barrier_calls++;
	if (barrier_calls == *(int *)parm)
		return 77;
	if (barrier_calls == 2)
		*GI_STATUS(5) = 4;
	return 0;
}

static void gibarrier_init_mu_drives_and_awaits_initial_pattern(void **state)
{
	int fail_at = 0;

	(void)state;
	barrier_calls = 0;
	*GI_STATUS(5) = 7;
	assert_int_equal(MUSPI_GIBarrierInitMU(5, other_barrier, &fail_at, 1000), 0);
	assert_int_equal(barrier_calls, 3);
	assert_int_equal(*GI_CONTROL(5), 4);
	barrier_calls = 0;
	fail_at = 2;
	assert_int_equal(MUSPI_GIBarrierInitMU(5, other_barrier, &fail_at, 1000), 77);
	*GI_STATUS(5) = 6;
	assert_int_equal(MUSPI_GIBarrierInitMU2(5, 1000), -1);
}

static void gi_signal_is_one_bit_of_three(void **state)
{
	MUSPI_GI_t gi;

	(void)state;
	*GI_CONTROL(1) = 4;
	assert_int_equal(MUSPI_GIInit(&gi, 1, 2), 0);
	MUSPI_GISend(&gi);
	assert_int_equal(*GI_CONTROL(1), 5);
	*GI_STATUS(1) = 4;
	assert_int_equal(MUSPI_GIPollForArrival(&gi), -1);
	assert_int_equal(MUSPI_GIPollForClear(&gi), 0);
	*GI_STATUS(1) = 1;
	assert_int_equal(MUSPI_GIPollForArrival(&gi), 0);
	assert_int_equal(MUSPI_GIPollForClearWithTimeout(&gi, 10), -1);
	MUSPI_GISendClear(&gi);
	assert_int_equal(*GI_CONTROL(1), 4);
}

/* ---- L2 atomics. */

static uint64_t line[4] __attribute__((aligned(32)));

static void l2_loads_return_the_old_value(void **state)
{
	const uint64_t refused = 0x8000000000000000ull;

	(void)state;
	line[0] = ~0ull;
	assert_true(L2_AtomicLoadIncrement(line) == ~0ull);
	assert_int_equal(line[0], 0);
	assert_int_equal(L2_AtomicLoadDecrement(line), 0);
	assert_true(L2_AtomicLoadClear(line) == ~0ull);
	assert_int_equal(L2_AtomicLoad(line), 0);
	line[0] = 4;
	line[1] = 5;
	assert_true(L2_AtomicLoadIncrementIfEqual(line) == refused);
	assert_int_equal(L2_AtomicLoadIncrementBounded(line), 4);
	assert_true(L2_AtomicLoadIncrementBounded(line) == refused);
	assert_int_equal(line[0], 5);
	assert_int_equal(L2_AtomicLoadIncrementIfEqual(line), 5);
	assert_int_equal(line[0], 6);
	line[0] = 4;
	assert_int_equal(L2_AtomicLoadDecrementBounded(line + 1), 5);
	assert_true(L2_AtomicLoadDecrementBounded(line + 1) == refused);
	assert_int_equal(line[1], 4);
}

static void l2_stores(void **state)
{
	double d;

	(void)state;
	L2_AtomicStore(line, 10);
	L2_AtomicStoreAdd(line, (uint64_t)-3);
	assert_int_equal(line[0], 7);
	L2_AtomicStoreAddCoherenceOnZero(line, (uint64_t)-7);
	assert_int_equal(line[0], 0);
	L2_AtomicStoreOr(line, 6);
	L2_AtomicStoreXor(line, 3);
	assert_int_equal(line[0], 5);
	L2_AtomicStoreMax(line, 4);
	assert_int_equal(line[0], 5);
	L2_AtomicStoreMax(line, 1ull << 63);
	assert_true(line[0] == 1ull << 63);
	line[0] = line[1] = 1;
	L2_AtomicStoreTwin(line, 2);
	assert_int_equal(line[0] + line[1], 4);
	line[1] = 9;
	L2_AtomicStoreTwin(line, 3);
	assert_int_equal(line[0], 2);
	assert_int_equal(line[1], 9);
	/* Doubles are sign and magnitude. */
	const double in[] = { -2.0, -5.0, -1.0, 0.5, -9.0, 0.25 };
	const double max[] = { -2.0, -2.0, -1.0, 0.5, 0.5, 0.5 };
	for (unsigned i = 0; i < 6; i++) {
		uint64_t v;

		memcpy(&v, &in[i], 8);
		if (i == 0)
			line[0] = v;
		L2_AtomicStoreMaxSignValue(line, v);
		memcpy(&d, line, 8);
		assert_true(d == max[i]);
	}
}

static void l2_by_opcode_is_the_same(void **state)
{
	(void)state;
	line[0] = 3;
	line[1] = 4;
	assert_int_equal(__l2_load_op(line, L2_ATOMIC_OPCODE_LOAD_INCREMENT_BOUNDED), 3);
	__l2_store_op(line, 16, L2_ATOMIC_OPCODE_STORE_ADD);
	assert_int_equal(__l2_load_op(line, L2_ATOMIC_OPCODE_LOAD), 20);
}

/* Bits 48 and up, where no address of a program has any: what operation it is. */
static void l2_alias_addresses_hold_word_and_operation(void **state)
{
	(void)state;
	for (uint64_t op = 0; op < 8; op++) {
		uintptr_t alias = (uintptr_t)__l2_op_ptr(line, op);

		assert_int_equal(alias & ((UINT64_C(1) << 48) - 1), (uintptr_t)line);
		assert_int_equal(alias >> 48, op + 1);
		assert_int_equal((uintptr_t)L2_AtomicOpTidPointer(line, op, 3), alias);
		assert_int_equal((uintptr_t)__l2_op_tid_ptr(line, op, 0), alias);
	}
}

static L2_Barrier_t l2b = L2_BARRIER_INITIALIZER;
static L2_Lock_t l2l;

/* The other thread of the barrier's tests, and of the lock's. */
static struct {
	uint64_t count;
	int ticket;
} second;

static void *second_arrives(void *arg)
{
	(void)arg;
	while (l2b.count != second.count)
		;
	second.ticket = L2_BarrierWithTicket(&l2b, 2);
	return NULL;
}

static void l2_barrier_waits_for_the_last_thread(void **state)
{
	pthread_t other;

	(void)state;
	for (unsigned round = 1; round <= 2; round++) {
		second.count = 2 * round - 1;
		assert_int_equal(pthread_create(&other, NULL, second_arrives, NULL), 0);
		assert_int_equal(L2_BarrierWithTicket(&l2b, 2), 0);
		assert_int_equal(pthread_join(other, NULL), 0);
		assert_int_equal(second.ticket, 1);
		assert_int_equal(l2b.start, 2 * round);
	}
	fake.l2_loads = 0;
	L2_Barrier(&l2b, 1);
	assert_int_equal(fake.l2_loads, 1); /* it counts itself, and looks for no other */
	assert_int_equal(l2b.start, 5);
}

static void *holder_releases(void *arg)
{
	(void)arg;
	while (l2l.ticket != 2)
		;
	L2_LockRelease(&l2l);
	return NULL;
}

static void l2_lock_serves_tickets_in_order(void **state)
{
	pthread_t other;

	(void)state;
	L2_LockInit(&l2l);
	assert_int_equal(L2_LockTryAcquire(&l2l), 1);
	assert_int_equal(L2_LockTryAcquire(&l2l), 0);
	assert_int_equal(L2_LockThreadsInLine(&l2l), 1);
	assert_int_equal(pthread_create(&other, NULL, holder_releases, NULL), 0);
	L2_LockAcquire(&l2l);
	assert_int_equal(pthread_join(other, NULL), 0);
	assert_int_equal(L2_LockIsBusy(&l2l), 1);
	memset(fake.charged, 0, sizeof fake.charged);
	L2_LockRelease(&l2l);
	assert_int_equal(fake.charged[BGQEMU_OP_SYNC], 1);
	assert_int_equal(L2_LockIsBusy(&l2l), 0);
	fake.l2_loads = 0;
	L2_LockAcquire(&l2l); /* a ticket, and serving, which has left the L1 */
	assert_int_equal(fake.l2_loads, 2);
	assert_int_equal(fake.charged[BGQEMU_OP_ORDER], 1);
	assert_int_equal(fake.charged[BGQEMU_OP_SYNC], 1); /* it has not waited */
	assert_int_equal(l2l.ticket, 3);
	assert_int_equal(l2l.serving, 2);
}

/* ---- Types and macros. */

static void layouts_are_the_machines(void **state)
{
	BG_CoordinateMapping_t m = { .e = 1, .a = 1, .b = 2, .c = 3, .d = 4, .t = 5 };

	(void)state;
	assert_int_equal(sizeof(m), 4);
	assert_int_equal(at32(&m, 0),
			 1u << 31 | 1u << 24 | 2u << 18 | 3u << 12 | 4u << 6 | 5u);
	assert_int_equal(sizeof(Kernel_MemoryRegion_t), 24);
	assert_int_equal(offsetof(Kernel_MemoryRegion_t, BaseVa), 8);
	assert_int_equal(offsetof(Kernel_MemoryRegion_t, BasePa), 16);
	assert_int_equal(sizeof(BG_JobCoords_t), 13);
	assert_int_equal(sizeof(MUHWI_Descriptor_t), 64);
	assert_int_equal(sizeof(MUHWI_PacketHeader_t), 32);
	assert_int_equal(offsetof(L2_Barrier_t, count), 64);
	assert_int_equal(sizeof(L2_Lock_t), 32);
	assert_int_equal(sizeof(MUSPI_GIBarrier_t), 32);
	assert_int_equal(offsetof(MUSPI_RecFifo_t, _wrapBuf) % 32, 0);
}

static void vector_macros_copy_32_bytes_per_name(void **state)
{
	char from[64], to[64];

	(void)state;
	for (unsigned i = 0; i < 64; i++)
		from[i] = (char)i;
	memset(to, 0, sizeof(to));
	VECTOR_LOAD_NU(from, 0, fp0);
	VECTOR_LOAD_NU(from, 32, fp1);
	VECTOR_STORE_NU(to, 32, fp1);
	VECTOR_STORE_NU(to, 0, fp0);
	assert_memory_equal(to, from, 64);
}

static void dcbz_clears_the_64_byte_line_of_the_address(void **state)
{
	(void)state;
	memset(inj_mem, 1, sizeof(inj_mem));
	muspi_dcbz(inj_mem, 70);
	muspi_dcbt(inj_mem, 0);
	for (unsigned i = 0; i < sizeof(inj_mem); i++)
		assert_int_equal(inj_mem[i], i < 64 || i >= 128);
}

static void flush_is_charged_as_a_sync(void **state)
{
	(void)state;
	L1P_FlushRequests();
	assert_int_equal(fake.charged[BGQEMU_OP_SYNC], 1);
	assert_int_equal(fake.stores, 0);
}

/* ---- Class routes: every node of a 3 x 2 x 1 x 4 x 2 rectangle reaches one root,
 * and inputs are exactly the outputs that point here. */

static CR_RECT_T box = { { { 1, 0, 0, 0, 0 } }, { { 3, 1, 0, 3, 1 } } };

static void route_of(CR_COORD_T *root, CR_COORD_T *me, ClassRoute_t *cr)
{
	MUSPI_BuildNodeClassroute(&box, root, me, &box, NULL, 2, cr);
}

/* One step along link bits; 0 if there is no output. */
static int step(CR_COORD_T *c, uint16_t output, uint16_t *entered_by)
{
	for (int d = 0; d < CR_NUM_DIMS; d++) {
		if (output == CR_LINK(d, CR_SIGN_POS)) {
			c->coords[d]++;
			*entered_by = CR_LINK(d, CR_SIGN_NEG);
			return 1;
		}
		if (output == CR_LINK(d, CR_SIGN_NEG)) {
			c->coords[d]--;
			*entered_by = CR_LINK(d, CR_SIGN_POS);
			return 1;
		}
	}
	assert_int_equal(output, 0);
	return 0;
}

static void classroute_links_form_a_tree_to_the_root(void **state)
{
	CR_COORD_T root;
	int pri, nodes = 0, inputs = 0;

	(void)state;
	assert_int_equal(CR_LINK(CR_AXIS_A, CR_SIGN_NEG), BGQ_CLASS_LINK_AM);
	assert_int_equal(CR_LINK(CR_AXIS_E, CR_SIGN_POS), BGQ_CLASS_LINK_EP);
	MUSPI_PickWorldRoot(&box, NULL, &root, &pri);
	assert_int_equal(pri, 4);
	assert_int_equal(root.coords[0], 2);
	assert_int_equal(root.coords[3], 2);
	for (unsigned n = 0; n < 3 * 2 * 4 * 2; n++) {
		CR_COORD_T me = { { 1 + n % 3, n / 3 % 2, 0, n / 6 % 4, n / 24 } };
		ClassRoute_t cr;
		uint16_t by;
		int hops = 0;

		route_of(&root, &me, &cr);
		nodes++;
		inputs += __builtin_popcount(cr.input);
		while (step(&me, cr.output, &by)) {
			route_of(&root, &me, &cr);
			assert_true(cr.input & by);
			assert_true(++hops <= 6);
		}
		assert_true(__MUSPI_eq_coords(&me, &root));
	}
	assert_int_equal(nodes, __MUSPI_rect_size(&box));
	assert_int_equal(inputs, nodes - 1);
}

static void classroute_sparse_drops_what_contributes_nothing(void **state)
{
	CR_COORD_T root, me = { { 1, 0, 0, 0, 0 } }, parent = me;
	ClassRoute_t cr, full;
	uint16_t by;
	int pri;

	(void)state;
	MUSPI_PickWorldRoot(&box, NULL, &root, &pri);
	route_of(&root, &me, &full);
	assert_int_equal(full.input, 0);
	assert_int_equal(step(&parent, full.output, &by), 1);
	MUSPI_BuildNodeClassrouteSparse(&box, &root, &me, &box, &me, 1, NULL, 2, &cr);
	assert_int_equal(cr.input | cr.output, 0);
	MUSPI_BuildNodeClassrouteSparse(&box, &root, &parent, &box, &me, 1, NULL, 2, &cr);
	assert_false(cr.input & by);
	MUSPI_BuildNodeClassrouteSparse(&box, &root, &parent, &box, NULL, 0, NULL, 2, &cr);
	assert_true(cr.input & by);
	assert_true(cr.input & BGQ_CLASS_INPUT_LINK_LOCAL);
}

static void classroute_rectangles_compare(void **state)
{
	CR_RECT_T other = box;

	(void)state;
	assert_int_equal(__MUSPI_rect_compare(&box, &other), 0);
	other.ll.coords[0] = 3;
	assert_int_equal(__MUSPI_rect_compare(&box, &other), -1);
	other.ur.coords[0] = 5;
	other.ll.coords[0] = 4;
	assert_int_equal(__MUSPI_rect_compare(&box, &other), 1);
}

#define T(f) cmocka_unit_test_setup(f, setup)

int main(void)
{
	const struct CMUnitTest tests[] = {
		T(injfifo_inject_copies_charges_then_moves_tail),
		T(injfifo_last_slot_wraps_tail_to_start),
		T(injfifo_full_rejects_without_moving_tail),
		T(injfifo_empty_shadow_is_refreshed_from_hardware),
		T(injfifo_multiple_is_all_or_none_and_wraps),
		T(injfifo_next_then_advance_injects_in_place),
		T(injfifo_slot_found_by_its_tail_is_charged_when_advanced),
		T(a_look_at_a_register_is_charged_as_a_load_of_it),
		T(injfifo_completion_uses_shadow_before_hardware),
		T(builder_pt2pt_memory_fifo_sets_every_byte),
		T(builder_pt2pt_direct_put_sets_every_byte),
		T(builder_pt2pt_remote_get_sets_every_byte),
		T(builder_collectives_set_every_byte),
		T(setters_change_their_own_bits_only),
		T(recfifo_empty_poll_reports_a_miss),
		T(recfifo_dispatches_by_software_byte_in_order),
		T(recfifo_split_packet_is_put_together),
		T(recfifo_packet_that_ends_at_the_end_needs_no_copy),
		T(recfifo_available_bytes_stop_where_packets_may_split),
		T(recfifo_may_split_from_544_bytes_before_the_end_on),
		T(recfifo_receive_ids_are_handed_out_until_none_is_left),
		T(bat_entry_and_atomic_addresses),
		T(gibarrier_goes_round_4_2_1),
		T(gibarrier_wait_polls_until_all_entered),
		T(gibarrier_timeout_ends_at_the_deadline_and_can_be_repeated),
		T(gibarrier_wait_looks_after_it_has_asked_for_the_time),
		T(gibarrier_init_mu_drives_and_awaits_initial_pattern),
		T(gi_signal_is_one_bit_of_three),
		T(l2_loads_return_the_old_value),
		T(l2_stores),
		T(l2_by_opcode_is_the_same),
		T(l2_alias_addresses_hold_word_and_operation),
		T(l2_barrier_waits_for_the_last_thread),
		T(l2_lock_serves_tickets_in_order),
		T(layouts_are_the_machines),
		T(vector_macros_copy_32_bytes_per_name),
		T(dcbz_clears_the_64_byte_line_of_the_address),
		T(flush_is_charged_as_a_sync),
		T(classroute_links_form_a_tree_to_the_root),
		T(classroute_sparse_drops_what_contributes_nothing),
		T(classroute_rectangles_compare),
	};

	return cmocka_run_group_tests_name("headers_spi", tests, NULL, NULL);
}
