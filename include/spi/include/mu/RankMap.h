/*
 * mu/RankMap.h - from a mapping to the coordinates of each rank, for programs that
 * want what the kernel does for Kernel_RanksToCoords.
 *
 * A mapping is an order of the dimensions ("ABCDET", the last counts fastest) or the
 * name of a file with a line of six numbers for each rank.  There '#' begins a
 * comment, and lines may say "#mapping ORDER", for the ranks from there on, and what
 * mu/RankMapMpmd.h is about.
 *
 * Calls read files, and wait for nothing else.  They return 0, or -1 for a mapping
 * that makes no sense, a file that cannot be read or a line of 256 bytes.
 */
#ifndef SPI_MU_RANK_MAP_H
#define SPI_MU_RANK_MAP_H

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <spi/include/kernel/location.h>
#include <spi/include/mu/RankMapMpmd.h>

#ifndef __INLINE__
#define __INLINE__ static inline
#endif

#define NUMDIMENSION 6

#ifdef __cplusplus
extern "C" {
#endif

/* For an order (six letters, up to white space): dimoffset[d] = ranks from one
 * coordinate of dimension d to the next; A .. E, T being 0 .. 5. */
__INLINE__ int MUSPI_PreCalculateMapOffsets(const char *mapFilename,
					    const uint32_t *dimsize, uint32_t *dimoffset)
{
	static const char names[] = "ABCDET";
	uint32_t ranks = 1;
	unsigned seen = 0;
	int i, dim[NUMDIMENSION];

	if (strspn(mapFilename, names) != NUMDIMENSION)
		return -1;
	if (mapFilename[NUMDIMENSION] && !isspace((unsigned char)mapFilename[NUMDIMENSION]))
		return -1;
	for (i = 0; i < NUMDIMENSION; i++) {
		dim[i] = (int)(strchr(names, mapFilename[i]) - names);
		seen |= 1u << dim[i];
	}
	if (seen != 0x3f)
		return -1;
	for (i = NUMDIMENSION - 1; i >= 0; i--) {
		dimoffset[dim[i]] = ranks;
		ranks *= dimsize[dim[i]];
	}
	return 0;
}

/* One line: 1 with coordinates in coord, 2 with "#mapping" in dimoffset, 0 with
 * nothing to do, or -1. */
__INLINE__ int muspi_map_parse(char *line, const uint32_t *dimsize, uint32_t *dimoffset,
			       uint32_t *coord, uint32_t *mpmdFound)
{
	char *comment = strchr(line, '#'), *p;
	int d;

	if (comment) {
		if (mpmdFound && !strncmp(comment, "#mpmd", 5))
			*mpmdFound = 1;
		if (!strncmp(comment, "#mapping", 8)) {
			for (p = comment + 8; isspace((unsigned char)*p); p++)
				;
			return MUSPI_PreCalculateMapOffsets(p, dimsize, dimoffset) ? -1 : 2;
		}
		*comment = '\0';
	}
	for (p = line; *p; p++) {
		if (isalpha((unsigned char)*p))
			return -1;
	}
	if (strcspn(line, "0123456789") == strlen(line))
		return 0;
	for (d = 0, p = line; d < NUMDIMENSION; d++)
		coord[d] = (uint32_t)strtoull(p, &p, 10);
	return 1;
}

/* From a file: as muspi_map_parse, for the next line that says something. */
__INLINE__ int muspi_map_next(FILE *file, const uint32_t *dimsize, uint32_t *dimoffset,
			      uint32_t *coord, uint32_t *mpmdFound)
{
	char line[MUSPI_MAP_LINE_BYTES_];
	int rc;

	do {
		if (muspi_map_line(file, line) != 1)
			return -1;
		rc = muspi_map_parse(line, dimsize, dimoffset, coord, mpmdFound);
	} while (rc == 0);
	return rc;
}

/* The coordinates of ranks 0 .. np - 1 of a job of that shape with numProcesses ranks a
 * node.  Each output may be NULL: map[np]; *myRank, the rank at mycoord (without map
 * the search ends there); *mpmdFound = 1 if the file has "#mpmd" lines so far.
 * tmpStorage is not used. */
__INLINE__ int MUSPI_GenerateCoordinates(const char *mapFilename,
					 const BG_JobCoords_t *jobcoord,
					 BG_CoordinateMapping_t *mycoord,
					 uint32_t numProcesses, uint32_t np,
					 size_t tmpStorageSize, void *tmpStorage,
					 BG_CoordinateMapping_t map[], uint32_t *myRank,
					 uint32_t *mpmdFound)
{
	uint32_t size[NUMDIMENSION], offset[NUMDIMENSION], coord[NUMDIMENSION];
	uint32_t rank;
	FILE *file = NULL;
	int d, rc = 0, calculated;

	(void)tmpStorageSize;
	(void)tmpStorage;
	if ((myRank && !mycoord) || !jobcoord || !mapFilename)
		return -1;
	if (mpmdFound)
		*mpmdFound = 0;
	size[0] = jobcoord->shape.a;
	size[1] = jobcoord->shape.b;
	size[2] = jobcoord->shape.c;
	size[3] = jobcoord->shape.d;
	size[4] = jobcoord->shape.e;
	size[5] = numProcesses;
	calculated = MUSPI_PreCalculateMapOffsets(mapFilename, size, offset) == 0;
	if (!calculated) {
		file = fopen(mapFilename, "r");
		if (file == NULL)
			return -1;
	}
	for (rank = 0; rc >= 0 && rank < np; rank++) {
		uint64_t place = 0, places = 1;

		if (!calculated) {
			rc = muspi_map_next(file, size, offset, coord, mpmdFound);
			if (rc < 0)
				break;
			calculated = rc == 2;
		}
		for (d = 0; d < NUMDIMENSION; d++) {
			if (calculated)
				coord[d] = rank / offset[d] % size[d];
			place = place * size[d] + coord[d];
			places *= size[d];
		}
		if (place >= places) {
			rc = -1;
			break;
		}
		if (map) {
			map[rank].a = coord[0] & 0x3f;
			map[rank].b = coord[1] & 0x3f;
			map[rank].c = coord[2] & 0x3f;
			map[rank].d = coord[3] & 0x3f;
			map[rank].e = coord[4] & 1;
			map[rank].t = coord[5] & 0x3f;
			map[rank].reserved = 0;
		}
		if (myRank && coord[0] == mycoord->a && coord[1] == mycoord->b &&
		    coord[2] == mycoord->c && coord[3] == mycoord->d &&
		    coord[4] == mycoord->e && coord[5] == mycoord->t) {
			*myRank = rank;
			if (!map)
				break;
		}
	}
	if (file)
		fclose(file);
	return rc < 0 ? -1 : 0;
}

#ifdef __cplusplus
}
#endif
#endif
