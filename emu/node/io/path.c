/* path.c - see path.h. */
#include "path.h"

#include <errno.h>
#include <stdlib.h>

#include "net/machine/machine.h"
#include "emu/node/machine/job.h"

/* An I/O link: when each way is free again. */
struct io_link {
	ps_t up_free_ps, down_free_ps;
};

static struct io_link *links;
static uint32_t set_nodes;  /* of an I/O node */

int io_path_init(uint32_t nodes, uint32_t ratio)
{
	uint32_t sets = (nodes + ratio - 1) / ratio, each = job.model->io_links;

	set_nodes = nodes < ratio ? nodes : ratio;
	links = calloc((size_t)sets * (each ? each : 1), sizeof *links);
	return links ? 0 : -ENOMEM;
}

static struct io_link *link_of(uint32_t node)
{
	uint32_t each = job.model->io_links;

	return &links[node / set_nodes * each + node % set_nodes * each / set_nodes];
}

/* Packets of full size one after the other. */
static ps_t data_ps(uint64_t bytes)
{
	const struct net_machine *m = job.model;
	uint64_t wire = NET_PACKET_HEADER_BYTES + NET_PACKET_PAYLOAD_BYTES + m->link_overhead_bytes;

	return bytes * wire * m->link_rate.ps / NET_PACKET_PAYLOAD_BYTES;
}

static ps_t carry(ps_t *free_ps, ps_t at_ps, uint64_t bytes)
{
	ps_t start_ps = at_ps > *free_ps ? at_ps : *free_ps;

	if (!bytes)
		return at_ps;
	*free_ps = start_ps + data_ps(bytes);
	return *free_ps;
}

static ps_t at_least(ps_t ps)
{
	ps_t least_ps = net_lookahead_ps(job.model);

	return ps > least_ps ? ps : least_ps;
}

ps_t io_path_request_ps(void)
{
	return at_least(job.model->io_request_ps);
}

ps_t io_path_reply(uint32_t node, ps_t at_ps, uint64_t up_bytes, uint64_t down_bytes)
{
	if (!job.model->io_links)
		return at_ps + at_least(0);
	struct io_link *l = link_of(node);
	ps_t has_ps = carry(&l->up_free_ps, at_ps, up_bytes);

	return carry(&l->down_free_ps, has_ps, down_bytes) + at_least(job.model->io_reply_ps);
}

ps_t io_path_reply_alone(ps_t at_ps, uint64_t bytes)
{
	if (!job.model->io_links)
		return at_ps + at_least(0);
	return at_ps + data_ps(bytes) + at_least(job.model->io_reply_ps);
}
