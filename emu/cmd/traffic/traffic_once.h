/*
 * traffic_once.h - the frame of a run in which each node begins once, at time 0, and that ends
 * when nothing is left to be done: collectives, trees, messages of DMAs.
 *
 * Never: knows what the nodes do, or which network they use.
 */
#ifndef BGQ_EMU_TRAFFIC_ONCE_H
#define BGQ_EMU_TRAFFIC_ONCE_H

#include "emu/core/engine/engine.h"
#include "traffic.h"

struct traffic_once {
	struct engine *engine;
	struct event_type type;
	struct event *start; /* [node] */
	void *ctx;
	double began_s;
};

/* start is called for each node, by its worker, with ctx in the event.  -ENOMEM. */
int traffic_once_create(struct traffic_once *o, const struct traffic_config *c,
			ps_t lookahead_ps, void (*start)(struct event *ev), void *ctx);
/* Runs to the end if rc, what setting up has returned, is 0.  Tells on standard error why it
 * failed, and the host's time.  Returns rc, or the engine's. */
int traffic_once_run(struct traffic_once *o, int rc);
void traffic_once_destroy(struct traffic_once *o);

#endif
