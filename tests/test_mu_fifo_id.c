/*
 * test_mu_fifo_id.c - the number of a reception FIFO that a program ORs, shifted by 22,
 * into the 64-bit word at byte 8 of a packet header, instead of storing the field.
 *
 * Pins that every number reaches the field, whatever the checksum's Skip is, and that the
 * packet goes to that FIFO with a header as on the machine.  Not here: how numbers of
 * FIFOs are otherwise used (test_mu_fifo.c).
 */
#include <hwi/include/bqc/MU_PacketHeader.h>

#include "fake_net.h"

#include "mu/descriptor.h"

#define INJ  PA
#define REC  (PA + 0x40000)
#define DATA (PA + 0x100000)

static void or_into_word(uint8_t *header, uint64_t id)
{
	uint64_t word = get64(header, 8) | id << 22;

	memcpy(header + 8, &word, sizeof word);
}

static void every_id_is_found_beside_any_skip(void **state)
{
	static const uint8_t skips[] = { 0, 8, 136, 255 };

	(void)state;
	for (unsigned i = 0; i < sizeof skips; i++)
		for (unsigned id = 0; id < 512; id++) {
			MUHWI_PacketHeader_t h = { 0 }, as_field;

			h.NetworkHeader.pt2pt.Byte8.Byte8 = MUHWI_PACKET_TYPE_FIFO | 16;
			h.NetworkHeader.pt2pt.Injection_Info.Skip = skips[i];
			as_field = h;
			as_field.messageUnitHeader.Packet_Types.Memory_FIFO.Rec_FIFO_Id =
				id & 0x1ff;
			or_into_word((uint8_t *)&h, id);
			header_fold_fifo_id((uint8_t *)&h);
			assert_memory_equal(&h, &as_field, sizeof h);
			assert_int_equal(header_recfifo((uint8_t *)&h), id);
		}
}

static void packet_goes_to_the_fifo_of_the_word(void **state)
{
	struct rig *r = *state;
	uint8_t d[64], *packet;

	injfifo_open(r, 0, 0, 0, INJ, 512);
	recfifo_open(r, 1, 0, REC, 1024);
	recfifo_open(r, 1, 0xd3, REC + 1024, 1024);
	*at(r, 0, DATA) = 7;
	desc_fifo(d, 1, DATA, 8, 0);
	or_into_word(d + DESC_HEADER, 0xd3);
	inject(r, 0, 0, d);
	run(r);
	assert_int_equal(reg(r, 1, REC_REG(0u, F_TAIL)), REC);
	assert_int_equal(reg(r, 1, REC_REG(0xd3u, F_TAIL)), REC + 1024 + 64);
	packet = at(r, 1, REC + 1024);
	assert_int_equal(packet[32], 7);
	assert_int_equal(get16(packet, HDR_WORD_FIFO_ID), 0);
	assert_int_equal(header_recfifo(packet), 0xd3);
}

/* In other packets the half word in question is not a FIFO's number. */
static void put_is_left_alone(void **state)
{
	struct rig *r = *state;
	uint8_t d[64];

	injfifo_open(r, 0, 0, 0, INJ, 512);
	bat_open(r, 1, 0, PA);
	bat_open(r, 1, 1, PA + 0x100);
	*at(r, 0, DATA) = 7;
	desc_put(d, 1, DATA, 1, 0, 0x4000, 1, 0);
	or_into_word(d + DESC_HEADER, 0xd3);
	inject(r, 0, 0, d);
	run(r);
	assert_int_equal(*at(r, 1, PA + 0x4000), 7);
}

int main(void)
{
#define T(f) cmocka_unit_test_setup_teardown(f, rig_setup, rig_teardown)
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_id_is_found_beside_any_skip),
		T(packet_goes_to_the_fifo_of_the_word),
		T(put_is_left_alone),
	};

	return cmocka_run_group_tests_name("mu FIFO ids", tests, NULL, NULL);
}
