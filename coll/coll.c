/*
 * coll.c - set-up of coll/, and what its parts share: links and their other ends,
 * class route registers; see coll.h.  Nothing moves here.
 */
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#include "gi_packet.h"

bool coll_link(const struct coll *c, uint32_t node, unsigned link, struct coll_hop *hop)
{
	struct net_neighbour at;

	if (!net_neighbour(&c->shape, node, link, &at))
		return false;
	hop->node = at.node;
	hop->wire_ps = c->wire_ps[link / 2][at.upper];
	return true;
}

static void links_init(struct coll *c)
{
	for (unsigned d = 0; d < NET_DIMS; d++)
		for (uint8_t x = 0; x < c->shape.size[d]; x++) {
			uint8_t at[NET_DIMS] = { 0 };

			at[d] = x;
			c->wire_ps[d][x] = (uint32_t)net_wire_ps(
				c->m, &c->shape, net_node_of(&c->shape, at), 2 * d);
		}
}

ClassRoute_t coll_classroute_get(const struct coll *c, enum coll_net net, uint32_t node,
				 unsigned cls)
{
	return coll_routes_get(c->routes, net, node, cls);
}

bool coll_classroute_is_system(const struct coll *c, unsigned cls)
{
	return coll_routes_is_system(c->routes, cls);
}

int coll_classroute_set(struct coll *c, enum coll_net net, uint32_t node, unsigned cls,
			ClassRoute_t r, ps_t now_ps)
{
	int rc = coll_routes_set(c->routes, net, node, cls, r);

	if (rc == 0 && net == COLL_NET_BARRIER)
		coll_gi_rerouted(c, node, cls, now_ps);
	else if (rc == 0)
		coll_tree_rerouted(c, node, cls, now_ps);
	return rc;
}

struct coll *coll_create(struct sim *sim, const struct net_machine *m,
			 const struct net_shape *s)
{
	struct coll *c = calloc(1, sizeof *c);

	if (!c)
		return NULL;
	c->sim = sim;
	c->m = m;
	c->shape = *s;
	c->nodes = net_shape_nodes(s);
	links_init(c);
	c->routes = coll_routes_create(s);
	c->world = calloc(c->nodes, sizeof *c->world);
	c->more = calloc(c->nodes, sizeof *c->more);
	c->tree = calloc(c->nodes, sizeof *c->tree);
	c->pool = pool_create(sizeof(struct coll_gi_packet), 1, NULL, c->nodes);
	if (!c->routes || !c->world || !c->more || !c->tree || !c->pool) {
		coll_destroy(c);
		return NULL;
	}
	coll_gi_start(c);
	return c;
}

void coll_destroy(struct coll *c)
{
	if (!c)
		return;
	pool_destroy(c->pool);
	for (uint32_t n = 0; c->more && n < c->nodes; n++)
		free(c->more[n]);
	free(c->more);
	for (uint32_t n = 0; c->tree && n < c->nodes; n++)
		free(c->tree[n]);
	free(c->tree);
	free(c->world);
	coll_routes_destroy(c->routes);
	free(c);
}

uint64_t coll_memory(const struct coll *c)
{
	uint64_t each = sizeof *c->world + sizeof *c->more + sizeof *c->tree;
	uint64_t bytes = c->nodes * each + pool_bytes(c->pool);

	for (uint32_t n = 0; n < c->nodes; n++)
		bytes += malloc_usable_size(c->tree[n]) + malloc_usable_size(c->more[n]);
	return bytes;
}

void coll_set_part(struct coll *c, const struct coll_part *part)
{
	coll_routes_part(c->routes, part);
	memset(c->world, 0, c->nodes * sizeof *c->world);
	coll_gi_start(c);
}

void coll_set_tree(struct coll *c, const ClassRoute_t *of_node)
{
	coll_routes_tree(c->routes, of_node);
	memset(c->world, 0, c->nodes * sizeof *c->world);
	coll_gi_start(c);
}

int coll_set_pools(struct coll *c, unsigned pools, const uint16_t *pool_of_node)
{
	struct pool *p = pool_create(sizeof(struct coll_gi_packet), pools, pool_of_node, c->nodes);

	if (!p)
		return -ENOMEM;
	pool_destroy(c->pool);
	c->pool = p;
	return 0;
}

void coll_set_ops(struct coll *c, const struct coll_ops *ops, void *ctx)
{
	c->ops = ops;
	c->ops_ctx = ctx;
}

unsigned coll_gi_depth(const struct coll *c)
{
	return coll_classroute_world_depth(&c->shape);
}
