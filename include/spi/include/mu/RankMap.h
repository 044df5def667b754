/*
 * mu/RankMap.h - from a mapping ("ABCDET" or a map file) to the coordinates of
 * each rank.
 *
 * The runtime maps ranks itself (Kernel_RanksToCoords); declared so that programs
 * compile.  Every call ends the process with a message that names it.
 */
#ifndef SPI_MU_RANK_MAP_H
#define SPI_MU_RANK_MAP_H

#include <stdint.h>
#include <string.h>

#include <bgqemu/abi.h>
#include <spi/include/kernel/location.h>

#ifndef __INLINE__
#define __INLINE__ static inline
#endif

#define NUMDIMENSION 6

#ifdef __cplusplus
extern "C" {
#endif

__INLINE__ int MUSPI_PreCalculateMapOffsets(const char *mapFilename,
					    const uint32_t *dimsize, uint32_t *dimoffset)
{
	(void)mapFilename;
	(void)dimsize;
	(void)dimoffset;
	bgqemu_unsupported("MUSPI_PreCalculateMapOffsets");
}

__INLINE__ int
MUSPI_GenerateCoordinates(const char *mapFilename, const BG_JobCoords_t *jobcoord,
			  BG_CoordinateMapping_t *mycoord, uint32_t numProcesses,
			  uint32_t np, size_t tmpStorageSize, void *tmpStorage,
			  BG_CoordinateMapping_t map[], uint32_t *myRank,
			  uint32_t *mpmdFound)
{
	(void)mapFilename;
	(void)jobcoord;
	(void)mycoord;
	(void)numProcesses;
	(void)np;
	(void)tmpStorageSize;
	(void)tmpStorage;
	(void)map;
	(void)myRank;
	(void)mpmdFound;
	bgqemu_unsupported("MUSPI_GenerateCoordinates");
}

__INLINE__ int MUSPI_GetMPMDData(const char *mapFilename, uint32_t myRank,
				 size_t tmpStorageSize, void *tmpStorage,
				 uint32_t *sequenceID, size_t cmdstrsize, char *cmdline)
{
	(void)mapFilename;
	(void)myRank;
	(void)tmpStorageSize;
	(void)tmpStorage;
	(void)sequenceID;
	(void)cmdstrsize;
	(void)cmdline;
	bgqemu_unsupported("MUSPI_GetMPMDData");
}

#ifdef __cplusplus
}
#endif
#endif
