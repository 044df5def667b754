/* traffic_tree.c - see traffic_tree.h. */
#include "traffic_tree.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "coll/tree/signal.h"
#include "traffic_once.h"
#include "traffic_report.h"
#include "traffic_tree_data.h"

/* A node's part; written by its worker. */
struct member {
	uint32_t sent, received;
	uint8_t exponents[TREE_PAYLOAD_MOST / TREE_ALIGNED_BYTES * TREE_EXPONENT_BYTES];
	ps_t done_ps;
	bool wrong;
};

struct run {
	const struct traffic_options *o;
	struct tree_data data;
	struct traffic_once once;
	struct tree_network *tree;
	struct signal_network *signals; /* of a barrier, instead */
	struct member *member;          /* [node] */
	uint32_t nodes;
};

/* ---- packets */

static bool sends(const struct run *r, uint32_t node)
{
	return r->o->tree.kind != TREE_RUN_BROADCAST || node == r->data.from;
}

static bool receives(const struct run *r, uint32_t node)
{
	return r->o->tree.kind != TREE_RUN_REDUCE || node == TREE_ROOT;
}

/* The first pass of a sum of doubles is for all. */
static uint8_t class_of(const struct run *r, unsigned k)
{
	bool first_pass = r->data.op == TREE_RUN_DOUBLE && k == 0;

	return r->o->tree.kind == TREE_RUN_REDUCE && !first_pass ? TREE_CLASS_REDUCE
								  : TREE_CLASS_ALL;
}

/* Whether packet k may be made: the second pass needs what came of the first. */
static bool may_send(const struct run *r, const struct member *m)
{
	return m->sent < r->data.packets &&
	       (r->data.op != TREE_RUN_DOUBLE || m->sent == 0 || m->received == m->sent);
}

static void inject(struct run *r, uint32_t node, ps_t now_ps)
{
	struct member *m = &r->member[node];

	while (may_send(r, m)) {
		struct tree_packet *p = tree_packet_alloc(r->tree, node);

		if (!p)
			abort(); /* the others would wait for ever */
		p->src = node;
		p->cls = class_of(r, m->sent);
		tree_data_fill(&r->data, p, m->sent, m->exponents);
		if (tree_network_inject(r->tree, p, now_ps) != 0) {
			tree_packet_free(r->tree, node, p);
			return;
		}
		m->sent++;
	}
}

static bool deliver(void *ctx, uint32_t node, struct tree_packet *p, ps_t now_ps)
{
	struct run *r = ctx;
	struct member *m = &r->member[node];

	m->wrong |= !tree_data_right(&r->data, p, m->received, m->exponents);
	if (r->data.op == TREE_RUN_DOUBLE && m->received == 0)
		memcpy(m->exponents, p->payload, sizeof m->exponents);
	m->received++;
	m->done_ps = now_ps;
	tree_packet_free(r->tree, node, p);
	if (r->data.op == TREE_RUN_DOUBLE)
		inject(r, node, now_ps);
	return true;
}

static void inject_ready(void *ctx, uint32_t node, unsigned channel, ps_t now_ps)
{
	(void)channel;
	inject(ctx, node, now_ps);
}

static void fault(void *ctx, uint32_t node, const struct tree_packet *p, const char *text,
		  ps_t now_ps)
{
	struct run *r = ctx;

	(void)now_ps;
	fprintf(stderr, "bgq-net: node %u, class %u: %s\n", node, p->cls, text);
	r->member[node].wrong = true;
}

static const struct tree_ops ops = { .deliver = deliver, .inject_ready = inject_ready,
				     .fault = fault };

/* ---- barrier: channel 0, an AND */

static void raised(void *ctx, uint32_t node, unsigned channel, bool value, ps_t now_ps)
{
	struct run *r = ctx;
	struct member *m = &r->member[node];

	m->received++;
	m->wrong |= !value || !signal_sticky(r->signals, node, channel);
	m->done_ps = now_ps;
}

/* ---- run */

static void start(struct event *ev)
{
	struct run *r = ev->ctx;

	if (r->signals)
		signal_drive(r->signals, ev->node, 0, true, ev->time_ps);
	else if (sends(r, ev->node))
		inject(r, ev->node, ev->time_ps);
}

static int create_network(struct run *r)
{
	const struct traffic_config *c = &r->o->run;
	struct sim *sim = engine_sim(r->once.engine);

	errno = 0;
	if (r->o->tree.kind == TREE_RUN_BARRIER) {
		r->signals = signal_network_create(&c->machine, &c->shape, sim, c->workers,
						   sim->owner);
		if (!r->signals)
			return -errno;
		signal_network_set_changed(r->signals, raised, r);
		return 0;
	}
	r->tree = tree_network_create(&c->machine, &c->shape, sim, c->workers, sim->owner);
	if (!r->tree)
		return -errno;
	tree_network_set_ops(r->tree, &ops, r);
	return 0;
}

static int set_up(struct run *r)
{
	const struct traffic_config *c = &r->o->run;
	bool barrier = r->o->tree.kind == TREE_RUN_BARRIER;
	int rc = traffic_once_create(&r->once, c, barrier ? signal_lookahead_ps(&c->machine)
							  : tree_lookahead_ps(&c->machine),
				     start, r);

	r->data = (struct tree_data){ .op = r->o->tree.op, .seed = c->net.seed, .nodes = r->nodes,
				      .broadcast = r->o->tree.kind == TREE_RUN_BROADCAST,
				      .from = r->o->tree.from, .bytes = r->o->tree.bytes };
	r->member = calloc(r->nodes, sizeof *r->member);
	if (rc || !r->member || !tree_data_create(&r->data))
		return -ENOMEM;
	return create_network(r);
}

/* ---- results */

struct outcome {
	uint32_t done, wrong;
	ps_t last_ps;
};

static struct outcome outcome_of(const struct run *r)
{
	uint32_t packets = r->o->tree.kind == TREE_RUN_BARRIER ? 1 : r->data.packets;
	struct outcome k = { 0 };

	for (uint32_t n = 0; n < r->nodes; n++) {
		if (!receives(r, n))
			continue;
		k.done += r->member[n].received == packets;
		k.wrong += r->member[n].wrong;
		k.last_ps = ps_max(k.last_ps, r->member[n].done_ps);
	}
	return k;
}

static const char *const op_names[] = {
	[TREE_RUN_ADD] = "add", [TREE_RUN_SUB] = "sub", [TREE_RUN_MAX] = "max",
	[TREE_RUN_MIN] = "min", [TREE_RUN_OR] = "or", [TREE_RUN_AND] = "and",
	[TREE_RUN_XOR] = "xor", [TREE_RUN_DOUBLE] = "double",
};
static const char *const kind_names[] = {
	[TREE_RUN_REDUCE] = "reduce", [TREE_RUN_BROADCAST] = "broadcast",
	[TREE_RUN_ALLREDUCE] = "allreduce", [TREE_RUN_BARRIER] = "barrier",
};

static void print_rate(const struct run *r, const struct outcome *k)
{
	const struct net_machine *m = &r->o->run.machine;
	double link = 1e6 * TREE_PAYLOAD_MOST / (double)tree_packet_ps(m);

	if (r->data.packets < 2 || r->data.op == TREE_RUN_DOUBLE)
		return;
	printf("    %.2f MB/s of payload; a link carries %.2f\n",
	       1e6 * r->data.bytes / (double)k->last_ps, link);
}

static void print(const struct run *r, const struct outcome *k)
{
	const struct tree_topology *t = r->tree ? tree_network_topology(r->tree)
						: signal_network_topology(r->signals);
	enum traffic_tree_kind kind = r->o->tree.kind;
	char shape[TRAFFIC_SHAPE_BYTES];

	report_shape(&r->o->run.shape, shape);
	printf("%s, a tree of %u nodes with %u links down each, %u links deep\n", shape, r->nodes,
	       t->children, t->depth);
	printf("%s", kind_names[kind]);
	if (kind != TREE_RUN_BARRIER)
		printf(" of %u bytes", r->data.bytes);
	if (kind == TREE_RUN_REDUCE || kind == TREE_RUN_ALLREDUCE)
		printf(", %s", op_names[r->data.op]);
	printf(": %.2f ns until %s has %s\n", (double)k->last_ps / PS_PER_NS,
	       kind == TREE_RUN_REDUCE ? "the root" : "the last node",
	       kind == TREE_RUN_BARRIER ? "seen it" : "the result");
	if (kind != TREE_RUN_BARRIER)
		print_rate(r, k);
}

static int report(const struct run *r)
{
	struct outcome k = outcome_of(r);
	uint32_t all = r->o->tree.kind == TREE_RUN_REDUCE ? 1 : r->nodes;

	print(r, &k);
	if (k.done == all && !k.wrong)
		return 0;
	fprintf(stderr, "bgq-net: %u of %u nodes have the result, %u of them a wrong one\n",
		k.done, all, k.wrong);
	return 1;
}

int traffic_tree_run(const struct traffic_options *o)
{
	struct run r = { .o = o, .nodes = net_shape_nodes(&o->run.shape) };
	int rc = traffic_once_run(&r.once, set_up(&r));
	int status = rc == 0 ? report(&r) : 1;

	tree_network_destroy(r.tree);
	signal_network_destroy(r.signals);
	traffic_once_destroy(&r.once);
	tree_data_destroy(&r.data);
	free(r.member);
	return status;
}

/* ---- options */

enum traffic_tree_kind traffic_tree_named(const char *name)
{
	for (unsigned i = TREE_RUN_NONE + 1; i < sizeof kind_names / sizeof *kind_names; i++)
		if (!strcmp(kind_names[i], name))
			return (enum traffic_tree_kind)i;
	return TREE_RUN_NONE;
}

bool traffic_tree_operation(const char *name, enum traffic_tree_op *op)
{
	for (unsigned i = 0; i < sizeof op_names / sizeof *op_names; i++)
		if (!strcmp(op_names[i], name)) {
			*op = (enum traffic_tree_op)i;
			return true;
		}
	return false;
}

const char *traffic_tree_wrong(const struct traffic_options *o)
{
	const struct net_machine *m = &o->run.machine;

	if (o->tree.kind == TREE_RUN_BARRIER)
		return m->signal_channels && m->signal_hop_ps && m->tree_children
		       ? NULL : "--pattern: the machine has no global interrupts of its own";
	if (!m->tree_children)
		return "--pattern: the machine has no collective network of its own";
	if (tree_network_wrong(m))
		return tree_network_wrong(m);
	if (m->tree_payload_bytes != TREE_PAYLOAD_MOST)
		return "--pattern: packets of the tree have to carry 256 bytes";
	if (o->tree.bytes % 8)
		return "--message: not a multiple of 8 bytes";
	if (o->tree.op == TREE_RUN_DOUBLE && o->tree.bytes > 128)
		return "--message: at most 128 bytes of doubles, a packet of aligned integers";
	if (o->tree.op == TREE_RUN_DOUBLE && o->tree.kind == TREE_RUN_BROADCAST)
		return "--op is for reductions";
	return NULL;
}
