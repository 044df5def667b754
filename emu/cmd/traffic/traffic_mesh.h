/*
 * traffic_mesh.h - end points of a mesh whose packets know their way (SAND2003-2954): the word of
 * each packet, round failed links and chips, and the parts of a packet's time.
 */
#ifndef BGQ_EMU_TRAFFIC_MESH_H
#define BGQ_EMU_TRAFFIC_MESH_H

#include "traffic_internal.h"

/* Fails what a text names, like chips:10 or 3,0,7:X+ (traffic_settle.c), by the seed where it is
 * random.  NULL, or what was expected. */
const char *traffic_mesh_fail(struct traffic_config *c, const char *text);
/* Patterns of random failures, one after the other: prints the share in which every live node can
 * reach every other.  Returns an exit status. */
int traffic_mesh_patterns(struct traffic_config *c, const char *text, unsigned patterns);
/* Before the first packet.  False: no memory, or live nodes without a route, which it says. */
bool traffic_mesh_settle(struct traffic_config *c);

/* The word of a packet that has a source and a destination; response: on that channel. */
void traffic_mesh_address(const struct traffic *t, struct net_packet *p, bool response);
static inline bool traffic_mesh_dead(const struct traffic_config *c, uint32_t node)
{
	return c->detours && net_detours_dead(c->detours, node);
}

/* The parts of the time of one packet without others. */
void traffic_mesh_parts(const struct traffic_config *c, FILE *f);

/* Requests and responses have an injection FIFO each. */
#define TRAFFIC_RESPONSE_FIFO 1

#endif
