/* traffic_dma.c - see traffic_dma.h. */
#include "traffic_dma.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "mu/dma/dma.h"
#include "traffic_internal.h"
#include "traffic_once.h"
#include "traffic_report.h"

#define RING 4 /* descriptors of an injection FIFO */
/* The six torus FIFOs of normal packets: bits 3 and 7 are those of high priority (IBM's
 * DMA_InjFifo.h). */
#define NORMAL_TORUS_FIFOS 0x77

/* A node; written by its worker. */
struct member {
	struct dma_descriptor ring[2][RING]; /* FIFO 0 for what it does, 1 for what gets bring */
	struct dma_descriptor carried;       /* by its get: the memory that is kept */
	unsigned rounds;                     /* to be sent still */
	ps_t done_ps;
	bool faulty;
};

struct run {
	const struct traffic_options *o;
	struct traffic_once once;
	struct net *net;
	struct dma *dma;
	struct member *member; /* [node] */
	uint32_t nodes;
};

/* ---- what a node does */

static struct dma_descriptor put_to(const struct run *r, uint32_t node)
{
	struct dma_descriptor desc = { .length = (uint32_t)r->o->dma.bytes,
				       .header.routing = DMA_IS_DMA };
	uint8_t at[NET_DIMS_MAX];

	net_coord_of(&r->o->run.shape, node, at);
	desc.header.routing |= r->o->run.deterministic ? DMA_CHANNEL_ESCAPE : DMA_DYNAMIC;
	desc.header.x = at[0];
	desc.header.y = at[1];
	desc.header.z = at[2];
	return desc;
}

/* The torus FIFOs that nodes use: so many of those of normal packets, from the lowest. */
static uint8_t torus_mask(const struct run *r)
{
	unsigned left = r->o->run.injfifos, mask = 0;

	for (unsigned bit = 1; bit <= NORMAL_TORUS_FIFOS && left; bit <<= 1)
		if (NORMAL_TORUS_FIFOS & bit) {
			mask |= bit;
			left--;
		}
	return (uint8_t)mask;
}

/* A get that brings the carried descriptor to FIFO 1 of node. */
static struct dma_descriptor get_from(const struct run *r, uint32_t node)
{
	struct dma_descriptor desc = put_to(r, node);

	desc.length = DMA_DESCRIPTOR_BYTES;
	desc.counter = 1; /* not the message's */
	desc.header.flags = DMA_FLAG_GET | (r->o->run.pacing_bytes ? DMA_FLAG_PACED : 0);
	desc.header.injfifo = 1;
	return desc;
}

static struct dma_descriptor first_of(const struct run *r, uint32_t node)
{
	uint32_t to = traffic_partner(&r->o->run, node);
	struct member *m = &r->member[node];

	switch (r->o->dma.kind) {
	case TRAFFIC_DMA_GET:
		m->carried = put_to(r, node);
		return get_from(r, to);
	case TRAFFIC_DMA_THIRD:
		m->carried = put_to(r, traffic_partner(&r->o->run, to));
		return get_from(r, to);
	default: return put_to(r, to);
	}
}

static void set_counter(struct run *r, uint32_t node, enum dma_kind kind, uint64_t value)
{
	struct dma_counter c = { .value = (uint32_t)value, .most = UINT32_MAX };

	if (dma_counter_set(r->dma, node, kind, 0, c) ||
	    dma_counter_set(r->dma, node, kind, 1, (struct dma_counter){ .most = UINT32_MAX }))
		abort(); /* no memory: the others would wait for ever */
}

static void start(struct event *ev)
{
	struct run *r = ev->ctx;
	struct member *m = &r->member[ev->node];
	struct dma_descriptor desc = first_of(r, ev->node);

	for (unsigned f = 0; f < 2; f++) {
		struct dma_injfifo_set s = { .start = m->ring[f], .descriptors = RING,
					     .torus_mask = torus_mask(r) };

		if (dma_injfifo_enable(r->dma, ev->node, f, &s))
			abort(); /* no memory */
	}
	m->rounds = r->o->dma.repeat;
	set_counter(r, ev->node, DMA_RECEPTION, (uint64_t)m->rounds * r->o->dma.bytes);
	set_counter(r, ev->node, DMA_INJECTION, r->o->dma.bytes);
	dma_inject(r->dma, ev->node, 0, &desc, ev->time_ps);
}

/* ---- calls of the DMA */

static void *memory(void *ctx, uint32_t node, uint64_t address, uint32_t bytes, bool write)
{
	struct run *r = ctx;

	return address == 0 && bytes == DMA_DESCRIPTOR_BYTES && !write ? &r->member[node].carried
									: NULL;
}

/* The whole message has left: it will once more, by the head alone, which sent() sets back. */
static void again(struct run *r, uint32_t node)
{
	struct member *m = &r->member[node];

	if (r->o->dma.kind != TRAFFIC_DMA_PUT || !--m->rounds)
		return;
	dma_counter_add(r->dma, node, DMA_INJECTION, 0, (uint32_t)r->o->dma.bytes);
}

static void zero(void *ctx, uint32_t node, enum dma_kind kind, unsigned counter, ps_t now_ps)
{
	struct run *r = ctx;

	if (counter != 0)
		return;
	if (kind == DMA_RECEPTION)
		r->member[node].done_ps = now_ps;
	else
		again(r, node);
}

static void sent(void *ctx, uint32_t node, unsigned injfifo, ps_t now_ps)
{
	struct run *r = ctx;

	if (injfifo == 0 && r->o->dma.kind == TRAFFIC_DMA_PUT && r->member[node].rounds)
		dma_injfifo_set_head(r->dma, node, 0, 0, now_ps);
}

static void fault(void *ctx, uint32_t node, const char *text, ps_t now_ps)
{
	struct run *r = ctx;

	(void)now_ps;
	if (!r->member[node].faulty)
		fprintf(stderr, "bgq-net: DMA of node %u: %s\n", node, text);
	r->member[node].faulty = true;
}

static const struct dma_ops ops = { .memory = memory, .zero = zero, .sent = sent,
				    .fault = fault };

/* ---- run */

static int set_up(struct run *r)
{
	const struct traffic_config *c = &r->o->run;
	int rc = traffic_once_create(&r->once, c, net_lookahead_ps(&c->machine), start, r);
	struct sim *sim = r->once.engine ? engine_sim(r->once.engine) : NULL;

	r->member = calloc(r->nodes, sizeof *r->member);
	if (rc || !r->member)
		return -ENOMEM;
	r->net = c->router->create(&c->machine, &c->shape, sim);
	if (!r->net)
		return -errno;
	c->router->set_seed(r->net, c->net.seed);
	struct dma_config d = { .machine = &c->machine, .shape = &c->shape, .router = c->router,
				.net = r->net, .sim = sim, .ops = &ops,
				.ops_ctx = r, .tokens = c->pacing_bytes, .piece = c->piece_bytes };

	r->dma = dma_create(&d);
	return r->dma ? c->router->set_pools(r->net, c->workers, sim->owner) : -ENOMEM;
}

static void print_counts(const struct run *r)
{
	struct dma_counts all = { .tokens_least = UINT32_MAX };

	for (uint32_t n = 0; n < r->nodes; n++) {
		struct dma_counts k = dma_counts(r->dma, n);

		for (unsigned i = 0; i < 3; i++)
			all.packets[i] += k.packets[i];
		all.descriptors += k.descriptors;
		all.bytes += k.bytes;
		if (k.tokens_least < all.tokens_least)
			all.tokens_least = k.tokens_least;
	}
	printf("    %llu descriptors; %llu packets of puts with %llu bytes, %llu of gets\n",
	       (unsigned long long)all.descriptors, (unsigned long long)all.packets[1],
	       (unsigned long long)all.bytes, (unsigned long long)all.packets[2]);
	if (r->o->run.pacing_bytes)
		printf("    at most %u bytes of a node's gets under way, of %u\n",
		       r->o->run.pacing_bytes - all.tokens_least, r->o->run.pacing_bytes);
}

static const char *const kind_names[] = {
	[TRAFFIC_DMA_PUT] = "put", [TRAFFIC_DMA_GET] = "get", [TRAFFIC_DMA_THIRD] = "third",
};

static int report(const struct run *r)
{
	uint64_t bytes = (uint64_t)r->o->dma.repeat * r->o->dma.bytes;
	ps_t first_ps = PS_NEVER, last_ps = 0;
	uint32_t done = 0, faulty = 0;
	char shape[TRAFFIC_SHAPE_BYTES];

	for (uint32_t n = 0; n < r->nodes; n++) {
		first_ps = ps_min(first_ps, r->member[n].done_ps);
		last_ps = ps_max(last_ps, r->member[n].done_ps);
		done += r->member[n].done_ps != 0;
		faulty += r->member[n].faulty;
	}
	report_shape(&r->o->run.shape, shape);
	printf("%s, DMA, %s of %llu bytes: fastest node in %.2f us, the slowest in %.2f us, "
	       "%.2f MB/s\n", shape, kind_names[r->o->dma.kind], (unsigned long long)bytes,
	       (double)first_ps / PS_PER_US, (double)last_ps / PS_PER_US,
	       1e6 * (double)bytes / (double)last_ps);
	print_counts(r);
	if (done == r->nodes && !faulty)
		return 0;
	fprintf(stderr, "bgq-net: %u of %u nodes have all bytes\n", done, r->nodes);
	return 1;
}

int traffic_dma_run(const struct traffic_options *o)
{
	struct run r = { .o = o, .nodes = net_shape_nodes(&o->run.shape) };
	int rc = traffic_once_run(&r.once, set_up(&r));
	int status = rc == 0 ? report(&r) : 1;

	dma_destroy(r.dma);
	if (r.net)
		o->run.router->destroy(r.net);
	traffic_once_destroy(&r.once);
	free(r.member);
	return status;
}

/* ---- options */

enum traffic_dma_kind traffic_dma_named(const char *name)
{
	for (unsigned i = TRAFFIC_DMA_NONE + 1; i < sizeof kind_names / sizeof *kind_names; i++)
		if (!strcmp(kind_names[i], name))
			return (enum traffic_dma_kind)i;
	return TRAFFIC_DMA_NONE;
}

const char *traffic_dma_wrong(const struct traffic_options *o)
{
	const struct traffic_config *c = &o->run;

	if (!c->machine.dma)
		return "--dma: the machine's nodes have none";
	if (c->machine.dims != 3 || c->machine.injfifos < DMA_TORUS_INJFIFOS ||
	    c->machine.payload_bytes < DMA_PAYLOAD_BYTES)
		return "--dma: needs three dimensions, eight injection FIFOs, 240 bytes a packet";
	for (unsigned d = 0; d < 3; d++)
		if (!c->shape.torus[d] && c->shape.size[d] > 1 && c->shift[d])
			return "--dma: a shift that leads off a mesh";
	if (c->pattern != TRAFFIC_SHIFT || !o->dma.bytes)
		return "--dma: needs --shift and --message";
	if (traffic_partner(c, 0) == 0)
		return "--dma: with this shift no node sends to another";
	if (o->dma.repeat > 1 && o->dma.kind != TRAFFIC_DMA_PUT)
		return "--repeat is for --dma=put";
	if ((uint64_t)o->dma.repeat * o->dma.bytes > UINT32_MAX)
		return "--repeat: more bytes than a counter of 32 bits counts";
	if ((c->pacing_bytes || c->piece_bytes) && o->dma.kind == TRAFFIC_DMA_PUT)
		return "--piece and --pacing are for gets";
	if (o->dma.kind == TRAFFIC_DMA_THIRD && c->pacing_bytes)
		return "--pacing: tokens come back with the data, which a third node gets";
	return NULL;
}
