/*
 * traffic.h - synthetic traffic patterns on the torus (as Garnet standalone), without programs
 * and message units, for bgq-net.  The engine and the network are those of bgq-run.
 *
 * Never: host time in a result but in wall_s and cpu_s; floating point in the simulation.
 */
#ifndef BGQ_EMU_TRAFFIC_H
#define BGQ_EMU_TRAFFIC_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "net/machine/machine.h"
#include "net/kind.h"
#include "net/mesh/detour.h"
#include "net/net.h"
#include "emu/cmd/cli/options_net.h"
#include "emu/cmd/cli/ras_list.h"

enum traffic_pattern {
	TRAFFIC_UNIFORM,    /* every other node, with equal probability */
	TRAFFIC_ALLTOALL,   /* a message to every other node, in random order */
	TRAFFIC_NEIGHBOUR,  /* over each link in turn */
	TRAFFIC_TRANSPOSE,  /* nodes as a matrix, rows to columns */
	TRAFFIC_HOTSPOT,    /* one node gets a share, the rest is uniform */
	TRAFFIC_COMPLEMENT, /* to the node at the mirrored coordinates */
	TRAFFIC_REQUEST,    /* to every other node, as uniform; each answers with a packet */
	TRAFFIC_SHIFT,      /* to the node at a displacement */
	TRAFFIC_ONE,        /* one packet, on an idle machine */
	TRAFFIC_PATTERNS
};

#define TRAFFIC_CHANNELS 5
#define TRAFFIC_REQUEST_BYTES 16 /* payload of a request */
#define TRAFFIC_INJFIFOS NET_INJ_PRIORITY /* those of normal packets */

struct traffic_config {
	struct net_shape shape;
	struct net_machine machine;
	const struct net_router *router; /* that fits it */
	enum traffic_pattern pattern;
	double load;             /* offered, of the peak; not of an all-to-all */
	unsigned payload_bytes;  /* of a packet: multiple of 32, 0..512 */
	unsigned packets;        /* of a message of the all-to-all, 1..65535 */
	unsigned injfifos;       /* that nodes use, 1..TRAFFIC_INJFIFOS */
	bool deterministic;
	unsigned zone;           /* of dynamic packets */
	struct options_net net;  /* zones, order, seed */
	unsigned workers;
	bool unpinned; /* to cores */
	ps_t time_ps;            /* when to end; PS_NEVER: when all is delivered */
	ps_t warmup_ps;          /* packets delivered before it do not count */
	unsigned within;         /* all-to-all among nodes that differ in these dimensions only;
	                            0: in all */
	bool two_phase;          /* longest dimension first, to a node that sends it on */
	double prefix;           /* of the all-to-all's destinations, 0..1 */
	uint32_t hot_node;       /* the hot spot; the receiver of TRAFFIC_ONE, */
	uint32_t from_node;      /* and its sender */
	double hot_share;
	struct net_detours *detours; /* of a mesh with source routes, with what has failed */
	int shift[NET_DIMS_MAX]; /* displacement of TRAFFIC_SHIFT */
	uint8_t senders[NET_DIMS_MAX]; /* there, nodes send or get whose coordinates are multiples
					* of these; 0: any is */
	uint64_t message_bytes;  /* of a message from each node; 0: packets at a load */
	bool get;                /* the receiver asks for it, */
	uint32_t piece_bytes, pacing_bytes; /* by pieces, of which so much is under way; 0: all */
	bool workers_report;     /* on standard error: what more would gain */
	struct net_faults *faults; /* links that fail; NULL: none do */
	struct net_around *around; /* packets go round those that are dead; NULL: none do */
	bool verify;             /* the network's state and the order of packets */
	FILE *ras_file;          /* gets their RAS events; or NULL */
	FILE *series;            /* gets "microsecond,percent" of delivered load; or NULL */
};

struct traffic_result {
	uint32_t senders;        /* nodes that send at all */
	double offered_percent;  /* of the peak; 100 for an all-to-all */
	double percent;          /* delivered, of the peak */
	/* All-to-all: percent is of its steady state; here of its two halves: */
	double half_percent[2];
	bool unsteady;           /* it is too short to have one: percent is of the whole */
	double total_percent;    /* from the first packet to the last */
	uint64_t packets;        /* delivered after the warm-up */
	double latency_mean_ns, latency_p50_ns, latency_p99_ns, latency_max_ns;
	double hops_mean;
	double busiest[NET_DIMS_MAX]; /* utilization of the busiest link, as a share, */
	double busy[NET_DIMS_MAX]; /* and the mean of all links of the dimension */
	ps_t first_done_ps, last_done_ps; /* messages: of the fastest and the slowest receiver, */
	double mean_done_us, mean_mb_s; /* and the mean of all receivers' times and rates */
	/* Packets that links have carried, by channel: two dynamic, deterministic, priority,
	 * system; of routers but Blue Gene/Q's. */
	uint64_t channel[TRAFFIC_CHANNELS];
	ps_t end_ps;             /* of the last delivery */
	uint64_t dropped;        /* packets that asked for a turn or a link that is not allowed */
	uint64_t stuck;          /* packets in the network that did not move any more */
	struct ras_sum faults;   /* of links with faults */
	bool wrong, verified;    /* --verify has found and said something; has found nothing, */
	uint64_t ordered;        /* and so many packets that keep an order */
	unsigned node_failures;  /* fatal ones */
	uint64_t packet_hops;    /* of all packets delivered, with the warm-up */
	double wall_s;           /* of the whole run */
	double cpu_s;            /* of all workers, without set-up */
	uint64_t memory_bytes;   /* most that was resident */
	uint64_t network_bytes;  /* added by this run, */
	uint64_t idle_bytes;     /* and its set-up alone */
};

/* A line of progress on a terminal: before the first of these loads, after each, and before
 * something else is printed. */
void traffic_progress_start(const double *load, unsigned loads);
void traffic_progress_load_done(double load);
void traffic_progress_clear(void);

/* Carries out one run.  0; -EINVAL if the machine or a mask is invalid, -ENOMEM. */
int traffic_run(const struct traffic_config *c, struct traffic_result *r);

/* The peak rate of each sender with ideal routers, as the time between its packets: the
 * bandwidth of the busiest cut (bisection bound) limits it.  Cuts are the links of a
 * dimension between two coordinates, one way, and the links into one node. */
double traffic_peak_interval_ps(const struct traffic_config *c);
/* Whether nodes of a group (within) differ in a dimension; nodes of such a group. */
static inline bool traffic_within(const struct traffic_config *c, unsigned d)
{
	return !c->within || c->within >> d & 1;
}
uint32_t traffic_peers(const struct traffic_config *c);
/* Runs to its end, as fast as injection FIFOs take packets. */
static inline bool traffic_closed(const struct traffic_config *c)
{
	return c->pattern == TRAFFIC_ALLTOALL || c->pattern == TRAFFIC_ONE || c->message_bytes;
}
uint32_t traffic_senders(const struct traffic_config *c);

#endif
