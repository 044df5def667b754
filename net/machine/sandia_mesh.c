/*
 * sandia_mesh.c - the network of a petaflops machine that Sandia proposed (SAND2003-2954), with
 * the source of each figure.  It was never built; what the report leaves open is ours.
 *
 * "l. 319" and the like are lines of the report as the project has it.
 */
#include "machines.h"

static const struct net_machine snl = {
	.name = "Sandia petaflops mesh",
	.dims = 3, .letters = "XYZ", .shape = { 27, 16, 24 }, .mesh = 7,
	.board = { 1, 1, 2 }, .midplane = { 27, 16, 24 },
	.header_bytes = 7, .payload_bytes = 63, .word_bytes = 10,
	.link_rate = { 25, 10 }, /* 400 GB/s */
	.router_ps = 100, .token_ps = 100,
	.wire_board_ps = 545, .wire_midplane_ps = 545, .wire_cable_ps = 545,
	.vc_packets = { 0, 16, 16, 0 }, .vc_queues = { 0, 1, 1, 0 }, .bubble_packets = 1,
	.injfifos = 2, .injfifo_packets = 4, .recfifo_packets = 4,
	.order_as_named = 1,
	.source_routes = 1, .lanes = 3, .recovery_packets = 176,
	.phase_ps = 100, .turn_ps = 600, .engine_ps = 200,
};

const struct net_machine *net_machine_snl(void)
{
	return &snl;
}

#define SEED(figure, text)    { figure, NET_SOURCE_SEED, text }
#define DERIVED(figure, text) { figure, NET_SOURCE_DERIVED, text }
#define OURS(figure, text)    { figure, NET_SOURCE_OURS, text }

const struct net_source net_sources_snl[] = {
	SEED("dimensions", "SAND2003-2954, l. 192: a mesh of three dimensions"),
	SEED("shape", "l. 192: 27 x 16 x 24"),
	SEED("mesh", "l. 192: a mesh"),
	SEED("board", "l. 233: two nodes; l. 245: their wire is as long as others"),
	OURS("midplane", "all: l. 245 has wires of one length"),
	DERIVED("header_bytes", "l. 319, 321: six segments of 3 and 4 bits, state and complement"),
	OURS("payload_bytes", "no document; 24 bits of the first word, and six words"),
	DERIVED("link_rate", "l. 193 to 196: 80 bits at 40 GHz, 400 GB/s each way"),
	OURS("link_overhead_bytes", "no document; l. 317: the coding needs no bit more"),
	OURS("link_gap_ps", "no document; packets follow one another at once"),
	SEED("router_ps", "l. 345: a decision in one cycle of 10 GHz"),
	DERIVED("wire_board_ps", "l. 190, 227: 24 feet at .7c, by the 64 hops of the diameter"),
	SEED("wire_midplane_ps", "l. 245: all wires of one length"),
	SEED("wire_cable_ps", "l. 245: as above"),
	OURS("token_ps", "no document; a cycle"),
	OURS("unit_bytes", "l. 467 counts messages; here packets"),
	SEED("dynamic_vcs", "l. 331: routes are not adaptive"),
	SEED("buffer.dynamic", "l. 331: there is none"),
	OURS("buffer.deterministic", "no document; l. 467: Bi and Bo; a link's full rate"),
	OURS("buffer.priority", "no document; that of responses (l. 403), as above"),
	SEED("buffer.system", "l. 403: two sets of channels"),
	SEED("queues.dynamic", "l. 331: there is none"),
	SEED("queues.deterministic", "l. 365: an input queue"),
	SEED("queues.priority", "l. 365: as above"),
	SEED("queues.system", "l. 403: as above"),
	OURS("bypass", "l. 347: straight through an empty queue only"),
	DERIVED("bubble_packets", "a mesh without cycles of turns (l. 397) needs no bubble"),
	OURS("injfifos", "one for requests, one for responses"),
	OURS("injfifo_packets", "no document"),
	OURS("recfifo_packets", "no document"),
	OURS("jsq_bits", "not of this machine"),
	OURS("fullness_bits", "not of this machine"),
	OURS("longest_of_256", "no document; random"),
	OURS("inject_first_of_256", "no document; straight on first"),
	OURS("injection_alike", "no document; straight on first"),
	OURS("through_grants", "no document; straight on first"),
	SEED("order_as_named", "l. 333: XYZ"),
	OURS("ties_by_coordinate", "not of this machine: a mesh"),
	OURS("zone", "not of this machine"),
	SEED("source_routes", "l. 319 to 321"),
	SEED("word_bytes", "l. 321: 80 bits"),
	SEED("phase_ps", "l. 295: at most a period of the clock"),
	SEED("turn_ps", "l. 369: .6 ns across an edge of the chip"),
	SEED("lanes", "l. 359: three, here each for one packet at a time"),
	DERIVED("recovery_packets", "l. 467: 6 Bi + 5 Bo messages, with Bi = Bo = 16"),
	OURS("engine_ps", "l. 184: a couple of cycles"),
	{ 0 },
};
