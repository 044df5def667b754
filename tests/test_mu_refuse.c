/*
 * test_mu_refuse.c - what a user's descriptor may not ask for, what is ignored
 * without harm, and what becomes of packets whose FIFO goes away.  Not here:
 * addresses (test_mu_put.c), FIFO pointers (test_mu_fifo.c).
 */
#include "fake_net.h"

#define INJ  PA
#define REC  (PA + 0x4000)
#define RGET (PA + 0x8000)
#define DATA (PA + 0x100000)

#define ROUTING 34 /* bytes of a descriptor: packet header at 32 */
#define CHANNEL 35

static void open_fifos(struct rig *r)
{
	injfifo_open(r, 0, 0, 0, INJ, 1024);
	recfifo_open(r, 1, 0, REC, 4096);
}

/* d is refused with a record that names field; its FIFO goes on with the next. */
static void refused(struct rig *r, const uint8_t *d, const char *field, uint64_t value)
{
	unsigned before = r->ras_count, packets = r->net.order_count;
	uint64_t done = reg(r, 0, INJ_REG(0u, F_COUNT));

	inject(r, 0, 0, d);
	run(r);
	assert_ras(r, before + 1, "injection FIFO", field);
	assert_int_equal(r->ras.value, value);
	assert_int_equal(r->net.order_count, packets);
	assert_int_equal(reg(r, 0, INJ_REG(0u, F_COUNT)), done + 1);
}

static void accepted(struct rig *r, const uint8_t *d)
{
	unsigned before = r->ras_count, packets = r->net.order_count;

	inject(r, 0, 0, d);
	run(r);
	assert_int_equal(r->ras_count, before);
	assert_int_equal(r->net.order_count, packets + 1);
}

static void channels_of_others_are_refused(void **state)
{
	struct rig *r = *state;
	uint8_t d[64];

	open_fifos(r);
	desc_fifo(d, 1, DATA, 8, 0);
	for (unsigned channel = 0; channel <= 0x40; channel += 0x20) {
		d[CHANNEL] = (uint8_t)(channel | 0x1c); /* zone, stay on bubble */
		accepted(r, d);
	}
	for (unsigned channel = 0x60; channel <= 0xe0; channel += 0x20) {
		d[CHANNEL] = (uint8_t)channel;
		refused(r, d, "Virtual_channel", channel);
	}
	d[CHANNEL] = 0x60;
	inject(r, 0, 0, d);
	run(r);
	assert_string_equal(r->ras.text, "the channel of the system");
}

static void injection_fifos_of_the_system_are_refused(void **state)
{
	struct rig *r = *state;
	uint8_t d[64];

	open_fifos(r);
	desc_fifo(d, 1, DATA, 8, 0);
	put64(d, 24, 0x4004); /* A+, system */
	refused(r, d, "Torus_FIFO_Map", 0x4004);
	put64(d, 24, 0x4001); /* A+, collective system */
	refused(r, d, "Torus_FIFO_Map", 0x4001);
	put64(d, 24, 0x0002); /* collective user, alone */
	refused(r, d, "Torus_FIFO_Map", 2);
	put64(d, 24, 0);
	refused(r, d, "Torus_FIFO_Map", 0);
	put64(d, 24, 0x4002);
	accepted(r, d);
	assert_int_equal(r->net.order[0], NET_INJ_AP);
	put64(d, 24, 0x0008);
	accepted(r, d);
	assert_int_equal(r->net.order[1], NET_INJ_PRIORITY);
}

static void io_links_are_refused(void **state)
{
	struct rig *r = *state;
	uint8_t d[64];

	open_fifos(r);
	desc_fifo(d, 1, DATA, 8, 0);
	d[ROUTING] = 0x20;
	refused(r, d, "toIO", 0x20);
}

/* A system FIFO cannot be had, so to name one is to name one that is not there. */
static void fifos_of_the_system_cannot_be_reached(void **state)
{
	struct rig *r = *state;
	const uint32_t id = 3, system = MU_ATTR_SYSTEM, rget = system | MU_ATTR_REMOTE_GET;
	uint8_t d[64];

	open_fifos(r);
	assert_int_equal(mu_recfifo_alloc(r->mu, 1, 67, 1, &id, &system), EACCES);
	assert_int_equal(mu_injfifo_alloc(r->mu, 1, 67, 1, &id, &rget), EACCES);
	desc_fifo(d, 1, DATA, 8, 271);
	inject(r, 0, 0, d);
	run(r);
	assert_ras(r, 1, "reception FIFO", "Rec_FIFO_Id");
	desc_get(d, 1, DATA, 64, 539);
	inject(r, 0, 0, d);
	run(r);
	assert_ras(r, 2, "injection FIFO", "Rget_Inj_FIFO_Id");
	assert_int_equal(r->ras.node, 1);
}

static void interrupt_bits_are_ignored(void **state)
{
	struct rig *r = *state;
	uint8_t d[64];

	open_fifos(r);
	desc_fifo(d, 1, DATA, 8, 0);
	d[4] = 1;       /* descriptor: on the last packet */
	d[ROUTING] = 1; /* packet: on arrival */
	accepted(r, d);
	assert_int_equal(reg(r, 1, REC_REG(0u, F_TAIL)), REC + 64);
}

static void remote_get_of_pieces_of_descriptors_is_refused(void **state)
{
	struct rig *r = *state;
	static const uint64_t lengths[] = { 0, 1, 63, 65, 100, 575, UINT64_C(1) << 63 | 1 };
	uint8_t d[64];

	open_fifos(r);
	injfifo_open(r, 1, 20, MU_ATTR_REMOTE_GET, RGET, 4096);
	for (unsigned i = 0; i < sizeof lengths / sizeof *lengths; i++)
		for (unsigned type = 2; type <= 3; type++) {
			desc_get(d, 1, DATA, lengths[i], 20);
			d[40] = (uint8_t)(type << 6);
			refused(r, d, "Message_Length", lengths[i]);
		}
}

/* ---- no memory for packets: the message ends there, counted once; others go on */

static void message_without_memory_is_cut_off(void **state)
{
	struct rig *r = *state;
	uint8_t d[64];

	open_fifos(r);
	injfifo_open(r, 0, 1, 0, INJ + 1024, 1024);
	desc_fifo(d, 1, DATA, 1024, 0);
	inject(r, 0, 0, d);
	desc_fifo(d, 1, DATA, 8, 0);
	inject(r, 0, 1, d);
	run_until(r, 300); /* the first packet is being built, the other FIFO waits */
	r->net.allocs_fail = 1;
	run(r);
	assert_ras(r, 1, "injection FIFO", "Message_Length");
	for (unsigned fifo = 0; fifo < 2; fifo++) {
		assert_int_equal(reg(r, 0, INJ_REG(fifo, F_COUNT)), 1);
		assert_int_equal(reg(r, 0, INJ_REG(fifo, F_FREE)), 15);
	}
	r->net.allocs_fail = 1;
	inject(r, 0, 0, d);
	inject(r, 0, 0, d);
	run(r);
	assert_int_equal(r->ras_count, 2);
	assert_int_equal(reg(r, 0, INJ_REG(0u, F_COUNT)), 3);
}

/* ---- FIFOs that go away */

static void freed_reception_fifo_lets_its_packets_go(void **state)
{
	struct rig *r = *state;
	const uint32_t id = 0, none = 0;
	uint8_t d[64];

	injfifo_open(r, 0, 0, 0, INJ, 1024);
	recfifo_open(r, 1, 0, REC, 576);
	desc_fifo(d, 1, DATA, 512, 0);
	for (unsigned i = 0; i < 4; i++)
		inject(r, 0, 0, d);
	run(r);
	assert_int_equal(r->net.packets_live, 3); /* in the network: it is full */
	assert_int_equal(mu_recfifo_free(r->mu, 1, 0, 1, &id, r->sim.now_ps), 0);
	assert_int_equal(r->net.packets_live, 0);
	assert_ras(r, 3, "reception FIFO", "Rec_FIFO_Id");
	assert_string_equal(r->ras.text, "not allocated");
	assert_int_equal(r->ras.time_ps, r->sim.now_ps);
	/* Whoever has it next starts with an empty one. */
	assert_int_equal(mu_recfifo_alloc(r->mu, 1, 0, 1, &id, &none), 0);
	assert_int_equal(mu_recfifo_init(r->mu, 1, 0, REC, 576, r->sim.now_ps), 0);
	assert_int_equal(mu_recfifo_enable(r->mu, 1, 0, 1, r->sim.now_ps), 0);
	assert_int_equal(reg(r, 1, REC_REG(0u, F_TAIL)), REC);
	assert_int_equal(r->ras_count, 3);
}

static void freed_remote_get_fifo_lets_its_packets_go(void **state)
{
	struct rig *r = *state;
	const uint32_t id = 4; /* of subgroup 2: FIFO 20 */
	uint8_t d[64];

	injfifo_open(r, 0, 0, 0, INJ, 1024);
	injfifo_open(r, 1, 20, MU_ATTR_REMOTE_GET, RGET, 576);
	assert_int_equal(mu_injfifo_activate(r->mu, 1, 20, 0, r->sim.now_ps), 0);
	desc_get(d, 1, DATA, 512, 20);
	for (unsigned i = 0; i < 3; i++)
		inject(r, 0, 0, d);
	run(r);
	assert_int_equal(r->net.packets_live, 2);
	assert_int_equal(mu_injfifo_free(r->mu, 1, 2, 1, &id, r->sim.now_ps), 0);
	assert_int_equal(r->net.packets_live, 0);
	assert_ras(r, 2, "injection FIFO", "Rget_Inj_FIFO_Id");
	assert_int_equal(mu_injfifo_free_mask(r->mu, 1, 2), 0xff);
}

static void placing_a_full_reception_fifo_anew_makes_room(void **state)
{
	struct rig *r = *state;
	uint8_t d[64];

	injfifo_open(r, 0, 0, 0, INJ, 1024);
	recfifo_open(r, 1, 0, REC, 576);
	desc_fifo(d, 1, DATA, 512, 0);
	inject(r, 0, 0, d);
	inject(r, 0, 0, d);
	run(r);
	assert_int_equal(r->net.packets_live, 1);
	assert_int_equal(mu_recfifo_init(r->mu, 1, 0, REC + 1024, 4096, r->sim.now_ps), 0);
	run(r);
	assert_int_equal(r->net.packets_live, 0);
	assert_int_equal(reg(r, 1, REC_REG(0u, F_TAIL)), REC + 1024 + 544);
	assert_int_equal(r->ras_count, 0);
}

static void ids_beyond_the_subgroup_free_nothing(void **state)
{
	struct rig *r = *state;
	const uint32_t beyond[] = { 8, 16, 40, 0xffffffff };

	injfifo_open(r, 0, 8, 0, INJ, 1024);
	recfifo_open(r, 0, 8, REC, 1024);
	bat_open(r, 0, 8, PA);
	bat_open(r, 0, 7, PA);
	assert_int_equal(mu_injfifo_free(r->mu, 0, 0, 4, beyond, 0), 0);
	assert_int_equal(mu_recfifo_free(r->mu, 0, 0, 4, beyond, 0), 0);
	assert_int_equal(mu_bat_free(r->mu, 0, 0, 4, beyond), 0);
	assert_int_equal(mu_injfifo_free_mask(r->mu, 0, 1), 0xfe);
	assert_int_equal(mu_recfifo_free_mask(r->mu, 0, 2), 0xe);
	assert_int_equal(mu_bat_free_mask(r->mu, 0, 1), 0xfe);
	assert_int_equal(mu_bat_free_mask(r->mu, 0, 0), 0x7f);
}

int main(void)
{
#define T(f) cmocka_unit_test_setup_teardown(f, rig_setup, rig_teardown)
	const struct CMUnitTest tests[] = {
		T(channels_of_others_are_refused),
		T(injection_fifos_of_the_system_are_refused),
		T(io_links_are_refused),
		T(fifos_of_the_system_cannot_be_reached),
		T(interrupt_bits_are_ignored),
		T(remote_get_of_pieces_of_descriptors_is_refused),
		T(message_without_memory_is_cut_off),
		T(freed_reception_fifo_lets_its_packets_go),
		T(freed_remote_get_fifo_lets_its_packets_go),
		T(placing_a_full_reception_fifo_anew_makes_room),
		T(ids_beyond_the_subgroup_free_nothing),
	};

	return cmocka_run_group_tests_name("mu refusals", tests, NULL, NULL);
}
