/*
 * measure.h - what a run counts for its report (bgq-run --report) beyond the machine's own
 * counters: sizes of messages, from where to where, latencies of packets, what ranks wait for, all
 * of it over time; notices.
 *
 * Each worker counts in a block of its own; sums do not depend on which worker counted what.  Waits
 * in loops are the exception: one counts from its proof on (emu/core/wait/wait.h), and when a
 * proof is made depends on the workers.
 *
 * Never: a change to what is observed; memory or time if no report is asked for.
 */
#ifndef BGQ_EMU_MEASURE_H
#define BGQ_EMU_MEASURE_H

#include <stdbool.h>
#include <stdint.h>

#include "net/base/histogram.h"
#include "net/net.h"
#include "mu/mu.h"
#include "emu/node/machine/process.h"
#include "matrix.h"
#include "timeline.h"

enum measure_message { MEASURE_PUT, MEASURE_FIFO, MEASURE_GET, MEASURE_COLLECTIVE,
		       MEASURE_KINDS };

/* Sizes by powers of two: 0, 1, 2 to 3, 4 to 7 and so on. */
#define MEASURE_SIZES 65
#define MEASURE_HOPS  256
#define MEASURE_WAITS (WAIT_HWTHREAD + 1)
#define MEASURE_NOTICES_MAX 2000

/* Lines over time: links that carry a packet, by the link's name; messages that a unit sends;
 * packets in the network, without collectives'; main threads that wait. */
enum measure_line { MEASURE_LINKS, MEASURE_SENDING = MEASURE_LINKS + NET_LINKS, MEASURE_PACKETS,
		    MEASURE_WAITING, MEASURE_LINES };

struct measure_hops {
	uint64_t packets;
	ps_t sum_ps, least_ps, most_ps; /* of their latencies */
};

struct measure_sums {
	_Alignas(64) uint64_t messages[MEASURE_KINDS][MEASURE_SIZES];
	uint64_t bytes[MEASURE_KINDS];
	struct histogram latency; /* of packets, injection to reception, in ps */
	struct measure_hops hops[MEASURE_HOPS]; /* the same by the links crossed */
	struct timeline timeline;
	struct matrix matrix;
};

/* Waits by enum bgqemu_wait and thread.h's kinds. */
struct measure_rank {
	ps_t waited_ps[MEASURE_WAITS]; /* of its main thread */
	ps_t others_ps;                /* of its other threads, all kinds */
	uint64_t waits;
};

struct measure_notice {
	uint32_t rank;
	bool ras;
	const char *line;
};

/* Before the run.  0, or -ENOMEM. */
int measure_start(unsigned workers);

/* Hooks for the layers; on the worker of the node. */
void measure_message(uint32_t node, const struct mu_sent *m, ps_t now_ps);
void measure_message_done(uint32_t node, ps_t now_ps);
void measure_sent(uint32_t node, unsigned link, ps_t head_ps, ps_t tail_ps);
/* Serial: the link was busy for so long in an interval that was fast-forwarded. */
void measure_forwarded(uint32_t node, unsigned link, ps_t busy_ps, const ps_t interval_ps[2]);
void measure_received(uint32_t node, const struct net_packet *p, ps_t injected_ps, ps_t now_ps);
void measure_waited(const struct thread *t);

/* ---- after the run */

/* Adds waits that the run's end has cut off; end_ps tells when that was for a process.  Once. */
void measure_end(ps_t (*end_ps)(const struct process *p));
/* The sum of all workers. */
struct measure_sums *measure_sum(void);
/* Returns the sums of booted.process[index]. */
struct measure_rank measure_rank(uint32_t index);
/* Returns the first notices, in the order of time; *all: how many there were. */
const struct measure_notice *measure_notices(unsigned *kept, uint64_t *all);

#endif
