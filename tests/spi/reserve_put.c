/*
 * reserve_put.c - reservations and long messages from another node, which go in trains: one in a
 * line that a message stores to is lost, one in the line behind it is kept.  Prints when what was
 * seen.  Usage: reserve_put BYTES   (ranks: even)
 */
#define TRAIN_MAX (1u << 20)
#include "train.h"

#include <hwi/include/bqc/A2_inlines.h>

static unsigned char *inbox;
static volatile uint64_t counter __attribute__((aligned(64)));
static char fifo[COLL_INJ_BYTES] __attribute__((aligned(64)));
static MUSPI_InjFifoSubGroup_t inj;

static void send(uint64_t length)
{
	MUSPI_Pt2PtDirectPutDescriptorInfo_t info;
	MUHWI_Descriptor_t d __attribute__((aligned(64)));

	memset(&info, 0, sizeof info);
	info.Base.Payload_Address = test_physical(from);
	info.Base.Message_Length = length;
	info.Base.Torus_FIFO_Map = MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_EM;
	info.Pt2Pt.Misc1 = MUHWI_PACKET_USE_DETERMINISTIC_ROUTING;
	info.Pt2Pt.Misc2 = MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC;
	info.DirectPut.Rec_Payload_Base_Address_Id = TRAIN_PUT_TO;
	info.DirectPut.Rec_Counter_Base_Address_Id = TRAIN_PUT_COUNT;
	CHECK(MUSPI_CreatePt2PtDirectPutDescriptor(&d, &info) == 0);
	train_destination(&d.PacketHeader.NetworkHeader.pt2pt.Destination, coll_node ^ 1);
	while (MUSPI_InjFifoInject(MUSPI_IdToInjFifo(0, &inj), &d) == (uint64_t)-1)
		;
}

static void init(void)
{
	uint32_t ids[2] = { TRAIN_PUT_TO, TRAIN_PUT_COUNT };

	train_fill(from, bytes);
	CHECK(posix_memalign((void **)&inbox, 4096, bytes + 4096) == 0);
	memset(inbox, 0, bytes + 4096);
	coll_fifo(&inj, 4, 0, fifo);
	CHECK(Kernel_AllocateBaseAddressTable(0, &train_put_bat, 2, ids, 0) == 0);
	CHECK(MUSPI_SetBaseAddress(&train_put_bat, TRAIN_PUT_TO, test_physical(inbox)) == 0);
	CHECK(MUSPI_SetBaseAddress(&train_put_bat, TRAIN_PUT_COUNT,
				   train_counter_address(&counter)) == 0);
}

static void begin(void)
{
	counter = bytes;
	test_barrier();
	note(now());
}

/* A word at offset is reserved while the other node's message comes. */
static void reserved_at(uint64_t offset, int kept)
{
	volatile uint64_t *word = (volatile uint64_t *)(inbox + offset);

	begin();
	(void)LoadReserved(word);
	send(bytes);
	while (counter)
		;
	CHECK(StoreConditional(word, 1) == kept);
	note(now());
}

/* Reserved when a part has come, and it lies behind that. */
static void reserved_late(void)
{
	volatile uint64_t *first = (volatile uint64_t *)inbox;
	volatile uint64_t *word = (volatile uint64_t *)(inbox + bytes / 8 * 6);

	memset(inbox, 0, bytes);
	begin();
	send(bytes);
	while (!first[bytes / 16])
		;
	(void)LoadReserved(word);
	while (counter)
		;
	CHECK(!StoreConditional(word, 1));
	note(now());
}

/* Reserved before the message, whose part up to there has not come: kept. */
static void taken_early(void)
{
	volatile uint64_t *first = (volatile uint64_t *)inbox;
	volatile uint64_t *word = (volatile uint64_t *)(inbox + bytes / 8 * 7);

	memset(inbox, 0, bytes);
	begin();
	(void)LoadReserved(word);
	send(bytes);
	while (!first[bytes / 16])
		;
	CHECK(StoreConditional(word, 1));
	note(now());
	while (counter)
		;
	note(now());
}

/* The counter of a message's bytes is stored to as they come. */
static void counted(void)
{
	begin();
	(void)LoadReserved(&counter);
	send(bytes);
	while (counter > bytes / 2)
		;
	CHECK(!StoreConditional(&counter, 1));
	while (counter)
		;
	note(now());
}

int main(int argc, char **argv)
{
	bytes = argc > 1 ? strtoull(argv[1], NULL, 0) : 65536;
	coll_init(to);
	init();
	reserved_at(bytes / 2, 0);
	reserved_at(bytes - 8, 0);
	reserved_at(bytes, 1);
	reserved_late();
	taken_early();
	counted();
	train_print("reserved", inbox, bytes);
	return 0;
}
