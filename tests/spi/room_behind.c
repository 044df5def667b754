/*
 * room_behind.c - how soon room in a node's reception FIFO is seen on the next one: packets
 * without payload are dropped along a line and wait at the first node, whose FIFO is full, for it
 * takes one now and then; each then lets the one behind it go on at once.  The next node looks at
 * the place in memory where it will be, not at the tail: nothing that a program may do to another
 * node takes less time (emu/cmd/run/sight.c).  Prints when it saw each, so that runs can be
 * compared.  On 4 nodes in a row.
 */
#define MAIL_REC_BYTES 4096
#include "mail.h"

#include <spi/include/mu/Addressing_inlines.h>

#define PACKET 32
#define FULL   (MAIL_REC_BYTES / PACKET)
#define PLACES 400
#define ALL    (FULL + PLACES)

static uint32_t taken;

static int take(void *param, MUHWI_PacketHeader_t *packet, uint32_t bytes)
{
	(void)param, (void)packet, (void)bytes;
	taken++;
	return 0;
}

static void send(uint64_t number)
{
	MUSPI_Pt2PtMemoryFIFODescriptorInfo_t info;
	MUHWI_Descriptor_t d __attribute__((aligned(64)));

	memset(&info, 0, sizeof info);
	info.Base.Torus_FIFO_Map = MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_AP;
	MUSPI_SetUpDestination(&info.Base.Dest, 2, 0, 0, 0, 0);
	info.MemFIFO.SoftwareBytes[0] = 1;
	memcpy(&info.MemFIFO.SoftwareBytes[6], &number, sizeof number);
	CHECK(MUSPI_CreatePt2PtMemoryFIFODescriptor(&d, &info) == 0);
	MUSPI_SetHints(&d, MUHWI_PACKET_HINT_AP, 0);
	MUSPI_SetPt2PtVirtualChannel(&d, MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC);
	MUSPI_SetDeposit(&d, MUHWI_PACKET_DEPOSIT);
	while (MUSPI_InjFifoInject(MUSPI_IdToInjFifo(0, &mail_inj), &d) == (uint64_t)-1)
		;
}

static void take_one(void)
{
	uint32_t before = taken;

	while (taken == before)
		MUSPI_RecFifoPoll(MUSPI_IdToRecFifo(0, &mail_rec), 1);
}

static void delay(uint64_t cycles)
{
	uint64_t end = GetTimeBase() + cycles;

	while (GetTimeBase() < end)
		;
}

int main(void)
{
	static uint64_t seen[ALL];

	mail_init();
	MUSPI_RegisterRecvFunction(take, NULL, 1);
	test_barrier();
	uint32_t at = mail_self.Network_Config.Acoord;

	for (uint64_t i = 0; at == 0 && i < ALL; i++)
		send(i + 1);
	if (at == 1)
		delay(200000);
	for (uint32_t i = 0; at == 1 && i < ALL; i++) {
		delay(900 + i * 7 % 509);
		take_one();
	}
	for (uint32_t i = 0; at == 2 && i < ALL; i++) {
		volatile uint64_t *word = (volatile uint64_t *)
			(mail_rec_memory + i % FULL * PACKET + PACKET - sizeof *word);

		while (*word != i + 1)
			;
		seen[i] = GetTimeBase();
		take_one();
	}
	test_barrier();
	for (uint32_t i = FULL; at == 2 && i < ALL; i++)
		printf("%llu\n", (unsigned long long)(seen[i] - seen[i - 1]));
	return 0;
}
