/* rate_l2.c - L2 atomic operations a second of one core, WINDOW * WINDOWS in one
 * measurement.  Prints "l2_... rate". */
#include "pair.h"

#include <spi/include/l2/atomic.h>

static volatile uint64_t word[4] __attribute__((aligned(32)));
static unsigned operations;

static void increment(int me)
{
	for (unsigned i = 0; !me && i < operations; i++)
		(void)L2_AtomicLoadIncrement(word);
}

static void bounded(int me)
{
	word[1] = UINT64_MAX;
	for (unsigned i = 0; !me && i < operations; i++)
		(void)L2_AtomicLoadIncrementBounded(word);
}

static void add(int me)
{
	for (unsigned i = 0; !me && i < operations; i++)
		L2_AtomicStoreAdd(word, 3);
}

static void measure(const char *name, void (*work)(int me), int me, uint64_t step)
{
	word[0] = 0;
	pair_measure(name, work, me, operations);
	check(me == 0 && word[0] != step * operations * (1 + pair_tries), name);
}

int main(int argc, char **argv)
{
	int me = pair_me();

	pair_arguments(argc, argv);
	operations = pair_window * pair_windows;
	check((int)Kernel_L2AtomicsAllocate((void *)word, sizeof word), "L2 atomics");
	measure("l2_load_increment", increment, me, 1);
	measure("l2_load_increment_bounded", bounded, me, 1);
	measure("l2_store_add", add, me, 3);
	return 0;
}
