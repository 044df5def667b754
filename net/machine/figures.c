/*
 * figures.c - the figures that a machine description in text has, in the order in which they
 * are written; see describe.h.  What each means is told here once: print and manual page have
 * it from here.
 */
#include "describe_internal.h"

#include <string.h>

#define AT(field)    offsetof(struct net_machine, field)
#define BYTES(field) sizeof(((struct net_machine *)0)->field)
#define MOST(field)  (BYTES(field) == 1 ? UINT8_MAX : UINT32_MAX)

#define NUMBER(name, field, unit, least, what) \
	RANGE(name, field, unit, least, MOST(field), what)
#define RANGE(name, field, unit, least, most, what) \
	{ name, NULL, DESCRIBE_NUMBER, unit, AT(field), BYTES(field), false, least, most, what }
#define OLD(name, old, field, unit, what) \
	{ name, old, DESCRIBE_NUMBER, unit, AT(field), BYTES(field), false, 0, MOST(field), what }
#define EXTRA(name, field, unit, what) \
	{ name, NULL, DESCRIBE_NUMBER, unit, AT(field), BYTES(field), true, 0, MOST(field), what }
#define OTHER(name, form, field, unit, what) \
	{ name, NULL, form, unit, AT(field), 0, false, 0, 0, what }

const struct describe_figure describe_figures[] = {
	OTHER("name", DESCRIBE_NAME, name, NULL, "What the machine is called"),
	/* topology */
	OTHER("dimensions", DESCRIBE_LETTERS, letters, NULL,
	      "A letter for each dimension of the torus or mesh, one to six"),
	{ "shape", NULL, DESCRIBE_BOX, "nodes", AT(shape), 0, true, 0, 0,
	  "Nodes in each dimension, without --shape" },
	OTHER("mesh", DESCRIBE_SET, mesh, NULL, "Dimensions whose ends are open, or none"),
	OTHER("board", DESCRIBE_BOX, board, "nodes",
	      "Nodes within which a wire is the shortest: a board"),
	OTHER("midplane", DESCRIBE_BOX, midplane, "nodes",
	      "Nodes within which no wire is a cable: a midplane"),
	/* packets */
	NUMBER("header_bytes", header_bytes, "bytes", 1,
	       "Header of a packet; with its payload it takes whole chunks of 32 bytes"),
	NUMBER("payload_bytes", payload_bytes, "bytes", 1, "Payload of a packet, at most"),
	/* links */
	{ "link_rate", "link_ps_per_byte", DESCRIBE_RATE, "ps/byte", AT(link_rate), 0, false, 0, 0,
	  "Time of a byte on a link, each way, as a fraction" },
	NUMBER("link_overhead_bytes", link_overhead_bytes, "bytes", 0,
	       "On a link beside each packet: checks, protocol, acknowledgements"),
	NUMBER("link_gap_ps", link_gap_ps, "ps", 0,
	       "From the end of a packet on a link to the start of the next"),
	NUMBER("router_ps", router_ps, "ps", 0, "Through a router, from head in to head out"),
	NUMBER("wire_board_ps", wire_board_ps, "ps", 0, "Over a wire within a board"),
	NUMBER("wire_midplane_ps", wire_midplane_ps, "ps", 0, "From board to board in a midplane"),
	NUMBER("wire_cable_ps", wire_cable_ps, "ps", 0, "From midplane to midplane"),
	NUMBER("token_ps", token_ps, "ps", 0, "A token's way back, on top of the wire"),
	/* buffers */
	NUMBER("unit_bytes", unit_bytes, "bytes", 0,
	       "What buffers and tokens are counted in: chunks of 32, or 0: packets of any size"),
	RANGE("dynamic_vcs", dynamic_vcs, "channels", 0, 2,
	      "Dynamic virtual channels; none where packets know their way"),
	OLD("buffer.dynamic", "vc_packets.dynamic", vc_packets[0], "units",
	    "Buffer of each dynamic channel at the receiving end of a link"),
	OLD("buffer.deterministic", "vc_packets.deterministic", vc_packets[1], "units",
	    "That of the deterministic channel, which is the escape channel of the dynamic ones"),
	OLD("buffer.priority", "vc_packets.priority", vc_packets[2], "units",
	    "That of the channel of high priority; 0: there is none"),
	OLD("buffer.system", "vc_packets.system", vc_packets[3], "units",
	    "That of the system's channel; 0: there is none"),
	RANGE("queues.dynamic", vc_queues[0], "queues", 0, 4,
	      "Queues of a dynamic channel, in its buffer"),
	RANGE("queues.deterministic", vc_queues[1], "queues", 0, 4, "Deterministic channel's"),
	RANGE("queues.priority", vc_queues[2], "queues", 0, 4, "Channel's of high priority"),
	RANGE("queues.system", vc_queues[3], "queues", 0, 4, "System channel's"),
	RANGE("bypass", bypass, NULL, 0, 1,
	      "1: a packet that can leave at once does not wait behind those in the queues"),
	RANGE("bubble_packets", bubble_packets, "packets", 1, 2,
	      "Room asked for to enter a ring of a not dynamic channel; with 1 it can deadlock"),
	NUMBER("injfifos", injfifos, "FIFOs", 1, "Network injection FIFOs of a node"),
	NUMBER("injfifo_packets", injfifo_packets, "packets", 0, "Room of each"),
	NUMBER("recfifo_packets", recfifo_packets, "packets", 0, "Room of each reception FIFO"),
	/* arbitration and routing */
	RANGE("jsq_bits", jsq_bits, "bits", 0, 6,
	      "Join the shortest queue: room behind links is compared in 2^bits ranges"),
	RANGE("fullness_bits", fullness_bits, "bits", 0, 6,
	      "Longest queue: buffers are compared in 2^bits ranges; 0: by packets"),
	NUMBER("longest_of_256", longest_of_256, "/256", 0,
	       "Share of arbitrations that the fullest buffer wins; the others are random"),
	NUMBER("inject_first_of_256", inject_first_of_256, "/256", 0,
	       "Share of arbitrations in which injection comes before normal packets in transit"),
	RANGE("injection_alike", injection_alike, NULL, 0, 1,
	      "1: injection FIFOs compete as one receiver more, neither is first"),
	NUMBER("through_grants", through_grants, "packets", 0,
	       "In transit, for one that is injected when both want a link; 0: transit first"),
	RANGE("order_as_named", order_as_named, NULL, 0, 1,
	      "Deterministic order: 1 first dimension first, 0 longest first"),
	{ "ties_by_coordinate", NULL, DESCRIBE_NUMBER, NULL, AT(ties_by_coordinate), 1, true, 0, 1,
	  "Dynamic packets half way round a ring: 0 by chance, 1 plus from even coordinates" },
	RANGE("zone", zone, NULL, 0, 3,
	      "Zone of dynamic packets, without --zone; 1: all dimensions at once"),
	/* collectives in the torus, and barriers */
	EXTRA("coll_packets", coll_packets, "packets",
	      "Buffer of each channel of collectives in the torus"),
	EXTRA("coll_up_ps", coll_up_ps, "ps", "Combining, on the way up, beside a hop"),
	EXTRA("coll_down_ps", coll_down_ps, "ps", "On to links, on the way down, beside a hop"),
	EXTRA("gi_control_ps", gi_control_ps, "ps",
	      "Barrier: from the store to the control register to the network"),
	EXTRA("gi_hop_ps", gi_hop_ps, "ps", "Barrier: logic and length for each node"),
	EXTRA("gi_status_ps", gi_status_ps, "ps", "Barrier: from the network to the register"),
	/* a collective network apart from the torus */
	EXTRA("tree_children", tree_children, "links", "Collective network: links down of a node"),
	{ "tree_rate", NULL, DESCRIBE_RATE, "ps/byte", AT(tree_rate), 0, true, 0, 0,
	  "Collective network: time of a byte on a link, each way, as a fraction" },
	EXTRA("tree_header_bytes", tree_header_bytes, "bytes",
	      "Collective network: of each packet on a link, beside its payload"),
	EXTRA("tree_payload_bytes", tree_payload_bytes, "bytes",
	      "Collective network: each packet's payload"),
	EXTRA("tree_buffer_packets", tree_buffer_packets, "packets",
	      "Collective network: buffer of each channel at the receiving end of a link"),
	EXTRA("tree_injfifo_packets", tree_injfifo_packets, "packets",
	      "Collective network: each channel's injection FIFO"),
	EXTRA("tree_recfifo_packets", tree_recfifo_packets, "packets",
	      "Collective network: each channel's reception FIFO"),
	EXTRA("tree_hop_ps", tree_hop_ps, "ps",
	      "Collective network: through a node, beside a wire of the torus"),
	EXTRA("signal_channels", signal_channels, "channels", "Global interrupts: channels"),
	EXTRA("signal_hop_ps", signal_hop_ps, "ps",
	      "Global interrupts: from node to node; a cable takes longer, as in the torus"),
	{ "dma", NULL, DESCRIBE_NUMBER, NULL, AT(dma), 1, true, 0, 1,
	  "1: nodes have a DMA of injection FIFOs, counters and reception FIFOs" },
	/* meshes whose packets know their way */
	EXTRA("source_routes", source_routes, NULL,
	      "1: packets have their way in their first word, as up to six segments of 16 hops"),
	EXTRA("word_bytes", word_bytes, "bytes", "A word of a link: packets take whole ones"),
	EXTRA("phase_ps", phase_ps, "ps", "Alignment of a link's phase, on top of its wire"),
	EXTRA("turn_ps", turn_ps, "ps", "More for a packet that turns"),
	EXTRA("lanes", lanes, "lanes", "For packets that turn, one each at a time"),
	EXTRA("recovery_packets", recovery_packets, "packets",
	      "Copies of what a link has sent, until it is received two hops on"),
	EXTRA("engine_ps", engine_ps, "ps", "Protocol engine, at each end of a message"),
	/* what --latency adds for the message units at both ends */
	EXTRA("mu_tail_store_ps", mu_tail_store_ps, "ps", "Message unit: store to its tail"),
	EXTRA("mu_desc_fetch_ps", mu_desc_fetch_ps, "ps", "Message unit: descriptor"),
	EXTRA("mu_payload_fetch_ps", mu_payload_fetch_ps, "ps", "Message unit: first payload"),
	EXTRA("mu_arbitration_ps", mu_arbitration_ps, "ps", "Message unit: among its engines"),
	EXTRA("mu_inject_ps", mu_inject_ps, "ps", "Message unit: injection FIFO to router"),
	EXTRA("mu_receive_ps", mu_receive_ps, "ps", "Message unit: reception FIFO to its port"),
	EXTRA("mu_rec_ps_per_4_bytes", mu_rec_ps_per_4_bytes, "ps", "Message unit: 4 bytes"),
	EXTRA("mu_store_ps", mu_store_ps, "ps", "Message unit: payload to the L2"),
	EXTRA("mu_counter_ps", mu_counter_ps, "ps", "Message unit: counter of a direct put"),
};

const unsigned describe_figure_count = sizeof describe_figures / sizeof *describe_figures;

_Static_assert(sizeof describe_figures / sizeof *describe_figures <= NET_FIGURES_MAX,
	       "a bit for each figure");

const char *describe_unit(const struct net_machine *m, const struct describe_figure *f)
{
	if (!f->unit)
		return "";
	if (!strcmp(f->unit, "units"))
		return m->unit_bytes ? "chunks" : "packets";
	return f->unit;
}

uint32_t describe_number(const struct net_machine *m, const struct describe_figure *f)
{
	const char *at = (const char *)m + f->offset;
	uint32_t wide;

	if (f->bytes == 1)
		return *(const uint8_t *)at;
	memcpy(&wide, at, sizeof wide);
	return wide;
}
