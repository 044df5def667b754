/*
 * part.c - a job with fewer ranks than places: each rank finds as many ranks as the argument
 * says, and itself among them; all meet in barriers of class 0, which nodes without a rank
 * have no part in.  With "send": rank 0 sends to node <0,0,0,0,1>, which has no rank.
 */
#include <unistd.h>

#include "mail.h"

int main(int argc, char **argv)
{
	static BG_CoordinateMapping_t map[4096];
	MUSPI_GIBarrier_t barrier;
	Personality_t p;
	uint64_t entries = 0;
	uint32_t rank = Kernel_GetRank(), first = 1;

	CHECK(argc == 2 || argc == 3);
	CHECK(Kernel_RanksToCoords(sizeof map, map, &entries) == 0);
	CHECK(entries == strtoul(argv[1], NULL, 10) && rank < entries);
	CHECK(Kernel_GetPersonality(&p, sizeof p) == 0);
	CHECK(map[rank].a == p.Network_Config.Acoord && map[rank].b == p.Network_Config.Bcoord);
	CHECK(map[rank].c == p.Network_Config.Ccoord && map[rank].d == p.Network_Config.Dcoord);
	CHECK(map[rank].e == p.Network_Config.Ecoord && map[rank].t == Kernel_MyTcoord());
	for (uint64_t r = 0; r < rank; r++)
		if (map[r].a == map[rank].a && map[r].b == map[rank].b && map[r].c == map[rank].c &&
		    map[r].d == map[rank].d && map[r].e == map[rank].e)
			first = 0;
	if (first) { /* of its node */
		CHECK(MUSPI_GIBarrierInit(&barrier, 0) == 0);
		for (int i = 0; i < 4; i++)
			CHECK(MUSPI_GIBarrierEnterAndWait(&barrier) == 0);
	}
	if (argc == 3 && rank == 0) {
		mail_init();
		mail_send(1, map, 8, 0);
		usleep(100);
	}
	if (rank == entries - 1)
		printf("last on <%u,%u,%u,%u,%u,%u>\n", map[rank].a, map[rank].b, map[rank].c,
		       map[rank].d, map[rank].e, map[rank].t);
	return 0;
}
