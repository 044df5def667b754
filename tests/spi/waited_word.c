/* waited_word.c - prints the address of a word of the L2 and waits for it for ever: a barrier's, or
 * with an argument a lock's. */
#include <spi/include/kernel/location.h>
#include <spi/include/kernel/memory.h>
#include <spi/include/l2/barrier.h>
#include <spi/include/l2/lock.h>
#include <stdio.h>

static L2_Barrier_t barrier = L2_BARRIER_INITIALIZER;
static L2_Lock_t lock;

int main(int argc, char **argv)
{
	(void)argv;
	Kernel_L2AtomicsAllocate(&barrier, sizeof barrier);
	Kernel_L2AtomicsAllocate(&lock, sizeof lock);
	L2_LockInit(&lock);
	L2_LockAcquire(&lock);
	printf("%p\n", argc > 1 ? (void *)&lock : (void *)&barrier);
	if (argc > 1)
		L2_LockAcquire(&lock);
	L2_Barrier(&barrier, 2);
	return 0;
}
