/*
 * traffic.h - random traffic that means harm, for tests of the network: every node
 * sends packets of all kinds (enum traffic_kind) through all its injection FIFOs in
 * bursts, some to one hot spot, and receivers take none for a while now and then.
 * What arrives is checked against what was sent: place, payload, number of links,
 * number of copies, and the order where one is promised.
 *
 * A node's state is touched by its worker only, and its random numbers are its own:
 * the same traffic runs on fake_sim.h or on the real engine.  Must never fail a test
 * itself (it may be on another thread): mistakes are counted, the first is printed.
 *
 * A test that defines NET_ROUTER_3D, NET_ROUTER_MESH or NET_ROUTER_ANY before all includes drives
 * that router (net/kind_names.h).
 */
#ifndef BGQ_TESTS_TRAFFIC_H
#define BGQ_TESTS_TRAFFIC_H

#include <errno.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net/kind_names.h"
#include "net/machine/machine.h"
#include "net/mesh/detour.h"
#include "net/net.h"

enum traffic_kind {
	TRAFFIC_DYNAMIC, TRAFFIC_STAY, TRAFFIC_DETERMINISTIC, TRAFFIC_PRIORITY,
	TRAFFIC_SYSTEM, TRAFFIC_DEPOSIT, TRAFFIC_LOCAL, TRAFFIC_KINDS
};
#define TRAFFIC_ALL ((1u << TRAFFIC_KINDS) - 1)

/* Chances are in parts of 256. */
struct traffic_config {
	const char *shape;
	unsigned torus;      /* bit d */
	struct net_machine machine;
	uint64_t seed;
	unsigned packets;    /* of each node */
	unsigned burst;      /* most of a node at once, */
	unsigned pause_ns;   /* and longest pause until it goes on */
	unsigned kinds;      /* enum traffic_kind, as bits */
	unsigned hot;        /* chance of a packet to go to node 0 */
	unsigned hinted;     /* to have hint bits, which may lead the long way round */
	unsigned stall;      /* of a delivery to be put off, */
	unsigned stall_ns;   /* for so long at most */
	unsigned failures;   /* links of a mesh whose packets know their way */
	bool clockwise;      /* there: two links round a square of 2x2x1, whatever turns say */
};

/* Injection FIFOs, channels beside the dynamic ones, sizes of packets. */
#ifdef NET_ROUTER_3D
#define TRAFFIC_FIFOS    8
#define TRAFFIC_CHANNELS 3
#elif defined(NET_ROUTER_MESH)
#define TRAFFIC_FIFOS    2
#define TRAFFIC_CHANNELS 2
#else
#define TRAFFIC_FIFOS    (NET_INJ_SYSTEM + 1)
#define TRAFFIC_CHANNELS 4
#endif
#define TRAFFIC_RECFIFOS (NET_LINKS_MAX + 6)
/* Three channels; those of deposits by the way they go round their line. */
#define TRAFFIC_STREAMS (TRAFFIC_FIFOS * 3 * 3)
#define TRAFFIC_NO_STREAM UINT32_MAX

/* Written by the sender before it goes; seen by whoever receives it. */
struct traffic_packet {
	uint32_t dst, stream;
	uint16_t payload_bytes;
	uint8_t links; /* that it has to cross */
	uint8_t line;  /* a deposit's link, on the whole way */
	bool deposit;
	_Atomic uint64_t seen; /* a bit for each number of links crossed on delivery */
};

struct traffic;

struct traffic_node {
	struct traffic *traffic;
	struct event generate, resume[TRAFFIC_RECFIFOS];
	bool awake; /* generate is posted */
	ps_t stalled_ps[TRAFFIC_RECFIFOS];
	uint64_t random, digest, deliveries;
	uint32_t made;
	struct net_packet *pending[TRAFFIC_FIFOS]; /* until the FIFO has room */
	struct traffic_packet *sent;
	uint32_t *last; /* [source][stream]: serial + 1 */
};

struct traffic {
	struct traffic_config cfg;
	struct net_shape shape;
	uint32_t nodes;
	struct sim *sim;
	struct net *net;
	struct net_detours detours;
	struct traffic_node *node;
	atomic_uint mistakes;
};

static void traffic_mistake(struct traffic *t, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

static void traffic_mistake(struct traffic *t, const char *fmt, ...)
{
	va_list ap;

	if (atomic_fetch_add(&t->mistakes, 1))
		return;
	va_start(ap, fmt);
	fprintf(stderr, "traffic on %s, seed %llu: ", t->cfg.shape,
		(unsigned long long)t->cfg.seed);
	vfprintf(stderr, fmt, ap);
	fputc('\n', stderr);
	va_end(ap);
}

static inline unsigned traffic_random(struct traffic_node *n, unsigned below)
{
	n->random ^= n->random << 13;
	n->random ^= n->random >> 7;
	n->random ^= n->random << 17;
	return (unsigned)((n->random >> 32) * below >> 32);
}

static inline bool traffic_chance(struct traffic_node *n, unsigned of_256)
{
	return traffic_random(n, 256) < of_256;
}

static inline uint64_t traffic_mix(uint64_t digest, uint64_t value)
{
	digest = (digest ^ value) * UINT64_C(0x9e3779b97f4a7c15);
	return digest ^ digest >> 29;
}

static inline uint8_t traffic_byte(uint32_t src, uint32_t serial)
{
	return (uint8_t)(src * 31 + serial * 7 + 1);
}

#include "traffic_route.h"
#include "traffic_send.h"
#include "traffic_receive.h"

/* ---- set-up */

static const struct net_ops traffic_ops = {
	.deliver = traffic_deliver, .inject_ready = traffic_inject_ready, .refuse = traffic_refuse
};

/* The caller makes a sim, and then has every node begin; 0 if net_create refuses. */
static inline int traffic_open(struct traffic *t, const struct traffic_config *cfg,
			       struct sim *sim)
{
	*t = (struct traffic){ .cfg = *cfg, .sim = sim };
	if (net_shape_parse_dims(cfg->shape, cfg->machine.dims, NET_SIZE_MAX, &t->shape))
		abort();
	for (int d = 0; d < cfg->machine.dims; d++)
		t->shape.torus[d] = cfg->torus >> d & 1;
	t->nodes = net_shape_nodes(&t->shape);
	t->net = net_create(&t->cfg.machine, &t->shape, sim);
	if (!t->net)
		return -errno;
	net_set_seed(t->net, cfg->seed);
	net_set_ops(t->net, &traffic_ops, t);
	if (cfg->machine.source_routes)
		traffic_detour(t);
	t->node = calloc(t->nodes, sizeof *t->node);
	for (uint32_t n = 0; n < t->nodes; n++) {
		struct traffic_node *node = &t->node[n];

		node->traffic = t;
		node->random = traffic_mix(cfg->seed + 1, n + 1) | 1;
		node->sent = calloc(cfg->packets, sizeof *node->sent);
		node->last = calloc((size_t)t->nodes * TRAFFIC_STREAMS, sizeof *node->last);
	}
	return 0;
}

static inline void traffic_begin(struct traffic *t, uint32_t n)
{
	struct traffic_node *node = &t->node[n];

	node->generate.type = &generation;
	node->generate.ctx = t;
	node->awake = true;
	sim_post(t->sim, &node->generate, n, n, traffic_random(node, t->cfg.pause_ns + 1) *
						       PS_PER_NS);
}

static inline void traffic_close(struct traffic *t)
{
	for (uint32_t n = 0; n < t->nodes; n++) {
		free(t->node[n].sent);
		free(t->node[n].last);
	}
	free(t->node);
	if (t->cfg.machine.source_routes)
		net_detours_destroy(&t->detours);
	net_destroy(t->net);
}

/* ---- after the run */

/* Whether all was sent and received; says what was not. */
static inline bool traffic_complete(struct traffic *t)
{
	for (uint32_t n = 0; n < t->nodes; n++) {
		struct traffic_node *node = &t->node[n];

		if (node->made < t->cfg.packets)
			traffic_mistake(t, "node %u sent %u packets of %u", n, node->made,
					t->cfg.packets);
		for (uint32_t i = 0; i < node->made; i++)
			if (node->sent[i].seen != traffic_copies(&node->sent[i]))
				traffic_mistake(t, "packet %u of node %u to %u: received 0x%llx, "
						"due 0x%llx", i, n, node->sent[i].dst,
						(unsigned long long)node->sent[i].seen,
						(unsigned long long)traffic_copies(&node->sent[i]));
	}
	return t->mistakes == 0;
}

/* Returns a digest of every delivery: when, where, which, and by which FIFO. */
static inline uint64_t traffic_digest(const struct traffic *t)
{
	uint64_t digest = 1;

	for (uint32_t n = 0; n < t->nodes; n++)
		digest = traffic_mix(digest, t->node[n].digest);
	return digest;
}

#endif
