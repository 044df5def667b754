/*
 * traffic_verify.h - bgq-net --verify: the order of deterministic packets as they come, and what is
 * always true of a network's state at the end (net/verify.h).
 */
#ifndef BGQ_EMU_TRAFFIC_VERIFY_H
#define BGQ_EMU_TRAFFIC_VERIFY_H

#include "traffic_internal.h"

/* Before the first packet; does nothing unless the run is to be verified.  0 or -ENOMEM. */
int traffic_verify_start(struct traffic *t);
/* After the run: says what is wrong, and sets it in the result. */
void traffic_verify_end(struct traffic *t, struct traffic_result *r);

#endif
