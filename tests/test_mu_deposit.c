/*
 * test_mu_deposit.c - packets that leave a copy on every node of a line: message units
 * on the real network.  Not here: times; how the network takes copies off a line
 * (traffic.h drives that).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "mu_rig.h"

#define LENGTH 6u  /* nodes in A, two in B: node a * 2 + b */
#define LAST   4u  /* of the line that is used, in A */
#define INJ    0x10000u
#define REC    0x11000u
#define DATA   0x14000u
#define COUNTER 0x40000u
#define DEST(a) (0x18000u + 0x1000u * (a)) /* unlike on every node */
#define BYTES  1100u
#define ATOMIC_STORE_ADD UINT64_C(0x1000000002)
#define FIFO_BYTES 2048u

static struct rig rig;

static uint32_t node_at(unsigned a, unsigned b)
{
	return a * 2 + b;
}

static uint8_t *at(uint32_t node, uint64_t pa)
{
	return rig_memory(&rig, node, pa, 1, 1);
}

static uint64_t *counter_of(uint32_t node)
{
	return (uint64_t *)at(node, COUNTER);
}

static void open_node(uint32_t node)
{
	const uint32_t zero = 0, bats[2] = { 0, 1 }, attr = 0;

	assert_int_equal(mu_injfifo_alloc(rig.mu, node, 0, 1, &zero, &attr), 0);
	assert_int_equal(mu_injfifo_init(rig.mu, node, 0, INJ, 1024, 0), 0);
	assert_int_equal(mu_injfifo_activate(rig.mu, node, 0, 1, 0), 0);
	assert_int_equal(mu_recfifo_alloc(rig.mu, node, 0, 1, &zero, &attr), 0);
	assert_int_equal(mu_recfifo_init(rig.mu, node, 0, REC, FIFO_BYTES, 0), 0);
	assert_int_equal(mu_recfifo_enable(rig.mu, node, 0, 1, 0), 0);
	assert_int_equal(mu_bat_alloc(rig.mu, node, 0, 2, bats, 0), 0);
	rig_store(&rig, node, rig_bat_reg(0), DEST(node / 2));
	rig_store(&rig, node, rig_bat_reg(1), COUNTER | ATOMIC_STORE_ADD);
	*counter_of(node) = BYTES;
}

static int set_up(const struct net_machine *m)
{
	static const struct net_shape shape = { { LENGTH, 2, 1, 1, 1 }, { 0 } };

	rig_create(&rig, &shape, m);
	for (uint32_t n = 0; n < rig.nodes; n++)
		open_node(n);
	for (unsigned i = 0; i < BYTES; i++)
		*at(0, DATA + i) = (uint8_t)(i * 31 + i / 256);
	return 0;
}

static int setup(void **state)
{
	(void)state;
	return set_up(net_machine_bgq());
}

static int setup_untimed(void **state)
{
	(void)state;
	return set_up(net_machine_untimed());
}

static int teardown(void **state)
{
	(void)state;
	assert_true(rig_at_rest(&rig));
	for (uint32_t n = 0; n < rig.nodes; n++)
		assert_int_equal(rig.mu->node[n]->on_the_way, 0);
	rig_destroy(&rig);
	return 0;
}

/* Injects from node 0, FIFO 0. */
static void inject(uint32_t to, unsigned packet_type, uint64_t bytes, uint8_t routing)
{
	uint64_t tail = rig_reg(&rig, 0, rig_inj_reg(0, RIG_TAIL)), map = 0x4000;
	uint32_t destination = net_destination_of(&rig.shape, to);
	const uint64_t pa = DATA;
	uint8_t *d = at(0, tail), *h = d + DESC_HEADER;
	const uint16_t counter = 1;

	memset(d, 0, DESC_BYTES);
	memcpy(d + DESC_PAYLOAD, &pa, sizeof pa);
	memcpy(d + DESC_LENGTH, &bytes, sizeof bytes);
	memcpy(d + DESC_FIFO_MAP, &map, sizeof map);
	h[NET_HEADER_KIND] = NET_KIND_PT2PT;
	h[NET_HEADER_ROUTING] = routing;
	h[NET_HEADER_CHANNEL] = routing & 4 ? 0 : 0x20;
	memcpy(h + NET_HEADER_DESTINATION, &destination, sizeof destination);
	h[NET_HEADER_SIZE] = (uint8_t)(packet_type << 6 | 16);
	if (packet_type == NET_PACKET_PUT)
		memcpy(h + HDR_COUNTER_ID, &counter, sizeof counter);
	rig_store(&rig, 0, rig_inj_reg(0, RIG_TAIL), tail + DESC_BYTES);
}

static void run(void)
{
	assert_true(rig_run(&rig, PS_NEVER, UINT64_MAX));
}

static bool on_the_line(uint32_t node)
{
	return node % 2 == 0 && node >= node_at(1, 0) && node <= node_at(LAST, 0);
}

static void assert_put_came(uint32_t node)
{
	assert_int_equal(*counter_of(node), 0);
	assert_memory_equal(at(node, DEST(node / 2)), at(0, DATA), BYTES);
	assert_int_equal(*at(node, DEST(node / 2) + BYTES), RIG_UNTOUCHED);
}

static void assert_nothing_came(uint32_t node)
{
	assert_int_equal(*counter_of(node), BYTES);
	assert_int_equal(*at(node, DEST(node / 2)), RIG_UNTOUCHED);
}

static void put_comes_to_every_node_of_the_line(void **state)
{
	(void)state;
	inject(node_at(LAST, 0), NET_PACKET_PUT, BYTES, NET_ROUTING_DEPOSIT);
	run();
	for (uint32_t n = 0; n < rig.nodes; n++)
		if (on_the_line(n))
			assert_put_came(n);
		else
			assert_nothing_came(n);
	assert_int_equal(rig.ras, 0);
	assert_int_equal(rig_reg(&rig, 0, rig_inj_reg(0, RIG_COUNT)), 1);
}

static void fifo_packets_come_alike_to_every_node_of_the_line(void **state)
{
	const uint32_t last = node_at(LAST, 0);

	(void)state;
	inject(last, NET_PACKET_FIFO, BYTES, NET_ROUTING_DEPOSIT);
	run();
	for (uint32_t n = 0; n < rig.nodes; n++)
		if (on_the_line(n)) {
			/* 1100 bytes: 512, 512, 96 with padding, and three headers */
			assert_memory_equal(at(n, REC), at(last, REC), 3 * 32 + 2 * 512 + 96);
			assert_int_equal(rig_take(&rig, n, 0), 3 * 32 + 2 * 512 + 96);
		} else {
			assert_int_equal(rig_take(&rig, n, 0), 0);
		}
	assert_int_equal(*at(last, REC + NET_HEADER_ROUTING), NET_ROUTING_DEPOSIT);
	assert_memory_equal(at(last, REC + 32), at(0, DATA), 512);
}

static void dynamic_packet_leaves_copies_too(void **state)
{
	(void)state;
	inject(node_at(LAST, 0), NET_PACKET_PUT, BYTES, NET_ROUTING_DEPOSIT | 4);
	run();
	for (unsigned a = 1; a <= LAST; a++)
		assert_put_came(node_at(a, 0));
}

static void without_the_bit_only_the_destination_gets_it(void **state)
{
	(void)state;
	inject(node_at(LAST, 0), NET_PACKET_PUT, BYTES, 0);
	run();
	for (uint32_t n = 0; n < rig.nodes; n++)
		if (n == node_at(LAST, 0))
			assert_put_came(n);
		else
			assert_nothing_came(n);
}

static void two_dimensions_are_refused(void **state)
{
	(void)state;
	inject(node_at(LAST, 1), NET_PACKET_PUT, 512, NET_ROUTING_DEPOSIT);
	run();
	assert_int_equal(rig.ras, 1);
	assert_int_equal(rig.last.node, 0);
	assert_string_equal(rig.last.text,
			    "a packet that leaves copies on its way has to keep to one line");
	for (uint32_t n = 0; n < rig.nodes; n++)
		assert_nothing_came(n);
}

static void node_that_cannot_store_its_copy_says_so_alone(void **state)
{
	const uint32_t bat = 0, bad = node_at(2, 0);

	(void)state;
	assert_int_equal(mu_bat_free(rig.mu, bad, 0, 1, &bat), 0);
	inject(node_at(LAST, 0), NET_PACKET_PUT, BYTES, NET_ROUTING_DEPOSIT);
	run();
	assert_int_equal(rig.ras, 3); /* packets */
	assert_int_equal(rig.last.node, bad);
	assert_string_equal(rig.last.field, "Rec_Payload_Base_Address_Id");
	assert_nothing_came(bad);
	assert_put_came(node_at(1, 0));
	assert_put_came(node_at(3, 0));
	assert_put_came(node_at(4, 0));
}

static void full_fifo_on_the_line_loses_nothing(void **state)
{
	const uint32_t slow = node_at(2, 0);
	uint64_t taken[LENGTH] = { 0 }, more;

	(void)state;
	for (unsigned i = 0; i < 10; i++)
		inject(node_at(LAST, 0), NET_PACKET_FIFO, 512, NET_ROUTING_DEPOSIT);
	do {
		run();
		more = 0;
		for (unsigned a = 1; a <= LAST; a++) {
			bool skipped = node_at(a, 0) == slow && more;
			uint64_t bytes = skipped ? 0 : rig_take(&rig, node_at(a, 0), 0);

			more += bytes;
			taken[a] += bytes;
		}
	} while (more);
	for (unsigned a = 1; a <= LAST; a++)
		assert_int_equal(taken[a], 10 * (512 + 32));
}

/* A message behind a deposit must not overtake it, and is carried out at once again when all of
 * the deposit has come. */
static void without_a_clock_every_node_of_the_line_gets_it(void **state)
{
	(void)state;
	inject(node_at(LAST, 0), NET_PACKET_PUT, BYTES, NET_ROUTING_DEPOSIT);
	for (unsigned a = 1; a <= LAST; a++)
		assert_nothing_came(node_at(a, 0));
	inject(node_at(LAST + 1, 0), NET_PACKET_PUT, BYTES, 0);
	assert_nothing_came(node_at(LAST + 1, 0));
	run();
	for (unsigned a = 1; a <= LAST + 1; a++)
		assert_put_came(node_at(a, 0));
	inject(node_at(1, 1), NET_PACKET_PUT, BYTES, 0);
	assert_put_came(node_at(1, 1));
	assert_int_equal(rig.ras, 0);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(put_comes_to_every_node_of_the_line),
		TEST(fifo_packets_come_alike_to_every_node_of_the_line),
		TEST(dynamic_packet_leaves_copies_too),
		TEST(without_the_bit_only_the_destination_gets_it),
		TEST(two_dimensions_are_refused),
		TEST(node_that_cannot_store_its_copy_says_so_alone),
		TEST(full_fifo_on_the_line_loses_nothing),
		cmocka_unit_test_setup_teardown(without_a_clock_every_node_of_the_line_gets_it,
						setup_untimed, teardown),
	};

	return cmocka_run_group_tests_name("mu_deposit", tests, NULL, NULL);
}
