/*
 * gi_timeout.c - rank 0 begins to wait for a barrier, with a time limit, at every
 * cycle around that at which rank 1's entry arrives: it is never overlooked.  Rank 1
 * then stays away for longer than anything else takes, so nothing else ends the wait.
 */
#include "spi_test.h"

#include <hwi/include/bqc/A2_inlines.h>
#include <spi/include/kernel/location.h>
#include <spi/include/mu/GIBarrier.h>

#define CYCLES 2000 /* that the two entries are moved against each other */
#define AWAY   20000
#define LIMIT  1000000

static void sleep_cycles(uint64_t cycles)
{
	bgqemu_delay_until(GetTimeBase() + cycles);
}

int main(void)
{
	MUSPI_GIBarrier_t gi;

	CHECK(MUSPI_GIBarrierInit(&gi, 0) == 0);
	for (unsigned i = 0; i < CYCLES; i++) {
		CHECK(MUSPI_GIBarrierEnterAndWait(&gi) == 0);
		sleep_cycles(Kernel_GetRank() == 1 ? i : 0);
		CHECK(MUSPI_GIBarrierEnter(&gi) == 0);
		sleep_cycles(Kernel_GetRank() == 0 ? CYCLES / 2 : 0);
		uint64_t start = GetTimeBase();

		CHECK(MUSPI_GIBarrierPollWithTimeout(&gi, LIMIT) == 0);
		CHECK(GetTimeBase() - start < AWAY);
		sleep_cycles(Kernel_GetRank() == 1 ? AWAY : 0);
	}
	return 0;
}
