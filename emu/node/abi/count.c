/* count.c - what the model has counted, for programs (include/bgqemu/abi_count.h). */
#include "include/bgqemu/abi_count.h"

#include "include/bgqemu/abi.h"
#include "emu/node/kernel/kernel_node.h"
#include "emu/node/machine/call.h"
#include "emu/node/machine/l2.h"
#include "emu/node/machine/booted.h"
#include "emu/node/machine/job.h"
#include "emu/node/machine/units.h"
#include "net/base/event.h"

_Static_assert(BGQEMU_IO_LINK == NET_LINKS, "it follows those of the torus");

static uint64_t of_receiver(unsigned counter, unsigned link)
{
	struct net_receiver_counters r;

	net_receiver_count(units.net, thread_self->node, link, thread_self->clock_ps, &r);
	if (counter < BGQEMU_COUNT_WAITING_USER)
		return r.packets[counter - BGQEMU_COUNT_RECEIVED_USER];
	return r.waiting_ps[counter - BGQEMU_COUNT_WAITING_USER] / NET_CYCLE_PS;
}

/* The link to an I/O node has the system's packets alone. */
static uint64_t of_io_link(unsigned counter)
{
	const struct node *n = &booted.node[thread_self->node];

	return counter == BGQEMU_COUNT_SYSTEM	       ? n->io_chunks_sent :
	       counter == BGQEMU_COUNT_RECEIVED_SYSTEM ? n->io_packets_received : 0;
}

static uint64_t of_link(unsigned counter, unsigned link)
{
	if (link == BGQEMU_IO_LINK)
		return of_io_link(counter);
	struct net_sender_counters s;

	if (counter > BGQEMU_COUNT_SUB)
		return of_receiver(counter, link);
	net_sender_count(units.net, thread_self->node, link, &s);
	return net_sent_chunks(&s, (enum net_counted)counter);
}

static uint64_t of_node(unsigned counter)
{
	struct mu_counters c = mu_count(units.mu, thread_self->node);

	switch (counter) {
	case BGQEMU_COUNT_MU_PACKETS: return c.packets_injected;
	case BGQEMU_COUNT_MU_MESSAGES: return c.messages_injected;
	case BGQEMU_COUNT_MU_FIFO: return c.fifo_packets;
	case BGQEMU_COUNT_MU_GET: return c.get_packets;
	case BGQEMU_COUNT_MU_PUT: return c.put_packets;
	case BGQEMU_COUNT_NETWORK_CYCLES: return thread_self->clock_ps / NET_CYCLE_PS;
	case BGQEMU_COUNT_L2_HITS:
		return l2_changes(thread_self->node) + booted.node[thread_self->node].l2_hits;
	case BGQEMU_COUNT_L2_MISSES: return booted.node[thread_self->node].l2_misses;
	default: return 0;
	}
}

uint64_t bgqemu_count(unsigned counter, unsigned link)
{
	call_begin_in_order();
	uint64_t v = counter <= BGQEMU_COUNT_WAITING_OTHER && link <= BGQEMU_IO_LINK
			     ? of_link(counter, link)
			     : of_node(counter);

	thread_charge(thread_cycles_ps(thread_self, job.model->op_cycles[BGQEMU_OP_MMIO_LOAD]));
	return v;
}

unsigned bgqemu_count_take(unsigned links)
{
	struct kernel_node *k = kernel_node_self();
	uint32_t self = process_self()->rank + 1;
	unsigned others = 0;

	call_begin_in_order();
	for (unsigned i = 0; i <= BGQEMU_IO_LINK; i++) {
		uint32_t *owner = &k->link_counters[i];

		if (!links && *owner == self)
			*owner = 0;
		else if (links >> i & 1 && *owner && *owner != self)
			others |= 1u << i;
		else if (links >> i & 1)
			*owner = self;
	}
	return others;
}
