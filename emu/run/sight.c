/* sight.c - see sight.h. */
#include "sight.h"

/* Until a packet that has arrived is in memory: store_time() of mu/receive.c. */
static ps_t reception_ps(const struct net_machine *m)
{
	return m->mu_receive_ps + m->mu_store_ps;
}

/* A request of a thread goes through its message unit first: to a barrier, or as a packet that
 * has to be fetched and built; then, to another node, over a link. */
static ps_t call_ps(const struct net_machine *m, ps_t gi_hop_ps, ps_t hop_ps)
{
	ps_t barrier_ps = m->gi_control_ps + gi_hop_ps + m->gi_status_ps;
	ps_t inject_ps = m->mu_tail_store_ps + m->mu_desc_fetch_ps + m->mu_inject_ps;

	return ps_min(barrier_ps, inject_ps + hop_ps + reception_ps(m));
}

ps_t sight_arrival_ps(const struct net_machine *m)
{
	return ps_min(m->gi_status_ps, reception_ps(m));
}

void sight_set(struct engine_config *cfg, const struct net_machine *m)
{
	/* An event of another node needs a hop, and then a barrier's status its way to memory;
	 * a packet that has arrived needs to be received. */
	cfg->sight_ps = ps_min(net_lookahead_ps(m) + m->gi_status_ps, reception_ps(m));
	cfg->call_sight_ps = call_ps(m, m->gi_hop_ps + m->wire_board_ps,
				     m->router_ps + m->wire_board_ps);
	cfg->own_sight_ps = call_ps(m, 0, 0);
	cfg->arrival_ps = sight_arrival_ps(m);
	cfg->leave_ps = m->mu_complete_ps;
	cfg->refetch_ps = m->mu_payload_fetch_ps;
}
