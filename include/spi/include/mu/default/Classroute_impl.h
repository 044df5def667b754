/*
 * mu/default/Classroute_impl.h - coordinates and rectangles for mu/Classroute.h,
 * which includes this.  Rectangles contain both corners.  Types only.
 */
#ifndef SPI_MU_CLASSROUTE_IMPL_H
#define SPI_MU_CLASSROUTE_IMPL_H

/* C++98 has no macros with variable arguments; the interface has one. */
#pragma GCC system_header

#include <stdint.h>
#include <sys/types.h>

#ifndef CR_NUM_DIMS
#define CR_NUM_DIMS 5
#endif

typedef struct {
	uint32_t coords[CR_NUM_DIMS];
} CR_COORD_T;

typedef struct {
	CR_COORD_T ll; /* least coordinates */
	CR_COORD_T ur; /* greatest */
} CR_RECT_T;

#define CR_COORD_INIT(...)    ((CR_COORD_T){ { __VA_ARGS__ } })
#define CR_COORD_DIM(c, d)    ((c)->coords[d])
#define CR_RECT_LL(r)         (&(r)->ll)
#define CR_RECT_UR(r)         (&(r)->ur)

#endif
