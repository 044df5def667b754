/*
 * registers.c - FIFOs driven by plain stores to their registers, as programs do that keep
 * a set of descriptors and send it again and again: head and tail while the FIFO is
 * switched off, a head turned back, a tail moved on, a descriptor count set to 0, FIFOs
 * switched by the enable registers, and the head of a reception FIFO.
 *
 * "nonsense": rank 0 stores some, which is to be reported.  "times": all ranks print when
 * they are done with what.
 */
#include "mail.h"

#include <stdbool.h>
#include <string.h>

#include <spi/include/mu/Addressing_inlines.h>

#define SET   3 /* descriptors that are sent together */
#define BYTES 1024

static unsigned char from[SET][BYTES] __attribute__((aligned(64)));
static unsigned char to[SET][BYTES] __attribute__((aligned(64)));
static volatile uint64_t counter __attribute__((aligned(64)));
static MUHWI_Descriptor_t fifo[16] __attribute__((aligned(64)));
static MUSPI_InjFifoSubGroup_t group;
static MUSPI_BaseAddressTableSubGroup_t bat;
static uint32_t fifo_id = 1;
static MUSPI_InjFifo_t *inj;

static void describe(MUHWI_Descriptor_t *d, unsigned i, uint32_t to_rank)
{
	MUSPI_Pt2PtDirectPutDescriptorInfo_t info;

	memset(&info, 0, sizeof info);
	info.Base.Payload_Address = test_physical(from[i]);
	info.Base.Message_Length = BYTES;
	info.Base.Torus_FIFO_Map = MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_AP;
	mail_destination(&info.Base.Dest, to_rank);
	info.Pt2Pt.Misc1 = MUHWI_PACKET_USE_DETERMINISTIC_ROUTING;
	info.Pt2Pt.Misc2 = MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC;
	info.DirectPut.Rec_Payload_Base_Address_Id = 0;
	info.DirectPut.Rec_Payload_Offset = i * BYTES;
	info.DirectPut.Rec_Counter_Base_Address_Id = 1;
	CHECK(MUSPI_CreatePt2PtDirectPutDescriptor(d, &info) == 0);
}

static void init(void)
{
	Kernel_InjFifoAttributes_t attr;
	Kernel_MemoryRegion_t r;
	uint32_t ids[2] = { 0, 1 }, ranks = 1, self = Kernel_GetRank();
	const Personality_Networks_t *n = &mail_self.Network_Config;

	ranks = (uint32_t)n->Anodes * n->Bnodes * n->Cnodes * n->Dnodes * n->Enodes;
	memset(&attr, 0, sizeof attr);
	CHECK(Kernel_AllocateInjFifos(2, &group, 1, &fifo_id, &attr) == 0);
	CHECK(Kernel_CreateMemoryRegion(&r, fifo, sizeof fifo) == 0);
	CHECK(Kernel_InjFifoInit(&group, fifo_id, &r, (uint64_t)fifo - (uint64_t)r.BaseVa,
				 sizeof fifo - 1) == 0);
	CHECK(Kernel_InjFifoActivate(&group, 1, &fifo_id, KERNEL_INJ_FIFO_DEACTIVATE) == 0);
	CHECK(Kernel_AllocateBaseAddressTable(0, &bat, 2, ids, 0) == 0);
	CHECK(MUSPI_SetBaseAddress(&bat, 0, test_physical(to)) == 0);
	CHECK(MUSPI_SetBaseAddress(&bat, 1, MUSPI_GetAtomicAddress(test_physical(&counter),
							MUHWI_ATOMIC_OPCODE_STORE_ADD)) == 0);
	inj = MUSPI_IdToInjFifo((int)fifo_id, &group);
	for (unsigned i = 0; i < 2 * SET; i++)
		describe(&fifo[i], i % SET, (self + 1) % ranks);
}

static void ready(unsigned round)
{
	for (unsigned i = 0; i < SET; i++)
		memset(from[i], (int)(16 * round + i + 1), BYTES);
	memset(to, 0, sizeof to);
	counter = SET * BYTES;
	test_barrier();
}

static void sent(unsigned round, uint64_t count)
{
	while (counter != 0)
		;
	while (inj->_fifo.hwfifo->pa_head != inj->_fifo.hwfifo->pa_tail)
		;
	for (unsigned i = 0; i < SET; i++)
		for (unsigned k = 0; k < BYTES; k++)
			CHECK(to[i][k] == 16 * round + i + 1);
	CHECK(inj->hw_injfifo->descCount == count);
	test_barrier();
}

static void switched(uint32_t on)
{
	CHECK(Kernel_InjFifoActivate(&group, 1, &fifo_id, on) == 0);
}

/* Either half of the FIFO holds the same messages. */
static void point(unsigned first)
{
	inj->hw_injfifo->descCount = 0;
	inj->_fifo.hwfifo->pa_head = inj->_fifo.hwfifo->pa_start + first * 64;
	inj->_fifo.hwfifo->pa_tail = inj->_fifo.hwfifo->pa_start + (first + SET) * 64;
}

static void by_enable_registers(int on)
{
	uint64_t bit = UINT64_C(1) << (31 - (2 * 8 + fifo_id));
	/* Where the FIFO's registers are tells where the subgroup's are. */
	MUHWI_InjFifoStatus_t *status =
		(MUHWI_InjFifoStatus_t *)(((uintptr_t)inj->_fifo.hwfifo & ~UINT64_C(0xfff)) +
					  0x300);

	if (on)
		status->enable = bit;
	else
		status->disable = bit;
	test_barrier();
	CHECK((status->isEnabled & bit) == (on ? bit : 0));
}

/* ---- when */

static bool timed;

static void done(const char *what)
{
	if (timed)
		printf("rank %u: %s at %lu\n", Kernel_GetRank(), what, GetTimeBase());
}

/* Stores and waits with nothing in between, not even a call. */
static void back_to_back(void)
{
	volatile uint64_t *head = &inj->_fifo.hwfifo->pa_head;
	volatile uint64_t *count = &inj->hw_injfifo->descCount;
	uint64_t second = inj->_fifo.hwfifo->pa_start + SET * 64;

	counter = 3 * SET * BYTES;
	test_barrier();
	done("at rest");
	*count = 0;
	for (unsigned i = 1; i <= 3; i++) {
		*head = second;
		while (*count < i * SET)
			;
	}
	done("sent thrice");
	while (counter != 0)
		;
	CHECK(*count == 3 * SET && *head == second + SET * 64);
	test_barrier();
	done("received thrice");
}

/* ---- a reception FIFO, emptied by its head register */

static void reception(void)
{
	static unsigned char text[2048];
	MUSPI_RecFifo_t *rec = MUSPI_IdToRecFifo(0, &mail_rec);
	uint32_t messages = 12; /* of 4 packets: several times what it holds */

	test_barrier();
	for (uint32_t i = 0; i < messages; i++)
		mail_send(Kernel_GetRank(), text, sizeof text, 0);
	for (uint32_t packets = 0; packets < 4 * messages; packets++) {
		uint64_t at = rec->_fifo.hwfifo->pa_head, size = rec->_fifo.hwfifo->size_1 + 1;

		while (rec->_fifo.hwfifo->pa_tail == at)
			;
		at += 32 + 512;
		if (at >= rec->_fifo.hwfifo->pa_start + size)
			at -= size;
		rec->_fifo.hwfifo->pa_head = at;
		done("a packet");
	}
}

int main(int argc, char **argv)
{
	timed = argc > 1 && !strcmp(argv[1], "times");
	mail_init();
	init();
	if (argc > 1 && !timed && Kernel_GetRank() == 0) {
		inj->_fifo.hwfifo->pa_head = 64;
		test_barrier();
		return 0;
	}
	ready(1);
	point(0);
	switched(KERNEL_INJ_FIFO_ACTIVATE);
	sent(1, SET);
	done("round 1");
	switched(KERNEL_INJ_FIFO_DEACTIVATE);
	ready(2);
	point(SET);
	switched(KERNEL_INJ_FIFO_ACTIVATE);
	sent(2, SET);
	done("round 2");
	ready(3); /* the head alone, of a FIFO that is on: back to the second half */
	inj->_fifo.hwfifo->pa_head = inj->_fifo.hwfifo->pa_start + SET * 64;
	sent(3, 2 * SET);
	done("round 3");
	ready(4); /* by the call: all of it, and only the second half arrives counted */
	counter += SET * BYTES;
	MUSPI_setHwHead(&inj->_fifo, 0);
	sent(4, 4 * SET);
	done("round 4");
	by_enable_registers(0);
	ready(5);
	point(0);
	by_enable_registers(1);
	sent(5, SET);
	done("round 5");
	ready(6); /* the tail alone */
	inj->_fifo.hwfifo->pa_tail = inj->_fifo.hwfifo->pa_start + 2 * SET * 64;
	sent(6, 2 * SET);
	done("round 6");
	back_to_back();
	reception();
	return 0;
}
