/*
 * topology.h - the host's cores, by hwloc: how many, which of them workers use, and pinning.
 *
 * Workers take cores, not hyper-threads: one each while there are enough.  They begin with the core
 * on which the host has started the process, then take those that share its memory, those of its
 * package, and all others, so that few workers are close to each other; cores that another
 * process's workers are on come last (topology_claim.c).
 *
 * Never: a word about results, which do not depend on it.
 */
#ifndef BGQ_EMU_TOPOLOGY_H
#define BGQ_EMU_TOPOLOGY_H

/* Cores this process may use; at least 1. */
unsigned topology_cores(void);

/* Chooses the cores of so many workers, from those that are not claimed, and claims them. */
void topology_take(unsigned workers);

/* Pins the calling pthread to a core, another for each index below topology_cores().  Best
 * effort. */
void topology_pin(unsigned index);

/* Calls fn(arg) where memory that it touches first is that of the worker's core: on a thread
 * pinned there if the host has memory of several kinds of distance, else as it is. */
void topology_call(unsigned index, void (*fn)(void *arg), void *arg);

/* Where a worker is: numbers as hwloc counts what the process may use. */
struct topology_place {
	unsigned core, package, memory; /* 0 if there is none */
};
struct topology_place topology_place(unsigned index);

#endif
