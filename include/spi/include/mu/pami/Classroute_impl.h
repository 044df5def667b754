/*
 * mu/pami/Classroute_impl.h - the same on the coordinate type of the messaging
 * library PAMI, whose sys/pami.h must be in the include path.  Types only.
 */
#ifndef SPI_MU_CLASSROUTE_IMPL_H
#define SPI_MU_CLASSROUTE_IMPL_H

#include <stdint.h>
#include <sys/types.h>

#include "sys/pami.h"

typedef pami_coord_t CR_COORD_T;

typedef struct {
	CR_COORD_T ll;
	CR_COORD_T ur;
} CR_RECT_T;

#define CR_COORD_INIT(...) \
	((CR_COORD_T){ PAMI_N_TORUS_NETWORK, { { { __VA_ARGS__ } } } })
#define CR_COORD_DIM(c, d) ((c)->u.n_torus.coords[d])
#define CR_RECT_LL(r)      (&(r)->ll)
#define CR_RECT_UR(r)      (&(r)->ur)

#endif
