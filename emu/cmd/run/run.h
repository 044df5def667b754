/*
 * run.h - one run of bgq-run, from its options to its exit status.
 *
 * The only place that knows all layers: calls from a lower layer to a higher one go
 * through tables of functions (callbacks) that are filled in here.
 */
#ifndef BGQ_EMU_RUN_H
#define BGQ_EMU_RUN_H

#include "emu/node/machine/options.h"

/* Builds the machine from options and runs the program; returns bgq-run's
 * exit status. */
int machine_run(const struct options *opt);

#endif
