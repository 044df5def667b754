/*
 * traffic_refuse.h - options of bgq-net that contradict each other, or that have no meaning in the
 * run that others ask for.
 *
 * Never: an option that is taken and has no effect.
 */
#ifndef BGQ_EMU_TRAFFIC_REFUSE_H
#define BGQ_EMU_TRAFFIC_REFUSE_H

#include "traffic_settle.h"

/* When all options have been seen.  False after a message. */
bool traffic_refuse(const struct parse *p);

#endif
