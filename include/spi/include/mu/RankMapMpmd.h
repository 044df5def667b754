/*
 * mu/RankMapMpmd.h - lines of map files, and which program a rank runs (multiple
 * program, multiple data): the part of mu/RankMap.h, which includes this, that reads
 *
 *	#mpmdbegin 0-3,8,16-30x2     ranks; x2: every second
 *	#mpmdcmd ./program argument
 *	#mpmdend
 */
#ifndef SPI_MU_RANK_MAP_MPMD_H
#define SPI_MU_RANK_MAP_MPMD_H

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef __INLINE__
#define __INLINE__ static inline
#endif

#define MUSPI_MAP_LINE_BYTES_ 256

#ifdef __cplusplus
extern "C" {
#endif

/* The next line without its end: 1, 0 at the end of the file, or -1. */
__INLINE__ int muspi_map_line(FILE *file, char *line)
{
	size_t n;

	if (fgets(line, MUSPI_MAP_LINE_BYTES_, file) == NULL)
		return ferror(file) ? -1 : 0;
	n = strlen(line);
	if (n && line[n - 1] == '\n')
		line[n - 1] = '\0';
	else if (n == MUSPI_MAP_LINE_BYTES_ - 1)
		return -1;
	return 1;
}

/* Is the rank in the list?  1, 0, or -1: no list of ranks. */
__INLINE__ int muspi_mpmd_has(const char *list, uint32_t rank)
{
	char *p = (char *)(uintptr_t)list;
	int found = 0;

	if (strspn(list, "0123456789-,x \t") != strlen(list))
		return -1;
	for (;;) {
		unsigned long first = strtoul(p, &p, 10), last = first, stride = 1;

		if (*p == '-')
			last = strtoul(p + 1, &p, 10);
		if (*p == 'x')
			stride = strtoul(p + 1, &p, 10);
		if (first > 0x7fffffff || last > 0x7fffffff || last < first || stride == 0)
			return -1;
		if (rank >= first && rank <= last && (rank - first) % stride == 0)
			found = 1;
		p += strcspn(p, ",");
		if (*p++ == '\0')
			return found;
	}
}

/* *sequenceID = the number, from 0 on, of the first section of the file with rank
 * myRank, and its command in cmdline, which has room for cmdstrsize bytes (a command
 * that fills it has no zero at the end).  Returns 0; -1 if there is none, or if the
 * file is wrong before it.  tmpStorage is not used. */
__INLINE__ int MUSPI_GetMPMDData(const char *mapFilename, uint32_t myRank,
				 size_t tmpStorageSize, void *tmpStorage,
				 uint32_t *sequenceID, size_t cmdstrsize, char *cmdline)
{
	char line[MUSPI_MAP_LINE_BYTES_];
	uint32_t section = 0;
	int inside = 0, commands = 0, mine = 0, rc = -1;
	FILE *file;

	(void)tmpStorageSize;
	(void)tmpStorage;
	file = mapFilename ? fopen(mapFilename, "r") : NULL;
	if (file == NULL)
		return -1;
	while (muspi_map_line(file, line) == 1) {
		size_t n = strlen(line), i;
		const char *p;

		while (n && isspace((unsigned char)line[n - 1]))
			line[--n] = '\0';
		if (!strncmp(line, "#mpmdbegin ", 11)) {
			mine = muspi_mpmd_has(line + 11, myRank);
			if (inside || mine < 0)
				break;
			inside = 1;
			commands = 0;
		} else if (!strncmp(line, "#mpmdcmd ", 9)) {
			if (!inside || commands++)
				break;
			for (p = line + 9; isspace((unsigned char)*p); p++)
				;
			for (i = 0; i < cmdstrsize; i++) {
				cmdline[i] = *p;
				p += *p != '\0';
			}
		} else if (!strcmp(line, "#mpmdend")) {
			if (!inside || commands != 1)
				break;
			if (mine) {
				*sequenceID = section;
				rc = 0;
				break;
			}
			inside = 0;
			section++;
		}
	}
	fclose(file);
	return rc;
}

#ifdef __cplusplus
}
#endif
#endif
