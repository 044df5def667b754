/*
 * poll_calls.c - ranks 0 and 1 send each other messages in turns and wait in loops
 * that make another call after every look: giving back the FIFO's head, where it is,
 * a call of the kernel that costs nothing, one that lets others run, writing, or an
 * L2 operation at an alias address.  Such a loop is never taken for a spin, so the
 * looks or calls themselves must let time go on.
 */
#include "mail.h"

#include <sched.h>
#include <unistd.h>

#include <spi/include/l2/atomic.h>

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

/* On memory: the tail that the register shows. */
static void await_tail(void (*call)(void))
{
	MUSPI_RecFifo_t *f = MUSPI_IdToRecFifo(0, &mail_rec);
	uint64_t head = MUSPI_getHwHead(&f->_fifo);

	while (MUSPI_getHwTail(&f->_fifo) == head)
		call();
}

static void call_kernel(void)
{
	(void)Kernel_GetRank();
}

static void call_yield(void)
{
	sched_yield();
}

static void call_write(void)
{
	CHECK(write(STDOUT_FILENO, "", 0) == 0);
}

static uint64_t word __attribute__((aligned(32)));

/* Makes calls that let the thread's clock go on, but no other thread run. */
static void call_alias(void)
{
	CHECK(*__l2_op_ptr(&word, L2_ATOMIC_OPCODE_LOAD) == 0);
	call_kernel();
}

static void (*const call[4])(void) = { call_kernel, call_yield, call_write, call_alias };

int main(void)
{
	uint32_t me = Kernel_GetRank();

	mail_init();
	L2_ALLOCATE(word);
	MUSPI_RegisterRecvFunction(receive, NULL, 1);
	for (uint64_t i = 1; i <= ROUNDS; i++) {
		if (me == 1) {
			await_tail(call[i % 4]);
			await(2 * i - 1);
		}
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
