/*
 * test_headers_layout.c - the low headers against the machine.
 *
 * Pins byte offsets, sizes, the value of every word that has bit-fields, register
 * addresses, and what the core's instructions do as inline functions.  The values
 * are the machine's, written out, not computed from the headers.  Leaves out the order of bytes
 * inside a word (it is the host's), and what the runtime does with the calls: those end in the
 * stubs below.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <cnk/include/SPI_syscalls.h>
#include <cnk/include/SPRG_Usage.h>
#include <firmware/include/personality.h>
#include <hwi/include/bqc/A2_inlines.h>
#include <hwi/include/bqc/MU_Addressing.h>
#include <hwi/include/bqc/MU_Descriptor.h>
#include <hwi/include/bqc/MU_Fifo.h>
#include <hwi/include/bqc/MU_Macros.h>
#include <hwi/include/bqc/classroute.h>
#include <hwi/include/bqc/dcr_support.h>
#include <hwi/include/bqc/l2_central_mmio.h>
#include <hwi/include/bqc/nd_500_dcr.h>
#include <hwi/include/bqc/nd_rese_dcr.h>
#include <hwi/include/bqc/nd_x2_dcr.h>
#include <hwi/include/common/uci.h>

/* ---- sizes and offsets: a wrong one does not compile ---- */

#define AT(type, member, offset) \
	_Static_assert(offsetof(type, member) == (offset), #member)
#define SIZE(type, bytes) _Static_assert(sizeof(type) == (bytes), #type)

SIZE(MUHWI_Destination_t, 4);
SIZE(MUHWI_Pt2PtNetworkHeader_t, 12);
SIZE(MUHWI_CollectiveNetworkHeader_t, 12);
SIZE(MUHWI_MessageUnitHeader_t, 20);
SIZE(MUHWI_PacketHeader_t, 32);
SIZE(MUHWI_Descriptor_t, 64);
SIZE(MUHWI_Fifo_t, 32);
SIZE(MUHWI_InjFifo_t, 16);
SIZE(MUHWI_InjFifoStatus_t, 48);
SIZE(MUHWI_RecFifoStatus_t, 48);
SIZE(ClassRoute_t, 4);
SIZE(L2Central_Domain_t, 128);
SIZE(L2Central_ID_t, 128);
_Static_assert(_Alignof(MUHWI_Descriptor_t) == 32, "descriptor alignment");
_Static_assert(_Alignof(MUHWI_PacketHeader_t) == 1, "headers are packed");

AT(MUHWI_Descriptor_t, Half_Word0, 0);
AT(MUHWI_Descriptor_t, Half_Word1, 4);
AT(MUHWI_Descriptor_t, Pa_Payload, 8);
AT(MUHWI_Descriptor_t, Message_Length, 16);
AT(MUHWI_Descriptor_t, Torus_FIFO_Map, 24);
AT(MUHWI_Descriptor_t, PacketHeader, 32);

/* Byte 11 of the machine: see Rec_FIFO_Id in MU_MessageUnitHeader.h. */
#define SKIP_AT (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? 9 : 11)

#define PT2PT(member) NetworkHeader.pt2pt.member
#define COLLECTIVE(member) NetworkHeader.collective.member
#define PACKET(member) messageUnitHeader.Packet_Types.member
AT(MUHWI_PacketHeader_t, PT2PT(Data_Packet_Type), 0);
AT(MUHWI_PacketHeader_t, PT2PT(Hints), 1);
AT(MUHWI_PacketHeader_t, PT2PT(Byte2), 2);
AT(MUHWI_PacketHeader_t, PT2PT(Byte3), 3);
AT(MUHWI_PacketHeader_t, PT2PT(Destination), 4);
AT(MUHWI_PacketHeader_t, PT2PT(Byte8), 8);
AT(MUHWI_PacketHeader_t, PT2PT(Injection_Info), 9);
AT(MUHWI_PacketHeader_t, PT2PT(Injection_Info.Skip), SKIP_AT);
AT(MUHWI_PacketHeader_t, COLLECTIVE(Data_Packet_Type), 0);
AT(MUHWI_PacketHeader_t, COLLECTIVE(Byte1), 1);
AT(MUHWI_PacketHeader_t, COLLECTIVE(Byte2), 2);
AT(MUHWI_PacketHeader_t, COLLECTIVE(Byte3), 3);
AT(MUHWI_PacketHeader_t, COLLECTIVE(Destination), 4);
AT(MUHWI_PacketHeader_t, COLLECTIVE(Byte8), 8);
AT(MUHWI_PacketHeader_t, COLLECTIVE(Injection_Info.Skip), SKIP_AT);
AT(MUHWI_PacketHeader_t, messageUnitHeader, 12);
AT(MUHWI_PacketHeader_t, PACKET(Memory_FIFO.Put_Offset_LSB), 14);
AT(MUHWI_PacketHeader_t, PACKET(Memory_FIFO.Unused2), 18);
AT(MUHWI_PacketHeader_t, PACKET(Direct_Put.Put_Offset_LSB), 14);
AT(MUHWI_PacketHeader_t, PACKET(Direct_Put.Valid_Bytes_In_Payload), 20);
AT(MUHWI_PacketHeader_t, PACKET(Direct_Put.Unused2), 22);
AT(MUHWI_PacketHeader_t, PACKET(Direct_Put.Counter_Offset), 24);
AT(MUHWI_PacketHeader_t, PACKET(Remote_Get.Unused2), 14);

SIZE(Personality_t, 176);
SIZE(Personality_Networks_t, 88);
AT(Personality_t, Version, 2);
AT(Personality_t, PersonalitySizeWords, 3);
AT(Personality_t, Kernel_Config, 8);
AT(Personality_t, Kernel_Config.FreqMHz, 36);
AT(Personality_t, Kernel_Config.ClockStop, 40);
AT(Personality_t, DDR_Config, 48);
AT(Personality_t, DDR_Config.DDRSizeMB, 52);
AT(Personality_t, Network_Config, 56);
AT(Personality_t, Ethernet_Config.SecurityKey, 144);
AT(Personality_Networks_t, NetFlags, 8);
AT(Personality_Networks_t, NetFlags2, 16);
AT(Personality_Networks_t, Anodes, 24);
AT(Personality_Networks_t, Acoord, 29);
AT(Personality_Networks_t, Ecoord, 33);
AT(Personality_Networks_t, PrimordialClassRoute, 34);
AT(Personality_Networks_t, ZoneRoutingMasks, 44);
AT(Personality_Networks_t, MuFlags, 64);
AT(Personality_Networks_t, cnBridge_A, 72);
AT(Personality_Networks_t, latencyFromRoot, 80);

AT(L2Central_t, domain, 0x800);
AT(L2Central_t, id, 0x8000);

/* ---- the runtime, as far as the inlines call it ---- */

static struct {
	uint64_t now, delayed_until, stored, dcr;
	volatile void *stored_at;
	const volatile void *waited_on, *reserved;
	uint64_t reserved_value;
	uint32_t charged[BGQEMU_OP_COUNT];
	unsigned waits;
	uint64_t mmio[0x110000 / 8];
} rt;

uint64_t bgqemu_timebase(void) { return rt.now; }
void bgqemu_delay_until(uint64_t timebase) { rt.delayed_until = timebase; }
void bgqemu_charge(uint32_t op, uint32_t count) { rt.charged[op] += count; }
void bgqemu_l2(uint32_t op, const volatile void *word) { (void)op, (void)word; }

static uint64_t value_of(const volatile void *word, uint32_t bytes)
{
	return bytes == 4 ? *(const volatile uint32_t *)word : *(const volatile uint64_t *)word;
}

uint64_t bgqemu_load_reserved(const volatile void *word, uint32_t bytes)
{
	rt.reserved = word;
	rt.reserved_value = value_of(word, bytes);
	return rt.reserved_value;
}

int bgqemu_store_conditional(volatile void *word, uint32_t bytes, uint64_t value)
{
	int held = rt.reserved == word && rt.reserved_value == value_of(word, bytes);

	rt.reserved = NULL;
	if (held && bytes == 4)
		*(volatile uint32_t *)word = (uint32_t)value;
	else if (held)
		*(volatile uint64_t *)word = value;
	return held;
}

volatile uint64_t *bgqemu_mmio_base(void) { return rt.mmio; }
uint64_t bgqemu_mfspr(unsigned spr) { return 0x5000 + spr; }

uint64_t bgqemu_dcr_read(uint64_t dcr)
{
	rt.dcr = dcr;
	return 0xdc;
}

void bgqemu_mmio_store(volatile void *reg, uint64_t value)
{
	rt.stored_at = reg;
	rt.stored = value;
}

void bgqemu_wait(uint32_t kind, const volatile void *what, uint32_t bytes, uint64_t seen,
		 uint64_t deadline)
{
	assert_int_equal(kind, BGQEMU_WAIT_MEMORY);
	if (memcmp((const void *)what, &seen, bytes) != 0)
		return;
	assert_true(deadline == UINT64_MAX);
	rt.waited_on = what;
	rt.waits++;
}

void bgqemu_wakeup_wait(void)
{
	rt.waited_on = NULL;
	rt.waits++;
}

void bgqemu_unsupported(const char *call)
{
	fail_msg("%s is unsupported", call);
	__builtin_unreachable();
}

static int reset(void **state)
{
	(void)state;
	memset(&rt, 0, sizeof(rt));
	return 0;
}

/* ---- bit-fields: by name and as a whole ---- */

static uint16_t half_at(const void *p, size_t offset)
{
	uint16_t v;

	memcpy(&v, (const char *)p + offset, sizeof(v));
	return v;
}

static void destination_is_a_to_e_from_the_top(void **state)
{
	MUHWI_Destination_t d = { { 0 } };

	(void)state;
	d.Destination.A_Destination = 1;
	d.Destination.B_Destination = 2;
	d.Destination.C_Destination = 3;
	d.Destination.D_Destination = 4;
	d.Destination.E_Destination = 5;
	assert_int_equal(d.Destination.Destination,
			 1 << 24 | 2 << 18 | 3 << 12 | 4 << 6 | 5);
	d.Destination.Reserved2 = 2;
	assert_int_equal(d.Destination.Destination >> 30, 2);

	d.Destination.Destination = 0x3fu << 18;
	assert_int_equal(d.Destination.B_Destination, 63);
	assert_int_equal(d.Destination.A_Destination, 0);
	assert_int_equal(d.Destination.C_Destination, 0);
}

static void pt2pt_bytes_have_the_machines_bits(void **state)
{
	MUHWI_Pt2PtNetworkHeader_t h;
	const uint8_t *byte = (const uint8_t *)&h;

	(void)state;
#define ONE(field, value, at, expected) do { \
	memset(&h, 0, sizeof(h)); \
	h.field = value; \
	assert_int_equal(byte[at], expected); \
} while (0)
	ONE(Byte2.Hint_E_plus, 1, 2, MUHWI_PACKET_HINT_EM);
	ONE(Byte2.Hint_E_minus, 1, 2, MUHWI_PACKET_HINT_EP);
	ONE(Byte2.Route_To_IO_Node, 1, 2, 0x20);
	ONE(Byte2.Return_From_IO_Node, 3, 2, 0x18);
	ONE(Byte2.Dynamic, 1, 2, 0x04);
	ONE(Byte2.Deposit, 1, 2, 0x02);
	ONE(Byte2.Interrupt, 1, 2, 0x01);
	ONE(Byte3.Virtual_channel, 5, 3, 0xa0);
	ONE(Byte3.Zone_Routing_Id, 3, 3, 0x18);
	ONE(Byte3.Stay_On_Bubble, 1, 3, 0x04);
	ONE(Byte3.Reserved1, 3, 3, 0x03);
	ONE(Byte8.Packet_Type, 2, 8, 0x80);
	ONE(Byte8.Reserved3, 1, 8, 0x20);
	ONE(Byte8.Size, 16, 8, 0x10);
	ONE(Injection_Info.Skip, 8, SKIP_AT, 0x08);
#undef ONE
	h.Byte8.Byte8 = MUHWI_PACKET_TYPE_PUT | 16;
	assert_int_equal(h.Byte8.Packet_Type, 1);
	assert_int_equal(h.Byte8.Size, 16);
}

static void collective_bytes_have_the_machines_bits(void **state)
{
	MUHWI_CollectiveNetworkHeader_t h;
	const uint8_t *byte = (const uint8_t *)&h;

	(void)state;
	memset(&h, 0, sizeof(h));
	h.Byte1.OpCode = 12;
	h.Byte1.Word_Length = 1;
	h.Byte2.Class_Route = 9;
	h.Byte2.Interrupt = 1;
	h.Byte3.Virtual_channel = 5;
	h.Byte3.Collective_Type = 2;
	assert_int_equal(byte[1], MUHWI_COLLECTIVE_OP_CODE_FLOATING_POINT_ADD | 1);
	assert_int_equal(byte[2], 0x91);
	assert_int_equal(byte[3], MUHWI_PACKET_VIRTUAL_CHANNEL_USER_SUB_COMM |
					  MUHWI_COLLECTIVE_TYPE_ALLREDUCE);
	assert_int_equal(byte[3], 0xb0);

	h.Byte3.Byte3 = 0x18;
	assert_int_equal(h.Byte3.Collective_Type, 3);
	assert_int_equal(h.Byte3.Virtual_channel, 0);
}

static void message_unit_halfwords_have_the_machines_bits(void **state)
{
	MUHWI_PacketHeader_t h;

	(void)state;
	memset(&h, 0, sizeof(h));
	h.PACKET(Memory_FIFO.Rec_FIFO_Id) = 0x10f;
	h.PACKET(Memory_FIFO.Put_Offset_MSB) = 0x11;
	assert_int_equal(half_at(&h, 12), 0x10f << 6 | 0x11);

	memset(&h, 0, sizeof(h));
	h.PACKET(Direct_Put.Rec_Payload_Base_Address_Id) = 0x21f;
	h.PACKET(Direct_Put.Pacing) = MUHWI_PACKET_DIRECT_PUT_IS_PACED;
	h.PACKET(Direct_Put.Put_Offset_MSB) = 0x10;
	h.PACKET(Direct_Put.Put_Offset_LSB) = 0x89abcdef;
	h.PACKET(Direct_Put.Rec_Counter_Base_Address_Id) = 0x21e;
	assert_int_equal(half_at(&h, 12), 0x21f << 6 | 1 << 5 | 0x10);
	assert_int_equal(half_at(&h, 18), 0x21e);

	memset(&h, 0, sizeof(h));
	h.PACKET(Remote_Get.Rget_Inj_FIFO_Id) = 0x21f;
	assert_int_equal(half_at(&h, 12), 0x21f << 6);
}

static void descriptor_flags_are_the_last_bit_of_their_word(void **state)
{
	MUHWI_Descriptor_t d;

	(void)state;
	memset(&d, 0, sizeof(d));
	d.Half_Word0.Prefetch_Only = MUHWI_DESCRIPTOR_PRE_FETCH_ONLY_YES;
	d.Half_Word1.Unused2 = 1;
	assert_int_equal(d.Half_Word0.Half_Word0, 1);
	assert_int_equal(d.Half_Word1.Half_Word1, 2);
	d.Half_Word1.Half_Word1 = 1;
	assert_int_equal(d.Half_Word1.Interrupt, 1);
	assert_int_equal(d.Half_Word1.Unused2, 0);
}

/* ---- numbers ---- */

static void masks_are_the_machines(void **state)
{
	(void)state;
	assert_int_equal(MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_AM, 0x8000);
	assert_int_equal(MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_EP, 0x0040);
	assert_int_equal(MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_LOCAL0 |
				 MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_LOCAL1, 0x30);
	assert_int_equal(MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_CUSER, 0x02);
	assert_int_equal(MUHWI_PACKET_HINT_AM | MUHWI_PACKET_HINT_BP |
				 MUHWI_PACKET_HINT_CM | MUHWI_PACKET_HINT_DP, 0x99);
	assert_int_equal(MUHWI_PACKET_TYPE_PACED_GET, 0xc0);
	assert_int_equal(MUHWI_COLLECTIVE_OP_CODE_SIGNED_MAX, 0xa0);
	assert_int_equal(MUHWI_ATOMIC_ADDRESS_INDICATOR, 0x1000000000);
	assert_int_equal(MUHWI_ATOMIC_OPCODE_STORE_ADD_COHERENCE_ON_ZERO, 3);
	assert_int_equal(BGQ_CLASS_LINK_AM | BGQ_CLASS_INPUT_VC_SUBCOMM |
				 BGQ_CLASS_INPUT_LINK_LOCAL, 0x2801);
	assert_int_equal(BGQ_MU_MIN_RECFIFO_SIZE_IN_BYTES, 576);
	assert_int_equal(BGQ_MU_MIN_INJFIFO_SIZE_IN_BYTES, 128);
	assert_int_equal(FIOBGQATOMIC, 0xc004a500);
	assert_int_equal(__NR_GETMEMORYREGION, 1024);
	assert_int_equal(__NR_GPFSFCNTL, 1104);
	assert_int_equal(SPRG_SPIinfo_ro, 0x107);
}

static void register_addresses_are_the_machines(void **state)
{
	(void)state;
	assert_true(BGQ_MU_STATUS_CONTROL_REGS_START_OFFSET(0, 0) + 0x030 -
			    PHYMAP_PRIVILEGEDOFFSET == 0x3fdfe000330);
	assert_true(BGQ_MU_iDMA_DESC_COUNTER_OFFSET(2, 3, 7) == 0x3fffe0231e0);
	assert_true(BGQ_MU_rDMA_TAIL_OFFSET(16, 0, 3) == 0x3fffe1002d8);
	assert_true(BGQ_MU_DATA_COUNTER_BASE_ADDRESS_OFFSET(0, 1, 2) == 0x3fffe001410);
	assert_true(BGQ_MU_GI_CONTROL_OFFSET(1, 15) == 0x3fffe010578);
	assert_true(BGQ_MU_GI_STATUS_OFFSET(0, 1) == 0x3fffe000588);
	assert_true(BGQ_MU_DCR_CLASS_ROUTE_OFFSET(3) ==
		    0x3ffe0000000 + (0x194000 + 0x14) * 8);
	assert_int_equal(MU_DCR(RESET), 0x0e0dcf);
	assert_int_equal(ND_500_DCR(CTRL_CUTOFFS), 0x194005);
	assert_int_equal(ND_500_DCR(NON_FATAL_ERR0), 0x194029);
	assert_int_equal(ND_X2_DCR(RESET), 0x198000);
	assert_int_equal(ND_RESE_DCR(10, RESET), 0x190000);
	assert_int_equal(ND_RESE_DCR__T9(RESET), 0x18c000);
}

static void dcr_fields_are_read_and_written_in_place(void **state)
{
	uint64_t cutoffs = ~UINT64_C(0);

	(void)state;
	ND_500_DCR__CTRL_CUTOFFS__A_PLUS_insert(cutoffs, 0);
	assert_int_equal(cutoffs, 0xc0ffffffffffffff);
	ND_500_DCR__CTRL_CUTOFFS__E_MINUS_insert(cutoffs, 0x15);
	assert_int_equal(ND_500_DCR__CTRL_CUTOFFS__E_MINUS_get(cutoffs), 0x15);
	assert_int_equal(cutoffs & 0xff, 0xd5);
	assert_int_equal(ND_500_DCR__RESET__DCRS_OUT_get(UINT64_C(1) << 63), 1);
	assert_int_equal(ND_500_DCR__NON_FATAL_ERR0__RCP_C0_OVERFLOW_SET_set(UINT64_C(1)),
			 UINT64_C(1) << (63 - 25));
	assert_int_equal(ND_500_DCR__NON_FATAL_ERR0__RCP_C1_OTHER_SET_set(UINT64_C(1)),
			 UINT64_C(1) << (63 - 31));
	assert_int_equal(ND_500_DCR__NON_FATAL_ERR0__COLL_HEADER_MISMATCH_get(UINT64_C(1) << 28),
			 1);
}

static void torus_flags_of_the_personality(void **state)
{
	(void)state;
	assert_int_equal(ND_ENABLE_TORUS_DIM_A, 0x80000000000);
	assert_int_equal(ND_ENABLE_TORUS_DIM_E, 0x8000000000);
	assert_int_equal(ND_GET_TORUS(0, ND_ENABLE_TORUS_DIM_A), 1);
	assert_int_equal(ND_GET_TORUS(4, ND_ENABLE_TORUS_DIM_A), 0);
	assert_int_equal(ND_ENABLE_LINK_E_PLUS, 0x40000000000000);
	assert_int_equal(PERS_ENABLE_Mambo, 0x80000);
}

static void uci_text_of_a_compute_card(void **state)
{
	char text[32] = "?";

	(void)state;
	assert_int_equal(bg_uci_toString(BG_UCI_SET_COMPONENT(13) | BG_UCI_SET_ROW(2) |
						 BG_UCI_SET_COLUMN(15) |
						 BG_UCI_SET_MIDPLANE(1) |
						 BG_UCI_SET_NODE_BOARD(5) |
						 BG_UCI_SET_COMPUTE_CARD(31), text), 0);
	assert_string_equal(text, "R2F-M1-N05-J31");
	assert_int_equal(bg_uci_toString(0, text), -1);
	assert_string_equal(text, "R2F-M1-N05-J31");
}

/* ---- instructions ---- */

static void delays_are_in_core_cycles(void **state)
{
	(void)state;
	rt.now = 1000;
	DelayTimeBase(600);
	assert_int_equal(rt.delayed_until, 1600);
	Delay(50); /* two cycles an iteration */
	assert_int_equal(rt.delayed_until, 1100);
	Delay_ns(1000, 1600); /* 1,601 iterations */
	assert_int_equal(rt.delayed_until, 1000 + 2 * 1601);
	Delay(UINT64_MAX);
	assert_true(rt.delayed_until >= UINT64_MAX - 1);
	assert_int_equal(GetTimeBase(), 1000);
}

static void mfspr_knows_the_time_and_asks_for_the_rest(void **state)
{
	(void)state;
	rt.now = UINT64_C(0x123456789abcdef0);
	assert_int_equal(mfspr(SPRN_TBRO), 0x123456789abcdef0);
	assert_int_equal(mfspr(SPRN_TBURO), 0x12345678);
	assert_int_equal(mfspr(SPRN_PVR), 0x5000 + 0x11f);
}

static void fences_are_charged(void **state)
{
	(void)state;
	ppc_msync();
	mbar();
	isync();
	assert_int_equal(rt.charged[BGQEMU_OP_SYNC], 1);
	assert_int_equal(rt.charged[BGQEMU_OP_ORDER], 2);
}

static void conditional_store_needs_its_own_unchanged_word(void **state)
{
	uint64_t a = 5, b = 5;
	uint32_t w = 7;

	(void)state;
	assert_int_equal(StoreConditional(&a, 1), 0);
	assert_int_equal(LoadReserved(&a), 5);
	assert_int_equal(StoreConditional(&b, 1), 0);
	assert_int_equal(StoreConditional(&a, 1), 0); /* the failure took it */
	assert_int_equal(LoadReserved(&a), 5);
	a = 6;
	assert_int_equal(StoreConditional(&a, 1), 0);
	assert_int_equal(LoadReserved(&a), 6);
	assert_int_equal(StoreConditional(&a, 8), 1);
	assert_int_equal(StoreConditional(&a, 9), 0);
	assert_int_equal(a, 8);
	assert_int_equal(LoadReserved32(&w), 7);
	assert_int_equal(StoreConditional32(&w, 9), 1);
	assert_int_equal(w, 9);
	assert_int_equal(b, 5);
}

static void atomic_updates_report_the_old_value(void **state)
{
	uint64_t v = 10, old = 9;
	uint32_t w = 3, old32 = 3;

	(void)state;
	assert_int_equal(Compare_and_Swap(&v, &old, 11), 0);
	assert_int_equal(old, 10);
	assert_int_equal(Compare_and_Swap(&v, &old, 11), 1);
	assert_int_equal(Fetch_and_Add(&v, 5), 11);
	assert_int_equal(v, 16);
	assert_int_equal(Compare_and_Swap32(&w, &old32, 4), 1);
	assert_int_equal(w, 4);
}

static void waitrsv_waits_only_while_the_reservation_holds(void **state)
{
	uint64_t v = 1;

	(void)state;
	ppc_waitrsv();
	assert_int_equal(rt.waits, 0);
	LoadReserved(&v);
	ppc_waitrsv();
	assert_int_equal(rt.waits, 1);
	assert_ptr_equal(rt.waited_on, &v);
	LoadReserved(&v);
	v = 2;
	ppc_waitrsv();
	assert_int_equal(rt.waits, 1);
	ppc_wait();
	assert_int_equal(rt.waits, 2);
}

static void bit_counts_and_inserts(void **state)
{
	uint64_t x = ~UINT64_C(0), y;

	(void)state;
	assert_int_equal(cntlz32(0), 32);
	assert_int_equal(cntlz32(1), 31);
	assert_int_equal(cntlz64(0), 64);
	assert_int_equal(cntlz64(UINT64_C(1) << 40), 23);
	assert_int_equal(popcnt64(0xf0f0), 8);
	RLIMI64(x, UINT64_C(0x5), 8, 48); /* 5 << 8 into bits 48 to 55 */
	assert_int_equal(x, 0xffffffffffff05ff);
	RLDCL64(y, UINT64_C(0x8000000000000001), 4, 60);
	assert_int_equal(y, 8);
}

static void stores_go_where_the_address_points(void **state)
{
	uint64_t memory = 0;
	uint32_t half = 0;

	(void)state;
	out64(&rt.mmio[3], 77);
	assert_ptr_equal(rt.stored_at, &rt.mmio[3]);
	assert_int_equal(rt.stored, 77);
	assert_int_equal(rt.mmio[3], 0);

	out64((uint64_t *)(uintptr_t)0x3fdfe000330, 0);
	assert_ptr_equal(rt.stored_at, (void *)(uintptr_t)0x3fdfe000330);

	rt.stored_at = NULL;
	out64(&memory, 5);
	out32_sync(&half, 6);
	assert_int_equal(memory, 5);
	assert_int_equal(half, 6);
	assert_null(rt.stored_at);
	assert_int_equal(rt.charged[BGQEMU_OP_ORDER], 1);
}

static void loads_past_the_caches(void **state)
{
	(void)state;
	rt.mmio[4] = 9;
	assert_int_equal(in64(&rt.mmio[4]), 9);
	assert_int_equal(rt.charged[BGQEMU_OP_MMIO_LOAD], 1);
	assert_int_equal(in64((uint64_t *)(uintptr_t)(0x3fde0000000 + 0x194005 * 8)), 0xdc);
	assert_int_equal(rt.dcr, 0x194005);
	assert_int_equal(DCRReadUser(ND_500_DCR(CTRL_COORDS)), 0xdc);
	assert_int_equal(rt.dcr, 0x194004);
}

static void block_zero_clears_one_line(void **state)
{
	static uint8_t __attribute__((aligned(64))) area[192];
	unsigned i;

	(void)state;
	memset(area, 1, sizeof(area));
	dcache_block_zero(area + 100);
	for (i = 0; i < sizeof(area); i++)
		assert_int_equal(area[i], i / 64 == 1 ? 0 : 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(destination_is_a_to_e_from_the_top),
		cmocka_unit_test(pt2pt_bytes_have_the_machines_bits),
		cmocka_unit_test(collective_bytes_have_the_machines_bits),
		cmocka_unit_test(message_unit_halfwords_have_the_machines_bits),
		cmocka_unit_test(descriptor_flags_are_the_last_bit_of_their_word),
		cmocka_unit_test(masks_are_the_machines),
		cmocka_unit_test(register_addresses_are_the_machines),
		cmocka_unit_test(dcr_fields_are_read_and_written_in_place),
		cmocka_unit_test(torus_flags_of_the_personality),
		cmocka_unit_test(uci_text_of_a_compute_card),
		cmocka_unit_test_setup(delays_are_in_core_cycles, reset),
		cmocka_unit_test_setup(mfspr_knows_the_time_and_asks_for_the_rest, reset),
		cmocka_unit_test_setup(fences_are_charged, reset),
		cmocka_unit_test_setup(conditional_store_needs_its_own_unchanged_word, reset),
		cmocka_unit_test_setup(atomic_updates_report_the_old_value, reset),
		cmocka_unit_test_setup(waitrsv_waits_only_while_the_reservation_holds, reset),
		cmocka_unit_test_setup(bit_counts_and_inserts, reset),
		cmocka_unit_test_setup(stores_go_where_the_address_points, reset),
		cmocka_unit_test_setup(loads_past_the_caches, reset),
		cmocka_unit_test_setup(block_zero_clears_one_line, reset),
	};

	return cmocka_run_group_tests_name("headers_layout", tests, NULL, NULL);
}
