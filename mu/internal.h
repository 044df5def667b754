/* internal.h - the state of message units, shared by the files of mu/. */
#ifndef BGQ_MU_INTERNAL_H
#define BGQ_MU_INTERNAL_H

#include <stdbool.h>

#include "../net/machine.h"
#include "descriptor.h"
#include "mu.h"

#define MU_PA_MASK ((UINT64_C(1) << 37) - 1)
#define MU_PA_ATOMIC (UINT64_C(1) << 36)
#define MU_BAT_UNALLOCATED UINT64_C(0x1fffffffff)

/* Register offsets in a subgroup's page (spi-api 5.3). */
enum {
	REG_START = 0x00, REG_SIZE = 0x08, REG_HEAD = 0x10, REG_TAIL = 0x18,
	REG_DESC_COUNT = 0x20, REG_FREE_SPACE = 0x28, REG_STRIDE = 0x40,
	REG_REC = 0x200, REG_BAT = 0x400, REG_BAT_END = 0x440,
	REG_GI_CONTROL = 0x500, REG_GI_STATUS = 0x580, REG_GI_END = 0x600
};

enum inj_state { INJ_IDLE, INJ_FETCHING, INJ_SENDING };

/* An injection memory FIFO with the message that it is sending.
 * Invariant: head and tail lie in [0, bytes), multiples of 64; the slots from
 * head to tail hold descriptors; one slot always stays free. */
struct mu_injfifo {
	struct event ev;     /* fetch done, or message sent: one at a time */
	uint64_t start_pa, bytes;
	uint64_t head, tail; /* offsets from start_pa */
	uint64_t desc_count;
	uint16_t id;
	uint8_t attr;        /* MU_ATTR_* */
	bool allocated, placed, active;
	uint8_t state;       /* enum inj_state */
	uint8_t desc[DESC_BYTES]; /* being sent */
	uint64_t sent_bytes; /* of its message */
	uint32_t map;        /* network injection FIFOs it may use, as bits of enum */
	uint8_t next_net;    /* where the search for a free one begins */
	uint32_t building;   /* packets whose payload is being fetched */
	struct mu_injfifo *next_ready; /* waiting for a network injection FIFO */
	bool waiting;
};

/* A reception memory FIFO.  Packets reserve space at shadow_tail and are shown
 * by tail in the order of reservation. */
struct mu_recfifo {
	uint64_t start_pa, bytes;
	uint64_t head, tail, shadow_tail;
	uint16_t id;
	bool allocated, placed, enabled;
	ps_t visible_ps; /* when the last reservation becomes visible */
	uint32_t held;   /* network reception FIFOs that wait for room, as bits */
};

struct mu_subgroup {
	struct mu_injfifo inj[MU_INJ_PER_SUBGROUP];
	struct mu_recfifo rec[MU_REC_PER_SUBGROUP];
	uint64_t bat[MU_BAT_PER_SUBGROUP];
	uint8_t bat_allocated;
};

/* One network injection FIFO's engine: it builds one packet at a time. */
struct mu_engine {
	struct net_packet *blocked; /* built, the network had no room */
	bool building;
};

struct mu_node {
	struct mu_subgroup *subgroup[MU_SUBGROUPS];
	struct mu_engine engine[NET_INJFIFOS];
	struct mu_injfifo *ready, **ready_end; /* FIFOs that wait for an engine */
	ps_t rec_free_ps[NET_RECFIFOS]; /* when each rME is done with its packet */
};

struct mu {
	struct sim *sim;
	struct net *net;
	const struct net_machine *m;
	struct net_shape shape;
	uint32_t nodes;
	const struct mu_ops *ops;
	void *ctx;
	struct mu_node **node;
};

/* The node's state, made on first use; never NULL (out of memory is fatal). */
struct mu_node *mu_node_get(struct mu *mu, uint32_t node);
struct mu_subgroup *mu_subgroup_get(struct mu *mu, uint32_t node, uint32_t subgroup);
/* The unit if it has been allocated, else NULL. */
struct mu_injfifo *mu_injfifo_find(struct mu *mu, uint32_t node, uint32_t id);
struct mu_recfifo *mu_recfifo_find(struct mu *mu, uint32_t node, uint32_t id);
/* BAT entry, MU_BAT_UNALLOCATED if there is none. */
uint64_t mu_bat_read(struct mu *mu, uint32_t node, uint32_t id);

void mu_report(struct mu *mu, uint32_t node, ps_t now_ps, const char *unit, uint32_t id,
	       const char *field, uint64_t value, const char *text);

/* Show a register's value to programs. */
void mu_mirror(struct mu *mu, uint32_t node, uint32_t subgroup, uint32_t reg, uint64_t value);
void mu_injfifo_mirror(struct mu *mu, uint32_t node, const struct mu_injfifo *f);
void mu_recfifo_mirror(struct mu *mu, uint32_t node, const struct mu_recfifo *f);

/* Slots not occupied, at most all but one. */
static inline uint64_t mu_injfifo_free_slots(const struct mu_injfifo *f)
{
	uint64_t used = f->tail >= f->head ? f->tail - f->head : f->tail + f->bytes - f->head;

	return f->bytes ? (f->bytes - used) / DESC_BYTES - 1 : 0;
}

/* There may be something to do for the FIFO. */
void mu_injfifo_advance(struct mu *mu, uint32_t node, struct mu_injfifo *f, ps_t now_ps);
/* Append n descriptors that a remote get brought; false if there is no room. */
bool mu_injfifo_append(struct mu *mu, uint32_t node, struct mu_injfifo *f,
		       const uint8_t *desc, unsigned n, ps_t now_ps);

int mu_deliver(void *ctx, uint32_t node, struct net_packet *p, ps_t now_ps);
void mu_inject_ready(void *ctx, uint32_t node, unsigned injfifo, ps_t now_ps);
/* The reception FIFO has more room than before. */
void mu_recfifo_released(struct mu *mu, uint32_t node, struct mu_recfifo *f, ps_t now_ps);

#endif
