/*
 * dma.h - Blue Gene/P's DMA: injection FIFOs of descriptors in memory, byte counters of injection
 * and of reception, reception FIFOs in memory; puts, packets for memory FIFOs, remote gets, which
 * put descriptors into injection FIFOs of other nodes, and pacing of these (US 7,761,687, l. 98 to
 * 188 and 226).  Packets travel by a router of net/.
 *
 * Every function that takes a node is called only by that node's worker, at simulated time now_ps.
 * The DMA takes no time of its own: no document has it.
 *
 * Never: knows programs, or memory beyond what its client shows of it.
 */
#ifndef BGQ_MU_DMA_DMA_H
#define BGQ_MU_DMA_DMA_H

#include "descriptor.h"
#include "net/kind.h"
#include "net/machine/machine.h"

#define DMA_GROUPS        4
#define DMA_INJFIFOS      (DMA_GROUPS * 32)
#define DMA_COUNTERS      (DMA_GROUPS * 64) /* of injection, and as many of reception */
#define DMA_RECFIFOS      (DMA_GROUPS * 8)  /* a processor's, by the torus' reception FIFO */
#define DMA_TORUS_INJFIFOS 8                /* behind the injection FIFOs */
#define DMA_RECFIFO_MARGIN 512              /* bytes of a reception FIFO that stay empty */

struct dma;

enum dma_kind { DMA_INJECTION, DMA_RECEPTION };

struct dma_ops {
	/* The bytes of the node's memory at an address; NULL: what is there is not kept, and
	 * nothing is copied.  write: they are going to be changed. */
	void *(*memory)(void *ctx, uint32_t node, uint64_t address, uint32_t bytes, bool write);
	/* A counter has come to 0 by bytes that left or came; NULL: nobody looks. */
	void (*zero)(void *ctx, uint32_t node, enum dma_kind kind, unsigned counter, ps_t now_ps);
	/* The tail of a reception FIFO has moved. */
	void (*arrived)(void *ctx, uint32_t node, unsigned recfifo, ps_t now_ps);
	/* A descriptor of an injection FIFO is done: its head has moved. */
	void (*sent)(void *ctx, uint32_t node, unsigned injfifo, ps_t now_ps);
	/* A packet or a descriptor asks for what cannot be done, and was not. */
	void (*fault)(void *ctx, uint32_t node, const char *text, ps_t now_ps);
};

struct dma_config {
	const struct net_machine *machine;
	const struct net_shape *shape;
	const struct net_router *router;
	struct net *net;
	struct sim *sim;
	const struct dma_ops *ops;
	void *ops_ctx;
	/* Pacing: bytes of a node's gets that may be under way, and of one piece, at most. */
	uint32_t tokens, piece;
};

/* Takes the network's calls from then on.  NULL: no memory. */
struct dma *dma_create(const struct dma_config *cfg);
void dma_destroy(struct dma *d);

/* ---- injection FIFOs: rings of descriptors in the client's memory */
struct dma_injfifo_set {
	struct dma_descriptor *start;
	uint32_t descriptors;  /* room of the ring: one less are in it at most */
	uint8_t torus_mask;    /* the torus' injection FIFOs that it may use */
	bool priority;         /* it is served three times for once of the others */
	uint32_t quantum;      /* payload bytes before another one is served; 0: a message */
	uint32_t threshold;    /* free descriptors below which the FIFO's bit is set */
};
/* Enables and activates it, empty.  -ENODEV: no such FIFO; -EBUSY: it is enabled; -EINVAL;
 * -ENOMEM. */
int dma_injfifo_enable(struct dma *d, uint32_t node, unsigned f, const struct dma_injfifo_set *s);
void dma_injfifo_disable(struct dma *d, uint32_t node, unsigned f);
/* One that is not active is not looked at: its registers may be changed. */
void dma_injfifo_activate(struct dma *d, uint32_t node, unsigned f, bool active, ps_t now_ps);
/* Head and tail as indices of the ring.  Head back to an older place: what is from there to the
 * tail is sent again (l. 164). */
uint32_t dma_injfifo_head(const struct dma *d, uint32_t node, unsigned f);
uint32_t dma_injfifo_tail(const struct dma *d, uint32_t node, unsigned f);
void dma_injfifo_set_head(struct dma *d, uint32_t node, unsigned f, uint32_t head, ps_t now_ps);
/* A descriptor behind the tail, which moves on.  -ENOSPC: the FIFO is full. */
int dma_inject(struct dma *d, uint32_t node, unsigned f, const struct dma_descriptor *desc,
	       ps_t now_ps);
/* A bit for each FIFO of a group (l. 174). */
enum dma_bits {
	DMA_BITS_EMPTY, DMA_BITS_FULL, DMA_BITS_CROSSED, DMA_BITS_ACTIVE, DMA_BITS_ENABLED
};
uint32_t dma_injfifo_bits(const struct dma *d, uint32_t node, unsigned group, enum dma_bits bits);
void dma_injfifo_clear_crossed(struct dma *d, uint32_t node, unsigned f);

/* ---- counters */
struct dma_counter {
	uint32_t value;
	uint64_t base, most; /* most: the last address that a put may write; of reception */
	bool enabled, hit_zero;
};
/* Enables it.  -ENODEV: no such counter; -ENOMEM. */
int dma_counter_set(struct dma *d, uint32_t node, enum dma_kind kind, unsigned counter,
		    struct dma_counter c);
/* Takes one that is not enabled; -EAGAIN: all of the group are. */
int dma_counter_allocate(struct dma *d, uint32_t node, enum dma_kind kind, unsigned group);
void dma_counter_free(struct dma *d, uint32_t node, enum dma_kind kind, unsigned counter);
struct dma_counter dma_counter_get(const struct dma *d, uint32_t node, enum dma_kind kind,
				   unsigned counter);
void dma_counter_add(struct dma *d, uint32_t node, enum dma_kind kind, unsigned counter,
		     uint32_t bytes);

/* ---- reception FIFOs: rings of bytes in the client's memory, of a whole number of chunks */
int dma_recfifo_enable(struct dma *d, uint32_t node, unsigned f, uint8_t *start, uint32_t bytes);
uint32_t dma_recfifo_tail(const struct dma *d, uint32_t node, unsigned f);
void dma_recfifo_set_head(struct dma *d, uint32_t node, unsigned f, uint32_t head, ps_t now_ps);
/* Which of a processor's eight a packet goes to, by where it came out of the torus: six
 * directions, priority, local.  Each to one of its own, if nothing is set. */
void dma_recfifo_map(struct dma *d, uint32_t node, const uint8_t map[8]);

/* ---- figures of a node, for reports */
struct dma_counts {
	uint64_t packets[3]; /* received: for memory FIFOs, of puts, of gets */
	uint64_t bytes;      /* of puts */
	uint64_t descriptors; /* done */
	uint32_t tokens_least; /* of the token counter */
};
struct dma_counts dma_counts(const struct dma *d, uint32_t node);

#endif
