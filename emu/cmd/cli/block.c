/* block.c - see block.h. */
#include "block.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "values.h"

#define RACK_NODES     1024
#define MIDPLANE_NODES 512
#define BOARD_NODES    32

/* '#' stands for a digit, '%' for a hexadecimal one (racks beyond 9). */
static bool is_like(const char *text, const char *pattern)
{
	for (; *pattern; pattern++, text++)
		if (*pattern == '#' ? !isdigit((unsigned char)*text)
		    : *pattern == '%' ? !isxdigit((unsigned char)*text) : *text != *pattern)
			return false;
	return !*text;
}

static unsigned two_digits(const char *text)
{
	return (unsigned)(text[0] - '0') * 10 + (unsigned)(text[1] - '0');
}

/* A shape anywhere among the name's parts. */
static bool shape_in(const char *name, struct net_shape *s)
{
	char *copy = strdup(name), *rest = copy, *part;
	bool found = false;

	while (!found && (part = strsep(&rest, "-_:.")) != NULL)
		found = net_shape_parse(part, s) == 0;
	free(copy);
	return found;
}

static unsigned hex_digit(char c)
{
	return c <= '9' ? (unsigned)(c - '0') : (unsigned)((c | 32) - 'a') + 10;
}

/* Returns the first node of a rack, midplane or node board. */
static struct net_location hardware_at(const char *name, bool midplane, bool board)
{
	static const uint8_t first[NET_DIMS] = { 0 };
	struct net_location l = { 0 };

	l.midplane = (uint16_t)((hex_digit(name[1]) * 16 + hex_digit(name[2])) * 2);
	net_location_in_midplane(&l, first);
	if (midplane)
		l.midplane = (uint16_t)(l.midplane + hex_digit(name[5]));
	if (board) {
		uint8_t c[NET_DIMS];

		l.board = (uint8_t)two_digits(name + 8);
		net_location_coord(&l, c);
		for (int d = 0; d < NET_DIMS; d++)
			c[d] &= 2;
		net_location_in_midplane(&l, c);
	}
	return l;
}

bool block_of_hardware(const char *name, struct named_block *b)
{
	bool board = is_like(name, "R%%-M#-N##"), midplane = board || is_like(name, "R%%-M#");

	if (!midplane && !is_like(name, "R%%"))
		return false;
	if ((midplane && name[5] > '1') || (board && two_digits(name + 8) > 15))
		return false;
	b->at = hardware_at(name, midplane, board);
	return net_shape_default(board ? BOARD_NODES : midplane ? MIDPLANE_NODES : RACK_NODES,
				 &b->shape) == 0;
}

static bool are_coordinates(const char *text)
{
	if (text[0] != '-')
		return false;
	for (int d = 0; d < NET_DIMS; d++)
		if (!isxdigit((unsigned char)text[1 + d]))
			return false;
	return text[6] == '-' || !text[6];
}

/* Two groups of five digits, "02000-13331": the first and the last node, in the coordinates of
 * the machine, as sites named their blocks.  Which rack a midplane is in, they do not say. */
static bool corners_named(const char *name, struct named_block *b)
{
	uint8_t from[NET_DIMS];
	const char *at = strchr(name, '-');

	while (at && !(are_coordinates(at) && are_coordinates(at + 6)))
		at = strchr(at + 1, '-');
	for (int d = 0; at && d < NET_DIMS; d++) {
		unsigned first = hex_digit(at[1 + d]), last = hex_digit(at[7 + d]);

		if (last < first) /* it crosses the end of a ring whose length is not known */
			return false;
		from[d] = (uint8_t)(first % (d == 4 ? 2 : 4));
		b->shape.size[d] = (uint8_t)(last - first + 1);
		b->shape.torus[d] = 1;
	}
	if (at)
		net_location_in_midplane(&b->at, from);
	return at != NULL;
}

/* The number of nodes at the end of a name. */
static bool nodes_named(const char *name, struct net_shape *s)
{
	const char *last = strrchr(name, '-');
	unsigned long nodes;

	return last && value_parse(last + 1, 10, BOARD_NODES, UINT32_MAX, &nodes) &&
	       net_shape_nodes(s) != nodes && net_shape_default((uint32_t)nodes, s) == 0;
}

bool block_named(const char *name, struct named_block *b)
{
	*b = (struct named_block){ 0 };
	if (block_of_hardware(name, b) || shape_in(name, &b->shape))
		return true;
	bool corners = corners_named(name, b);

	return nodes_named(name, &b->shape) || corners;
}

bool block_corner(const struct named_block *b, const struct net_location *l, uint8_t c[NET_DIMS])
{
	for (uint32_t n = 0; n < net_shape_nodes(&b->shape); n++) {
		net_coord_of(&b->shape, n, c);
		struct net_location at = net_location_of(&b->at, &b->shape, c);

		if (at.midplane == l->midplane && at.board == l->board && at.card == l->card)
			return true;
	}
	return false;
}

enum corner corner_parse(const char *location, struct net_location *l)
{
	const char *rest;

	if (!net_location_parse(location, l, &rest))
		return CORNER_WRONG;
	if (is_like(rest, "-C##") && two_digits(rest + 2) < 16)
		return CORNER_CORE;
	return *rest ? CORNER_WRONG : CORNER_NODE;
}
