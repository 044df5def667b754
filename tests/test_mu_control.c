/*
 * test_mu_control.c - the kernel's side of the message unit and its registers:
 * what can be had, what each call returns, what programs read.  Not here:
 * messages.
 */
#include "fake_net.h"

#define UNALLOCATED UINT64_C(0x1fffffffff)

static const uint32_t none[8];

static void allocation_is_all_or_none(void **state)
{
	struct rig *r = *state;
	const uint32_t two[] = { 2, 5 }, three[] = { 1, 5, 6 };

	assert_int_equal(mu_injfifo_free_mask(r->mu, 1, 3), 0xff);
	assert_int_equal(mu_injfifo_alloc(r->mu, 1, 3, 2, two, none), 0);
	assert_int_equal(mu_injfifo_free_mask(r->mu, 1, 3), 0xff & ~0x24);
	assert_int_equal(mu_injfifo_alloc(r->mu, 1, 3, 3, three, none), EAGAIN);
	assert_int_equal(mu_injfifo_free_mask(r->mu, 1, 3), 0xff & ~0x24);
	assert_int_equal(mu_injfifo_free(r->mu, 1, 3, 1, two, 0), 0);
	assert_int_equal(mu_injfifo_free_mask(r->mu, 1, 3), 0xff & ~0x20);
	/* Another subgroup and another node have their own. */
	assert_int_equal(mu_injfifo_free_mask(r->mu, 1, 2), 0xff);
	assert_int_equal(mu_injfifo_free_mask(r->mu, 0, 3), 0xff);
}

static void reception_fifos_and_base_addresses_likewise(void **state)
{
	struct rig *r = *state;
	const uint32_t ids[] = { 0, 3 }, bats[] = { 7, 1 };

	assert_int_equal(mu_recfifo_free_mask(r->mu, 0, 67), 0xf);
	assert_int_equal(mu_recfifo_alloc(r->mu, 0, 67, 2, ids, none), 0);
	assert_int_equal(mu_recfifo_free_mask(r->mu, 0, 67), 0x6);
	assert_int_equal(mu_recfifo_alloc(r->mu, 0, 67, 2, ids, none), EAGAIN);
	assert_int_equal(mu_recfifo_free(r->mu, 0, 67, 2, ids, 0), 0);
	assert_int_equal(mu_recfifo_free_mask(r->mu, 0, 67), 0xf);
	assert_int_equal(mu_bat_alloc(r->mu, 0, 67, 2, bats, 0), 0);
	assert_int_equal(mu_bat_free_mask(r->mu, 0, 67), 0x7d);
	assert_int_equal(mu_bat_alloc(r->mu, 0, 67, 1, bats + 1, 0), EAGAIN);
	assert_int_equal(mu_bat_free(r->mu, 0, 67, 2, bats), 0);
	assert_int_equal(mu_bat_free_mask(r->mu, 0, 67), 0xff);
}

static void refusals_name_their_reason(void **state)
{
	struct rig *r = *state;
	const uint32_t twice[] = { 4, 4 }, high[] = { 8 }, zero[] = { 0 };
	const uint32_t system[] = { MU_ATTR_SYSTEM }, priority[] = { MU_ATTR_PRIORITY };

	assert_int_equal(mu_injfifo_alloc(r->mu, 0, 0, 1, zero, system), EACCES);
	assert_int_equal(mu_recfifo_alloc(r->mu, 0, 0, 1, zero, system), EACCES);
	assert_int_equal(mu_bat_alloc(r->mu, 0, 0, 1, zero, 1), EACCES);
	assert_int_equal(mu_injfifo_alloc(r->mu, 0, 0, 2, twice, none), EAGAIN);
	assert_int_equal(mu_injfifo_alloc(r->mu, 0, 0, 1, high, none), EINVAL);
	assert_int_equal(mu_injfifo_alloc(r->mu, 0, 68, 1, zero, none), EINVAL);
	assert_int_equal(mu_recfifo_alloc(r->mu, 0, 0, 1, twice, none), EINVAL);
	assert_int_equal(mu_injfifo_alloc(r->mu, 0, 0, 1, zero, priority), 0);
	assert_int_equal(mu_injfifo_free(r->mu, 0, 0, 1, twice, 0), 0);
	assert_int_equal(mu_injfifo_activate(r->mu, 0, 5, 1, 0), EINVAL);
	assert_int_equal(mu_recfifo_enable(r->mu, 0, 5, 1, 0), EINVAL);
	assert_int_equal(r->ras_count, 0);
}

static void fifos_need_a_proper_place(void **state)
{
	struct rig *r = *state;
	const uint32_t ids[] = { 0, 1 }, attr[] = { 0, MU_ATTR_REMOTE_GET };
	static const struct {
		uint32_t id;
		uint64_t pa, bytes;
		const char *field;
	} inj[] = {
		{ 0, PA + 32, 128, "start" },  { 0, PA, 160, "size" },
		{ 0, PA, 64, "size" },         { 1, PA, 512, "size" },
		{ 0, PA - 64, 128, "start" },  { 0, PA + MEMORY_BYTES - 64, 128, "start" },
		{ 9, PA, 128, "id" },          { 543, PA, 128, "id" },
		{ 544, PA, 128, "id" },
	}, rec[] = {
		{ 0, PA + 16, 576, "start" },  { 0, PA, 592, "size" },
		{ 0, PA, 544, "size" },        { 0, PA + MEMORY_BYTES - 544, 576, "start" },
		{ 2, PA, 576, "id" },          { 272, PA, 576, "id" },
	};

	assert_int_equal(mu_injfifo_alloc(r->mu, 0, 0, 2, ids, attr), 0);
	assert_int_equal(mu_recfifo_alloc(r->mu, 0, 0, 2, ids, none), 0);
	r->sim.now_ps = 77;
	for (unsigned i = 0; i < sizeof inj / sizeof *inj; i++) {
		assert_int_equal(mu_injfifo_init(r->mu, 0, inj[i].id, inj[i].pa,
						 inj[i].bytes, 77), EINVAL);
		assert_ras(r, i + 1, "injection FIFO", inj[i].field);
		assert_int_equal(r->ras.id, inj[i].id);
	}
	r->ras_count = 0;
	for (unsigned i = 0; i < sizeof rec / sizeof *rec; i++) {
		assert_int_equal(mu_recfifo_init(r->mu, 0, rec[i].id, rec[i].pa,
						 rec[i].bytes, 77), EINVAL);
		assert_ras(r, i + 1, "reception FIFO", rec[i].field);
	}
	assert_int_equal(mu_injfifo_init(r->mu, 0, 0, PA, 128, 77), 0);
	assert_int_equal(mu_injfifo_init(r->mu, 0, 1, PA + 128, 576, 77), 0);
	assert_int_equal(mu_recfifo_init(r->mu, 0, 1, PA + 1024, 576, 77), 0);
	assert_int_equal(r->ras_count, 6);
}

static void registers_show_a_placed_fifo(void **state)
{
	struct rig *r = *state;

	injfifo_open(r, 2, 37, MU_ATTR_PRIORITY, PA + 64, 512); /* group 1, subgroup 0 */
	assert_int_equal(reg(r, 2, 0x10000 + 5 * 0x40 + F_START), PA + 64);
	assert_int_equal(reg(r, 2, 0x10000 + 5 * 0x40 + F_SIZE), 511);
	assert_int_equal(reg(r, 2, 0x10000 + 5 * 0x40 + F_HEAD), PA + 64);
	assert_int_equal(reg(r, 2, 0x10000 + 5 * 0x40 + F_TAIL), PA + 64);
	assert_int_equal(reg(r, 2, 0x10000 + 5 * 0x40 + F_COUNT), 0);
	assert_int_equal(reg(r, 2, 0x10000 + 5 * 0x40 + F_FREE), 7);
	assert_int_equal(reg(r, 2, 0x10300), 1u << (31 - 5)); /* isEnabled */
	assert_int_equal(reg(r, 2, 0x10318), 1u << (31 - 5)); /* priority */
	recfifo_open(r, 2, 271, PA + 1024, 4096);
	assert_int_equal(reg(r, 2, 0x103000 + 0x200 + 3 * 0x40 + F_START), PA + 1024);
	assert_int_equal(reg(r, 2, 0x103000 + 0x200 + 3 * 0x40 + F_SIZE), 4095);
}

static void pages_of_unused_subgroups_are_never_written(void **state)
{
	struct rig *r = *state;

	injfifo_open(r, 0, 8, 0, PA, 128);
	bat_open(r, 0, 5 * 8, PA);
	for (uint32_t s = 0; s < MU_SUBGROUPS; s++)
		assert_int_equal(r->page_written[0][s], s == 1 || s == 5);
	for (uint32_t n = 1; n < NODES; n++)
		for (uint32_t s = 0; s < MU_SUBGROUPS; s++)
			assert_false(r->page_written[n][s]);
}

static void base_addresses_follow_their_registers(void **state)
{
	struct rig *r = *state;
	const uint32_t id = 3;

	store(r, 0, BAT_REG(11), PA);
	assert_ras(r, 1, "base address table entry", "base");
	assert_int_equal(mu_bat_alloc(r->mu, 0, 1, 1, &id, 0), 0);
	assert_int_equal(reg(r, 0, BAT_REG(11)), 0);
	assert_int_equal(reg(r, 0, BAT_REG(12)), UNALLOCATED);
	store(r, 0, BAT_REG(11), PA);
	assert_int_equal(reg(r, 0, BAT_REG(11)), PA);
	store(r, 0, BAT_REG(12), PA);
	assert_int_equal(r->ras_count, 2);
	assert_int_equal(reg(r, 0, BAT_REG(12)), UNALLOCATED);
	assert_int_equal(mu_bat_free(r->mu, 0, 1, 1, &id), 0);
	assert_int_equal(reg(r, 0, BAT_REG(11)), UNALLOCATED);
}

static void barrier_registers_pass_up_and_down(void **state)
{
	struct rig *r = *state;

	r->sim.now_ps = 123;
	store(r, 3, 0x500 + 8 * 5, 0xfa);
	assert_int_equal(r->gi.calls, 1);
	assert_int_equal(r->gi.node, 3);
	assert_int_equal(r->gi.cls, 5);
	assert_int_equal(r->gi.bits, 2);
	assert_int_equal(r->gi.at_ps, 123);
	assert_int_equal(reg(r, 3, 0x500 + 8 * 5), 0xfa);
	store(r, 3, 0x1500 + 8 * 5, 1); /* only the first page of a group has them */
	store(r, 3, 0x580 + 8 * 5, 1);  /* status is not for programs to write */
	assert_int_equal(r->gi.calls, 1);
	mu_gi_status(r->mu, 3, 5, 4, 123);
	assert_int_equal(reg(r, 3, 0x580 + 8 * 5), 4);
	assert_int_equal(r->delivered[3], 1);
	assert_false(r->page_written[3][4]);
}

static void stores_elsewhere_are_ignored(void **state)
{
	struct rig *r = *state;
	static const uint32_t offs[] = {
		0x328, 0x320, 0xff8, 0x4000, 0xf018, 0x108018, 0x030, 0x0038, 0x41c,
	};

	injfifo_open(r, 0, 0, 0, PA, 128);
	for (unsigned i = 0; i < sizeof offs / sizeof *offs; i++)
		store(r, 0, offs[i], ~UINT64_C(0));
	run(r);
	assert_int_equal(r->ras_count, 0);
	assert_int_equal(reg(r, 0, INJ_REG(0u, F_START)), PA);
	store(r, 0, 0x600, 1); /* scans are not modelled, and priorities the kernel's */
	store(r, 0, 0x318, 1);
	run(r);
	assert_int_equal(r->ras_count, 2);
}

/* Registers are stored in the order of the SPI: start, head, tail, size. */
static void start_and_size_give_a_fifo_its_memory(void **state)
{
	struct rig *r = *state;

	injfifo_open(r, 0, 0, 0, PA, 128);
	store(r, 0, INJ_REG(0u, F_START), PA + 512);
	store(r, 0, INJ_REG(0u, F_HEAD), PA + 512);
	store(r, 0, INJ_REG(0u, F_TAIL), PA + 512);
	assert_int_equal(reg(r, 0, INJ_REG(0u, F_SIZE)), 0);
	store(r, 0, INJ_REG(0u, F_SIZE), 255);
	run(r);
	assert_int_equal(r->ras_count, 0);
	assert_int_equal(reg(r, 0, INJ_REG(0u, F_START)), PA + 512);
	assert_int_equal(reg(r, 0, INJ_REG(0u, F_TAIL)), PA + 512);
	assert_int_equal(reg(r, 0, INJ_REG(0u, F_SIZE)), 255);
	store(r, 0, INJ_REG(0u, F_SIZE), 256); /* no number of descriptors */
	run(r);
	assert_int_equal(r->ras_count, 1);
}

static void descriptor_counts_go_on_from_what_is_stored(void **state)
{
	struct rig *r = *state;
	uint8_t d[64];

	recfifo_open(r, 1, 0, PA, 1024);
	injfifo_open(r, 0, 10, 0, PA, 512);
	desc_fifo(d, 1, PA + 4096, 8, 0);
	inject(r, 0, 10, d);
	run(r);
	assert_int_equal(reg(r, 0, INJ_REG(10u, F_COUNT)), 1);
	store(r, 0, INJ_REG(10u, F_COUNT), 100);
	assert_int_equal(reg(r, 0, INJ_REG(10u, F_COUNT)), 100);
	inject(r, 0, 10, d);
	run_until(r, 300); /* the message is under way */
	store(r, 0, INJ_REG(10u, F_COUNT), 0);
	assert_int_equal(reg(r, 0, INJ_REG(10u, F_COUNT)), 0);
	run(r);
	assert_int_equal(reg(r, 0, INJ_REG(10u, F_COUNT)), 1);
	store(r, 0, INJ_REG(10u, F_FREE), 100); /* this one is the MU's own */
	assert_int_equal(reg(r, 0, INJ_REG(10u, F_FREE)), 7);
	assert_int_equal(r->ras_count, 0);
	store(r, 0, INJ_REG(11u, F_COUNT), 0);
	assert_ras(r, 1, "injection FIFO", "descriptor count");
	assert_int_equal(r->ras.id, 11);
}

/* Head, then tail: what programs do that send the same descriptors again. */
static void head_and_tail_are_two_stores(void **state)
{
	struct rig *r = *state;
	uint8_t d[64];

	recfifo_open(r, 1, 0, PA, 1024);
	injfifo_open(r, 0, 0, 0, PA, 512);
	desc_fifo(d, 1, PA + 4096, 8, 0);
	for (unsigned i = 0; i < 4; i++)
		inject(r, 0, 0, d);
	run(r);
	assert_int_equal(reg(r, 0, INJ_REG(0u, F_COUNT)), 4);
	assert_int_equal(mu_injfifo_activate(r->mu, 0, 0, 0, r->sim.now_ps), 0);
	store(r, 0, INJ_REG(0u, F_HEAD), PA + 64);
	store(r, 0, INJ_REG(0u, F_TAIL), PA + 2 * 64);
	run(r);
	assert_int_equal(reg(r, 0, INJ_REG(0u, F_COUNT)), 4);
	assert_int_equal(reg(r, 0, INJ_REG(0u, F_HEAD)), PA + 64);
	assert_int_equal(reg(r, 0, INJ_REG(0u, F_TAIL)), PA + 2 * 64);
	assert_int_equal(mu_injfifo_activate(r->mu, 0, 0, 1, r->sim.now_ps), 0);
	run(r);
	assert_int_equal(reg(r, 0, INJ_REG(0u, F_COUNT)), 5); /* one, not three */
	assert_int_equal(reg(r, 0, INJ_REG(0u, F_HEAD)), PA + 2 * 64);
	assert_int_equal(reg(r, 1, REC_REG(0u, F_TAIL)), PA + 5 * 64);
	/* The head alone is enough for a FIFO that is on. */
	store(r, 0, INJ_REG(0u, F_HEAD), PA + 64);
	run(r);
	assert_int_equal(reg(r, 0, INJ_REG(0u, F_COUNT)), 6);
	assert_int_equal(reg(r, 1, REC_REG(0u, F_TAIL)), PA + 6 * 64);
	assert_int_equal(r->ras_count, 0);
}

static void reception_tail_is_stored(void **state)
{
	struct rig *r = *state;
	uint8_t d[64];

	recfifo_open(r, 1, 0, PA, 1024);
	injfifo_open(r, 0, 0, 0, PA, 512);
	store(r, 1, REC_REG(0u, F_TAIL), PA + 960);
	assert_int_equal(reg(r, 1, REC_REG(0u, F_TAIL)), PA + 960);
	store(r, 1, REC_REG(0u, F_HEAD), PA + 960);
	desc_fifo(d, 1, PA + 4096, 8, 0);
	inject(r, 0, 0, d);
	run(r);
	assert_int_equal(reg(r, 1, REC_REG(0u, F_TAIL)), PA); /* the packet ends there */
	assert_int_equal(r->ras_count, 0);
	store(r, 1, REC_REG(0u, F_TAIL), PA + 8);
	assert_ras(r, 1, "reception FIFO", "tail");
	assert_int_equal(reg(r, 1, REC_REG(0u, F_TAIL)), PA);
}

static void enable_registers_start_and_stop(void **state)
{
	struct rig *r = *state;
	uint8_t d[64];

	recfifo_open(r, 1, 0, PA, 1024);
	injfifo_open(r, 0, 10, 0, PA, 512);
	store(r, 0, 0x1310, 1u << (31 - 10)); /* disable */
	assert_int_equal(reg(r, 0, 0x1300), 0);
	desc_fifo(d, 1, PA + 4096, 8, 0);
	inject(r, 0, 10, d);
	run(r);
	assert_int_equal(reg(r, 0, INJ_REG(10u, F_COUNT)), 0);
	store(r, 0, 0x1308, 1u << (31 - 10)); /* enable */
	assert_int_equal(reg(r, 0, 0x1300), 1u << (31 - 10));
	run(r);
	assert_int_equal(reg(r, 0, INJ_REG(10u, F_COUNT)), 1);
	assert_int_equal(reg(r, 1, REC_REG(0u, F_TAIL)), PA + 64);
}

static void fifo_freed_at_work_stays_taken_until_done(void **state)
{
	struct rig *r = *state;
	const uint32_t id = 0;
	uint8_t d[64];

	recfifo_open(r, 1, 0, PA, 1024);
	injfifo_open(r, 0, 0, 0, PA, 512);
	desc_fifo(d, 1, PA + 4096, 8, 0);
	inject(r, 0, 0, d);
	run_until(r, 300); /* descriptor fetched, packet being built */
	inject(r, 0, 0, d);
	assert_int_equal(mu_injfifo_free(r->mu, 0, 0, 1, &id, r->sim.now_ps), 0);
	assert_int_equal(mu_injfifo_free_mask(r->mu, 0, 0), 0xfe);
	assert_int_equal(mu_injfifo_alloc(r->mu, 0, 0, 1, &id, none), EAGAIN);
	run(r);
	assert_int_equal(mu_injfifo_free_mask(r->mu, 0, 0), 0xff);
	assert_int_equal(reg(r, 1, REC_REG(0u, F_TAIL)), PA + 64); /* one, not two */
	injfifo_open(r, 0, 0, 0, PA, 512);
	assert_int_equal(reg(r, 0, INJ_REG(0u, F_COUNT)), 0);
	assert_int_equal(reg(r, 0, INJ_REG(0u, F_HEAD)), PA);
}

static void description_tells_what_is_held(void **state)
{
	struct rig *r = *state;
	char text[128];
	uint8_t d[64];

	assert_int_equal(mu_describe(r->mu, 0, text, sizeof text), 0);
	assert_string_equal(text, "");
	recfifo_open(r, 0, 6, PA, 1024);
	injfifo_open(r, 0, 3, 0, PA + 1024, 512);
	assert_int_equal(mu_describe(r->mu, 0, text, sizeof text), 0);
	desc_fifo(d, 0, PA + 4096, 8, 6);
	inject(r, 0, 3, d);
	run(r);
	assert_int_equal(mu_injfifo_activate(r->mu, 0, 3, 0, r->sim.now_ps), 0);
	inject(r, 0, 3, d);
	inject(r, 0, 3, d);
	mu_describe(r->mu, 0, text, sizeof text);
	assert_string_equal(text, "injection FIFO 3: 2 descriptors, not active; "
				  "reception FIFO 6: 64 bytes unread");
	assert_int_equal(mu_describe(r->mu, 0, text, 10), 9);
	assert_string_equal(text, "injection");
}

int main(void)
{
#define T(f) cmocka_unit_test_setup_teardown(f, rig_setup, rig_teardown)
	const struct CMUnitTest tests[] = {
		T(allocation_is_all_or_none),
		T(reception_fifos_and_base_addresses_likewise),
		T(refusals_name_their_reason),
		T(fifos_need_a_proper_place),
		T(registers_show_a_placed_fifo),
		T(pages_of_unused_subgroups_are_never_written),
		T(base_addresses_follow_their_registers),
		T(barrier_registers_pass_up_and_down),
		T(stores_elsewhere_are_ignored),
		T(start_and_size_give_a_fifo_its_memory),
		T(descriptor_counts_go_on_from_what_is_stored),
		T(head_and_tail_are_two_stores),
		T(reception_tail_is_stored),
		T(enable_registers_start_and_stop),
		T(fifo_freed_at_work_stays_taken_until_done),
		T(description_tells_what_is_held),
	};

	return cmocka_run_group_tests_name("mu control", tests, NULL, NULL);
}
