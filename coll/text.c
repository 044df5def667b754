/* text.c - nodes, links and routes in words, for reports. */
#include <stdio.h>

#include "internal.h"

const char *coll_node_text(const struct coll *c, uint32_t node, char *buf)
{
	return net_coord_text(&c->shape, node, buf);
}

const char *coll_link_text(unsigned link)
{
	return link < NET_LINKS ? net_link_name(link) : "the I/O link";
}

const char *coll_place_text(const struct coll *c, uint32_t node, ClassRoute_t r, char *buf)
{
	char at[COLL_TEXT_BYTES];

	snprintf(buf, COLL_TEXT_BYTES, "%.30s (input 0x%03x, output 0x%03x)",
		 coll_node_text(c, node, at), r.input, r.output);
	return buf;
}
