/*
 * run.h - one run of bgq-run, from its options to its exit status.
 *
 * The only place that knows all layers: what one of them has to tell those above it goes
 * through the tables of functions that are filled in here.
 */
#ifndef BGQ_EMU_RUN_H
#define BGQ_EMU_RUN_H

#include "emu/machine/options.h"

/* Builds the machine from options and runs the program; returns bgq-run's
 * exit status. */
int machine_run(const struct options *opt);

#endif
