/*
 * bgqemu/abi_count.h - what the model has counted on the calling node.
 *
 * Another part of the interface between a program and bgq-run (see abi.h, whose version
 * covers all of them); the Bgpm_* calls of the support library end here.  Counts are those
 * at the caller's time, and only grow.
 */
#ifndef BGQEMU_ABI_COUNT_H
#define BGQEMU_ABI_COUNT_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Values are ABI: append only. */
enum bgqemu_counter {
	/* Counters of a link; chunks of 32 bytes sent, by virtual channel. */
	BGQEMU_COUNT_DYNAMIC = 0,
	BGQEMU_COUNT_DETERMINISTIC = 1,
	BGQEMU_COUNT_PRIORITY = 2,
	BGQEMU_COUNT_SYSTEM = 3,
	BGQEMU_COUNT_WORLD = 4,          /* collectives of comm-world and the system's */
	BGQEMU_COUNT_SUB = 5,
	BGQEMU_COUNT_RECEIVED_USER = 6,  /* packets: point to point */
	BGQEMU_COUNT_RECEIVED_SYSTEM = 7,
	BGQEMU_COUNT_RECEIVED_COLLECTIVE = 8,
	BGQEMU_COUNT_WAITING_USER = 9,   /* packets in the receiver, times network cycles */
	BGQEMU_COUNT_WAITING_OTHER = 10,
	/* Counters of the node; link is 0. */
	BGQEMU_COUNT_MU_PACKETS = 16,
	BGQEMU_COUNT_MU_MESSAGES = 17,
	BGQEMU_COUNT_MU_FIFO = 18,
	BGQEMU_COUNT_MU_GET = 19,
	BGQEMU_COUNT_MU_PUT = 20,
	BGQEMU_COUNT_NETWORK_CYCLES = 21,
	/* Requests to the node's L2, and with --memory-model those of loops for lines. */
	BGQEMU_COUNT_L2_HITS = 22,
	BGQEMU_COUNT_L2_MISSES = 23
};

#define BGQEMU_IO_LINK 10u

/* Returns a counter of link 0 to 9, A- A+ B- ... E+, or BGQEMU_IO_LINK.  Numbers of links wrap
 * round at 2^32.  Charges an MMIO load. */
uint64_t bgqemu_count(unsigned counter, unsigned link);

/* The calling process takes the counters of these links (bit i: link i); returns those that
 * another process of the node has.  0: gives all back. */
unsigned bgqemu_count_take(unsigned links);

/* Counts that bgqemu_core_counts() gives: instructions by class (bgqemu/mix.h), and behind them: */
enum bgqemu_core_count {
	BGQEMU_CORE_LOST = 49,       /* cycles that its code has waited for others on its core */
	BGQEMU_CORE_LOADED = 50,     /* lines that its loads have not found in L1, */
	BGQEMU_CORE_PREFETCHED = 51, /* those of them that its prefetcher had, */
	BGQEMU_CORE_STORED = 52,     /* and the same of its stores; with --memory-model only */
	BGQEMU_CORE_COUNTS
};
#define BGQEMU_CORE_SELF UINT32_MAX

/* Gives the counts of the calling thread; or of all threads so far on hardware thread 0 to 63 of
 * its node: 0, or -1 if there is none.  In a program that binds to it instructions are counted.
 * Charges an MMIO load. */
int bgqemu_core_counts(uint32_t hwthread, int64_t counts[BGQEMU_CORE_COUNTS]);

/* 1: misses of caches are modelled. */
int bgqemu_models_caches(void);

/* In a signal's handler: the check of the program at which it was called; 0: a call. */
uint64_t bgqemu_interrupted_pc(void);

/* The program counts an event that never happens in the model, and why: a message says so. */
void bgqemu_count_note(const char *event, const char *why);

#ifdef __cplusplus
}
#endif
#endif
