/*
 * memfifo.c - every rank sends messages of many lengths to its neighbours in
 * rank order, forwards and backwards, through one small FIFO on each side:
 * packetising, wrap of both FIFOs, back-pressure, order and contents.
 */
#include "mail.h"

#define MESSAGES 40
#define LONGEST 5000

static unsigned char out[2][LONGEST] __attribute__((aligned(64)));
static uint32_t ranks, rank;
/* Messages from the left and from the right neighbour. */
static struct {
	uint32_t message, offset, bad;
} from[2];

static uint32_t length_of(uint32_t i)
{
	static const uint32_t special[] = { 1, 31, 32, 33, 511, 512, 513, 1024, 4999 };

	return i < 9 ? special[i] : (i * 977u) % LONGEST + 1;
}

static unsigned char byte_of(uint32_t sender, uint32_t message, uint32_t at)
{
	return (unsigned char)(sender * 31u + message * 7u + at * 13u + at / 256u);
}

/* param: 0 for packets of the left neighbour, 1 for those of the right one. */
static int receive(void *param, MUHWI_PacketHeader_t *packet, uint32_t bytes)
{
	int side = (int)(uintptr_t)param;
	uint32_t sender = side == 0 ? (rank + ranks - 1) % ranks : (rank + 1) % ranks;
	const unsigned char *p = (const unsigned char *)(packet + 1);
	uint32_t left = length_of(from[side].message) - from[side].offset;
	uint32_t n = bytes - (uint32_t)sizeof *packet;

	if (n > left)
		n = left; /* the last packet is padded to 32 bytes */
	for (uint32_t i = 0; i < n; i++)
		from[side].bad += p[i] != byte_of(sender, from[side].message,
						  from[side].offset + i);
	from[side].offset += n;
	if (from[side].offset == length_of(from[side].message)) {
		from[side].message++;
		from[side].offset = 0;
	}
	return 0;
}

static void poll(void)
{
	MUSPI_RecFifoPoll(MUSPI_IdToRecFifo(0, &mail_rec), 4);
}

int main(void)
{
	uint64_t seq = 0;

	mail_init();
	rank = Kernel_GetRank();
	ranks = (uint32_t)mail_self.Network_Config.Anodes * mail_self.Network_Config.Bnodes *
		mail_self.Network_Config.Cnodes * mail_self.Network_Config.Dnodes *
		mail_self.Network_Config.Enodes;
	MUSPI_RegisterRecvFunction(receive, (void *)0, 1);
	MUSPI_RegisterRecvFunction(receive, (void *)1, 2);
	test_barrier();
	for (uint32_t i = 0; i < MESSAGES; i++) {
		if (i > 0) /* the buffers are about to be overwritten */
			while (!MUSPI_CheckDescComplete(MUSPI_IdToInjFifo(0, &mail_inj), seq))
				poll();
		for (uint32_t k = 0; k < length_of(i); k++)
			out[0][k] = byte_of(rank, i, k);
		mail_send((rank + 1) % ranks, out[0], length_of(i), 1);
		seq = mail_send((rank + ranks - 1) % ranks, out[0], length_of(i), 2);
	}
	while (from[0].message < MESSAGES || from[1].message < MESSAGES ||
	       !MUSPI_CheckDescComplete(MUSPI_IdToInjFifo(0, &mail_inj), seq))
		poll();
	CHECK(from[0].bad == 0 && from[1].bad == 0);
	CHECK(MUSPI_getHwDescCount(MUSPI_IdToInjFifo(0, &mail_inj)) == seq);
	test_barrier();
	printf("rank %u: %d messages each way at cycle %llu\n", rank, MESSAGES,
	       (unsigned long long)GetTimeBase());
	return 0;
}
