/* mpix.c - see mpix.h: where ranks are on the torus. */
#include "bgqmpi.h"

#include <string.h>

#include <comm/include/mpix.h>
#include <spi/include/kernel/process.h>

int MPIX_Torus_ndims(int *dimensions)
{
	if (!dimensions)
		return MPI_ERR_ARG;
	*dimensions = MPIX_TORUS_MAX_DIMS;
	return MPI_SUCCESS;
}

int MPIX_Rank2torus(int rank, int *coords)
{
	struct place p;

	bgqmpi_check_running("MPIX_Rank2torus");
	if (!coords)
		return MPI_ERR_ARG;
	if (rank < 0 || rank >= bgqmpi_world.size)
		return MPI_ERR_RANK;
	bgqmpi_place_of(rank, &p);
	for (int d = 0; d < 6; d++)
		coords[d] = (int)p.at[d];
	return MPI_SUCCESS;
}

int MPIX_Torus2rank(int *coords, int *rank)
{
	struct place p;
	int found;

	bgqmpi_check_running("MPIX_Torus2rank");
	if (!coords || !rank)
		return MPI_ERR_ARG;
	for (int d = 0; d < 6; d++)
		p.at[d] = (unsigned)coords[d];
	found = bgqmpi_place_rank(&p);
	if (found < 0)
		return MPI_ERR_RANK;
	*rank = found;
	return MPI_SUCCESS;
}

int MPIX_Comm_rank2global(MPI_Comm comm, int crank, int *grank)
{
	bgqmpi_check_running("MPIX_Comm_rank2global");
	if (!grank)
		return MPI_ERR_ARG;
	if (!comm)
		return MPI_ERR_COMM;
	if (crank < 0 || crank >= comm->size)
		return MPI_ERR_RANK;
	*grank = bgqmpi_comm_world(comm, crank);
	return MPI_SUCCESS;
}

int MPIX_Hardware(MPIX_Hardware_t *hw)
{
	const unsigned *size = bgqmpi_sizes.at, *here = bgqmpi_here.at;
	Personality_t p;

	bgqmpi_check_running("MPIX_Hardware");
	if (!hw || Kernel_GetPersonality(&p, sizeof p) != 0)
		return MPI_ERR_ARG;
	memset(hw, 0, sizeof *hw);
	hw->psize = 1;
	for (int d = 0; d < 6; d++) {
		hw->psize *= size[d];
		hw->prank = hw->prank * size[d] + here[d];
	}
	hw->ppn = size[5];
	hw->coreID = here[5];
	hw->clockMHz = p.Kernel_Config.FreqMHz;
	hw->memSize = p.DDR_Config.DDRSizeMB;
	hw->torus_dimension = MPIX_TORUS_MAX_DIMS;
	for (int d = 0; d < MPIX_TORUS_MAX_DIMS; d++) {
		hw->Size[d] = size[d];
		hw->Coords[d] = here[d];
		hw->isTorus[d] = (p.Network_Config.NetFlags & ND_ENABLE_TORUS(d)) != 0;
	}
	return MPI_SUCCESS;
}
