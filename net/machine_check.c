/*
 * machine_check.c - rejects machine descriptions that no router can work with: buffers with
 * which the network would deadlock, times with which the order of events would depend on
 * workers.  Compiled once, whatever the kind of router.
 */
#include "header.h"
#include "kind.h"
#include "net/machine/machine.h"

#define PACKETS_MAX 63  /* the order of deterministic packets is counted in six bits */
#define QUEUES_MAX  16

static const char *topology_wrong(const struct net_machine *m)
{
	if (m->dims < 1 || m->dims > NET_DIMS_MAX)
		return "a torus or mesh has 1 to 6 dimensions";
	if (!m->link_rate.bytes)
		return "a link's rate is a time for at least one byte";
	if (m->header_bytes < 1 || m->header_bytes > NET_PACKET_HEADER_BYTES)
		return "a header has 1 to 32 bytes";
	if (m->payload_bytes < 1 || m->payload_bytes > NET_PACKET_PAYLOAD_BYTES)
		return "a packet carries 1 to 512 bytes";
	if (m->injfifos < 1 || m->injfifos > NET_INJ_COLL_USER)
		return "a node has 1 to 14 network injection FIFOs";
	return NULL;
}

static const char *buffer_wrong(const struct net_machine *m, unsigned class)
{
	if (class == 0 && !m->dynamic_vcs)
		return NULL;
	unsigned full = net_full_units(m), least = m->unit_bytes && class == 0 ? 1 : 2;

	if (class >= 2 && !m->vc_packets[class])
		return NULL; /* there is none */
	if (m->vc_packets[class] < least * full)
		return class == 0 && m->unit_bytes
		       ? "a dynamic channel needs room for a packet of full size"
		       : "a virtual channel needs room for two packets: one, and a bubble";
	if (!m->unit_bytes && m->vc_packets[class] > PACKETS_MAX)
		return "a virtual channel holds 63 packets at most";
	if (m->vc_queues[class] < 1 || m->vc_queues[class] > 4)
		return "a virtual channel has 1 to 4 queues";
	return NULL;
}

static const char *buffers_wrong(const struct net_machine *m)
{
	const char *why = NULL;
	unsigned queues = 0;

	if (m->unit_bytes != 0 && m->unit_bytes != NET_CHUNK_BYTES)
		return "buffers are counted in packets or in chunks of 32 bytes";
	if (m->dynamic_vcs > 2 || (m->dynamic_vcs == 0) != (m->source_routes == 1))
		return m->source_routes ? "packets that know their way have no dynamic channel"
					: "a router has one or two dynamic channels";
	for (unsigned class = 0; class < NET_VC_CLASSES && !why; class++) {
		why = buffer_wrong(m, class);
		queues += m->vc_queues[class] * (class == 0 ? m->dynamic_vcs : 1);
	}
	if (!why && queues > QUEUES_MAX)
		why = "a receiver has 16 queues at most";
	if (why)
		return why;
	if (!m->injfifo_packets || !m->recfifo_packets || (m->coll_up_ps && !m->coll_packets))
		return "network FIFOs and channels of collectives need room for a packet";
	return NULL;
}

static const char *rules_wrong(const struct net_machine *m)
{
	if (m->bypass > 1 || m->order_as_named > 1 || m->ties_by_coordinate > 1)
		return "bypass, order_as_named and ties_by_coordinate are 0 or 1";
	if (m->bubble_packets < 1 || m->bubble_packets > 2)
		return "the bubble rule asks for room for 2 packets; 1 breaks it";
	if (m->jsq_bits > 6 || m->fullness_bits > 6)
		return "ranges of a buffer are told by 6 bits at most";
	if (m->zone >= NET_ZONES)
		return "there are zones 0 to 3";
	return NULL;
}

/* No event and no token may come to another node before the lookahead has passed. */
static const char *times_wrong(const struct net_machine *m)
{
	if (net_lookahead_ps(m) == 0)
		return "a hop has to take time";
	if (m->wire_midplane_ps < m->wire_board_ps || m->wire_cable_ps < m->wire_board_ps)
		return "no wire is shorter than those on a board";
	if (m->wire_board_ps + (ps_t)m->token_ps < net_lookahead_ps(m))
		return "a token needs no less time than a packet's head";
	return NULL;
}

const char *net_machine_wrong(const struct net_machine *m)
{
	const char *why = topology_wrong(m);

	why = why ? why : buffers_wrong(m);
	why = why ? why : rules_wrong(m);
	for (unsigned d = 0; d < m->dims && !why; d++)
		if (!m->board[d] || !m->midplane[d])
			why = "boards and midplanes have at least one node in each dimension";
	return why ? why : times_wrong(m);
}

unsigned net_full_units(const struct net_machine *m)
{
	return m->unit_bytes ? (m->header_bytes + m->payload_bytes + m->unit_bytes - 1) /
				       m->unit_bytes
			     : 1;
}
