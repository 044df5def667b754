/*
 * node.c - sets up a router at its first packet: its links' neighbours, its random seed.
 */
#include "internal.h"

/* splitmix64: neighbouring nodes get unlike seeds. */
static uint32_t seed_of(uint64_t seed, uint32_t node)
{
	uint64_t z = seed + (node + UINT64_C(1)) * UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return (uint32_t)(z ^ z >> 31) | 1;
}

void net_node_start(struct net *net, uint32_t node)
{
	struct net_node *n = &net->node[node];
	struct net_neighbour at;

	for (unsigned l = 0; l < 2 * router_dims(net); l++) {
		net_neighbour(&net->shape, node, l, &at);
		n->send[l].wire = (struct net_wire){
			at.node, (uint32_t)net_wire_ps(net->m, &net->shape, node, l) +
				 (ROUTER_SOURCE_ROUTES ? net->m->phase_ps : 0)
		};
	}
	n->random = seed_of(net->seed, node);
	n->up = true;
}
