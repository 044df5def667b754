/*
 * zone.c - zone routing and dimension order: in which order packets cross their
 * dimensions.  Turns the masks, as registers hold them, into tables indexed by the
 * dimensions that a packet has left to go.
 */
#include <errno.h>
#include <string.h>

#include "internal.h"

#define ALL_DIMS 0x1fu

/* Dimensions by length, longest first; together: those of one length in one mask. */
static void longest_first(const struct net_shape *s, bool together, uint8_t masks[NET_MASKS])
{
	unsigned left = ALL_DIMS;

	memset(masks, 0, NET_MASKS);
	for (unsigned i = 0; left; i++) {
		unsigned longest = 0;

		for (unsigned d = 0; d < NET_DIMS; d++)
			if ((left >> d & 1) && s->size[d] > longest)
				longest = s->size[d];
		for (unsigned d = 0; d < NET_DIMS; d++) {
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
	case 1: masks[0] = ALL_DIMS; break;
	case 2: longest_first(s, false, masks); break;
	default:
		for (unsigned d = 0; d < NET_DIMS; d++)
			masks[d] = (uint8_t)(1u << d);
	}
}

/* The first mask that has any of these dimensions, cut down to them. */
static unsigned first_of(const uint8_t masks[NET_MASKS], unsigned dims)
{
	for (unsigned i = 0; i < NET_MASKS; i++)
		if (masks[i] & dims)
			return masks[i] & dims;
	return 0;
}

static bool covers_all(const uint8_t masks[NET_MASKS])
{
	unsigned all = 0;

	for (unsigned i = 0; i < NET_MASKS; i++)
		all |= masks[i];
	return (all & ALL_DIMS) == ALL_DIMS;
}

int net_set_zone(struct net *net, unsigned zone, const uint8_t masks[NET_MASKS])
{
	if (zone >= NET_ZONES || !covers_all(masks))
		return -EINVAL;
	memcpy(net->zone_masks[zone], masks, NET_MASKS);
	for (unsigned dims = 0; dims <= ALL_DIMS; dims++)
		net->zone[zone][dims] = (uint8_t)first_of(masks, dims);
	return 0;
}

int net_set_order(struct net *net, const uint8_t masks[NET_MASKS])
{
	if (!covers_all(masks))
		return -EINVAL;
	memcpy(net->order_masks, masks, NET_MASKS);
	for (unsigned dims = 1; dims <= ALL_DIMS; dims++)
		net->order[dims] = (uint8_t)__builtin_ctz(first_of(masks, dims));
	return 0;
}

void net_get_zone(const struct net *net, unsigned zone, uint8_t masks[NET_MASKS])
{
	assert(zone < NET_ZONES);
	memcpy(masks, net->zone_masks[zone], NET_MASKS);
}

void net_get_order(const struct net *net, uint8_t masks[NET_MASKS])
{
	memcpy(masks, net->order_masks, NET_MASKS);
}
