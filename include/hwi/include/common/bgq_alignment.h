/*
 * hwi/include/common/bgq_alignment.h - alignments of the A2 core and its caches.
 *
 * Public; C99 and C++98.  Follows the driver header of the same name: line sizes
 * in bytes; ALIGN_* are attributes for C and powers of two for assembly.  These
 * are the modelled machine's lines and must not follow those of the host.
 */
#ifndef _BGQ_ALIGNMENT_H_
#define _BGQ_ALIGNMENT_H_

#include <hwi/include/common/compiler_support.h>

#define L1_CACHE_LINE_SIZE 64
#define L2_CACHE_LINE_SIZE 128

#ifdef __ASSEMBLY__
#define ALIGN_L1_DIRTYBIT 4
#define ALIGN_QUADWORD 5
#define ALIGN_L1_CACHE 6
#define ALIGN_L1I_CACHE ALIGN_L1_CACHE
#define ALIGN_L1D_CACHE ALIGN_L1_CACHE
#define ALIGN_L2_CACHE 7
#else
#define ALIGN_L1_DIRTYBIT __attribute__((__aligned__(8)))
#define ALIGN_QPX_VECTOR __attribute__((__aligned__(32)))
#define ALIGN_QUADWORD ALIGN_QPX_VECTOR
#define ALIGN_L1_CACHE __attribute__((__aligned__(L1_CACHE_LINE_SIZE)))
#define ALIGN_L1I_CACHE ALIGN_L1_CACHE
#define ALIGN_L1D_CACHE ALIGN_L1_CACHE
#define ALIGN_L2_CACHE __attribute__((__aligned__(L2_CACHE_LINE_SIZE)))
#endif

#endif
