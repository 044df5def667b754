/* boot.c - the least program: read the personality, pass a barrier, exit. */
#include "spi_test.h"

#include <spi/include/kernel/process.h>

int main(void)
{
	Personality_t p;

	CHECK(Kernel_GetPersonality(&p, sizeof p) == 0);
	CHECK(p.Network_Config.Acoord < p.Network_Config.Anodes);
	if (Kernel_MyTcoord() == 0) /* the barrier's registers are the node's */
		test_barrier();
	return 0;
}
