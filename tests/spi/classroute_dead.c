/*
 * classroute_dead.c - class routes in a line of four nodes, 0 to 3 in A, of which the link between
 * 1 and 2 may be dead: each rank prints what the calls that set its routes return, and which links
 * of A its personality calls enabled (test_reroute.sh).
 */
#include "spi_test.h"

#include <firmware/include/personality.h>
#include <spi/include/kernel/collective.h>
#include <spi/include/kernel/gi.h>
#include <spi/include/kernel/location.h>

#define CLASS 2
#define LOCAL BGQ_CLASS_INPUT_LINK_LOCAL
#define AM    BGQ_CLASS_LINK_AM
#define AP    BGQ_CLASS_LINK_AP

int main(void)
{
	ClassRoute_t line[4] = { { LOCAL, AP }, { LOCAL | AM, AP }, { LOCAL | AM, AP },
				 { LOCAL | AM, 0 } };
	uint32_t rank = Kernel_GetRank();
	ClassRoute_t collective = line[rank];
	Personality_t p;

	collective.input |= BGQ_CLASS_INPUT_VC_SUBCOMM;
	CHECK(Kernel_GetPersonality(&p, sizeof p) == 0);
	CHECK(Kernel_AllocateGlobalInterruptClassRoute(CLASS, NULL) == 0);
	CHECK(Kernel_AllocateCollectiveClassRoute(CLASS) == 0);
	int32_t gi = Kernel_SetGlobalInterruptClassRoute(CLASS, &line[rank]);
	int32_t coll = Kernel_SetCollectiveClassRoute(CLASS, &collective);

	printf("rank %u: barrier %d collective %d A- %d A+ %d\n", rank, gi, coll,
	       ND_GET_LINK_ENABLE(0, 0, p.Network_Config.NetFlags2) != 0,
	       ND_GET_LINK_ENABLE(0, 1, p.Network_Config.NetFlags2) != 0);
	return 0;
}
