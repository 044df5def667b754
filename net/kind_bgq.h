/*
 * kind_bgq.h - the router compiled for Blue Gene/Q (SC11 paper, II): what its hot path would
 * else read from the description, as constants.  Fits machines of this kind only; kind.c checks.
 */
#define ROUTER_DIMS        NET_DIMS
#define ROUTER_DYNAMIC_VCS 1
#define ROUTER_VCS         4 /* dynamic, deterministic, priority, system */
#define ROUTER_QUEUES      12 /* four, four, two and two */
#define ROUTER_INJECTORS   NET_INJ_COLL_USER
#define ROUTER_COLLECTIVES 1 /* in channels of their own */
#define ROUTER_BYPASS      0
#define TOKEN_BITS         3 /* of a token on its way: the buffer */

typedef uint16_t router_ways;

#define router_dims(net)        ((void)(net), (unsigned)ROUTER_DIMS)
#define router_dynamic_vcs(net) ((void)(net), 1u)
#define router_bypasses(net)    ((void)(net), false)
#define router_bubble(net)      ((void)(net), 2u)
#define router_inject_first(net) ((void)(net), 0u)
#define router_injection_alike(net) ((void)(net), 0u)
#define router_ties_by_coordinate(net) ((void)(net), 0u)
#define router_fullness(net)    ((void)(net), false)

#define router_queues(net, vc)      ((void)(net), (vc) < 2 ? 4u : 2u)
#define router_queue_first(net, vc) ((void)(net), (vc) < 2 ? 4u * (vc) : 4u + 2u * (vc))
#define router_vc_of_queue(net, q)  ((void)(net), (q) < 8 ? (q) / 4 : (q) / 2 - 2)
#define router_class_queues(net, class) \
	((void)(net), (class) == CLASS_NORMAL ? 0xffu : 0x300u << 2 * ((class) - 1))

/* Buffers are counted in packets. */
#define router_units(net, chunks, vc) ((void)(net), (void)(chunks), (void)(vc), 1u)
#define router_full_units(net)        ((void)(net), 1u)
