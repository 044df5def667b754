/*
 * on_demand.c - rank 0 is there from the beginning and gives work to every second
 * rank, which is started by the message and finds it in its FIFO; the others are
 * never started.  Run with --on-demand.
 */
#include "mail.h"

#include <hwi/include/bqc/A2_inlines.h>

#define PIECES 20 /* packets: more than the worker's FIFO holds */
#define WORDS  (PIECES * 512 / 8)

static uint64_t work[WORDS], sum;
static uint32_t received;
static BG_CoordinateMapping_t map[4096];

static int add_up(void *param, MUHWI_PacketHeader_t *packet, uint32_t bytes)
{
	const uint64_t *word = (const uint64_t *)(packet + 1);

	(void)param;
	for (uint32_t i = 0; i < (bytes - sizeof *packet) / 8; i++)
		sum += word[i];
	received++;
	return 0;
}

static void receive(uint32_t packets)
{
	while (received < packets)
		MUSPI_RecFifoPoll(MUSPI_IdToRecFifo(0, &mail_rec), 1);
}

int main(void)
{
	const uint64_t each = (uint64_t)WORDS * (WORDS - 1) / 2;
	uint32_t rank = Kernel_GetRank();
	uint64_t ranks, started = GetTimeBase();

	CHECK(Kernel_RanksToCoords(sizeof map, map, &ranks) == 0);
	mail_init();
	MUSPI_RegisterRecvFunction(add_up, NULL, 1);
	if (rank == 0) {
		CHECK(started < 16000);
		for (uint32_t i = 0; i < WORDS; i++)
			work[i] = i;
		for (uint32_t to = 1; to < ranks; to += 2)
			mail_send(to, work, sizeof work, 1);
		receive((uint32_t)ranks / 2);
		CHECK(sum == each * (ranks / 2));
	} else {
		CHECK(rank % 2 == 1 && started >= 160000); /* 100 us: its start */
		receive(PIECES);
		CHECK(sum == each);
		memset(work, 0, sizeof work);
		work[0] = sum;
		mail_send(0, work, 8, 1);
	}
	printf("rank %u started at %llu\n", rank, (unsigned long long)started);
	return 0;
}
