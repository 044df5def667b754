/*
 * wakeup.c - the wakeup unit: waits end by a message, by a store of another thread,
 * and by either when it comes before the wait; anywhere in a long range that threads share;
 * by a signal; and not by anything else, which shows in the time that passes.  Run on two
 * nodes.
 */
#include "mail.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <spi/include/wu/wait.h>

#define US 1600u /* time base in a microsecond */

static volatile uint64_t word __attribute__((aligned(64)));
static volatile int stop;
static char bell[8] __attribute__((aligned(64)));
static unsigned bells;

static int receive(void *param, MUHWI_PacketHeader_t *packet, uint32_t bytes)
{
	(void)param, (void)packet, (void)bytes;
	bells++;
	return 0;
}

static void poll_bells(void)
{
	while (MUSPI_RecFifoPoll(MUSPI_IdToRecFifo(0, &mail_rec), 1))
		;
}

static void arm(void)
{
	WU_ArmWithAddress(test_physical((void *)&word), ~UINT64_C(63));
}

/* Node 1 waits for a message of node 0, 100 us from now. */
static void by_message(void (*wait)(void))
{
	test_barrier();
	if (Kernel_GetRank() == 0) {
		usleep(100);
		mail_send(1, bell, sizeof bell, 9);
	} else {
		uint64_t start = GetTimeBase();
		unsigned before = bells, waits = 0;

		for (;;) {
			WU_ArmMU(0xf);
			poll_bells();
			if (bells != before)
				break;
			wait();
			waits++;
		}
		CHECK(GetTimeBase() - start > 100 * US && GetTimeBase() - start < 105 * US);
		CHECK(waits <= 4);
	}
	test_barrier();
}

/* The message arrives after arming and looking, before the wait. */
static void before_the_wait(void)
{
	test_barrier();
	if (Kernel_GetRank() == 0) {
		usleep(10);
		mail_send(1, bell, sizeof bell, 9);
	} else {
		unsigned before = bells;
		uint64_t start;

		poll_bells();
		CHECK(bells == before);
		arm();
		usleep(100);
		start = GetTimeBase();
		ppc_wait();
		CHECK(GetTimeBase() - start < US);
		poll_bells();
		CHECK(bells == before + 1);
	}
	test_barrier();
}

/* Stores 1 after 50 us, and what is there already after 100; then works. */
static void *store(void *arg)
{
	usleep(50);
	word = 1;
	usleep(50);
	word = 1;
	while (!stop)
		usleep(7);
	return arg;
}

static void by_store(void)
{
	uint64_t start;
	unsigned waits = 0;
	pthread_t t;

	stop = 0;
	word = 0;
	CHECK(pthread_create(&t, NULL, store, NULL) == 0);
	start = GetTimeBase();
	for (;;) {
		arm();
		if (word)
			break;
		ppc_waitimpl();
		waits++;
	}
	CHECK(GetTimeBase() - start > 49 * US && GetTimeBase() - start < 54 * US);
	CHECK(waits == 1); /* not by others running */
	stop = 1;
	CHECK(pthread_join(t, NULL) == 0);
}

static void store_before_the_wait(void)
{
	uint64_t start;
	pthread_t t;

	stop = 0;
	word = 0;
	CHECK(pthread_create(&t, NULL, store, NULL) == 0);
	arm();
	usleep(60);
	start = GetTimeBase();
	ppc_wait();
	CHECK(GetTimeBase() - start < US && word == 1);
	stop = 1;
	CHECK(pthread_join(t, NULL) == 0);
}

/* A reservation does the same without the unit. */
static void by_reservation(void)
{
	uint64_t start;
	pthread_t t;

	stop = 0;
	word = 0;
	CHECK(pthread_create(&t, NULL, store, NULL) == 0);
	start = GetTimeBase();
	while (LoadReserved(&word) == 0)
		ppc_waitrsv();
	CHECK(GetTimeBase() - start > 49 * US && GetTimeBase() - start < 54 * US);
	stop = 1;
	CHECK(pthread_join(t, NULL) == 0);
}

static void *wait_forever(void *arg)
{
	arm();
	for (;;)
		ppc_wait();
	return arg;
}

/* A library ends its threads so: they look at a flag when they have been woken. */
static volatile int handled;

static void handle(int sig)
{
	handled = sig;
}

static void *until_handled(void *unused)
{
	unsigned waits = 0;

	while (!handled) {
		arm();
		ppc_waitimpl();
		waits++;
	}
	CHECK(waits <= 2);
	return unused;
}

static void by_signal(void)
{
	uint64_t start = GetTimeBase();
	pthread_t t;

	signal(SIGUSR1, handle);
	CHECK(pthread_create(&t, NULL, until_handled, NULL) == 0);
	usleep(50);
	CHECK(!handled && pthread_kill(t, SIGUSR1) == 0);
	CHECK(pthread_join(t, NULL) == 0);
	CHECK(handled == SIGUSR1);
	CHECK(GetTimeBase() - start < 100 * US);
}

/* Threads that share a long range, as commthreads do: a store anywhere in it wakes all. */
#define SHARERS 12
#define STORES  5
#define WORDS   16384

static volatile uint64_t area[WORDS] __attribute__((aligned(8 * WORDS)));
static volatile uint64_t seen[SHARERS][STORES];

static volatile uint64_t *place(unsigned store)
{
	return &area[store * (WORDS - 1) / (STORES - 1)];
}

static void *sharer(void *p)
{
	volatile uint64_t *mine = p;

	for (unsigned i = 0; i < STORES; i++) {
		unsigned waits = 0;

		for (;;) {
			WU_ArmWithAddress(test_physical((void *)area), ~(sizeof area - 1));
			if (*place(i))
				break;
			ppc_waitimpl();
			waits++;
		}
		CHECK(waits <= 1);
		mine[i] = GetTimeBase();
	}
	return NULL;
}

static void by_long_range(void)
{
	pthread_t t[SHARERS];

	for (unsigned i = 0; i < SHARERS; i++)
		CHECK(pthread_create(&t[i], NULL, sharer, (void *)seen[i]) == 0);
	for (unsigned k = 0; k < STORES; k++) {
		uint64_t now;

		usleep(100);
		now = GetTimeBase();
		*place(k) = k + 1;
		for (unsigned i = 0; i < SHARERS; i++) {
			while (!seen[i][k])
				;
			CHECK(seen[i][k] >= now && seen[i][k] - now < US);
		}
	}
	for (unsigned i = 0; i < SHARERS; i++)
		CHECK(pthread_join(t[i], NULL) == 0);
}

int main(int argc, char **argv)
{
	mail_init();
	MUSPI_RegisterRecvFunction(receive, NULL, 9);
	if (argc > 1 && !strcmp(argv[1], "forever")) { /* two threads, each for no other */
		pthread_t t;

		CHECK(pthread_create(&t, NULL, wait_forever, NULL) == 0);
		wait_forever(NULL);
	}
	by_message(ppc_wait);
	by_message(ppc_waitimpl);
	before_the_wait();
	by_store();
	store_before_the_wait();
	by_reservation();
	by_long_range();
	by_signal();
	test_barrier();
	return 0;
}
