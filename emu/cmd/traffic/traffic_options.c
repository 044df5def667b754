/* traffic_options.c - see traffic_options.h.  Values are read in traffic_values.c. */
#include "traffic_options.h"

#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "traffic_dma.h"
#include "traffic_settle.h"
#include "traffic_tree.h"
#include "traffic_values.h"
#include "emu/cmd/cli/help.h"
#include "emu/cmd/cli/version.h"

enum {
	OPT_SHAPE = 256, OPT_MESH, OPT_TORUS, OPT_PATTERN, OPT_LOAD, OPT_BYTES, OPT_PACKETS,
	OPT_DYNAMIC,
	OPT_DETERMINISTIC, OPT_ZONE, OPT_ZONE_MASKS, OPT_ORDER, OPT_SEED, OPT_WORKERS, OPT_TIME,
	OPT_WARMUP, OPT_PREFIX, OPT_CSV, OPT_SET, OPT_INJFIFOS, OPT_HOT, OPT_LATENCY, OPT_LINKS,
	OPT_MACHINE, OPT_SERIES, OPT_COLLECTIVES, OPT_PLOT, OPT_QUIET, OPT_CHAIN, OPT_ROUTER,
	OPT_PRINT, OPT_SHIFT, OPT_MESSAGE, OPT_GET, OPT_PACING, OPT_PIECE,
	OPT_WITHIN, OPT_TWO_PHASE, OPT_FAILED, OPT_FAILURE_PATTERNS,
	OPT_FAULT, OPT_FAULTS, OPT_RAS_FILE, OPT_REROUTE, OPT_VERIFY, OPT_OP, OPT_FROM,
	OPT_DMA, OPT_REPEAT, OPT_PIN, OPT_SENDERS
};

static const struct argp_option entries[] = {
	{ "shape", OPT_SHAPE, "AxBxCxDxE", 0, "Nodes in each dimension "
	  "(default: the machine's, 4x4x4x4x2)", 1 },
	{ "mesh", OPT_MESH, "DIMS", 0, "Dimensions whose ends are open, "
	  "as in ABCDE", 1 },
	{ "torus", OPT_TORUS, "DIMS", 0, "Dimensions whose ends are joined (default all)", 1 },
	{ "pattern", OPT_PATTERN, "NAME", 0, "uniform (default), alltoall, neighbour, transpose, "
	  "hotspot, complement, request, shift; once, by a network of their own: reduce, "
	  "broadcast, allreduce, barrier", 1 },
	{ "op", OPT_OP, "NAME", 0, "Of a reduction: add (default), sub, max, min, or, and, xor of "
	  "integers of 8 bytes, or double, a sum in two passes", 1 },
	{ "from", OPT_FROM, "NODE", 0, "That broadcasts (default 0)", 1 },
	{ "load", OPT_LOAD, "LIST", 0, "Offered load in percent of the peak: 30, "
	  "10,20,50 or 10:100:10 (default 30)", 1 },
	{ "bytes", OPT_BYTES, "N", 0, "Payload of a packet, up to the machine's "
	  "most (default); Blue Gene/Q's by 32", 1 },
	{ "packets", OPT_PACKETS, "N", 0,
	  "Packets in each message of an all-to-all (default 1)", 1 },
	{ "prefix", OPT_PREFIX, "SHARE", 0, "Share of the all-to-all's destinations "
	  "(default 1)", 1 },
	{ "within", OPT_WITHIN, "DIMS", 0, "All-to-all in rows or planes: among nodes that differ "
	  "in these dimensions only", 1 },
	{ "two-phase", OPT_TWO_PHASE, NULL, 0, "All-to-all by a node on the way: longest dimension "
	  "first, then the others", 1 },
	{ "hot", OPT_HOT, "NODE[:PERCENT]", 0, "The hot spot and its share of the traffic "
	  "(default 0:10)", 1 },
	{ "shift", OPT_SHIFT, "X,Y,Z", 0, "Pattern shift, by this displacement", 1 },
	{ "senders", OPT_SENDERS, "X,Y,Z", 0, "Of a shift: only nodes send, or ask by --get, whose "
	  "coordinates are multiples of these (default 1 each)", 1 },
	{ "message", OPT_MESSAGE, "BYTES", 0, "Of a shift: a message from each node, to its end, "
	  "instead of packets at a load; as 4096, 64KiB, 1MiB", 1 },
	{ "get", OPT_GET, NULL, 0, "Receivers ask for the messages: remote get", 1 },
	{ "piece", OPT_PIECE, "BYTES", 0, "Bytes that a get asks for (default all)", 1 },
	{ "pacing", OPT_PACING, "BYTES", 0, "Bytes asked for and not received, at most, of a node "
	  "(default all)", 1 },
	{ "dma", OPT_DMA, "USE", 0, "A --message of each node by its DMA: put to the node at the "
	  "--shift, get from it, third: have it put to the one at twice the shift", 1 },
	{ "repeat", OPT_REPEAT, "N", 0, "Of --dma=put: as often, by setting the FIFO's head back",
	  1 },
	{ "latency", OPT_LATENCY, "FROM:TO", 0, "One packet between two nodes, each given by its "
	  "number or A,B,C,D,E, and no other traffic", 1 },
	{ "collectives", OPT_COLLECTIVES, NULL, 0, "One allreduce of 8 bytes and one barrier over "
	  "all nodes, and no other traffic", 1 },
	{ "dynamic", OPT_DYNAMIC, NULL, 0, "Dynamic routing (default)", 2 },
	{ "deterministic", OPT_DETERMINISTIC, NULL, 0, "Deterministic routing", 2 },
	{ "zone", OPT_ZONE, "N", 0, "Zone of dynamic packets: 0 longest dimensions first "
	  "(default), 1 all at once, 2 longest first by one, 3 A to E", 2 },
	{ "zone-masks", OPT_ZONE_MASKS, "N=AB,CD,E", 0,
	  "Orders of dimensions that a zone allows; --zone N=... is the same", 2 },
	{ "order", OPT_ORDER, "DIMS", 0, "Order of dimensions for deterministic routing "
	  "(default longest first)", 2 },
	{ "injfifos", OPT_INJFIFOS, "N", 0, "Injection FIFOs that a node uses "
	  "(default one for each link)", 2 },
	{ "set", OPT_SET, "NAME=N", 0, "Set a parameter of the machine; see --print", 2 },
	{ "machine", OPT_MACHINE, "NAME|FILE", OPTION_ARG_OPTIONAL, "The machine: bgq (default), "
	  "bgl, bgp, snl, or a file with its description, see bgq-machines(7)", 2 },
	{ "print", OPT_PRINT, NULL, 0, "Write the machine's description, and exit", 2 },
	{ "router", OPT_ROUTER, "KIND", 0, "The router's build that carries it out: bgq, 3d, mesh "
	  "or any (default the most special one that fits)", 2 },
	{ "failed", OPT_FAILED, "WHAT", 0, "Dead links at random: links:N; of a mesh with source "
	  "routes also chips:N, any:N, a node as 3,0,7, a link as 3,0,7:X+; can be repeated", 2 },
	{ "patterns", OPT_FAILURE_PATTERNS, "N", 0, "Print in which share of N patterns of such "
	  "failures all nodes reach each other, and exit", 2 },
	{ "fault", OPT_FAULT, "FAULT", 0, "A link or node that fails, as "
	  "ber/0,0,0,0,1:E+/rate=1e-7, see bgqemu(7); can be repeated", 2 },
	{ "faults", OPT_FAULTS, "FILE", 0, "Faults, one a line", 2 },
	{ "reroute", OPT_REROUTE, NULL, 0, "Packets go round links that are dead for good", 2 },
	{ "seed", OPT_SEED, "N", 0, "Seed of all random choices (default 0)", 3 },
	{ "workers", OPT_WORKERS, "N", 0, "Host threads "
	  "(default: one per core, fewer for few nodes)", 3 },
	{ "pin", OPT_PIN, "cores|none", 0, "Host threads stay on a core each (default), or where "
	  "the host puts them", 3 },
	{ "time", OPT_TIME, "TIME", 0, "Simulated time, as 20us, 500ns, 1ms (default 100us; an "
	  "all-to-all runs to its end)", 3 },
	{ "warmup", OPT_WARMUP, "TIME", 0, "Packets delivered before this time are not counted "
	  "(default a fifth of --time)", 3 },
	{ "csv", OPT_CSV, "FILE", 0, "Write the results to a file as well", 3 },
	{ "series", OPT_SERIES, "FILE", 0, "Write the throughput of each microsecond", 3 },
	{ "plot", OPT_PLOT, "FILE", 0, "Draw throughput and latency against the load as SVG "
	  "(needs gnuplot)", 3 },
	{ "ras-file", OPT_RAS_FILE, "FILE", 0, "Write RAS events, one a line, as JSON", 3 },
	{ "verify", OPT_VERIFY, NULL, 0, "Check the order of deterministic packets, and tokens, "
	  "counts and CRCs of all links at the end", 3 },
	{ "quiet", OPT_QUIET, NULL, 0, "Show no progress line on a terminal", 3 },
	{ "workers-report", OPT_CHAIN, NULL, 0, "Print what more workers would gain (one worker)",
	  3 },
	{ "links", OPT_LINKS, NULL, 0, "Print how busy the links of each dimension were", 3 },
	{ 0 }
};

static const char *const pattern_names[TRAFFIC_PATTERNS] = {
	"uniform", "alltoall", "neighbour", "transpose", "hotspot", "complement", "request",
	"shift", "one"
};

const char *traffic_pattern_name(enum traffic_pattern p)
{
	return pattern_names[p];
}

static enum traffic_pattern pattern(struct argp_state *st, const char *arg)
{
	struct parse *p = st->input;

	p->have_pattern = true;
	p->o->tree.kind = traffic_tree_named(arg);
	if (p->o->tree.kind)
		return TRAFFIC_UNIFORM;
	for (unsigned i = 0; i < TRAFFIC_ONE; i++)
		if (!strcmp(arg, pattern_names[i]))
			return (enum traffic_pattern)i;
	argp_error(st, "--pattern: '%s' is none of uniform, alltoall, neighbour, transpose, "
		   "hotspot, complement, request, shift, reduce, broadcast, allreduce, barrier",
		   arg);
	return TRAFFIC_UNIFORM;
}

/* Values that need the machine are read when all options have been seen. */
static void later(struct argp_state *st, enum traffic_late what, const char *arg)
{
	struct parse *p = st->input;

	if (p->lates == LATES)
		argp_error(st, "too many options");
	p->late[p->lates++] = (struct late){ what, arg };
}

static void take_shift(struct argp_state *st, const char *arg)
{
	struct parse *p = st->input;

	p->have_shift = true;
	if (!p->have_pattern)
		p->o->run.pattern = TRAFFIC_SHIFT;
	later(st, LATE_SHIFT, arg);
}

static void take_masks(struct argp_state *st, const char *arg)
{
	((struct parse *)st->input)->have_masks = true;
	later(st, LATE_ZONE_MASKS, arg);
}

/* The zone of packets, or what a zone allows. */
static void take_zone(struct argp_state *st, const char *arg)
{
	struct parse *p = st->input;

	if (strchr(arg, '=')) {
		take_masks(st, arg);
		return;
	}
	p->o->run.zone = (unsigned)value_number(st, arg, "--zone", 0, NET_ZONES - 1);
	p->have_zone = true;
}

/* Those of operations by a network of their own, and of DMA. */
static error_t parse_once(int key, const char *arg, struct argp_state *st)
{
	struct parse *p = st->input;

	switch (key) {
	case OPT_FROM: later(st, LATE_FROM, arg); break;
	case OPT_OP:
		p->have_op = true;
		if (!traffic_tree_operation(arg, &p->o->tree.op))
			argp_error(st, "--op: '%s' is none of add, sub, max, min, or, and, xor, "
				   "double", arg);
		break;
	case OPT_DMA:
		p->o->dma.kind = traffic_dma_named(arg);
		if (!p->o->dma.kind)
			argp_error(st, "--dma: '%s' is none of put, get, third", arg);
		break;
	case OPT_REPEAT:
		p->o->dma.repeat = (unsigned)value_number(st, arg, "--repeat", 1, 1000000);
		break;
	default: return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

static void note_given(struct parse *p, int key)
{
	for (const struct argp_option *e = entries; e->name; e++)
		if (e->key == key && p->givens < GIVENS)
			p->given[p->givens++] = e->name;
}

static error_t parse_option(int key, char *arg, struct argp_state *st)
{
	struct parse *p = st->input;
	struct traffic_options *o = p->o;
	struct traffic_config *c = &o->run;

	note_given(p, key);
	switch (key) {
	case OPT_SHAPE: later(st, LATE_SHAPE, arg); break;
	case OPT_MESH: later(st, LATE_MESH, arg); break;
	case OPT_TORUS: later(st, LATE_TORUS, arg); break;
	case OPT_PATTERN: c->pattern = pattern(st, arg); break;
	case OPT_LOAD: o->loads = value_loads(st, arg, o->load, TRAFFIC_LOADS); break;
	case OPT_BYTES: later(st, LATE_BYTES, arg); break;
	case OPT_PACKETS:
		c->packets = (unsigned)value_number(st, arg, "--packets", 1, UINT16_MAX);
		break;
	case OPT_SHIFT: take_shift(st, arg); break;
	case OPT_SENDERS: later(st, LATE_SENDERS, arg); break;
	case OPT_MESSAGE: c->message_bytes = value_bytes(st, arg, "--message"); break;
	case OPT_GET: c->get = true; break;
	case OPT_PIECE: c->piece_bytes = value_bytes(st, arg, "--piece"); break;
	case OPT_PACING: c->pacing_bytes = value_bytes(st, arg, "--pacing"); break;
	case OPT_PREFIX: c->prefix = value_share(st, arg, "--prefix", 1); break;
	case OPT_WITHIN: later(st, LATE_WITHIN, arg); break;
	case OPT_TWO_PHASE: c->two_phase = true; break;
	case OPT_HOT: p->hot = arg; break;
	case OPT_LATENCY: p->latency = arg; break;
	case OPT_DYNAMIC: p->dynamic = true; break;
	case OPT_DETERMINISTIC: p->deterministic = c->deterministic = true; break;
	case OPT_ZONE: take_zone(st, arg); break;
	case OPT_ZONE_MASKS: take_masks(st, arg); break;
	case OPT_ORDER: later(st, LATE_ORDER, arg); break;
	case OPT_INJFIFOS: later(st, LATE_INJFIFOS, arg); break;
	case OPT_SET: later(st, LATE_SET, arg); break;
	case OPT_MACHINE:
		p->print = p->print || !arg;
		p->machine = arg ? arg : p->machine;
		break;
	case OPT_PRINT: p->print = true; break;
	case OPT_ROUTER:
		c->router = net_router_named(arg);
		if (!c->router)
			argp_error(st, "--router: '%s' is none of bgq, 3d, mesh, any", arg);
		break;
	case OPT_FAILED: later(st, LATE_FAILED, arg); break;
	case OPT_FAULT: later(st, LATE_FAULT, arg); break;
	case OPT_FAULTS: later(st, LATE_FAULTS, arg); break;
	case OPT_VERIFY: c->verify = true; break;
	case OPT_REROUTE: p->reroute = true; break;
	case OPT_RAS_FILE: o->ras = arg; break;
	case OPT_FAILURE_PATTERNS:
		p->patterns = (unsigned)value_number(st, arg, "--patterns", 1, 1000000);
		break;
	case OPT_SEED: c->net.seed = value_number(st, arg, "--seed", 0, ~0ul); break;
	case OPT_PIN:
		if (strcmp(arg, "cores") && strcmp(arg, "none"))
			argp_error(st, "--pin: '%s' is neither 'cores' nor 'none'", arg);
		c->unpinned = !strcmp(arg, "none");
		break;
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
	case ARGP_KEY_END: traffic_settle_late(st); break;
	case ARGP_KEY_ARG:
		argp_error(st, "unexpected argument '%s'", arg);
		break;
	default: return parse_once(key, arg, st);
	}
	return 0;
}

static void print_version(FILE *f, struct argp_state *st)
{
	(void)st;
	fprintf(f, "bgq-net (bgqemu) %s\n", BGQEMU_VERSION);
}

int traffic_options_parse(struct traffic_options *o, int argc, char **argv)
{
	struct parse p = { .o = o, .machine = "bgq" };
	const struct argp argp = {
		.options = entries, .parser = parse_option, .children = CLI_HELP_CHILDREN,
		.doc = "Synthetic traffic on an emulated Blue Gene/Q torus, or another machine's "
		       "network, without programs."
		       "\vSee bgq-net(1).",
	};

	*o = (struct traffic_options){ .load = { 0.3 }, .loads = 1, .run = {
		.packets = 1, .prefix = 1,
		.load = 1, .hot_share = 0.1,
	} };
	argp_program_version_hook = print_version;
	argp_err_exit_status = STATUS_USAGE;
	if (argp_parse(&argp, argc, argv, ARGP_NO_HELP, NULL, &p) != 0)
		return STATUS_USAGE;
	return traffic_settle(&p);
}
