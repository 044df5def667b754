/* internal.h - the state of the DMA, and calls between its files. */
#ifndef BGQ_MU_DMA_INTERNAL_H
#define BGQ_MU_DMA_INTERNAL_H

#include "dma.h"

#define DMA_GROUP_INJFIFOS 32
#define DMA_GROUP_COUNTERS 64
#define DMA_PRIORITY_TURNS 3 /* of FIFOs with priority, for one of the others */

struct dma_injfifo {
	struct dma_injfifo_set set;
	uint32_t head, tail;
	uint32_t sent;   /* bytes of the descriptor at the head that have left */
	uint32_t served; /* bytes since it was its turn */
	bool enabled, active, crossed;
};

struct dma_group {
	struct dma_injfifo injfifo[DMA_GROUP_INJFIFOS];
	struct dma_counter counter[2][DMA_GROUP_COUNTERS]; /* by enum dma_kind */
};

struct dma_recfifo {
	uint8_t *start;
	uint32_t bytes, head, tail;
	bool waits; /* a packet of it, or more, has found no room */
};

struct dma_node {
	struct dma_group *group[DMA_GROUPS]; /* NULL until something of it is used */
	struct dma_recfifo recfifo[DMA_RECFIFOS];
	uint8_t map[8];
	uint8_t open;        /* the torus' injection FIFOs that may have room */
	uint8_t current;     /* the injection FIFO whose turn it is */
	uint8_t priority_turns;
	uint8_t first;       /* the torus FIFO that is tried first */
	bool running;        /* inside dma_advance() */
	uint16_t gets_wait;  /* the torus' reception FIFOs with a get without room */
	uint16_t resumed;    /* and those that are offered again by the event: */
	struct event resume; /* not at once, for the network may be offering one of them now */
	uint32_t tokens;
	struct dma_counts counts;
};

struct dma {
	struct dma_config cfg;
	uint32_t nodes;
	struct dma_node *node;
};

/* Bytes 16 to 31 of a packet's header in net/. */
static inline struct dma_header *dma_header_of(struct net_packet *p)
{
	return (struct dma_header *)(p->header + NET_PACKET_HEADER_BYTES - DMA_HEADER_BYTES);
}

/* NULL: never used. */
static inline struct dma_injfifo *dma_injfifo_of(const struct dma *d, uint32_t node, unsigned f)
{
	struct dma_group *g = f < DMA_INJFIFOS
			      ? d->node[node].group[f / DMA_GROUP_INJFIFOS] : NULL;

	return g ? &g->injfifo[f % DMA_GROUP_INJFIFOS] : NULL;
}

static inline struct dma_counter *dma_counter_of(const struct dma *d, uint32_t node,
						 enum dma_kind kind, unsigned counter)
{
	struct dma_group *g = counter < DMA_COUNTERS
			      ? d->node[node].group[counter / DMA_GROUP_COUNTERS] : NULL;

	return g ? &g->counter[kind][counter % DMA_GROUP_COUNTERS] : NULL;
}

static inline uint32_t dma_injfifo_used(const struct dma_injfifo *f)
{
	return (f->tail + f->set.descriptors - f->head) % f->set.descriptors;
}

/* NULL: no memory. */
struct dma_group *dma_group_of(struct dma *d, uint32_t node, unsigned group);
void dma_fault(struct dma *d, uint32_t node, const char *text, ps_t now_ps);

/* injfifo.c: descriptors behind the tail, all or none. */
bool dma_injfifo_append(struct dma *d, uint32_t node, unsigned f, const void *descriptors,
			unsigned count);
/* counter.c: bytes have left or come. */
void dma_counter_take(struct dma *d, uint32_t node, enum dma_kind kind, unsigned counter,
		      uint32_t bytes, ps_t now_ps);
/* send.c: all that can leave. */
void dma_advance(struct dma *d, uint32_t node, ps_t now_ps);
/* receive.c */
int dma_receive(struct dma *d, uint32_t node, struct net_packet *p, ps_t now_ps);
/* Copies a put's bytes to where its counter says; false: it may not. */
bool dma_put(struct dma *d, uint32_t node, const struct dma_header *h, const void *from,
	     uint32_t bytes, ps_t now_ps);
/* Packets that wait in these of the torus' reception FIFOs come again. */
void dma_resume(struct dma *d, uint32_t node, unsigned recfifos, ps_t now_ps);

#endif
