/*
 * machine.h - the layers below the nodes, as one run of bgq-run has put them together
 * (emu/cmd/run): for rooms that ask the network or the message units themselves.  What was asked
 * for is in job.h, what nodes hold and who runs them in booted.h.
 */
#ifndef BGQ_EMU_MACHINE_H
#define BGQ_EMU_MACHINE_H

#include <stdatomic.h>

#include "coll/coll.h"
#include "mu/mu.h"

struct net;
struct train;

struct machine {
	struct net *net;
	struct coll *coll;
	struct mu *mu;
	struct train *train;     /* emu/core/train/train.h; NULL: every packet is simulated */
	atomic_uint ras;         /* RAS records so far */
	double boot_seconds;     /* of the host, until every process could run */
	double run_seconds;      /* until the last one had ended */
};

extern struct machine machine __asm__("emu_machine");

#endif
