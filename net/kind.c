/* kind.c - this kind of router, as a table, and which descriptions it fits; see kind.h. */
#include "internal.h"
#include "kind.h"
#include "verify.h"

#include <string.h>

#ifndef NET_ROUTER_NAME
/* Checks figures that kind_bgq.h has as constants. */
static const char *kind_wrong(const struct net_machine *m)
{
	static const uint8_t queues[NET_VC_CLASSES] = { 4, 4, 2, 2 };

	if (m->source_routes)
		return "Blue Gene/Q's packets do not know their way";
	if (m->dims != NET_DIMS)
		return "Blue Gene/Q's router has five dimensions";
	if (m->header_bytes != NET_PACKET_HEADER_BYTES)
		return "Blue Gene/Q's packets have a header of 32 bytes";
	if (m->dynamic_vcs != 1 || memcmp(m->vc_queues, queues, sizeof queues) != 0 ||
	    !m->vc_packets[2] || !m->vc_packets[3])
		return "Blue Gene/Q's router has a dynamic channel and three others, of 4, 4, 2 "
		       "and 2 queues";
	if (m->unit_bytes || m->bypass || m->fullness_bits || m->inject_first_of_256 ||
	    m->injection_alike || m->ties_by_coordinate)
		return "Blue Gene/Q's router counts packets, has no bypass, and breaks ties by "
		       "chance";
	if (m->bubble_packets != 2 || m->injfifos != ROUTER_INJECTORS)
		return "Blue Gene/Q's router has the bubble rule, and 14 injection FIFOs";
	return NULL;
}
#define KIND "bgq"
#elif defined(NET_ROUTER_3D)
/* Checks figures that kind_3d.h has as constants. */
static const char *kind_wrong(const struct net_machine *m)
{
	static const uint8_t queues[NET_VC_CLASSES] = { 1, 1, 1, 0 };

	if (m->dims != ROUTER_DIMS)
		return "this router has three dimensions";
	if (m->source_routes)
		return "this router's packets do not know their way";
	if (m->dynamic_vcs != 2 || memcmp(m->vc_queues, queues, sizeof queues) != 0 ||
	    m->vc_packets[3])
		return "this router has two dynamic channels, escape and priority, of a FIFO each";
	if (!m->unit_bytes || !m->bypass || !m->fullness_bits)
		return "this router counts chunks, has a bypass and compares ranges of buffers";
	if (m->injfifos > ROUTER_INJECTORS)
		return "this router has 8 injection FIFOs";
	return NULL;
}
#define KIND "3d"
#elif defined(NET_ROUTER_MESH)
/* The values that kind_mesh.h has as constants. */
static const char *kind_wrong(const struct net_machine *m)
{
	if (!m->source_routes)
		return "this router's packets know their way: source_routes";
	if (m->dims != ROUTER_DIMS || m->mesh != 7)
		return "this router is one of a mesh of three dimensions";
	if (m->dynamic_vcs || m->vc_queues[1] != 1 || m->vc_queues[2] != 1 || m->vc_packets[3] ||
	    !m->vc_packets[2] || m->unit_bytes || m->bypass)
		return "this router has a channel for requests and one for responses, of a FIFO "
		       "each, and counts packets";
	if (m->injfifos != ROUTER_INJECTORS)
		return "this router has two injection FIFOs";
	if (!m->word_bytes || m->lanes > NET_LANES_MAX)
		return "a word has a byte at least, and 8 lanes are the most";
	if (m->recovery_packets == 1)
		return "recovery memories have room for two packets at least, or keep none";
	return NULL;
}
#define KIND "mesh"
#else
static const char *kind_wrong(const struct net_machine *m)
{
	return m->source_routes ? "this router's packets do not know their way" : NULL;
}
#define KIND "any"
#endif

const struct net_router net_router_bgq = {
	.name = KIND,
	.links = ROUTER_LINKS,
	.wrong = kind_wrong,
	.create = net_create,
	.destroy = net_destroy,
	.set_ops = net_set_ops,
	.set_seed = net_set_seed,
	.set_zone = net_set_zone,
	.set_order = net_set_order,
	.set_pools = net_set_pools,
	.set_pools_without_payload = net_set_pools_without_payload,
	.set_turns = net_set_turns,
	.dropped = net_dropped,
	.set_watch = net_set_watch,
	.packet_alloc = net_packet_alloc,
	.packet_free = net_packet_free,
	.inject = net_inject,
	.reception_resume = net_reception_resume,
	.sender_count = net_sender_count,
	.packets_inside = net_packets_inside,
	.set_faults = net_set_faults,
	.link_count = net_link_count,
	.verify = net_verify,
};
