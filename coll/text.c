/* text.c - nodes, links and routes in words, for reports. */
#include <stdio.h>

#include "internal.h"

const char *coll_node_text(const struct coll *c, uint32_t node, char *buf)
{
	uint8_t x[NET_DIMS];

	net_coord_of(&c->shape, node, x);
	snprintf(buf, COLL_TEXT_BYTES, "<%u,%u,%u,%u,%u>", x[0], x[1], x[2], x[3], x[4]);
	return buf;
}

const char *coll_link_text(unsigned link)
{
	static const char name[][3] = { "A-", "A+", "B-", "B+", "C-", "C+",
					"D-", "D+", "E-", "E+" };

	return link < NET_LINKS ? name[link] : "the I/O link";
}

const char *coll_place_text(const struct coll *c, uint32_t node, ClassRoute_t r, char *buf)
{
	char at[COLL_TEXT_BYTES];

	snprintf(buf, COLL_TEXT_BYTES, "%.30s (input 0x%03x, output 0x%03x)",
		 coll_node_text(c, node, at), r.input, r.output);
	return buf;
}
