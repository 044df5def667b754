/*
 * waits.c - the ways in which programs of the machine wait: raw spins,
 * spins that count, spins with a time-out, sleeps; time must go on in each and
 * none may hang.  Rank 0 rings every rank's bell by a message after a while.
 */
#include "mail.h"

#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile int bells;
static char ring[8] __attribute__((aligned(64)));

static int receive(void *param, MUHWI_PacketHeader_t *packet, uint32_t bytes)
{
	(void)param, (void)packet, (void)bytes;
	bells++;
	return 0;
}

static uint64_t hardware_tail(void)
{
	return MUSPI_getHwTail(&MUSPI_IdToRecFifo(0, &mail_rec)->_fifo);
}

static void take(void)
{
	while (MUSPI_RecFifoPoll(MUSPI_IdToRecFifo(0, &mail_rec), 1) == 0)
		;
}

/* A bare loop on a register. */
static void wait_raw(void)
{
	uint64_t tail = hardware_tail();

	while (hardware_tail() == tail)
		;
	take();
}

/* A loop that counts its looks and must not be told it looked for ever. */
static void wait_counting(void)
{
	uint64_t tail = hardware_tail(), looks = 0;

	while (hardware_tail() == tail)
		CHECK(++looks < 1u << 26);
	take();
}

/* Gives up after 20 us of time base, which must come; then waits for good. */
static void wait_timeout(void)
{
	uint64_t start = GetTimeBase(), tail = hardware_tail();

	while (hardware_tail() == tail && GetTimeBase() - start < 20 * 1600)
		;
	CHECK(GetTimeBase() - start >= 20 * 1600);
	CHECK(GetTimeBase() - start < 21 * 1600);
	take();
}

/* Polls and does something else in turn. */
static void wait_in_turn(void)
{
	volatile unsigned other = 0;
	int before = bells;

	while (bells == before) {
		MUSPI_RecFifoPoll(MUSPI_IdToRecFifo(0, &mail_rec), 1);
		other++;
	}
	CHECK(other > 0);
}

static void bell(void (*wait)(void))
{
	uint32_t rank = Kernel_GetRank(), nodes = 32;

	test_barrier();
	if (rank == 0) {
		usleep(100);
		for (uint32_t r = 1; r < nodes; r++)
			mail_send(r, ring, sizeof ring, 9);
	} else {
		uint64_t start = GetTimeBase();

		wait();
		CHECK(GetTimeBase() - start > 90 * 1600);
	}
	test_barrier();
}

static void check_clocks(void)
{
	struct timespec a, b, nap = { 0, 1500 };
	struct timeval v, w;
	uint64_t t0 = GetTimeBase(), t1;

	clock_gettime(CLOCK_MONOTONIC, &a);
	gettimeofday(&v, NULL);
	sleep(2);
	usleep(10);
	nanosleep(&nap, NULL);
	DelayTimeBase(1600);
	clock_gettime(CLOCK_MONOTONIC, &b);
	gettimeofday(&w, NULL);
	t1 = GetTimeBase();
	int64_t ns = (b.tv_sec - a.tv_sec) * 1000000000ll + b.tv_nsec - a.tv_nsec;
	int64_t us = (w.tv_sec - v.tv_sec) * 1000000ll + w.tv_usec - v.tv_usec;

	CHECK(ns >= 2000012500 && ns < 2000014000);
	CHECK(us >= 2000012 && us < 2000014);
	CHECK((t1 - t0) * 5 / 8 >= 2000012500 && (t1 - t0) * 5 / 8 < 2000014000);
}

int main(void)
{
	mail_init();
	MUSPI_RegisterRecvFunction(receive, NULL, 9);
	bell(wait_raw);
	bell(wait_counting);
	bell(wait_timeout);
	bell(wait_in_turn);
	check_clocks();
	test_barrier();
	return 0;
}
