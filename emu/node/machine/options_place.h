/* options_place.h - options that say where the block stands in the machine, and where in the block
 * the job; a group of bgq-run's, whose input is a struct options. */
#ifndef BGQ_EMU_OPTIONS_PLACE_H
#define BGQ_EMU_OPTIONS_PLACE_H

#include <argp.h>

#include "options.h"

extern const struct argp options_place;

/* When the shape is known: what was not given, and whether all fits.  0, or -1 after a message. */
int options_place_settle(struct options *o);

#endif
