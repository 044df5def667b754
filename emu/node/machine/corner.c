/* corner.c - see corner.h. */
#include "corner.h"

#include <stdio.h>
#include <string.h>

struct part_box part_whole(const struct net_shape *block)
{
	struct part_box part = { { 0 }, { 0 } };

	memcpy(part.size, block->size, sizeof part.size);
	return part;
}

bool part_is_whole(const struct part_box *part, const struct net_shape *block)
{
	return !memcmp(part->size, block->size, sizeof part->size);
}

uint32_t part_nodes(const struct part_box *part)
{
	uint32_t nodes = 1;

	for (int d = 0; d < NET_DIMS; d++)
		nodes *= part->size[d];
	return nodes;
}

bool part_fits(const struct part_box *part, const struct net_shape *block)
{
	for (int d = 0; d < NET_DIMS; d++)
		if (part->corner[d] + part->size[d] > block->size[d])
			return false;
	return true;
}

static bool corner_parse(const char *text, uint8_t corner[NET_DIMS])
{
	unsigned c[NET_DIMS];
	int used = 0;

	if (sscanf(text, "%2u,%2u,%2u,%2u,%2u%n", &c[0], &c[1], &c[2], &c[3], &c[4], &used) !=
	    NET_DIMS || text[used])
		return false;
	for (int d = 0; d < NET_DIMS; d++)
		corner[d] = (uint8_t)c[d];
	return true;
}

const char *part_parse(const char *text, struct part_box *part)
{
	const char *plus = strchr(text, '+');
	char shape[64];
	struct net_shape s;

	snprintf(shape, sizeof shape, "%.*s", plus ? (int)(plus - text) : (int)strlen(text), text);
	if (net_shape_parse(shape, &s) != 0)
		return "is not of the form AxBxCxDxE+A,B,C,D,E";
	*part = part_whole(&s);
	return plus && !corner_parse(plus + 1, part->corner)
		? "is not of the form AxBxCxDxE+A,B,C,D,E" : NULL;
}

const char *location_parse(const char *text, struct net_location *l)
{
	const char *end;

	return net_location_parse(text, l, &end) && !*end
		? NULL : "is not a location like R00-M0-N04-J29";
}
