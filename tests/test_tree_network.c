/*
 * test_tree_network.c - the collective network of Blue Gene/L and /P: its tree, what comes of
 * packets in it, and when.  Sentences of the documents stand above the tests.  Not here:
 * arithmetic (test_tree_operand.c), global interrupts (test_tree_signal.c), bgq-net's patterns
 * (test_machine_tree.sh).
 */
#include "tree_rig.h"

static const struct tree_packet sum = { .cls = TREE_CLASS_ALL, .opcode = TREE_OP_ADD,
					.operand_bytes = 8 };
static const struct tree_packet alone = { .cls = TREE_CLASS_ALL };

static struct tree_packet to(uint32_t node)
{
	return (struct tree_packet){ .cls = TREE_CLASS_POINT, .point_to_point = true, .to = node };
}

static uint64_t sum_of(const struct rig *r, uint64_t value)
{
	return value * r->nodes + (uint64_t)r->nodes * (r->nodes - 1) / 2;
}

static void all_received(const struct rig *r, uint32_t times)
{
	for (uint32_t n = 0; n < r->nodes; n++)
		assert_int_equal(r->received[n], times);
	assert_int_equal(r->faults, 0);
}

/* bgp, l. 300: "sparse binary combining tree of nodes", "3 ports means binary 2 in 1 out". */
static void every_node_has_three_ports_and_a_way_to_the_root(void **state)
{
	static const char *const shapes[] = { "8x8x8", "4x4x2", "1x1x1", "5x3x7", "16x8x8" };

	(void)state;
	for (unsigned i = 0; i < sizeof shapes / sizeof *shapes; i++) {
		struct rig *r = rig_create(net_machine_bgp(), shapes[i]);
		const struct tree_topology *t = tree_network_topology(r->t);
		uint32_t links = 0;

		assert_int_equal(t->children, 2);
		for (uint32_t n = 0; n < r->nodes; n++) {
			unsigned below = tree_ports_below(t, n);

			assert_int_equal(below & ~6u, 0);
			links += (uint32_t)__builtin_popcount(below);
			for (; below; below &= below - 1) {
				unsigned port = (unsigned)__builtin_ctz(below);

				assert_int_equal(t->parent[tree_neighbour(t, n, port)], n);
			}
		}
		assert_int_equal(links, r->nodes - 1);
		rig_destroy(r);
	}
}

/* A midplane's 512 nodes are at least 9 links deep in a binary tree. */
static void a_midplane_is_ten_links_deep_and_boards_hang_together(void **state)
{
	struct rig *r = rig_create(net_machine_bgp(), "8x8x8");
	const struct tree_topology *t = tree_network_topology(r->t);
	unsigned wires[TREE_WIRES] = { 0 };

	(void)state;
	assert_int_equal(t->depth, 10);
	for (uint32_t n = 0; n < r->nodes; n++)
		if (n != TREE_ROOT)
			wires[t->wire[n]]++;
	assert_int_equal(wires[TREE_WIRE_BOARD], 16 * 31);
	assert_int_equal(wires[TREE_WIRE_MIDPLANE], 15);
	assert_int_equal(wires[TREE_WIRE_CABLE], 0);
	rig_destroy(r);
}

/* bgp, l. 70: "global broadcast down tree and global reduce up tree operations". */
static void all_nodes_get_the_sum(void **state)
{
	struct rig *r = rig_create(net_machine_bgp(), "8x8x4");

	(void)state;
	rig_contribute(r, sum, 1000);
	rig_run(r);
	all_received(r, 1);
	for (uint32_t n = 0; n < r->nodes; n++)
		for (unsigned at = 0; at < TREE_PAYLOAD_MOST; at += 8)
			assert_int_equal(tree_operand_get(r->last[n] + at, 8), sum_of(r, 1000));
	rig_destroy(r);
}

static void a_reduction_ends_at_the_root(void **state)
{
	struct rig *r = rig_create(net_machine_bgl(), "4x4x4");
	struct tree_packet p = sum;

	(void)state;
	p.cls = TREE_CLASS_REDUCE;
	rig_contribute(r, p, 7);
	rig_run(r);
	for (uint32_t n = 0; n < r->nodes; n++)
		assert_int_equal(r->received[n], n == TREE_ROOT);
	assert_int_equal(tree_operand_get(r->last[TREE_ROOT], 8), sum_of(r, 7));
	rig_destroy(r);
}

/* bgp, l. 362: "injected into the collective network at any node in the system and they climb up
 * the tree until arriving at either the tree vertex". */
static void any_node_can_broadcast(void **state)
{
	struct rig *r = rig_create(net_machine_bgp(), "4x4x4");

	(void)state;
	for (uint32_t from = 0; from < r->nodes; from += 21) {
		struct tree_packet p = alone;

		memset(p.payload, (int)from + 1, sizeof p.payload);
		assert_int_equal(rig_inject(r, from, &p, r->sim.now_ps), 0);
		rig_run(r);
		all_received(r, 1 + from / 21);
		for (uint32_t n = 0; n < r->nodes; n++)
			assert_memory_equal(r->last[n], p.payload, sizeof p.payload);
	}
	rig_destroy(r);
}

/* bgp, l. 366: "received or dropped depending on if the destination in the packet matches"; l. 362:
 * "or at a final destination". */
static void a_packet_to_one_node_is_taken_there_alone(void **state)
{
	struct rig *r = rig_create(net_machine_bgp(), "4x4x4");
	uint32_t sent = 0;

	(void)state;
	for (uint32_t from = 0; from < r->nodes; from += 5)
		for (uint32_t at = 0; at < r->nodes; at += 3, sent++) {
			struct tree_packet p = to(at);
			uint32_t before = r->received[at];

			assert_int_equal(rig_inject(r, from, &p, r->sim.now_ps), 0);
			rig_run(r);
			assert_int_equal(r->received[at], before + 1);
		}
	struct tree_packet nowhere = to(r->nodes);

	assert_int_equal(rig_inject(r, 3, &nowhere, r->sim.now_ps), 0);
	rig_run(r);
	for (uint32_t n = 0; n < r->nodes; n++)
		sent -= r->received[n];
	assert_int_equal(sent, 0);
	rig_destroy(r);
}

/* bgp, l. 70: "multiple independent virtual channels allowing multiple independent collective
 * operations to proceed simultaneously"; l. 364: "Each VC has an independent FIFO that guarantees
 * non blocking across VCs". */
static void a_channel_that_waits_holds_up_no_other(void **state)
{
	struct rig *r = rig_create(net_machine_bgp(), "4x4x4");
	struct tree_packet p = sum, missing = sum;

	(void)state;
	for (uint32_t n = 1; n < r->nodes; n++) /* all but one */
		assert_int_equal(rig_inject(r, n, &missing, 0), 0);
	p.channel = 1;
	rig_contribute(r, p, 5);
	rig_run(r);
	all_received(r, 1);
	assert_int_equal(rig_inject(r, 0, &missing, r->sim.now_ps), 0);
	rig_run(r);
	all_received(r, 2);
	rig_destroy(r);
}

static void a_full_reception_fifo_holds_up_its_channel_alone(void **state)
{
	struct rig *r = rig_create(net_machine_bgp(), "4x4x2");
	struct tree_packet p = sum;

	(void)state;
	r->closed = 17;
	r->like = sum;
	for (uint32_t n = 0; n < r->nodes; n++) {
		r->more[n] = 60;
		rig_ready(r, n, 0, 0);
	}
	rig_run(r);
	assert_int_equal(r->received[17], 0);
	assert_true(r->received[0] < 60);
	p.channel = 1;
	rig_contribute(r, p, 9);
	rig_run(r);
	assert_int_equal(r->received[17], 1);
	r->closed = -1;
	tree_network_resume(r->t, 17, 0, r->sim.now_ps);
	rig_run(r);
	all_received(r, 61);
	rig_destroy(r);
}

/* Up and down as many links as the tree is deep, with the logic of each node once on the way up,
 * the root's included, and once on the way down. */
static void latency_is_that_of_links_and_logic(void **state)
{
	struct rig *r = rig_create(net_machine_bgp(), "4x4x2");
	unsigned depth = tree_network_topology(r->t)->depth;
	ps_t hop_ps = r->m.tree_hop_ps, wire_ps = r->m.wire_board_ps;

	(void)state;
	assert_int_equal(depth, 5);
	rig_contribute(r, sum, 1);
	rig_run(r);
	assert_int_equal(r->last_ps, (2 * depth + 1) * hop_ps + 2 * depth * wire_ps +
					     tree_packet_ps(&r->m));
	rig_destroy(r);
}

/* bgp, l. 304: "the lowest byte of the word being sent first", "has already up several layers of
 * the network before the high order byte is shifted out". */
static void an_addition_takes_as_long_for_any_operand(void **state)
{
	ps_t took_ps[4];

	(void)state;
	for (unsigned i = 0; i < 4; i++) {
		struct rig *r = rig_create(net_machine_bgp(), "8x8x8");
		struct tree_packet p = sum;

		p.operand_bytes = (uint16_t)(2u << i);
		rig_contribute(r, p, 1);
		rig_run(r);
		took_ps[i] = r->last_ps;
		assert_int_equal(took_ps[i], took_ps[0]);
		/* Several layers: a packet is longer than a hop. */
		assert_true(tree_packet_ps(&r->m) > 2 * (r->m.tree_hop_ps + r->m.wire_board_ps));
		rig_destroy(r);
	}
}

/* A long reduction keeps links busy: beside its way a packet takes its own length only. */
static void a_long_sum_runs_at_the_rate_of_links(void **state)
{
	static const struct net_machine *(*const machines[])(void) = { net_machine_bgl,
								      net_machine_bgp };
	(void)state;
	for (unsigned i = 0; i < 2; i++) {
		struct rig *r = rig_create(machines[i](), "4x4x4");
		ps_t one_ps;

		rig_contribute(r, sum, 1);
		rig_run(r);
		one_ps = r->last_ps;
		ps_t began_ps = r->sim.now_ps;

		r->like = sum;
		for (uint32_t n = 0; n < r->nodes; n++) {
			r->more[n] = 200;
			rig_ready(r, n, 0, began_ps);
		}
		rig_run(r);
		all_received(r, 201);
		assert_int_equal(r->last_ps - began_ps, one_ps + 199 * tree_packet_ps(&r->m));
		rig_destroy(r);
	}
}

/* bgp, l. 70: "programmable point to point or sub tree messaging". */
static void parts_of_the_tree_have_classes_of_their_own(void **state)
{
	struct rig *r = rig_create(net_machine_bgp(), "4x4x2");
	const struct tree_topology *t = tree_network_topology(r->t);
	struct tree_packet p = sum;

	(void)state;
	p.cls = 9;
	assert_int_equal(rig_inject(r, 3, &p, 0), -EINVAL); /* not set */
	for (uint32_t n = 1; n < r->nodes; n++) { /* the trees below the root */
		struct tree_class c = tree_network_class(r->t, n, TREE_CLASS_ALL);

		if (t->parent[n] == TREE_ROOT)
			c.targets = c.sources;
		tree_network_set_class(r->t, n, 9, c);
	}
	for (uint32_t n = 1; n < r->nodes; n++) {
		tree_operand_put(p.payload, 8, 1);
		assert_int_equal(rig_inject(r, n, &p, 0), 0);
	}
	rig_run(r);
	assert_int_equal(r->received[TREE_ROOT], 0);
	/* 31 nodes beside the root of a heap: 16 and 15. */
	for (uint32_t n = 1; n < r->nodes; n++) {
		uint64_t nodes = tree_operand_get(r->last[n], 8);

		assert_int_equal(r->received[n], 1);
		assert_true(nodes == 15 || nodes == 16);
	}
	rig_destroy(r);
}

static ps_t interrupt_from(struct rig *r, uint32_t node)
{
	ps_t began_ps = r->sim.now_ps, last_ps = 0;

	r->interrupts = 0;
	tree_network_interrupt(r->t, node, began_ps);
	rig_run(r);
	assert_int_equal(r->interrupts, r->nodes);
	for (uint32_t n = 0; n < r->nodes; n++)
		if (r->interrupt_ps[n] > last_ps)
			last_ps = r->interrupt_ps[n];
	return last_ps - began_ps;
}

/* bgp, l. 362: "Interrupts are carried in the same data stream and may be interleaved into the data
 * at any time including during a packet transmission": to every node, as soon with all links full
 * of packets as without any. */
static void an_interrupt_waits_for_no_packet(void **state)
{
	struct rig *r = rig_create(net_machine_bgp(), "4x4x2");
	unsigned depth = tree_network_topology(r->t)->depth;
	ps_t link_ps = r->m.tree_hop_ps + r->m.wire_board_ps;

	(void)state;
	assert_int_equal(interrupt_from(r, TREE_ROOT), depth * link_ps);
	ps_t idle_ps = interrupt_from(r, r->nodes - 1);

	assert_in_range(idle_ps, (depth + 1) * link_ps, 2 * depth * link_ps);
	assert_int_equal(idle_ps % link_ps, 0);
	r->like = sum;
	for (uint32_t n = 0; n < r->nodes; n++) {
		r->more[n] = 100;
		rig_ready(r, n, 0, r->sim.now_ps);
	}
	assert_int_equal(interrupt_from(r, r->nodes - 1), idle_ps);
	all_received(r, 100);
	rig_destroy(r);
}

static void operations_that_differ_are_reported(void **state)
{
	struct rig *r = rig_create(net_machine_bgp(), "2x1x1");
	struct tree_packet p = sum;

	(void)state;
	assert_int_equal(rig_inject(r, 0, &p, 0), 0);
	p.opcode = TREE_OP_MAX;
	assert_int_equal(rig_inject(r, 1, &p, 0), 0);
	rig_run(r);
	assert_int_equal(r->faults, 1);
	p.opcode = 4; /* there is none */
	assert_int_equal(rig_inject(r, 1, &p, r->sim.now_ps), -EINVAL);
	rig_destroy(r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_node_has_three_ports_and_a_way_to_the_root),
		cmocka_unit_test(a_midplane_is_ten_links_deep_and_boards_hang_together),
		cmocka_unit_test(all_nodes_get_the_sum),
		cmocka_unit_test(a_reduction_ends_at_the_root),
		cmocka_unit_test(any_node_can_broadcast),
		cmocka_unit_test(a_packet_to_one_node_is_taken_there_alone),
		cmocka_unit_test(a_channel_that_waits_holds_up_no_other),
		cmocka_unit_test(a_full_reception_fifo_holds_up_its_channel_alone),
		cmocka_unit_test(latency_is_that_of_links_and_logic),
		cmocka_unit_test(an_addition_takes_as_long_for_any_operand),
		cmocka_unit_test(a_long_sum_runs_at_the_rate_of_links),
		cmocka_unit_test(parts_of_the_tree_have_classes_of_their_own),
		cmocka_unit_test(an_interrupt_waits_for_no_packet),
		cmocka_unit_test(operations_that_differ_are_reported),
	};

	return cmocka_run_group_tests_name("tree_network", tests, NULL, NULL);
}
