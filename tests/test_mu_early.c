/*
 * test_mu_early.c - packets that come before what they name is set up: kept, in
 * order, and handed over; what cannot be set up is refused.  Not here: processes
 * that start when a message comes.
 */
#include "fake_net.h"

#define INJ  PA
#define REC  (PA + 0x10000)
#define DATA (PA + 0x100000)
#define DEST (PA + 0x180000)
#define KEPT 20u /* packets of a node: mu_early_packets of fake_net.h */

static int setup(void **state)
{
	struct rig *r;

	rig_setup(state);
	r = *state;
	assert_int_equal(mu_keep_early(r->mu), 0);
	injfifo_open(r, 0, 0, 0, INJ, 1024);
	return 0;
}

static void send(struct rig *r, const uint8_t *d)
{
	inject(r, 0, 0, d);
	run(r);
}

static void message_waits_for_its_fifo(void **state)
{
	struct rig *r = *state;
	uint8_t d[64];

	desc_fifo(d, 1, DATA, 600, 5);
	*at(r, 0, DATA) = 1;
	send(r, d);
	*at(r, 0, DATA) = 2;
	send(r, d);
	assert_int_equal(r->ras_count, 0);
	assert_int_equal(r->net.packets_live, 4);
	recfifo_open(r, 1, 5, REC, 4096);
	run(r);
	assert_int_equal(r->net.packets_live, 0);
	assert_int_equal(reg(r, 1, REC_REG(5u, F_TAIL)), REC + 2 * (544 + 128));
	assert_int_equal(*at(r, 1, REC + 32), 1);
	assert_int_equal(*at(r, 1, REC + 544 + 128 + 32), 2);
}

static void put_waits_for_both_base_addresses(void **state)
{
	struct rig *r = *state;
	uint8_t d[64];

	desc_put(d, 1, DATA, 8, 3, 0, 4, 0);
	send(r, d);
	bat_open(r, 1, 3, DEST);
	run(r);
	assert_int_equal(r->net.packets_live, 1);
	*word(r, 1, DEST + 64) = 8;
	bat_open(r, 1, 4, (DEST + 64) | UINT64_C(0x1000000002));
	run(r);
	assert_int_equal(*word(r, 1, DEST + 64), 0);
	assert_int_equal(r->net.packets_live, 0);
	assert_int_equal(r->ras_count, 0);
}

static void what_cannot_exist_is_refused(void **state)
{
	struct rig *r = *state;
	uint8_t d[64];

	desc_fifo(d, 1, DATA, 8, 272);
	send(r, d);
	assert_ras(r, 1, "reception FIFO", "Rec_FIFO_Id");
	desc_get(d, 1, DATA, 64, 544);
	send(r, d);
	assert_ras(r, 2, "injection FIFO", "Rget_Inj_FIFO_Id");
	desc_put(d, 1, DATA, 8, 544, 0, 0, 0);
	send(r, d);
	assert_ras(r, 3, "base address table entry", "Rec_Payload_Base_Address_Id");
	bat_open(r, 1, 3, DEST);
	desc_put(d, 1, DATA, 8, 3, 0, 1023, 0);
	send(r, d);
	assert_ras(r, 4, "base address table entry", "Rec_Counter_Base_Address_Id");
	assert_int_equal(r->net.packets_live, 0);
}

/* One packet more than are kept waits in the network; the kept ones fill the FIFO to
 * the last byte, so that it has to wait for room there, too. */
static void packet_beyond_the_buffers_finds_the_fifo_full(void **state)
{
	struct rig *r = *state;
	const uint64_t bytes = KEPT * 544 + 32;
	uint8_t d[64];

	desc_fifo(d, 1, DATA, (KEPT + 1) * 512, 5);
	send(r, d);
	assert_int_equal(r->net.packets_live, KEPT + 1);
	recfifo_open(r, 1, 5, REC, bytes);
	run(r);
	assert_int_equal(r->net.packets_live, 1);
	assert_int_equal(reg(r, 1, REC_REG(5u, F_TAIL)), REC + KEPT * 544);
	store(r, 1, REC_REG(5u, F_HEAD), REC + KEPT * 544);
	run(r);
	assert_int_equal(r->net.packets_live, 0);
	assert_int_equal(reg(r, 1, REC_REG(5u, F_TAIL)), REC + 544 - 32);
	assert_int_equal(r->ras_count, 0);
}

int main(void)
{
#define T(f) cmocka_unit_test_setup_teardown(f, setup, rig_teardown)
	const struct CMUnitTest tests[] = {
		T(message_waits_for_its_fifo),
		T(put_waits_for_both_base_addresses),
		T(what_cannot_exist_is_refused),
		T(packet_beyond_the_buffers_finds_the_fifo_full),
	};

	return cmocka_run_group_tests_name("mu early", tests, NULL, NULL);
}
