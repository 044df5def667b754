/*
 * conformance_zones.c - how a node's network routes, as its personality and its
 * registers say it: the order of deterministic packets, and four zones.
 * Arguments: the five words, hexadecimal (default: those of a machine of 2x2x2x2x2).
 */
#include "spi_test.h"

#include <firmware/include/personality.h>
#include <hwi/include/bqc/nd_500_dcr.h>
#include <spi/include/kernel/MU.h>

#define ORDER(v, i) ND_500_DCR__CTRL_DET_ORDER__MASK##i##_get(v)
#define ZONE(v, r, z, i) ND_500_DCR__CTRL_DYNAMIC_ZONE##r##__ZONE##z##_MASK##i##_get(v)
#define WORD(get, ...)                                                                  \
	(get(__VA_ARGS__, 0) << 20 | get(__VA_ARGS__, 1) << 15 | get(__VA_ARGS__, 2) << 10 | \
	 get(__VA_ARGS__, 3) << 5 | get(__VA_ARGS__, 4))

int main(int argc, char **argv)
{
	/* A to E in turn; zones 0 and 1: all together. */
	uint64_t expected[5] = { 0x1041041, 0x1f00000, 0x1f00000, 0x1041041, 0x1041041 };
	Personality_t p;

	for (int i = 1; i < argc && i <= 5; i++)
		expected[i - 1] = strtoul(argv[i], NULL, 16);
	CHECK(Kernel_GetPersonality(&p, sizeof p) == 0);
	Personality_Networks_t *n = &p.Network_Config;
	uint64_t order = DCRReadUser(ND_500_DCR(CTRL_DET_ORDER));
	uint64_t zone01 = DCRReadUser(ND_500_DCR(CTRL_DYNAMIC_ZONE01));
	uint64_t zone23 = DCRReadUser(ND_500_DCR(CTRL_DYNAMIC_ZONE23));

	CHECK(order == expected[0] && WORD(ORDER, order) == expected[0]);
	CHECK(zone01 == (expected[1] << 32 | expected[2]));
	CHECK(zone23 == (expected[3] << 32 | expected[4]));
	CHECK(WORD(ZONE, zone01, 01, 0) == expected[1] && WORD(ZONE, zone01, 01, 1) == expected[2]);
	CHECK(WORD(ZONE, zone23, 23, 2) == expected[3] && WORD(ZONE, zone23, 23, 3) == expected[4]);
	for (int m = 0; m < 5; m++)
		CHECK(ND_GET_DET_ORDER_MASK(m, n->NetFlags) ==
		      (expected[0] >> (20 - 5 * m) & 0x1f));
	for (int z = 0; z < 4; z++) {
		CHECK(n->ZoneRoutingMasks[z] == expected[1 + z]);
		for (int m = 0; m < 5; m++)
			CHECK(ND_GET_DYNAMIC_ZONE_MASK(z, m, n) ==
			      (expected[1 + z] >> (20 - 5 * m) & 0x1f));
	}
	CHECK(ND_GET_ALL_TORUS_RAN_HINTS(n->NetFlags) == 0x1f);
	return 0;
}
