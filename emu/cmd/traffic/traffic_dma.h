/*
 * traffic_dma.h - bgq-net --dma: one message from or to each node by Blue Gene/P's DMA
 * (mu/dma/dma.h): its FIFOs, descriptors and counters, beside the plain flows of traffic_flow.c.
 */
#ifndef BGQ_EMU_TRAFFIC_DMA_H
#define BGQ_EMU_TRAFFIC_DMA_H

#include "traffic_options.h"

/* TRAFFIC_DMA_NONE: no such use. */
enum traffic_dma_kind traffic_dma_named(const char *name);
/* Says what is wrong with the options; NULL: nothing. */
const char *traffic_dma_wrong(const struct traffic_options *o);
/* Runs it and prints what came of it.  The exit status. */
int traffic_dma_run(const struct traffic_options *o);

#endif
