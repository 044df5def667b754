/* block.c - see block.h. */
#include "block.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "emu/cli/values.h"

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

bool block_shape(const char *name, struct net_shape *s)
{
	if (is_like(name, "R%%"))
		return net_shape_default(RACK_NODES, s) == 0;
	if (is_like(name, "R%%-M#"))
		return net_shape_default(MIDPLANE_NODES, s) == 0;
	if (is_like(name, "R%%-M#-N##"))
		return net_shape_default(BOARD_NODES, s) == 0;
	if (shape_in(name, s))
		return true;
	const char *last = strrchr(name, '-');
	unsigned long nodes;

	return last && value_parse(last + 1, 10, BOARD_NODES, UINT32_MAX, &nodes) &&
	       net_shape_default((uint32_t)nodes, s) == 0;
}

enum corner corner_parse(const char *location)
{
	bool core = is_like(location, "R%%-M#-N##-J##-C##");

	if (!core && !is_like(location, "R%%-M#-N##-J##"))
		return CORNER_WRONG;
	if (location[5] > '1' || two_digits(location + 8) > 15 || two_digits(location + 12) > 31)
		return CORNER_WRONG;
	if (core && two_digits(location + 16) > 15)
		return CORNER_WRONG;
	return core ? CORNER_CORE : CORNER_NODE;
}
