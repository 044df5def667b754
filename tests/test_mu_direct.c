/*
 * test_mu_direct.c - descriptors carried out as copies when there is no time: the
 * same effects as by packets where that is hard to see.  Not here: speed.
 */
#include "fake_net.h"

#define INJ     PA
#define RGET    (PA + 0x2000)
#define COUNTER (PA + 0x4000)
#define REC     (PA + 0x5000)
#define DATA    (PA + 0x100000)
#define DEST    (PA + 0x140000)
#define STORE_ADD_AT(pa) ((pa) | UINT64_C(0x1000000002))

static int setup(void **state)
{
	rig_setup(state);
	((struct rig *)*state)->machine.untimed = true;
	return 0;
}

static void open_all(struct rig *r)
{
	for (uint32_t n = 0; n < 2; n++) {
		injfifo_open(r, n, 0, 0, INJ, 1024);
		injfifo_open(r, n, 1, MU_ATTR_REMOTE_GET, RGET, 1024);
		recfifo_open(r, n, 0, REC, 4096);
		bat_open(r, n, 0, DEST);
		bat_open(r, n, 1, STORE_ADD_AT(COUNTER));
		*word(r, n, COUNTER) = 1000;
	}
}

static void put_is_done_when_the_tail_moves(void **state)
{
	struct rig *r = *state;
	uint8_t d[64];

	open_all(r);
	memset(at(r, 0, DATA), 0x5a, 600);
	desc_put(d, 1, DATA, 600, 0, 0, 1, 0);
	inject(r, 0, 0, d);
	assert_int_equal(*word(r, 1, COUNTER), 400);
	assert_memory_equal(at(r, 1, DEST), at(r, 0, DATA), 600);
	assert_int_equal(reg(r, 0, INJ_REG(0u, F_COUNT)), 1);
	assert_int_equal(r->net.order_count, 0);
}

/* The descriptor that a remote get appends to the FIFO at work is carried out once,
 * and nothing that was in the slots before is. */
static void get_into_the_fifo_at_work_appends(void **state)
{
	struct rig *r = *state;
	uint8_t d[64];

	open_all(r);
	desc_put(d, 1, DATA, 10, 0, 0, 1, 0);
	for (unsigned slot = 0; slot < 16; slot++) /* what it must not find */
		memcpy(at(r, 0, RGET + 64 * slot), d, 64);
	desc_put(at(r, 0, DATA), 1, DATA, 100, 0, 0, 1, 0);
	desc_get(d, 0, DATA, 64, 1);
	inject(r, 0, 1, d);
	run(r);
	assert_int_equal(*word(r, 1, COUNTER), 900);
	assert_int_equal(reg(r, 0, INJ_REG(1u, F_COUNT)), 2);
	assert_int_equal(reg(r, 0, INJ_REG(1u, F_HEAD)), RGET + 128);
	assert_int_equal(reg(r, 0, INJ_REG(1u, F_TAIL)), RGET + 128);
	assert_int_equal(r->ras_count, 0);
}

/* The get goes by way of another node: 0 asks 1 to ask 0. */
static void get_back_into_the_fifo_at_work_appends(void **state)
{
	struct rig *r = *state;
	uint8_t d[64];

	open_all(r);
	desc_put(at(r, 1, DATA), 1, DATA, 100, 0, 0, 1, 0);
	desc_get(at(r, 0, DATA), 0, DATA, 64, 1);
	desc_get(d, 1, DATA, 64, 1);
	inject(r, 0, 1, d);
	run(r);
	assert_int_equal(*word(r, 1, COUNTER), 900);
	assert_int_equal(reg(r, 0, INJ_REG(1u, F_COUNT)), 2);
	assert_int_equal(reg(r, 1, INJ_REG(1u, F_COUNT)), 1);
	assert_int_equal(r->ras_count, 0);
}

/* A FIFO that feeds itself does not keep its worker for ever. */
static void self_feeding_get_lets_time_go_on(void **state)
{
	struct rig *r = *state;
	const uint32_t id = 1;
	uint8_t d[64];

	open_all(r);
	desc_get(d, 0, DATA, 64, 1);
	memcpy(at(r, 0, DATA), d, 64);
	inject(r, 0, 1, d);
	uint64_t done = reg(r, 0, INJ_REG(1u, F_COUNT));

	assert_true(done > 0);
	run_until(r, r->sim.now_ps + 100 * DELAY_PS);
	assert_true(reg(r, 0, INJ_REG(1u, F_COUNT)) > done);
	assert_int_equal(mu_injfifo_free(r->mu, 0, 0, 1, &id, r->sim.now_ps), 0);
	run(r);
}

static void registers_show_what_a_get_appended(void **state)
{
	struct rig *r = *state;
	uint8_t d[64];

	open_all(r);
	assert_int_equal(mu_injfifo_activate(r->mu, 1, 1, 0, 0), 0);
	desc_get(d, 1, DATA, 128, 1);
	inject(r, 0, 0, d);
	assert_int_equal(reg(r, 1, INJ_REG(1u, F_TAIL)), RGET + 128);
	assert_int_equal(reg(r, 1, INJ_REG(1u, F_FREE)), 13);
	run(r);
	assert_int_equal(reg(r, 1, INJ_REG(1u, F_COUNT)), 0);
}

/* Nothing may be accepted that the network would refuse in packets. */
static void wrong_hints_are_refused(void **state)
{
	struct rig *r = *state;
	uint8_t d[64];

	open_all(r);
	desc_put(d, 1, DATA, 10, 0, 0, 1, 0);
	d[33] = 0xc0; /* A- and A+ */
	r->net.refuses = true;
	inject(r, 0, 0, d);
	run(r);
	assert_ras(r, 1, "network injection FIFO", "Destination");
	assert_int_equal(*word(r, 1, COUNTER), 1000);
	d[33] = 0x40;
	inject(r, 0, 0, d);
	assert_int_equal(*word(r, 1, COUNTER), 990);
	assert_int_equal(r->ras_count, 1);
}

static void message_out_of_its_own_reception_fifo_arrives(void **state)
{
	struct rig *r = *state;
	uint8_t d[64];

	open_all(r);
	desc_fifo(d, 0, REC + 16, 512, 0);
	inject(r, 0, 0, d);
	run(r);
	assert_int_equal(reg(r, 0, REC_REG(0u, F_TAIL)), REC + 544);
	assert_int_equal(r->ras_count, 0);
}

static void empty_message_needs_no_payload_address(void **state)
{
	struct rig *r = *state;
	uint8_t d[64];

	open_all(r);
	desc_fifo(d, 1, 0, 0, 0);
	inject(r, 0, 0, d);
	desc_put(d, 1, 0, 0, 0, 0, 1, 0);
	inject(r, 0, 0, d);
	run(r);
	assert_int_equal(reg(r, 1, REC_REG(0u, F_TAIL)), REC + 32);
	assert_int_equal(*word(r, 1, COUNTER), 1000);
	assert_int_equal(reg(r, 0, INJ_REG(0u, F_COUNT)), 2);
	assert_int_equal(r->ras_count, 0);
}

int main(void)
{
#define T(f) cmocka_unit_test_setup_teardown(f, setup, rig_teardown)
	const struct CMUnitTest tests[] = {
		T(put_is_done_when_the_tail_moves),
		T(get_into_the_fifo_at_work_appends),
		T(get_back_into_the_fifo_at_work_appends),
		T(self_feeding_get_lets_time_go_on),
		T(registers_show_what_a_get_appended),
		T(wrong_hints_are_refused),
		T(message_out_of_its_own_reception_fifo_arrives),
		T(empty_message_needs_no_payload_address),
	};

	return cmocka_run_group_tests_name("mu direct", tests, NULL, NULL);
}
