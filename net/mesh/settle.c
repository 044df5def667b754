/*
 * settle.c - net_detours_settle(): turns for all pairs of nodes whose XYZ way meets a failure.
 *
 * Which turns can be added depends on the order of pairs: there are several attempts, and the best
 * one is kept.
 *
 * Never: a turn that would make a cycle.
 */
#include "detour_internal.h"

#include <stdlib.h>
#include <string.h>

/* A box of nodes. */
struct box {
	int least[3], most[3];
};

static struct box everywhere(const struct net_shape *s)
{
	return (struct box){ { 0, 0, 0 },
			     { s->size[0] - 1, s->size[1] - 1, s->size[2] - 1 } };
}

static bool dead_at(const struct net_detours *d, const uint8_t at[3])
{
	for (unsigned f = 0; f < d->failures; f++)
		if (d->failure[f].way == NET_FAILED_CHIP && !memcmp(d->failure[f].at, at, 3))
			return true;
	return false;
}

static void note_lost(struct net_detours *d, const uint8_t from[3], const uint8_t to[3])
{
	if (d->lost == d->lost_room) {
		d->lost_room = d->lost_room ? 2 * d->lost_room : 1024;
		d->lost_pair = realloc(d->lost_pair, d->lost_room * sizeof *d->lost_pair);
		if (!d->lost_pair)
			abort();
	}
	struct net_lost_pair *pair = &d->lost_pair[d->lost++];

	memcpy(pair->from, from, 3);
	memcpy(pair->to, to, 3);
}

static void settle_to(struct net_detours *d, enum adding adding, const uint8_t from[3],
		      const struct box *to)
{
	struct path p;

	for (int x = to->least[0]; x <= to->most[0]; x++)
		for (int y = to->least[1]; y <= to->most[1]; y++)
			for (int z = to->least[2]; z <= to->most[2]; z++) {
				uint8_t b[3] = { (uint8_t)x, (uint8_t)y, (uint8_t)z };

				if (memcmp(from, b, 3) != 0 && !dead_at(d, b) &&
				    !detour_find(d, adding, from, b, &p))
					note_lost(d, from, b);
			}
}

static void settle_boxes(struct net_detours *d, enum adding adding, const struct box *from,
			 const struct box *to)
{
	for (int x = from->least[0]; x <= from->most[0]; x++)
		for (int y = from->least[1]; y <= from->most[1]; y++)
			for (int z = from->least[2]; z <= from->most[2]; z++) {
				uint8_t a[3] = { (uint8_t)x, (uint8_t)y, (uint8_t)z };

				if (!dead_at(d, a))
					settle_to(d, adding, a, to);
			}
}

/* Pairs whose XYZ way crosses from one coordinate of a dimension to the next, up or down, at the
 * failure's other coordinates: those dimensions that come before are the destination's there, those
 * that come after the source's. */
static void settle_crossing(struct net_detours *d, enum adding adding, const uint8_t at[3],
			    unsigned dim, int low, bool up)
{
	struct box from = everywhere(&d->turns.shape), to = from;

	for (unsigned k = 0; k < 3; k++) {
		if (k > dim)
			from.least[k] = from.most[k] = at[k];
		if (k < dim)
			to.least[k] = to.most[k] = at[k];
	}
	if (up) {
		from.most[dim] = low;
		to.least[dim] = low + 1;
	} else {
		from.least[dim] = low + 1;
		to.most[dim] = low;
	}
	settle_boxes(d, adding, &from, &to);
}

/* All pairs whose XYZ way meets a failure; those without a route are noted. */
static uint64_t settle(struct net_detours *d, enum adding adding)
{
	d->lost = 0;
	for (unsigned f = 0; f < d->failures; f++) {
		const struct net_failure *k = &d->failure[f];

		if (k->way != NET_FAILED_CHIP) {
			unsigned dim = k->way / 2;
			int low = k->at[dim] - !(k->way & 1);

			settle_crossing(d, adding, k->at, dim, low, false);
			settle_crossing(d, adding, k->at, dim, low, true);
			continue;
		}
		/* A chip is entered by one of its links: no pair begins there. */
		for (unsigned dim = 0; dim < 3; dim++) {
			settle_crossing(d, adding, k->at, dim, k->at[dim] - 1, true);
			settle_crossing(d, adding, k->at, dim, k->at[dim], false);
		}
	}
	return d->lost;
}

/* Once more those without one: turns are added only, so that no route is lost again. */
static uint64_t settle_lost(struct net_detours *d, enum adding adding)
{
	size_t left = 0;
	struct path p;

	for (size_t i = 0; i < d->lost; i++) {
		struct net_lost_pair pair = d->lost_pair[i];

		if (!detour_find(d, adding, pair.from, pair.to, &p))
			d->lost_pair[left++] = pair;
	}
	d->lost = left;
	return left;
}

/* The table as it is before any turn is added. */
static void turns_afresh(struct net_detours *d)
{
	net_turns_reset(&d->turns);
	for (unsigned f = 0; f < d->failures; f++)
		if (d->failure[f].way == NET_FAILED_CHIP)
			net_turns_fail_chip(&d->turns, d->failure[f].node);
		else
			net_turns_fail_link(&d->turns, d->failure[f].node, d->failure[f].way);
}

/* Pairs that were left without a route get theirs before the others; then turns of one sign of Y;
 * then any, for what is left. */
static uint64_t settle_by(struct net_detours *d, enum adding sign)
{
	struct path p;

	turns_afresh(d);
	for (unsigned i = 0; i < d->hard; i++)
		detour_find(d, ADD_SEARCHED, d->hard_pair[i].from, d->hard_pair[i].to, &p);
	return settle(d, sign) ? settle_lost(d, ADD_ANY) : 0;
}

/* Failures at an end of Y cannot be passed on the side that is off the mesh: the sign to try
 * first is the one with fewer of them there. */
static enum adding first_sign(const struct net_detours *d)
{
	int top = d->turns.shape.size[1] - 1, balance = 0;

	for (unsigned f = 0; f < d->failures; f++)
		balance += (d->failure[f].at[1] == top) - (d->failure[f].at[1] == 0);
	return balance > 0 ? ADD_MINUS : ADD_PLUS;
}

/* Pairs up to this number are searched for one by one. */
#define SEARCHED_MOST 20000u

static int pair_order(const void *a, const void *b)
{
	return memcmp(a, b, sizeof(struct net_lost_pair));
}

/* Pairs that are lost: one whose XYZ way meets several failures is noted for each. */
static uint64_t distinct(const struct net_detours *d)
{
	struct net_lost_pair *sorted = malloc(d->lost * sizeof *sorted);
	uint64_t n = 1;

	if (!sorted)
		abort();
	memcpy(sorted, d->lost_pair, d->lost * sizeof *sorted);
	qsort(sorted, d->lost, sizeof *sorted, pair_order);
	for (size_t i = 1; i < d->lost; i++)
		n += pair_order(&sorted[i - 1], &sorted[i]) != 0;
	free(sorted);
	return n;
}

/* Pairs without a route.  Turns that were added for one may have served one before it. */
static uint64_t settle_all(struct net_detours *d, enum adding sign)
{
	uint64_t lost = settle_by(d, sign);

	if (lost && lost < SEARCHED_MOST)
		lost = settle_lost(d, ADD_SEARCHED);
	return lost && settle_lost(d, ADD_NONE) ? distinct(d) : 0;
}

/* The pairs that are lost come first from now on.  False: they are too many. */
static bool note_hard(struct net_detours *d)
{
	if (d->lost > NET_HARD_PAIRS - d->hard)
		return false;
	for (size_t i = 0; i < d->lost; i++)
		d->hard_pair[d->hard++] = d->lost_pair[i];
	return true;
}

/* Attempts after the first one: which turns can be added depends on the order of pairs. */
#define ATTEMPTS 5

uint64_t net_detours_settle(struct net_detours *d)
{
	enum adding sign = first_sign(d), best = sign;
	unsigned hard = 0; /* of the best attempt */

	d->hard = 0;
	uint64_t lost = settle_all(d, sign), least = lost;

	for (unsigned i = 0, more = true; lost && more && i < ATTEMPTS; i++) {
		more = note_hard(d);
		sign = sign == ADD_PLUS ? ADD_MINUS : ADD_PLUS;
		lost = settle_all(d, sign);
		if (lost < least) {
			least = lost;
			best = sign;
			hard = d->hard;
		}
	}
	if (lost == least)
		return lost;
	d->hard = hard;
	return settle_all(d, best);
}
