/*
 * traffic_fault.h - links with faults in a run of bgq-net: the plan, what its links have counted,
 * RAS events.
 *
 * Never: an event in an order that depends on workers.
 */
#ifndef BGQ_EMU_TRAFFIC_FAULT_H
#define BGQ_EMU_TRAFFIC_FAULT_H

#include "traffic_internal.h"

/* A plan, if there is none yet.  NULL, or what is wrong. */
const char *traffic_fault_plan(struct traffic_config *c);
/* Adds a fault as an option describes it, or those of a file; the shape is known.  NULL, or what
 * is wrong. */
const char *traffic_fault_add(struct traffic_config *c, const char *text);
const char *traffic_fault_read(struct traffic_config *c, const char *name);
/* Passes the plan to the network, and keeps its events.  0 or -ENOMEM. */
int traffic_fault_start(struct traffic *t);
/* After the run: sums for its result, events to standard error and to the run's file. */
void traffic_fault_end(struct traffic *t, struct traffic_result *r);
#endif
