/*
 * zone.c - zone routing and dimension order: in which order packets cross their
 * dimensions.  Turns the masks, as registers hold them, into tables indexed by the
 * dimensions that a packet has left to go.
 */
#include <errno.h>
#include <string.h>

#include "internal.h"

/* The first mask that has any of these dimensions, cut down to them. */
static unsigned first_of(const uint8_t masks[NET_MASKS], unsigned dims)
{
	for (unsigned i = 0; i < NET_MASKS; i++)
		if (masks[i] & dims)
			return masks[i] & dims;
	return 0;
}

static unsigned all_dims(const struct net *net)
{
	return (1u << router_dims(net)) - 1;
}

static bool covers_all(const struct net *net, const uint8_t masks[NET_MASKS])
{
	unsigned all = 0;

	for (unsigned i = 0; i < NET_MASKS; i++)
		all |= masks[i];
	return (all & all_dims(net)) == all_dims(net);
}

int net_set_zone(struct net *net, unsigned zone, const uint8_t masks[NET_MASKS])
{
	if (zone >= NET_ZONES || !covers_all(net, masks))
		return -EINVAL;
	memcpy(net->zone_masks[zone], masks, NET_MASKS);
	for (unsigned dims = 0; dims <= all_dims(net); dims++)
		net->zone[zone][dims] = (uint8_t)first_of(masks, dims);
	return 0;
}

int net_set_order(struct net *net, const uint8_t masks[NET_MASKS])
{
	if (!covers_all(net, masks))
		return -EINVAL;
	memcpy(net->order_masks, masks, NET_MASKS);
	for (unsigned dims = 1; dims <= all_dims(net); dims++)
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
