/*
 * poll_calls.c - ranks 0 and 1 send each other messages in turns and wait in a loop
 * that makes another call after every look: giving back the FIFO's head, where it is.
 * Such a loop is never taken for a spin, so each look itself must let others run.
 */
#include "mail.h"

#define ROUNDS 100

static uint64_t out, in;

static int receive(void *param, MUHWI_PacketHeader_t *packet, uint32_t bytes)
{
	(void)param, (void)bytes;
	in = *(uint64_t *)(packet + 1);
	return 0;
}

static void await(uint64_t value)
{
	MUSPI_RecFifo_t *f = MUSPI_IdToRecFifo(0, &mail_rec);

	while (in != value) {
		MUSPI_RecFifoPoll(f, 1);
		MUSPI_syncRecFifoHwHead(f);
	}
}

int main(void)
{
	uint32_t me = Kernel_GetRank();

	mail_init();
	MUSPI_RegisterRecvFunction(receive, NULL, 1);
	for (uint64_t i = 1; i <= ROUNDS; i++) {
		if (me == 1)
			await(2 * i - 1);
		out = 2 * i - 1 + me;
		uint64_t seq = mail_send(1 - me, &out, sizeof out, 1);

		if (me == 0)
			await(2 * i);
		while (!MUSPI_CheckDescComplete(MUSPI_IdToInjFifo(0, &mail_inj), seq))
			;
	}
	CHECK(in == 2 * ROUNDS - 1 + (me == 0));
	return 0;
}
