/*
 * kind_3d.h - the router compiled for three dimensions as Blue Gene/L and /P have them (US
 * 7,668,970; US 7,761,687): two dynamic channels, escape and priority, one FIFO each beside a
 * bypass, buffers counted in chunks of 32 bytes.  Fits machines of this kind only; kind.c checks.
 */
#define ROUTER_DIMS        3
#define ROUTER_DYNAMIC_VCS 2
#define ROUTER_VCS         4 /* two dynamic, escape, priority */
#define ROUTER_QUEUES      5 /* the last one is the bypass: no packet waits there */
#define ROUTER_INJECTORS   8
#define ROUTER_COLLECTIVES 0
#define ROUTER_BYPASS      1
#define TOKEN_BITS         11 /* the buffer, and 8 for the chunks */

typedef uint16_t router_ways;

#define router_dims(net)        ((void)(net), (unsigned)ROUTER_DIMS)
#define router_dynamic_vcs(net) ((void)(net), 2u)
#define router_bypasses(net)    ((void)(net), true)
#define router_bubble(net)      ((net)->m->bubble_packets)
#define router_inject_first(net) ((net)->m->inject_first_of_256)
#define router_injection_alike(net) ((net)->m->injection_alike)
#define router_ties_by_coordinate(net) ((net)->m->ties_by_coordinate)
#define router_fullness(net)    ((void)(net), true)

#define router_queues(net, vc)      ((void)(net), (void)(vc), 1u)
#define router_queue_first(net, vc) ((void)(net), (unsigned)(vc))
#define router_vc_of_queue(net, q)  ((void)(net), (unsigned)(q))
#define router_class_queues(net, class) \
	((void)(net), (class) == CLASS_NORMAL ? 0x7u : 0x4u << (class))

/* Dynamic packets take their chunks, others the room of a packet of full size. */
#define router_units(net, chunks, vc) ((vc) < 2 ? (chunks) : (net)->full_units)
#define router_full_units(net)        ((net)->full_units)
