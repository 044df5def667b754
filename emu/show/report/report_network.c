/* report_network.c - packets blocked in the network after a deadlock or a time-out: which
 * FIFO is full, its owner, and the packets behind it.  Serial: no thread runs any more. */
#include "net/net.h"
#include "mu/mu.h"
#include "emu/node/machine/booted.h"
#include "emu/node/machine/job.h"
#include "emu/node/machine/units.h"
#include "report.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define FIFOS_SHOWN 16

static const char *const fifo_name[NET_RECFIFOS] = {
	"A-", "A+", "B-", "B+", "C-", "C+", "D-", "D+", "E-", "E+",
	"local 0", "local 1", "high priority", "system", "collective", "system collective"
};
_Static_assert((int)NET_RECFIFOS == (int)NET_INJFIFOS, "FIFOs of both kinds share their names");

static const char *name_node(uint32_t node, char *buf, size_t bytes)
{
	char at[NET_COORD_TEXT_BYTES];

	snprintf(buf, bytes, "node %u %s", node, net_coord_text(&job.shape, node, at));
	return buf;
}

/* A unit's FIFO, and the rank that has allocated from its subgroup. */
static void report_unit(FILE *to, uint32_t node, const struct mu_wanted *w)
{
	uint32_t subgroup = w->id / (w->remote_get ? MU_INJ_PER_SUBGROUP
						   : MU_REC_PER_SUBGROUP);

	fprintf(to, "%s FIFO %u", w->remote_get ? "remote-get" : "reception", w->id);
	if (!w->bytes) {
		fprintf(to, ", which is not set up yet\n");
		return;
	}
	fprintf(to, " of rank %u, %" PRIu64 " bytes at physical address 0x%" PRIx64 "%s\n",
		process_at(node, booted.node[node].owner[subgroup])->rank, w->bytes, w->pa,
		w->active ? "" : w->remote_get ? ", not active" : ", not enabled");
}

struct fifo_list {
	FILE *to;
	unsigned shown;
};

static void report_fifo(void *ctx, const struct net_stuck *s)
{
	struct fifo_list *list = ctx;
	char node[64], dst[64];
	struct mu_wanted w;

	if (list->shown++ >= FIFOS_SHOWN)
		return;
	name_node(s->node, node, sizeof node);
	if (!s->reception) {
		fprintf(list->to,
			"bgq-run:   %s: injection FIFO %s is full, its first packet is for %s\n",
			node, fifo_name[s->fifo], name_node(s->first->dst, dst, sizeof dst));
		return;
	}
	fprintf(list->to, "bgq-run:   %s: reception FIFO %s: %u packet%s for room in ", node,
		fifo_name[s->fifo], s->packets, s->packets == 1 ? " waits" : "s wait");
	mu_wanted_by(units.mu, s->node, s->first, &w);
	report_unit(list->to, s->node, &w);
}

void report_network(FILE *to)
{
	uint64_t inside = net_packets_inside(units.net);
	struct fifo_list list = { to, 0 };

	if (!inside)
		return;
	fprintf(to, "bgq-run: %" PRIu64 " packet%s in the network\n", inside,
		inside == 1 ? " is" : "s are");
	net_stuck(units.net, report_fifo, &list);
	if (list.shown > FIFOS_SHOWN)
		fprintf(to, "bgq-run:   ... and %u more FIFOs\n", list.shown - FIFOS_SHOWN);
}
