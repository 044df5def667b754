/* rate_l2.c - L2 atomic operations a second of one core.  Prints "l2_... rate". */
#include "pair.h"

#include <spi/include/l2/atomic.h>

#define OPERATIONS 10000

static volatile uint64_t word[4] __attribute__((aligned(32)));

static void increment(int me)
{
	for (int i = 0; !me && i < OPERATIONS; i++)
		(void)L2_AtomicLoadIncrement(word);
}

static void bounded(int me)
{
	word[1] = UINT64_MAX;
	for (int i = 0; !me && i < OPERATIONS; i++)
		(void)L2_AtomicLoadIncrementBounded(word);
}

static void add(int me)
{
	for (int i = 0; !me && i < OPERATIONS; i++)
		L2_AtomicStoreAdd(word, 3);
}

int main(void)
{
	int me = pair_me();

	check((int)Kernel_L2AtomicsAllocate((void *)word, sizeof word), "L2 atomics");
	pair_measure("l2_load_increment", increment, me, OPERATIONS);
	pair_measure("l2_load_increment_bounded", bounded, me, OPERATIONS);
	pair_measure("l2_store_add", add, me, OPERATIONS);
	return 0;
}
