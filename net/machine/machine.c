/*
 * machine.c - the machine descriptions.  Every figure says where it is from:
 * "II.A" and the like are sections of the SC11 paper (Chen et al.), "Table 1"
 * its ping-pong measurements.  No code reads these figures but through machine.h.
 *
 * How Table 1 divides.  Hops along A, B, C, D inside a 2x2x2x2x2 node board
 * measured 41 to 48 ns, 43.5 on average; hops from board to board inside a
 * midplane 47 to 49, 48.25 on average.  40 ns of that is on the chips (II.A),
 * the rest is trace length.  The first row, 622 ns, holds one hop on the board
 * and everything that is not a hop: the MU's stages at both ends, the packet's
 * length on the wire (its tail must arrive), and the look of the core that
 * sees the counter.
 */
#include "include/bgqemu/abi.h"
#include "machine.h"

_Static_assert(BGQEMU_OP_COUNT == NET_OPS, "each operation has its cycles");

/* Time from a core to the L2 and back, in core cycles (51 ns), if the line is there.  None of the
 * documents that the project starts from has this figure. */
#define L2_CYCLES 82

/* An instruction of the machine that is a call here: it has been issued already. */
#define CALL_CYCLES 1

/* A figure of ours: 139 KB of a node, for the buffers that US patent 8,650,581 sets up at boot. */
#define EARLY_PACKETS 256

/* Steps of the message unit that a message and a barrier take, in its cycles. */
enum {
	TAIL_STORE = 24,  /* core's store, crossbar, slave port */
	ARBITRATION = 24,
	INJECT = 10,      /* header, network FIFO, clock crossing */
	RECEIVE = 90,     /* clock crossing, header, BAT, range check */
	FIFO_TAIL = 41,   /* RCSRAM tail, seen by a load */
};

/* Topology and packets (II.A): header of 32 bytes, data by 32 up to 512.  Queues of a receiver:
 * ours, as II.B names them only.  Room is compared by quarters (US 7,668,970).  Zone 0 at boot. */
#define BGQ_ROUTER                                                                 \
	.dims = NET_DIMS, .letters = "ABCDE", .shape = { 4, 4, 4, 4, 2 },          \
	.header_bytes = 32, .payload_bytes = 512,                                  \
	.dynamic_vcs = 1, .vc_queues = { 4, 4, 2, 2 }, .bubble_packets = 2,        \
	.jsq_bits = 2, .injfifos = 14

static const struct net_machine bgq = {
	.name = "Blue Gene/Q",
	BGQ_ROUTER,
	.link_rate = { 500, 1 },	/* 2 GB/s each way (II.A) */
	/* 8 check bytes (II.A), and 17 of link protocol and acknowledgements so
	 * that 512 B of data take at least 512/0.9 B of the link (II.A: "at most
	 * 90 %"): 32 + 512 + 25 = 569. */
	.link_overhead_bytes = 25,
	/* The sender arbitrates again when a packet has left: two cycles.  Table 2
	 * from 128 KB to 1 MB gives 288 ns a packet, 284.5 of them on the wire. */
	.link_gap_ps = 2 * NET_CYCLE_PS,
	.router_ps = 8 * NET_CYCLE_PS,	/* network logic, 8 cycles (II.A) */
	.wire_board_ps = 12 * NET_CYCLE_PS + 3500,    /* SerDes 12 cycles (II.A), 43.5 - 40 */
	.wire_midplane_ps = 12 * NET_CYCLE_PS + 8250, /* 48.25 - 40 */
	/* Board to board, and 126.5 ns for two link chips and the fibre.  From
	 * (0,0,0,0,0) half way round 16x16x16x12x2 are 31 hops, 7 of them between
	 * midplanes; an allreduce there goes 31 up and 31 down, 14 between midplanes.
	 * The paper expects 2.6 and 6.5 us of hardware (II.A, II.C), of which the first
	 * alone would ask for less, the second for more: with 126.5 we get 2.875 and 5.843,
	 * and 5.716 for a barrier, which it expects to take 6.3 (II.D). */
	.wire_cable_ps = 12 * NET_CYCLE_PS + 8250 + 126500,
	/* No document has these: ours.  The user's channels have twice the packets of Blue
	 * Gene/L's, for II.B has them increased: there two dynamic ones, which are one
	 * here, and the deterministic one hold four of its size each.  A token is as long
	 * in the logic as a head.  Arbiters: links never wait for what is injected while
	 * they could carry on, and no buffer is preferred.  How much an all-to-all depends
	 * on each: make paper-zones-sensitivity. */
	.vc_packets = { 16, 8, 4, 4 },
	.coll_packets = 4,
	.injfifo_packets = 2,
	.recfifo_packets = 4,
	.token_ps = 8 * NET_CYCLE_PS,
	.through_grants = 0,
	.longest_of_256 = 0,
	.board = { 2, 2, 2, 2, 2 },
	.midplane = { 4, 4, 4, 4, 2 },
	/* Injection: 236.25 ns in all.  An L2 access through the crossbar takes about
	 * what it takes from a core; the MU's requests add their own arbitration
	 * (III.B, III.C). */
	.mu_tail_store_ps = TAIL_STORE * MU_CYCLE_PS,
	.mu_desc_fetch_ps = 80 * MU_CYCLE_PS,	/* arbitration, 64 B from L2, MCSRAM */
	.mu_payload_fetch_ps = 51 * MU_CYCLE_PS, /* payload from L2 */
	/* Twelve point-to-point engines take turns (III.C, III.D), on each side; those of
	 * collectives are alone.  Fitted: twice the arbitration and the injection to the hardware
	 * column of Table 1, the injection to Table 3, whose packets wait for no engine.  How the
	 * sum with the fetch is shared is not measured: the fetch is long enough for the worst L2
	 * traffic of a train (61.4 ns), so that it stays on time. */
	.mu_arbitration_ps = ARBITRATION * MU_CYCLE_PS,
	.mu_inject_ps = INJECT * MU_CYCLE_PS,
	/* Reception: from the tail in the reception FIFO to memory. */
	.mu_receive_ps = RECEIVE * MU_CYCLE_PS,
	.mu_rec_ps_per_4_bytes = MU_CYCLE_PS,	/* 4 B per MU cycle (III.D) */
	.mu_store_ps = 57 * MU_CYCLE_PS,	/* payload write acknowledged by L2 */
	.mu_fifo_tail_ps = FIFO_TAIL * MU_CYCLE_PS,
	/* The agent's work, in core cycles: 40 + 60 to take the packet out of its FIFO,
	 * 104 + 4 to inject; and (ours) 102 to be resumed by the wakeup unit. */
	.mu_agent_ps = 155 * MU_CYCLE_PS,
	.mu_counter_ps = 41 * MU_CYCLE_PS,	/* direct put: L2 atomic */
	/* A counter's line that the MU has changed is not in L1 any more: the load that sees
	 * it goes to L2, 51 ns there and back.  How much of that is beyond what the MU waits
	 * for the same L2 is not known; a quarter is chosen. */
	.l1_refill_ps = 10 * MU_CYCLE_PS,
	.mu_complete_ps = 20 * MU_CYCLE_PS,	/* ICSRAM: count, head, free space */
	.mu_early_packets = EARLY_PACKETS,
	.l2_bytes = 32 << 20,		/* 16 slices of 2 MB */
	/* 25 GB/s: what Table 2 reaches with messages of 256 MB, all of whose bytes are
	 * read from memory and written to it; 59 % of two DDR3-1333 interfaces of 16
	 * bytes, for reads and writes in turn.  By threads (mu_memory_use()) a written line
	 * counts twice a read one, as if it were read first: STREAM's triad has 27.8 GB/s
	 * at most (Kerbyson et al., ICPADS 2012), 28.1 so. */
	.ddr_ps_per_line = 5120,
	/* 9 cycles up, 3 down (II.C).  The logic takes one packet at a time: the next head
	 * goes in when the tail before it has come out, so that packets follow each other
	 * every 284.5 + 18 ns, 1.69 GB/s; Table 4 has 1.70 for 1 MB. */
	.coll_up_ps = 9 * NET_CYCLE_PS,
	.coll_down_ps = 3 * NET_CYCLE_PS,
	/* A barrier packet is a short one, sent in between data packets (II.D, II.E): the 12
	 * bytes that a header has for the network (II.A) and 8 check bytes, with which it
	 * counts.  Its bits and class are ORed as fast as the logic passes a packet, and
	 * the sender arbitrates.  (Passed on before its check bytes have come in it would be 10 ns
	 * less a hop, 50 ns in all against an allreduce's 58, but 5.09 us on 96 racks, 19 %
	 * below what the paper expects; as it is, a hop is 60 ns, and each barrier from 2 nodes to
	 * 96 racks shorter than an allreduce.)  The MU's part is not measured; it is what the same
	 * steps take for a message: the control register is stored to as a tail is, and its
	 * change arbitrated and injected; what arrives crosses the clocks as a packet, and
	 * its bits are seen in the status register as a new tail is. */
	.gi_control_ps = (TAIL_STORE + ARBITRATION + INJECT) * MU_CYCLE_PS,
	.gi_hop_ps = (8 + 2) * NET_CYCLE_PS + (12 + 8) * 500,
	.gi_status_ps = (RECEIVE + FIFO_TAIL) * MU_CYCLE_PS,
	/* Software's share of Table 1 is 98.2 ns on average, 157 cycles.  The instructions of
	 * the program and of the SPI's calls are counted, with their latencies; the rest,
	 * fitted to that share, is what they wait for: 64 B written that have to be in L2
	 * before the store to the MU may follow; nothing if the descriptor has long been there.
	 * A look by a call costs an L2 hit less what overlaps with the loop.  A load of a
	 * register of the MU is fitted to 4 KB of Table 2, which reads ten of them: it takes
	 * twice mu_tail_store_ps, there and back. */
	.op_cycles = {
		[BGQEMU_OP_INJECT] = 101, [BGQEMU_OP_PUBLISH] = 0,
		[BGQEMU_OP_POLL] = 40, [BGQEMU_OP_RECEIVE] = 60,
		[BGQEMU_OP_MMIO_LOAD] = 95, [BGQEMU_OP_ORDER] = 10,
		/* The L2 acknowledges all that was stored: a round trip, as that of a load.
		 * With the two of its reservation a Fetch_and_Add, which begins so, is 246 cycles
		 * of the 257 measured (HPCInfo, see below); the rest are its instructions. */
		[BGQEMU_OP_SYNC] = L2_CYCLES - CALL_CYCLES,
		/* The A2's description (core.c): an L2 atomic store is issued as any other. */
		[BGQEMU_OP_L2_STORE] = 1,
		[BGQEMU_OP_MISPREDICT] = 13,
	},
	/* Measured on a node (Argonne's prototype; HPCInfo, L2 Counters): a load-increment takes
	 * 99 cycles, some 14 of them the loop's; with 31 to 63 threads a word gives a result every
	 * 5.1 cycles; and 15 threads, which need three quarters of that, wait for 11 cycles, so
	 * that a request that is put aside loses more than its turn.  Half of the 5.1 cycles is
	 * what a load with reservation or a conditional store can take at most: 63 threads
	 * in Fetch_and_Add succeed every 174 cycles, and 126 requests are made in the time. */
	.l2_way_cycles = L2_CYCLES / 2,
	.l2_call_cycles = CALL_CYCLES,
	.l2_pass_ps = 1594,
	/* A line for an L1 that has lost it: fitted to L2 barriers of 7 to 31 threads (test
	 * programs' outputs of 2012), which take some 7.6 cycles more for each core that asks for
	 * the line, up to 15 threads, and 3.4 to 5.6 for each thread more on the same cores. */
	.l2_line_cycles = 9,
	/* Crossbar and L2 have half the core's clock: up to 2 cycles until it ticks; the rest is
	 * for other requests in the crossbar and at the slice, which no document tells:
	 * chosen.  Fetch_and_Add of 2 and 3 threads, which is held out, goes up and down with it
	 * by a third, since two loops fall in step or do not; that of more does not. */
	.l2_crossing_cycles = 6,
	/* The branch on its outcome is mispredicted: 13 cycles (the A2's description, core.c). */
	.l2_lost_cycles = 13,
	.l2_replay_cycles = 12,
	/* A store on its way to the L2, and the news of it to the L1s that have the line, which
	 * then ask for it: fitted to L2 barriers and locks of 2 and 3 threads (test programs'
	 * outputs of 2012), whose round has one such trip.  Barriers of 47 and 63 threads, and
	 * locks of 1 and of 7 to 63, are held out. */
	.l2_news_cycles = 54,
	.l1_bytes = 16 << 10,
	/* A line that the prefetcher of a core has ready, of a block that is read from its
	 * beginning to its end: between the 6 cycles of L1 and the 82 of L2 (Smith et al.,
	 * IPDPS 2014).  A thread copies 2.3 GB/s so. */
	.l1_miss_cycles = 24,
	/* A load that no prefetcher has seen coming, from a core to memory and back (Kerbyson
	 * et al., ICPADS 2012). */
	.memory_cycles = 400,
	.timebase_cycles = 16,
	.block_cycles = 2,
	/* A word that threads of several cores write is in none of their L1s: each
	 * operation is a round trip to L2. */
	.thread_op_cycles = L2_CYCLES,
	/* Measured on a node in 2012 (test programs' outputs): the first call takes 49,906
	 * cycles, the mean over 15 and over 63 threads is 22,126 to 23,312.  A join takes 3,045
	 * on average over 7 threads.  Not modelled: all joins of 15, 31, 47 and 63 threads that
	 * end at the same time take 9,270 cycles a thread less 57,000, so that threads end one
	 * after the other, and have begun while the line before the joins was written. */
	.thread_create_cycles = 21500,
	.thread_first_cycles = 28400,
	.thread_join_cycles = 3000,
	/* Ours: how long such code takes is not known.  The host's own time, 25 ms, as if
	 * the core were as fast as the host's. */
	.preempt_cycles = 40000000,
	/* An I/O node is attached to two compute nodes, by a link of 2 GB/s each way to each
	 * (II.A); its PCIe, 4 GB/s, is as fast as both.  Nothing tells how long a call takes
	 * beside its data: ours, as long as a server that answers from its memory over a
	 * network of that time. */
	.io_links = 2,
	.io_request_ps = 10 * PS_PER_US,
	.io_reply_ps = 10 * PS_PER_US,
	/* Not measured anywhere: the kernel maps a program that it has loaded. */
	.process_start_ps = 100 * PS_PER_US,
};

const struct net_machine *net_machine_bgq(void)
{
	return &bgq;
}

/* For --clock off: time only orders events, and shares the host out among threads.  A nanosecond a
 * hop; a look takes what it takes with the clock, so that a thread that polls lets others run; and
 * nothing else costs anything. */
static const struct net_machine untimed = {
	.name = "Blue Gene/Q, untimed",
	BGQ_ROUTER,
	.link_rate = { 0, 1 },
	.untimed = true,
	.host_code = true,
	.router_ps = 500,
	.wire_board_ps = 500,
	.wire_midplane_ps = 500,
	.wire_cable_ps = 500,
	.vc_packets = { 8, 4, 4, 4 },
	.coll_packets = 4,
	.injfifo_packets = 2,
	.recfifo_packets = 4,
	.token_ps = 500,
	.board = { 2, 2, 2, 2, 2 },
	.midplane = { 4, 4, 4, 4, 2 },
	.mu_early_packets = EARLY_PACKETS,
	.gi_hop_ps = 500,
	.op_cycles = { [BGQEMU_OP_POLL] = 40 },
	.timebase_cycles = 16,
	.block_cycles = 1,
	.thread_op_cycles = 1,
	.thread_create_cycles = 1,
	/* Others pass so many checks meanwhile: some milliseconds. */
	.preempt_cycles = 100000,
};

const struct net_machine *net_machine_untimed(void)
{
	return &untimed;
}

const struct net_machine *net_machine_real(void)
{
	static struct net_machine real;

	real = bgq;
	real.name = "Blue Gene/Q, by the host's clock";
	real.host_code = true;
	real.l2_way_cycles = real.l2_call_cycles = real.l2_pass_ps = 0;
	real.l2_lost_cycles = 0;
	real.l2_crossing_cycles = real.l2_replay_cycles = real.l1_miss_cycles = 0;
	real.l2_line_cycles = 0;
	real.thread_op_cycles = real.thread_create_cycles = 0;
	real.thread_first_cycles = real.thread_join_cycles = 0;
	real.preempt_cycles = 0;
	real.block_cycles = untimed.block_cycles;
	return &real;
}

ps_t net_lookahead_ps(const struct net_machine *m)
{
	ps_t hop = m->router_ps + m->wire_board_ps, gi = m->gi_hop_ps + m->wire_board_ps;

	return hop < gi || !m->gi_hop_ps ? hop : gi;
}

/* A link that closes a ring comes back over all boards or midplanes. */
ps_t net_wire_ps(const struct net_machine *m, const struct net_shape *s, uint32_t node,
		 unsigned link)
{
	unsigned d = link / 2;
	struct net_neighbour at;

	net_neighbour(s, node, link, &at);
	if (at.upper % m->midplane[d] == 0 && s->size[d] > m->midplane[d])
		return m->wire_cable_ps;
	if (at.upper % m->board[d] == 0 && s->size[d] > m->board[d])
		return m->wire_midplane_ps;
	return m->wire_board_ps;
}

ps_t net_cut_ps(const struct net_machine *m, const struct net_shape *s, const uint16_t *owner,
		unsigned owners, bool *joined)
{
	uint32_t nodes = net_shape_nodes(s);
	unsigned links = 2 * net_shape_dims(s);
	ps_t least_ps = UINT64_MAX;

	for (uint32_t n = 0; n < nodes; n++)
		for (unsigned link = 1; link < links; link += 2) { /* both ways alike */
			struct net_neighbour at;

			if (!net_neighbour(s, n, link, &at) || owner[at.node] == owner[n])
				continue;
			ps_t ps = net_wire_ps(m, s, n, link);

			least_ps = ps < least_ps ? ps : least_ps;
			joined[owner[n] * owners + owner[at.node]] = true;
			joined[owner[at.node] * owners + owner[n]] = true;
		}
	return net_lookahead_ps(m) + (least_ps == UINT64_MAX ? 0 : least_ps - m->wire_board_ps);
}
