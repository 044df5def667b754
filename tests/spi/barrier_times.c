/*
 * barrier_times.c - two barriers of all nodes; each rank prints when it has left each, in
 * nanoseconds.  What links with faults do to barriers is seen by it (test_run_faults.sh).
 */
#include "spi_test.h"

#include <hwi/include/bqc/A2_inlines.h>

static unsigned long long now_ns(void)
{
	return GetTimeBase() * 5 / 8;
}

int main(void)
{
	unsigned long long first;

	test_barrier();
	first = now_ns();
	test_barrier();
	printf("rank %u: first %llu ns, second %llu ns\n", Kernel_GetRank(), first, now_ns());
	return 0;
}
