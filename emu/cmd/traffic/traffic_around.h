/*
 * traffic_around.h - traffic of bgq-net round dead links of a torus: links that fail at random, by
 * way of a third node where hint bits alone do not do, and patterns of failures one after another.
 *
 * Never: a mesh whose packets know their way, which is traffic_mesh.h's.
 */
#ifndef BGQ_EMU_TRAFFIC_AROUND_H
#define BGQ_EMU_TRAFFIC_AROUND_H

#include "traffic_internal.h"

/* "links:10": so many links, both ways, are dead from the beginning, by the seed; packets go round
 * them.  NULL, or what is wrong. */
const char *traffic_around_fail(struct traffic_config *c, const char *text);
/* The plan is complete: looks for ways, if packets are to go round.  NULL, or what is wrong. */
const char *traffic_around_settle(struct traffic_config *c);
/* The node by which a packet goes; its destination where hint bits do. */
uint32_t traffic_around_via(const struct traffic_config *c, uint32_t from, uint32_t to);
/* Prints in how many patterns of such failures every node reaches every other.  Returns an exit
 * status. */
int traffic_around_patterns(struct traffic_config *c, const char *text, unsigned patterns);

#endif
