/*
 * location.c - see location.h.
 *
 * Source of the numbers: locations of nodes with their coordinates, and the connections between
 * the compute cards of a node board, as the control system of the machine and its analysis of
 * link errors know them.  A node board has two nodes in each dimension; which two is
 * a digit of the board's number: 8 for B, 4 for A, 2 for D, 1 for C.  Rings of four are folded
 * into two boards, 0 1 on one and 3 2 on the other, so that no cable crosses a board: the two
 * nodes next to the other board have equal cards.  E stays on the board, and is turned round on
 * those with the other half of B.  A card's neighbour in A differs from it by 29, in B by 3, in
 * C by 1, in D by 12, in E by 7, in the sense of exclusive or: all 160 connections agree.
 */
#include "location.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MIDPLANE_SIDE 4

static const uint8_t board_digit[NET_DIMS] = { 4, 8, 1, 2, 0 };
static const uint8_t card_step[NET_DIMS] = { 29, 3, 1, 12, 7 };

/* Place of a coordinate in the fold 0 1 | 2 3, whose halves are boards: 0 1 | 1 0. */
static unsigned folded(unsigned at)
{
	return (at ^ at >> 1) & 1;
}

void net_location_in_midplane(struct net_location *l, const uint8_t c[NET_DIMS])
{
	unsigned board = 0, card = 0;

	for (int d = 0; d < 4; d++) {
		if (c[d] >> 1 & 1)
			board += board_digit[d];
		if (folded(c[d]))
			card ^= card_step[d];
	}
	if ((c[4] ^ c[1] >> 1) & 1)
		card ^= card_step[4];
	l->board = (uint8_t)board;
	l->card = (uint8_t)card;
}

void net_location_coord(const struct net_location *l, uint8_t c[NET_DIMS])
{
	struct net_location at = *l;

	for (unsigned low = 0; low < 32; low++) {
		for (unsigned d = 0; d < NET_DIMS; d++)
			c[d] = (uint8_t)((l->board & board_digit[d] ? 2 : 0) + (low >> d & 1));
		net_location_in_midplane(&at, c);
		if (at.card == l->card)
			return;
	}
}

struct net_location net_location_of(const struct net_location *origin,
				    const struct net_shape *block, const uint8_t c[NET_DIMS])
{
	struct net_location l = *origin;
	uint8_t from[NET_DIMS], at[NET_DIMS];
	unsigned midplane = 0;

	net_location_coord(origin, from);
	for (int d = 0; d < NET_DIMS; d++) {
		unsigned side = d == 4 ? 2 : MIDPLANE_SIDE, sum = from[d] + c[d];

		midplane = midplane * ((from[d] + block->size[d] + side - 1) / side) + sum / side;
		at[d] = (uint8_t)(sum % side);
	}
	net_location_in_midplane(&l, at);
	l.midplane = (uint16_t)((origin->midplane + midplane) % NET_LOCATION_MIDPLANES);
	return l;
}

/* Rows and columns of racks go on from 9 with A. */
static int rack_digit(char c)
{
	return isdigit((unsigned char)c) ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static bool has_digits(const char *text, const char *pattern)
{
	for (; *pattern; pattern++, text++)
		if (*pattern == '#' ? !isdigit((unsigned char)*text) : *text != *pattern)
			return false;
	return true;
}

bool net_location_parse(const char *text, struct net_location *l, const char **end)
{
	int row = text[0] == 'R' ? rack_digit(text[1]) : -1;
	int column = row < 0 ? -1 : rack_digit(text[2]);

	if (column < 0 || !has_digits(text + 3, "-M#-N##-J##"))
		return false;
	unsigned half = (unsigned)(text[5] - '0'), board = (unsigned)atoi(text + 8);
	unsigned card = (unsigned)atoi(text + 12);

	if (half > 1 || board > 15 || card > 31)
		return false;
	*l = (struct net_location){ (uint16_t)((unsigned)(row * 16 + column) * 2 + half),
				    (uint8_t)board, (uint8_t)card };
	*end = text + 14;
	return true;
}

const char *net_location_text(const struct net_location *l, char buf[NET_LOCATION_BYTES])
{
	static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUV";
	unsigned rack = l->midplane / 2u;

	snprintf(buf, NET_LOCATION_BYTES, "R%c%c-M%u-N%02u-J%02u", digits[rack / 16 % 32],
		 digits[rack % 16], l->midplane % 2u, l->board & 15u, l->card & 31u);
	return buf;
}
