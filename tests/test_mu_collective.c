/*
 * test_mu_collective.c - collective descriptors as the message unit checks them: each
 * field that is wrong is named, and what is right goes to the collective injection FIFO
 * of users, whatever node its destination word names.  Leaves out what becomes of the packets
 * (test_collective*.c).
 */
#include "fake_net.h"

#define INJ  PA
#define DATA (PA + 0x100000)

/* Bytes of a descriptor. */
enum { TYPE = 32, OPERATION, CLASS, CHANNEL, DESTINATION };

static void allreduce(uint8_t *d, uint64_t length)
{
	desc_fifo(d, 0, DATA, length, 0);
	put64(d, 24, 0x0002);
	d[TYPE] = 0x5a;
	d[OPERATION] = 0x41; /* unsigned sums, words of 8 bytes */
	d[CLASS] = 3 << 4;
	d[CHANNEL] = 0xa0 | 0x10;
	memset(d + DESTINATION, 0xff, 4);
}

static void refused(struct rig *r, const uint8_t *d, const char *field, uint64_t value)
{
	unsigned before = r->ras_count;
	uint64_t done = reg(r, 0, INJ_REG(0u, F_COUNT));

	inject(r, 0, 0, d);
	run(r);
	assert_ras(r, before + 1, "injection FIFO", field);
	assert_int_equal(r->ras.value, value);
	assert_int_equal(reg(r, 0, INJ_REG(0u, F_COUNT)), done + 1);
}

/* The descriptor's message comes to the network: this one takes nothing, and says by which FIFO. */
static void accepted(struct rig *r, const uint8_t *d)
{
	unsigned before = r->ras_count;
	ps_t start_ps = r->sim.now_ps;

	inject(r, 0, 0, d);
	run(r);
	assert_ras(r, before + 1, "network injection FIFO", "Destination");
	assert_int_equal(r->ras.id, NET_INJ_COLL_USER);
	assert_in_range(r->ras.time_ps, start_ps + 1, r->sim.now_ps);
}

static void open(struct rig *r)
{
	injfifo_open(r, 0, 0, 0, INJ, 4096);
	r->net.refuses = true;
}

static void channels_are_those_of_users(void **state)
{
	struct rig *r = *state;
	uint8_t d[64];

	open(r);
	allreduce(d, 8);
	for (unsigned channel = 0; channel <= 0xe0; channel += 0x20) {
		d[CHANNEL] = (uint8_t)(channel | 0x10);
		if (channel == 0x80 || channel == 0xa0)
			accepted(r, d);
		else
			refused(r, d, "Virtual_channel", channel);
	}
	d[CHANNEL] = 0xc0 | 0x10;
	refused(r, d, "Virtual_channel", 0xc0);
	assert_string_equal(r->ras.text, "the channel of the system");
}

static void types_are_broadcast_allreduce_and_reduce(void **state)
{
	struct rig *r = *state;
	uint8_t d[64];

	open(r);
	allreduce(d, 8);
	d[CHANNEL] = 0xa0 | 0x00;
	accepted(r, d);
	d[CHANNEL] = 0xa0 | 0x08;
	refused(r, d, "Collective_type", 0x08);
	d[CHANNEL] = 0xa0 | 0x18; /* to a node that is not there */
	refused(r, d, "Destination", 0xffffffff);
	put64(d, 16, 0); /* of no bytes: a barrier */
	accepted(r, d);
	put64(d, 16, 8);
	memset(d + DESTINATION, 0, 4);
	accepted(r, d);
}

static void operations_have_words_of_their_length(void **state)
{
	struct rig *r = *state;
	uint8_t d[64];

	open(r);
	for (unsigned op = 0; op < 16; op++)
		for (unsigned word = 0; word < 8; word++) {
			bool doubles = op >= 12;

			allreduce(d, 512);
			d[OPERATION] = (uint8_t)(op << 4 | word);
			if (op % 4 == 3 || (doubles && word != 1))
				refused(r, d, "Op_Code", op << 4 | word);
			else
				accepted(r, d);
			d[CHANNEL] = 0xa0; /* a broadcast has none */
			accepted(r, d);
		}
}

/* The SPI says that it is; message libraries broadcast single bytes with words of four. */
static void length_is_a_number_of_words_if_they_are_longer_than_chunks(void **state)
{
	static const uint64_t length[] = { 0, 1, 12, 480, 511 };
	struct rig *r = *state;
	uint8_t d[64];

	open(r);
	for (size_t i = 0; i < sizeof length / sizeof *length; i++)
		for (uint8_t word = 0; word < 8; word++) {
			allreduce(d, length[i]);
			d[OPERATION] = (uint8_t)(0x40 | word);
			if (word > 3 && length[i] % (4u << word))
				refused(r, d, "Message_Length", length[i]);
			else
				accepted(r, d);
		}
	allreduce(d, 480);
	d[OPERATION] = 0x47;
	d[CHANNEL] = 0xa0;
	accepted(r, d);
}

static void fifo_is_the_collective_one_of_users(void **state)
{
	struct rig *r = *state;
	uint8_t d[64];

	open(r);
	allreduce(d, 8);
	put64(d, 24, 0x4000);
	refused(r, d, "Torus_FIFO_Map", 0x4000);
	put64(d, 24, 0x0001);
	refused(r, d, "Torus_FIFO_Map", 1);
	put64(d, 24, 0);
	refused(r, d, "Torus_FIFO_Map", 0);
	put64(d, 24, 0xffff);
	accepted(r, d);
}

int main(void)
{
#define T(f) cmocka_unit_test_setup_teardown(f, rig_setup, rig_teardown)
	const struct CMUnitTest tests[] = {
		T(channels_are_those_of_users),
		T(types_are_broadcast_allreduce_and_reduce),
		T(operations_have_words_of_their_length),
		T(length_is_a_number_of_words_if_they_are_longer_than_chunks),
		T(fifo_is_the_collective_one_of_users),
	};

	return cmocka_run_group_tests_name("collective descriptors", tests, NULL, NULL);
}
