/*
 * mu/ClassrouteRect.h - rectangles of nodes: the part of mu/Classroute_inlines.h,
 * which includes this, that compares them, and chooses one for a job of np nodes
 * inside the block and lists the nodes of it that have no place in the job.
 *
 * Rectangles contain both corners; chosen ones begin at the block's least coordinates.
 * co needs room for as many coordinates as the rectangle has nodes too many.  Pure
 * functions.
 */
#ifndef SPI_MU_CLASSROUTE_RECT_H
#define SPI_MU_CLASSROUTE_RECT_H

#include <spi/include/mu/Classroute.h>

#ifndef __INLINE__
#define __INLINE__ static inline
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Comparing. */

/* 1 the same node, 0 two nodes.  E first: it is where neighbours in rank differ. */
__INLINE__ int __MUSPI_eq_coords(CR_COORD_T *c0, CR_COORD_T *c1)
{
	int left = CR_NUM_DIMS;

	while (left > 0 && CR_COORD_DIM(c0, left - 1) == CR_COORD_DIM(c1, left - 1))
		left--;
	return left == 0;
}

/* 0 the same, -1 they share nodes, 1 they do not. */
__INLINE__ int __MUSPI_rect_compare(CR_RECT_T *rect1, CR_RECT_T *rect2)
{
	int d;

	if (__MUSPI_eq_coords(CR_RECT_LL(rect1), CR_RECT_LL(rect2)) &&
	    __MUSPI_eq_coords(CR_RECT_UR(rect1), CR_RECT_UR(rect2)))
		return 0;
	for (d = 0; d < CR_NUM_DIMS; d++) {
		if (CR_COORD_DIM(CR_RECT_UR(rect1), d) <
			    CR_COORD_DIM(CR_RECT_LL(rect2), d) ||
		    CR_COORD_DIM(CR_RECT_UR(rect2), d) <
			    CR_COORD_DIM(CR_RECT_LL(rect1), d))
			return 1;
	}
	return -1;
}

__INLINE__ int muspi_rect_length(CR_RECT_T *r, int d)
{
	return (int)(CR_COORD_DIM(CR_RECT_UR(r), d) - CR_COORD_DIM(CR_RECT_LL(r), d) + 1);
}

/* Number of nodes. */
__INLINE__ int __MUSPI_rect_size(CR_RECT_T *r)
{
	int d, nodes = 1;

	for (d = 0; d < CR_NUM_DIMS; d++)
		nodes *= muspi_rect_length(r, d);
	return nodes;
}

/* ---- Choosing. */

/* Nodes of a box of these lengths, dimension `without` (-1: none) counted as 1. */
__INLINE__ int muspi_box_nodes(const int *length, int without)
{
	int d, nodes = 1;

	for (d = 0; d < CR_NUM_DIMS; d++) {
		if (d != without)
			nodes *= length[d];
	}
	return nodes;
}

__INLINE__ void muspi_box_place(CR_RECT_T *univ, const int *length, CR_RECT_T *r)
{
	int d;

	for (d = 0; d < CR_NUM_DIMS; d++) {
		uint32_t low = CR_COORD_DIM(CR_RECT_LL(univ), d);

		CR_COORD_DIM(CR_RECT_LL(r), d) = low;
		CR_COORD_DIM(CR_RECT_UR(r), d) = low + (uint32_t)length[d] - 1;
	}
}

/* The last n nodes of r in the order in which order[CR_NUM_DIMS - 1] counts fastest,
 * last one first. */
__INLINE__ void muspi_box_last(CR_RECT_T *r, const int *order, int n, CR_COORD_T *co)
{
	CR_COORD_T c = *CR_RECT_UR(r);
	int i, x;

	for (i = 0; i < n; i++) {
		co[i] = c;
		for (x = CR_NUM_DIMS - 1; x >= 0; x--) {
			int d = order[x];

			if (CR_COORD_DIM(&c, d) > CR_COORD_DIM(CR_RECT_LL(r), d)) {
				CR_COORD_DIM(&c, d)--;
				break;
			}
			CR_COORD_DIM(&c, d) = CR_COORD_DIM(CR_RECT_UR(r), d);
		}
	}
}

/* Of the block's dimensions in the order dims, dims[0] filled first, those that np
 * nodes reach in full.  *pri_dim: the last dimension, in that order, longer than 1, or
 * 0.  co: the *nx nodes too many, the last ones in that order. */
__INLINE__ void MUSPI_MakeNpRectMap(CR_RECT_T *univ, int np, int *dims, CR_RECT_T *comm,
				    CR_COORD_T *co, int *nx, int *pri_dim)
{
	int length[CR_NUM_DIMS], order[CR_NUM_DIMS];
	int x, nodes = 1;

	*pri_dim = 0;
	for (x = 0; x < CR_NUM_DIMS; x++) {
		int d = dims[x];
		int all = muspi_rect_length(univ, d);

		length[d] = nodes < np ? all : 1;
		nodes *= all;
		if (length[d] > 1)
			*pri_dim = d;
		order[CR_NUM_DIMS - 1 - x] = d;
	}
	muspi_box_place(univ, length, comm);
	*nx = muspi_box_nodes(length, -1) - np;
	if (*nx < 0)
		*nx = 0;
	muspi_box_last(comm, order, *nx, co);
}

/* A regular box: all of E, and the other dimensions as equal as they can be with
 * room for np nodes, grown one after the other from A on.  *pri_dim: the first
 * dimension but E in which leaving out nodes leaves a layer, or 0.  co: the *nx nodes
 * too many, the last ones in the order in which E counts fastest. */
__INLINE__ void MUSPI_MakeNpRect(CR_RECT_T *univ, int np, CR_RECT_T *comm, CR_COORD_T *co,
				 int *nx, int *pri_dim)
{
	static const int order[CR_NUM_DIMS] = { 0, 1, 2, 3, 4 };
	const int last = CR_NUM_DIMS - 1;
	int length[CR_NUM_DIMS], all[CR_NUM_DIMS];
	int d, side = 1, spare; /* nodes too many; if negative: too few */

	for (d = 0; d < CR_NUM_DIMS; d++)
		all[d] = muspi_rect_length(univ, d);
	while ((side + 1) * (side + 1) * (side + 1) * (side + 1) <= np / all[last])
		side++;
	for (d = 0; d < last; d++)
		length[d] = side;
	length[last] = all[last];
	spare = muspi_box_nodes(length, -1) - np;
	for (d = 0; d < last; d++) {
		int layer = muspi_box_nodes(length, d);
		int more = 0;

		if (all[d] < side)
			more = all[d] - side;
		else if (spare < 0)
			more = (layer - 1 - spare) / layer;
		if (more > all[d] - side)
			more = all[d] - side;
		length[d] += more;
		spare += more * layer;
	}
	*pri_dim = 0;
	for (d = last - 1; spare > 0 && d >= 0; d--) {
		if (length[d] > 1 && muspi_box_nodes(length, d) > spare)
			*pri_dim = d;
	}
	muspi_box_place(univ, length, comm);
	*nx = spare > 0 ? spare : 0;
	muspi_box_last(comm, order, *nx, co);
}

#ifdef __cplusplus
}
#endif
#endif
