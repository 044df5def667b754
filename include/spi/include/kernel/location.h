/*
 * kernel/location.h - where the calling hardware thread is: core, node, rank,
 * coordinates.
 *
 * All calls return without waiting, from any hardware thread.  Functions of the
 * runtime (programs redeclare some of them); must never become macros.
 */
#ifndef SPI_KERNEL_LOCATION_H
#define SPI_KERNEL_LOCATION_H

#include <spi/include/kernel/cnk/kernel_impl.h>
#include <cnk/include/SPRG_Usage.h>
#include <hwi/include/common/compiler_support.h>
#include <spi/include/kernel/process.h>

/* Coordinates of one process.  Programs also look at the 32-bit word, whose value
 * is e << 31 | reserved << 30 | a << 24 | b << 18 | c << 12 | d << 6 | t whatever
 * the byte order of the host; compilers fill bit-fields from the low end on
 * little-endian hosts. */
typedef struct {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	uint32_t e : 1;
	uint32_t reserved : 1;
	uint32_t a : 6;
	uint32_t b : 6;
	uint32_t c : 6;
	uint32_t d : 6;
	uint32_t t : 6;
#else
	uint32_t t : 6;
	uint32_t d : 6;
	uint32_t c : 6;
	uint32_t b : 6;
	uint32_t a : 6;
	uint32_t reserved : 1;
	uint32_t e : 1;
#endif
} BG_CoordinateMapping_t;

/* The job inside its block: first node and number of nodes of each dimension. */
typedef struct {
	struct {
		uint8_t a, b, c, d, e, core;
	} corner;
	struct {
		uint8_t a, b, c, d, e, core;
	} shape;
	uint8_t isSubBlock;
} BG_JobCoords_t;

#ifdef __cplusplus
extern "C" {
#endif

/* Core 0..16 and thread of the core 0..3 that the caller runs on; ProcessorID =
 * core * 4 + thread.  The Physical names mean the same. */
uint32_t Kernel_ProcessorCoreID(void);
uint32_t Kernel_ProcessorThreadID(void);
uint32_t Kernel_ProcessorID(void);
uint32_t Kernel_PhysicalProcessorID(void);
uint32_t Kernel_PhysicalHWThreadID(void);
uint32_t Kernel_PhysicalHWThreadIndex(void);

/* Hardware thread number in the block: node * 68 + ProcessorID, nodes numbered
 * with E running fastest. */
uint32_t Kernel_BlockThreadId(void);

/* The calling process: its number in the node (0..ProcessCount-1), its rank. */
uint32_t Kernel_MyTcoord(void);
uint32_t Kernel_GetRank(void);

/* Coordinates of every rank: mapsize is the size of map in bytes, *numentries the
 * number of ranks.  Returns 0, EFAULT, or EINVAL if the map is too small. */
uint32_t Kernel_RanksToCoords(size_t mapsize, BG_CoordinateMapping_t *map,
			      uint64_t *numentries);

/* Return 0 or EFAULT.  Mapping: the order of dimensions ("ABCDET") or, with
 * *isFile = 1, the name of a map file; of which maporderlen bytes are stored, so
 * that a short buffer gets no zero at the end. */
uint32_t Kernel_JobCoords(BG_JobCoords_t *sblock);
uint32_t Kernel_GetMapping(size_t maporderlen, char *maporder, uint32_t *isFile);

/* Processor version register.  Returns 0 or EFAULT. */
uint32_t Kernel_GetPVR(uint32_t *pvr);

#ifdef __cplusplus
}
#endif
#endif
