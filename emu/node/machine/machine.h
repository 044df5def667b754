/*
 * machine.h - one run of bgq-run as a whole, for what carries it out (emu/cmd/run) and what shows
 * it (reports, the page).  The layers below the nodes are in units.h, what was asked for is in
 * job.h, what nodes hold and who runs them in booted.h.
 *
 * Never: what a node's services need.
 */
#ifndef BGQ_EMU_MACHINE_H
#define BGQ_EMU_MACHINE_H

#include <stdatomic.h>

struct train;

struct machine {
	struct train *train;     /* emu/core/train/train.h; NULL: every packet is simulated */
	atomic_uint ras;         /* RAS records so far */
	double boot_seconds;     /* of the host, until every process could run */
	double run_seconds;      /* until the last one had ended */
};

extern struct machine machine __asm__("emu_machine");

#endif
