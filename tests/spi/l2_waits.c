/*
 * l2_waits.c - two threads that meet in L2 barriers and locks after work of every
 * length: neither may go to sleep over what the other has just done.
 */
#include "spi_test.h"

#include <pthread.h>

#include <spi/include/l2/barrier.h>
#include <spi/include/l2/lock.h>

#define ROUNDS 1500u /* once round all lengths */

static L2_Barrier_t barrier = L2_BARRIER_INITIALIZER;
static L2_Lock_t lock;
static volatile unsigned sink, held;

/* n basic blocks and no call. */
static void work(unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		if (sink & 1)
			sink += 2;
}

static void meet(unsigned step)
{
	for (unsigned n = 0; n < ROUNDS; n++) {
		work(n * step % 1500);
		L2_Barrier(&barrier, 2);
		work(n * (step & 0x1f) % 700);
		L2_LockAcquire(&lock);
		CHECK(held++ == 0);
		work(n % (step & 0xff));
		held--;
		L2_LockRelease(&lock);
	}
}

static void *other(void *arg)
{
	meet(7919);
	return arg;
}

int main(void)
{
	pthread_t t;

	L2_ALLOCATE(lock);
	L2_ALLOCATE(barrier);
	L2_LockInit(&lock);
	CHECK(pthread_create(&t, NULL, other, NULL) == 0);
	meet(104729);
	CHECK(pthread_join(t, NULL) == 0);
	CHECK(lock.ticket == 2 * ROUNDS && lock.serving == 2 * ROUNDS);
	CHECK(barrier.start == 2 * ROUNDS && barrier.count == 2 * ROUNDS);
	return 0;
}
