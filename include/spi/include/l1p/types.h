/*
 * l1p/types.h - types of the L1 prefetcher's interfaces.  Types only.
 *
 * Source: names and values are those of the driver header of the same name.
 */
#ifndef SPI_L1P_TYPES_H
#define SPI_L1P_TYPES_H

#include <stddef.h>
#include <stdint.h>

#include <hwi/include/common/compiler_support.h>

/* ---- Return codes; 0 is success. */

typedef enum {
	L1P_NOMEMORY = 1,
	L1P_PARMRANGE,
	L1P_PATTERNACTIVE,
	L1P_NOTAPATTERN,
	L1P_ALREADYCONFIGURED,
	L1P_NOTCONFIGURED
} L1P_ErrorCode;

/* ---- Streams. */

/* Bytes of a line. */
#define L1P_CACHELINESIZE 128

/* What establishes a stream. */
typedef enum {
	L1P_stream_optimistic = 1,
	L1P_stream_confirmed,
	L1P_confirmed_or_dcbt,
	L1P_stream_disable
} L1P_StreamPolicy_t;

/* ---- Patterns. */

/* Bytes of a list that one miss takes. */
#define L1P_MISSLISTENTRYSIZE 4

/* size: bytes of each list. */
typedef struct {
	size_t size;
	void *ReadPattern;
	void *WritePattern;
} L1P_Pattern_t;

/* What allocating means when there are as many patterns as may be. */
typedef enum {
	L1P_PatternLimit_Disable = 1,
	L1P_PatternLimit_Error,
	L1P_PatternLimit_Assert,
	L1P_PatternLimit_Prune
} L1P_PatternLimitPolicy_t;

/* The bits are those of the machine's word, lowest first on little-endian hosts. */
typedef union {
	uint64_t status;
	struct {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
		uint64_t pad : 60;
		uint64_t finished : 1;
		uint64_t abandoned : 1;
		uint64_t maximum : 1;
		uint64_t endoflist : 1;
#else
		uint64_t endoflist : 1;
		uint64_t maximum : 1;
		uint64_t abandoned : 1;
		uint64_t finished : 1;
		uint64_t pad : 60;
#endif
	} s;
} L1P_Status_t;

/* ---- Contexts. */

/* What configuring a pattern means while one is configured. */
typedef enum {
	L1P_NestingSaveContext = 1,
	L1P_NestingIgnore,
	L1P_NestingFlat,
	L1P_NestingError
} L1P_PatternNest_t;

typedef struct {
	volatile uint32_t criticalatom;
	unsigned int valid;
	unsigned int ignorePatternActions;
	unsigned int nestDepth;
	L1P_PatternNest_t nestPolicy;
	unsigned int implicitPatternAllocate;
	L1P_Pattern_t currentPattern;
	void *nestedContext;
} L1P_SPIContext;

#endif
