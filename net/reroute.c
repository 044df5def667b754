/*
 * reroute.c - packets round dead links, where the fault plan asks for it (net/fault/around.h):
 * where system software of the machine would set the hint bits, at injection.  A packet that can
 * meet a dead link is routed in the deterministic order, which its ways were chosen for.
 *
 * Never: hint bits that the program has set are changed.
 */
#include "guard_internal.h"

#if !ROUTER_SOURCE_ROUTES

static struct net_way way_of(const struct net *net, const struct net_packet *p)
{
	const struct net_route *r = route_of_const(p);
	struct net_way w = { .plus = r->plus };

	for (unsigned d = 0; d < router_dims(net); d++) {
		w.left[d] = r->dims >> d & 1 ? r->left[d] : 0;
		if (net_header_hint(p->header, d) != NET_HINT_NONE)
			w.fixed |= (uint8_t)(1u << d);
	}
	return w;
}

/* Whether a packet can meet a dead link by the ways w, or by the other one in these dimensions. */
static bool is_met_either_way(const struct net_around *a, uint32_t src, struct net_way w,
			    unsigned dims, ps_t now_ps)
{
	if (net_around_meets(a, src, &w, now_ps))
		return true;
	w.plus ^= (uint8_t)dims;
	return net_around_meets(a, src, &w, now_ps);
}

const char *net_reroute(const struct net *net, struct net_packet *p, ps_t now_ps)
{
	const struct net_around *a = &net->guards->around;
	struct net_route *r = route_of(p);
	struct net_way w = way_of(net, p);

	/* One of the two links to a dimension's only neighbour may be dead. */
	if (r->either && is_met_either_way(a, p->src, w, r->either, now_ps))
		r->either = 0;
	if (!net_around_meets(a, p->src, &w, now_ps))
		return NULL;
	if (r->deposit || !net_around_turn(a, p->src, &w, now_ps))
		return "no way leads round the dead links";
	net->guards->rerouted[p->src]++;
	for (unsigned d = 0; d < router_dims(net); d++)
		r->left[d] = w.left[d];
	r->plus = w.plus;
	r->dynamic = false;
	if (r->vc < VC_ESCAPE)
		r->vc = VC_ESCAPE;
	return NULL;
}

#else

const char *net_reroute(const struct net *net, struct net_packet *p, ps_t now_ps)
{
	(void)net, (void)p, (void)now_ps;
	return NULL; /* packets know their way */
}

#endif
