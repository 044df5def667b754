/*
 * machine_addresses.c - registers at the addresses that the headers hand out: every address
 * macro of MU_Macros.h, l1p_mmio.h and wu_mmio.h, less PHYMAP_PRIVILEGEDOFFSET.  What is
 * stored arrives, what a SPI call has set is read, and a FIFO is set up, filled and waited
 * for without one.
 *
 * With an argument, an access that has to end the process: "privileged", "narrow", "beyond",
 * "dcr", "l2", "fastl2", "upc", "gea", "pcie", "bedram".  "priority"
 * and "scan" are to be reported.
 */
#include "mail.h"

#include <string.h>

#include <hwi/include/bqc/MU_Macros.h>
#include <hwi/include/bqc/l1p_mmio.h>
#include <hwi/include/bqc/l2_central_mmio.h>
#include <hwi/include/bqc/nd_500_dcr.h>
#include <hwi/include/bqc/wu_mmio.h>
#include <spi/include/mu/Addressing_inlines.h>

#define USER(address) ((volatile uint64_t *)((uint64_t)(address) - PHYMAP_PRIVILEGEDOFFSET))

enum { GROUP = 1, SUB = 2, SUBGROUP = 6, FIFO = 3, BYTES = 1024 };

static MUSPI_InjFifoSubGroup_t inj;
static MUSPI_RecFifoSubGroup_t rec;
static MUSPI_BaseAddressTableSubGroup_t bat;
static MUHWI_Descriptor_t ring[16] __attribute__((aligned(64)));
static unsigned char rec_ring[4096] __attribute__((aligned(64)));
static unsigned char from[BYTES], to[BYTES];
static volatile uint64_t counter __attribute__((aligned(64)));

static void allocate(void)
{
	Kernel_InjFifoAttributes_t ia;
	Kernel_RecFifoAttributes_t ra;
	uint32_t id = FIFO, ids[2] = { 0, 1 };

	memset(&ia, 0, sizeof ia);
	memset(&ra, 0, sizeof ra);
	CHECK(Kernel_AllocateInjFifos(SUBGROUP, &inj, 1, &id, &ia) == 0);
	CHECK(Kernel_AllocateRecFifos(SUBGROUP, &rec, 1, &id, &ra) == 0);
	CHECK(Kernel_AllocateBaseAddressTable(SUBGROUP, &bat, 2, ids, 0) == 0);
}

/* In the order in which the SPI's inlines store on the machine. */
static void place_by_hand(void)
{
	uint64_t pa = test_physical(ring), rec_pa = test_physical(rec_ring);

	*USER(BGQ_MU_iDMA_START_OFFSET(GROUP, SUB, FIFO)) = pa;
	*USER(BGQ_MU_iDMA_HEAD_OFFSET(GROUP, SUB, FIFO)) = pa;
	*USER(BGQ_MU_iDMA_TAIL_OFFSET(GROUP, SUB, FIFO)) = pa;
	*USER(BGQ_MU_iDMA_SIZE_OFFSET(GROUP, SUB, FIFO)) = sizeof ring - 1;
	CHECK(*USER(BGQ_MU_iDMA_START_OFFSET(GROUP, SUB, FIFO)) == pa);
	CHECK(*USER(BGQ_MU_iDMA_HEAD_OFFSET(GROUP, SUB, FIFO)) == pa);
	CHECK(*USER(BGQ_MU_iDMA_TAIL_OFFSET(GROUP, SUB, FIFO)) == pa);
	CHECK(*USER(BGQ_MU_iDMA_SIZE_OFFSET(GROUP, SUB, FIFO)) == sizeof ring - 1);
	CHECK(*USER(BGQ_MU_iDMA_FREE_SPACE_OFFSET(GROUP, SUB, FIFO)) == 15);
	*USER(BGQ_MU_iDMA_DESC_COUNTER_OFFSET(GROUP, SUB, FIFO)) = 100;
	CHECK(*USER(BGQ_MU_iDMA_DESC_COUNTER_OFFSET(GROUP, SUB, FIFO)) == 100);
	CHECK(MUSPI_IdToInjFifo(FIFO, &inj)->hw_injfifo->descCount == 100);

	*USER(BGQ_MU_rDMA_START_OFFSET(GROUP, SUB, FIFO)) = rec_pa;
	*USER(BGQ_MU_rDMA_HEAD_OFFSET(GROUP, SUB, FIFO)) = rec_pa;
	*USER(BGQ_MU_rDMA_TAIL_OFFSET(GROUP, SUB, FIFO)) = rec_pa;
	*USER(BGQ_MU_rDMA_SIZE_OFFSET(GROUP, SUB, FIFO)) = sizeof rec_ring - 1;
	CHECK(*USER(BGQ_MU_rDMA_START_OFFSET(GROUP, SUB, FIFO)) == rec_pa);
	CHECK(*USER(BGQ_MU_rDMA_SIZE_OFFSET(GROUP, SUB, FIFO)) == sizeof rec_ring - 1);
	CHECK(*USER(BGQ_MU_rDMA_HEAD_OFFSET(GROUP, SUB, FIFO)) == rec_pa);
	CHECK(*USER(BGQ_MU_rDMA_TAIL_OFFSET(GROUP, SUB, FIFO)) == rec_pa);
}

/* A user's stores change nothing there. */
static void holes(void)
{
	volatile uint64_t *hole[] = {
		USER(BGQ_MU_iDMA_FREE_HOLE1(GROUP, SUB, FIFO)),
		USER(BGQ_MU_iDMA_FREE_HOLE2(GROUP, SUB, FIFO)),
		USER(BGQ_MU_rDMA_HOLE1_OFFSET(GROUP, SUB, FIFO)),
		USER(BGQ_MU_rDMA_HOLE2_OFFSET(GROUP, SUB, FIFO)),
		USER(BGQ_MU_rDMA_HOLE3_OFFSET(GROUP, SUB, FIFO)),
		USER(BGQ_MU_rDMA_HOLE4_OFFSET(GROUP, SUB, FIFO)),
		USER(BGQ_MU_READ_INT_STATUS_REGISTER_OFFSET(GROUP, SUB)),
		USER(BGQ_MU_CLEAR_INT_STATUS_REGISTER_OFFSET(GROUP, SUB)),
		USER(BGQ_MU_STATUS_CONTROL_REGS_START_OFFSET(0, 0) + 0x30),
		USER(BGQ_MU_STATUS_CONTROL_REGS_START_OFFSET(16, 3) + 0x30),
		USER(BGQ_MU_GI_STATUS_OFFSET(5, 9)),
		USER(BGQ_MU_SUBGROUP_ADDRESS_OFFSET(2, 1) + 0xff8),
	};

	for (unsigned i = 0; i < sizeof hole / sizeof *hole; i++) {
		CHECK(*hole[i] == 0);
		*hole[i] = 1;
		CHECK(*hole[i] == 0);
	}
}

/* Checks offsets that name the start of registers which have a name of their own. */
static void starts(void)
{
	CHECK(BGQ_MU_GROUP_ADDRESS_OFFSET(3) == BGQ_MU_iDMA_GROUP_START_OFFSET(3));
	CHECK(BGQ_MU_SUBGROUP_ADDRESS_OFFSET(3, 2) == BGQ_MU_iDMA_SUBGROUP_START_OFFSET(3, 2));
	CHECK(BGQ_MU_iDMA_START_OFFSET(3, 2, 0) == BGQ_MU_iDMA_SUBGROUP_START_OFFSET(3, 2));
	CHECK(BGQ_MU_rDMA_START_OFFSET(3, 2, 0) == BGQ_MU_rDMA_SUBGROUP_START_OFFSET(3, 2));
	CHECK(BGQ_MU_iDMA_IS_ENABLED_OFFSET(3, 2) ==
	      BGQ_MU_STATUS_CONTROL_REGS_START_OFFSET(3, 2));
	CHECK(BGQ_MU_DATA_COUNTER_BASE_ADDRESS_OFFSET(3, 2, 0) ==
	      BGQ_MU_DATA_COUNTER_BASE_ADDRESS_START_OFFSET(3, 2));
	for (unsigned g = 0; g < BGQ_MU_NUM_FIFO_GROUPS; g++)
		for (unsigned s = 0; s < BGQ_MU_NUM_FIFO_SUBGROUPS; s++)
			CHECK(*USER(BGQ_MU_SUBGROUP_ADDRESS_OFFSET(g, s)) ==
			      (g || s ? 0 : test_physical(mail_inj_memory)));
}

/* A message to the rank itself, by registers alone. */
static void message(void)
{
	uint64_t bit = UINT64_C(1) << (31 - (SUB * 8 + FIFO));
	MUSPI_Pt2PtDirectPutDescriptorInfo_t info;

	*USER(BGQ_MU_DATA_COUNTER_BASE_ADDRESS_OFFSET(GROUP, SUB, 0)) = test_physical(to);
	*USER(BGQ_MU_DATA_COUNTER_BASE_ADDRESS_OFFSET(GROUP, SUB, 1)) =
		MUSPI_GetAtomicAddress(test_physical(&counter), MUHWI_ATOMIC_OPCODE_STORE_ADD);
	CHECK(*USER(BGQ_MU_DATA_COUNTER_BASE_ADDRESS_OFFSET(GROUP, SUB, 0)) == test_physical(to));
	CHECK(*USER(BGQ_MU_iDMA_IS_ENABLED_OFFSET(GROUP, SUB)) == 0);
	*USER(BGQ_MU_iDMA_ENABLE_OFFSET(GROUP, SUB)) = bit;
	test_barrier();
	CHECK(*USER(BGQ_MU_iDMA_IS_ENABLED_OFFSET(GROUP, SUB)) == bit);
	CHECK(*USER(BGQ_MU_iDMA_HIGH_PRIORITY_OFFSET(GROUP, SUB)) == 0);

	memset(&info, 0, sizeof info);
	info.Base.Payload_Address = test_physical(from);
	info.Base.Message_Length = BYTES;
	info.Base.Torus_FIFO_Map = MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_LOCAL0;
	mail_destination(&info.Base.Dest, Kernel_GetRank());
	info.Pt2Pt.Misc1 = MUHWI_PACKET_USE_DETERMINISTIC_ROUTING;
	info.Pt2Pt.Misc2 = MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC;
	info.DirectPut.Rec_Payload_Base_Address_Id = SUBGROUP * 8;
	info.DirectPut.Rec_Counter_Base_Address_Id = SUBGROUP * 8 + 1;
	CHECK(MUSPI_CreatePt2PtDirectPutDescriptor(ring, &info) == 0);
	memset(from, 7, sizeof from);
	counter = BYTES;
	*USER(BGQ_MU_iDMA_TAIL_OFFSET(GROUP, SUB, FIFO)) += 64;
	while (*USER(BGQ_MU_iDMA_DESC_COUNTER_OFFSET(GROUP, SUB, FIFO)) != 101)
		;
	while (counter)
		;
	CHECK(memcmp(from, to, BYTES) == 0);
	CHECK(*USER(BGQ_MU_iDMA_HEAD_OFFSET(GROUP, SUB, FIFO)) ==
	      *USER(BGQ_MU_iDMA_TAIL_OFFSET(GROUP, SUB, FIFO)));
	*USER(BGQ_MU_iDMA_DISABLE_OFFSET(GROUP, SUB)) = bit;
	test_barrier();
	CHECK(*USER(BGQ_MU_iDMA_IS_ENABLED_OFFSET(GROUP, SUB)) == 0);
}

/* Barriers of class 0 through the registers of any group, mixed with the SPI's. */
static void barriers(void)
{
	for (unsigned round = 0; round < 9; round++) {
		volatile uint64_t *control = USER(BGQ_MU_GI_CONTROL_OFFSET(round, 0));
		volatile uint64_t *status = USER(BGQ_MU_GI_STATUS_OFFSET(16 - round, 0));
		uint64_t state = *control & 7, next = state == 1 ? 4 : state >> 1;

		CHECK(state != 0 && *status & state);
		*control = next;
		CHECK(*control == next);
		while (*status & state)
			;
		test_barrier();
	}
}

static void by_the_spi(void)
{
	MUSPI_GIBarrier_t b;

	CHECK(MUSPI_GIBarrierInit(&b, 0) == 0);
	b.controlRegPtr = USER(BGQ_MU_GI_CONTROL_OFFSET(0, 0));
	b.statusRegPtr = USER(BGQ_MU_GI_STATUS_OFFSET(0, 0));
	for (unsigned i = 0; i < 4; i++)
		CHECK(MUSPI_GIBarrierEnterAndWait(&b) == 0);
	CHECK(MUSPI_GIBarrierInit(&b, 0) == 0);
	for (unsigned i = 0; i < 4; i++) { /* and plain stores through the SPI's pointers */
		uint64_t state = *b.controlRegPtr & 7;

		*b.controlRegPtr = state == 1 ? 4 : state >> 1;
		while (*b.statusRegPtr & state)
			;
	}
}

#define DCR(address) (*USER(address))
#define SAME(address, number) CHECK(DCR(address) == DCRReadUser(number))

static void control_registers(void)
{
	for (unsigned g = 0; g < 17; g++) {
		SAME(BGQ_MU_DCR_iDMA_THRESHOLD_INTERRUPT_ENABLE_OFFSET(g),
		     MU_DCR(IMFIFO_THOLD_INT_EN) + g);
		SAME(BGQ_MU_DCR_iDMA_SYSTEM_FIFO_OFFSET(g), MU_DCR(IMFIFO_SYSTEM) + g);
		SAME(BGQ_MU_DCR_iDMA_FIFO_AVAILABLE_REMOTE_GET_OFFSET(g), MU_DCR(IMFIFO_RGET) + g);
		SAME(BGQ_MU_DCR_rDMA_ENABLED_OFFSET(g), MU_DCR(RMFIFO_EN) + g);
		SAME(BGQ_MU_DCR_rDMA_THRESHOLD_INTERRUPT_ENABLE_OFFSET(g),
		     MU_DCR(RMFIFO_THOLD_INT_EN) + g);
		SAME(BGQ_MU_DCR_rDMA_PACKET_RECEIVED_INTERRUPT_ENABLE_OFFSET(g),
		     MU_DCR(RMFIFO_PACKET_INT_EN) + g);
		SAME(BGQ_MU_DCR_rDMA_SYSTEM_FIFO_OFFSET(g), MU_DCR(RMFIFO_SYSTEM) + g);
		SAME(BGQ_MU_DCR_BAT_MODE0_OFFSET(g), MU_DCR(RPUTBASE_SYSTEM0));
		SAME(BGQ_MU_DCR_BAT_MODE1_OFFSET(g), MU_DCR(RPUTBASE_SYSTEM1));
	}
	SAME(BGQ_MU_DCR_iDMA_THRESHOLD_OFFSET, MU_DCR(IMU_THOLD));
	SAME(BGQ_MU_DCR_iDMA_RGET_THRESHOLD_OFFSET, MU_DCR(RGET_THOLD));
	SAME(BGQ_MU_DCR_rDMA_THRESHOLD_OFFSET, MU_DCR(RMU_THOLD));
	SAME(BGQ_MU_DCR_GEA_INTERRUPT_ENABLE_0_7_OFFSET(), MU_DCR(GIP_INT_EN_0_7));
	SAME(BGQ_MU_DCR_GEA_INTERRUPT_ENABLE_8_15_OFFSET(), MU_DCR(GIP_INT_EN_8_15));
	SAME(BGQ_MU_DCR_GEA_INTERRUPT_ENABLE_16_OFFSET(), MU_DCR(GIP_INT_EN_16));
	for (unsigned id = 0; id < 16; id++)
		SAME(BGQ_MU_DCR_CLASS_ROUTE_OFFSET(id),
		     ND_500_DCR(CTRL_COLL_CLASS_00_01) + id / 2);
	SAME(BGQ_MU_DCR_MEM_MAPPED_START_OFFSET() + ND_500_DCR(CTRL_CUTOFFS) * 8,
	     ND_500_DCR(CTRL_CUTOFFS));
	CHECK(DCR(BGQ_MU_DCR_CLASS_ROUTE_OFFSET(0)) != 0);
}

/* The page that Kernel_L1pBaseAddress() hands out. */
static void prefetcher(void)
{
	volatile uint64_t *page = (volatile uint64_t *)Kernel_L1pBaseAddress();
	uint64_t named[] = {
		L1P_ESR, L1P_ESR_BIC_REALTIME, L1P_ESR_BIC_CRITICAL, L1P_ESR_BIC_NONCRITICAL,
		L1P_ESR_BIC_MACHINECHECK, L1P_ESR_GEA, L1P_ESR_INJ, L1P_ESR_HINJ,
		L1P_THR_SPECULATION_SELF, L1P_THR_SPECULATION_TID_0, L1P_THR_SPECULATION_TID_1,
		L1P_THR_SPECULATION_TID_2, L1P_THR_SPECULATION_TID_3, L1P_THR_WC_AGE_MAX_SELF,
		L1P_THR_WC_AGE_MAX_TID_0, L1P_THR_WC_AGE_MAX_TID_1, L1P_THR_WC_AGE_MAX_TID_2,
		L1P_THR_WC_AGE_MAX_TID_3, L1P_MMIO_DISCARD, L1P_CFG_SPEC, L1P_CFG_PF_USR,
		L1P_CFG_PF_SYS, L1P_CFG_WC, L1P_CFG_TO, L1P_CFG_CLK_GATE, L1P_CFG_UPC,
		L1P_MMIO_DEBUG_LO, L1P_MMIO_DEBUG_HI / 8 * 8, L1P_CFG_CHICKEN, L1P_DISCARD,
		L1P_THR_SPECULATION_TID(2),
	};

	for (unsigned i = 0; i < sizeof named / sizeof *named; i++) {
		uint64_t at = named[i] - PHYMAP_PRIVILEGEDOFFSET - PHYMAP_MINADDR_L1P;

		*USER(named[i]) |= UINT64_C(1) << 40;
		CHECK(page[at / 8] >> 40 & 1);
		CHECK(*USER(named[i]) == page[at / 8]);
	}
}

/* A wait for a word that the message unit changes, armed by stores. */
static void wakeup(void)
{
	volatile uint64_t *wu = (volatile uint64_t *)WAKEUP_BASE_USER;

	CHECK((uint64_t)USER(WAKEUP_BASE) == (uint64_t)WAKEUP_BASE_USER);
	counter = 8;
	wu[WAC_BASE(0)] = test_physical(&counter);
	wu[WAC_ENABLE(0)] = ~UINT64_C(63);
	wu[CLEAR_THREAD(0)] = UINT64_C(1) << 63;
	CHECK(wu[WAC_BASE(0)] == test_physical(&counter));
	*USER(BGQ_MU_iDMA_ENABLE_OFFSET(GROUP, SUB)) = UINT64_C(1) << (31 - (SUB * 8 + FIFO));
	ring[1] = ring[0];
	ring[1].Message_Length = 8;
	*USER(BGQ_MU_iDMA_TAIL_OFFSET(GROUP, SUB, FIFO)) += 64;
	while (counter)
		ppc_wait();
}

static void refused(const char *what)
{
	if (!strcmp(what, "privileged"))
		*(volatile uint64_t *)BGQ_MU_STATUS_CONTROL_REGS_START_OFFSET(0, 0) = 0;
	else if (!strcmp(what, "narrow"))
		*(volatile uint32_t *)USER(BGQ_MU_iDMA_TAIL_OFFSET(GROUP, SUB, FIFO)) = 0;
	else if (!strcmp(what, "beyond"))
		*USER(BGQ_MU_GROUP_ADDRESS_OFFSET(17)) = 0;
	else if (!strcmp(what, "dcr"))
		*USER(BGQ_MU_DCR_rDMA_THRESHOLD_OFFSET) = 0;
	else if (!strcmp(what, "l2"))
		counter = *(volatile uint64_t *)L2C_TRYALLOC_OFFSET(0);
	else if (!strcmp(what, "fastl2"))
		counter = *(volatile uint64_t *)Kernel_FastL2BaseAddress();
	else if (!strcmp(what, "upc"))
		counter = *(volatile uint64_t *)PHYMAP_MINADDR_UPC;
	else if (!strcmp(what, "gea"))
		counter = *(volatile uint64_t *)PHYMAP_MINADDR_INTAG;
	else if (!strcmp(what, "pcie"))
		counter = *(volatile uint64_t *)PHYMAP_MINADDR_PCIE;
	else if (!strcmp(what, "bedram"))
		counter = *(volatile uint64_t *)PHYMAP_MINADDR_BEDRAM;
	else if (!strcmp(what, "priority"))
		*USER(BGQ_MU_iDMA_HIGH_PRIORITY_OFFSET(GROUP, SUB)) = 1;
	else if (!strcmp(what, "scan"))
		*USER(BGQ_MU_TRIGGER_iDMA_SCAN_START_OFFSET(GROUP, SUB)) =
			*USER(BGQ_MU_TRIGGER_rDMA_SCAN_START_OFFSET(GROUP, SUB));
	exit(2);
}

int main(int argc, char **argv)
{
	mail_init();
	if (argc > 1)
		refused(argv[1]);
	starts();
	allocate();
	holes();
	place_by_hand();
	message();
	barriers();
	by_the_spi();
	control_registers();
	prefetcher();
	wakeup();
	test_barrier();
	return 0;
}
