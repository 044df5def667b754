/* sight.c - see sight.h. */
#include "sight.h"

#include "net/packet.h"
#include "emu/core/engine/engine.h"

/* Until a packet that has arrived is in memory: store_time() of mu/receive.c. */
static ps_t reception_ps(const struct net_machine *m)
{
	return m->mu_receive_ps + m->mu_store_ps;
}

/* A link between two nodes of a board. */
struct way {
	ps_t packet_ps; /* a packet without payload, from the node before until all of it is here */
	ps_t barrier_ps;
};

static struct way shortest(const struct net_machine *m)
{
	ps_t length_ps = (ps_t)(NET_PACKET_HEADER_BYTES + m->link_overhead_bytes) *
			 m->link_rate.ps;

	/* The tail does not wait for the router of the node where it is received. */
	return (struct way){ m->wire_board_ps + ps_max(m->router_ps, length_ps),
			     m->wire_board_ps + m->gi_hop_ps };
}

/* A request goes through the message unit first: to a barrier, or as a packet that has to be
 * fetched and built. */
static ps_t request_ps(const struct net_machine *m, struct way way)
{
	ps_t barrier_ps = m->gi_control_ps + way.barrier_ps + m->gi_status_ps;
	ps_t inject_ps = m->mu_tail_store_ps + m->mu_desc_fetch_ps + m->mu_inject_ps;

	return ps_min(barrier_ps, inject_ps + way.packet_ps + reception_ps(m));
}

/* Room in a reception FIFO lets packets go at once that have waited for it: others in the same
 * one of the network's, and one that goes on from here when its copy has been taken. */
static ps_t room_ps(const struct net_machine *m, struct way way)
{
	ps_t words_ps = NET_PACKET_HEADER_BYTES / 4 * (ps_t)m->mu_rec_ps_per_4_bytes;

	return way.packet_ps + words_ps + reception_ps(m);
}

static ps_t call_ps(const struct net_machine *m, struct way way)
{
	return ps_min(request_ps(m, way), room_ps(m, way));
}

ps_t sight_arrival_ps(const struct net_machine *m)
{
	return ps_min(m->gi_status_ps, reception_ps(m));
}

void sight_set(struct engine_config *cfg, const struct net_machine *m)
{
	/* An event of another node needs a hop, and then a barrier's status its way to memory;
	 * a packet that has arrived needs to be received. */
	cfg->min_effect_ps = ps_min(net_lookahead_ps(m) + m->gi_status_ps, reception_ps(m));
	cfg->min_call_effect_ps = call_ps(m, shortest(m));
	cfg->min_own_effect_ps = call_ps(m, (struct way){ 0 });
	cfg->arrival_ps = sight_arrival_ps(m);
	cfg->leave_ps = m->mu_complete_ps;
	cfg->refetch_ps = m->mu_payload_fetch_ps;
}
