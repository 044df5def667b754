/*
 * next_slot.c - the SPI's functions clear the slot behind what they inject, as those of the
 * machine do (dcbz): only that one, also where the FIFO wraps, and whichever function it is.
 * A plain store of the tail clears nothing.
 */
#include "spi_test.h"

#include "../../bench/spi/put.h"

#define SLOTS 8

static MUHWI_Descriptor_t slot[SLOTS] __attribute__((aligned(64)));
static MUHWI_Descriptor_t put_of[2] __attribute__((aligned(64)));
static volatile uint64_t counter;
static uint64_t payload;
static MUSPI_InjFifoSubGroup_t group;

static void describe(MUHWI_Descriptor_t *d)
{
	MUSPI_Pt2PtDirectPutDescriptorInfo_t info;

	memset(&info, 0, sizeof info);
	info.Base.Payload_Address = physical(&payload);
	info.Base.Message_Length = sizeof payload;
	info.Base.Torus_FIFO_Map = MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_LOCAL0;
	info.Pt2Pt.Misc1 = MUHWI_PACKET_USE_DETERMINISTIC_ROUTING;
	info.Pt2Pt.Misc2 = MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC;
	info.DirectPut.Rec_Counter_Base_Address_Id = 1;
	CHECK(MUSPI_CreatePt2PtDirectPutDescriptor(d, &info) == 0);
}

static int is_all(const MUHWI_Descriptor_t *d, unsigned char value)
{
	const unsigned char *c = (const unsigned char *)d;

	for (size_t i = 0; i < sizeof *d; i++)
		if (c[i] != value)
			return 0;
	return 1;
}

/* Up to `sent` of the slots from `first` on are sent; all others but `cleared` stay. */
static void is_cleared(unsigned first, unsigned sent, unsigned cleared)
{
	for (unsigned i = 0; i < SLOTS; i++)
		if (i == cleared)
			CHECK(is_all(&slot[i], 0));
		else if ((i + SLOTS - first) % SLOTS >= sent)
			CHECK(is_all(&slot[i], 0xff));
}

static void fill(void)
{
	while (counter)
		;
	memset(slot, 0xff, sizeof slot);
}

static void in_place(MUSPI_InjFifo_t *f, unsigned from, unsigned n)
{
	fill();
	counter = n * sizeof payload;
	for (unsigned i = 0; i < n; i++)
		describe(&slot[(from + i) % SLOTS]);
	MUSPI_InjFifoAdvanceDescMultiple(f, n);
	is_cleared(from, n, (from + n) % SLOTS);
}

int main(void)
{
	put_open_fifos(0, &group, 1, (char *)slot, sizeof slot);
	put_open_bats(&payload, &counter);
	MUSPI_InjFifo_t *f = MUSPI_IdToInjFifo(0, &group);

	describe(&put_of[0]);
	describe(&put_of[1]);
	fill();
	counter = sizeof payload;
	CHECK(MUSPI_InjFifoInject(f, put_of) == 1);
	is_cleared(0, 1, 1);
	fill();
	counter = 2 * sizeof payload;
	CHECK(MUSPI_InjFifoInjectMultiple(f, put_of, 2) == 2 + 1);
	is_cleared(1, 2, 3);
	in_place(f, 3, 1);
	in_place(f, 4, 4); /* up to the last slot: the first one is cleared */
	fill();
	counter = sizeof payload;
	describe(&slot[0]);
	f->_fifo.hwfifo->pa_tail = f->_fifo.pa_start + sizeof slot[0];
	fill();
	CHECK(is_all(&slot[1], 0xff));
	return 0;
}
