/*
 * mu/Classroute_inlines.h - a tree over a rectangle of nodes, as each node's links
 * of a class route; with what it includes, also rectangles and which ranks use which route.
 *
 * The tree: from any node a packet corrects one dimension after the other, in the
 * order dims[dim0], dims[dim0 + 1], ... (cyclic; dims = NULL: A..E), towards the
 * root, but never leaves the rectangle.  output is the next link on that way,
 * input the links of those for which this node is the next.  All nodes of a
 * rectangle must use the same root and order.
 *
 * Nothing here talks to the kernel or waits.
 */
#ifndef SPI_MU_CLASSROUTE_INLINES_H
#define SPI_MU_CLASSROUTE_INLINES_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <spi/include/mu/Classroute.h>
#include <spi/include/mu/ClassrouteIds.h>
#include <spi/include/mu/ClassrouteRect.h>

#ifndef __INLINE__
#define __INLINE__ static inline
#endif

/* The virtual channel of the route *crp, as BGQ_CLASS_INPUT_VC_USER and its like:
 * ask for it, or set it, links and local bit untouched. */
#define GET_CR_ROUTE_VC(crp)     muspi_classroute_vc(crp)
#define SET_CR_ROUTE_VC(crp, vc) muspi_classroute_set_vc(crp, vc)

/* The bit of the link of dimension n (CR_AXIS_*) and sign s (CR_SIGN_*): A- is the
 * highest, then A+, B-, ... */
#define CR_LINK(n, s) (BGQ_CLASS_LINK_AP >> (2 * (n)) << (s))

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Virtual channels. */

__INLINE__ int muspi_classroute_vc(const ClassRoute_t *cr)
{
	return cr->input & BGQ_CLASS_INPUT_VC_MASK;
}

/* Returns the new input. */
__INLINE__ uint16_t muspi_classroute_set_vc(ClassRoute_t *cr, int vc)
{
	cr->input = (uint16_t)((cr->input - muspi_classroute_vc(cr)) | vc);
	return cr->input;
}

/* ---- Roots. */

/* *worldroot = the middle of world; *pri_dim = position in dims of the last
 * dimension longer than 1 (0 if there is none). */
__INLINE__ void MUSPI_PickWorldRoot(CR_RECT_T *world, int *dims, CR_COORD_T *worldroot,
				    int *pri_dim)
{
	CR_COORD_T root = *CR_RECT_LL(world);
	int x;

	*pri_dim = 0;
	for (x = 0; x < CR_NUM_DIMS; x++) {
		int d = dims ? dims[x] : x;
		int length = muspi_rect_length(world, d);

		if (length > 1)
			*pri_dim = x;
		CR_COORD_DIM(&root, d) += (uint32_t)(length / 2);
	}
	*worldroot = root;
}

/* Two roots at opposite ends of the shortest dimension longer than 1, in the
 * middle of the others. */
__INLINE__ void MUSPI_PickWorldRootPair(CR_RECT_T *world, int *dims,
					CR_COORD_T *worldroot1, CR_COORD_T *worldroot2,
					int *pri_dim)
{
	int x, d, shortest = 0, unused;

	*pri_dim = 0;
	for (x = 0; x < CR_NUM_DIMS; x++) {
		int length = muspi_rect_length(world, dims ? dims[x] : x);

		if (length > 1 && (shortest == 0 || length <= shortest)) {
			shortest = length;
			*pri_dim = x;
		}
	}
	MUSPI_PickWorldRoot(world, dims, worldroot1, &unused);
	*worldroot2 = *worldroot1;
	d = dims ? dims[*pri_dim] : *pri_dim;
	CR_COORD_DIM(worldroot1, d) = CR_COORD_DIM(CR_RECT_LL(world), d);
	CR_COORD_DIM(worldroot2, d) = CR_COORD_DIM(CR_RECT_UR(world), d);
}

/* ---- Links of one node. */

/* Add dimension d to the route of node me.  Returns 1 if the output is found: then
 * me has no part in later dimensions. */
__INLINE__ int muspi_classroute_dim(uint32_t root, uint32_t me, uint32_t low,
				    uint32_t high, int d, ClassRoute_t *cr)
{
	/* Away from the root there are nodes whose way leads through me. */
	if (me <= root && me > low)
		cr->input |= (uint16_t)CR_LINK(d, CR_SIGN_NEG);
	if (me >= root && me < high)
		cr->input |= (uint16_t)CR_LINK(d, CR_SIGN_POS);
	if (me < root && me < high) {
		cr->output |= (uint16_t)CR_LINK(d, CR_SIGN_POS);
		return 1;
	}
	if (me > root && me > low) {
		cr->output |= (uint16_t)CR_LINK(d, CR_SIGN_NEG);
		return 1;
	}
	return 0;
}

/* *cr = the torus links of node me in the tree over comm; without the local bit.
 * The root of comm is its node nearest to worldroot. */
__INLINE__ void MUSPI_BuildNodeClassroute(CR_RECT_T *world, CR_COORD_T *worldroot,
					  CR_COORD_T *me, CR_RECT_T *comm, int *dims,
					  int dim0, ClassRoute_t *cr)
{
	ClassRoute_t route = { 0, 0 };
	int x;

	(void)world;
	for (x = 0; x < CR_NUM_DIMS; x++) {
		int d = (dim0 + x) % CR_NUM_DIMS;

		d = dims ? dims[d] : d;
		if (muspi_classroute_dim(CR_COORD_DIM(worldroot, d), CR_COORD_DIM(me, d),
					 CR_COORD_DIM(CR_RECT_LL(comm), d),
					 CR_COORD_DIM(CR_RECT_UR(comm), d), d, &route))
			break;
	}
	*cr = route;
}

__INLINE__ int muspi_classroute_excluded(CR_COORD_T *me, CR_COORD_T *exclude, int nexclude)
{
	int i;

	for (i = 0; i < nexclude; i++) {
		if (__MUSPI_eq_coords(&exclude[i], me))
			return 1;
	}
	return 0;
}

/* The same with nexclude nodes that pass packets on but contribute none: sets the
 * local bit of the others, and drops links behind which no node contributes. */
__INLINE__ void MUSPI_BuildNodeClassrouteSparse(CR_RECT_T *world, CR_COORD_T *worldroot,
						CR_COORD_T *me, CR_RECT_T *comm,
						CR_COORD_T *exclude, int nexclude,
						int *dims, int dim0, ClassRoute_t *cr)
{
	ClassRoute_t route;
	int d, s;

	MUSPI_BuildNodeClassroute(world, worldroot, me, comm, dims, dim0, &route);
	for (d = 0; d < CR_NUM_DIMS; d++) {
		for (s = 0; s < CR_NUM_DIRS; s++) {
			CR_COORD_T child = *me;
			ClassRoute_t below;

			if (!(route.input & CR_LINK(d, s)))
				continue;
			CR_COORD_DIM(&child, d) += s == CR_SIGN_POS ? 1u : -1u;
			/* A node that contributes is not asked for what is below it: else
			 * each node would go through all that are below. */
			if (!muspi_classroute_excluded(&child, exclude, nexclude))
				continue;
			MUSPI_BuildNodeClassrouteSparse(world, worldroot, &child, comm,
							exclude, nexclude, dims, dim0,
							&below);
			if (below.input == 0)
				route.input &= (uint16_t)~CR_LINK(d, s);
		}
	}
	if (!muspi_classroute_excluded(me, exclude, nexclude))
		route.input |= BGQ_CLASS_INPUT_LINK_LOCAL;
	if (route.input == 0)
		route.output = 0;
	*cr = route;
}

#ifdef __cplusplus
}
#endif
#endif
