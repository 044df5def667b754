/*
 * kind_mesh.h - the router compiled for a mesh of three dimensions whose packets know their way
 * (SAND2003-2954): source routes, a table of turns, lanes that turning packets share, a channel
 * for requests and one for responses, copies kept for two hops.  Fits machines of this kind only.
 */
#define ROUTER_DIMS        3
#define ROUTER_DYNAMIC_VCS 1 /* there is none; but arrays have a place for it */
#define ROUTER_VCS         3 /* none, requests, responses */
#define ROUTER_QUEUES      2
#define ROUTER_INJECTORS   2
#define ROUTER_COLLECTIVES 0
#define ROUTER_BYPASS      0
#define ROUTER_SOURCE_ROUTES 1
#define ROUTER_CHUNK_BYTES(net) ((unsigned)(net)->m->word_bytes)
#define TOKEN_BITS         11 /* the buffer, and units of it */

typedef uint16_t router_ways;

static inline unsigned router_none(const void *net)
{
	(void)net;
	return 0;
}

#define router_dims(net)        ((void)(net), (unsigned)ROUTER_DIMS)
#define router_dynamic_vcs(net) router_none(net)
#define router_bypasses(net)    ((void)(net), false)
#define router_bubble(net)      ((void)(net), 1u)
#define router_inject_first(net) ((void)(net), 0u)
#define router_injection_alike(net) ((void)(net), 0u)
#define router_ties_by_coordinate(net) ((void)(net), 0u)
#define router_fullness(net)    ((void)(net), false)

#define router_queues(net, vc)      ((void)(net), (vc) ? 1u : 0u)
#define router_queue_first(net, vc) ((void)(net), (vc) ? (vc) - 1u : 0u)
#define router_vc_of_queue(net, q)  ((void)(net), (q) + 1u)
#define router_class_queues(net, class) ((void)(net), (class) < 2 ? 1u << (class) : 0u)

#define router_units(net, chunks, vc) ((void)(net), (void)(chunks), (void)(vc), 1u)
#define router_full_units(net)        ((void)(net), 1u)
