/*
 * l2_count.c - threads of a node count: with an atomic of the L2, under a lock and between
 * barriers, and with stores that compare.  Nothing may be lost, whatever the compiler inlines.
 * Usage: l2_count THREADS
 */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <spi/include/kernel/memory.h>
#include <spi/include/l2/atomic.h>
#include <spi/include/l2/barrier.h>
#include <spi/include/l2/lock.h>

#define ROUNDS 200
#define MEETINGS 20

static uint64_t counter __attribute__((aligned(128)));
static uint64_t bounded[2] __attribute__((aligned(128)));
static uint64_t most __attribute__((aligned(128)));
static uint64_t signs __attribute__((aligned(128)));
static L2_Lock_t lock;
static L2_Barrier_t barrier = L2_BARRIER_INITIALIZER;
static const struct {
	void *at;
	size_t bytes;
} parts[] = {
	{ &counter, sizeof counter }, { bounded, sizeof bounded }, { &most, sizeof most },
	{ &signs, sizeof signs }, { &lock, sizeof lock }, { &barrier, sizeof barrier },
};
static long locked, got, late;
static int threads;

static void *run(void *arg)
{
	long mine = 0, me = (intptr_t)arg;
	for (int i = 0; i < ROUNDS; i++) {
		L2_AtomicLoadIncrement(&counter);
		mine += L2_AtomicLoadIncrementBounded(bounded) != 0x8000000000000000ul;
		L2_AtomicStoreMax(&most, (uint64_t)(me * ROUNDS + i));
		L2_AtomicStoreMaxSignValue(&signs, (uint64_t)(me * ROUNDS + i) |
			(i % 2 ? 1ul << 63 : 0));
		L2_LockAcquire(&lock);
		locked++;
		L2_LockRelease(&lock);
	}
	for (int i = 0; i < MEETINGS; i++) {
		L2_Barrier(&barrier, threads);
		if (me == 0)
			late += counter != (uint64_t)(threads * ROUNDS);
		L2_Barrier(&barrier, threads);
	}
	L2_LockAcquire(&lock);
	got += mine;
	L2_LockRelease(&lock);
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t thread[64];
	threads = argc > 1 ? atoi(argv[1]) : 16;
	for (unsigned i = 0; i < sizeof parts / sizeof *parts; i++)
		if (Kernel_L2AtomicsAllocate(parts[i].at, parts[i].bytes) != 0)
			return 2;
	bounded[1] = (uint64_t)(threads * ROUNDS / 3);
	for (intptr_t t = 0; t < threads; t++)
		pthread_create(&thread[t], NULL, run, (void *)t);
	for (int t = 0; t < threads; t++)
		pthread_join(thread[t], NULL);
	long all = threads * ROUNDS;
	int wrong = counter != (uint64_t)all || locked != all || got != all / 3 || late != 0 ||
		most != (uint64_t)all - 1 || signs != (uint64_t)(all - 2);
	printf("%d threads: %lu and %ld of %ld, %ld of %ld, most %lu and %lu, %ld late\n", threads,
		counter, locked, all, got, all / 3, most, signs, late);
	return wrong;
}
