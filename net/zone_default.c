/*
 * zone_default.c - the zones and the deterministic order at boot.  Compiled once: by the shape
 * alone, whatever the kind of router.
 */
#include <string.h>

#include "net.h"

static unsigned all_dims(const struct net_shape *s)
{
	return (1u << net_shape_dims(s)) - 1;
}

/* Dimensions by length, longest first; together: those of one length in one mask. */
static void longest_first(const struct net_shape *s, bool together, uint8_t masks[NET_MASKS])
{
	unsigned left = all_dims(s);

	memset(masks, 0, NET_MASKS);
	for (unsigned i = 0; left; i++) {
		unsigned longest = 0;

		for (unsigned d = 0; d < net_shape_dims(s); d++)
			if ((left >> d & 1) && s->size[d] > longest)
				longest = s->size[d];
		for (unsigned d = 0; d < net_shape_dims(s); d++) {
			if (!(left >> d & 1) || s->size[d] != longest)
				continue;
			masks[i] |= (uint8_t)(1u << d);
			left &= ~(1u << d);
			if (!together)
				break;
		}
	}
}

void net_order_default(const struct net_shape *s, uint8_t masks[NET_MASKS])
{
	longest_first(s, false, masks);
}

void net_zone_default(const struct net_shape *s, unsigned zone, uint8_t masks[NET_MASKS])
{
	memset(masks, 0, NET_MASKS);
	switch (zone) {
	case 0: longest_first(s, true, masks); break;
	case 1: masks[0] = (uint8_t)all_dims(s); break;
	case 2: longest_first(s, false, masks); break;
	default:
		for (unsigned d = 0; d < net_shape_dims(s); d++)
			masks[d] = (uint8_t)(1u << d);
	}
}
