/*
 * traffic_forward.c - packets that a node sends because one has come: those of an all-to-all in
 * two phases on to their destination, and responses to requests.
 *
 * A packet keeps its birth, so its latency counts from the first injection to the last reception.
 * What waits for an injection FIFO comes before the node's own packets.
 */
#include <string.h>

#include "net/header.h"
#include "net/packet_ring.h"
#include "traffic_around.h"
#include "traffic_mesh.h"

/* Bytes of the header that are not the network's. */
#define HEADER_NEXT 12 /* node + 1 to which the packet goes on, or whence its response goes; 0 */
#define HEADER_HOPS 24 /* crossed before */

static uint32_t next_of(const struct net_packet *p)
{
	uint32_t next;

	memcpy(&next, &p->header[HEADER_NEXT], sizeof next);
	return next;
}

static void set_next(struct net_packet *p, uint32_t next)
{
	memcpy(&p->header[HEADER_NEXT], &next, sizeof next);
}

/* The node on the way where a packet leaves its longest dimension. */
static uint32_t corner(const struct traffic_config *c, uint32_t from, uint32_t to)
{
	uint8_t a[NET_DIMS_MAX], b[NET_DIMS_MAX];
	unsigned longest = 0;

	for (unsigned d = 1; d < net_shape_dims(&c->shape); d++)
		if (c->shape.size[d] > c->shape.size[longest])
			longest = d;
	net_coord_of(&c->shape, from, a);
	net_coord_of(&c->shape, to, b);
	a[longest] = b[longest];
	return net_node_of(&c->shape, a);
}

void traffic_forward_address(const struct traffic *t, struct net_packet *p)
{
	const struct traffic_config *c = t->cfg;

	if (c->pattern == TRAFFIC_REQUEST) {
		p->payload_bytes = TRAFFIC_REQUEST_BYTES;
		set_next(p, p->src + 1);
	} else if (c->two_phase || c->around) {
		uint32_t via = c->around ? traffic_around_via(c, p->src, p->dst)
					 : corner(c, p->src, p->dst);

		if (via == p->src || via == p->dst)
			return;
		set_next(p, p->dst + 1);
		p->dst = via;
	}
}

unsigned traffic_forward_hops(const struct net_packet *p)
{
	return p->hops + p->header[HEADER_HOPS];
}

bool traffic_forward_received(struct traffic *t, uint32_t node, struct net_packet *p)
{
	uint32_t next = next_of(p);

	if (!next)
		return false;
	set_next(p, 0);
	p->header[HEADER_HOPS] = p->hops;
	p->src = node;
	p->dst = next - 1;
	p->payload_bytes = (uint16_t)t->cfg->payload_bytes;
	if (t->cfg->detours)
		traffic_mesh_address(t, p, t->cfg->pattern == TRAFFIC_REQUEST);
	net_ring_append(&t->node[node].forward, p);
	return true;
}

bool traffic_forward_send(struct traffic *t, struct traffic_node *n, unsigned f, ps_t now_ps)
{
	while (n->forward) {
		struct net_packet *last = n->forward, *p = net_ring_take(&n->forward);

		if (traffic_inject(t, p, f, now_ps) == 0)
			continue;
		/* Back to the head of the ring. */
		if (p == last) {
			p->next = p;
			n->forward = p;
		} else {
			p->next = last->next;
			last->next = p;
		}
		return false;
	}
	return true;
}
