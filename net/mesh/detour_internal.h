/* detour_internal.h - between detour.c, which finds routes, and settle.c, which has turns added. */
#ifndef BGQ_NET_MESH_DETOUR_INTERNAL_H
#define BGQ_NET_MESH_DETOUR_INTERNAL_H

#include "detour.h"

struct path {
	unsigned n;
	uint8_t way[NET_WORD_SEGMENTS], hops[NET_WORD_SEGMENTS];
	bool longer; /* than six segments, or back the way it came */
	int at[3];
};

/* Which turns may be added.  Those of a sign of Y never make a cycle, wherever they are: first X
 * and Y of that sign, as often as one likes, then Y of the other sign and Z; what is Y in each of
 * the two parts only grows, or only falls.  XYZ order is within them. */
enum adding { ADD_NONE, ADD_PLUS, ADD_MINUS, ADD_ANY, ADD_SEARCHED };

/* A route between live nodes; turns that it needs are added, if they may be.  False: none. */
bool detour_find(const struct net_detours *d, enum adding adding, const uint8_t from[3],
		 const uint8_t to[3], struct path *p);

#endif
