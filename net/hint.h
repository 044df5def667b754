/* hint.h - what is wrong with a packet's hint bit of a dimension. */
#ifndef BGQ_NET_HINT_H
#define BGQ_NET_HINT_H

#include <stddef.h>

#include "header.h"
#include "net/machine/shape.h"

/* The hint of dimension d for a packet from coordinate from to coordinate to. */
static inline const char *net_hint_wrong(const struct net_shape *s, int d, unsigned hint,
					 uint8_t from, uint8_t to)
{
	if (hint == NET_HINT_BOTH)
		return "both hint bits of a dimension are set";
	if (hint != NET_HINT_NONE && from != to && !s->torus[d] &&
	    (hint == NET_HINT_PLUS) != (to > from))
		return "hint bit leads off the end of a mesh";
	return NULL;
}

#endif
