/*
 * units.h - the layers below the nodes as programs' services ask them: network, message units,
 * collectives.  emu/cmd/run makes them; a service of a node calls them for its own node.
 *
 * Never: what belongs to a run as a whole (machine.h).
 */
#ifndef BGQ_EMU_UNITS_H
#define BGQ_EMU_UNITS_H

#include "coll/coll.h"
#include "mu/mu.h"

struct net;

struct units {
	struct net *net;
	struct coll *coll;
	struct mu *mu;
};

extern struct units units __asm__("emu_units");

#endif
