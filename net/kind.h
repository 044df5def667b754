/*
 * kind.h - the router of each kind of machine, as the commands use it that know several.
 *
 * One text, compiled three times (kind_bgq.h, kind_3d.h, kind_any.h): what a kind's hot path
 * would read from the description is a constant in it.  Programs run on Blue Gene/Q's only,
 * whose functions are those of net.h; calls through this table are for networks alone.
 */
#ifndef BGQ_NET_KIND_H
#define BGQ_NET_KIND_H

#include "guard.h"
#include "net.h"

struct net_router {
	const char *name;
	unsigned links; /* behind so many reception FIFOs come two local ones, then priority */
	/* Says in words what of the description this kind does not have; NULL: it fits. */
	const char *(*wrong)(const struct net_machine *m);
	/* Functions of net.h. */
	struct net *(*create)(const struct net_machine *m, const struct net_shape *s,
			      struct sim *sim);
	void (*destroy)(struct net *net);
	void (*set_ops)(struct net *net, const struct net_ops *ops, void *ctx);
	void (*set_seed)(struct net *net, uint64_t seed);
	int (*set_zone)(struct net *net, unsigned zone, const uint8_t masks[NET_MASKS]);
	int (*set_order)(struct net *net, const uint8_t masks[NET_MASKS]);
	int (*set_pools)(struct net *net, unsigned pools, const uint16_t *pool_of_node);
	int (*set_pools_without_payload)(struct net *net, unsigned pools,
					 const uint16_t *pool_of_node);
	void (*set_turns)(struct net *net, const struct net_turns *turns);
	uint64_t (*dropped)(const struct net *net);
	void (*set_watch)(struct net *net, const struct net_watch *watch);
	struct net_packet *(*packet_alloc)(struct net *net, uint32_t node);
	void (*packet_free)(struct net *net, uint32_t node, struct net_packet *p);
	int (*inject)(struct net *net, struct net_packet *p, unsigned injfifo, ps_t now_ps);
	void (*reception_resume)(struct net *net, uint32_t node, unsigned recfifo, ps_t now_ps);
	void (*sender_count)(const struct net *net, uint32_t node, unsigned link,
			     struct net_sender_counters *c);
	uint64_t (*packets_inside)(const struct net *net);
	int (*set_faults)(struct net *net, const struct net_faults *plan, net_fault_event_fn *tell,
			  void *ctx);
	bool (*verify)(const struct net *net, char *why);
	bool (*link_count)(const struct net *net, uint32_t node, unsigned link,
			   struct net_link_counts *c);
};

extern const struct net_router net_router_bgq;
#ifndef NET_ROUTER_NAME /* kind_names.h: this is compiled as one of them */
extern const struct net_router net_3d_router, net_any_router, net_mesh_router;
#endif

/* The first kind that fits the description: the most special one.  Never NULL for a machine
 * that net_machine_wrong() has nothing against. */
const struct net_router *net_router_of(const struct net_machine *m);
/* The kind of a name: bgq, 3d, any; NULL. */
const struct net_router *net_router_named(const char *name);

#endif
