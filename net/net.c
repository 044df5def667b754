/*
 * net.c - the network's set-up and its packet pools; see net.h.  Nothing moves here.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "net/base/pages.h"
#include "internal.h"

struct net_packet *net_packet_alloc(struct net *net, uint32_t node)
{
	struct net_packet *p = pool_get(net->pool, node);

	if (p)
		memset(p, 0, offsetof(struct net_packet, wire));
	return p;
}

void net_packet_free(struct net *net, uint32_t node, struct net_packet *p)
{
	pool_put(net->pool, node, p);
}

static int set_pools(struct net *net, size_t payload_bytes, unsigned pools,
		     const uint16_t *pool_of_node)
{
	struct pool *p = pool_create(offsetof(struct net_packet, wire) +
				     NET_PACKET_HEADER_BYTES + payload_bytes, pools,
				     pool_of_node, net->nodes);

	if (!p)
		return -ENOMEM;
	pool_destroy(net->pool);
	net->pool = p;
	net->has_payload = payload_bytes;
	return 0;
}

int net_set_pools(struct net *net, unsigned pools, const uint16_t *pool_of_node)
{
	return set_pools(net, NET_PACKET_PAYLOAD_BYTES, pools, pool_of_node);
}

int net_set_pools_without_payload(struct net *net, unsigned pools,
				  const uint16_t *pool_of_node)
{
	return set_pools(net, 0, pools, pool_of_node);
}

static bool shape_valid(const struct net_shape *s)
{
	for (int d = 0; d < NET_DIMS; d++)
		if (s->size[d] < 1 || s->size[d] > 64)
			return false;
	return true;
}

/* Routing tables, and how full a dynamic buffer is, by packets in it, from 3 (empty)
 * down to 0. */
static void set_up(struct net *net)
{
	const unsigned capacity = net->m->vc_packets[VC_DYNAMIC];
	uint8_t masks[NET_MASKS];

	for (unsigned z = 0; z < NET_ZONES; z++) {
		net_zone_default(&net->shape, z, masks);
		net_set_zone(net, z, masks);
	}
	net_route_set_up(net);
	net_order_default(&net->shape, masks);
	net_set_order(net, masks);
	for (unsigned used = 0; used < capacity; used++)
		net->range[used] = (uint8_t)((capacity - used) * 4 / capacity - (used == 0));
	net->sim->light = net_light;
	net->sim->prefetch = net_prefetch;
	net->sim->prefetch_kinds = 1u << LIGHT_FREE | 1u << LIGHT_RECEIVED;
	net->sim->light_ctx = net;
}

void net_set_seed(struct net *net, uint64_t seed)
{
	net->seed = seed;
}

static size_t returning_bytes(const struct net *net)
{
	return (size_t)net->nodes * NET_LINKS * net->return_slots * sizeof *net->returning;
}

struct net *net_create(const struct net_machine *m, const struct net_shape *s,
		       struct sim *sim)
{
	if (!shape_valid(s) || net_machine_wrong(m)) {
		errno = EINVAL;
		return NULL;
	}
	struct net *net = calloc(1, sizeof *net);

	if (!net)
		return NULL;
	net->m = m;
	net->shape = *s;
	net->nodes = net_shape_nodes(s);
	net->sim = sim;
	net->return_slots = NET_COLL_CHANNELS * m->coll_packets;
	for (int vc = 0; vc < VCS; vc++)
		net->return_slots += m->vc_packets[vc];
	net->return_slots -= TOKENS_NEAR;
	net->node = pages_alloc(net->nodes * sizeof *net->node);
	net->returning = pages_alloc(returning_bytes(net));
	if (net->node && net->returning && net_set_pools(net, 1, NULL) == 0) {
		set_up(net);
		return net;
	}
	net_destroy(net);
	errno = ENOMEM;
	return NULL;
}

void net_destroy(struct net *net)
{
	if (!net)
		return;
	pool_destroy(net->pool);
	pages_free(net->returning, returning_bytes(net));
	pages_free(net->node, net->nodes * sizeof *net->node);
	free(net);
}

struct net_memory net_memory(const struct net *net)
{
	size_t nodes = pages_committed(net->node, net->nodes * sizeof *net->node);

	return (struct net_memory){
		.routers = nodes + pages_committed(net->returning, returning_bytes(net)),
		.packets = pool_bytes(net->pool),
	};
}

void net_set_ops(struct net *net, const struct net_ops *ops, void *ctx)
{
	net->ops = ops;
	net->ops_ctx = ctx;
}

void net_set_coll(struct net *net, const struct net_coll_ops *ops, void *ctx)
{
	net->coll_ops = ops;
	net->coll_ctx = ctx;
}
