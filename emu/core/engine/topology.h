/* topology.h - the host's cores, by hwloc: how many, and pinning to one. */
#ifndef BGQ_EMU_TOPOLOGY_H
#define BGQ_EMU_TOPOLOGY_H

/* Cores this process may use; at least 1. */
unsigned topology_cores(void);

/* Pin the calling pthread to a core, another for each index below topology_cores().  They are
 * counted from the core on which the host has started the process, so that several processes
 * do not all use the first ones.  Best effort: pinning is for speed, never for the result. */
void topology_pin(unsigned index);

#endif
