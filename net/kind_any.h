/*
 * kind_any.h - the router compiled for any description: reads at run time what the other kinds
 * have as constants, which are the limits here.
 */
#define ROUTER_DIMS        NET_DIMS_MAX
#define ROUTER_DYNAMIC_VCS 2
#define ROUTER_VCS         5 /* two dynamic, deterministic, priority, system */
#define ROUTER_QUEUES      17
#define ROUTER_INJECTORS   NET_INJ_COLL_USER
#define ROUTER_COLLECTIVES 0
#define ROUTER_BYPASS      1
#define TOKEN_BITS         11 /* the buffer, and 8 for the units */

typedef uint32_t router_ways;

#define router_dims(net)        ((unsigned)(net)->m->dims)
#define router_dynamic_vcs(net) ((unsigned)(net)->m->dynamic_vcs)
#define router_bypasses(net)    ((net)->m->bypass)
#define router_bubble(net)      ((net)->m->bubble_packets)
#define router_inject_first(net) ((net)->m->inject_first_of_256)
#define router_injection_alike(net) ((net)->m->injection_alike)
#define router_ties_by_coordinate(net) ((net)->m->ties_by_coordinate)
#define router_fullness(net)    ((net)->m->fullness_bits)

#define router_queues(net, vc)      ((unsigned)(net)->queues[vc])
#define router_queue_first(net, vc) ((unsigned)(net)->queue_first[vc])
#define router_vc_of_queue(net, q)  ((unsigned)(net)->vc_of_queue[q])
#define router_class_queues(net, class) ((net)->class_queues[class])

#define router_units(net, chunks, vc) \
	((net)->m->unit_bytes && (vc) < ROUTER_DYNAMIC_VCS ? (chunks) : (net)->full_units)
#define router_full_units(net) ((net)->full_units)
