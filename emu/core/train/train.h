/*
 * train.h - trains: fast-forwarding of a long collective, or of long messages from node to node
 * (stream.h), in their steady state, many packets at a time, with the results and the
 * times of a simulation packet by packet.
 *
 * While its packets follow each other in a steady stream, the machine is after each
 * period of the root's logic in the same state as before, but for time, addresses,
 * counters and payloads.  That is observed, not computed: two fingerprints
 * of the whole machine, a period apart, are equal (net/base/fingerprint.h), so the next periods
 * are the same.  What is left to do for a period is what programs can see: each node's L2
 * is charged with its reads and writes, results are combined and stored, counters
 * count, and threads check them, at the times noted in the period between the
 * fingerprints.  At the end, packets in flight get the payloads that belong to them
 * now, and all events are delayed.
 *
 * A train ends where something else begins: another event, the last packets of a message,
 * a number that overflows, memory that is slow, a thread whose wait ends.  If that is
 * inside a period, the period is simulated again from its start, and its effects in memory
 * are not repeated.
 *
 * Never: a result, a time or a counter that depends on whether there was a train.
 */
#ifndef BGQ_EMU_TRAIN_H
#define BGQ_EMU_TRAIN_H

#include <stdbool.h>

#include "coll/coll.h"
#include "mu/mu.h"
#include "net/net.h"
#include "emu/core/engine/thread.h"

struct train;

struct train_parts {
	struct engine *engine;
	struct net *net;
	struct coll *coll;
	struct mu *mu;
	uint32_t nodes;
	unsigned workers;
	ps_t lookahead_ps;
	bool streams;          /* messages from node to node, too */
};

/* Watches for long collectives from now on; NULL: out of memory. */
struct train *train_create(const struct train_parts *parts);
void train_destroy(struct train *tr);
/* engine_config.pause, with ctx a struct train. */
void train_pause(struct train *tr, unsigned worker, ps_t at_ps);

/* Trains so far, and the packets of each message in them. */
struct train_stats {
	uint64_t looked, trains, packets;
};
struct train_stats train_stats(const struct train *tr);

#endif
