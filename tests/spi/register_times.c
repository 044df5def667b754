/*
 * register_times.c - when loads of the network's status register show for the first time
 * that a sum had exceptions: on every node the same time for any number of workers, because
 * the register shows all that happened before a load, and nothing that comes after it.
 * Usage: register_times   prints cycles and register on each node.
 */
#include "collective.h"

#include <hwi/include/bqc/nd_500_dcr.h>
#include <spi/include/kernel/location.h>

#define WAY (MUHWI_PACKET_VIRTUAL_CHANNEL_USER_SUB_COMM | MUHWI_COLLECTIVE_TYPE_ALLREDUCE)

static double from, sum;

int main(void)
{
	uint64_t now = 0, start;

	coll_init(&sum);
	from = coll_node % 2 ? __builtin_inf() : -__builtin_inf();
	coll_counter = sizeof sum;
	test_barrier();
	start = GetTimeBase();
	coll_inject(coll_put(&from, 0, sizeof from, MUHWI_COLLECTIVE_OP_CODE_FLOATING_POINT_ADD, 0,
			     WAY));
	while (!now)
		now = DCRReadUser(ND_500_DCR(NON_FATAL_ERR0));
	printf("rank %u: %llu cycles, %llx\n", Kernel_GetRank(),
	       (unsigned long long)(GetTimeBase() - start), (unsigned long long)now);
	coll_wait();
	return 0;
}
