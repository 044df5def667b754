/*
 * fifo_room.c - all ranks send packets to rank 0, which takes them now one by one as they come,
 * with waits that are brief, and now with delays that let its FIFO run full: its head moves
 * where the network waits for room, where there is little of it, and where there is much.  Prints
 * when which packets were seen.  Argument: by how much the delays differ.
 */
#define MAIL_REC_BYTES 65536
#include "mail.h"

#define MESSAGES 12
#define BYTES    8192
#define PHASE    64 /* packets */

static unsigned char out[BYTES] __attribute__((aligned(64)));
static uint32_t packets, wrong;
static uint64_t seen = 1469598103934665603u; /* FNV-1a */

static void note(uint64_t value)
{
	for (int i = 0; i < 8; i++)
		seen = (seen ^ (value >> 8 * i & 0xff)) * 1099511628211u;
}

static int take(void *param, MUHWI_PacketHeader_t *packet, uint32_t bytes)
{
	const unsigned char *p = (const unsigned char *)(packet + 1);

	(void)param;
	wrong += bytes != sizeof *packet + 512 || p[0] != p[511];
	note(p[0]);
	note(GetTimeBase());
	packets++;
	return 0;
}

static void delay(uint64_t cycles)
{
	uint64_t end = GetTimeBase() + cycles;

	while (GetTimeBase() < end)
		;
}

static void receive(uint32_t all, uint32_t step)
{
	while (packets < all) {
		uint32_t phase = packets / PHASE % 4;

		if (phase == 1)
			delay(700 + packets * step % 64);
		else if (phase == 3 && packets % PHASE < 2)
			delay(40000);
		MUSPI_RecFifoPoll(MUSPI_IdToRecFifo(0, &mail_rec), phase == 2 ? 5 : 1);
	}
}

int main(int argc, char **argv)
{
	uint32_t step = argc > 1 ? (uint32_t)atoi(argv[1]) : 7, rank, ranks;
	uint64_t seq = 0;

	mail_init();
	rank = Kernel_GetRank();
	ranks = (uint32_t)mail_self.Network_Config.Anodes * mail_self.Network_Config.Bnodes *
		mail_self.Network_Config.Cnodes * mail_self.Network_Config.Dnodes *
		mail_self.Network_Config.Enodes;
	memset(out, (int)rank, sizeof out);
	MUSPI_RegisterRecvFunction(take, NULL, 1);
	test_barrier();
	if (rank == 0)
		receive((ranks - 1) * MESSAGES * (BYTES / 512), step);
	for (uint32_t i = 0; rank > 0 && i < MESSAGES; i++)
		seq = mail_send(0, out, BYTES, 1);
	while (rank > 0 && !MUSPI_CheckDescComplete(MUSPI_IdToInjFifo(0, &mail_inj), seq))
		;
	test_barrier();
	CHECK(wrong == 0);
	if (rank == 0)
		printf("%u packets, seen as %016llx, at cycle %llu\n", packets,
		       (unsigned long long)seen, (unsigned long long)GetTimeBase());
	return 0;
}
