/* traffic_options.c - see traffic_options.h.  Values are read in traffic_values.c. */
#include "traffic_options.h"

#include <argp.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "traffic_machine.h"
#include "traffic_values.h"
#include "emu/cli/help.h"
#include "emu/cli/version.h"

enum {
	OPT_SHAPE = 256, OPT_MESH, OPT_PATTERN, OPT_LOAD, OPT_BYTES, OPT_PACKETS, OPT_DYNAMIC,
	OPT_DETERMINISTIC, OPT_ZONE, OPT_ZONE_MASKS, OPT_ORDER, OPT_SEED, OPT_WORKERS, OPT_TIME,
	OPT_WARMUP, OPT_PREFIX, OPT_CSV, OPT_SET, OPT_INJFIFOS, OPT_HOT, OPT_LATENCY, OPT_LINKS,
	OPT_MACHINE, OPT_SERIES, OPT_COLLECTIVES, OPT_PLOT, OPT_QUIET, OPT_CHAIN, OPT_ROUTER
};

static const struct argp_option entries[] = {
	{ "shape", OPT_SHAPE, "AxBxCxDxE", 0, "Nodes in each dimension (default 4x4x4x4x2)", 1 },
	{ "mesh", OPT_MESH, "DIMS", 0, "Dimensions whose ends are open, as in ABCDE", 1 },
	{ "pattern", OPT_PATTERN, "NAME", 0, "uniform (default), alltoall, neighbour, transpose, "
	  "hotspot, complement", 1 },
	{ "load", OPT_LOAD, "LIST", 0, "Offered load in percent of the peak: 30, "
	  "10,20,50 or 10:100:10 (default 30)", 1 },
	{ "bytes", OPT_BYTES, "N", 0, "Payload of a packet: 0 to 512 by 32 (default 512)", 1 },
	{ "packets", OPT_PACKETS, "N", 0,
	  "Packets in each message of an all-to-all (default 1)", 1 },
	{ "prefix", OPT_PREFIX, "SHARE", 0, "Share of the all-to-all's destinations "
	  "(default 1)", 1 },
	{ "hot", OPT_HOT, "NODE[:PERCENT]", 0, "The hot spot and its share of the traffic "
	  "(default 0:10)", 1 },
	{ "latency", OPT_LATENCY, "FROM:TO", 0, "One packet between two nodes, each given by its "
	  "number or A,B,C,D,E, and no other traffic", 1 },
	{ "collectives", OPT_COLLECTIVES, NULL, 0, "One allreduce of 8 bytes and one barrier over "
	  "all nodes, and no other traffic", 1 },
	{ "dynamic", OPT_DYNAMIC, NULL, 0, "Dynamic routing (default)", 2 },
	{ "deterministic", OPT_DETERMINISTIC, NULL, 0, "Deterministic routing", 2 },
	{ "zone", OPT_ZONE, "N", 0, "Zone of dynamic packets: 0 longest dimensions first "
	  "(default), 1 all at once, 2 longest first by one, 3 A to E", 2 },
	{ "zone-masks", OPT_ZONE_MASKS, "N=AB,CD,E", 0,
	  "Orders of dimensions that a zone allows", 2 },
	{ "order", OPT_ORDER, "DIMS", 0, "Order of dimensions for deterministic routing "
	  "(default longest first)", 2 },
	{ "injfifos", OPT_INJFIFOS, "N", 0, "Injection FIFOs that a node uses (default 10)", 2 },
	{ "set", OPT_SET, "NAME=N", 0, "Set a parameter of the machine; see --machine", 2 },
	{ "machine", OPT_MACHINE, NULL, 0, "Print the parameters of the machine, and exit", 2 },
	{ "router", OPT_ROUTER, "KIND", 0, "The router's build that carries it out: bgq, 3d, or any "
	  "(default the most special one that fits)", 2 },
	{ "seed", OPT_SEED, "N", 0, "Seed of all random choices (default 1)", 3 },
	{ "workers", OPT_WORKERS, "N", 0, "Host threads (default 1)", 3 },
	{ "time", OPT_TIME, "TIME", 0, "Simulated time, as 20us, 500ns, 1ms (default 100us; an "
	  "all-to-all runs to its end)", 3 },
	{ "warmup", OPT_WARMUP, "TIME", 0, "Packets delivered before this time are not counted "
	  "(default a fifth of --time)", 3 },
	{ "csv", OPT_CSV, "FILE", 0, "Write the results to a file as well", 3 },
	{ "series", OPT_SERIES, "FILE", 0, "Write the throughput of each microsecond", 3 },
	{ "plot", OPT_PLOT, "FILE", 0, "Draw throughput and latency against the load as SVG "
	  "(needs gnuplot)", 3 },
	{ "quiet", OPT_QUIET, NULL, 0, "Show no progress line on a terminal", 3 },
	{ "workers-report", OPT_CHAIN, NULL, 0, "Print what more workers would gain (one worker)",
	  3 },
	{ "links", OPT_LINKS, NULL, 0, "Print how busy the links of each dimension were", 3 },
	{ 0 }
};

struct parse {
	struct traffic_options *o;
	const char *latency, *hot;
	unsigned mesh; /* mask of dimensions */
	bool have_time, have_warmup, have_bytes, machine;
};

static const char *const pattern_names[TRAFFIC_PATTERNS] = {
	"uniform", "alltoall", "neighbour", "transpose", "hotspot", "complement", "one"
};

const char *traffic_pattern_name(enum traffic_pattern p)
{
	return pattern_names[p];
}

static enum traffic_pattern pattern(struct argp_state *st, const char *arg)
{
	for (unsigned i = 0; i < TRAFFIC_ONE; i++)
		if (!strcmp(arg, pattern_names[i]))
			return (enum traffic_pattern)i;
	argp_error(st, "--pattern: '%s' is none of uniform, alltoall, neighbour, transpose, "
		   "hotspot, complement", arg);
	return TRAFFIC_UNIFORM;
}

static void set_figure(struct argp_state *st, struct net_machine *m, const char *arg)
{
	switch (traffic_machine_set(m, arg)) {
	case 0: break;
	case -ENOENT:
		argp_error(st, "--set: '%s' names no parameter; --machine lists them", arg);
		break;
	default: argp_error(st, "--set: '%s' is not of the form NAME=N, or N is too large", arg);
	}
}

static void refuse(struct argp_state *st, const char *option, const char *arg, const char *why)
{
	if (why)
		argp_error(st, "%s: '%s': %s", option, arg, why);
}

static error_t parse_option(int key, char *arg, struct argp_state *st)
{
	struct parse *p = st->input;
	struct traffic_options *o = p->o;
	struct traffic_config *c = &o->run;

	switch (key) {
	case OPT_SHAPE: value_shape(st, arg, &c->shape); break;
	case OPT_MESH: p->mesh = value_dimensions(st, arg, "--mesh"); break;
	case OPT_PATTERN: c->pattern = pattern(st, arg); break;
	case OPT_LOAD: o->loads = value_loads(st, arg, o->load, TRAFFIC_LOADS); break;
	case OPT_BYTES:
		c->payload_bytes = (unsigned)value_number(st, arg, "--bytes", 0,
							  NET_PACKET_PAYLOAD_BYTES);
		if (c->payload_bytes % 32)
			argp_error(st, "--bytes: %u is not a multiple of 32", c->payload_bytes);
		p->have_bytes = true;
		break;
	case OPT_PACKETS:
		c->packets = (unsigned)value_number(st, arg, "--packets", 1, UINT16_MAX);
		break;
	case OPT_PREFIX: c->prefix = value_share(st, arg, "--prefix", 1); break;
	case OPT_HOT: p->hot = arg; break;
	case OPT_LATENCY: p->latency = arg; break;
	case OPT_DYNAMIC: c->deterministic = false; break;
	case OPT_DETERMINISTIC: c->deterministic = true; break;
	case OPT_ZONE:
		c->zone = (unsigned)value_number(st, arg, "--zone", 0, NET_ZONES - 1);
		break;
	case OPT_ZONE_MASKS: refuse(st, "--zone-masks", arg, options_zone(&c->net, arg)); break;
	case OPT_ORDER: refuse(st, "--order", arg, options_order(&c->net, arg)); break;
	case OPT_INJFIFOS:
		c->injfifos = (unsigned)value_number(st, arg, "--injfifos", 1, TRAFFIC_INJFIFOS);
		break;
	case OPT_SET: set_figure(st, &c->machine, arg); break;
	case OPT_MACHINE: p->machine = true; break;
	case OPT_ROUTER:
		c->router = net_router_named(arg);
		if (!c->router)
			argp_error(st, "--router: '%s' is none of bgq, 3d, any", arg);
		break;
	case OPT_SEED: c->net.seed = value_number(st, arg, "--seed", 0, ~0ul); break;
	case OPT_WORKERS: c->workers = (unsigned)value_number(st, arg, "--workers", 1, 1024); break;
	case OPT_TIME: c->time_ps = value_time(st, arg, "--time"); p->have_time = true; break;
	case OPT_WARMUP:
		c->warmup_ps = value_time(st, arg, "--warmup");
		p->have_warmup = true;
		break;
	case OPT_CSV: o->csv = arg; break;
	case OPT_SERIES: o->series = arg; break;
	case OPT_PLOT: o->plot = arg; break;
	case OPT_QUIET: o->quiet = true; break;
	case OPT_LINKS: o->links = true; break;
	case OPT_CHAIN: c->workers_report = true; break;
	case OPT_COLLECTIVES: o->collectives = true; break;
	case ARGP_KEY_ARG:
		argp_error(st, "unexpected argument '%s'", arg);
		break;
	default: return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

/* Checks that need all options; returns as traffic_options_parse. */
static int settle(struct parse *p)
{
	struct traffic_config *c = &p->o->run;
	bool closed = c->pattern == TRAFFIC_ALLTOALL;

	if (p->machine) {
		traffic_machine_print(&c->machine, stdout);
		return 0;
	}
	for (unsigned d = 0; d < NET_DIMS; d++)
		c->shape.torus[d] = c->shape.torus[d] && !(p->mesh >> d & 1);
	const char *why = net_machine_wrong(&c->machine);
	const struct net_router *special = why ? NULL : net_router_of(&c->machine);

	c->router = c->router ? c->router : special;

	if (why) {
		fprintf(stderr, "bgq-net: --set: %s\n", why);
		return STATUS_USAGE;
	}
	why = c->router->wrong(&c->machine);
	if (why) {
		fprintf(stderr, "bgq-net: --router=%s: %s\n", c->router->name, why);
		return STATUS_USAGE;
	}
	uint32_t nodes = net_shape_nodes(&c->shape);

	if (p->hot && !value_hot(p->hot, &c->shape, &c->hot_node, &c->hot_share))
		return STATUS_USAGE;
	if (p->latency) {
		c->pattern = TRAFFIC_ONE;
		closed = true;
		if (!p->have_bytes)
			c->payload_bytes = 32; /* of a put of a few bytes */
		if (!value_pair(p->latency, &c->shape, &c->from_node, &c->hot_node))
			return STATUS_USAGE;
	}
	if (c->workers > nodes)
		c->workers = nodes;
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

static void print_version(FILE *f, struct argp_state *st)
{
	(void)st;
	fprintf(f, "bgq-net (bgqemu) %s\n", BGQEMU_VERSION);
}

int traffic_options_parse(struct traffic_options *o, int argc, char **argv)
{
	struct parse p = { .o = o };
	const struct argp argp = {
		.options = entries, .parser = parse_option, .children = CLI_HELP_CHILDREN,
		.doc = "Synthetic traffic on an emulated Blue Gene/Q torus, without programs."
		       "\vSee bgq-net(1).",
	};

	*o = (struct traffic_options){ .load = { 0.3 }, .loads = 1, .run = {
		.machine = *net_machine_bgq(), .payload_bytes = NET_PACKET_PAYLOAD_BYTES,
		.packets = 1, .injfifos = NET_LINKS, .net.seed = 1, .workers = 1, .prefix = 1,
		.load = 1, .hot_share = 0.1,
	} };
	net_shape_parse("4x4x4x4x2", &o->run.shape);
	argp_program_version_hook = print_version;
	argp_err_exit_status = STATUS_USAGE;
	if (argp_parse(&argp, argc, argv, ARGP_NO_HELP, NULL, &p) != 0)
		return STATUS_USAGE;
	return settle(&p);
}
