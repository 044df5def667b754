/*
 * chain.h - estimates from a run with one worker what more would gain (--workers-report).
 *
 * One worker carries out everything in the order of time, so the windows of any number of
 * workers are known during the run: a window takes as long as the block of nodes on which the
 * host spent most time.  Nodes are shared out in two ways: by node number, as the engine does,
 * and in blocks of the torus, made by halving its longest dimension.
 *
 * Never: changes what is computed, or when; more than one worker.
 */
#ifndef BGQ_EMU_CHAIN_H
#define BGQ_EMU_CHAIN_H

#include <stdint.h>
#include <stdio.h>

#include "net/base/event.h"

struct chain;
struct net_machine;
struct net_shape;

/* NULL: no memory. */
struct chain *chain_create(const struct net_machine *m, const struct net_shape *s);
void chain_destroy(struct chain *c);

/* From now on the host works for node, at simulated time now_ps. */
void chain_turn(struct chain *c, uint32_t node, ps_t now_ps);
/* The node of the last call posts an event to this one. */
void chain_crosses(struct chain *c, uint32_t node);

/* After the run: prints the table. */
void chain_print(struct chain *c, FILE *f);

#endif
