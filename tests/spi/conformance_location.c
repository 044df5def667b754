/*
 * conformance_location.c - results and errors of the calls that tell a process where
 * it is.  Run with one rank a node on a full partition.
 */
#include "conformance.h"

#include <string.h>

#include <hwi/include/bqc/nd_500_dcr.h>
#include <hwi/include/common/uci.h>
#include <spi/include/kernel/gi.h>
#include <spi/include/kernel/process.h>
#include <hwi/include/bqc/dcr_support.h>

static BG_CoordinateMapping_t map[1024];
static Personality_t p;

static uint32_t nodes(void)
{
	const Personality_Networks_t *n = &p.Network_Config;

	return (uint32_t)n->Anodes * n->Bnodes * n->Cnodes * n->Dnodes * n->Enodes;
}

static void personality(void)
{
	static char room[1024];

	CHECK(Kernel_GetPersonality(&p, sizeof p) == 0);
	CHECK(sizeof p == 176 && p.Version == 8 && p.PersonalitySizeWords == 44);
	CHECK(p.Kernel_Config.FreqMHz == 1600);
	CHECK(Kernel_GetPersonality((Personality_t *)room, sizeof p - 1) == EINVAL);
	CHECK(Kernel_GetPersonality((Personality_t *)room, sizeof room) == EINVAL);
	CHECK(Kernel_GetPersonality((Personality_t *)room, 0) == EINVAL);
	CHECK_EFAULT(Kernel_GetPersonality(bad, sizeof p));
}

/* The node's card, which no other node of the block has. */
static void location(void)
{
	const Personality_Networks_t *n = &p.Network_Config;
	unsigned row, column, midplane, board, card;

	bg_decodeComputeCardOnNodeBoardUCI(p.Kernel_Config.UCI, &row, &column, &midplane, &board,
					   &card);
	CHECK(BG_UCI_GET_COMPONENT(p.Kernel_Config.UCI) ==
	      BG_UCI_Component_ComputeCardOnNodeBoard);
	CHECK(board == (unsigned)((n->Bcoord & 2) << 2 | (n->Acoord & 2) << 1 | (n->Dcoord & 2) |
				  (n->Ccoord & 2) >> 1));
	if (n->Acoord < 2 && n->Bcoord < 2 && n->Ccoord < 2 && n->Dcoord < 2)
		CHECK(card == (unsigned)(29 * n->Acoord ^ 3 * n->Bcoord ^ n->Ccoord ^
					 12 * n->Dcoord ^ 7 * n->Ecoord));
	unsigned at = n->Acoord / 4u;

	at = at * ((n->Bnodes + 3u) / 4) + n->Bcoord / 4u;
	at = at * ((n->Cnodes + 3u) / 4) + n->Ccoord / 4u;
	at = at * ((n->Dnodes + 3u) / 4) + n->Dcoord / 4u;
	CHECK(row * 32 + column * 2 + midplane == at);
}

static void coordinates(void)
{
	const Personality_Networks_t *n = &p.Network_Config;
	uint64_t entries = 0, c = DCRReadUser(ND_500_DCR(CTRL_COORDS));
	uint32_t rank = Kernel_GetRank(), word;

	CHECK(Kernel_RanksToCoords(sizeof map, map, &entries) == 0 && entries == nodes());
	CHECK(map[rank].a == n->Acoord && map[rank].b == n->Bcoord &&
	      map[rank].c == n->Ccoord && map[rank].d == n->Dcoord &&
	      map[rank].e == n->Ecoord && map[rank].t == Kernel_MyTcoord());
	memcpy(&word, &map[rank], sizeof word);
	CHECK(word == ((uint32_t)n->Ecoord << 31 | (uint32_t)n->Acoord << 24 |
		       (uint32_t)n->Bcoord << 18 | (uint32_t)n->Ccoord << 12 |
		       (uint32_t)n->Dcoord << 6));
	/* Exactly enough room, and less. */
	entries = 0;
	CHECK(Kernel_RanksToCoords(nodes() * sizeof *map, map, &entries) == 0);
	CHECK(entries == nodes());
	CHECK(Kernel_RanksToCoords(nodes() * sizeof *map - 1, map, &entries) == EINVAL);
	CHECK_EFAULT(Kernel_RanksToCoords(sizeof map, bad, &entries));
	CHECK_EFAULT(Kernel_RanksToCoords(sizeof map, map, bad));

	CHECK(ND_500_DCR__CTRL_COORDS__NODE_COORD_A_get(c) == n->Acoord);
	CHECK(ND_500_DCR__CTRL_COORDS__NODE_COORD_E_get(c) == n->Ecoord);
	CHECK(ND_500_DCR__CTRL_COORDS__MAX_COORD_D_get(c) == n->Dnodes - 1u);
}

static void job(void)
{
	BG_JobCoords_t j;
	char order[8];
	uint32_t is_file = 9;

	CHECK(Kernel_JobCoords(&j) == 0);
	CHECK(j.corner.a == 0 && j.corner.e == 0 && j.corner.core == 0 && !j.isSubBlock);
	CHECK(j.shape.a == p.Network_Config.Anodes && j.shape.e == p.Network_Config.Enodes);
	CHECK(j.shape.core == 16);
	CHECK_EFAULT(Kernel_JobCoords(bad));

	memset(order, 'x', sizeof order);
	CHECK(Kernel_GetMapping(sizeof order, order, &is_file) == 0);
	CHECK(!strcmp(order, "ABCDET") && is_file == 0 && order[7] == 'x');
	memset(order, 'x', sizeof order);
	CHECK(Kernel_GetMapping(3, order, &is_file) == 0);
	CHECK(!memcmp(order, "ABCxxxxx", 8));
	CHECK_EFAULT(Kernel_GetMapping(sizeof order, bad, &is_file));
	CHECK_EFAULT(Kernel_GetMapping(sizeof order, order, bad));
	CHECK(Kernel_GetJobID() != 0);
}

static void processors(void)
{
	uint32_t hw = Kernel_ProcessorID();

	CHECK(Kernel_ProcessCount() == 1 && Kernel_ProcessorCount() == 64);
	CHECK(Kernel_MyTcoord() == 0);
	CHECK(hw == Kernel_ProcessorCoreID() * 4 + Kernel_ProcessorThreadID());
	CHECK(hw == Kernel_PhysicalProcessorID() * 4 + Kernel_PhysicalHWThreadID());
	CHECK(hw == Kernel_PhysicalHWThreadIndex());
	CHECK(Kernel_ThreadMask(0) == ~UINT64_C(0) && Kernel_ThreadMask(1) == 0);
	CHECK(Kernel_ThreadMask(0) >> (63 - hw) & 1);
	CHECK(Kernel_BlockThreadId() == Kernel_GetRank() * 68 + hw);
	CHECK(Kernel_IsGuestThread() == 0);
}

static void barrier_route(void)
{
	uint32_t id = 9;

	CHECK(Kernel_GetGlobalBarrierUserClassRouteId(&id) == 0 && id == 0);
	CHECK_EFAULT(Kernel_GetGlobalBarrierUserClassRouteId(bad));
}

int main(void)
{
	conformance_init();
	personality();
	location();
	coordinates();
	job();
	processors();
	barrier_route();
	return 0;
}
