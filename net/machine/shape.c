/*
 * shape.c - shapes, node numbers and coordinates of a torus or mesh; see shape.h.
 * Arithmetic only: nothing here knows packets or time.
 */
#include "shape.h"

#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
	uint32_t nodes;
	uint8_t size[NET_DIMS];
} partitions[] = {
	{ 1, { 1, 1, 1, 1, 1 } },	{ 2, { 1, 1, 1, 1, 2 } },
	{ 4, { 1, 1, 1, 2, 2 } },	{ 8, { 1, 1, 2, 2, 2 } },
	{ 16, { 1, 2, 2, 2, 2 } },	{ 32, { 2, 2, 2, 2, 2 } },
	{ 64, { 2, 2, 4, 2, 2 } },	{ 128, { 2, 2, 4, 4, 2 } },
	{ 256, { 4, 2, 4, 4, 2 } },	{ 512, { 4, 4, 4, 4, 2 } },
	{ 1024, { 4, 4, 4, 8, 2 } },	{ 2048, { 4, 4, 4, 16, 2 } },
	{ 4096, { 4, 4, 8, 16, 2 } },	{ 8192, { 4, 4, 16, 16, 2 } },
	{ 16384, { 4, 8, 16, 16, 2 } }, { 32768, { 8, 8, 16, 16, 2 } },
	{ 49152, { 8, 12, 16, 16, 2 } }, { 65536, { 8, 16, 16, 16, 2 } },
	{ 98304, { 16, 16, 16, 12, 2 } },
};

#define PARTITIONS (sizeof partitions / sizeof *partitions)

int net_shape_default(uint32_t nodes, struct net_shape *s)
{
	for (size_t i = 0; i < PARTITIONS; i++) {
		if (partitions[i].nodes != nodes)
			continue;
		*s = (struct net_shape){ .torus = { 1, 1, 1, 1, 1 } };
		memcpy(s->size, partitions[i].size, sizeof partitions[i].size);
		return 0;
	}
	return -EINVAL;
}

uint32_t net_shape_nearest(uint32_t nodes)
{
	for (size_t i = 1; i < PARTITIONS; i++) {
		uint32_t below = partitions[i - 1].nodes, above = partitions[i].nodes;

		if (nodes < above)
			return nodes > below && above - nodes <= nodes - below ? above : below;
	}
	return partitions[PARTITIONS - 1].nodes;
}

/* One size of a shape; returns what follows it, or NULL. */
static const char *size_parse(const char *text, unsigned most, uint8_t *size)
{
	unsigned v = 0;

	if (*text == '0')
		return NULL;
	for (int digits = 0; digits < 3 && *text >= '0' && *text <= '9'; digits++)
		v = v * 10 + (unsigned)(*text++ - '0');
	*size = (uint8_t)v;
	return v >= 1 && v <= most ? text : NULL;
}

int net_shape_parse_dims(const char *text, unsigned dims, unsigned most, struct net_shape *s)
{
	struct net_shape parsed = { 0 };

	for (unsigned d = 0; d < dims; d++) {
		text = size_parse(text, most, &parsed.size[d]);
		if (!text || *text++ != (d + 1 < dims ? 'x' : '\0'))
			return -EINVAL;
		parsed.torus[d] = 1;
	}
	*s = parsed;
	return 0;
}

int net_shape_parse(const char *text, struct net_shape *s)
{
	return net_shape_parse_dims(text, NET_DIMS, NET_SIZE_MAX, s);
}

bool net_shape_too_large(const struct net_shape *s)
{
	uint64_t n = 1;

	for (unsigned d = 0; d < net_shape_dims(s); d++)
		n *= s->size[d];
	return n > UINT64_C(1) << 30;
}

uint32_t net_shape_nodes(const struct net_shape *s)
{
	uint32_t n = 1;

	for (unsigned d = 0; d < net_shape_dims(s); d++)
		n *= s->size[d];
	return n;
}

uint32_t net_node_of(const struct net_shape *s, const uint8_t coord[NET_DIMS])
{
	uint32_t n = 0;

	for (unsigned d = 0; d < net_shape_dims(s); d++)
		n = n * s->size[d] + coord[d];
	return n;
}

void net_coord_of(const struct net_shape *s, uint32_t node, uint8_t coord[NET_DIMS])
{
	for (unsigned d = net_shape_dims(s); d-- > 0;) {
		coord[d] = (uint8_t)(node % s->size[d]);
		node /= s->size[d];
	}
}

bool net_neighbour(const struct net_shape *s, uint32_t node, unsigned link,
		   struct net_neighbour *n)
{
	unsigned d = link / 2, last = s->size[d] - 1u;
	uint32_t stride = 1;

	for (unsigned below = net_shape_dims(s) - 1; below > d; below--)
		stride *= s->size[below];
	unsigned from = node / stride % s->size[d];
	unsigned to = link & 1 ? (from < last ? from + 1 : 0) : (from > 0 ? from - 1 : last);

	n->node = node + to * stride - from * stride;
	n->upper = (uint8_t)(link & 1 ? to : from);
	return s->torus[d] || from != (link & 1 ? last : 0);
}

const char *net_coord_text(const struct net_shape *s, uint32_t node, char *buf)
{
	uint8_t c[NET_DIMS_MAX];
	size_t n = 0;

	net_coord_of(s, node, c);
	for (unsigned d = 0; d < net_shape_dims(s); d++)
		n += (size_t)snprintf(buf + n, NET_COORD_TEXT_BYTES - n, "%c%u", d ? ',' : '<',
				      c[d]);
	snprintf(buf + n, NET_COORD_TEXT_BYTES - n, ">");
	return buf;
}

const char *net_link_name(unsigned link)
{
	static const char name[NET_LINKS_MAX][3] = { "A-", "A+", "B-", "B+", "C-", "C+",
						     "D-", "D+", "E-", "E+", "F-", "F+" };

	return name[link];
}

int64_t net_node_of_destination(const struct net_shape *s, uint32_t word)
{
	uint32_t node = 0;
	bool outside = false;

#pragma GCC unroll 5
	for (int d = 0; d < NET_DIMS; d++) {
		uint32_t c = word >> (24 - 6 * d) & 0x3f;

		outside |= c >= s->size[d];
		node = node * s->size[d] + c;
	}
	return outside ? -1 : (int64_t)node;
}

uint32_t net_destination_of(const struct net_shape *s, uint32_t node)
{
	uint8_t c[NET_DIMS];
	uint32_t word = 0;

	net_coord_of(s, node, c);
	for (int d = 0; d < NET_DIMS; d++)
		word |= (uint32_t)c[d] << (24 - 6 * d);
	return word;
}

unsigned net_distance(const struct net_shape *s, uint32_t from, uint32_t to)
{
	uint8_t a[NET_DIMS_MAX], b[NET_DIMS_MAX];
	unsigned links = 0;

	net_coord_of(s, from, a);
	net_coord_of(s, to, b);
	for (unsigned d = 0; d < net_shape_dims(s); d++) {
		unsigned up = a[d] < b[d] ? b[d] - a[d] : a[d] - b[d];

		links += s->torus[d] && s->size[d] - up < up ? s->size[d] - up : up;
	}
	return links;
}

/*
 * The parity of the source's coordinate sum decides half-way ties, so that all
 * nodes together load both ways alike.  With two nodes in a dimension every
 * packet is a tie and the plus links alone carry as much as both by halves.
 */
struct net_cutoff net_cutoff(const struct net_shape *s, int d, unsigned at, bool odd)
{
	int size = s->size[d], most = size / 2; /* links a packet goes plus, */
	int less = (size - 1) / 2;              /* and minus */
	bool minus_ties = odd && size > 2;
	int plus = (int)at + (minus_ties ? less : most);
	int minus = (int)at - (minus_ties ? most : less);

	if (!s->torus[d]) {
		plus = size - 1;
		minus = 0;
	}
	return (struct net_cutoff){ .plus = (uint8_t)(plus < size ? plus : size - 1),
				    .minus = (uint8_t)(minus > 0 ? minus : 0) };
}

void net_cutoffs(const struct net_shape *s, uint32_t node, struct net_cutoff k[NET_DIMS])
{
	uint8_t c[NET_DIMS];
	unsigned sum = 0;

	net_coord_of(s, node, c);
	for (int d = 0; d < NET_DIMS; d++)
		sum += c[d];
	for (int d = 0; d < NET_DIMS; d++)
		k[d] = net_cutoff(s, d, c[d], sum & 1);
}

const char *net_node_parse(const char *text, const struct net_shape *s, uint32_t *node)
{
	unsigned long v[NET_DIMS_MAX];
	uint8_t at[NET_DIMS_MAX];
	unsigned n = 0;
	char *end;

	for (;; text = end + 1) {
		if (!isdigit((unsigned char)*text))
			return NULL;
		v[n++] = strtoul(text, &end, 10);
		if (*end != ',' || n == net_shape_dims(s))
			break;
	}
	for (unsigned d = 0; d < n && n > 1; d++) {
		if (n != net_shape_dims(s) || v[d] >= s->size[d])
			return NULL;
		at[d] = (uint8_t)v[d];
	}
	if (n == 1 && v[0] >= net_shape_nodes(s))
		return NULL;
	*node = n == 1 ? (uint32_t)v[0] : net_node_of(s, at);
	return end;
}
