/*
 * mu/Classroute.h - names for the torus as class routes see it: dimensions,
 * directions, coordinates, rectangles.
 *
 * A program may bring its own coordinate type by having a Classroute_impl.h in its
 * include path (mu/default, mu/pami, or its own); without one, mu/default is used.
 * Macros and types only.
 */
#ifndef SPI_MU_CLASSROUTE_H
#define SPI_MU_CLASSROUTE_H

#include <spi/include/kernel/cnk/kernel_impl.h>
#include <hwi/include/bqc/classroute.h>

#define CR_SIGN_POS 0
#define CR_SIGN_NEG 1
#define CR_NUM_DIRS 2

#define CR_AXIS_A   0
#define CR_AXIS_B   1
#define CR_AXIS_C   2
#define CR_AXIS_D   3
#define CR_AXIS_E   4
#define CR_NUM_DIMS 5

#define CR_DIM_NAMES "ABCDE"
#define CR_DIR_NAMES "+-"

/* Bits of ClassRoute_t that name torus links; that may be set in output, input. */
#define CR_COLL_CLASS_LINK_MASK \
	(BGQ_CLASS_LINK_AM | BGQ_CLASS_LINK_AP | BGQ_CLASS_LINK_BM | \
	 BGQ_CLASS_LINK_BP | BGQ_CLASS_LINK_CM | BGQ_CLASS_LINK_CP | \
	 BGQ_CLASS_LINK_DM | BGQ_CLASS_LINK_DP | BGQ_CLASS_LINK_EM | \
	 BGQ_CLASS_LINK_EP)
#define CR_COLL_CLASS_OUTPUT_MASK CR_COLL_CLASS_LINK_MASK
#define CR_COLL_CLASS_INPUT_MASK \
	(CR_COLL_CLASS_LINK_MASK | BGQ_CLASS_INPUT_LINK_LOCAL | BGQ_CLASS_INPUT_VC_MASK)

#if defined(__has_include)
#if __has_include("Classroute_impl.h")
#define SPI_MU_CLASSROUTE_HAVE_IMPL
#endif
#endif

#ifdef SPI_MU_CLASSROUTE_HAVE_IMPL
#include "Classroute_impl.h"
#else
#include <spi/include/mu/default/Classroute_impl.h>
#endif

#endif
