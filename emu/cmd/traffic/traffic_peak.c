/*
 * traffic_peak.c - the ideal throughput of a pattern: bound by the busiest cut (bisection)
 * of the machine, with packets on minimal routes.
 */
#include <stdlib.h>

#include "net/header.h"
#include "traffic_internal.h"

/* Packets over the links of a dimension that leave a coordinate, plus and minus, for
 * one packet of every sender. */
struct cuts {
	double plus[NET_DIMS_MAX][NET_SIZE_MOST], minus[NET_DIMS_MAX][NET_SIZE_MOST];
};

static void go(double *cut, unsigned size, unsigned at, unsigned steps, bool plus, double weight)
{
	for (; steps > 0; steps--) {
		cut[at] += weight;
		at = plus ? (at + 1) % size : (at + size - 1) % size;
	}
}

/* Returns the share of half-way ties that go plus: both ways alike, but for deterministic packets
 * on rings of two, and where the source's coordinate decides. */
static double ties_plus(const struct traffic_config *c, unsigned size, unsigned from)
{
	if (c->deterministic)
		return size == 2 ? 1 : 0.5;
	return c->machine.ties_by_coordinate ? from % 2 == 0 : 0.5;
}

static void add_line(struct cuts *k, const struct traffic_config *c, unsigned d, unsigned from,
		     unsigned to, double weight)
{
	const struct net_shape *s = &c->shape;
	unsigned size = s->size[d], up = (to + size - from) % size, down = size - up;
	double share = up < down ? 1 : up > down ? 0 : ties_plus(c, size, from);

	if (from == to)
		return;
	if (!s->torus[d])
		share = to > from;
	if (share > 0)
		go(k->plus[d], size, from, up, true, weight * share);
	if (share < 1)
		go(k->minus[d], size, from, down, false, weight * (1 - share));
}

static void add_route(struct cuts *k, const struct traffic_config *c, uint32_t from,
		      uint32_t to, double weight)
{
	uint8_t a[NET_DIMS_MAX], b[NET_DIMS_MAX];

	net_coord_of(&c->shape, from, a);
	net_coord_of(&c->shape, to, b);
	for (unsigned d = 0; d < net_shape_dims(&c->shape); d++)
		add_line(k, c, d, a[d], b[d], weight);
}

/* Uniform: from each node to every other, weight packets in all from each. */
static void add_uniform(struct cuts *k, const struct traffic_config *c, double weight)
{
	const struct net_shape *s = &c->shape;
	double nodes = net_shape_nodes(s), peers = traffic_peers(c);

	for (unsigned d = 0; d < net_shape_dims(s); d++) {
		/* Nodes at a coordinate, and how many of a node's peers are at another one. */
		double from_each = nodes / s->size[d], to_each = peers / s->size[d];
		double pair = weight * from_each * to_each / (peers - 1);

		if (!traffic_within(c, d))
			continue;
		for (unsigned from = 0; from < s->size[d]; from++)
			for (unsigned to = 0; to < s->size[d]; to++)
				add_line(k, c, d, from, to, pair);
	}
}

static double busiest(const struct cuts *k, const struct net_shape *s)
{
	double most = 0;

	for (unsigned d = 0; d < net_shape_dims(s); d++) {
		double links = (double)net_shape_nodes(s) / s->size[d];

		for (unsigned c = 0; c < s->size[d]; c++) {
			double more = k->plus[d][c] > k->minus[d][c] ? k->plus[d][c]
								    : k->minus[d][c];

			if (more / links > most)
				most = more / links;
		}
	}
	return most;
}

/* Links on which packets enter a node: deterministic ones on a ring of two use the plus
 * links only (net_cutoffs). */
static unsigned links_into(const struct traffic_config *c, uint32_t node)
{
	const struct net_shape *s = &c->shape;
	uint8_t link[NET_LINKS_MAX];
	unsigned links = traffic_links(s, node, link);

	for (unsigned d = 0; d < net_shape_dims(s); d++)
		links -= s->size[d] == 2 && s->torus[d] && c->deterministic;
	return links ? links : 1;
}

uint32_t traffic_senders(const struct traffic_config *c)
{
	uint32_t nodes = net_shape_nodes(&c->shape), senders = 0;

	if (c->pattern == TRAFFIC_ONE)
		return 1;
	if (!traffic_has_partners(c))
		return traffic_peers(c) > 1 ? nodes : 0;
	for (uint32_t n = 0; n < nodes; n++)
		senders += traffic_partner(c, n) != n;
	return senders;
}

/* Packets over the busiest link, for one packet of every sender. */
static double packets_over_busiest(const struct traffic_config *c, struct cuts *k)
{
	const struct net_shape *s = &c->shape;
	uint32_t nodes = net_shape_nodes(s);
	uint8_t link[NET_LINKS_MAX];
	unsigned fewest = NET_LINKS_MAX;
	double into = 1;

	switch (c->pattern) {
	case TRAFFIC_NEIGHBOUR:
		for (uint32_t n = 0; n < nodes; n++) {
			unsigned links = traffic_links(s, n, link);

			fewest = links < fewest ? links : fewest;
		}
		return fewest ? 1.0 / fewest : 1;
	case TRAFFIC_UNIFORM:
	case TRAFFIC_ALLTOALL:
	case TRAFFIC_REQUEST: /* of responses: requests come beside them */
		add_uniform(k, c, 1);
		break;
	case TRAFFIC_HOTSPOT:
		add_uniform(k, c, 1 - c->hot_share);
		for (uint32_t n = 0; n < nodes; n++)
			add_route(k, c, n, c->hot_node, c->hot_share);
		into = (nodes - 1) * c->hot_share + 1 - c->hot_share;
		break;
	default:
		for (uint32_t n = 0; n < nodes; n++)
			add_route(k, c, n, traffic_partner(c, n), 1);
	}
	double cut = busiest(k, s), end = into / links_into(c, c->hot_node);

	return cut > end ? cut : end;
}

double traffic_peak_interval_ps(const struct traffic_config *c)
{
	const struct net_machine *m = &c->machine;
	unsigned chunk = m->word_bytes ? m->word_bytes : NET_CHUNK_BYTES;
	unsigned chunks = (m->header_bytes + c->payload_bytes + chunk - 1) / chunk;
	double packet_ps = (double)(chunks * chunk + m->link_overhead_bytes) *
			   m->link_rate.ps / m->link_rate.bytes;
	struct cuts *k = calloc(1, sizeof *k);
	double interval_ps = k ? packet_ps * packets_over_busiest(c, k) : 0;

	free(k);
	return interval_ps;
}
