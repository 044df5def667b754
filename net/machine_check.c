/*
 * machine_check.c - rejects machine descriptions that the router cannot work with:
 * buffers with which the network would deadlock, times with which the order of events
 * would depend on workers.
 */
#include "internal.h"

static const char *buffers_wrong(const struct net_machine *m)
{
	for (int vc = 0; vc < VCS; vc++) {
		if (m->vc_packets[vc] < 2)
			return "a virtual channel needs room for two packets: one, and a bubble";
		if (m->vc_packets[vc] > VC_PACKETS_MAX)
			return "a virtual channel holds 63 packets at most";
	}
	if (!m->injfifo_packets || !m->recfifo_packets || !m->coll_packets)
		return "network FIFOs and channels of collectives need room for a packet";
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
	const char *why = buffers_wrong(m);

	for (int d = 0; d < NET_DIMS && !why; d++)
		if (!m->board[d] || !m->midplane[d])
			why = "boards and midplanes have at least one node in each dimension";
	return why ? why : times_wrong(m);
}
