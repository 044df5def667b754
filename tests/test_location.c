/*
 * test_location.c - where nodes stand: the numbers of node boards and compute cards.
 *
 * The facts are locations of nodes on the machine, with their coordinates, as its control
 * system knows them.  Leaves out which midplane is in which rack: that is a site's.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "net/machine/location.h"

static const struct net_shape midplane = { { 4, 4, 4, 4, 2 }, { 1, 1, 1, 1, 1 } };

static void stands_at(const char *origin, const struct net_shape *block, const uint8_t c[NET_DIMS],
		      const char *location)
{
	struct net_location from, l;
	char text[NET_LOCATION_BYTES];
	const char *end;

	assert_true(net_location_parse(origin, &from, &end));
	l = net_location_of(&from, block, c);
	assert_string_equal(net_location_text(&l, text), location);
}

#define STANDS(location, ...) \
	stands_at("R00-M0-N00-J00", &midplane, (const uint8_t[]){ __VA_ARGS__ }, location)

static void nodes_stand_where_the_machine_has_them(void **state)
{
	(void)state;
	STANDS("R00-M0-N08-J04", 0, 2, 0, 0, 0);
	STANDS("R00-M0-N08-J03", 0, 2, 0, 0, 1);
	STANDS("R00-M0-N08-J08", 0, 2, 0, 1, 0);
	STANDS("R00-M0-N08-J05", 0, 2, 1, 0, 0);
	STANDS("R00-M0-N08-J07", 0, 3, 0, 0, 0);
	STANDS("R00-M0-N08-J25", 1, 2, 0, 0, 0);
	STANDS("R00-M0-N08-J11", 0, 3, 0, 1, 0);
	STANDS("R00-M0-N08-J22", 1, 3, 0, 1, 0);
	STANDS("R00-M0-N09-J19", 1, 2, 2, 1, 1);
	STANDS("R00-M0-N10-J03", 0, 2, 0, 3, 1);
	STANDS("R00-M0-N15-J00", 3, 3, 3, 3, 1);
}

/* The node with the least coordinates of each board. */
static void boards_begin_where_the_machine_has_them(void **state)
{
	static const uint8_t card[16] = { 0, 1, 12, 13, 29, 28, 17, 16, 4, 5, 8, 9, 25, 24, 21,
					  20 };

	(void)state;
	for (unsigned board = 0; board < 16; board++) {
		const uint8_t c[NET_DIMS] = { board & 4 ? 2 : 0, board & 8 ? 2 : 0,
					      board & 1 ? 2 : 0, board & 2 ? 2 : 0, 0 };
		struct net_location l = { 0, 0, 0 };

		net_location_in_midplane(&l, c);
		assert_int_equal(l.board, board);
		assert_int_equal(l.card, card[board]);
	}
}

static void places_of_a_midplane_are_all_different(void **state)
{
	uint32_t taken[16] = { 0 };

	(void)state;
	for (uint32_t n = 0; n < 512; n++) {
		struct net_location l = { 0, 0, 0 };
		uint8_t c[NET_DIMS], back[NET_DIMS];

		net_coord_of(&midplane, n, c);
		net_location_in_midplane(&l, c);
		assert_false(taken[l.board] >> l.card & 1);
		taken[l.board] |= UINT32_C(1) << l.card;
		net_location_coord(&l, back);
		assert_memory_equal(back, c, sizeof c);
	}
}

/* Rings are folded: neighbours on two boards have one card, but that E is turned round with B. */
static void links_between_boards_join_equal_cards(void **state)
{
	(void)state;
	for (uint32_t n = 0; n < 512; n++)
		for (int d = 0; d < 4; d++) {
			struct net_location l = { 0, 0, 0 }, to = { 0, 0, 0 };
			uint8_t c[NET_DIMS];

			net_coord_of(&midplane, n, c);
			if (c[d] % 2 == 0)
				continue;
			net_location_in_midplane(&l, c);
			c[d] = (uint8_t)((c[d] + 1) % 4);
			net_location_in_midplane(&to, c);
			assert_int_not_equal(l.board, to.board);
			assert_int_equal(l.card ^ to.card, d == 1 ? 7 : 0);
		}
}

static void midplanes_follow_each_other(void **state)
{
	const struct net_shape two = { { 4, 4, 4, 8, 2 }, { 1, 1, 1, 1, 1 } };
	const uint8_t in_second[NET_DIMS] = { 1, 3, 3, 7, 1 }, in_first[NET_DIMS] = { 2 };

	(void)state;
	stands_at("R00-M0-N00-J00", &two, in_second, "R00-M1-N11-J29");
	stands_at("R00-M0-N00-J00", &two, in_first, "R00-M0-N04-J29");
	stands_at("R00-M1-N00-J00", &two, in_second, "R01-M0-N11-J29");
	stands_at("R1F-M1-N00-J00", &two, in_second, "R20-M0-N11-J29");
}

static void blocks_begin_at_any_node(void **state)
{
	const struct net_shape board = { { 2, 2, 2, 2, 2 }, { 1, 1, 1, 1, 1 } };
	const uint8_t first[NET_DIMS] = { 0 }, last[NET_DIMS] = { 1, 1, 1, 1, 1 };

	(void)state;
	stands_at("R0A-M1-N04-J29", &board, first, "R0A-M1-N04-J29");
	stands_at("R0A-M1-N04-J29", &board, last, "R0A-M1-N04-J09");
}

static void what_is_no_location_is_refused(void **state)
{
	static const char *const wrong[] = {
		"", "R00", "R00-M0-N00", "R00-M2-N00-J00", "R00-M0-N16-J00", "R00-M0-N00-J32",
		"R0-M0-N00-J00", "R00-M0-N0-J00", "Q00-I0-J00", "R00-M0-N00-J0", "R0g-M0-N00-J00",
		"R00-M0-N +1-J00", "R00-M0-N00-J+1",
	};
	struct net_location l;
	const char *end;

	(void)state;
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
		if (net_location_parse(wrong[i], &l, &end))
			fail_msg("%s is taken", wrong[i]);
	assert_true(net_location_parse("R00-M0-N04-J29-C03", &l, &end));
	assert_string_equal(end, "-C03");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nodes_stand_where_the_machine_has_them),
		cmocka_unit_test(boards_begin_where_the_machine_has_them),
		cmocka_unit_test(places_of_a_midplane_are_all_different),
		cmocka_unit_test(links_between_boards_join_equal_cards),
		cmocka_unit_test(midplanes_follow_each_other),
		cmocka_unit_test(blocks_begin_at_any_node),
		cmocka_unit_test(what_is_no_location_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
