/*
 * blue_gene_3d.c - the networks of Blue Gene/L and /P, with the source of each figure.
 *
 * "l. 74" and the like are lines of US 7,668,970 (Blue Gene/L) and US 7,761,687 (Blue Gene/P)
 * as the project has them.  Public texts: BlueMatter's papers and its torus header files for
 * Blue Gene/L (IBM's, in github.com/IBM/BlueMatter, BonB).  Where none says, the figure is ours,
 * see bgq-machines(7).
 *
 * Never: a figure of the hardware without a line below that says where it is from.
 */
#include "machines.h"

/* Router of Blue Gene/L and /P: two dynamic channels, escape and priority, a FIFO for each beside
 * a bypass, buffers and tokens by chunks. */
#define ROUTER_3D                                                                          \
	.dims = 3, .letters = "XYZ", .shape = { 8, 8, 8 },                                 \
	.board = { 4, 4, 2 }, .midplane = { 8, 8, 8 },                                     \
	.header_bytes = 16, .payload_bytes = 240, .unit_bytes = 32,                        \
	.dynamic_vcs = 2, .vc_queues = { 1, 1, 1, 0 }, .bypass = 1, .bubble_packets = 2,   \
	.jsq_bits = 2, .fullness_bits = 2, .order_as_named = 1, .zone = 1,                 \
	.injfifos = 8, .injfifo_packets = 4, .recfifo_packets = 4, .longest_of_256 = 191,  \
	.tree_children = 2, .tree_header_bytes = 4, .tree_payload_bytes = 256,             \
	.tree_buffer_packets = 4, .tree_injfifo_packets = 8, .tree_recfifo_packets = 8,    \
	.tree_hop_ps = 49000, .signal_channels = 4, .signal_hop_ps = 28600

static const struct net_machine bgl = {
	.name = "Blue Gene/L",
	ROUTER_3D,
	.link_rate = { 40000, 7 }, /* 175 MB/s */
	.link_overhead_bytes = 14,
	.router_ps = 39000,
	.token_ps = 39000,
	.wire_board_ps = 30000,
	.wire_midplane_ps = 30000,
	.wire_cable_ps = 30000 + 50000,
	.vc_packets = { 32, 32, 32, 0 },
	.tree_rate = { 20000, 7 }, /* 350 MB/s */
};

static const struct net_machine bgp = {
	.name = "Blue Gene/P",
	ROUTER_3D,
	.link_rate = { 40000, 17 }, /* 425 MB/s */
	.link_overhead_bytes = 16,
	.router_ps = 39000,
	.token_ps = 39000,
	.wire_board_ps = 30000,
	.wire_midplane_ps = 30000,
	.wire_cable_ps = 30000 + 50000,
	.vc_packets = { 64, 64, 64, 0 },
	.injection_alike = 1,
	.ties_by_coordinate = 1,
	.dma = 1,
	.tree_rate = { 20000, 17 }, /* 850 MB/s */
};

const struct net_machine *net_machine_bgl(void)
{
	return &bgl;
}

const struct net_machine *net_machine_bgp(void)
{
	return &bgp;
}

#define SEED(figure, text)    { figure, NET_SOURCE_SEED, text }
#define PUBLIC(figure, text)  { figure, NET_SOURCE_PUBLIC, text }
#define DERIVED(figure, text) { figure, NET_SOURCE_DERIVED, text }
#define OURS(figure, text)    { figure, NET_SOURCE_OURS, text }

const struct net_source net_sources_bgl[] = {
	SEED("dimensions", "US 7,668,970, l. 52: a torus of three dimensions"),
	OURS("shape", "a midplane; l. 84 names 64x32x32 as a large one"),
	SEED("mesh", "l. 52: a torus"),
	OURS("board", "as Blue Gene/P's node card (US 7,761,687, l. 370)"),
	OURS("midplane", "as Blue Gene/P's (US 7,761,687, l. 388)"),
	PUBLIC("header_bytes", "BonB bl_torus.h: 8 bytes of the router (l. 84), 8 of software"),
	DERIVED("payload_bytes", "8 chunks of 32 bytes (l. 56), less the header"),
	PUBLIC("link_rate", "BlueMatter: 2 bits a cycle of 700 MHz, 175 MB/s each way"),
	PUBLIC("link_overhead_bytes", "BlueMatter: 8 link protocol, 2 acknowledgement, 4 checksum"),
	OURS("link_gap_ps", "no document; packets follow one another at once"),
	OURS("router_ps", "no document; with a wire 69 ns a hop, as is commonly said"),
	OURS("wire_board_ps", "no document; see router_ps"),
	OURS("wire_midplane_ps", "no document; as within a board"),
	OURS("wire_cable_ps", "no document; 50 ns more: Blue Gene/P's cable and two link chips"),
	OURS("token_ps", "no document; as long in the logic as a head"),
	SEED("unit_bytes", "l. 56, 62: tokens and buffers are counted in chunks of 32 bytes"),
	SEED("dynamic_vcs", "l. 66: one or more; figures 2 to 4 show two"),
	OURS("buffer.dynamic", "no document; 1 KB, as is commonly said of the machine"),
	OURS("buffer.deterministic", "no document; as the dynamic ones"),
	OURS("buffer.priority", "no document; as the dynamic ones"),
	SEED("buffer.system", "l. 66: no such channel"),
	SEED("queues.dynamic", "l. 66: one FIFO for each virtual channel"),
	SEED("queues.deterministic", "l. 66: as above"),
	SEED("queues.priority", "l. 66: as above"),
	SEED("queues.system", "l. 66: no such channel"),
	SEED("bypass", "l. 66: a cut-through path beside the FIFOs, and when it is blocked"),
	SEED("bubble_packets", "l. 76: to enter, two full packets of tokens; to go on, one"),
	PUBLIC("injfifos", "BonB: two groups of three, and one of high priority each"),
	PUBLIC("injfifo_packets", "BonB: 1 KB"),
	PUBLIC("recfifo_packets", "BonB: 1 KB"),
	SEED("jsq_bits", "l. 74: two bits, four ranges; thresholds are ours, quarters"),
	SEED("fullness_bits", "l. 80: two bits; thresholds are ours, quarters"),
	PUBLIC("longest_of_256", "BonB: 157 of 210 cycles; l. 88 has it as a parameter"),
	OURS("inject_first_of_256", "l. 106 has it as a parameter; nothing gives a value"),
	SEED("injection_alike", "l. 98 to 106: two kinds of cycle instead, inject_first_of_256"),
	OURS("through_grants", "not of this machine: inject_first_of_256 is its rule"),
	SEED("order_as_named", "l. 82: first x, then y, then z"),
	OURS("ties_by_coordinate", "no document"),
	SEED("zone", "l. 82: any profitable direction"),
	PUBLIC("tree_children", "BonB bl_tree.h: three ports, one of them up"),
	PUBLIC("tree_rate", "BlueMatter: 4 bits a cycle of 700 MHz, 350 MB/s each way"),
	PUBLIC("tree_header_bytes", "BonB BGL_TreePktSPI.h: 4 bytes"),
	PUBLIC("tree_payload_bytes", "BonB BGL_TreePktSPI.h: 256 bytes, always"),
	PUBLIC("tree_buffer_packets", "BonB bl_tree.h: 4 packets for each of two channels"),
	PUBLIC("tree_injfifo_packets", "BonB bl_tree.h: 8 packets for each channel"),
	PUBLIC("tree_recfifo_packets", "BonB bl_tree.h: as above"),
	DERIVED("tree_hop_ps", "IBM's overviews of the machine: one way over it in 2.5 us"),
	PUBLIC("signal_channels", "BonB: four, each direct, sticky OR or sticky AND"),
	DERIVED("signal_hop_ps", "IBM's overviews: both ways over 65,536 nodes in 1.3 us"),
	{ 0 },
};

const struct net_source net_sources_bgp[] = {
	SEED("dimensions", "US 7,761,687, l. 82: a torus of three dimensions"),
	SEED("shape", "l. 86, 388: a midplane, 8x8x8; the machine of l. 82 is 72x32x32"),
	SEED("mesh", "l. 82: a torus"),
	SEED("board", "l. 370: a node card is 4x4x2"),
	SEED("midplane", "l. 388: a midplane is 8x8x8"),
	SEED("header_bytes", "l. 144: 8 bytes of the router, 8 of DMA or application"),
	DERIVED("payload_bytes", "256 bytes (l. 144), less the header"),
	SEED("link_rate", "l. 318: 4 bits a cycle of 850 MHz, 3.4 Gb/s, each way"),
	DERIVED("link_overhead_bytes", "one link measured at 374.96 MB/s: 240 bytes in 272"),
	OURS("link_gap_ps", "no document; packets follow one another at once"),
	OURS("router_ps", "no document; as Blue Gene/L's"),
	OURS("wire_board_ps", "no document; as Blue Gene/L's"),
	OURS("wire_midplane_ps", "no document; as within a board"),
	DERIVED("wire_cable_ps", "l. 336: a cable of 30 ns, two link chips of 10; to 200"),
	OURS("token_ps", "no document; as long in the logic as a head"),
	SEED("unit_bytes", "l. 334: a token is 32 bytes of a FIFO"),
	SEED("dynamic_vcs", "l. 68, 322: two dynamic, two deterministic"),
	SEED("buffer.dynamic", "l. 340: 740 bytes are enough, 2 KB or more feasible"),
	SEED("buffer.deterministic", "l. 340: as above"),
	SEED("buffer.priority", "l. 340: as above"),
	SEED("buffer.system", "l. 322: no such channel"),
	OURS("queues.dynamic", "as Blue Gene/L's: a FIFO for each channel"),
	OURS("queues.deterministic", "as above"),
	OURS("queues.priority", "as above"),
	SEED("queues.system", "l. 322: no such channel"),
	OURS("bypass", "as Blue Gene/L's; l. 66 has virtual cut-through"),
	SEED("bubble_packets", "l. 346, 356: a free packet in each ring; to enter it asks for two"),
	PUBLIC("injfifos", "DMA_InjFifo.h: eight torus FIFOs behind those of the DMA"),
	OURS("injfifo_packets", "as Blue Gene/L's"),
	OURS("recfifo_packets", "as Blue Gene/L's"),
	OURS("jsq_bits", "as Blue Gene/L's; l. 356 takes the first channel that is free"),
	OURS("fullness_bits", "as Blue Gene/L's"),
	OURS("longest_of_256", "as Blue Gene/L's"),
	OURS("inject_first_of_256", "not of this machine: injection_alike is its rule"),
	SEED("injection_alike", "l. 350: the head of an injection queue is as an incoming packet"),
	OURS("through_grants", "not of this machine"),
	OURS("order_as_named", "as Blue Gene/L's"),
	OURS("ties_by_coordinate", "gets of every second plane ask for it, see WHAT WAS COMPARED"),
	SEED("zone", "l. 354: every profitable direction"),
	SEED("tree_children", "l. 300: three ports, two in and one out"),
	DERIVED("tree_rate", "l. 300: 1.7 GB/s; here .85 each way and 1.7 both, twice BG/L's"),
	PUBLIC("tree_header_bytes", "IBM's headers in EBBlib: 4 bytes"),
	PUBLIC("tree_payload_bytes", "IBM's headers in EBBlib: 256 bytes"),
	OURS("tree_buffer_packets", "as Blue Gene/L's"),
	OURS("tree_injfifo_packets", "as Blue Gene/L's"),
	OURS("tree_recfifo_packets", "as Blue Gene/L's"),
	OURS("tree_hop_ps", "as Blue Gene/L's"),
	SEED("dma", "l. 98 to 188: injection FIFOs, counters, descriptors"),
	PUBLIC("signal_channels", "GlobInt.h: four"),
	OURS("signal_hop_ps", "as Blue Gene/L's"),
	{ 0 },
};
