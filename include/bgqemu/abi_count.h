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
	/* Of a link; chunks of 32 bytes sent, by virtual channel. */
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
	/* Of the node; link is 0. */
	BGQEMU_COUNT_MU_PACKETS = 16,
	BGQEMU_COUNT_MU_MESSAGES = 17,
	BGQEMU_COUNT_MU_FIFO = 18,
	BGQEMU_COUNT_MU_GET = 19,
	BGQEMU_COUNT_MU_PUT = 20,
	BGQEMU_COUNT_NETWORK_CYCLES = 21
};

/* link: 0 to 9, A- A+ B- ... E+.  Numbers of links wrap round at 2^32.  Charges an MMIO
 * load. */
uint64_t bgqemu_count(unsigned counter, unsigned link);

/* The calling process takes the counters of these links (bit i: link i); returns those that
 * another process of the node has.  0: gives all back. */
unsigned bgqemu_count_take(unsigned links);

#ifdef __cplusplus
}
#endif
#endif
