/*
 * net.c - the network's set-up and its packet pools; see net.h.  Nothing moves here.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "net/base/pages.h"
#include "internal.h"
#include "kind.h"

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

static bool shape_valid(const struct net_machine *m, const struct net_shape *s)
{
	const unsigned most = ROUTER_COLLECTIVES ? NET_SIZE_MAX : NET_SIZE_MOST;

	for (unsigned d = 0; d < NET_DIMS_MAX; d++)
		if (d < m->dims ? s->size[d] < 1 || s->size[d] > most : s->size[d] > 0)
			return false;
	return true;
}

/* How full a dynamic buffer is, by units in it: from the highest range, empty, down to 0. */
static void ranges_set_up(struct net *net)
{
	const unsigned capacity = net->m->vc_packets[VC_DYNAMIC];

	for (unsigned used = 0; used < capacity; used++)
		net->range[used] = (uint8_t)(((capacity - used) << net->m->jsq_bits) / capacity -
					     (used == 0));
}

/* Where the queues of each channel are among those of a receiver. */
static void queues_set_up(struct net *net)
{
	unsigned q = 0;

	for (unsigned vc = 0; vc < VCS; vc++) {
		bool there = vc >= VC_ESCAPE || vc < router_dynamic_vcs(net);
		unsigned class = class_of_vc(vc);

		net->queues[vc] = there ? net->m->vc_queues[vc < VC_ESCAPE ? 0 : 1 + class] : 0;
		net->queue_first[vc] = (uint8_t)q;
		for (unsigned i = 0; i < net->queues[vc] && q < QUEUES; i++, q++) {
			net->vc_of_queue[q] = (uint8_t)vc;
			net->class_queues[class] |= 1u << q;
		}
	}
}

static void lengths_set_up(struct net *net)
{
	const struct net_machine *m = net->m;

	for (unsigned chunks = 0; chunks < 256; chunks++) {
		ps_t bytes = chunks * ROUTER_CHUNK_BYTES(net) + m->link_overhead_bytes;

		net->length_ps[chunks] = (bytes * m->link_rate.ps + m->link_rate.bytes / 2) /
					 m->link_rate.bytes;
	}
}

static void set_up(struct net *net)
{
	uint8_t masks[NET_MASKS];

	for (unsigned z = 0; z < NET_ZONES; z++) {
		net_zone_default(&net->shape, z, masks);
		net_set_zone(net, z, masks);
	}
	net_route_set_up(net);
	if (net->m->order_as_named)
		net_zone_default(&net->shape, 3, masks);
	else
		net_order_default(&net->shape, masks);
	net_set_order(net, masks);
	ranges_set_up(net);
	queues_set_up(net);
	lengths_set_up(net);
	net->sim->light = net_light;
	net->sim->prefetch = net_prefetch;
	net->sim->prefetch_kinds = 1u << LIGHT_FREE | 1u << LIGHT_RECEIVED;
	net->sim->light_ctx = net;
}

void net_set_turns(struct net *net, const struct net_turns *turns)
{
	net->turns = turns;
}

uint64_t net_dropped(const struct net *net)
{
	uint64_t sum = 0;

#if ROUTER_SOURCE_ROUTES
	for (uint32_t n = 0; n < net->nodes; n++)
		sum += net->node[n].dropped;
#endif
	(void)net;
	return sum;
}

void net_set_seed(struct net *net, uint64_t seed)
{
	net->seed = seed;
}

static size_t returning_bytes(const struct net *net)
{
	return (size_t)net->nodes * ROUTER_LINKS * net->return_slots * sizeof *net->returning;
}

/* Tokens that can be on their way over a link, one for each packet, but for those that its sender
 * has room for. */
static unsigned slots(const struct net *net)
{
	const uint8_t *units = net->m->vc_packets;
	unsigned sum = router_dynamic_vcs(net) * units[VC_DYNAMIC];

	for (unsigned class = 0; class < CLASSES; class++)
		sum += units[1 + class] / net->full_units;
	if (ROUTER_SOURCE_ROUTES) /* one may be on its way from each of two routers */
		sum += 2u * net->m->recovery_packets + TOKENS_NEAR;
	return sum + (ROUTER_COLLECTIVES ? NET_COLL_CHANNELS * net->m->coll_packets : 0) -
	       TOKENS_NEAR;
}

struct net *net_create(const struct net_machine *m, const struct net_shape *s,
		       struct sim *sim)
{
	if (net_machine_wrong(m) || net_router_bgq.wrong(m) || !shape_valid(m, s)) {
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
	net->full_units = (uint8_t)net_full_units(m);
	net->return_slots = slots(net);
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
	net_guards_free(net);
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
