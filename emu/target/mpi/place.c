/*
 * place.c - where ranks are: by arithmetic if the job's mapping is an order of dimensions,
 * else by the kernel's table.
 */
#include "bgqmpi.h"

#include <stdlib.h>
#include <string.h>

#include <spi/include/kernel/location.h>
#include <spi/include/kernel/process.h>

#define PLACES 6

struct place bgqmpi_here, bgqmpi_sizes;
/* Ranks from one coordinate to the next; 0 in all if there is a table. */
static unsigned step[PLACES];
/* The job's part of the block, which has the rest of bgqmpi_sizes. */
static unsigned corner[PLACES], part[PLACES];
static BG_CoordinateMapping_t *table;
static int ranks;

static void sizes_set(void)
{
	Personality_t p;

	if (Kernel_GetPersonality(&p, sizeof p) != 0)
		bgqmpi_fail("MPI_Init", MPI_ERR_INTERN, "no personality");
	bgqmpi_sizes = (struct place){ { p.Network_Config.Anodes, p.Network_Config.Bnodes,
					 p.Network_Config.Cnodes, p.Network_Config.Dnodes,
					 p.Network_Config.Enodes, Kernel_ProcessCount() } };
	bgqmpi_here = (struct place){ { p.Network_Config.Acoord, p.Network_Config.Bcoord,
					p.Network_Config.Ccoord, p.Network_Config.Dcoord,
					p.Network_Config.Ecoord, Kernel_MyTcoord() } };
}

static void part_set(void)
{
	BG_JobCoords_t j;

	if (Kernel_JobCoords(&j) != 0)
		bgqmpi_fail("MPI_Init", MPI_ERR_INTERN, "no coordinates of the job");
	const unsigned from[PLACES] = { j.corner.a, j.corner.b, j.corner.c, j.corner.d,
					j.corner.e, 0 };
	const unsigned size[PLACES] = { j.shape.a, j.shape.b, j.shape.c, j.shape.d, j.shape.e,
					bgqmpi_sizes.at[5] };

	memcpy(corner, from, sizeof corner);
	memcpy(part, size, sizeof part);
}

static void steps_set(const char *order)
{
	unsigned n = 1;

	for (int i = PLACES - 1; i >= 0; i--) {
		int d = order[i] == 'T' ? 5 : order[i] - 'A';

		step[d] = n;
		n *= part[d];
	}
}

static void table_set(void)
{
	size_t bytes = (size_t)ranks * sizeof *table;
	uint64_t n = 0;

	table = bgqmpi_alloc("MPI_Init", bytes);
	if (Kernel_RanksToCoords(bytes, table, &n) != 0)
		bgqmpi_fail("MPI_Init", MPI_ERR_INTERN, "no coordinates");
	ranks = (int)n;
}

void bgqmpi_place_start(int *rank, int *size)
{
	char order[PLACES + 1] = "";
	uint32_t is_file = 0;
	BG_CoordinateMapping_t none;
	uint64_t n = 0;

	sizes_set();
	part_set();
	Kernel_RanksToCoords(0, &none, &n); /* refuses, but says how many there are */
	ranks = (int)n;
	if (Kernel_GetMapping(sizeof order, order, &is_file) != 0)
		bgqmpi_fail("MPI_Init", MPI_ERR_INTERN, "no mapping");
	if (is_file)
		table_set();
	else
		steps_set(order);
	*rank = (int)Kernel_GetRank();
	*size = ranks;
}

void bgqmpi_place_of(int world, struct place *p)
{
	if (table) {
		BG_CoordinateMapping_t c = table[world];

		*p = (struct place){ { corner[0] + c.a, corner[1] + c.b, corner[2] + c.c,
				       corner[3] + c.d, corner[4] + c.e, c.t } };
		return;
	}
	for (int d = 0; d < PLACES; d++)
		p->at[d] = corner[d] + (unsigned)world / step[d] % part[d];
}

int bgqmpi_place_rank(const struct place *p)
{
	unsigned rank = 0;

	for (int d = 0; d < PLACES; d++) {
		if (p->at[d] - corner[d] >= part[d]) /* unsigned: below it is far above */
			return -1;
		rank += (p->at[d] - corner[d]) * step[d];
	}
	if (!table)
		return (int)rank < ranks ? (int)rank : -1;
	for (int r = 0; r < ranks; r++) {
		struct place q;

		bgqmpi_place_of(r, &q);
		if (memcmp(&q, p, sizeof q) == 0)
			return r;
	}
	return -1;
}
