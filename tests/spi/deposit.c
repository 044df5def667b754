/*
 * deposit.c - broadcasts along lines: on each line of dimension A, the node at 0 sends a
 * direct put, then a message to memory FIFOs, half way along, plus; every node that it
 * passes, and no other, gets a copy.  BAT entries are those of the node that gets it.
 */
#include "mail.h"

#include <spi/include/mu/Addressing_inlines.h>

#define BYTES 2000
#define PAYLOAD_BAT 0
#define COUNTER_BAT 1

static unsigned char out[BYTES], in[2 * BYTES];
static volatile uint64_t counter = BYTES;
static MUSPI_BaseAddressTableSubGroup_t bat;
static uint32_t received, line;

static unsigned char byte_of(uint32_t of_line, uint32_t i)
{
	return (unsigned char)(of_line * 37 + i * 11 + i / 256 + 1);
}

/* On odd nodes the payload goes further on, by the base address. */
static unsigned char *place(void)
{
	return in + (mail_self.Network_Config.Acoord & 1 ? BYTES : 0);
}

static void open_bat(void)
{
	uint32_t ids[2] = { PAYLOAD_BAT, COUNTER_BAT };

	CHECK(Kernel_AllocateBaseAddressTable(0, &bat, 2, ids, 0) == 0);
	CHECK(MUSPI_SetBaseAddress(&bat, PAYLOAD_BAT, test_physical(place())) == 0);
	CHECK(MUSPI_SetBaseAddress(&bat, COUNTER_BAT,
				   MUSPI_GetAtomicAddress(test_physical(&counter),
							  MUHWI_ATOMIC_OPCODE_STORE_ADD)) == 0);
}

static int receive(void *param, MUHWI_PacketHeader_t *packet, uint32_t bytes)
{
	const unsigned char *payload = (const unsigned char *)(packet + 1);

	(void)param;
	CHECK(packet->NetworkHeader.pt2pt.Byte2.Byte2 & MUHWI_PACKET_DEPOSIT);
	bytes -= (uint32_t)sizeof *packet;
	for (uint32_t i = 0; i < bytes && received < BYTES; i++, received++)
		CHECK(payload[i] == byte_of(line, received));
	return 0;
}

static void send(MUHWI_Descriptor_t *d)
{
	const Personality_Networks_t *n = &mail_self.Network_Config;
	MUHWI_Destination_t to;

	MUSPI_SetUpDestination(&to, n->Anodes / 2u, n->Bcoord, n->Ccoord, n->Dcoord, n->Ecoord);
	MUSPI_SetDestination(d, to);
	MUSPI_SetPayload(d, test_physical(out), BYTES);
	d->Torus_FIFO_Map = MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_AP;
	MUSPI_SetHints(d, MUHWI_PACKET_HINT_AP, 0);
	MUSPI_SetPt2PtVirtualChannel(d, MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC);
	MUSPI_SetDeposit(d, MUHWI_PACKET_DEPOSIT);
	CHECK(MUSPI_InjFifoInject(MUSPI_IdToInjFifo(0, &mail_inj), d) != (uint64_t)-1);
}

static void send_both(void)
{
	MUSPI_Pt2PtDirectPutDescriptorInfo_t put;
	MUSPI_Pt2PtMemoryFIFODescriptorInfo_t fifo;
	MUHWI_Descriptor_t d __attribute__((aligned(64)));

	memset(&put, 0, sizeof put);
	put.Base.Message_Length = BYTES;
	put.DirectPut.Rec_Payload_Base_Address_Id = PAYLOAD_BAT;
	put.DirectPut.Rec_Counter_Base_Address_Id = COUNTER_BAT;
	CHECK(MUSPI_CreatePt2PtDirectPutDescriptor(&d, &put) == 0);
	send(&d);
	memset(&fifo, 0, sizeof fifo);
	fifo.Base.Message_Length = BYTES;
	fifo.MemFIFO.SoftwareBytes[0] = 1;
	CHECK(MUSPI_CreatePt2PtMemoryFIFODescriptor(&d, &fifo) == 0);
	send(&d);
}

static void check_put(void)
{
	const unsigned char *p = place(), *other = p == in ? in + BYTES : in;

	while (counter != 0)
		;
	for (uint32_t i = 0; i < BYTES; i++) {
		CHECK(p[i] == byte_of(line, i));
		CHECK(other[i] == 0);
	}
}

int main(void)
{
	mail_init();
	open_bat();
	const Personality_Networks_t *n = &mail_self.Network_Config;

	line = ((n->Bcoord * 8u + n->Ccoord) * 8u + n->Dcoord) * 8u + n->Ecoord;
	MUSPI_RegisterRecvFunction(receive, NULL, 1);
	for (uint32_t i = 0; i < BYTES; i++)
		out[i] = byte_of(line, i);
	test_barrier();
	if (n->Acoord == 0)
		send_both();
	if (n->Acoord > 0 && n->Acoord <= n->Anodes / 2) {
		check_put();
		while (received < BYTES)
			MUSPI_RecFifoPoll(MUSPI_IdToRecFifo(0, &mail_rec), 8);
	}
	test_barrier();
	MUSPI_RecFifoPoll(MUSPI_IdToRecFifo(0, &mail_rec), 8);
	if (n->Acoord == 0 || n->Acoord > n->Anodes / 2)
		CHECK(counter == BYTES && received == 0 && in[0] == 0 && in[BYTES] == 0);
	else
		CHECK(counter == 0 && received == BYTES);
	return 0;
}
