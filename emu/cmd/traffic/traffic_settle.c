/* traffic_settle.c - see traffic_settle.h. */
#include "traffic_settle.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "traffic_around.h"
#include "traffic_dma.h"
#include "traffic_fault.h"
#include "traffic_machine.h"
#include "traffic_mesh.h"
#include "traffic_refuse.h"
#include "traffic_tree.h"
#include "traffic_values.h"
#include "emu/cmd/cli/workers.h"
#include "emu/core/engine/topology.h"
#include "net/fault/plan.h"

static void refuse(struct argp_state *st, const char *option, const char *arg, const char *why)
{
	if (why)
		argp_error(st, "%s: '%s': %s", option, arg, why);
}

static void take_shape(struct argp_state *st, const char *arg, struct traffic_config *c)
{
	const struct net_machine *m = &c->machine;
	unsigned most = m->dims == NET_DIMS ? NET_SIZE_MAX : NET_SIZE_MOST;
	char form[2 * NET_DIMS_MAX] = "";

	if (net_shape_parse_dims(arg, m->dims, most, &c->shape) == 0)
		return;
	for (unsigned d = 0; d < m->dims; d++) {
		form[2 * d] = m->letters[d];
		form[2 * d + 1] = d + 1 < m->dims ? 'x' : '\0';
	}
	argp_error(st, "--shape: '%s' is not of the form %s with 1 to %u nodes in each dimension",
		   arg, form, most);
}

static unsigned take_dimensions(struct argp_state *st, const char *what, const char *arg,
				const struct net_machine *m)
{
	unsigned mask = 0;

	for (const char *p = arg; *p; p++) {
		const char *at = strchr(m->letters, toupper((unsigned char)*p));

		if (!at && *p != ',' && *p != 'x')
			argp_error(st, "%s: '%s' is not a list of dimensions out of %s", what, arg,
				   m->letters);
		else if (at && mask >> (at - m->letters) & 1)
			argp_error(st, "%s: '%s' names %c twice", what, arg, *at);
		else if (at)
			mask |= 1u << (at - m->letters);
	}
	return mask;
}

/* Blue Gene/Q's message unit sends chunks; elsewhere the last one is padded. */
static unsigned take_bytes(struct argp_state *st, const char *arg, const struct net_machine *m)
{
	unsigned bytes = (unsigned)value_number(st, arg, "--bytes", 0, m->payload_bytes);

	if (m->header_bytes == NET_PACKET_HEADER_BYTES && bytes % 32)
		argp_error(st, "--bytes: %u is not a multiple of 32", bytes);
	return bytes;
}

static void take_shift(struct argp_state *st, const char *arg, struct traffic_config *c)
{
	const char *text = arg;

	for (unsigned d = 0; d < c->machine.dims; d++) {
		char *end;
		long v = strtol(text, &end, 10);

		if (end == text || labs(v) >= NET_SIZE_MOST ||
		    *end != (d + 1 < c->machine.dims ? ',' : '\0'))
			argp_error(st, "--shift: '%s' is not a number for each of %s, as 4,0,-1",
				   arg, c->machine.letters);
		c->shift[d] = (int)v;
		text = end + 1;
	}
}

static void take_senders(struct argp_state *st, const char *arg, struct traffic_config *c)
{
	const char *text = arg;

	for (unsigned d = 0; d < c->machine.dims; d++) {
		char *end;
		long v = strtol(text, &end, 10);

		if (end == text || v < 1 || v > NET_SIZE_MOST ||
		    *end != (d + 1 < c->machine.dims ? ',' : '\0'))
			argp_error(st, "--senders: '%s' is not a number from 1 to %d for each of "
				   "%s, as 2,1,1", arg, NET_SIZE_MOST, c->machine.letters);
		c->senders[d] = (uint8_t)v;
		text = end + 1;
	}
}

static void take_late(struct argp_state *st, const struct late *l)
{
	struct parse *p = st->input;
	struct traffic_config *c = &p->o->run;
	const struct net_machine *m = &c->machine;
	unsigned fifos = m->injfifos < TRAFFIC_INJFIFOS ? m->injfifos : TRAFFIC_INJFIFOS;

	switch (l->what) {
	case LATE_SHAPE: take_shape(st, l->arg, c); break;
	case LATE_MESH: p->mesh = take_dimensions(st, "--mesh", l->arg, m); break;
	case LATE_TORUS:
		p->torus = take_dimensions(st, "--torus", l->arg, m);
		p->have_torus = true;
		break;
	case LATE_BYTES:
		c->payload_bytes = take_bytes(st, l->arg, m);
		p->have_bytes = true;
		break;
	case LATE_ZONE_MASKS:
		refuse(st, "--zone-masks", l->arg, options_zone(&c->net, m->letters, l->arg));
		break;
	case LATE_ORDER:
		refuse(st, "--order", l->arg, options_order(&c->net, m->letters, l->arg));
		break;
	case LATE_INJFIFOS:
		c->injfifos = (unsigned)value_number(st, l->arg, "--injfifos", 1, fifos);
		break;
	case LATE_FROM:
		p->have_from = true;
		p->o->tree.from = (uint32_t)value_number(st, l->arg, "--from", 0,
							 net_shape_nodes(&c->shape) - 1);
		break;
	case LATE_WITHIN: c->within = take_dimensions(st, "--within", l->arg, m); break;
	case LATE_SHIFT: take_shift(st, l->arg, c); break;
	case LATE_SENDERS: take_senders(st, l->arg, c); break;
	default: break;
	}
}

/* Sets figures of the machine where no option says otherwise. */
static void machine_defaults(struct parse *p)
{
	struct traffic_config *c = &p->o->run;
	const struct net_machine *m = &c->machine;

	memcpy(c->shape.size, m->shape, sizeof c->shape.size);
	p->mesh = m->mesh;
	c->payload_bytes = m->payload_bytes;
	if (m->source_routes)
		c->deterministic = true;
	c->injfifos = 2u * m->dims < m->injfifos ? 2u * m->dims : m->injfifos;
	if (m->source_routes)
		c->injfifos = 1; /* and one for responses */
	if (!p->have_zone)
		c->zone = m->zone;
}

/* --failed, when the shape is known. */
static void take_failures(struct argp_state *st)
{
	struct parse *p = st->input;
	struct traffic_config *c = &p->o->run;

	for (unsigned i = 0; i < p->lates; i++) {
		if (p->late[i].what != LATE_FAILED)
			continue;
		p->failed = p->late[i].arg;
		if (!p->patterns)
			refuse(st, "--failed", p->failed, c->machine.source_routes
				       ? traffic_mesh_fail(c, p->failed)
				       : traffic_around_fail(c, p->failed));
	}
}

/* Likewise; the seed is, too. */
static void take_faults(struct argp_state *st)
{
	struct parse *p = st->input;
	struct traffic_config *c = &p->o->run;

	for (unsigned i = 0; i < p->lates; i++) {
		const char *arg = p->late[i].arg;

		if (p->late[i].what == LATE_FAULT)
			refuse(st, "--fault", arg, traffic_fault_add(c, arg));
		else if (p->late[i].what == LATE_FAULTS)
			refuse(st, "--faults", arg, traffic_fault_read(c, arg));
	}
	if (p->reroute && !c->faults)
		argp_error(st, "--reroute: nothing fails");
	if (p->reroute)
		c->faults->reroute = true;
}

void traffic_settle_late(struct argp_state *st)
{
	struct parse *p = st->input;
	struct net_description *d = &p->o->machine;

	if (p->dynamic && p->deterministic)
		argp_error(st, "--dynamic and --deterministic exclude each other");
	traffic_machine_load(st, d, p->machine);
	for (unsigned i = 0; i < p->lates; i++)
		if (p->late[i].what == LATE_SET) {
			traffic_machine_set(st, d, p->late[i].arg);
			p->set = true;
		}
	p->o->run.machine = d->m;
	machine_defaults(p);
	for (unsigned i = 0; i < p->lates; i++)
		take_late(st, &p->late[i]);
	if (p->mesh & p->torus)
		argp_error(st, "--mesh and --torus: dimension %c is in both",
			   d->m.letters[__builtin_ctz(p->mesh & p->torus)]);
	if (p->have_torus)
		p->mesh |= ~p->torus;
	for (unsigned k = 0; k < d->m.dims; k++)
		p->o->run.shape.torus[k] = !(p->mesh >> k & 1);
	take_failures(st);
	take_faults(st);
}

/* Says what is wrong with the options of messages; NULL: nothing. */
static const char *flow_wrong(struct traffic_config *c)
{
	bool any = c->get || c->piece_bytes || c->pacing_bytes;

	if ((c->two_phase || c->within) && c->pattern != TRAFFIC_ALLTOALL)
		return "--within and --two-phase are for the pattern alltoall";
	if (c->message_bytes && c->pattern != TRAFFIC_SHIFT)
		return "--message is for the pattern shift";
	if (any && !c->message_bytes)
		return "--get, --piece and --pacing are for a --message";
	if ((c->piece_bytes || c->pacing_bytes) && !c->get)
		return "--piece and --pacing are for --get";
	if (!c->piece_bytes)
		c->piece_bytes = c->pacing_bytes ? c->pacing_bytes : (uint32_t)c->message_bytes;
	if (c->pacing_bytes && c->piece_bytes > c->pacing_bytes)
		return "--piece is more than --pacing lets under way";
	return NULL;
}

/* Says why there are no collectives; NULL: there are. */
static const char *collectives_wrong(const struct traffic_config *c)
{
	if (!c->machine.coll_packets || c->router != &net_router_bgq)
		return "has none in its torus";
	return c->faults ? "has none over links with faults" : NULL;
}

/* Options of operations by a network of their own; NULL: they are right. */
static const char *tree_wrong(struct parse *p)
{
	struct traffic_options *o = p->o;
	struct traffic_config *c = &o->run;

	if (p->have_op && o->tree.kind != TREE_RUN_REDUCE && o->tree.kind != TREE_RUN_ALLREDUCE)
		return "--op is for the patterns reduce and allreduce";
	if (p->have_from && o->tree.kind != TREE_RUN_BROADCAST)
		return "--from is for the pattern broadcast";
	if (!o->tree.kind)
		return NULL;
	if (c->faults)
		return "faults are of links of the torus: not for this pattern";
	if (o->plot || o->csv || o->series || p->latency || o->collectives)
		return "--plot, --csv, --series, --latency, --collectives: for other patterns";
	o->tree.bytes = c->message_bytes ? (uint32_t)c->message_bytes : 8;
	c->message_bytes = 0;
	return traffic_tree_wrong(o);
}

/* Options of messages by DMA; NULL: they are right. */
static const char *dma_wrong(struct parse *p)
{
	struct traffic_options *o = p->o;
	struct traffic_config *c = &o->run;

	if (o->dma.repeat && !o->dma.kind)
		return "--repeat is for --dma=put";
	if (!o->dma.kind)
		return NULL;
	if (o->plot || o->csv || o->series || p->latency || o->collectives || o->tree.kind)
		return "--dma: not with --plot, --csv, --series, --latency, --collectives or an "
		       "operation over all nodes";
	if (c->get || c->faults)
		return "--dma: not with --get or faults";
	o->dma.bytes = c->message_bytes;
	o->dma.repeat = o->dma.repeat ? o->dma.repeat : 1;
	if (c->pacing_bytes && !c->piece_bytes)
		c->piece_bytes = c->pacing_bytes;
	if (c->piece_bytes && (!c->pacing_bytes || c->piece_bytes > c->pacing_bytes))
		return "--piece is at most what --pacing lets under way";
	return traffic_dma_wrong(o);
}

/* The router's build for the machine.  False: there is none, and a line says why. */
static bool choose_router(const struct parse *p)
{
	struct traffic_config *c = &p->o->run;
	const char *why = net_machine_wrong(&c->machine);

	if (why) {
		fprintf(stderr, "bgq-net: %s: %s\n", p->set ? "--set" : "--machine", why);
		return false;
	}
	if (!c->router)
		c->router = net_router_of(&c->machine);
	why = c->router->wrong(&c->machine);
	if (why)
		fprintf(stderr, "bgq-net: --router=%s: %s\n", c->router->name, why);
	return !why;
}

static void choose_workers(struct traffic_config *c)
{
	uint32_t nodes = net_shape_nodes(&c->shape);

	if (!c->workers)
		c->workers = c->workers_report ? 1 : workers_default(nodes, topology_cores, 1);
	if (c->workers > nodes)
		c->workers = nodes;
}

/* Checks that need all options; returns as traffic_options_parse. */
int traffic_settle(struct parse *p)
{
	struct traffic_config *c = &p->o->run;
	bool closed = traffic_closed(c);

	if (p->print) {
		net_description_print(&p->o->machine, stdout);
		return 0;
	}
	if (!choose_router(p))
		return STATUS_USAGE;
	const char *why;

	if (p->o->collectives && (why = collectives_wrong(c))) {
		fprintf(stderr, "bgq-net: --collectives: %s %s\n", p->o->machine.name, why);
		return STATUS_USAGE;
	}
	choose_workers(c);
	why = net_shape_too_large(&c->shape) ? "--shape: more than 2^30 nodes" : tree_wrong(p);
	why = why ? why : dma_wrong(p);
	why = why || p->o->dma.kind ? why : flow_wrong(c);
	if (net_shape_dims(&c->shape) != c->machine.dims)
		why = "--machine: no line gives shape, for these dimensions";
	if (why) {
		fprintf(stderr, "bgq-net: %s\n", why);
		return STATUS_USAGE;
	}
	if (!traffic_refuse(p))
		return STATUS_USAGE;
	if (p->o->tree.kind || p->o->dma.kind)
		return -1;
	if ((why = traffic_around_settle(c)) != NULL && !p->patterns) {
		fprintf(stderr, "bgq-net: --reroute: %s\n", why);
		return STATUS_USAGE;
	}
	if (p->hot && !value_hot(p->hot, &c->shape, &c->hot_node, &c->hot_share))
		return STATUS_USAGE;
	if (p->patterns)
		return c->machine.source_routes
			       ? traffic_mesh_patterns(c, p->failed, p->patterns)
			       : traffic_around_patterns(c, p->failed, p->patterns);
	if (p->latency) {
		c->pattern = TRAFFIC_ONE;
		closed = true;
		if (!p->have_bytes)
			c->payload_bytes = 32; /* of a put of a few bytes */
		if (!value_pair(p->latency, &c->shape, &c->from_node, &c->hot_node))
			return STATUS_USAGE;
	}
	if (c->detours && c->detours->failures && c->pattern != TRAFFIC_UNIFORM &&
	    c->pattern != TRAFFIC_REQUEST && c->pattern != TRAFFIC_ONE) {
		fprintf(stderr, "bgq-net: --failed is for the patterns uniform and request\n");
		return STATUS_USAGE;
	}
	if (c->machine.source_routes && !traffic_mesh_settle(c))
		return 1;
	if (c->workers_report && c->workers > 1) {
		fprintf(stderr, "bgq-net: --workers-report needs one worker\n");
		return 2;
	}
	if (!p->have_time)
		c->time_ps = closed ? PS_NEVER : 100 * PS_PER_US;
	if (!p->have_warmup)
		c->warmup_ps = closed ? 0 : c->time_ps / 5;
	if (c->warmup_ps >= c->time_ps) {
		fprintf(stderr, "bgq-net: --warmup is not before the end of --time\n");
		return STATUS_USAGE;
	}
	if (closed)
		p->o->loads = 1;
	if (p->o->plot && (closed || p->o->collectives)) {
		fprintf(stderr, "bgq-net: --plot draws loads; this run has none\n");
		return STATUS_USAGE;
	}
	if (traffic_senders(c) || p->o->collectives)
		return -1;
	fprintf(stderr, "bgq-net: with this pattern and shape no node sends to another\n");
	return STATUS_USAGE;
}
