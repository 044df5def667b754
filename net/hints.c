/*
 * hints.c - the hint bits of a header, as a message unit checks them before it sends.  Compiled
 * once: by the shape alone, whatever the kind of router.
 */
#include "hint.h"
#include "net.h"

const char *net_hints_wrong(const struct net_shape *s, uint32_t src, uint32_t dst,
			    const uint8_t *header)
{
	uint8_t from[NET_DIMS_MAX], to[NET_DIMS_MAX];
	const char *why = NULL;

	if (!net_header_has_hints(header))
		return NULL;
	net_coord_of(s, src, from);
	net_coord_of(s, dst, to);
	for (int d = 0; d < (int)net_shape_dims(s) && !why; d++)
		why = net_hint_wrong(s, d, net_header_hint(header, (unsigned)d), from[d], to[d]);
	return why;
}
