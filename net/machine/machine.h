/*
 * machine.h - the machine description: every constant that a model in net/,
 * coll/ or mu/ uses, with its source.  Nothing else in these layers holds a
 * figure of the hardware.  Other machines of the family are other instances: of
 * their figures those of the network count, for no program runs on them.
 */
#ifndef BGQ_NET_MACHINE_H
#define BGQ_NET_MACHINE_H

#include <stdbool.h>

#include "net/base/event.h"
#include "shape.h"

/* Lines of the L2 as IBM's bgq_alignment.h has them.  Its l2_util.h goes through 2 MB of
 * them to meet each set once: the whole L2, 32 MB, holds 16 in a set. */
#define NET_L2_LINE_BYTES 128u
#define NET_L2_WAYS       16u

/* So many bytes take so many picoseconds: a byte of 425 MB/s is no whole number of them. */
struct net_rate {
	uint32_t ps, bytes;
};

#define NET_VC_CLASSES 4 /* of channels: dynamic, deterministic, priority, system */

#define NET_LANES_MAX 8
#define NET_OPS 9 /* enum bgqemu_op of include/bgqemu/abi.h */

struct net_machine {
	const char *name;
	bool untimed;                  /* messages may be carried out as copies */
	bool host_code;                /* what programs and calls compute takes the host's time:
	                                  nothing is counted */
	/* --- topology and packets */
	uint8_t dims;                  /* 1 to NET_DIMS_MAX */
	char letters[NET_DIMS_MAX + 1]; /* names of the dimensions, as "ABCDE" */
	uint8_t shape[NET_DIMS_MAX];   /* of a network, if nothing else is asked for, */
	uint8_t mesh;                  /* and its dimensions whose ends are open: a bit each */
	uint32_t header_bytes;         /* of a packet, which takes whole chunks of 32 bytes */
	uint32_t payload_bytes;        /* at most */
	/* --- network device and wires */
	struct net_rate link_rate;     /* 500 ps a byte: raw 2 GB/s a direction (II.A) */
	uint32_t link_overhead_bytes;  /* beside header and payload on the wire:
	                                  trailing check bytes and link protocol,
	                                  so that 512 B cost 512/0.9 B (II.A) */
	uint32_t link_gap_ps;          /* from one packet's end to the next's start */
	uint32_t router_ps;            /* through the network logic, 8 cycles */
	uint32_t wire_board_ps;        /* SerDes and signalling, same node board */
	uint32_t wire_midplane_ps;     /* board to board inside a midplane */
	uint32_t wire_cable_ps;        /* midplane to midplane: link chips, optics too */
	/* --- the router's buffers and arbitration */
	uint8_t unit_bytes;            /* of buffers and tokens: 32, a chunk; 0: a packet.  What is
	                                  not dynamic takes the chunks of a packet of full size */
	uint8_t dynamic_vcs;           /* 1 or 2 */
	uint8_t vc_packets[NET_VC_CLASSES]; /* buffer of a receiver, in units: each dynamic one,
	                                  deterministic, priority, system; 0: there is none */
	uint8_t vc_queues[NET_VC_CLASSES]; /* queues of such a buffer */
	uint8_t bypass;                /* 1: what can leave at once passes what waits */
	uint8_t bubble_packets;        /* room for so many to enter a ring: 2, the bubble rule; 1
	                                  breaks it, and the network can deadlock */
	uint8_t jsq_bits;              /* room behind a link is compared in 2^bits ranges */
	uint8_t fullness_bits;         /* the same for how full buffers are, longest_of_256; 0: by
	                                  packets */
	uint8_t order_as_named;        /* deterministic order: 1 first dimension first, 0 longest */
	uint8_t ties_by_coordinate;    /* dynamic packets that have as far either way round:
	                                  0 by chance, 1 plus from even coordinates only */
	uint8_t zone;                  /* of dynamic packets, if nothing else is asked for */
	uint8_t injfifos;              /* network injection FIFOs for point-to-point packets */
	uint8_t coll_packets;          /* the same for each channel of collectives */
	uint8_t injfifo_packets;       /* network injection FIFO */
	uint8_t recfifo_packets;       /* network reception FIFO */
	uint32_t token_ps;             /* a token's way back, on top of the wire */
	uint8_t through_grants;        /* to packets from receivers, for one to an injection
	                                  FIFO when both want a link; 0: receivers first */
	uint8_t inject_first_of_256;   /* share of arbitrations in which normal packets from
	                                  injection FIFOs come before those from receivers */
	uint8_t injection_alike;       /* 1: injection FIFOs compete as one receiver more */
	uint8_t longest_of_256;        /* share of arbitrations that the fullest buffer
	                                  wins; the others are random */
	uint8_t board[NET_DIMS_MAX];   /* nodes of a board: 2,2,2,2,2 */
	uint8_t midplane[NET_DIMS_MAX]; /* 4,4,4,4,2 */
	uint8_t dma;                   /* 1: nodes have Blue Gene/P's DMA (mu/dma/) */
	/* --- meshes whose packets know their way (net/mesh/) */
	uint8_t source_routes;         /* 1: the way is in the first word, in segments */
	uint8_t word_bytes;            /* a packet takes whole words on a link */
	uint8_t lanes;                 /* packets that turn in a router at a time; 0: any number */
	uint8_t recovery_packets;      /* copies of what a link has sent, kept for two hops;
	                                  0: none */
	uint32_t phase_ps;             /* alignment of a link's phase, on top of its wire */
	uint32_t turn_ps;              /* a packet that turns: more than one that goes on */
	uint32_t engine_ps;            /* a protocol engine: a message out of it, or into it */
	/* --- message unit, injection side */
	uint32_t mu_tail_store_ps;     /* core's store to the MU sees the FIFO non-empty */
	uint32_t mu_desc_fetch_ps;     /* arbitration and fetch of a descriptor from L2 */
	uint32_t mu_payload_fetch_ps;  /* iME: request to first payload bytes in the FIFO */
	uint32_t mu_arbitration_ps;    /* among the iMEs, or rMEs, of point-to-point packets */
	uint32_t mu_inject_ps;         /* network injection FIFO to the router */
	/* --- message unit, reception side */
	uint32_t mu_receive_ps;        /* rME: reception FIFO to master port */
	uint32_t mu_store_ps;          /* write of the payload to L2 */
	uint32_t mu_fifo_tail_ps;      /* memory FIFO: RCSRAM tail visible */
	uint32_t mu_agent_ps;          /* the communication agent sees a packet and injects */
	uint32_t mu_counter_ps;        /* direct put: L2 atomic on the counter */
	uint32_t l1_refill_ps;         /* and until a load can have brought it to the core */
	uint32_t mu_complete_ps;       /* count, free space visible after last packet */
	uint32_t mu_rec_ps_per_4_bytes; /* rME takes a packet from its FIFO at this rate */
	uint32_t mu_early_packets;     /* kept for a node while their FIFO is not set up */
	/* --- memory behind the message unit */
	uint32_t l2_bytes;             /* a power of two; 0: everything hits */
	uint32_t ddr_ps_per_line;      /* a line from or to memory, beyond the L2 */
	/* --- collective logic, on top of a hop */
	uint32_t coll_up_ps;           /* combining what comes by links, on the way up */
	uint32_t coll_down_ps;         /* on to links, on the way down */
	/* --- a collective network apart from the torus (coll/tree/) */
	uint8_t tree_children;         /* links down of a node; 0: there is no such network */
	uint8_t tree_buffer_packets;   /* of each channel, at a link's receiving end */
	uint8_t tree_injfifo_packets;  /* each channel's injection FIFO, */
	uint8_t tree_recfifo_packets;  /* and its reception FIFO */
	uint32_t tree_header_bytes, tree_payload_bytes; /* of each packet */
	struct net_rate tree_rate;     /* of a link, each way */
	uint32_t tree_hop_ps;          /* through a node, combined or not; a token's way, too */
	uint8_t signal_channels;       /* global interrupts beside it; 0: there are none */
	uint32_t signal_hop_ps;        /* of one, from node to node; a cable takes longer */
	/* --- barrier network */
	uint32_t gi_control_ps;        /* store to the control register until the network has it */
	uint32_t gi_hop_ps;            /* logic and length per node on top of the wire */
	uint32_t gi_status_ps;         /* from the network until the status register says so */
	/* --- core: cost of SPI operations in core cycles, by enum bgqemu_op */
	uint32_t op_cycles[NET_OPS];
	/* --- L2, as the threads of a node use it (emu/node/machine/l2.h) */
	uint32_t l2_way_cycles;        /* from a core to a slice; the same back */
	uint32_t l2_call_cycles;       /* of the way of a reservation's: charged as a call */
	uint32_t l2_pass_ps;           /* a slice reads or writes a word in this, one at a time */
	uint32_t l2_line_cycles;       /* a slice reads a line for an L1 that asks again in this */
	uint32_t l2_crossing_cycles;   /* to a slice up to this more, back as much less */
	uint32_t l2_news_cycles;       /* from a store until other L1s have lost their copies */
	uint32_t l2_lost_cycles;       /* of a conditional store that fails, beside its way */
	uint32_t l2_replay_cycles;     /* a request that has waited is answered later by this */
	uint32_t l1_bytes;             /* blocks of memory that are longer come from L2 */
	uint32_t l1_miss_cycles;       /* for each line of L1, beside those of a hit */
	uint32_t memory_cycles;        /* a load that misses the L2 */
	uint32_t timebase_cycles;      /* one GetTimeBase */
	uint32_t block_cycles;         /* a basic block, on hosts where bgq-as does not count */
	uint32_t thread_op_cycles;     /* a lock, an unlock, a post: one atomic in L2; and
	                                  once more for the thread that is woken */
	uint32_t thread_create_cycles; /* pthread_create, until the new thread runs; */
	uint32_t thread_first_cycles;  /* more than that, for the first of a process */
	uint32_t thread_join_cycles;   /* pthread_join, of a thread that has ended */
	uint32_t preempt_cycles;       /* of code that is not counted, between two ticks of
	                                  the host's timer (emu/core/check/preempt.h) */
	/* --- I/O: compute nodes' calls on files, shipped to I/O nodes */
	uint32_t io_links;             /* of an I/O node, each as fast as a link of the torus;
	                                  0: no figure below counts */
	uint64_t io_request_ps;        /* a call until the I/O node carries it out */
	uint64_t io_reply_ps;          /* and its answer until the caller runs on */
	/* --- kernel */
	uint64_t process_start_ps;     /* on demand: a message comes, its process runs */
};

const struct net_machine *net_machine_bgq(void);
const struct net_machine *net_machine_untimed(void); /* for --clock off */
/* For --clock real: network and message units are those of net_machine_bgq(), what code and
 * threads of a node take is the host's.  First call: by one thread. */
const struct net_machine *net_machine_real(void);

/* SerDes, signalling and distance of a link of node (2 * dimension, + 1: plus). */
ps_t net_wire_ps(const struct net_machine *m, const struct net_shape *s, uint32_t node,
		 unsigned link);
/* Least time from an action on one node to its effect on another: the
 * engine's lookahead. */
ps_t net_lookahead_ps(const struct net_machine *m);
/* Like net_lookahead_ps(), between the nodes of so many owners: by the links between them, which
 * may all be longer than the shortest.  Sets joined[a * owners + b] where a link joins nodes of a
 * and b. */
ps_t net_cut_ps(const struct net_machine *m, const struct net_shape *s, const uint16_t *owner,
		unsigned owners, bool *joined);

#endif
